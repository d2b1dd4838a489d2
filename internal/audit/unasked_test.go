package audit

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/enrich"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// Where nobody can be asked, the report names whom the command would have asked: every
// service, in the same order, of each registry, with and without a lock file.
func TestNobodyIsLeftOutOfThoseNotAsked(t *testing.T) {
	dir := t.TempDir()
	manifest := `{"name":"one","publisher":"acme","version":"1.0.0","engines":{"vscode":"^1.90.0"}}`
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(manifest), 0o600); err != nil {
		t.Fatal(err)
	}
	ext, err := extension.LoadAs(t.Context(), dir, extension.Directory, extension.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	defer ext.Close()
	for _, registry := range supplychain.Registries() {
		for _, unlocked := range []bool{false, true} {
			asked := enrich.Ask(t.Context(), enrich.Subject{Extension: ext, Inventory: &supplychain.Inventory{Unlocked: unlocked}},
				enrich.Options{Registry: registry, Patience: time.Minute}, enrich.Machine{Getenv: func(string) (string, bool) { return "", false }})
			if diff := cmp.Diff(asked.Services, unasked(registry, unlocked)); diff != "" {
				t.Errorf("%s, unlocked %t (-asked +unasked):\n%s", registry, unlocked, diff)
			}
		}
	}
}
