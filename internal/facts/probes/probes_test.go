package probes

import (
	"fmt"
	"strings"
	"testing"
)

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
			if message := check(t, p, p.files, p.main, nil); message != "" {
				t.Error(message)
			}
		})
	}
}

// check analyzes one rendition of a probe and describes what is wrong with the
// answer; empty: nothing.
func check(t *testing.T, p probe, files map[string]string, main string, own map[symbol]bool) string {
	t.Helper()
	program, err := analyze(t.Context(), t, files, main)
	if err != nil {
		return fmt.Sprintf("analyzing: %v", err)
	}
	missing, extra := compare(p, program, own)
	if p.optional != "" {
		if len(missing) > 0 {
			t.Logf("%s: not seen, and optional (%s): %s", p.name, p.optional, strings.Join(missing, "; "))
		}
		missing = nil
	}
	if len(missing)+len(extra) == 0 {
		return ""
	}
	var b strings.Builder
	for _, m := range missing {
		fmt.Fprintf(&b, "missing: %s\n", m)
	}
	for _, e := range extra {
		fmt.Fprintf(&b, "extra: %s\n", e)
	}
	for _, blind := range program.Blind {
		fmt.Fprintf(&b, "blind: %s:%d: %s\n", blind.File, blind.Line, blind.Reason)
	}
	return b.String()
}
