package report

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// What a person sees who asks for nothing, per sample.
func TestBriefGolden(t *testing.T) {
	for name, r := range samples(t) {
		file := filepath.Join("testdata", "brief", name+".txt")
		got := shown(t, r, TextOptions{})
		if os.Getenv("UPDATE") != "" {
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s (-golden +got; UPDATE=1 rewrites):\n%s", name, diff)
		}
		fits(t, got)
	}
}

// fits fails where a text is more than a screen.
func fits(t testing.TB, text string) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) > Screen {
		t.Errorf("%d lines, and a screen has %d:\n%s", len(lines), Screen, text)
	}
	for _, line := range lines {
		if n := len([]rune(line)); n > Width {
			t.Errorf("a line of %d columns, and there are %d: %s", n, Width, line)
		}
	}
}

// Whatever a report holds, and whoever wrote it, the short form is a screen of plain text.
func TestTheShortFormFitsAScreen(t *testing.T) {
	words := strings.Repeat("as long as it may be ", 25)
	for _, words := range []string{words, strings.Repeat("x", 400), "\x1b]0;owned\x07\u202e\r\n::error::x"} {
		r := everything(t)
		first := r.Findings[0]
		for i := range 40 {
			f := first
			f.Check, f.Message, f.Where.File = fmt.Sprintf("%s%d", words, i), words, words
			r.Findings = append(r.Findings, f)
			r.Verdict.Because = append(r.Verdict.Because, verdict.Reason{Rule: "high-risk", Text: words, Findings: []int{0, 1}})
			r.Code.BlindSpots = append(r.Code.BlindSpots, BlindSpot{File: words, Line: i, Reason: words, Reached: true})
			r.Code.Capabilities = append(r.Code.Capabilities, CapabilityUse{Capability: catalog.Capability(words), Uses: 1, Privileged: 1})
			r.Config.Entries = append(r.Config.Entries, config.Outcome{Rule: "x", Check: "x", Line: 3, State: config.Expired, Text: words})
			r.Checks = append(r.Checks, Check{Name: words, State: string(checks.Failed), Why: words})
			r.Problems = append(r.Problems, Problem{Kind: "odd", Message: words})
		}
		r.Subject, r.Extension.ID, r.Verdict.Fails = words, words, []string{words, words}
		text := shown(t, r, TextOptions{})
		fits(t, text)
		for _, line := range strings.Split(text, "\n") {
			if !escape.IsPrintable(line, 1<<20) || strings.HasPrefix(strings.TrimSpace(line), "::") {
				t.Errorf("%q", line)
			}
		}
	}
}

// The step fits the verdict: each has its own, and where nothing is to be done it says so.
func TestTheNextStep(t *testing.T) {
	for _, c := range []struct {
		name string
		set  func(*Report)
		want string
	}{
		{"nothing to do", func(r *Report) { r.Verdict = verdict.Result{Category: verdict.Unrestricted} }, "nothing has to be done"},
		{"a policy", func(r *Report) { r.Verdict = verdict.Result{Category: verdict.Sandbox} }, "ringfence policy generate some/dir"},
		{"a package of npm has no folder", func(r *Report) {
			r.Subject, r.Verdict = "npm:x@1.0.0", verdict.Result{Category: verdict.Sandbox}
		}, "docs/guide/policy.md"},
		{"a quoted name", func(r *Report) {
			r.Subject, r.Verdict = "a b", verdict.Result{Category: verdict.Sandbox}
		}, "generate 'a b'"},
		{"rejected", func(r *Report) {
			r.Verdict = verdict.Result{Category: verdict.Reject, Because: []verdict.Reason{{Findings: []int{0}}}}
		}, "read src/a.ts:2:2; take it out if the code is yours, do not install it if not: ringfence scan some/dir --verbose"},
		{"rejected, somebody else's package", func(r *Report) {
			r.Extension.Source = extension.VSIX
			r.Verdict = verdict.Result{Category: verdict.Reject, Because: []verdict.Reason{{Findings: []int{0}}}}
		}, "do not install it before somebody has read src/a.ts:2"},
		{"incomplete", func(r *Report) { r.Verdict = verdict.Result{Category: verdict.Sandbox, Incomplete: true} }, "which code was not seen"},
		{"not built", func(r *Report) {
			r.Verdict, r.Problems = verdict.Result{Category: verdict.Sandbox, Incomplete: true}, nil
			r.Code.Basis, r.Code.BlindSpots = facts.Sources, []BlindSpot{{File: "dist/a.js", Reason: "dist/a.js was not built"}}
		}, "build it, and scan the package: ringfence build some/dir --out ../"},
		{"not built, and more was not seen", func(r *Report) {
			r.Verdict, r.Code.Basis, r.Problems = verdict.Result{Category: verdict.Sandbox, Incomplete: true}, facts.Sources, nil
			r.Code.BlindSpots = []BlindSpot{{File: "dist/a.js", Reason: "dist/a.js was not built"}, {File: "b.wasm", Reason: "WebAssembly"}}
		}, "which code was not seen"},
		{"a file that does not parse", func(r *Report) {
			r.Verdict, r.Problems = verdict.Result{Category: verdict.Sandbox, Incomplete: true}, nil
			r.Code.BlindSpots = []BlindSpot{{File: "lib.js", Line: 1, Reason: `Expected ";" but found "is"`}}
		}, "mend lib.js line 1, or do not ship the file; then: ringfence scan some/dir"},
	} {
		r := everything(t)
		r.Findings[0].Origin = &finding.Origin{File: "src/a.ts", Line: 2, Column: 2, InTree: true}
		c.set(r)
		words, command := r.next()
		if got := words + ": " + command; !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Several extensions end in a table: a line each, whatever they are called.
func TestSeveralEndInATable(t *testing.T) {
	r := everything(t)
	clean := everything(t)
	clean.Extension.ID, clean.Findings, clean.Verdict = "acme.clean", nil, verdict.Result{Category: verdict.Unrestricted}
	hostile := everything(t)
	hostile.Extension.ID = "\x1b[2J\n::error::" + strings.Repeat("x", 200)
	var b strings.Builder
	if err := WriteTable(&b, []*Report{r, clean, hostile}, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	want := `extension                                 verdict                     critical  high  medium  low
acme.toy 1.2.3                            SANDBOX, needs review              1     1       1    -
acme.clean 1.2.3                          UNRESTRICTED                       -     -       -    -
\x1b[2J\n::error::xxxxxxxxxxxxxxxxxxxxx…  SANDBOX, needs review              1     1       1    -
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
	fits(t, b.String())
}
