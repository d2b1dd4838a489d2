package endtoend

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/ringfence-dev/ringfence/internal/org"
	"github.com/ringfence-dev/ringfence/internal/testkit/github"
)

const noGit = `ceilings:
  - of: processes
    at-most: [node]
    reason: No program but node.
`

// An organisation's file is read from GitHub at a commit of its repository's
// default branch; where it cannot be, nothing is judged and the run fails.
func TestActionReadsTheOrganisationsFile(t *testing.T) {
	if testing.Short() {
		t.Skip("short: runs the action often; TestActionReadsTheOrganisationsFileElsewhere stays")
	}
	long := noGit + strings.Repeat("# x\n", org.MaxBytes/4)
	for _, c := range []struct {
		name string
		// file is what input org names, made of a commit.
		branch, file string
		texts        map[string]string
		token        func(map[string]string) map[string]string
		set          func(*github.Hub)
		code         int
		log          string
	}{
		{"a ceiling that the code is above", "main", "acme/central/ringfence.yml@%s", map[string]string{"ringfence.yml": noGit}, nil, nil, 1,
			"ceiling"},
		{"a ceiling that the code is below", "main", "acme/central/rules/all.yml@%s",
			map[string]string{"rules/all.yml": strings.ReplaceAll(noGit, "node", "git")}, nil, nil, 0, "passes"},
		{"a merge into the default branch's past", "main", "acme/central/ringfence.yml@%s", map[string]string{"ringfence.yml": noGit}, nil,
			func(h *github.Hub) {
				h.Beside("acme/central", "main", map[string]string{"ringfence.yml": "ceilings: []\n"})
			}, 1, "ceiling"},
		{"a commit of a fork", "fork", "acme/central/ringfence.yml@%s", map[string]string{"ringfence.yml": "ceilings: []\n"}, nil, nil, 2,
			"may be a fork's"},
		{"a commit of another branch", "side", "acme/central/ringfence.yml@%s", map[string]string{"ringfence.yml": "ceilings: []\n"}, nil, nil, 2,
			"not on the default branch"},
		{"a short commit", "main", "acme/central/ringfence.yml@%.39s", map[string]string{"ringfence.yml": "ceilings: []\n"}, nil, nil, 2,
			"40 hexadecimal digits"},
		{"a branch", "main", "acme/central/ringfence.yml@main", map[string]string{"ringfence.yml": "ceilings: []\n"}, nil, nil, 2,
			"40 hexadecimal digits"},
		{"a commit that is nowhere", "main", "acme/central/ringfence.yml@" + strings.Repeat("0", 40), map[string]string{"ringfence.yml": noGit},
			nil, nil, 2, "not found"},
		{"a repository that the token cannot see", "main", "acme/hidden/ringfence.yml@%s", map[string]string{"ringfence.yml": noGit}, nil, nil, 2,
			"org-checkout"},
		{"a file that is not there", "main", "acme/central/other.yml@%s", map[string]string{"ringfence.yml": noGit}, nil, nil, 2,
			"is not in the commit"},
		{"a link", "main", "acme/central/ringfence.yml@%s", map[string]string{"ringfence.yml": github.Link("other.yml"), "other.yml": noGit}, nil,
			nil, 2, "symbolic link"},
		{"a file that is too long", "main", "acme/central/ringfence.yml@%s", map[string]string{"ringfence.yml": long}, nil, nil, 2,
			"longer than is read"},
		{"a file that is none", "main", "acme/central/ringfence.yml@%s", map[string]string{"ringfence.yml": "::error::x: [\n"}, nil, nil, 2,
			"reading the organisation's file"},
		{"a way out of the repository", "main", "acme/central/../x.yml@%s", map[string]string{"ringfence.yml": noGit}, nil, nil, 2,
			"below the repository"},
		{"a token that may not read", "main", "acme/central/ringfence.yml@%s", map[string]string{"ringfence.yml": noGit}, without("contents"),
			nil, 2, "forbidden"},
		{"a limit that lasts", "main", "acme/central/ringfence.yml@%s", map[string]string{"ringfence.yml": noGit}, nil,
			func(h *github.Hub) { h.Limit(github.Limit{Times: 999, Lasts: time.Hour}) }, 3, "limited"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := hubbed(t)
			h.Beside("acme/central", "main", map[string]string{"README.md": "rules"})
			file := c.file
			if commit := h.Beside("acme/central", c.branch, c.texts); strings.Contains(file, "%") {
				file = fmt.Sprintf(file, commit)
			}
			if c.set != nil {
				c.set(h)
			}
			h.Push("change", "ann", "a change", map[string]string{"README.md": "x"})
			n := h.Open("change", "ann", "A change")
			may := granted(t, append([]string{"the organisation's file"}, toJudge...)...)
			if c.token != nil {
				may = c.token(may)
			}
			r := act(t, h, github.Event{Name: "pull_request", Action: "opened", Actor: "ann", Pull: n}, h.Token(robot, may), "INPUT_ORG="+file)
			if r.code != c.code || !strings.Contains(r.log, c.log) {
				t.Errorf("exit code %d, want %d and %q:\n%s", r.code, c.code, c.log, r.log)
			}
			if judged := r.Outputs()["passes"] != ""; judged != (c.code < 2) || judged != (len(h.Comments()) > 0) {
				t.Errorf("outputs %v, %d comments", r.Outputs(), len(h.Comments()))
			}
		})
	}
}

// Without a token nobody is asked, and an address is fetched although no service
// is: its digest says which file it has to be.
func TestActionReadsTheOrganisationsFileElsewhere(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(noGit)) }))
	defer server.Close()
	h := hubbed(t)
	commit := h.Beside("acme/central", "main", map[string]string{"ringfence.yml": noGit})
	h.Push("change", "ann", "a change", map[string]string{"README.md": "x"})
	event := github.Event{Name: "pull_request", Action: "opened", Actor: "ann", Pull: h.Open("change", "ann", "A change")}
	token := h.Token(robot, granted(t, toJudge...))
	for _, c := range []struct {
		token, file string
		code        int
		log         string
	}{
		{token, fmt.Sprintf("%s/ringfence.yml#sha256:%x", server.URL, sha256.Sum256([]byte(noGit))), 1, "ceiling"},
		{token, fmt.Sprintf("%s/ringfence.yml#sha256:%x", server.URL, sha256.Sum256([]byte("other"))), 2, "has the digest"},
		{"", "acme/central/ringfence.yml@" + commit, 2, "there is no token"},
	} {
		r := act(t, h, event, c.token, "INPUT_ORG="+c.file)
		if r.code != c.code || !strings.Contains(r.log, c.log) {
			t.Errorf("%s: exit code %d, want %d and %q:\n%s", c.file, r.code, c.code, c.log, r.log)
		}
	}
}
