//go:build unix

package tightness

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/policygen/synth"
)

// maxCost is what making a policy may add to the CPU of the analysis, which is
// less than the scan's: checks and report are not in it.
const maxCost = 0.30

// TestMakingThePolicyCostsLittle holds the CPU of both against each other, in one
// run and on the same extensions, the one with the longest policy among them.
func TestMakingThePolicyCostsLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("short: analyses large extensions")
	}
	dir, err := corpus.Fetch(t.Context())
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("no corpus: %v", err)
	}
	var all, analysis time.Duration
	for _, id := range []string{"GitHub.copilot-chat", "ms-vscode.js-debug", "theia.vscode-builtin-git", "vscode.git", "vscode.npm",
		"vscode.emmet"} {
		ext, err := extension.Load(t.Context(), filepath.Join(dir, id), extension.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		start := cpu(t)
		program, err := facts.Analyze(t.Context(), ext, facts.Options{})
		if err != nil {
			t.Fatal(err)
		}
		middle := cpu(t)
		p := synth.Synthesize(synth.Input{Extension: ext, Program: program, Catalog: catalog.Default()}).Policy.Bytes()
		end := cpu(t)
		if err := ext.Close(); err != nil {
			t.Error(err)
		}
		t.Logf(
			"%s: %v of CPU for the analysis, %v for a policy of %d bytes (%.1f %%)",
			id,
			middle-start,
			end-middle,
			len(p),
			100*float64(end-middle)/float64(middle-start),
		)
		analysis += middle - start
		all += end - middle
	}
	if got := float64(all) / float64(analysis); got > maxCost {
		t.Errorf("making the policies took %.1f %% of the CPU of the analysis, more than %.0f %%", 100*got, 100*maxCost)
	} else {
		t.Logf("making the policies took %.1f %% of the CPU of the analysis", 100*got)
	}
}

// cpu is what this process used so far.
func cpu(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
