package reference_test

import (
	"os"
	"path/filepath"
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

// Whoever asks for a code is led to what to do, which is there.
func TestAnErrorLeadsToWhatToDo(t *testing.T) {
	text, _ := reference.Error("RF_DENIED_CALL")
	_, link, ok := strings.Cut(text, reference.Docs)
	link, _, _ = strings.Cut(link, "\n")
	page, anchor, _ := strings.Cut(link, "#")
	there, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(page)))
	if !ok || err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	if anchor != "the-loader" || !strings.Contains(string(there), "\n## The loader\n") {
		t.Errorf("%s has no such heading", link)
	}
}
