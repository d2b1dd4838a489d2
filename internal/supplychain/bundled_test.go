package supplychain

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/extension"
)

// What a map says of a package is held against the tarball of the locked version;
// what it says of others is not.
func TestClaims(t *testing.T) {
	content := func(texts ...string) []*string {
		var out []*string
		for _, s := range texts {
			out = append(out, &s)
		}
		return out
	}
	m, err := json.Marshal(map[string]any{
		"version":  3,
		"mappings": "",
		"sources": []string{
			"webpack://toy/./node_modules/a/index.js",
			"../node_modules/a/lib/b.js?1234",
			"../node_modules/a/src/c.ts",
			"../src/own.ts",
			"../node_modules/nobody/x.js",
			"../node_modules/a/node_modules/@s/deep/i.js",
			"../node_modules/a/none.js",
		},
		"sourcesContent": append(content("one\r\ntwo", "evil", "source", "own", "x", "\ufeffdeep"), nil),
	})
	if err != nil {
		t.Fatal(err)
	}
	lock := `{"lockfileVersion":3,"packages":{"node_modules/a":{"version":"1.0.0","integrity":"sha512-a"},"node_modules/a/node_modules/@s/` +
		`deep":{"version":"2.0.0"},"node_modules/unused":{"version":"1.0.0"}}}`
	files := map[string]string{"package.json": manifest, "main.js": "", "main.js.map": string(m), "package-lock.json": lock}
	claims := Claims(load(t, extension.Repository, files))
	a, deep := Package{"a", "1.0.0", "package-lock.json", InBundle}, Package{"@s/deep", "2.0.0", "package-lock.json", InBundle}
	want := []Claim{
		{
			a,
			"node_modules/a",
			"main.js.map",
			"sha512-a",
			map[string]Digest{
				"index.js": TextDigest([]byte("one\ntwo")),
				"lib/b.js": TextDigest([]byte("evil")),
				"src/c.ts": TextDigest([]byte("source")),
			},
		},
		{deep, "node_modules/a/node_modules/@s/deep", "main.js.map", "", map[string]Digest{"i.js": TextDigest([]byte("deep"))}},
	}
	if diff := cmp.Diff(want, claims); diff != "" {
		t.Fatalf("(-want +got):\n%s", diff)
	}
	tarball := map[string]Digest{
		"index.js": TextDigest([]byte("one\ntwo")),
		"lib/b.js": TextDigest([]byte("two")),
		"other.js": TextDigest([]byte("x")),
	}
	for integrity, other := range map[string]bool{"sha512-a": false, "sha512-b": true} {
		want := Bundled{Package: a, Folder: "node_modules/a", Map: "main.js.map", Same: 1, Changed: []string{"lib/b.js"}, OtherTarball: other}
		if diff := cmp.Diff(want, claims[0].Compare(tarball, integrity)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	if got := claims[1].Compare(
		map[string]Digest{"i.js": TextDigest([]byte("deep"))},
		"sha512-b",
	); got.Same != 1 || len(got.Changed) > 0 ||
		got.OtherTarball {
		t.Errorf("what is the same, and nothing is locked: %+v", got)
	}
	delete(files, "package-lock.json")
	if got := Claims(load(t, extension.Repository, files)); got != nil {
		t.Errorf("no version is known, and there are claims: %+v", got)
	}
}
