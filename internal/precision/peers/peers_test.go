package peers

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/precision/rounds"
)

const pageFile = "../../../docs/measurements/peers.md"

// TestPeersPage holds the tables of the page to what was recorded; UPDATE=1 writes them.
func TestPeersPage(t *testing.T) {
	page, err := os.ReadFile(pageFile)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no sets: %v", err)
	}
	text := string(page)
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		head, all, err := Read(f)
		f.Close()
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		tables := map[string]string{
			"set " + head.Round:   Table(all, firstTry(t, head.Round)),
			"costs " + head.Round: Costs(head, all),
		}
		for name, want := range tables {
			begin, end := "<!-- "+name+": begin -->\n", "<!-- "+name+": end -->\n"
			before, rest, ok := strings.Cut(text, begin)
			shown, after, ok2 := strings.Cut(rest, end)
			if !ok || !ok2 {
				t.Errorf("peers.md has no marks for %s", name)
				continue
			}
			if os.Getenv("UPDATE") != "" {
				text = before + begin + want + end + after
			} else if diff := cmp.Diff(want, shown); diff != "" {
				t.Errorf("peers.md shows something else of %s; make generate writes it (-want +shown):\n%s", name, diff)
			}
		}
	}
	if os.Getenv("UPDATE") != "" && text != string(page) {
		if err := os.WriteFile(pageFile, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// firstTry is what ringfence said of the set before anybody had read it.
func firstTry(t *testing.T, round string) []rounds.Said {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "rounds", "testdata", round+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []rounds.Said
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var s rounds.Said
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

func TestFindingsAreCountedAtTheirPlace(t *testing.T) {
	harm := Harm{File: "out/x.js", Content: "\n\nsteal()\n", Sign: "steal(", Label: rounds.Malicious}
	at := func(file string, line int) []Place { return []Place{{File: file, Line: line, Column: 1}} }
	found := []Finding{
		{Rule: "near", Severity: "high", Places: at("out/x.js", 2)},
		{Rule: "file", Severity: "high", Places: at("out/x.js", 0)},
		{Rule: "far", Severity: "low", Places: at("out/x.js", 400)},
		{Rule: "other", Severity: "low", Places: at("out/y.js", 2)},
	}
	got := Counted(found, found[:1], harm, 1.5, 1)
	want := Said{
		CPU: 1.5, Unread: 1,
		Severities: map[string]int{"high": 2, "low": 2},
		Rules:      map[string]int{"near": 1, "file": 1, "far": 1, "other": 1},
		File:       map[string]int{"high": 2, "low": 1},
		Line:       map[string]int{"high": 1},
		New:        map[string]int{"high": 1, "low": 2},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWhatIsHiddenHasAFileAndNoLine(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.js"), []byte("a()"), 0o644); err != nil {
		t.Fatal(err)
	}
	truth := rounds.Truth{Label: rounds.Obfuscated, Source: "src/main.ts", Sign: "https://a.fixture.invalid/x"}
	harm := HarmOf(dir, truth)
	if harm.File != "main.js" || harm.Content != "" {
		t.Errorf("the only script is the file of the harm: %+v", harm)
	}
	names := []Finding{{Rule: "a", Severity: "high", Text: "asks a.fixture.invalid", Places: []Place{{File: "main.js", Line: 1}}}}
	if got := Counted(names, nil, harm, 0, 0); got.Line["high"] != 1 {
		t.Errorf("a finding that names what is hidden: %+v", got)
	}
	silent := []Finding{{Rule: "a", Severity: "high", Text: "asks a host", Places: []Place{{File: "main.js", Line: 1}}}}
	if got := Counted(silent, nil, harm, 0, 0); got.Line["high"] != 0 || got.File["high"] != 1 {
		t.Errorf("a finding that does not: %+v", got)
	}
	if err := os.WriteFile(filepath.Join(dir, "b.js"), []byte("a()"), 0o644); err != nil {
		t.Fatal(err)
	}
	if harm := HarmOf(dir, truth); harm.File != "" {
		t.Errorf("of two scripts neither is known to be it: %+v", harm)
	}
	if harm := HarmOf(dir, rounds.Truth{Label: rounds.Benign, Source: "-", Sign: "-"}); harm.File != "" {
		t.Errorf("what does no harm has no file of it: %+v", harm)
	}
}

func TestTheBestNumberPartsASet(t *testing.T) {
	record := func(label string, n int) Record {
		return Record{Label: label, By: map[string]Said{"vsix-audit": {Severities: map[string]int{"low": n}, Rules: map[string]int{"a": n}}}}
	}
	all := []Record{record(rounds.Malicious, 9), record(rounds.Malicious, 7), record(rounds.Benign, 5), record(rounds.Benign, 1)}
	got := Thresholds(Tools()[3], all)
	best := got[len(got)-1]
	if best.What != "6 or more findings (the best number for this set)" {
		t.Errorf("the best is %q", best.What)
	}
	if !best.Flags(all[1].By["vsix-audit"]) || best.Flags(all[2].By["vsix-audit"]) {
		t.Error("it does not part them")
	}
}

func TestTheTableCountsEachProgram(t *testing.T) {
	all := []Record{
		{Label: rounds.Malicious, Category: "reject", By: map[string]Said{"vsix-audit": {
			Severities: map[string]int{"high": 1}, File: map[string]int{"high": 1},
		}}},
		{Label: rounds.Benign, Category: "sandbox", By: map[string]Said{"vsix-audit": {Severities: map[string]int{"low": 1}}}},
	}
	got := Table(all, []rounds.Said{{Label: rounds.Malicious, Category: "sandbox"}})
	for _, want := range []string{
		"| ringfence, first try | rejected or for review | 0 of 1 | 0 of 0 |",
		"| ringfence, tuned | rejected or for review | 1 of 1 | 0 of 0 | 0 of 1 |",
		"| vsix-audit | any finding | 1 of 1 | 0 of 0 | 1 of 1 | 1 of 1 | 0 of 1 |", "| vsix-audit | high or above | 1 of 1 | 0 of 0 | 0 of 1 |",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "js-x-ray") {
		t.Error("a row of what did not run")
	}
}
