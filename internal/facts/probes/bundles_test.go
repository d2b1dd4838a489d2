package probes

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/fraction"
)

func TestEveryUseIsFoundInEveryBundle(t *testing.T) {
	if testing.Short() {
		t.Skip("short: bundling takes a minute; run without -short")
	}
	_, file := bundled(t)
	probes := map[string]probe{}
	for _, p := range readProbes(t) {
		probes[p.name] = p
	}
	own := runtimes(t, file)
	counts := map[string][2]int{}
	mixed := map[string]bool{}
	ran, total, left := 0, 0, 0
	turn := map[string]int{}
	for _, r := range file.Renditions {
		p, ok := probes[r.Probe]
		if !ok {
			continue // an empty program
		}
		// Each probe in a fifth of its bundlers, and each bundler with a fifth of the probes: the part moves on by one
		// with each probe.
		total++
		if turn[r.Probe] == 0 {
			turn[r.Probe] = len(turn) + 1
		}
		turn[r.Probe]++
		if !fraction.Has(turn[r.Probe], 5) {
			left++
			continue
		}
		count := counts[r.Bundler]
		count[1]++
		if t.Run(r.Probe+"/"+r.Bundler, func(t *testing.T) {
			ran++
			if check(t, p, r.Files, r.Main, own[r.Bundler]) {
				mixed[p.name] = true
			}
		}) {
			count[0]++
		}
		counts[r.Bundler] = count
	}
	for _, p := range probes {
		if ran == total && p.mixed != "" && !mixed[p.name] {
			t.Errorf("%s: nothing too much is found any more, but it says: mixed: %s", p.name, p.mixed)
		}
	}
	fraction.Note(t, total-left, total, "renditions")
	for _, b := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%-12s %d of %d renditions as announced", b, counts[b][0], counts[b][1])
	}
}

// runtimes finds, by bundler, the uses of its own runtime: those in the
// renditions of empty programs.
func runtimes(t *testing.T, file renditionFile) map[string]map[symbol]bool {
	own := map[string]map[symbol]bool{}
	for _, r := range file.Renditions {
		if !strings.HasPrefix(r.Probe, "empty/") {
			continue
		}
		program, err := analyze(t.Context(), t, r.Files, r.Main)
		if err != nil {
			t.Fatalf("analyzing %s by %s: %v", r.Probe, r.Bundler, err)
		}
		for _, u := range program.Uses {
			s := canonical(u.Module, u.Member, u.Kind)
			if !powerful(u) || own[r.Bundler][s] {
				continue
			}
			t.Logf("%s itself uses %s (%s)", r.Bundler, s, r.Probe)
			if own[r.Bundler] == nil {
				own[r.Bundler] = map[symbol]bool{}
			}
			own[r.Bundler][s] = true
		}
	}
	return own
}
