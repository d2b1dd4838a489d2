package checks

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/checks/internal/checktest"
	"github.com/ringfence-dev/ringfence/checks/internal/workspacetrust"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
)

// What the extensions that come with VS Code declare, counted by hand, and what
// the checks that need no code say of it. Other versions will want other numbers;
// the corpus is pinned.
func TestTrustOfRealExtensions(t *testing.T) {
	if testing.Short() {
		t.Skip("short: downloads real extensions")
	}
	dir, err := corpus.Fetch(t.Context())
	switch {
	case err == nil:
	case os.Getenv("CI") == "true":
		t.Fatal(err)
	default:
		t.Skipf("could not run: %v", err)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	levels, lists := map[workspacetrust.Support]int{}, 0
	said := map[string][]string{}
	for _, p := range paths {
		name := filepath.Base(p)
		// An old vscode.git, bundled by others, and an extension from the Marketplace.
		if name == "node_modules" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "theia.") || filepath.Ext(name) == ".vsix" {
			continue
		}
		e, err := extension.Load(t.Context(), p, extension.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		levels[workspacetrust.SupportOf(e.Manifest)]++
		if u := e.Manifest.Capabilities.UntrustedWorkspaces; u != nil && len(u.RestrictedConfigurations) > 0 {
			lists++
		}
		for _, c := range All() {
			if !strings.HasPrefix(c.Name, "trust_") || slices.Contains(c.Needs, NeedCode) || c.Name == "trust_old_engine" {
				continue
			}
			for range checktest.Run(t, []Check{c}, Input{Catalog: catalog.Default(), Manifest: e.Manifest})[0].Findings {
				said[c.Name] = append(said[c.Name], name)
			}
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
	if diff := cmp.Diff(
		map[workspacetrust.Support]int{
			workspacetrust.SupportTrue:       23,
			workspacetrust.SupportLimited:    7,
			workspacetrust.SupportFalse:      2,
			workspacetrust.SupportUndeclared: 2,
		},
		levels,
	); diff != "" ||
		lists != 4 {
		t.Errorf("%d have a list; levels (-want +got):\n%s", lists, diff)
	}
	want := map[string][]string{
		"trust_no_description": {"vscode.git", "vscode.github-authentication", "vscode.microsoft-authentication"},
		"trust_undeclared":     {"GitHub.copilot-chat", "vscode.terminal-suggest"},
	}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("what the checks say (-want +got):\n%s", diff)
	}
}
