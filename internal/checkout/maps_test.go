package checkout

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The archive of maps is a stranger's: what is no archive, leads elsewhere or
// unpacks to more than a map may be is none.
func TestMapsBesideAPackage(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "head.vsix")

	archive := func(name string, data []byte) []byte {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(data); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	for _, x := range []struct {
		name string
		data []byte
		ok   bool
	}{
		{"a map", archive("dist/main.js.map", []byte("{}")), true},
		{"another map", archive("dist/other.js.map", []byte("{}")), false},
		{"no archive", []byte("PK"), false},
		{"a name that leads out", archive("../dist/main.js.map", []byte("{}")), false},
		{"a bomb", archive("dist/main.js.map", bytes.Repeat([]byte(" "), 8<<20)), false},
	} {
		if err := os.WriteFile(filepath.Join(dir, "head.maps.zip"), x.data, 0o600); err != nil {
			t.Fatal(err)
		}
		data, ok := Maps(file)("dist/main.js.map")
		if ok != x.ok || ok && string(data) != "{}" {
			t.Errorf("%s: %q, %t", x.name, data, ok)
		}
	}
	if err := os.Remove(filepath.Join(dir, "head.maps.zip")); err != nil {
		t.Fatal(err)
	}
	if _, ok := Maps(file)("dist/main.js.map"); ok || Maps(strings.TrimSuffix(file, ".vsix")) != nil {
		t.Error("maps of no archive")
	}
}
