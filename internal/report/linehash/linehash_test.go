package linehash

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/testkit/multitool"
)

// recorded are texts of ours and the hashes that GitHub's own action gives
// their lines: src/fingerprints.ts of github/codeql-action at f3f1edb, run in
// Node 20. Only the answers are kept here.
type recorded struct {
	Name   string
	Text   []byte
	Hashes []string
}

func recordings(t testing.TB) []recorded {
	t.Helper()
	data, err := os.ReadFile("testdata/recorded.json")
	if err != nil {
		t.Fatal(err)
	}
	var out []recorded
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	if len(out) < 60 {
		t.Fatalf("only %d recordings", len(out))
	}
	return out
}

// all asks for every line, and for some that are not there.
func all(text []byte) []string {
	n := bytes.Count(text, []byte("\n")) + bytes.Count(text, []byte("\r")) + 3
	wanted := make([]int, n)
	for i := range wanted {
		wanted[i] = n - 1 - i
	}
	got := Of(text, wanted)
	var out []string
	for i := 1; got[i] != ""; i++ {
		out = append(out, got[i])
	}
	if len(out) != len(got) {
		return []string{fmt.Sprintf("lines are missing: %v", got)}
	}
	return out
}

func TestLinesHashAsGitHubsActionHashesThem(t *testing.T) {
	for _, r := range recordings(t) {
		if diff := cmp.Diff(r.Hashes, all(r.Text)); diff != "" {
			t.Errorf("%s: %.80q (-theirs +ours):\n%s", r.Name, r.Text, diff)
		}
	}
}

// Asking for one line gives what asking for all gives: the count of equal lines
// above it does not depend on who else was asked for.
func TestOneLineIsHashedAsAll(t *testing.T) {
	for _, r := range recordings(t) {
		for i, want := range r.Hashes {
			if got := Of(r.Text, []int{i + 1}); len(got) != 1 || got[i+1] != want {
				t.Errorf("%s: line %d alone is %v, want %s", r.Name, i+1, got, want)
			}
		}
	}
}

func TestALineThatIsNotThereHasNoHash(t *testing.T) {
	if got := Of([]byte("a\nb"), []int{0, -1, 3, 1 << 40}); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}

// The action's description, word for word and without any thought for speed.
func slow(text []byte) []string {
	var units []uint64
	var starts []int
	begins, afterCR := true, false
	put := func(c uint16) {
		if c == ' ' || c == '\t' || afterCR && c == '\n' {
			afterCR = false
			return
		}
		if afterCR = c == '\r'; afterCR {
			c = '\n'
		}
		if begins {
			starts = append(starts, len(units))
		}
		begins = c == '\n'
		units = append(units, uint64(c))
	}
	for len(text) > 0 {
		r, size := decode(text)
		text = text[size:]
		for _, c := range utf16.AppendRune(nil, r) {
			put(c)
		}
	}
	put(0xFFFF)
	units = append(units, make([]uint64, 100)...)
	seen := map[uint64]int{}
	var out []string
	for _, s := range starts {
		var h uint64
		for _, c := range units[s : s+100] {
			h = h*37 + c
		}
		seen[h]++
		out = append(out, fmt.Sprintf("%x:%d", h, seen[h]))
	}
	return out
}

func FuzzOf(f *testing.F) {
	for _, r := range recordings(f) {
		f.Add(r.Text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<16 {
			return
		}
		if diff := cmp.Diff(slow(text), all(text)); diff != "" {
			t.Error(diff)
		}
	})
}

// A bundle's last line costs little, however long the others are, and so does a
// file of nothing but lines.
func TestItTakesNoTime(t *testing.T) {
	for name, text := range map[string]string{
		"long lines": strings.Repeat(strings.Repeat("a(b,c);", 1<<18)+"\n", 16),
		"short ones": strings.Repeat("\n", 8<<20),
		"returns":    strings.Repeat(strings.Repeat("x", 200)+"\r", 100_000),
	} {
		began := time.Now()
		n := strings.Count(text, "\n") + strings.Count(text, "\r")
		if got := Of([]byte(text), []int{n}); got[n] == "" {
			t.Errorf("%s: line %d has no hash", name, n)
		}
		took := time.Since(began)
		t.Logf("%s: %d MB in %s", name, len(text)>>20, took.Round(time.Millisecond))
		if took > 10*time.Second {
			t.Errorf("%s took %s", name, took)
		}
	}
}

// differs names the recordings on which the multitool is of another mind than
// GitHub's action, which is the one that counts.
var differs = map[string]string{
	"byte order mark": "it drops the mark, and Node hands it to the action",
}

// A second implementation of the same hash, Microsoft's, over the same texts.
func TestLinesHashAsTheMultitoolHashesThem(t *testing.T) {
	tool, err := multitool.Fetch(t.Context())
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("the SARIF multitool could not be fetched: %v", err)
	}
	// One file and one run a text, one result a line.
	dir := t.TempDir()
	list := recordings(t)
	var runs []any
	for i, r := range list {
		name := fmt.Sprintf("%d.txt", i)
		if err := os.WriteFile(filepath.Join(dir, name), r.Text, 0o600); err != nil {
			t.Fatal(err)
		}
		var results []any
		for line := range r.Hashes {
			results = append(results, map[string]any{"message": map[string]any{"text": "x"}, "locations": []any{map[string]any{
				"physicalLocation": map[string]any{
					"artifactLocation": map[string]any{"uri": name, "uriBaseId": "%SRCROOT%"},
					"region":           map[string]any{"startLine": line + 1},
				},
			}}})
		}
		driver := map[string]any{"driver": map[string]any{"name": "test"}}
		runs = append(runs, map[string]any{"tool": driver, "results": results})
	}
	doc, err := json.Marshal(map[string]any{"version": "2.1.0", "runs": runs})
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := tool.LineHashes(t.Context(), doc, dir)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range list {
		diff := cmp.Diff(theirs[i], all(r.Text))
		why, excused := differs[r.Name]
		if diff != "" && !excused {
			t.Errorf("%s: %.80q (-theirs +ours):\n%s", r.Name, r.Text, diff)
		}
		if diff == "" && excused {
			t.Errorf("%s is the same now: %s", r.Name, why)
		}
	}
}
