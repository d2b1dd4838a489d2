package tarball

import (
	"archive/tar"
	"compress/gzip"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/extension/archive"
)

var wide = archive.Limits{Entries: 100, Total: 1 << 20, Ratio: 100, Path: 200, Depth: 20}

// tarballOf packs plain files, name to text, in the order given.
func tarballOf(t *testing.T, entries ...tar.Header) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "x.tgz")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	gz := gzip.NewWriter(f)
	w := tar.NewWriter(gz)
	for _, h := range entries {
		if h.Typeflag == 0 {
			h.Typeflag = tar.TypeReg
		}
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := gz.Close(); err != nil {
		t.Fatal(err)
	}
	return file
}

// modes returns the files below a folder and who may run them.
func modes(t *testing.T, dir string) map[string]fs.FileMode {
	t.Helper()
	out := map[string]fs.FileMode{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		out[p] = info.Mode()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestFilesGoWhereTheyArePicked(t *testing.T) {
	file := tarballOf(t, tar.Header{Name: "package/", Typeflag: tar.TypeDir}, tar.Header{Name: "package/bin/x", Mode: 0o755},
		tar.Header{Name: "package/a/b.js", Mode: 0o644}, tar.Header{Name: "package/a/c.js", Mode: 0o644})
	dest := t.TempDir()
	pick := func(name string) (string, bool) {
		rest, ok := strings.CutPrefix(name, "a/")
		return "lib/" + rest, ok
	}
	for _, p := range []Pick{nil, pick} {
		if err := Unpack(file, dest, p, wide); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]fs.FileMode{"bin/x": 0o700, "a/b.js": 0o600, "a/c.js": 0o600, "lib/b.js": 0o600, "lib/c.js": 0o600}
	if diff := cmp.Diff(want, modes(t, dest)); diff != "" {
		t.Errorf("unpacked (-want +got):\n%s", diff)
	}
}

// agent-base@7.1.1 has "package/./dist/index.js" and "package/dist/index.js": npm
// installs the later one.
func TestNamesAreReadAsNPMReadsThem(t *testing.T) {
	for name, c := range map[string]struct {
		entries []tar.Header
		want    map[string]fs.FileMode
	}{
		"a dot":           {[]tar.Header{{Name: "package/./dist/index.js"}}, map[string]fs.FileMode{"dist/index.js": 0o600}},
		"a doubled slash": {[]tar.Header{{Name: "package//dist///index.js"}}, map[string]fs.FileMode{"dist/index.js": 0o600}},
		"a leading dot":   {[]tar.Header{{Name: "./package/index.js"}}, map[string]fs.FileMode{"package/index.js": 0o600}},
		"one name twice": {[]tar.Header{{Name: "package/a", Mode: 0o755}, {Name: "package/a", Mode: 0o644}},
			map[string]fs.FileMode{"a": 0o600}},
		"one name, two ways": {[]tar.Header{{Name: "package/d/a", Mode: 0o644}, {Name: "package/./d/a", Mode: 0o755}},
			map[string]fs.FileMode{"d/a": 0o700}},
	} {
		dest := t.TempDir()
		if err := Unpack(tarballOf(t, c.entries...), dest, nil, wide); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(c.want, modes(t, dest)); diff != "" {
			t.Errorf("%s: unpacked (-want +got):\n%s", name, diff)
		}
	}
}

// What was in the folder before the tarball stays what it was.
func TestNothingOfBeforeIsWrittenOver(t *testing.T) {
	dest := t.TempDir()
	if err := os.WriteFile(filepath.Join(dest, "a"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := Unpack(tarballOf(t, tar.Header{Name: "package/a"}, tar.Header{Name: "package/./a"}), dest, nil, wide)
	if data, _ := os.ReadFile(filepath.Join(dest, "a")); err == nil || string(data) != "mine" {
		t.Errorf("%q, %v", data, err)
	}
}

func TestWhatIsRefused(t *testing.T) {
	to := func(where string) Pick { return func(string) (string, bool) { return where, true } }
	two := []tar.Header{{Name: "package/a"}, {Name: "package/b"}}
	for name, c := range map[string]struct {
		entries []tar.Header
		pick    Pick
		want    string // empty: it is taken
	}{
		"two files":                     {two, nil, ""},
		"two files picked to one place": {two, to("c"), "taken"},
		"a file picked out of it":       {two[:1], to("../c"), "leads out"},
		"a file picked onto it":         {two[:1], to("."), "leads out"},
		"a file that climbs":            {[]tar.Header{{Name: "package/../../a"}}, nil, "leads out"},
		"a file that climbs, picked":    {[]tar.Header{{Name: "package/../../a"}}, to("c"), "leads out"},
		"dots that climb and come back": {[]tar.Header{{Name: "package/a/../a"}}, nil, "leads out"},
		"no name at all":                {[]tar.Header{{Name: "package/./."}}, nil, "leads out"},
		"a backslash":                   {[]tar.Header{{Name: `package/a\b`}}, nil, "leads out"},
		"a link":                        {[]tar.Header{{Name: "package/a", Typeflag: tar.TypeSymlink, Linkname: "/etc"}}, nil, "no plain file"},
		"one name twice, none picked": {[]tar.Header{{Name: "package/a"}, {Name: "package/A"}}, func(string) (string, bool) {
			return "", false
		}, ""},
		"one name twice, of which picked": {[]tar.Header{{Name: "package/a"}, {Name: "package/A"}},
			func(n string) (string, bool) { return n, true }, "taken"},
	} {
		err := Unpack(tarballOf(t, c.entries...), t.TempDir(), c.pick, wide)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
