package recall

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/recall/recording"
	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
)

const (
	causesFile = "testdata/causes.txt"
	tableFile  = "../../docs/measurements/recall.md"
)

// floor is the share of recorded functions that facts have to see, in per mille.
const floor = 980

// TestRecall compares facts with the committed recordings: every function that
// is missed has its cause in testdata/causes.txt, every cause its miss, and
// docs/measurements/recall.md says what was measured. UPDATE=1 writes the page; RECALL names
// one extension to look at alone.
func TestRecall(t *testing.T) {
	if testing.Short() {
		t.Skip("short: analyses the whole corpus")
	}
	dir, err := corpus.Fetch(t.Context())
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("no corpus: %v", err)
	}
	recordings, aliases, err := recording.All()
	if err != nil {
		t.Fatal(err)
	}
	causes := readCauses(t)
	var rows []Row
	failed := map[string]string{}
	host := ""
	for _, rec := range recordings {
		if rec.Error != "" {
			failed[rec.Extension] = rec.Error
		}
		host = rec.Host
		if only := os.Getenv("RECALL"); only != "" && only != rec.Extension {
			continue
		}
		start := time.Now()
		uses, err := Uses(t.Context(), filepath.Join(dir, rec.Extension))
		t.Logf("%s: %d uses in %v", rec.Extension, len(uses), time.Since(start).Round(time.Millisecond))
		if err != nil {
			t.Errorf("%s: %v", rec.Extension, err)
			continue
		}
		rows = append(rows, Compare(catalog.Default(), rec, aliases, uses))
	}
	misses, stale := Unexplained(rows, causes)
	for _, m := range misses {
		t.Errorf("missed, and %s does not say why: %s", causesFile, m)
	}
	for _, s := range stale {
		if only := os.Getenv("RECALL"); only != "" && !strings.HasPrefix(s, only+" ") {
			continue
		}
		t.Errorf("%s explains what is no longer missed: %s", causesFile, s)
	}
	all := Sum(rows, All)
	t.Logf("all functions: %s", all)
	t.Logf("with power: %s", Sum(rows, Powerful))
	if all.Seen*1000 < floor*all.Total() {
		t.Errorf("recall fell below %d per mille: %s", floor, all)
	}
	if os.Getenv("RECALL") != "" {
		return // the page is about all of them
	}
	var b bytes.Buffer
	if err := WriteTable(&b, host, rows, failed, causes); err != nil {
		t.Fatal(err)
	}
	golden(t, tableFile, b.Bytes())
}

func readCauses(t *testing.T) []Cause {
	t.Helper()
	f, err := os.Open(filepath.FromSlash(causesFile))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	causes, err := ParseCauses(f)
	if err != nil {
		t.Fatal(err)
	}
	return causes
}

func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	path := filepath.FromSlash(file)
	if os.Getenv("UPDATE") == "1" {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s is not what is measured; UPDATE=1 writes it (-want +got):\n%s", file, diff)
	}
}
