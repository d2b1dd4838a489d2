package npm

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/extension"
)

func TestParseSpec(t *testing.T) {
	for text, want := range map[string]Spec{
		"npm:left-pad@1.3.0": {"left-pad", "1.3.0", ""},
		"npm:@theia/vscode-builtin-git@0.3.0-next.1750b2b231b": {"@theia/vscode-builtin-git", "0.3.0-next.1750b2b231b", ""},
		"npm:@a/b@1.0.60#vendor/claude-code.vsix":              {"@a/b", "1.0.60", "vendor/claude-code.vsix"},
		"npm:a@1.2.3+build.5":                                  {"a", "1.2.3+build.5", ""},
	} {
		got, err := ParseSpec(text)
		if err != nil || got != want || got.String() != text {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}

// Whatever npm could take for something else than a name and a version.
func TestParseSpecRefuses(t *testing.T) {
	for _, text := range []string{
		"", "npm:", "left-pad@1.3.0", "npm:left-pad", "npm:@theia/git", "npm:@1.0.0",
		"npm:--registry=http://evil@1.0.0", "npm:-g@1.0.0", "npm:@-a/b@1.0.0", "npm:@a/-b@1.0.0",
		"npm:a@latest", "npm:a@^1.0.0", "npm:a@*", "npm:a@1", "npm:a@1.0.0 || 2.0.0", "npm:a@1.0.0 --foo", "npm:a@-1.0.0",
		"npm:a@npm:b@1.0.0", "npm:a@file:../x@1.0.0", "npm:a@http://x/y.tgz", "npm:github:u/r@1.0.0", "npm:u/r@1.0.0",
		"npm:../x@1.0.0", "npm:/etc@1.0.0", "npm:.@1.0.0", "npm:..@1.0.0", "npm:A@1.0.0", "npm:a b@1.0.0", "npm:a\nb@1.0.0",
		"npm:a;rm@1.0.0", "npm:$(id)@1.0.0", "npm:`id`@1.0.0", "npm:a%20b@1.0.0", "npm:a\x00@1.0.0", "npm:" + strings.Repeat("a", 300) + "@1.0.0",
		"npm:a@1.0.0#../x.vsix", "npm:a@1.0.0#/x.vsix", "npm:a@1.0.0#x.zip", "npm:a@1.0.0#", `npm:a@1.0.0#..\x.vsix`,
		"npm:a@1.0.0\n", "npm:a@1.0.0-\u202e",
	} {
		if got, err := ParseSpec(text); err == nil {
			t.Errorf("%q was read as %+v", text, got)
		}
	}
}

func FuzzParseSpec(f *testing.F) {
	f.Add("npm:@a/b@1.0.0-x#y.vsix")
	f.Fuzz(func(t *testing.T, text string) {
		spec, err := ParseSpec(text)
		if err != nil {
			return
		}
		args := arguments(spec)
		last := args[len(args)-1]
		if args[len(args)-2] != "--" || strings.HasPrefix(last, "-") || strings.ContainsAny(last, " \t\n;&|$`<>\"'\\:%^*?()") {
			t.Fatalf("npm would see %q", args)
		}
		if again, err := ParseSpec(spec.String()); err != nil || again != spec {
			t.Fatalf("%v is read again as %v, %v", spec, again, err)
		}
	})
}

type entry struct {
	name string
	kind byte
	body string
	link string
}

func pack(t *testing.T, entries ...entry) string {
	t.Helper()
	var b bytes.Buffer
	gz := gzip.NewWriter(&b)
	w := tar.NewWriter(gz)
	for _, e := range entries {
		if e.kind == 0 {
			e.kind = tar.TypeReg
		}
		if err := w.WriteHeader(
			&tar.Header{Name: e.name, Typeflag: e.kind, Size: int64(len(e.body)), Linkname: e.link, Mode: 0o644},
		); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(e.body)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := gz.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "x.tgz")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func files(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(dir, p)
			out = append(out, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestUnpack(t *testing.T) {
	tarball := pack(t, entry{name: "package/package.json", body: "{}"}, entry{name: "package/dist/", kind: tar.TypeDir},
		entry{name: "package/dist/a.js", body: "0"}, entry{name: "package/./dist/a.js", body: "1"}, entry{name: "package//x.vsix", body: "zip"})
	dest := filepath.Join(t.TempDir(), "out")
	if err := unpack(tarball, dest, "", extension.Limits{}); err != nil {
		t.Fatal(err)
	}
	if got := files(t, dest); !slices.Equal(got, []string{"dist/a.js", "package.json", "x.vsix"}) {
		t.Errorf("unpacked %v", got)
	}
	if data, err := os.ReadFile(filepath.Join(dest, "dist", "a.js")); string(data) != "1" {
		t.Errorf("of two files of one name %q stayed (%v)", data, err)
	}
	dest = filepath.Join(t.TempDir(), "out")
	if err := unpack(tarball, dest, "x.vsix", extension.Limits{}); err != nil {
		t.Fatal(err)
	}
	if got := files(t, dest); !slices.Equal(got, []string{"x.vsix"}) {
		t.Errorf("unpacked %v, want the one file", got)
	}
	if err := unpack(tarball, filepath.Join(t.TempDir(), "out"), "y.vsix", extension.Limits{}); err == nil {
		t.Error("a file that is not there was found")
	}
}

func TestUnpackRefuses(t *testing.T) {
	ok := entry{name: "package/a.js", body: "1"}
	for name, c := range map[string]struct {
		entries []entry
		limits  extension.Limits
		want    string
	}{
		"a name that climbs":        {[]entry{ok, {name: "package/../../evil", body: "x"}}, extension.Limits{}, "leads out"},
		"a name that climbs within": {[]entry{ok, {name: "package/a/../b", body: "x"}}, extension.Limits{}, "leads out"},
		"a backslash":               {[]entry{ok, {name: `package/..\evil`, body: "x"}}, extension.Limits{}, "leads out"},
		"no name":                   {[]entry{ok, {name: "package", body: "x"}}, extension.Limits{}, "leads out"},
		"a symbolic link": {[]entry{ok, {name: "package/l", kind: tar.TypeSymlink, link: "/etc/passwd"}}, extension.Limits{},
			"no plain file"},
		"a hard link": {[]entry{ok, {name: "package/l", kind: tar.TypeLink, link: "package/a.js"}}, extension.Limits{},
			"no plain file"},
		"a device":             {[]entry{ok, {name: "package/l", kind: tar.TypeChar}}, extension.Limits{}, "no plain file"},
		"a pipe":               {[]entry{ok, {name: "package/l", kind: tar.TypeFifo}}, extension.Limits{}, "no plain file"},
		"a name twice by case": {[]entry{ok, {name: "package/A.JS", body: "2"}}, extension.Limits{}, "taken"},
		"a file as a folder":   {[]entry{ok, {name: "package/a.js/b", body: "2"}}, extension.Limits{}, ""},
		"too many entries":     {[]entry{ok, {name: "package/b"}, {name: "package/c"}}, extension.Limits{MaxFiles: 2}, "over 2 entries"},
		"too many bytes": {[]entry{{name: "package/b", body: strings.Repeat("x", 5000)}}, extension.Limits{MaxTotal: 3000},
			"the limit of 3000"},
		"a bomb": {[]entry{{name: "package/b", body: strings.Repeat("\x00", 5<<20)}}, extension.Limits{MaxRatio: 10},
			"unpacks to over"},
		"a long name": {[]entry{{name: "package/" + strings.Repeat("x", 90)}}, extension.Limits{MaxPath: 80}, "over 80 bytes"},
		"a deep name": {[]entry{{name: "package/" + strings.Repeat("x/", 70) + "y"}}, extension.Limits{}, "folders deep"},
	} {
		dir := t.TempDir()
		err := unpack(pack(t, c.entries...), filepath.Join(dir, "in", "out"), "", c.limits)
		if err == nil {
			// dest's parent does not exist: unpack makes one folder only.
			t.Errorf("%s: unpacked below a folder that is not there", name)
		}
		dest := filepath.Join(dir, "out")
		err = unpack(pack(t, c.entries...), dest, "", c.limits)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		for _, f := range files(t, dir) {
			if !strings.HasPrefix(f, "out/") {
				t.Errorf("%s: %s was written outside", name, f)
			}
		}
	}
	for name, body := range map[string]string{"no gzip": "PK\x03\x04", "nothing": "", "half": "\x1f\x8b\x08\x00"} {
		file := filepath.Join(t.TempDir(), "x.tgz")
		if err := os.WriteFile(file, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := unpack(file, filepath.Join(t.TempDir(), "out"), "", extension.Limits{}); err == nil {
			t.Errorf("%s was unpacked", name)
		}
	}
}

// A stand-in for npm writes down how it was called.
func TestFetchCallsNPM(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in is a shell script")
	}
	dir := t.TempDir()
	tarball := pack(t, entry{name: "package/package.json", body: "{}"})
	script := filepath.Join(dir, "npm")
	log := filepath.Join(dir, "log")
	text := "#!/bin/sh\nprintf '%s\\n' \"$@\" > " + log + "\ncp " + tarball + " ./a-1.0.0.tgz\n"
	if err := os.WriteFile(script, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	work := t.TempDir()
	got, err := Client{Command: script, Env: os.Environ()}.Fetch(t.Context(), Spec{"@s/a", "1.0.0", ""}, work)
	if err != nil {
		t.Fatal(err)
	}
	if fs := files(t, got); !slices.Equal(fs, []string{"package.json"}) {
		t.Errorf("fetched %v", fs)
	}
	args, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if want := "pack\n--ignore-scripts\n--loglevel=error\n--\n@s/a@1.0.0\n"; string(args) != want {
		t.Errorf("npm was called with %q, want %q", args, want)
	}

	failing := filepath.Join(dir, "failing")
	if err := os.WriteFile(failing, []byte("#!/bin/sh\necho 'npm error code E404' >&2\necho more >&2\nexit 1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	_, err = Client{Command: failing}.Fetch(t.Context(), Spec{"a", "1.0.0", ""}, t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "E404") {
		t.Errorf("a failing npm: %v", err)
	}
}

func TestFetchRealPackage(t *testing.T) {
	npm, err := exec.LookPath("npm")
	if err == nil {
		var dir string
		dir, err = Client{Command: npm, Env: os.Environ()}.Fetch(t.Context(), Spec{"left-pad", "1.3.0", ""}, t.TempDir())
		if err == nil {
			if !slices.Contains(files(t, dir), "package.json") {
				t.Error("the package has no package.json")
			}
			return
		}
	}
	if os.Getenv("CI") == "true" {
		t.Fatal(err)
	}
	t.Skipf("npm could not fetch a package: %v", err)
}
