package house

import (
	"bytes"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// example is a command of the README with the output below it.
var example = regexp.MustCompile("(?m)^```console\n\\$ (go run [^\n]+)\n((?s:.*?))```$")

// What the README shows is what the command prints. UPDATE=1 pastes it.
func TestReadmeShowsWhatIsPrinted(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	found := example.FindAllSubmatchIndex(readme, -1)
	if len(found) == 0 {
		t.Fatal("the README shows no command")
	}
	var updated bytes.Buffer
	last := 0
	for _, at := range found {
		command, shown := string(readme[at[2]:at[3]]), string(readme[at[4]:at[5]])
		args := strings.Fields(command)
		cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		printed, err := cmd.Output()
		if err != nil {
			if os.Getenv("CI") == "true" {
				t.Fatalf("%s: %v\n%s", command, err, stderr.String())
			}
			t.Skipf("%s could not run: %v\n%s", command, err, stderr.String())
		}
		updated.Write(readme[last:at[4]])
		updated.Write(printed)
		last = at[5]
		if os.Getenv("UPDATE") == "" {
			if diff := cmp.Diff(string(printed), shown); diff != "" {
				t.Errorf("%s prints something else; UPDATE=1 go test ./internal/house pastes it (-printed +README):\n%s", command, diff)
			}
		}
	}
	updated.Write(readme[last:])
	// Unchanged it is not written: the walks of cmd/ringfence may have done so since.
	if os.Getenv("UPDATE") != "" && !bytes.Equal(updated.Bytes(), readme) {
		if err := os.WriteFile("README.md", updated.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

var (
	link    = regexp.MustCompile(`\]\(([^)\s#]*)(#[^)\s]*)?\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	notSlug = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// Links between our pages lead somewhere.
func TestLinks(t *testing.T) {
	for _, name := range tracked(t) {
		// Pages for people; those below internal are fixtures.
		if path.Ext(name) != ".md" || strings.HasPrefix(name, "internal/") || strings.Contains("/"+name, "/testdata/") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			target, anchor := m[1], strings.TrimPrefix(m[2], "#")
			if strings.Contains(target, ":") {
				continue
			}
			file := name
			if target != "" {
				file = path.Join(path.Dir(name), target)
			}
			there, err := os.ReadFile(filepath.FromSlash(file))
			if err != nil {
				t.Errorf("%s links to %s: %v", name, m[1], err)
				continue
			}
			if anchor != "" && !hasAnchor(string(there), anchor) {
				t.Errorf("%s links to %s#%s, and there is no such heading", name, target, anchor)
			}
		}
	}
}

func hasAnchor(text, anchor string) bool {
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		slug := strings.ReplaceAll(notSlug.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")
		if slug == anchor {
			return true
		}
	}
	return false
}
