package report

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// drawn is an excerpt with its caret below, as people see it.
func drawn(x *finding.Excerpt) string {
	switch {
	case x == nil:
		return ""
	case x.From == x.To:
		return x.Text
	}
	return x.Text + "\n" + caret(*x)
}

func TestExcerptsShowThePlace(t *testing.T) {
	long := strings.Repeat("a();", 5000)
	for name, c := range map[string]struct {
		text  string
		where finding.Location
		want  string
	}{
		"a call": {"x\n  cp.exec(line);\n", finding.Location{Line: 2, Column: 3}, "cp.exec(line);\n^^^^^^^"},
		"a region": {"x\n  cp.exec(line);\n", finding.Location{Line: 2, Column: 3, EndLine: 2, EndColumn: 16},
			"cp.exec(line);\n^^^^^^^^^^^^^"},
		"a region of lines":  {"f(\n1);", finding.Location{Line: 1, Column: 1, EndLine: 2, EndColumn: 2}, "f(\n^^"},
		"a text":             {`{"a": ["*"]}`, finding.Location{Line: 1, Column: 8}, "{\"a\": [\"*\"]}\n       ^^^"},
		"a line":             {"x\n\t\tfoo();  \n", finding.Location{Line: 2}, "foo();"},
		"behind a tab":       {"if (x)\tf(y)", finding.Location{Line: 1, Column: 8}, "if (x) f(y)\n       ^"},
		"Windows' line ends": {"a\r\nb()\r\nc", finding.Location{Line: 2, Column: 1}, "b()\n^"},
		"old Macs'":          {"a\rb()\rc", finding.Location{Line: 2, Column: 1}, "b()\n^"},
		"JavaScript's":       {"a\u2028b()", finding.Location{Line: 2, Column: 1}, "b()\n^"},
		"behind emoji":       {"'😀';f()", finding.Location{Line: 1, Column: 6}, "'😀';f()\n    ^"},
		"in a long line": {long + "evil()" + long, finding.Location{Line: 1, Column: 20001},
			"…;" + strings.Repeat("a();", 12) + "evil()" + strings.Repeat("a();", 11) + "a()…\n" + strings.Repeat(" ", 50) + "^^^^"},
		"a long region": {"f(" + strings.Repeat("x", 500) + ")", finding.Location{Line: 1, Column: 1, EndLine: 1, EndColumn: 503},
			"f(" + strings.Repeat("x", 37) + "…\n" + strings.Repeat("^", 40)},
		"hostile text": {"\x1b[31m\u202ef(x)\x07", finding.Location{Line: 1, Column: 7},
			`\x1b[31m\u202ef(x)\x07` + "\n" + strings.Repeat(" ", 14) + "^"},
		"broken text":        {"\xff\xfef(x)", finding.Location{Line: 1, Column: 3}, `\xff\xfef(x)` + "\n" + strings.Repeat(" ", 8) + "^"},
		"past the line":      {"ab\ncd", finding.Location{Line: 1, Column: 50}, "ab"},
		"past the file":      {"ab\ncd", finding.Location{Line: 9, Column: 1}, ""},
		"an empty line":      {"ab\n\ncd", finding.Location{Line: 2, Column: 1}, ""},
		"the last character": {"ab\ncd;", finding.Location{Line: 2, Column: 3}, "cd;\n  ^"},
	} {
		s := scanner{text: c.text, script: true, line: 1, column: 1}
		x := s.excerpt(c.where)
		if diff := cmp.Diff(c.want, drawn(x)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if x != nil {
			if err := x.Validate(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// Several findings of a file, in any order, beside what has to stay silent.
func TestExcerptsOfFindings(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"package.json": "{\"name\": \"x\", \"displayName\": \"a\u2028b\", \"publisher\": \"p\", \"version\": \"1.0.0\",\n" +
			" \"engines\": {\"vscode\": \"*\"}}",
		"out/a.js":      "one();two();\nthree();\n",
		"src/a.ts":      "declare;\n  launch(it);\n",
		".vscodeignore": "src/**",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e, err := extension.Load(t.Context(), dir, extension.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	js := func(check string, line, column int, o *finding.Origin) finding.Finding {
		return finding.Finding{Check: check, Where: at("out/a.js", line, column), Origin: o}
	}
	fs := []finding.Finding{
		js("a", 2, 1, nil), js("a", 1, 7, nil), js("a", 1, 1, nil),
		js("secret", 1, 1, nil),
		js("a", 1, 1, &finding.Origin{File: "src/a.ts", Line: 2, Column: 3, InTree: true}),
		js("a", 1, 1, &finding.Origin{File: "src/a.ts", Line: 2, Column: 3}),
		{Check: "a", Where: at("package.json", 2, 2)}, {Check: "a"}, {Check: "a", Where: at("gone.js", 1, 1)},
	}
	excerpts(e, nil, fs, map[string]bool{"secret": true}, nil)
	var got []string
	for _, f := range fs {
		got = append(got, drawn(f.Excerpt))
	}
	want := []string{
		"three();\n^^^^^", "one();two();\n      ^^^", "one();two();\n^^^", "", "launch(it);\n^^^^^^", "one();two();\n^^^",
		"\"engines\": {\"vscode\": \"*\"}}\n^^^^^^^^^", "", "",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What the layer of secrets finds is never repeated, nor what a check asks to
// redact; the mirror is the same finding of another check.
func TestNoExcerptOfASecret(t *testing.T) {
	for name, c := range map[string]struct {
		module finding.Module
		redact bool
		want   bool
	}{"a secret": {finding.SecretsModule, false, false}, "a key in the code": {finding.CodeModule, true, false},
		"a call": {finding.CodeModule, false, true}} {
		result := listed(c.module, finding.Finding{
			Check: "code_x", Intent: finding.Vulnerable, Confidence: finding.Likely, Message: "m", Where: at("package.json", 7, 24),
		})
		result.Check.Redact = c.redact
		if got := judged(t, "", result).Findings[0].Excerpt; (got != nil) != c.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// A file can be one line, and a thousand findings can be in it: each looks at
// what it shows and no further.
func TestAnExcerptOfALongLineIsCheap(t *testing.T) {
	s := scanner{text: strings.Repeat("ab\t", 1<<20), script: true, line: 1, column: 1}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range 100 {
		if s.excerpt(finding.Location{Line: 1, Column: 1 + 20_000*i}) == nil {
			t.Fatal("there is no excerpt")
		}
	}
	runtime.ReadMemStats(&after)
	if spent := after.TotalAlloc - before.TotalAlloc; spent > 2<<20 {
		t.Errorf("100 excerpts take %d bytes", spent)
	}
}

func FuzzExcerpt(f *testing.F) {
	f.Add("a\r\n\tb()\u2028\xff😀", 2, 2, 2, 4)
	f.Add(strings.Repeat("\u202e", 100), 1, 40, 0, 0)
	f.Fuzz(func(t *testing.T, text string, line, column, endLine, endColumn int) {
		l := finding.Location{File: "a.js", Line: line, Column: column, EndLine: endLine, EndColumn: endColumn}
		if l.Validate() != nil || line < 1 {
			return
		}
		for _, script := range []bool{true, false} {
			s := scanner{text: text, script: script, line: 1, column: 1}
			if x := s.excerpt(l); x != nil {
				if err := x.Validate(); err != nil {
					t.Fatalf("%+v: %v", x, err)
				}
			}
		}
	})
}
