package build

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// lay writes files below a folder; a name that ends in a slash is a folder.
func lay(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(file, 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func manifest(name string) string {
	return fmt.Sprintf(`{"name": %q, "publisher": "acme", "version": "1.2.3", "engines": {"vscode": "^1.90.0"}}`, name)
}

func TestEveryExtensionOfARepositoryIsFound(t *testing.T) {
	dir := t.TempDir()
	lay(t, dir, map[string]string{
		"package.json":                                 `{"name": "workspace", "private": true, "workspaces": ["extensions/*"]}`,
		"extensions/zeta/package.json":                 manifest("zeta"),
		"extensions/alpha/package.json":                manifest("alpha"),
		"extensions/alpha/client/package.json":         `{"name": "client", "version": "1.0.0"}`,
		"extensions/broken/package.json":               `{"name": `,
		"extensions/alpha/node_modules/x/package.json": manifest("dependency"),
		".git/package.json":                            manifest("git"),
		"packages/languageclient/package.json":         `{"name": "vscode-languageclient", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}}`,
		"packages/server/package.json":                 `{"name": "server", "publisher": "acme", "engines": {"node": ">=20"}}`,
		"not/a/file/package.json/":                     "",
	})
	got, err := Discover(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	want := Discovery{
		Projects: []Project{
			{"extensions/alpha", "acme", "alpha", "1.2.3"},
			{"extensions/zeta", "acme", "zeta", "1.2.3"},
		},
		Unreadable: []Unreadable{{"extensions/broken/package.json", "reading package.json:1:10: expected a value, found end of file"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wanted (-), found (+):\n%s", diff)
	}
}

func TestARepositoryCanBeAnExtensionItself(t *testing.T) {
	dir := t.TempDir()
	lay(t, dir, map[string]string{"package.json": manifest("tool")})
	got, err := Discover(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Project{{".", "acme", "tool", "1.2.3"}}, got.Projects); diff != "" {
		t.Errorf("wanted (-), found (+):\n%s", diff)
	}
}

// A link may lead out of the repository, or round in circles.
func TestLinksAreNotFollowed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("elsewhere: links need a privilege on Windows")
	}
	outside, dir := t.TempDir(), t.TempDir()
	lay(t, outside, map[string]string{"ext/package.json": manifest("outside")})
	lay(t, dir, map[string]string{"real/package.json": manifest("real"), "file/": ""})
	for link, target := range map[string]string{
		"out": outside, "circle": dir, "inside": filepath.Join(dir, "real"),
		"file/package.json": filepath.Join(outside, "ext", "package.json"),
	} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Discover(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	want := Discovery{Projects: []Project{{"real", "acme", "real", "1.2.3"}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wanted (-), found (+):\n%s", diff)
	}
}

func TestARepositoryPastItsLimitsIsAnError(t *testing.T) {
	t.Run("deep", func(t *testing.T) {
		dir := t.TempDir()
		lay(t, dir, map[string]string{strings.Repeat("d/", maxDepth+1): ""})
		if got, err := Discover(t.Context(), dir); err == nil {
			t.Errorf("found %v", got)
		}
		dir = t.TempDir()
		lay(t, dir, map[string]string{strings.Repeat("d/", maxDepth) + "package.json": manifest("deep")})
		if got, err := Discover(t.Context(), dir); err != nil || len(got.Projects) != 1 {
			t.Errorf("found %v, %v; want the extension at the limit", got, err)
		}
	})
	t.Run("many", func(t *testing.T) {
		dir := t.TempDir()
		for i := range maxProjects {
			lay(t, dir, map[string]string{fmt.Sprintf("e%d/package.json", i): manifest("e")})
		}
		if got, err := Discover(t.Context(), dir); err != nil || len(got.Projects) != maxProjects {
			t.Errorf("found %d, %v; want the extensions up to the limit", len(got.Projects), err)
		}
		lay(t, dir, map[string]string{"more/package.json": manifest("e")})
		if got, err := Discover(t.Context(), dir); err == nil {
			t.Errorf("found %d", len(got.Projects))
		}
	})
	t.Run("large", func(t *testing.T) {
		dir := t.TempDir()
		lay(t, dir, map[string]string{"a/package.json": strings.Repeat(" ", maxManifest) + manifest("e")})
		got, err := Discover(t.Context(), dir)
		if err != nil || len(got.Projects) != 0 || len(got.Unreadable) != 1 {
			t.Errorf("found %v, %v; want one manifest that could not be read", got, err)
		}
	})
}

// archive writes a .vsix of one manifest.
func archive(t *testing.T, file, manifest string) {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("extension/package.json")
	if err == nil {
		_, err = w.Write([]byte(manifest))
	}
	if err = errors.Join(err, z.Close(), os.WriteFile(file, b.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
}
