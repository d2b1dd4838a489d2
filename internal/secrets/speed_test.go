package secrets

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
)

// bundles are minified bundles of the corpus.
var bundles = []string{"vscode.git/dist/main.js", "vscode.typescript-language-features/dist/extension.js"}

func bundle(t testing.TB, name string) string {
	t.Helper()
	dir, err := corpus.Fetch(t.Context())
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("no corpus: %v", err)
	}
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// block is how much text the library looks at in one piece.
const block = 100_000

// asTheLibrary runs the rules much as gitleaks' own engine does: each pattern over
// all of a block that holds one of its rule's keywords.
func asTheLibrary(e *engine, text string) (matches int) {
	for len(text) > 0 {
		piece := text[:min(block, len(text))]
		text = text[len(piece):]
		lower := strings.ToLower(piece)
		for _, r := range e.rules {
			for _, k := range r.Keywords {
				if strings.Contains(lower, strings.ToLower(k)) {
					matches += len(r.Regex.FindAllStringIndex(piece, -1))
					break
				}
			}
		}
	}
	return matches
}

// On minified bundles the rules cost a small part of what they cost as the
// library runs them. The figures of a machine are logged; what has to hold is the
// ratio, which a busy machine changes little.
func TestSpeed(t *testing.T) {
	const least = 10.0
	e := rulesFor(t)
	for _, name := range bundles {
		text := bundle(t, name)
		best := time.Duration(1 << 62)
		for range 3 {
			work, start := int64(DefaultMaxWork), time.Now()
			if _, whole := e.scan(name, text, &work); !whole {
				t.Fatalf("%s: not all of it was looked at", name)
			}
			best = min(best, time.Since(start))
		}
		start := time.Now()
		asTheLibrary(e, text)
		theirs := time.Since(start)
		rate := func(d time.Duration) float64 { return float64(len(text)) / 1e6 / d.Seconds() }
		t.Logf(
			"%s, %.2f MB: %.1f MB/s, %.1f as the library runs the rules, %.1f times as fast",
			name,
			float64(len(text))/1e6,
			rate(best),
			rate(theirs),
			theirs.Seconds()/best.Seconds(),
		)
		if theirs.Seconds() < least*best.Seconds() {
			t.Errorf("%s: %v, and %v as the library runs the rules: less than %g times as fast", name, best, theirs, least)
		}
	}
}

func BenchmarkScan(b *testing.B) {
	e, err := standard()
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range bundles {
		text := bundle(b, name)
		b.Run(filepath.Base(filepath.Dir(filepath.Dir(name))), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				work := int64(DefaultMaxWork)
				e.scan(name, text, &work)
			}
		})
	}
}
