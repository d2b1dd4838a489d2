package supplychain

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/extension"
)

func digests(files map[string]string) map[string]Digest {
	out := map[string]Digest{}
	for name, text := range files {
		out[name] = DigestOf(name, []byte(text))
	}
	return out
}

// A package that ships is what was published, or something was changed, or
// something was put into it.
func TestCompare(t *testing.T) {
	published := map[string]string{"package.json": `{"name":"a","version":"1.0.0"}`, "index.js": "1", "README.md": "read", "lib/b.js": "2"}
	p := Package{"a", "1.0.0", "node_modules/a/package.json", InFolder}
	for _, c := range []struct {
		name           string
		ships          map[string]string
		locked         string
		changed, added []string
		other          bool
	}{
		{"all of it", published, "", nil, nil, false},
		{"part of it", map[string]string{"package.json": published["package.json"], "index.js": "1"}, "", nil, nil, false},
		{"what npm adds to a manifest", map[string]string{"package.json": "{ \"version\": \"1.0.0\",\n \"name\": \"a\", \"_resolved\": \"x\" }"},
			"", nil, nil, false},
		{"another manifest", map[string]string{"package.json": `{"name":"a","version":"1.0.0","main":"evil.js"}`}, "",
			[]string{"node_modules/a/package.json"}, nil, false},
		{"another script", map[string]string{"package.json": published["package.json"], "index.js": "evil"}, "",
			[]string{"node_modules/a/index.js"}, nil, false},
		{"one more script", map[string]string{"package.json": published["package.json"], "lib/evil.js": "1"}, "", nil,
			[]string{"node_modules/a/lib/evil.js"}, false},
		{"one more text", map[string]string{"package.json": published["package.json"], "NOTES": "1"}, "", nil, nil, false},
		{"a package of its own below", map[string]string{"package.json": published["package.json"], "node_modules/b/index.js": "1"}, "", nil, nil,
			false},
		{"the locked tarball", published, "sha1-x sha512-right", nil, nil, false},
		{"another tarball than the locked", published, "sha512-wrong", nil, nil, true},
		{"a digest of an old kind", published, "sha1-wrong", nil, nil, false},
	} {
		files := map[string]string{"package.json": manifest, "main.js": ""}
		for name, text := range c.ships {
			files["node_modules/a/"+name] = text
		}
		locked := c.locked
		if locked == "sha1-x sha512-right" {
			locked = "sha512-right sha1-x"
		}
		got := Compare(load(t, extension.Directory, files), p, digests(published), locked, "sha512-right")
		want := Comparison{
			Package:      p,
			Folder:       "node_modules/a",
			Changed:      append([]string{}, c.changed...),
			Added:        append([]string{}, c.added...),
			OtherTarball: c.other,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		if same := c.changed == nil && c.added == nil && !c.other; got.Same() != same {
			t.Errorf("%s: the same: %t", c.name, got.Same())
		}
	}
}

func TestVerified(t *testing.T) {
	w := &Answers{Comparisons: []Comparison{
		{
			Folder: "node_modules/a",
		},
		{Folder: "node_modules/a/node_modules/b", Changed: []string{"x"}},
		{Folder: "node_modules/c", OtherTarball: true},
	}}
	for file, want := range map[string]bool{
		"node_modules/a/x.js": true, "node_modules/a/lib/x.js": true, "node_modules/ab/x.js": false, "node_modules/a/node_modules/b/x.js": false,
		"node_modules/a/node_modules/d/x.js": false, "node_modules/c/x.js": false, "main.js": false,
	} {
		if got := w.Verified(file); got != want {
			t.Errorf("%s: %t", file, got)
		}
	}
	if (*Answers)(nil).Verified("node_modules/a/x.js") {
		t.Error("nobody compared, and it is verified")
	}
}

func TestLocked(t *testing.T) {
	e := load(
		t,
		extension.Repository,
		map[string]string{"package.json": manifest, "main.js": "", "package-lock.json": `{"lockfileVersion":3,"packages":{
		"node_modules/a":{"version":"1.0.0","integrity":"sha512-a"},"node_modules/b":{"version":"1.0.0","integrity":"sha512-b"}}}`},
	)
	got := Locked(
		e,
		[]Package{{"a", "1.0.0", "node_modules/a/package.json", InFolder}, {"b", "2.0.0", "node_modules/b/package.json", InFolder}},
	)
	if diff := cmp.Diff(map[string]string{"node_modules/a": "sha512-a"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
