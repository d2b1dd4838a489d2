package extension

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"
)

func TestADigestIsThatOfTheBytes(t *testing.T) {
	dir := t.TempDir()
	manifest := `{"name":"a","publisher":"b","version":"1.0.0","engines":{"vscode":"*"}}`
	for name, text := range map[string]string{"package.json": manifest, "a.js": "1"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ext, err := Load(t.Context(), dir, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer ext.Close()
	sum := sha256.Sum256([]byte("1"))
	for range 2 {
		if got, err := ext.Digest("a.js"); got != hex.EncodeToString(sum[:]) || err != nil {
			t.Errorf("%s, %v", got, err)
		}
		if _, err := ext.ReadFile("a.js"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := ext.Digest("b.js"); err == nil {
		t.Error("a file that is not there has a digest")
	}
}
