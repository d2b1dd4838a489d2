package hostile

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// ext lays out an extension whose main.js loads x.js, and gives its folder.
func ext(t *testing.T, name, text string) string {
	t.Helper()
	return write(t, map[string]string{"package.json": manifest, "main.js": loader(name), name: text})
}

// seen wants a file to be seen, with its marker in that line.
func (o outcome) seen(t *testing.T, file string, line int) {
	t.Helper()
	o.scanned(t)
	if reason := o.blind(file); reason != "" {
		t.Errorf("%s is blind: %s", file, reason)
	}
	if !o.uses("fs.unlinkSync", file, line) {
		t.Errorf("the use in line %d of %s was not seen there", line, file)
	}
}

// hidden wants a file to be blind, for a reason with that word in it, and the
// verdict to say so.
func (o outcome) hidden(t *testing.T, file, word string) {
	t.Helper()
	o.scanned(t)
	if reason := o.blind(file); !strings.Contains(reason, word) {
		t.Errorf("%s is blind for the reason %q, want one with %q", file, reason, word)
	}
	if !o.report.Verdict.Incomplete || o.ExitCode != no {
		t.Errorf("exit code %d, incomplete: %t", o.ExitCode, o.report.Verdict.Incomplete)
	}
}

// sourceMap is a comment with a map that moves every position to line 900 of
// another file.
func sourceMap(mappings string) string {
	json := `{"version":3,"file":"x.js","sources":["innocent.ts"],"sourcesContent":["nothing"],"names":[],"mappings":"` + mappings + `"}`
	return "\n//# sourceMappingURL=data:application/json;base64," + base64.StdEncoding.EncodeToString([]byte(json)) + "\n"
}

// Text that readers of text disagree about: the positions are the ones an
// editor shows, and nothing hides what follows.
func TestStrangeText(t *testing.T) {
	utf16 := func(s string) string {
		out := "\xff\xfe"
		for _, c := range []byte(s) {
			out += string([]byte{c, 0})
		}
		return out
	}
	for _, c := range some(t, []struct {
		name, text string
		line       int
		// reason is a word of the reason why the file is blind; empty: it is
		// seen; "-": there is nothing to see.
		reason string
	}{
		{"its own map moves every line", marker + sourceMap("AAo4BA"), 1, ""},
		{"its own map is broken", "\n" + marker + sourceMap("%%%%"), 2, ""},
		{"its own map is a path out of here", "\n" + marker + "\n//# sourceMappingURL=../../../../../../etc/passwd\n", 2, ""},
		{"its own map is an address", marker + "\n//# sourceMappingURL=http://localhost:1/x.map\n", 1, ""},
		{"a source address", marker + "\n//# sourceURL=innocent.js\n", 1, ""},
		{"a byte order mark", "\ufeff" + marker, 1, ""},
		{"a hashbang", "#!/usr/bin/env node\n" + marker, 2, ""},
		{"invalid UTF-8 in a string", "x='\xff\xfe\xc0\x80'\n" + marker, 2, ""},
		{"invalid UTF-8 in a comment", "/*\xff\xed\xa0\x80*/\n" + marker, 2, ""},
		{"invalid UTF-8 in a name", "x\xff=1\n" + marker, 0, "found"},
		{"UTF-16", utf16("\n" + marker), 0, "Unexpected"},
		{"NUL in a string", "x='\x00'\n" + marker, 2, ""},
		{"NUL in a comment", "/*\x00*/\n" + marker, 2, ""},
		{"line separators in a string", "x='\u2028\u2029'\n" + marker, 0, ""},
		{"old line ends", "x=1\rx=2\r" + marker, 3, ""},
		{"Windows line ends", "x=1\r\nx=2\r\n" + marker, 3, ""},
		{"a right-to-left override", "/*\u202e*/\n" + marker, 2, ""},
		{"an HTML comment", "<!-- " + "x\n" + marker, 2, ""},
		{"escaped names", "\n;r\\u0065quire('f\\x73')['unlink\\u{53}ync']('marker');", 2, ""},
		{"a page of HTML", "<html>\n", 0, "JSX"},
		{"code that does not parse", "\n(" + marker, 0, "Unexpected"},
		{"a directive that V8 reads otherwise", "'use\\x20strict';with({}){}\n" + marker, 0, "strict"},
		{"an empty file", "", 0, "-"},
	}) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := scan(t, ext(t, "x.js", c.text))
			switch c.reason {
			case "-":
				o.scanned(t)
			case "":
				o.seen(t, "x.js", c.line)
			default:
				o.hidden(t, "x.js", c.reason)
			}
		})
	}
}

// Two hundred megabytes of source are over the limit for source files. What
// they cost is reading no more than their size.
func TestHugeSource(t *testing.T) {
	dir := ext(t, "x.js", marker)
	file, err := os.OpenFile(filepath.Join(dir, "x.js"), os.O_WRONLY, 0)
	if err == nil {
		err = file.Truncate(200 << 20) // sparse: NULs after the marker
	}
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	o := scan(t, dir)
	o.hidden(t, "x.js", "limit")
	if o.SumRSS > 200<<20 {
		t.Errorf("%d MB for a file that is not read", o.SumRSS>>20)
	}
}

