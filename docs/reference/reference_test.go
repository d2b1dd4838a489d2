package reference_test

import (
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/docs/reference"
)

// Each code has its own section, and what is no code has none.
func TestEachErrorHasItsSection(t *testing.T) {
	codes := reference.Errors()
	if len(codes) < 12 {
		t.Fatalf("%q", codes)
	}
	seen := map[string]bool{}
	for _, code := range codes {
		text, ok := reference.Error(code)
		own, _, _ := strings.Cut(text, "## Of all of them")
		if !ok || !strings.HasPrefix(text, "# "+code+"\n\n") || strings.Count(own, "\n#") > 0 || len(own) < 80 || seen[own] {
			t.Errorf("%s:\n%s", code, text)
		}
		seen[own] = true
	}
	for _, none := range []string{"", "RF_", "Errors of the loader", "RF_DENIED"} {
		if text, ok := reference.Error(none); ok {
			t.Errorf("%q has a section:\n%s", none, text)
		}
	}
}
