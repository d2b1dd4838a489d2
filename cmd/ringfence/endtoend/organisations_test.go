package endtoend

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	shownFile    = regexp.MustCompile("(?ms)^```[a-z]+ ([a-z/]+\\.[a-z]+)\n(.*?)^```$")
	shownConsole = regexp.MustCompile("(?ms)^```console\n(.*?)^```$")
)

// TestTheWalkThroughOfOrganisations writes the files that the page shows, runs its
// commands in their order and compares what they print; UPDATE=1 writes that into
// the page.
func TestTheWalkThroughOfOrganisations(t *testing.T) {
	name := filepath.Join(docs(t), "guide", "organisations.md")
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	files := shownFile.FindAllSubmatch(page, -1)
	for _, m := range files {
		file := filepath.Join(dir, filepath.FromSlash(string(m[1])))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o750), os.WriteFile(file, m[2], 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	commands := 0
	ran := shownConsole.ReplaceAllFunc(page, func(block []byte) []byte {
		var b strings.Builder
		b.WriteString("```console\n")
		for line := range strings.SplitSeq(string(shownConsole.FindSubmatch(block)[1]), "\n") {
			command, ok := strings.CutPrefix(line, "$ ")
			if !ok {
				continue
			}
			commands++
			cmd := exec.CommandContext(t.Context(), "sh", "-c", command)
			cmd.Dir = dir
			var out bytes.Buffer
			cmd.Stdout = &out
			// Some answers are no; a usage error says so on stderr, and nothing here.
			_ = cmd.Run()
			b.WriteString(line + "\n" + out.String())
		}
		return []byte(b.String() + "```")
	})
	if len(files) < 6 || commands < 8 {
		t.Fatalf("%d files and %d commands: this test does not see the walk-through", len(files), commands)
	}
	if bytes.Equal(ran, page) {
		return
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(name, ran, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("the page shows something else; UPDATE=1 rewrites it (-page +ran):\n%s", cmp.Diff(string(page), string(ran)))
}