// A source just under the limit, of code, is parsed or blind but never kills the
// program.
func TestLargeSource(t *testing.T) {
	if testing.Short() {
		t.Skip("short: takes half a minute")
	}
	line := "exports.a=function(b){return b.c(function(d){return d+1})};\n"
	o := scan(t, ext(t, "x.js", strings.Repeat(line, (40<<20)/len(line))+marker))
	o.scanned(t)
	if reason := o.blind("x.js"); reason == "" && !o.uses("fs.unlinkSync", "x.js", 0) {
		t.Error("neither blind nor seen")
	}
}

// The disk of a stranger.
func TestStrangeFolders(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links and pipes of Unix")
	}
	must := func(t *testing.T, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Run("links in a circle", func(t *testing.T) {
		dir := ext(t, "x.js", marker)
		must(t, os.Symlink(".", filepath.Join(dir, "self")))
		must(t, os.Symlink("b", filepath.Join(dir, "a")))
		must(t, os.Symlink("a", filepath.Join(dir, "b")))
		must(t, os.Mkdir(filepath.Join(dir, "node_modules"), 0o755))
		must(t, os.Symlink("../..", filepath.Join(dir, "node_modules", "up")))
		o := scan(t, dir)
		o.seen(t, "x.js", 1)
	})
	t.Run("a link out of the extension", func(t *testing.T) {
		outside := write(t, map[string]string{"secret.js": marker})
		dir := ext(t, "y.js", "1")
		must(t, os.Symlink(filepath.Join(outside, "secret.js"), filepath.Join(dir, "x.js")))
		must(t, os.Symlink(outside, filepath.Join(dir, "folder")))
		o := scan(t, dir)
		o.scanned(t)
		if o.uses("fs.unlinkSync", "x.js", 0) || o.uses("fs.unlinkSync", "folder/secret.js", 0) {
			t.Error("a link out of the extension was followed")
		}
	})
	t.Run("the manifest is a link out of the extension", func(t *testing.T) {
		outside := write(t, map[string]string{"package.json": manifest})
		dir := write(t, map[string]string{"main.js": loader()})
		must(t, os.Symlink(filepath.Join(outside, "package.json"), filepath.Join(dir, "package.json")))
		scan(t, dir).refused(t, "package.json")
	})
	t.Run("a pipe for a source", func(t *testing.T) {
		dir := write(t, map[string]string{"package.json": manifest, "main.js": loader("x.js")})
		pipe(t, filepath.Join(dir, "x.js"))
		scan(t, dir).scanned(t)
	})
	t.Run("a pipe for a manifest", func(t *testing.T) {
		dir := write(t, map[string]string{"main.js": loader()})
		pipe(t, filepath.Join(dir, "package.json"))
		scan(t, dir).refused(t, "package.json")
	})
	t.Run("a folder for a source", func(t *testing.T) {
		dir := write(t, map[string]string{"package.json": manifest, "main.js": loader("x.js"), "x.js/index.js": marker})
		scan(t, dir).seen(t, "x.js/index.js", 1)
	})
	t.Run("names that talk to the terminal", func(t *testing.T) {
		name := "x\x1b[2J\n\u202eevil.js"
		dir := ext(t, name, "("+marker)
		o := scan(t, dir)
		o.scanned(t)
		cut := scan(t, dir, "--format", "text", "--no-color")
		if text := string(cut.Stdout); strings.ContainsAny(text, "\x1b\u202e\r") || strings.Contains(text, "\nevil") {
			t.Errorf("the name reached the terminal: %q", text)
		}
	})
	t.Run("folders in folders", func(t *testing.T) {
		dir := ext(t, "x.js", marker)
		must(t, os.MkdirAll(filepath.Join(dir, strings.Repeat("d/", 300)), 0o755))
		o := scan(t, dir)
		if o.report == nil {
			o.refused(t, "d")
		} else {
			o.seen(t, "x.js", 1)
		}
	})
	t.Run("more files than there may be", func(t *testing.T) {
		dir := ext(t, "x.js", marker)
		for i := range 300 {
			must(
				t,
				os.WriteFile(filepath.Join(dir, numbered(1, "f")+strings.Repeat("g", i+1)[:min(i+1, 200)]+string(rune('a'+i%26))+".txt"), nil, 0o644),
			)
		}
		scan(t, dir, "--max-files", "100").refused(t, "files")
	})
	t.Run("not there", func(t *testing.T) {
		scan(t, filepath.Join(t.TempDir(), "nothing")).refused(t, "nothing")
	})
	t.Run("a device", func(t *testing.T) {
		scan(t, "/dev/zero").refused(t, "/dev/zero")
	})
}

// Many files, each of which costs the parser its life: the child is started
// again and again, and the others are seen.
func TestManyKillers(t *testing.T) {
	if testing.Short() {
		t.Skip("short: takes half a minute")
	}
	files := map[string]string{"package.json": manifest}
	var names []string
	for _, n := range []string{"a.js", "c.js", "e.js", "g.js"} {
		files[n] = strings.Repeat("a=>", 20*many) + "1" + marker
		names = append(names, n)
	}
	files["x.js"] = marker
	files["main.js"] = loader(append(names, "x.js")...)
	o := scan(t, write(t, files))
	o.seen(t, "x.js", 1)
	for _, n := range names {
		o.hidden(t, n, "parser died")
	}
}
