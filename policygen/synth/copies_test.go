package synth

import (
	"slices"
	"strings"
	"testing"
)

// A helper that each caller has to itself is analysed for each of them. What it would say of no caller, and what a
// helper behind it would, is asked of nobody.
func TestHelpersBehindHelpersAskNothing(t *testing.T) {
	const open = "${extension}/** (unresolved) ${workspace}/** (unresolved) "
	for code, want := range map[string]string{
		"of('/a'); of('/b')":                          "/a/c /b/c",
		"const at = p => of(p); at('/a'); at('/b')":   "/a/c /b/c",
		"of('/a'); exports.activate = () => ({ of })": open + "/a/c",
		"of('/a'); exports.activate = () => { require('vscode').commands.registerCommand('x', of) }": open + "/a/c",
		"of('/a'); process.on('message', of)":                                                        open + "/a/c",
		"of('/a'); globalThis.x.y(of)":                                                               open + "/a/c",
		"of('/a'); of(process.argv[9])":                                                              open + "/a/c",
		"of('/a'); ['/b'].forEach(of)":                                                               "/a/c /b/c",
		"of('/a'); setTimeout(of, 1, '/b')":                                                          "/a/c /b/c",
		"of('/a'); new Promise(r => r('/b')).then(of)":                                               "/a/c /b/c",
		"read('/a'); of('/b')":                                                                       "/a /b/c",
	} {
		if got := reads(t, "const of = p => read(p + '/c'); "+code); got != want {
			t.Errorf("%s: %q", code, got)
		}
	}
}

// A rest parameter that one call has to itself is that call's list.
func TestRestParametersOfHelpers(t *testing.T) {
	const open = "${extension}/** (unresolved) ${workspace}/** (unresolved)"
	for code, want := range map[string]string{
		"const j = (...p) => path.join(...p); read(j('/b', 'c')); read(j('/d', 'e', 'f'))":          "/b/c /d/e/f",
		"const j = (...p) => path.join.apply(path, p); read(j('/b', 'c')); read(j('/d', 'e', 'f'))": "/b/c /d/e/f",
		"const j = (a, ...p) => path.join(a, ...p); read(j('/b', 'c', 'x')); read(j('/d'))":         "/b/c/x /d",
		"class A { j(...p) { return path.join('/a', ...p) } } new A().j; read(new A().j('b'))":      "/a/b",
		"const j = (...p) => path.join(...p); read(j('/b', ...g()))":                                open,
		// Of several callers arguments are of any length.
		"function j() { return path.join.apply(null, arguments) } read(j('/b', 'c')); read(j('/d', 'e', 'f'))": open,
	} {
		if got := reads(t, "const path = require('path'); "+code); got != want {
			t.Errorf("%s: %q", code, got)
		}
	}
}

// The elements of a list that stands in the code are all there are; a list that may be another one has more. A counter is
// more than what it begins with.
func TestLoopsOverListsInTheCode(t *testing.T) {
	const open = "${extension}/** (unresolved) ${workspace}/** (unresolved) "
	for code, want := range map[string]string{
		"for (const x of ['/b', '/c']) read(x)":                                          "/b /c",
		"['/b', '/c'].forEach(x => read(x))":                                             "/b /c",
		"['/b', '/c'].filter(x => x).map(x => read(x))":                                  "/b /c",
		"const l = ['/b']; l.push('/c'); for (const x of l) read(x)":                     "/b /c",
		"const l = ['/b', '/c']; for (let i = 0; i < l.length; i++) read(l[i])":          "/b /c",
		"const l = ['/b', '/c']; let i = 0; while (i < l.length) { read(l[i]); i += 1 }": "/b /c",
		"for (var i = 0, l = ['/b', '/c']; i < l.length; i++) { var x = l[i]; read(x) }": "/b /c",
		"let i = 0; const l = ['/b', '/c']; read(l[i])":                                  "/b",
		"let i = 0; while (fs.existsSync('/b/c' + i)) i++; read('/b/c' + i + '.txt')":    "/b/c*",
		"let i = 0; read('/b/c' + i + '.txt')":                                           "/b/c0.txt",
		"for (const x of y ? ['/b'] : g()) read(x)":                                      open + "/b",
		"(y ? ['/b'] : g()).forEach(x => read(x))":                                       open + "/b",
		"const l = ['/b']; l.push(g()); for (const x of l) read(x)":                      open + "/b",
		"const l = []; g(l); for (const x of l) read(x)":                                 strings.TrimSuffix(open, " "),
	} {
		if got := reads(t, code); got != want {
			t.Errorf("%s: %q", code, got)
		}
	}
}

// reads returns what a program may read, one after the other; read is there for it.
func reads(t *testing.T, code string) string {
	t.Helper()
	r := synthesize(t, map[string]string{"main.js": "const fs = require('fs'); const read = p => fs.readFileSync(p); " + code})
	var got []string
	for _, l := range lines(r.Policy) {
		if text, ok := strings.CutPrefix(l, "files.read: "); ok {
			got = append(got, text)
		}
	}
	slices.Sort(got)
	return strings.Join(got, " ")
}
