package told

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/extension"
)

func look(t *testing.T, files map[string]string) *Facts {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ext, err := extension.LoadAs(t.Context(), dir, extension.Directory, extension.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer ext.Close()
	f, err := Look(t.Context(), ext)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

const manifest = `{"name": "x", "publisher": "p", "version": "1.0.0", "engines": {"vscode": "*"}, "hidden": "https://hidden.zz",
	"homepage": "https://home.zz/x",
	"contributes": {"configuration": {"properties": {"x.url": {"default": "https://api.setting.zz:8080/v1"}}}}}`

func TestAHostIsToldOf(t *testing.T) {
	f := look(t, map[string]string{
		"package.json": manifest, "package.nls.json": `{"d": "asks words.zz"}`,
		"README.md":    "It asks https://Up.Page.zz and 198.51.100.7, me.github.io, evil.zz.",
		"docs/more.md": "and more.zz", "node_modules/a/README.md": "module.zz", "src/a.js": "code.zz",
	})
	for host, want := range map[string]bool{
		"home.zz": true, "api.setting.zz": true, "setting.zz": true, "words.zz": true, "page.zz": true, "other.page.zz": true, "more.zz": true,
		"PAGE.zz.": true, "198.51.100.7": true, "me.github.io": true,
		"hidden.zz": false, "module.zz": false, "code.zz": false, "198.51.100.70": false, "98.51.100.7": false, "you.github.io": false,
		"age.zz": false, "page.zz.org": false, "evil.zz": true, "evil.zzz": false,
	} {
		if f.Of(host) != want {
			t.Errorf("told of %s: %t, want %t", host, !want, want)
		}
	}
	var nobody *Facts
	if !nobody.Of("any.zz") {
		t.Error("where nobody looked, nothing is untold")
	}
}

func TestANameInsideAnotherTellsNothing(t *testing.T) {
	f := look(t, map[string]string{"package.json": manifest, "README.md": "See https://acme.zz.evil.org and my-acme.zz."})
	if f.Of("acme.zz") {
		t.Error("a longer name tells of acme.zz")
	}
}

func TestWhatPagesSay(t *testing.T) {
	f := look(t, map[string]string{"package.json": manifest, "README.md": "It sets core.hooksPath for you."})
	if !f.Says("hookspath") || f.Says("insteadof") || !(*Facts)(nil).Says("any") {
		t.Error("a word of a page is not told, or another is")
	}
}

func TestKnownHosts(t *testing.T) {
	for host, want := range map[string]bool{
		"json-schema.org": true, "JSON-Schema.org": true, "dc.services.visualstudio.com": true, "notjson-schema.org": false,
		"json-schema.org.zz": false,
	} {
		if Known(host) != want {
			t.Errorf("%s is known: %t", host, !want)
		}
	}
	for name, list := range map[string][]string{"known": known(), "shared": shared()} {
		if len(list) < 20 {
			t.Errorf("%s has %d lines", name, len(list))
		}
		for i, n := range list {
			if n != strings.ToLower(n) || !strings.Contains(n, ".") || slices.Index(list, n) != i {
				t.Errorf("%s: %q is no host, or is there twice", name, n)
			}
		}
	}
}
