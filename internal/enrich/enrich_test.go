package enrich_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/enrich"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

func load(t *testing.T, manifest string) *extension.Extension {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(manifest), 0o600); err != nil {
		t.Fatal(err)
	}
	ext, err := extension.LoadAs(t.Context(), dir, extension.Directory, extension.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ext.Close() })
	return ext
}

const manifest = `{"name": "tool", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "dependencies": ` +
	`{"left-pad": "1.3.0"}}`

// TestNobodyIsAskedOffline: no program is looked for, no variable is read, and
// every service says that it was not asked.
func TestNobodyIsAskedOffline(t *testing.T) {
	ext := load(t, manifest)
	packages := supplychain.Packages(ext)
	w := enrich.Ask(
		t.Context(),
		enrich.Subject{Extension: ext, Inventory: &packages},
		enrich.Options{Registry: supplychain.Marketplace, Patience: time.Minute},
		enrich.Machine{
			Web:      &web.Client{Offline: true},
			Getenv:   func(name string) (string, bool) { t.Errorf("%s was read", name); return "", false },
			LookPath: func(name string) (string, bool) { t.Errorf("%s was looked for", name); return "", false },
		},
	)
	if len(w.Services) < 12 {
		t.Fatalf("only %d services", len(w.Services))
	}
	for _, s := range w.Services {
		if s.State != supplychain.Skipped || s.Why != supplychain.NotAsked {
			t.Errorf("%s: %s %q", s.Name, s.State, s.Why)
		}
	}
}

// TestAFileAnswersOffline: what somebody brings along counts without a network,
// and its service ran.
func TestAFileAnswersOffline(t *testing.T) {
	ext := load(t, manifest)
	packages := supplychain.Packages(ext)
	listing := &supplychain.Listing{}
	w := enrich.Ask(
		t.Context(),
		enrich.Subject{Extension: ext, Inventory: &packages},
		enrich.Options{Registry: supplychain.Marketplace, Listing: listing, Patience: time.Minute},
		enrich.Machine{Web: &web.Client{Offline: true}},
	)
	if w.Listing != listing {
		t.Error("the listing is lost")
	}
	ran := map[string]supplychain.State{}
	for _, s := range w.Services {
		ran[s.Name] = s.State
	}
	if ran["extension-info"] != supplychain.Ran || ran["osv"] != supplychain.Skipped {
		t.Errorf("states: %v", ran)
	}
}
