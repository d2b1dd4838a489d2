package shim

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
)

// COSTS=all measures and writes docs/measurements/loader-costs.md, COSTS_ROUNDS (3) times; it says
// how far it is.
func TestCosts(t *testing.T) {
	if os.Getenv("COSTS") == "" {
		t.Skip("make bench-shim: what the loader costs is measured there")
	}
	lock, err := os.ReadFile("costs/package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(lock)
	kit, err := npm.Cached(t.Context(), "costs-"+hex.EncodeToString(sum[:6]), func(ctx context.Context, dir string) error {
		for _, name := range []string{"package.json", "package-lock.json"} {
			data, err := os.ReadFile(filepath.Join("costs", name))
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
				return err
			}
		}
		cmd := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("npm ci: %w\n%s", err, out)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(t.TempDir(), "ringfence")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "../cmd/ringfence").CombinedOutput(); err != nil {
		t.Fatalf("building ringfence: %v\n%s", err, out)
	}
	cmd := exec.CommandContext(t.Context(), node(t), "costs/run.js", binary, kit, "../docs/measurements/loader-costs.md")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("measuring: %v\n%s", err, out)
	}
	t.Logf("%s", out)
}
