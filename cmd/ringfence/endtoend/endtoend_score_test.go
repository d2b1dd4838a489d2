package endtoend

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/githubaction"
	"github.com/ringfence-dev/ringfence/internal/testkit/github"
)

// What the action installed scores the checkout, without the token; the layer looks,
// or says why not, and a run that requires it fails then.
func TestActionScoresTheCheckout(t *testing.T) {
	const result = `{"repo": {"name": "checkout"}, "score": 2.5, "checks": [{"name": "License", "score": 0}]}`
	for _, c := range []struct {
		name, script string
		inputs       []string
		code         int
		// report and log are what has to be there.
		report, log string
	}{
		{"scored", "test -f \"$2/package.json\" && test \"$1\" = -offline && test -z \"$(env | grep -i token)\" && echo '" + result + "'",
			[]string{"INPUT_REQUIRE=scorecard"}, 0, "has an OpenSSF Scorecard of 2.5 of 10", "passes"},
		{"not asked for", "", nil, 0, "", "passes"},
		{"not asked for and required", "", []string{"INPUT_REQUIRE=scorecard"}, 1, "", "fails    layers"},
		{"it fails", "echo '::error::no network' >&2; exit 3", nil, 0, "ringfence-scorecard gave no score: exit status 3: ::error::no network",
			"the repository was not scored"},
		{"it fails and is required", "exit 3", []string{"INPUT_REQUIRE=scorecard"}, 1, "ringfence-scorecard gave no score", "fails    layers"},
		{"it never ends its answer", "yes '" + result + "'", nil, 0, "it says more than", "the repository was not scored"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := hubbed(t)
			h.Push("change", "ann", "a change", map[string]string{"README.md": "x"})
			event := github.Event{Name: "pull_request", Action: "opened", Actor: "ann", Pull: h.Open("change", "ann", "A change")}
			inputs := append([]string{"INPUT_SARIF=false"}, c.inputs...)
			if c.script != "" {
				program := filepath.Join(t.TempDir(), "ringfence-scorecard")
				if err := os.WriteFile(program, []byte("#!/bin/sh\n"+c.script+"\n"), 0o700); err != nil { //nolint:gosec // it is run
					t.Fatal(err)
				}
				inputs = append(inputs, githubaction.ScorecardVariable+"="+program)
			}
			r := act(t, h, event, h.Token(robot, granted(t, toJudge...)), inputs...)
			if r.code != c.code || !strings.Contains(r.log, c.log) {
				t.Errorf("exit code %d, want %d and %q:\n%s", r.code, c.code, c.log, r.log)
			}
			data, err := os.ReadFile(r.Outputs()["report"])
			if err != nil || !strings.Contains(string(data), c.report) {
				t.Errorf("the report lacks %q: %v\n%s", c.report, err, data)
			}
			if strings.Contains(r.log, "\n::error::no network") {
				t.Errorf("what it says speaks to the runner:\n%s", r.log)
			}
		})
	}
}
