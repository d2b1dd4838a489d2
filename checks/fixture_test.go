package checks

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

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supply"
	"github.com/ringfence-dev/ringfence/internal/update"
)

// Every folder below testdata/<check> is a small extension. A line with a
// finding says so: `// want "regexp"` in JavaScript, `"// want": "regexp"` in
// JSON; one about a file as a whole stands in package.json, "// want of
// media/a.png". The folder ok is the benign twin: it has the same shape, wants nothing
// and must get nothing.
func TestFixtures(t *testing.T) {
	for _, c := range All() {
		for _, dir := range glob(t, filepath.Join("testdata", c.Name, "*")) {
			t.Run(c.Name+"/"+filepath.Base(dir), func(t *testing.T) {
				for _, problem := range badFixture(t, c, dir) {
					t.Error(problem)
				}
			})
		}
	}
}

// Nothing of one check's fixtures may surprise with a different result the
// second time.
func TestFixturesTwice(t *testing.T) {
	for _, c := range All() {
		dir := filepath.Join("testdata", c.Name, "bad")
		if diff := cmp.Diff(findingsOf(t, c, dir), findingsOf(t, c, dir)); diff != "" {
			t.Errorf("%s: two runs differ:\n%s", c.Name, diff)
		}
	}
}

func findingsOf(t *testing.T, c Check, dir string) []finding.Finding {
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
	in, err := Gather(t.Context(), ext, program, false)
	if err != nil {
		t.Fatal(err)
	}
	in.World, in.Base = world(t, dir), before(t, ext, baseOf(dir))
	r := runChecks(t, []Check{c}, in)[0]
	for _, f := range r.Findings {
		if err := f.Validate(); err != nil {
			t.Errorf("%+v: %v", f, err)
		}
	}
	return r.Findings
}

// world is what the services say in a fixture: its services.json, if it has one.
func world(t *testing.T, dir string) *supply.World {
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
	w := &supply.World{}
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

// before is the release before an extension, or nil where there is no folder.
func before(t *testing.T, ext *extension.Extension, dir string) *Base {
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
	return &Base{Change: update.Compare(update.Of(old), ext), Power: PowerOf(catalog.Default(), program)}
}

type want struct {
	place   string
	pattern string
}

var (
	wantJS   = regexp.MustCompile(`// want ((?:"(?:[^"\\]|\\.)*"\s*)+)$`)
	wantJSON = regexp.MustCompile(`"// want(?: of ([^"]*)|[^"]*)": ("(?:[^"\\]|\\.)*")`)
	quoted   = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
)

func wantsOf(t *testing.T, dir string) []want {
	t.Helper()
	var out []want
	for _, file := range slices.Concat(glob(t, filepath.Join(dir, "*.js*")), glob(t, filepath.Join(dir, ".env*")), glob(t, filepath.Join(dir, "node_modules", "*", "package.json"))) {
		n := 0
		for line := range strings.Lines(string(read(t, file))) {
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
				out = append(out, want{at, p})
			}
			for _, m := range wantJS.FindAllStringSubmatch(line, -1) {
				for _, q := range quoted.FindAllString(m[1], -1) {
					p, err := strconv.Unquote(q)
					if err != nil {
						t.Fatalf("%s: %v", place, err)
					}
					out = append(out, want{place, p})
				}
			}
		}
	}
	return out
}

// compare says what is wanted and not found, and what is found unasked.
func compare(t *testing.T, wants []want, got []finding.Finding) []string {
	t.Helper()
	var out []string
	used := make([]bool, len(got))
next:
	for _, w := range wants {
		re, err := regexp.Compile(w.pattern)
		if err != nil {
			t.Fatalf("%s: %v", w.place, err)
		}
		for i, f := range got {
			if !used[i] && fmt.Sprintf("%s:%d", f.Where.File, f.Where.Line) == w.place && re.MatchString(f.Message) {
				used[i] = true
				continue next
			}
		}
		out = append(out, fmt.Sprintf("%s: no finding matches %q", w.place, w.pattern))
	}
	for i, f := range got {
		if !used[i] {
			out = append(out, fmt.Sprintf("%s:%d:%d: unexpected finding: %s", f.Where.File, f.Where.Line, f.Where.Column, f.Message))
		}
	}
	return out
}
