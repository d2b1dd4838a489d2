package config

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

func found(file, message string, i finding.Intent) finding.Finding {
	return finding.Finding{
		Check: "code_dynamic_eval", Severity: finding.High, Intent: i, Message: message, Where: finding.Location{File: file, Line: 1},
	}
}

func looked(string) bool { return true }

// Each case is one entry over one finding, with its mirror beside it.
func TestWhatAnEntryAnswers(t *testing.T) {
	mine := found("dist/a.js", "runs text as code: f(x)", finding.Vulnerable)
	evil := found("dist/a.js", "runs text as code: f(x)", finding.Malicious)
	entry := func(change func(*Entry)) Entry {
		e := Entry{Kind: Ignore, Check: mine.Check, Reason: "known"}
		change(&e)
		return e
	}
	shown, shownEvil, explained := mine, evil, mine
	shown.Origin = &finding.Origin{File: "src/a.ts", Line: 3, Column: 1, InTree: true}
	shownEvil.Origin = shown.Origin
	explained.Origin = &finding.Origin{File: "src/a.ts", Line: 3, Column: 1}
	for _, c := range []struct {
		name     string
		e        Entry
		f        finding.Finding
		answered bool
		state    State
	}{
		{"the check", entry(func(*Entry) {}), mine, true, Applied},
		{"another check", entry(func(e *Entry) { e.Check = "manifest_activation" }), mine, false, Unused},
		{"the file", entry(func(e *Entry) { e.Path = "dist/*.js" }), mine, true, Applied},
		{"another file", entry(func(e *Entry) { e.Path = "out/*.js" }), mine, false, Unused},
		{"the source", entry(func(e *Entry) { e.Path = "src/**" }), shown, true, Applied},
		{"the file that ships, of one that is shown in its source", entry(func(e *Entry) { e.Path = "dist/*.js" }), shown, true, Applied},
		{"a source that only a map names", entry(func(e *Entry) { e.Path = "src/**" }), explained, false, Unused},
		{"malice is signed off where it ships",
			entry(func(e *Entry) { e.Kind, e.Path, e.Until, e.SignedOffBy = Exception, "dist/a.js", "2027-02-01", "Jo" }), shownEvil, true, Applied},
		{"and not by its source", entry(func(e *Entry) { e.Kind, e.Path, e.Until, e.SignedOffBy = Exception, "src/a.ts", "2027-02-01", "Jo" }),
			shownEvil, false, Unused},
		{"the message", entry(func(e *Entry) { e.Message = "f(x)" }), mine, true, Applied},
		{"another message", entry(func(e *Entry) { e.Message = "f(y)" }), mine, false, Unused},
		{"on its last day", entry(func(e *Entry) { e.Until = "2027-01-31" }), mine, true, Applied},
		{"the day after", entry(func(e *Entry) { e.Until = "2027-01-30" }), mine, false, Expired},
		{"malice is not ignored", entry(func(*Entry) {}), evil, false, Refused},
		{"malice is signed off", entry(func(e *Entry) { e.Kind, e.Until, e.SignedOffBy = Exception, "2027-02-01", "Jo" }), evil, true, Applied},
		{"until a day", entry(func(e *Entry) { e.Kind, e.Until, e.SignedOffBy = Exception, "2027-01-01", "Jo" }), evil, false, Expired},
		{"anything can be signed off", entry(func(e *Entry) { e.Kind, e.Until, e.SignedOffBy = Exception, "2027-02-01", "Jo" }), mine, true,
			Applied},
	} {
		cfg := Config{Entries: []Entry{c.e}}
		before := []finding.Finding{c.f}
		got, outcomes := cfg.Apply(before, Day{Today: "2027-01-31", Looked: looked})
		if (got[0].Suppressed != nil) != c.answered || outcomes[0].State != c.state || outcomes[0].Text == "" {
			t.Errorf("%s: %+v, %+v", c.name, got[0].Suppressed, outcomes[0])
		}
		if before[0].Suppressed != nil {
			t.Errorf("%s: the findings that came in were changed", c.name)
		}
		// Nobody knows the day: what has a last one is over.
		got, _ = cfg.Apply(before, Day{Looked: looked})
		if (got[0].Suppressed != nil) != (c.answered && c.e.Until == "") {
			t.Errorf("%s without a day: %+v", c.name, got[0].Suppressed)
		}
	}
}

