package probes

import "testing"

// required is the fewest probes there may be.
const required = 400

func TestEnoughProbesOfEveryKind(t *testing.T) {
	probes := readProbes(t)
	mirrors := 0
	for _, p := range probes {
		if p.none {
			mirrors++
		}
	}
	if len(probes) < required {
		t.Errorf("%d probes, want at least %d", len(probes), required)
	}
	if mirrors < 20 {
		t.Errorf("%d probes must give nothing, want at least 20", mirrors)
	}
}

func TestMalformedProbesAreRefused(t *testing.T) {
	for _, head := range []string{
		"fs.readFileSync('a')",                  // announces nothing
		"// none\n// want: fs.readFile call",    // both
		"// want: fs.readFile calls",            // no such kind
		"// want: fs.readFile call [",           // arguments cut short
		"// none\n// not: parcel: unknown here", // no such bundler
		"// none\n// not: rollup",               // no reason
	} {
		if _, err := parseProbe("x/y.js", head+"\n"); err == nil {
			t.Errorf("the head %q was accepted", head)
		}
	}
	if _, err := parseProbe("x/y.py", "// none\n"); err == nil {
		t.Error("a Python probe was accepted")
	}
}

func TestEveryUseIsFoundAsWritten(t *testing.T) {
	for _, p := range readProbes(t) {
		t.Run(p.name, func(t *testing.T) {
			check(t, p, p.files, p.main, nil)
		})
	}
}

// check analyzes one rendition of a probe, fails when the answer is wrong and
// reports whether too much was found.
func check(t *testing.T, p probe, files map[string]string, main string, own map[symbol]bool) (mixed bool) {
	t.Helper()
	program, err := analyze(t.Context(), t, files, main)
	if err != nil {
		t.Fatalf("analyzing: %v", err)
	}
	missing, extra := compare(p, program, own)
	for _, m := range missing {
		if p.optional != "" {
			t.Logf("missing, and optional (%s): %s", p.optional, m)
		} else {
			t.Errorf("missing: %s", m)
		}
	}
	for _, e := range extra {
		if p.mixed != "" {
			t.Logf("extra, and known (%s): %s", p.mixed, e)
		} else {
			t.Errorf("extra: %s", e)
		}
	}
	if t.Failed() {
		for _, b := range program.BlindSpots {
			t.Logf("blind: %s:%d: %s", b.File, b.Line, b.Reason)
		}
	}
	return len(extra) > 0
}
