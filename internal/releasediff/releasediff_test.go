package releasediff

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/extension"
)

func load(t *testing.T, manifest string, source extension.Source, files ...string) *extension.Extension {
	t.Helper()
	dir := t.TempDir()
	for _, f := range append(files, "package.json") {
		content := "// a file"
		if f == "package.json" {
			content = manifest
		}
		if err := os.WriteFile(filepath.Join(dir, f), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e, err := extension.LoadAs(t.Context(), dir, source, extension.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

// What a release brings is said, and what it keeps, drops or writes otherwise is
// not.
func TestCompare(t *testing.T) {
	const who = `"publisher": "p", "name": "n", "version": "1.0.0"`
	const by = `"publisher": "p", "name": "n", "version": "1.0.1"`
	item := func(value, pointer string) []extension.Item {
		return []extension.Item{{Value: value, Pointer: pointer}}
	}
	for _, c := range []struct {
		name          string
		before, after string
		// files are those of both.
		files  []string
		source extension.Source
		want   Change
	}{
		{name: "nothing", before: `{}`, after: `{}`},
		{name: "a first entry", after: `{"main": "./a.js"}`, files: []string{"a.js"}, want: Change{Entries: item("./a.js", "/main")}},
		{name: "a second entry", before: `{"browser": "./a.js"}`, after: `{"main": "./a.js"}`, files: []string{"a.js"}, want: Change{Ran: true}},
		{name: "an entry that was named before its file was there", before: `{"main": "./b.js", "browser": "b"}`, after: `{"main": "./a.js"}`,
			files: []string{"a.js"},
			want:  Change{Entries: item("./a.js", "/main")}},
		{name: "the mirror: a repository names what is built later", before: `{"main": "./b.js"}`, after: `{"main": "./a.js"}`,
			source: extension.Repository,
			want:   Change{Ran: true}},
		{name: "an entry whose file is not there", after: `{"main": "./a.js"}`},
		{name: "a first script of a webview", after: `{"contributes": {"markdown.previewScripts": ["./a.js"]}}`,
			want: Change{Entries: item("./a.js", "/contributes/markdown.previewScripts/0")}},
		{name: "a first adapter", after: `{"contributes": {"debuggers": [{"type": "t", "linux": {"program": "./a"}}]}}`,
			want: Change{Entries: item("./a", "/contributes/debuggers/0/linux")}},
		{name: "a new member", before: `{"extensionPack": ["a.b"]}`, after: `{"extensionPack": ["A.B", "c.d", "C.D"]}`,
			want: Change{Extensions: item("c.d", "/extensionPack/1")}},
		{name: "a member of both lists", after: `{"extensionPack": ["c.d"], "extensionDependencies": ["c.d"]}`,
			want: Change{Extensions: item("c.d", "/extensionPack/0")}},
		{name: "a member that moves", before: `{"extensionPack": ["a.b"]}`, after: `{"extensionDependencies": ["a.b"]}`},
		{name: "itself", after: `{"publisher": "p", "name": "n", "extensionPack": ["P.n"]}`},
		{name: "a member that goes", before: `{"extensionPack": ["a.b"]}`, after: `{}`},
		{name: "an event", before: `{"activationEvents": ["onCommand:x"]}`, after: `{"activationEvents": ["onCommand:x", "*"]}`,
			want: Change{Activation: item("*", "/activationEvents/1")}},
		{name: "a script", after: `{"scripts": {"test": "x", "postinstall": "y"}}`,
			want: Change{Scripts: []extension.Pair{{Key: "postinstall", Value: "y", Pointer: "/scripts/postinstall"}}}},
		{name: "a script that is another", before: `{"scripts": {"install": "x"}}`, after: `{"scripts": {"install": "y"}}`,
			want: Change{Scripts: []extension.Pair{{Key: "install", Value: "y", Pointer: "/scripts/install"}}}},
		{name: "a script that stays", before: `{"scripts": {"install": "x"}}`, after: `{"scripts": {"install": "x"}}`},
		{name: "another publisher", before: `{` + who + `}`, after: `{"publisher": "q", "name": "n", "version": "1.0.1"}`,
			want: Change{OtherPublisher: true}},
		{name: "another name", before: `{` + who + `}`, after: `{"publisher": "p", "name": "m", "version": "1.0.1"}`,
			want: Change{OtherName: true}},
		{name: "the same in capitals", before: `{` + who + `}`, after: `{"publisher": "P", "name": "N"}`},
		{name: "a publisher that nobody named", before: `{"name": "n"}`, after: `{` + by + `}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			source := c.source
			if source == "" {
				source = extension.Directory
			}
			if c.before == "" {
				c.before = `{}`
			}
			before, after := load(t, c.before, source, c.files...), load(t, c.after, source, c.files...)
			c.want.Before = Name{before.ID(), before.Manifest.Version}
			c.want.After = Name{after.ID(), after.Manifest.Version}
			if diff := cmp.Diff(c.want, *Compare(Of(before), after)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
