package house

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A skip that names a target names one that exists, and one for -short says so:
// internal/testkit/tally tells by these words what was left out on purpose.
func TestSkipsSayWhy(t *testing.T) {
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	target := regexp.MustCompile(`Skipf?\("make ([a-z-]+): `)
	short := regexp.MustCompile(`testing\.Short\(\)[^\n]*\{\n\s*t\.Skipf?\("([^"]*)`)
	transcript := regexp.MustCompile(`(?m)^\[short\] skip (.*)$`)
	stays := regexp.MustCompile(`^'short: [^;']+; ([a-z_]+\.txtar) stays'$`)
	targets, shorts := 0, 0
	for _, name := range tracked(t) {
		if strings.HasSuffix(name, ".txtar") {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range transcript.FindAllSubmatch(data, -1) {
				shorts++
				other := stays.FindSubmatch(m[1])
				if other == nil {
					t.Errorf("%s: a skip under -short is \"'short: why; OTHER.txtar stays'\", not %q", name, m[1])
					continue
				}
				// The folder is the verb's, and another verb's may stand for it.
				there, err := filepath.Glob(path.Join(path.Dir(name), "..", "*", string(other[1])))
				if err != nil || len(there) != 1 {
					t.Errorf("%s: %s is %d files (%v)", name, other[1], len(there), err)
					continue
				}
				if data, err := os.ReadFile(there[0]); err != nil || transcript.Match(data) {
					t.Errorf("%s: %s does not stay under -short (%v)", name, other[1], err)
				}
			}
		}
		if !strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "internal/esbuild/") ||
			strings.HasPrefix(name, "internal/testkit/tally/") {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range target.FindAllSubmatch(data, -1) {
			targets++
			if !strings.Contains(string(makefile), "\n"+string(m[1])+":") {
				t.Errorf("%s: there is no target %q", name, m[1])
			}
		}
		for _, m := range short.FindAllSubmatch(data, -1) {
			shorts++
			if why := string(m[1]); !strings.HasPrefix(why, "short: ") && !strings.HasPrefix(why, "make ") {
				t.Errorf("%s: a skip under -short begins with \"short: \", not %q", name, why)
			}
		}
	}
	if targets < 8 || shorts < 50 {
		t.Errorf("only %d skips for a target and %d for -short: this test does not see them", targets, shorts)
	}
}
