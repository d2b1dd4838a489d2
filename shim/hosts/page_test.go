package hosts_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const begin, end = "<!-- first tries: begin -->\n", "<!-- first tries: end -->\n"

// TestUnseenPage holds the table of docs/measurements/unseen.md against what was recorded
// (testdata/unseen.json); UPDATE=1 writes it.
func TestUnseenPage(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "unseen.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []unseen
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("..", "..", "docs", "measurements", "unseen.md")
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(page), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the table", file)
	}
	want := before + begin + tabled(all) + end + after
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(want, string(page)); d != "" {
		t.Errorf("%s is not what was recorded; UPDATE=1 writes it (-want +got):\n%s", file, d)
	}
}

// tabled is the table, and what follows from it in a sentence.
func tabled(all []unseen) string {
	var b strings.Builder
	b.WriteString("| extension | met first by | commands that ran | under the analysis alone | observed | with what observation granted |\n" +
		"|---|---|---:|---|---|---|\n")
	ran, static, clean, observed, enforced, exercised, works := 0, 0, 0, 0, 0, 0, 0
	for _, u := range all {
		if u.Unwrapped != "" {
			continue
		}
		ran++
		static += count(u.Static.same())
		clean += count(u.Static.same() && len(u.Static.Denied) == 0)
		observed += count(u.Observed.same())
		enforced += count(u.Enforced.same())
		exercised += count(u.exercised())
		works += count(u.exercised() && u.Static.same())
		fmt.Fprintf(&b, "| %s %s | %s | %d of %d | %s | %s | %s |\n",
			u.ID, u.Version, u.Commit, u.Ran, u.Commands, said(u.Static), said(u.Observed), said(u.Enforced))
	}
	fmt.Fprintf(&b, "\nOf %d that activate without the loader, %d do the same under the analysis alone (%d of them without a denial), "+
		"%d observed, %d with what observation granted by itself. Of the %d that ran at least one command and four fifths of "+
		"those that they contribute, %d do the same under the analysis alone.\n", ran, static, clean, observed, enforced, exercised, works)
	fmt.Fprintf(&b, "\n%d do not activate as they were built here, and count for nothing:\n\n", len(all)-ran)
	for _, u := range all {
		if u.Unwrapped != "" {
			fmt.Fprintf(&b, "- %s %s: %s\n", u.ID, u.Version, u.Unwrapped)
		}
	}
	return b.String()
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

func said(e effect) string {
	out := "same"
	if !e.same() {
		out = fmt.Sprintf("%d lost", len(e.Lost))
	}
	if len(e.Denied) > 0 {
		out += fmt.Sprintf(", %d denied", len(e.Denied))
	}
	return out
}
