package filetype

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Each feature, and beside it what looks like it and is not.
func TestFeatures(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       Script
	}{
		{"a name of an obfuscator", `_0x1a2b;_0x1a2b;_0x1a2b3c`, Script{Names: 2}},
		{"names that are none", `_0x1a2;_0x1a2b3c4d;a_0x1a2b;_0xzz;_0x1a2bz;_0X1A2B`, Script{}},
		{"numerals", `a=0x1f+12-b1+0xFFFF*.5`, Script{Numbers: 3, Hex: 2}},
		{"the constants of a hash", `[0x428a2f98,0x71374491]`, Script{Numbers: 2}},
		{"letters as escapes", `"\x68\x65\x6c\u006c"`, Script{Hidden: 1, Escapes: 4}},
		{"three of them", `"\x68\x65\x6c" + "\x68"`, Script{Escapes: 4}},
		{"what needs an escape", `"\u65e5\u672c\u8a9e\u00e9 \x1b\x5b\x33\x31"`, Script{Escapes: 8}},
		{"a backslash before x", `"\\x68\\x65\\x6c\\x6c"`, Script{}},
		{"a rotated list", `a.push(a.shift())`, Script{Rotated: true}},
		{"a rotated list, by brackets", `a['push'](a['shift']())`, Script{Rotated: true}},
		{"two statements", `a.push(b); a.shift()`, Script{}},
		{"a decoder's result that is run", `eval(atob(x));new Function("a",Buffer.from(x,"base64").toString())`, Script{Decoded: 2}},
		{"a decoder beside it", `eval(x);atob(x);eval(function(){atob(y)});retrieval(atob(x))`, Script{}},
		{"a loop around a switch", `while(!![]){switch(a){}}`, Script{Flattened: true}},
		{"the same, minified", `for(;;)switch(a){}`, Script{Flattened: true}},
		{"a loop with more in it", `while(true){b();switch(a){}}`, Script{}},
		{"a list in base64", `[` + strings.Repeat(`'aGVsbG8gdGhlcmU=',`, 12) + `]`, Script{Packed: true}},
		{"one text in base64", `'aGVsbG8gdGhlcmU=', 'b'`, Script{}},
		{"characters nobody sees", "'\ufe00\ufe01\u200b\U000e0100'", Script{Invisible: 4}},
		{"characters that show", "'日本\uff01 \U0001F600'", Script{}},
	} {
		got := read("a.js", []byte(c.text))
		ignored := cmpopts.IgnoreFields(
			Script{},
			"Path",
			"Bytes",
			"Entropy",
			"LongLine",
			"AtName",
			"AtHex",
			"AtHidden",
			"AtInvisible",
			"AtDecoded",
			"AtFlattened",
		)
		if c.want.Numbers == 0 {
			got.Numbers = 0
		}
		if diff := cmp.Diff(c.want, got, ignored); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// Places are the first of their kind, in UTF-16 units; the longest line and the
// entropy are those of the whole text.
func TestPlacesAndMeasures(t *testing.T) {
	s := read("a.js", []byte("// 😀\n'😀';eval(atob(x));eval(atob(y))\n"+strings.Repeat("ab", 20)))
	if want := (finding.Location{File: "a.js", Line: 2, Column: 6}); s.AtDecoded != want {
		t.Errorf("at %+v, want %+v", s.AtDecoded, want)
	}
	if s.LongLine != 40 {
		t.Errorf("the longest line has %d bytes", s.LongLine)
	}
	if e := read("a.js", []byte("abcdabcd")).Entropy; e != 2 {
		t.Errorf("four letters as often as each other: %v bits", e)
	}
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	// Every byte is counted once, whatever it begins.
	for range 50 {
		rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		if e := read("a.js", all).Entropy; e != 8 {
			t.Fatalf("%q: all bytes once: %v bits", all, e)
		}
	}
}

// What obfuscators and attackers write, cut anywhere, breaks nothing.
func FuzzRead(f *testing.F) {
	for _, s := range []string{`_0x1a2b\x41\u0041`, `eval(atob(`, "\ufe00\ufe01", `while(!![]){switch(`, `'aGVsbG8=','`, `0x`, `\`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := read("a.js", data)
		if s.Entropy < 0 || s.Entropy > 8.0001 || s.Hex > s.Numbers || s.LongLine > len(data) {
			t.Errorf("%q: %+v", data, s)
		}
	})
}

// Only scripts are looked at, and one that is too large is said.
func TestLook(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"package.json": `{"name":"a","publisher":"b","version":"1.0.0","engines":{"vscode":"*"}}`,
		"a.js":         "eval(atob(x))", "b.MJS": "", "c.ts": "eval(atob(x))", "d.cjs": "1",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	large, err := os.Create(filepath.Join(dir, "e.js"))
	if err != nil {
		t.Fatal(err)
	}
	defer large.Close()
	if err := large.Truncate(MaxFile + 1); err != nil {
		t.Fatal(err)
	}
	e, err := extension.LoadAs(t.Context(), dir, extension.Directory, extension.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	facts, err := Look(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range facts.Scripts {
		names = append(names, s.Path)
	}
	if diff := cmp.Diff([]string{"a.js", "b.MJS", "d.cjs"}, names); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(facts.Skipped) != 1 || facts.Skipped[0].File != "e.js" {
		t.Errorf("skipped: %v", facts.Skipped)
	}
}
