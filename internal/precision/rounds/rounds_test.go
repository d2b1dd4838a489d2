package rounds

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const pageFile = "../../../docs/measurements/blind.md"

// TestRound scans a set once and records what was said; make blind runs it. BLIND names the set's folder, BLIND_ROUND
// the round, BLIND_DIR a folder that keeps the reports: one that is there is not made again.
func TestRound(t *testing.T) {
	set, name := os.Getenv("BLIND"), os.Getenv("BLIND_ROUND")
	if set == "" || name == "" {
		t.Skip("make blind: a set that BLIND names")
	}
	kept := os.Getenv("BLIND_DIR")
	if kept == "" {
		kept = t.TempDir()
	}
	if err := os.MkdirAll(kept, 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(set, "truth.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	truths, err := ReadTruth(f)
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "ringfence")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "../../../cmd/ringfence").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var all []Said
	for _, truth := range truths {
		text, err := reportOf(t, program, set, kept, truth)
		if err != nil {
			t.Fatal(err)
		}
		path, content := Shipped(Folder(set, truth), truth)
		mapped, err := ReadMapped(set, truth)
		if err != nil {
			t.Fatal(err)
		}
		said, err := Judge(truth, text, path, content, mapped)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, said)
		t.Logf("%s: %s, review %v, named %v, elsewhere %v", said.ID, said.Category, said.Review, said.Named, said.Elsewhere)
	}
	Sort(all)
	var b bytes.Buffer
	for _, s := range all {
		line, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(line, '\n'))
	}
	if err := os.WriteFile(filepath.Join("testdata", name+".jsonl"), b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// reportOf scans one, or reads what an earlier run said.
func reportOf(t *testing.T, program, set, kept string, truth Truth) ([]byte, error) {
	t.Helper()
	out := filepath.Join(kept, strings.ReplaceAll(truth.ID, "/", "_")+".json")
	if text, err := os.ReadFile(out); err == nil && len(text) > 0 {
		return text, nil
	}
	args := []string{"scan", Folder(set, truth), "-f", "json", "-o", out}
	if truth.IsUpdate() {
		args = append(args, "--base", Base(set, truth))
	}
	said, err := exec.CommandContext(t.Context(), program, args...).CombinedOutput()
	text, readErr := os.ReadFile(out)
	if readErr != nil {
		return nil, fmt.Errorf("%s: %w: %s", truth.ID, err, said)
	}
	return text, nil
}

// together finds the marks of a table of several rounds: "<!-- round A+B: begin -->".
var together = regexp.MustCompile(`<!-- round (\S+\+\S+): begin -->`)

// TestBlindPage holds the tables of the page to what was recorded; UPDATE=1 writes them.
func TestBlindPage(t *testing.T) {
	page, err := os.ReadFile(pageFile)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no rounds: %v", err)
	}
	text := string(page)
	var names []string
	for _, m := range together.FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	if len(names) == 0 {
		t.Error("blind.md has no table of the last two rounds together, which README quotes")
	}
	for _, file := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".jsonl"))
	}
	for _, name := range names {
		begin, end := "<!-- round "+name+": begin -->\n", "<!-- round "+name+": end -->\n"
		head, rest, ok := strings.Cut(text, begin)
		shown, tail, ok2 := strings.Cut(rest, end)
		if !ok || !ok2 {
			t.Errorf("blind.md has no marks for the round %s", name)
			continue
		}
		var said []Said
		for round := range strings.SplitSeq(name, "+") {
			said = append(said, read(t, filepath.Join("testdata", round+".jsonl"))...)
		}
		want := Table(said)
		if os.Getenv("UPDATE") != "" {
			text = head + begin + want + end + tail
		} else if diff := cmp.Diff(want, shown); diff != "" {
			t.Errorf("blind.md shows something else of the round %s; make generate writes it (-want +shown):\n%s", name, diff)
		}
	}
	if os.Getenv("UPDATE") != "" && text != string(page) {
		if err := os.WriteFile(pageFile, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func read(t *testing.T, file string) []Said {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []Said
	for line := range bytes.Lines(text) {
		var s Said
		if err := json.Unmarshal(line, &s); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		out = append(out, s)
	}
	return out
}

func TestAFindingIsNamedAtItsPlace(t *testing.T) {
	const text = `{"verdict": {"category": "sandbox", "needsReview": true}, "findings": [
		{"check": "a", "severity": "high", "where": {"file": "out/x.js", "line": 70, "column": 1}},
		{"check": "b", "severity": "critical", "where": {"file": "out/y.js", "line": 3, "column": 1},
			"flow": [{"where": {"file": "out/x.js", "line": 2, "column": 1}}]},
		{"check": "c", "severity": "medium", "where": {"file": "out/x.js", "line": 3, "column": 1}}]}`
	truth := Truth{ID: "malicious/x", Label: Malicious, Sign: "steal("}
	got, err := Judge(truth, []byte(text), "out/x.js", "\n\nsteal()\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	want := Said{ID: "malicious/x", Label: Malicious, Category: "sandbox", Review: true, Named: []string{"b"}, Elsewhere: []string{"a"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	hidden, err := Judge(truth, []byte(text), "", "", nil)
	if err != nil || len(hidden.Named) > 0 {
		t.Errorf("what does not ship is at no place: %v, %v", hidden.Named, err)
	}
	const quotes = `{"findings": [{"check": "a", "severity": "high", "message": "asks steal(1) for code", "where": {"file": "out/x.js"}},
		{"check": "b", "severity": "medium", "message": "asks steal(1)", "where": {"file": "out/x.js"}}]}`
	if hidden, err = Judge(truth, []byte(quotes), "", "", nil); err != nil || !slices.Equal(hidden.Quoted, []string{"a"}) {
		t.Errorf("a High that quotes what is hidden: %v, %v", hidden.Quoted, err)
	}
	if shown, err := Judge(truth, []byte(quotes), "out/x.js", "steal()", nil); err != nil || len(shown.Quoted) > 0 {
		t.Errorf("what is shown has a place: %v, %v", shown.Quoted, err)
	}
	address := Truth{ID: "malicious/x", Label: Obfuscated, Sign: "https://a.fixture.invalid:8443/x"}
	const host = `{"findings": [{"check": "a", "severity": "high", "message": "goes to a.fixture.invalid", "where": {"file": "out/x.js"}}]}`
	listed, err := Judge(address, []byte(host), "out/x.js", "['a.fixture.invalid']", nil)
	if err != nil || !slices.Equal(listed.Quoted, []string{"a"}) {
		t.Errorf("a High that names the host of a text in an obfuscator's list: %v, %v", listed.Quoted, err)
	}
	if _, err := Judge(truth, []byte("{"), "", "", nil); err == nil {
		t.Error("half a report is read")
	}
}

func TestAFindingIsNamedWhereTheMapSaysThatTheLineWent(t *testing.T) {
	const text = `{"findings": [{"check": "a", "severity": "high", "where": {"file": "dist/x.js", "line": 1, "column": 9000}},
		{"check": "b", "severity": "high", "where": {"file": "dist/x.js", "line": 1, "column": 20}},
		{"check": "c", "severity": "medium", "where": {"file": "dist/x.js", "line": 1, "column": 9000}}]}`
	set := t.TempDir()
	truth := Truth{ID: "malicious/x", Label: Obfuscated, Sign: "steal("}
	if none, err := ReadMapped(set, truth); none != nil || err != nil {
		t.Fatalf("without a map: %v, %v", none, err)
	}
	file := filepath.Join(set, "malicious", "x", "places.json")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(`[{"file": "dist/x.js", "at": [[1, 9100]]}]`), 0o644); err != nil {
		t.Fatal(err)
	}
	mapped, err := ReadMapped(set, truth)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Judge(truth, []byte(text), "", "", mapped)
	if err != nil || !slices.Equal(got.Mapped, []string{"a"}) || len(got.Named) > 0 {
		t.Errorf("mapped %v, named %v, %v", got.Mapped, got.Named, err)
	}
	if table := Table([]Said{got, {Label: Obfuscated}}); !strings.Contains(table, "map, or that quotes what is hidden | 1 of 2 |") {
		t.Error(table)
	}
	if err := os.WriteFile(file, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadMapped(set, truth); err == nil {
		t.Error("half a file is read")
	}
}

func TestOnOneLineColumnsSayWhatIsNear(t *testing.T) {
	places := signs("xx steal(", "steal(")
	if !isNear(where{Line: 1, Column: 2000}, places) || isNear(where{Line: 1, Column: 4000}, places) ||
		isNear(where{Line: 90, Column: 1}, places) {
		t.Error("near is not what it says")
	}
}

func TestTruthIsReadWhole(t *testing.T) {
	const head = "id\tlabel\tform\tbehaviour\tsource_file\tdistinctive_string\n"
	got, err := ReadTruth(strings.NewReader(head + "benign/x\tbenign\ttsc\tnothing\t-\t-\n"))
	if err != nil || !slices.Equal(got, []Truth{{ID: "benign/x", Label: Benign, Form: "tsc", Behaviour: "nothing", Source: "-", Sign: "-"}}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []string{"x\tbenign\n", "x\tother\tx\tx\tx\tx\n"} {
		if _, err := ReadTruth(strings.NewReader(head + bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

func TestTheTableCounts(t *testing.T) {
	all := []Said{
		{Label: Malicious, Category: "reject", Named: []string{"a"}}, {Label: Obfuscated, Category: "unrestricted"},
		{Label: Benign, Category: "sandbox", Elsewhere: []string{"a"}}, {Label: Turned, Category: "sandbox", Review: true},
	}
	got := Table(all)
	for _, want := range []string{
		"| malicious: rejected or for review | 1 of 2 |", "| malicious: a High at its place | 1 of 2 |",
		"| malicious and unrestricted | 1 of 2 |",
		"| malicious and mildly obfuscated: rejected or for review | 0 of 1 |", "| benign: rejected or for review | 0 of 1 |",
		"| benign: a High anywhere | 1 of 1 |", "| updates that turn bad: rejected or for review | 1 of 1 |",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "honest") {
		t.Error("a row of none")
	}
}

func TestWhatShipsIsFoundByItsPathOrItsSign(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.js": "steal(1)", "z.js": "steal(2)", "b.js": "other()", "s.py": "import steal\nrun()"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for source, want := range map[string]string{"set/x/z.js": "z.js", "src/main.ts": "a.js"} {
		if got, _ := Shipped(dir, Truth{Source: source, Sign: "steal("}); got != want {
			t.Errorf("%s ships as %q, want %q", source, got, want)
		}
	}
	if got, _ := Shipped(dir, Truth{Source: "src/tool.py", Sign: "import steal"}); got != "s.py" {
		t.Errorf("a program of another language ships as %q", got)
	}
	if got, _ := Shipped(dir, Truth{Source: "src/main.ts", Sign: "hidden("}); got != "" {
		t.Errorf("what is hidden ships as %q", got)
	}
}
