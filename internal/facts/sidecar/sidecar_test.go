package sidecar_test

import (
	"encoding/base64"
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/facts/sidecar"
)

// apply makes edits as the loader does.
func apply(text string, edits []sidecar.Edit) string {
	units := utf16.Encode([]rune(text))
	for i := len(edits) - 1; i >= 0; i-- {
		e := edits[i]
		units = append(units[:e.Offset:e.Offset], append(utf16.Encode([]rune(e.Text)), units[e.Offset+e.Length:]...)...)
	}
	return string(utf16.Decode(units))
}

func TestImportCallsAreReplacedAndNothingElse(t *testing.T) {
	becomes(t, map[string]string{
		"import('x')":                      "__ringfence_import('x')",
		"'import(x)'; import (y)":          "'import(x)'; __ringfence_import (y)",
		"\uFEFF/* é 😀 */import(import(x))": "\uFEFF/* é 😀 */__ringfence_import(__ringfence_import(x))",
		"import.source('a.wasm')":          "__ringfence_import.source('a.wasm')",
		"a.import(x)":                      "a.import(x)",
		"#!/usr/bin/env node\nimport(x)":   "#!/usr/bin/env node\n__ringfence_import(x)",
	})
}

// becomes holds that texts become others by their edits, which Check takes.
func becomes(t *testing.T, texts map[string]string) {
	t.Helper()
	for text, want := range texts {
		f, err := sidecar.Read("a.js", text, sidecar.Never)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := apply(text, f.Edits); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
		if err := f.Check(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestFreeNamesAreSorted(t *testing.T) {
	const text = "'use strict'; process.exit(b); const c = d; with_(eval(c)); process"
	f, err := sidecar.Read("a.js", text, sidecar.Never)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"b", "d", "eval", "process", "with_"} {
		if !strings.Contains(" "+strings.Join(f.Free, " ")+" ", " "+want+" ") {
			t.Errorf("%s is not among %v", want, f.Free)
		}
	}
	if !f.Strict || !f.Eval || f.With || f.ESM {
		t.Errorf("%+v", f)
	}
	if err := f.Check(text); err != nil {
		t.Error(err)
	}
}

// A file of which one function has a with statement runs, and that statement does not.
func TestWithStatementsThrowWhereTheyStand(t *testing.T) {
	const without = "for(__ringfence_with();;)while"
	for text, want := range map[string]string{
		"with (a) eval(x)": without + " (a) eval(x)",
		"exports.f = function() { if (b) with(this) eval(c); else d() }": "" +
			"exports.f = function() { if (b) " + without + "(this) eval(c); else d() }",
		"with(a)with(b){ c }":             without + "(a)" + without + "(b){ c }",
		"a.with(b); 'with (a)'; with_(c)": "a.with(b); 'with (a)'; with_(c)",
	} {
		f, err := sidecar.Read("a.js", text, sidecar.Never)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := apply(text, f.Edits); got != want || f.Direct {
			t.Errorf("%q becomes %q (%t), want %q", text, got, f.Direct, want)
		}
		if err := f.Check(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if f.With = false; len(f.Edits) > 0 && f.Check(text) == nil {
			t.Errorf("%q: its edits are taken although it says that it has no such statement", text)
		}
	}
}

// A text in which every eval is known keeps its direct calls; one in which a word
// may be eval and is not named does not.
func TestDirectCallsOfEvalAreReplacedWhereEachEvalIsKnown(t *testing.T) {
	const here = "eval(__ringfence_here)"
	for text, want := range map[string]string{
		"f(eval(x), eval(eval(y)))":                   "f(" + here + "(x), " + here + "(" + here + "(y)))",
		"eval(x); typeof eval; (0, eval)(y)":          here + "(x); typeof __ringfence_evaluate; (0, __ringfence_evaluate)(y)",
		"eval(x); a.eval(y); evaluate; _eval; 'eval'": here + "(x); a.eval(y); evaluate; _eval; 'eval'",
		"if (false) eval(x); eval(y)":                 "if (false) " + here + "(x); " + here + "(y)",
		"eval(import('x'))":                           here + "(__ringfence_import('x'))",
		// Nothing is replaced.
		"(0, eval)(x)": "", "eval(x) // by eval": "", "eval(x); ({eval})": "", `eval(x); \u0065val(y)`: "",
		"eval(x); ({eval: 1})": "", "eval(x); 'an eval'": "", "eval(x); `${eval}`": here + "(x); `${__ringfence_evaluate}`",
	} {
		f, err := sidecar.Read("a.js", text, sidecar.Never)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		direct := want != ""
		if !direct {
			want = text
		}
		if got := apply(text, f.Edits); got != want || f.Direct != direct {
			t.Errorf("%q becomes %q (%t), want %q", text, got, f.Direct, want)
		}
		if err := f.Check(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if f.Direct = false; direct && f.Check(text) == nil {
			t.Errorf("%q: its edits are taken although it says that it has none", text)
		}
	}
}

func TestTheLoadersNamesAreRefused(t *testing.T) {
	for _, text := range []string{"__ringfence_import(x)", "function f(__ringfence_import) { import(x) }", `\u005f_ringfence_import`,
		"let __ringfence_x"} {
		if _, err := sidecar.Read("a.js", text, sidecar.Never); err == nil {
			t.Errorf("%s is read", text)
		}
	}
	for _, text := range []string{"a.__ringfence_import", "'__ringfence_import'"} {
		if _, err := sidecar.Read("a.js", text, sidecar.Never); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestConversion(t *testing.T) {
	const module, script = "import a from 'a'; export const b = import('c'); import.meta.url", "module.exports = 1"
	for _, c := range []struct {
		text      string
		wanted    sidecar.Conversion
		converted bool
	}{{module, sidecar.Never, false}, {module, sidecar.IfESM, true}, {module, sidecar.Always, true}, {script, sidecar.IfESM, false},
		{script, sidecar.Always, true}} {
		f, err := sidecar.Read("a.js", c.text, c.wanted)
		if err != nil || (f.CommonJS != "") != c.converted || f.Reason != "" {
			t.Errorf("%s, %c: %+v, %v", c.text, c.wanted, f, err)
		}
		if err := f.Check(c.text); err != nil {
			t.Error(err)
		}
	}
	f, err := sidecar.Read("a.js", module, sidecar.IfESM)
	if err != nil {
		t.Fatal(err)
	}
	got := apply(f.CommonJS, f.Converted.Edits)
	for _, want := range []string{`require("a")`, "__ringfence_import(", "__ringfence_import_meta.url"} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %s in\n%s", want, got)
		}
	}
	f, err = sidecar.Read("a.mjs", "import './b.mjs'; export * from 'c'; await 1", sidecar.Always)
	if err != nil || !f.Awaits || !slices.Equal(f.Imports, []string{"./b.mjs", "c"}) || !strings.Contains(f.CommonJS, "await 1") {
		t.Errorf("await outside functions: %+v, %v", f, err)
	}
}

func TestAnswersAreChecked(t *testing.T) {
	const text = "import(x); import(y)"
	for answer, ok := range map[string]bool{
		`{"edits": [[0,6,"__ringfence_import"],[11,6,"__ringfence_import"]], "free": ["a","b"]}`: true,
		`{"edits": [[11,6,"__ringfence_import"],[0,6,"__ringfence_import"]], "free": []}`:        false,
		`{"edits": [[0,6,"__ringfence_import"],[3,6,"__ringfence_import"]], "free": []}`:         false,
		`{"edits": [[-1,6,"__ringfence_import"]], "free": []}`:                                   false,
		`{"edits": [[15,6,"__ringfence_import"]], "free": []}`:                                   false,
		`{"edits": [[0,20,"__ringfence_import"]], "free": []}`:                                   false,
		`{"edits": [[0,6,"steal"]], "free": []}`:                                                 false,
		`{"edits": [], "free": ["b","a"]}`:                                                       false,
		`{"edits": [], "free": [""]}`:                                                            false,
		`{"converted": {"edits": [[0,6,"__ringfence_import"]]}}`:                                 false,
	} {
		var f sidecar.File
		if err := json.Unmarshal([]byte(answer), &f); err != nil {
			t.Fatal(err)
		}
		if err := f.Check(text); (err == nil) != ok {
			t.Errorf("%s: %v", answer, err)
		}
	}
	for _, answer := range []string{`{"edits": [[1,2]]}`, `{"edits": [["a",1,"b"]]}`, `{"edits": [1]}`} {
		if json.Unmarshal([]byte(answer), new(sidecar.File)) == nil {
			t.Errorf("%s is read", answer)
		}
	}
}

// Node is asked what it makes of bytes that are no text.
func TestTextIsWhatNodeMakesOfIt(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node on the PATH")
	}
	inputs := []string{
		"",
		"plain",
		"é😀",
		"\xEF\xBB\xBFa",
		"\xff",
		"a\xC0\x80b",
		"\xE2\x82",
		"\xE2\x82(",
		"\xED\xA0\x80",
		"\xF0\x9F\x98",
		"\xF0\x80\x80\x80",
		"\xF4\x90\x80\x80",
		"\xF0\x9F\x98x\xF0\x9Fy\xF0z",
		"\x80\xBF",
		"\xEF\xBF\xBD",
		"\xE0\x80\x80",
		"\xE0\xA0",
		"\xC2",
	}
	var encoded []string
	for _, s := range inputs {
		encoded = append(encoded, base64.StdEncoding.EncodeToString([]byte(s)))
	}
	data, _ := json.Marshal(encoded)
	out, err := exec.Command(
		node,
		"-e",
		"process.stdout.write(JSON.stringify(JSON.parse(process.argv[1]).map(s => Buffer.from(s, 'base64').toString('utf8'))))",
		string(data),
	).Output()
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	if err := json.Unmarshal(out, &want); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range inputs {
		got = append(got, sidecar.Text([]byte(s)))
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// Older libraries write rights and colours in octal, which strict code must not have: the number and the text stay what they are.
func TestOctalsAreWrittenAsStrictCodeHasThem(t *testing.T) {
	becomes(t, map[string]string{
		"f(0644, 00, 0)":              "f(0o644, 0o0, 0)",
		"f(089, 0098, 0.5, 0x10, 1)":  "f(89, 98, 0.5, 0x10, 1)",
		`a = '\033[1m' + "\0\00\7"`:   `a = '\x1b[1m' + "\0\x00\x07"`,
		`b + '\1' + ' \478'`:          `b + '\x01' + ' \x278'`,
		`'\8' + '\08', '\\033\u0033'`: `'8' + '\x008', '\\033\u0033'`,
		`x = {'\1': 0755, 010: 1}`:    `x = {'\x01': 0o755, 0o10: 1}`,
		"`\\0`; /\\1\\033/; // 0644":  "`\\0`; /\\1\\033/; // 0644",
		"é('ü\\033', 0644)":           "é('ü\\x1b', 0o644)",
		"eval(x + '\\033')":           "eval(__ringfence_here)(x + '\\x1b')",
	})
}

// The process that reads a stranger's code could answer with edits that take code away.
func TestEditsOfOctalsAreLookedAtAgain(t *testing.T) {
	const text = "ü = 0644; if (ok) f('\\033')"
	for _, e := range []sidecar.Edit{
		{Offset: 4, Length: 1, Text: ""}, {Offset: 4, Length: 1, Text: "0o"}, {Offset: 21, Length: 4, Text: `\x1b`},
	} {
		if err := (sidecar.File{Source: sidecar.Source{Edits: []sidecar.Edit{e}}}).Check(text); err != nil {
			t.Errorf("%+v: %v", e, err)
		}
	}
	for _, e := range []sidecar.Edit{
		{Offset: 10, Length: 7, Text: ""}, {Offset: 5, Length: 1, Text: "0o"}, {Offset: 21, Length: 4, Text: `\x1c`},
		{Offset: 4, Length: 0, Text: ""},
		{Offset: 4, Length: 2, Text: "8"}, {Offset: 40, Length: 1, Text: ""}, {Offset: 4, Length: -1, Text: ""},
	} {
		if err := (sidecar.File{Source: sidecar.Source{Edits: []sidecar.Edit{e}}}).Check(text); err == nil {
			t.Errorf("%+v is taken", e)
		}
	}
}
