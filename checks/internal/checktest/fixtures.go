package checktest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/releasediff"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// FindingsOf runs a check over a fixture: with what its services.json says the
// services know, and beside the release before where there is one.
func FindingsOf(t *testing.T, c check.Check, dir string) []finding.Finding {
	t.Helper()
	ext, err := extension.LoadAs(t.Context(), dir, extension.Directory, extension.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer ext.Close()
	// The fixtures are ours, so that no child process need stand between.
	program, err := facts.Analyze(t.Context(), ext, facts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	in, err := check.Gather(t.Context(), ext, program, false)
	if err != nil {
		t.Fatal(err)
	}
	in.Answers, in.Base = Answers(t, dir), Before(t, ext, baseOf(dir))
	r := Run(t, []check.Check{c}, in)[0]
	for _, f := range r.Findings {
		if err := f.Validate(); err != nil {
			t.Errorf("%+v: %v", f, err)
		}
	}
	return r.Findings
}

// Answers is what the services say in a fixture: its services.json, if it has one.
func Answers(t *testing.T, dir string) *supplychain.Answers {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "services.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	w := &supplychain.Answers{}
	if err := d.Decode(w); err != nil {
		t.Fatalf("%s: %v", dir, err)
	}
	return w
}

// baseOf is where the release before a fixture is: testdata/releases has one for
// all fixtures of a check.
func baseOf(dir string) string {
	check := filepath.Dir(filepath.Clean(dir))
	return filepath.Join(filepath.Dir(check), "releases", filepath.Base(check))
}

// Before is the release before an extension, or nil where there is no folder.
func Before(t *testing.T, ext *extension.Extension, dir string) *check.Base {
	t.Helper()
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	old, err := extension.LoadAs(t.Context(), dir, extension.Directory, extension.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	program, err := facts.Analyze(t.Context(), old, facts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &check.Base{Change: releasediff.Compare(releasediff.Of(old), ext), Power: uses.PowerOf(catalog.Default(), program)}
}

// Want is a finding that a fixture asks for: where, and what its message matches.
type Want struct {
	Place   string
	Pattern string
}

var (
	wantJS   = regexp.MustCompile(`// want ((?:"(?:[^"\\]|\\.)*"\s*)+)$`)
	wantJSON = regexp.MustCompile(`"// want(?: of ([^"]*)|[^"]*)": ("(?:[^"\\]|\\.)*")`)
	quoted   = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
)

// WantsOf reads what a fixture wants. Every folder below testdata/NAME is a small
// extension. A line with a finding says so: `// want "regexp"` in JavaScript,
// `"// want": "regexp"` in JSON; one about a file as a whole stands in package.json,
// "// want of media/a.png". The folder ok is the benign twin: it has the same shape,
// wants nothing and must get nothing.
func WantsOf(t *testing.T, dir string) []Want {
	t.Helper()
	var out []Want
	for _, file := range slices.Concat(Glob(t, filepath.Join(dir, "*.js*")), Glob(t, filepath.Join(dir, ".env*")),
		Glob(t, filepath.Join(dir, "node_modules", "*", "package.json"))) {
		n := 0
		for line := range strings.Lines(string(Read(t, file))) {
			n++
			line = strings.TrimSpace(line)
			name, err := filepath.Rel(dir, file)
			if err != nil {
				t.Fatal(err)
			}
			place := fmt.Sprintf("%s:%d", filepath.ToSlash(name), n)
			for _, m := range wantJSON.FindAllStringSubmatch(line, -1) {
				var p string
				if err := json.Unmarshal([]byte(m[2]), &p); err != nil {
					t.Fatalf("%s: %v", place, err)
				}
				at := place
				if m[1] != "" && !strings.Contains(m[1], ":") {
					at = m[1] + ":0"
				} else if m[1] != "" {
					at = m[1]
				}
				out = append(out, Want{at, p})
			}
			for _, m := range wantJS.FindAllStringSubmatch(line, -1) {
				for _, q := range quoted.FindAllString(m[1], -1) {
					p, err := strconv.Unquote(q)
					if err != nil {
						t.Fatalf("%s: %v", place, err)
					}
					out = append(out, Want{place, p})
				}
			}
		}
	}
	return out
}

// Compare says what is wanted and not found, and what is found unasked.
func Compare(t *testing.T, wants []Want, got []finding.Finding) []string {
	t.Helper()
	var out []string
	used := make([]bool, len(got))
next:
	for _, w := range wants {
		re, err := regexp.Compile(w.Pattern)
		if err != nil {
			t.Fatalf("%s: %v", w.Place, err)
		}
		for i, f := range got {
			if !used[i] && fmt.Sprintf("%s:%d", f.Where.File, f.Where.Line) == w.Place && re.MatchString(f.Message) {
				used[i] = true
				continue next
			}
		}
		out = append(out, fmt.Sprintf("%s: no finding matches %q", w.Place, w.Pattern))
	}
	for i, f := range got {
		if !used[i] {
			out = append(out, fmt.Sprintf("%s:%d:%d: unexpected finding: %s", f.Where.File, f.Where.Line, f.Where.Column, f.Message))
		}
	}
	return out
}