func TestAnEntryOfACheckThatDidNotLookIsNotUnused(t *testing.T) {
	cfg := Config{Entries: []Entry{{Kind: Ignore, Check: "code_dynamic_eval", Reason: "x"}}}
	for _, l := range []func(string) bool{nil, func(string) bool { return false }} {
		if _, o := cfg.Apply(nil, Day{Today: "2027-01-31", Looked: l}); o[0].State != Unchecked {
			t.Errorf("%+v", o[0])
		}
	}
}

func TestTheFirstEntryAnswers(t *testing.T) {
	cfg := Config{Entries: []Entry{
		{Kind: Severity, Check: "code_dynamic_eval", Level: finding.Low, Reason: "r"},
		{Kind: Ignore, Check: "code_dynamic_eval", Path: "a.js", Reason: "first"},
		{Kind: Ignore, Index: 1, Check: "code_dynamic_eval", Reason: "second", Until: "2027-05-01"},
	}}
	got, outcomes := cfg.Apply([]finding.Finding{
		found("a.js", "x", finding.Vulnerable), found("b.js", "x", finding.Vulnerable), found("b.js", "x", finding.Malicious),
	}, Day{Today: "2027-01-31", Looked: looked})
	a, b, evil := found("a.js", "x", finding.Vulnerable), found("b.js", "x", finding.Vulnerable), found("b.js", "x", finding.Malicious)
	a.Severity, b.Severity = finding.Low, finding.Low
	a.Suppressed = &finding.Suppression{Reason: "first", Rule: "ignore[0]"}
	b.Suppressed = &finding.Suppression{Reason: "second", Until: "2027-05-01", Rule: "ignore[1]"}
	if diff := cmp.Diff([]finding.Finding{a, b, evil}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	want := []Outcome{
		{
			"severity[0]",
			0,
			"code_dynamic_eval",
			Applied,
			2,
			1,
			"it rates 2 findings low, and not 1 that may be malicious: those take an entry of exceptions",
		},
		{"ignore[0]", 0, "code_dynamic_eval", Applied, 1, 0, "it answers 1 finding"},
		{
			"ignore[1]",
			0,
			"code_dynamic_eval",
			Applied,
			2,
			1,
			"it answers 2 findings, and not 1 that may be malicious: those take an entry of exceptions",
		},
	}
	if diff := cmp.Diff(want, outcomes); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{
		{"dist/a.js", "dist/a.js", true}, {"dist/a.js", "dist/axjs", false}, {"a.js", "dist/a.js", false},
		{"dist/*.js", "dist/a.js", true}, {"dist/*.js", "dist/x/a.js", false}, {"*", "a.js", true}, {"*", "dist/a.js", false},
		{"dist/**", "dist/x/y.js", true}, {"dist/**", "distance/x", false}, {"dist/", "dist/x/y.js", true}, {"dist/", "dist", false},
		{"**/a.js", "a.js", true}, {"**/a.js", "x/y/a.js", true}, {"**/a.js", "x/ba.js", false}, {"**", "anything/at/all", true},
		{"a/**/b", "a/b", true}, {"a/**/b", "a/x/y/b", true}, {"a/**/b", "a/xb", false},
		{"?.js", "a.js", true}, {"?.js", "ab.js", false}, {"?.js", "/.js", false},
		{"a[b].js", "a[b].js", true}, {"a[b].js", "ab.js", false}, {"(x|y)$", "x", false}, {"a.js", "a.js\n", false},
		{"**/**/**/**/**/**/**/**/**/x", "a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/y", false},
	} {
		if got := pattern(c.pattern).MatchString(c.path); got != c.want {
			t.Errorf("%q over %q: %t", c.pattern, c.path, got)
		}
	}
}
