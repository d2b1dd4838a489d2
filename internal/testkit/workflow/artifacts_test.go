package workflow

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// write makes files in a folder; a name with a slash at its end is a folder.
func write(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		at := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(at), 0o755)
		if !strings.HasSuffix(name, "/") {
			err = errors.Join(err, os.WriteFile(at, []byte(name), 0o600))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func list(t *testing.T, dir string) []string {
	t.Helper()
	found := []string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(dir, name)
			found = append(found, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// What is in an artifact, and under which names, for each case of the source.
func TestUploadAsItsSourceHasIt(t *testing.T) {
	for _, c := range []struct {
		name string
		in   with
		want []string
		said string
	}{
		{"one file: its folder is left out (search 147-152)", with{"path": "out/extension.vsix"}, []string{"extension.vsix"}, ""},
		{"a folder: names below it (search 154-157)", with{"path": "out"}, []string{"extension.maps.zip", "extension.vsix"}, ""},
		{"two files: the least common ancestor (search 128-141)", with{"path": "out/extension.vsix\nout/extension.maps.zip"},
			[]string{"extension.maps.zip", "extension.vsix"}, ""},
		{"two paths of which one is not there: the ancestor all the same (search 126)", with{"path": "out/extension.vsix\nout/absent.zip"},
			[]string{"extension.vsix"}, ""},
		{"two paths far apart", with{"path": "out/extension.vsix\nother/b/c"}, []string{"other/b/c", "out/extension.vsix"}, ""},
		{"a wildcard: the folder before it (search 154-157)", with{"path": "out/*.vsix"}, []string{"extension.vsix"}, ""},
		{"a wildcard and a file beside it: one search path (glob getSearchPaths)", with{"path": "out/*.vsix\nout/extension.maps.zip"},
			[]string{"extension.maps.zip", "extension.vsix"}, ""},
		{"a wildcard in the middle", with{"path": "oth*/b"}, []string{"other/b/c"}, ""},
		{"hidden files stay out (search 19)", with{"path": "dots"}, []string{"seen"}, ""},
		{"unless asked for", with{"path": "dots", "include-hidden-files": "true"}, []string{".hidden", ".in/x", "seen"}, ""},
		{"a hidden folder by its name is hidden too (glob globGenerator)", with{"path": "dots/.in"}, nil, "::warning::No files were found"},
		{"what is below a hidden folder by its name is not", with{"path": "dots/.in/x"}, []string{"x"}, ""},
		{"nothing: a warning (upload 34-39)", with{"path": "absent"}, nil, "::warning::No files were found"},
		{"nothing, ignored (upload 46-51)", with{"path": "absent", "if-no-files-found": "ignore"}, nil, "No files were found"},
		{"nothing, an error (upload 40-45)", with{"path": "absent", "if-no-files-found": "error"}, nil, "! No files were found"},
		{"a word nobody knows (input-helper 18-26)", with{"path": "absent", "if-no-files-found": "skip"}, nil,
			"! Unrecognized if-no-files-found"},
		{"an empty folder is nothing (search 106)", with{"path": "empty"}, nil, "::warning::"},
		{"not archived (upload 60-66)", with{"path": "out", "archive": "false"}, nil, "! When 'archive' is set to false"},
		{"a name that is no name", with{"path": "out", "name": "a/b"}, nil, "! The artifact name is not valid"},
	} {
		dir := t.TempDir()
		write(t, dir, "out/extension.vsix", "out/extension.maps.zip", "other/b/c", "dots/seen", "dots/.hidden", "dots/.in/x", "empty/")
		a := &Artifacts{}
		said, err := a.upload(dir, c.in)
		if err != nil {
			said = "! " + err.Error()
		}
		if !strings.HasPrefix(said, c.said) {
			t.Errorf("%s: %q, want %q", c.name, said, c.said)
		}
		if diff := cmp.Diff(c.want, slices.Sorted(maps.Keys(a.Of["artifact"]))); diff != "" {
			t.Errorf("%s (-want +in the artifact):\n%s", c.name, diff)
		}
	}
	// The name of what is not archived is the file's.
	a, dir := &Artifacts{}, t.TempDir()
	write(t, dir, "out/extension.vsix")
	if _, err := a.upload(
		dir,
		with{"name": "x", "path": "out/extension.vsix", "archive": "false"},
	); err != nil ||
		a.Of["extension.vsix"] == nil {
		t.Errorf("%v, %v", slices.Collect(maps.Keys(a.Of)), err)
	}
	// A name is taken once, unless it may be written over (upload 68-70).
	for _, c := range []struct {
		over string
		ok   bool
	}{{"false", false}, {"true", true}} {
		if _, err := a.upload(dir, with{"name": "extension.vsix", "path": "out", "overwrite": c.over}); (err == nil) != c.ok {
			t.Errorf("overwrite %s: %v", c.over, err)
		}
	}
}

// Where files of artifacts come to lie, for each case of the source.
func TestDownloadAsItsSourceHasIt(t *testing.T) {
	one := []string{"head"}
	two := []string{"base", "head"}
	for _, c := range []struct {
		name string
		has  []string
		in   with
		want []string
		said string
	}{
		{"by its name: straight into the path (190)", two, with{"name": "p-head", "path": "to"}, []string{"to/head.vsix"}, ""},
		{"by a name that is not there (93-95)", two, with{"name": "p-x", "path": "to"}, []string{},
			"! Unable to download artifact(s): Artifact not found for name: p-x"},
		{"by a pattern, two: a folder each (194)", two, with{"pattern": "p-*", "path": "to"},
			[]string{"to/p-base/base.vsix", "to/p-head/head.vsix"}, ""},
		{"by a pattern, one: straight into the path (192)", one, with{"pattern": "p-*", "path": "to"}, []string{"to/head.vsix"}, ""},
		{"by a pattern that one of two matches (192)", two, with{"pattern": "*-head", "path": "to"}, []string{"to/head.vsix"}, ""},
		{"by a pattern that nothing matches (176, 244)", two, with{"pattern": "q-*", "path": "to"}, []string{}, "Total of 0"},
		{"merged (191)", two, with{"pattern": "p-*", "path": "to", "merge-multiple": "true"}, []string{"to/base.vsix", "to/head.vsix"}, ""},
		{"a name wins over a pattern (85)", two, with{"name": "p-head", "pattern": "p-base", "path": "to"}, []string{"to/head.vsix"}, ""},
		{"all of them (164-173)", two, with{"path": "to"}, []string{"to/p-base/base.vsix", "to/p-head/head.vsix"}, ""},
		{"into the workspace (45-47)", one, with{"name": "p-head"}, []string{"head.vsix"}, ""},
		{"nothing was uploaded", nil, with{"path": "to"}, []string{}, "Total of 0"},
	} {
		a := &Artifacts{Of: map[string]map[string][]byte{}}
		for _, side := range c.has {
			a.Of["p-"+side] = map[string][]byte{side + ".vsix": nil}
		}
		dir := t.TempDir()
		said, err := a.download(dir, c.in)
		if err != nil {
			said = "! " + err.Error()
		}
		if !strings.HasPrefix(said, c.said) {
			t.Errorf("%s: %q, want %q", c.name, said, c.said)
		}
		if diff := cmp.Diff(c.want, list(t, dir)); diff != "" {
			t.Errorf("%s (-want +written):\n%s", c.name, diff)
		}
	}
}

// What the source does and this does not ends a test, so that no workflow is shown
// to work by what GitHub would do otherwise.
func TestWhatIsNotDerivedIsRefused(t *testing.T) {
	a := &Artifacts{}
	for _, in := range []with{{"path": "x", "digest-mismatch": "warn"}, {"pattern": "{a,b}"}, {"path": "~/x"}} {
		if _, err := a.download(t.TempDir(), in); !errors.As(err, new(unknownError)) {
			t.Errorf("download %v: %v", in, err)
		}
	}
	for _, in := range []with{{"path": "x", "new": "y"}, {"path": "a/**"}, {"path": "a\n!b"}} {
		if _, err := a.upload(t.TempDir(), in); !errors.As(err, new(unknownError)) {
			t.Errorf("upload %v: %v", in, err)
		}
	}
}

// The bundles of the two actions are in no registry that a machine of CI reaches:
// npm knows neither of their names. The day it does, they are to be run here.
func TestTheBundlesAreInNoRegistry(t *testing.T) {
	npm, err := exec.LookPath("npm")
	if err != nil || os.Getenv("REGISTRY") == "" {
		t.Skip("make bundles: it asks npm for the bundles of the actions")
	}
	for name, there := range map[string]bool{"@actions/artifact": true, "@actions/upload-artifact": false,
		"@actions/download-artifact": false} {
		out, err := exec.CommandContext(t.Context(), npm, "view", name, "version").CombinedOutput()
		switch {
		case there && err != nil:
			t.Errorf("npm view %s: %v\n%s", name, err, out)
		case !there && (err == nil || !strings.Contains(string(out), "E404")):
			t.Errorf("npm view %s: %v\n%s", name, err, out)
		}
	}
}
