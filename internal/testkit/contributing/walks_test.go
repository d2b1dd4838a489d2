package contributing

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// most is how many rooms a change should touch: CONTRIBUTING.md asks what the
// folders are missing when it needs three.
const most = 2

// row returns the cells of a line of "Where does my change go?".
func row(t *testing.T, wish string) []string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(page)) {
		if strings.HasPrefix(line, "| "+wish+" |") {
			return strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		}
	}
	t.Fatalf("CONTRIBUTING.md has no row %q", wish)
	return nil
}

var spans = regexp.MustCompile("`([^`]+)`")

// follows holds a walk to the words of its row: every room that was touched is one
// that the row names, and they are as many as they should be.
func follows(t *testing.T, s *scratch, wish string, want ...string) {
	t.Helper()
	var named []string
	for _, m := range spans.FindAllStringSubmatch(strings.Join(row(t, wish), " "), -1) {
		named = append(named, roomOf(m[1]))
	}
	rooms := s.rooms()
	if diff := cmp.Diff(want, rooms); diff != "" {
		t.Errorf("rooms (-want +touched):\n%s\n%q", diff, s.touched())
	}
	for _, r := range rooms {
		if !slices.Contains(named, r) {
			t.Errorf("%q touches %s, and its row names only %q", wish, r, named)
		}
	}
	if len(rooms) > most {
		t.Errorf("%q touches %d rooms: %q", wish, len(rooms), rooms)
	}
}

func text(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A check: `make new`, the fixture, the code, the page, `make generate`.
func TestWalkOfACheck(t *testing.T) {
	if testing.Short() {
		t.Skip("short: builds parts of the program anew; the walk of a check stays, in checks/new")
	}
	s := copyOf(t, "checks/code", "docs/reference/checks.md")
	ok, printed := s.run(".", nil, s.build("checks/new", "build"), "code_walked_through")
	if !ok {
		t.Fatal(printed)
	}
	// What it prints is what is run.
	command := regexp.MustCompile(`go test \./(\S+) -run '([^']+)'`).FindStringSubmatch(printed)
	if command == nil {
		t.Fatalf("no command is printed:\n%s", printed)
	}
	s.wantTests(false, command[1], command[2])
	at := "checks/code/testdata/code_walked_through/"
	s.write(at+"bad/extension.js", text(t, "check/bad/extension.js"))
	s.write(at+"ok/extension.js", text(t, "check/ok/extension.js"))
	s.write("checks/code/code_walked_through.go", text(t, "check/code.go.txt"))
	s.write("checks/code/code_walked_through.md", text(t, "check/page.md.txt"))
	s.wantTests(true, command[1], command[2])
	if s.took > time.Second {
		t.Errorf("the tests of one check take %v", s.took)
	}
	t.Logf("the tests of one check take %v", s.took)
	s.wantTests(false, "checks", "^TestDocsAreCurrent$")
	s.wantTests(true, "checks", "^TestDocsAreCurrent$", "UPDATE=1")
	if !strings.Contains(s.read("docs/reference/checks.md"), "code_walked_through: the code asks for the machine's name") {
		t.Error("docs/reference/checks.md does not have the check")
	}
	follows(t, s, "add a check", "checks", "docs")
}

// A line of the catalogue: the line with its reason, then the loader's table.
func TestWalkOfACatalogueLine(t *testing.T) {
	if testing.Short() {
		t.Skip("short: builds parts of the program anew; the walk of a check stays, in checks/new")
	}
	s := copyOf(t, "internal/catalog", "shim/loader/policy/table.json")
	s.edit("internal/catalog/data/os.txt", "os arch harmless\n", "os arch os.info sync # tells one machine from another\n")
	s.wantTests(true, "internal/catalog", "^(TestCatalog|TestParse|TestEvery|TestEntries|Test.*Capabilit).*")
	s.wantTests(false, "shim", "^TestTheTableIsTheCatalogues$")
	s.wantTests(true, "shim", "^TestTheTableIsTheCatalogues$", "UPDATE=1")
	s.wantTests(true, "shim", "^TestTheTableIsTheCatalogues$")
	follows(t, s, "say that a symbol of Node or `vscode` is a power, or which argument names the resource", "internal/catalog", "shim")
}

// The policy's document: a line of the table on which schema and parser agree, then
// parser, schema and page.
func TestWalkOfThePolicysDocument(t *testing.T) {
	if testing.Short() {
		t.Skip("short: builds parts of the program anew; the walk of a check stays, in checks/new")
	}
	s := copyOf(t, "policygen/policy", "docs/schemas/policy.schema.json", "docs/guide/policy.md")
	const agree = "^TestSchemaAndParserAgree$"
	s.edit(
		"policygen/policy/schema_test.go",
		"policy \"basis\": \"sources\"\n",
		"policy \"basis\": \"sources\"\npolicy \"basis\": \"generated\"\n",
	)
	s.wantTests(false, "policygen/policy", agree)
	s.edit(
		"policygen/policy/policy.go",
		"\tSources Basis = \"sources\"\n",
		"\tSources Basis = \"sources\"\n\t// Generated is code that a tool wrote.\n\tGenerated Basis = \"generated\"\n",
	)
	s.edit(
		"policygen/policy/parse.go",
		"\t\tp.Basis = Sources\n\t\tif text := r.text(b, \"basis\"); b.Kind == jsondoc.String && text != string(Sources) {\n",
		"\t\tp.Basis = Sources\n\t\ttext := r.text(b, \"basis\")\n\t\tif text == string(Generated) {\n\t\t\tp.Basis = Generated\n"+
			"\t\t} else if b.Kind == jsondoc.String && text != string(Sources) {\n",
	)
	s.wantTests(false, "policygen/policy", agree) // the schema does not know it yet
	s.edit(
		"docs/schemas/policy.schema.json",
		"          \"const\": \"sources\",\n",
		"          \"enum\": [\n            \"sources\",\n            \"generated\"\n          ],\n",
	)
	s.edit(
		"docs/guide/policy.md",
		"`\"basis\": \"sources\"` says that",
		"`\"basis\": \"generated\"` says that a tool wrote the code. `\"basis\": \"sources\"` says that",
	)
	s.wantTests(true, "policygen/policy", "^Test")
	follows(t, s, "change the policy's documents", "docs", "policygen")
}

// An output format: its writer, its name and a transcript of it.
func TestWalkOfAnOutputFormat(t *testing.T) {
	if testing.Short() {
		t.Skip("short: builds parts of the program anew; the walk of a check stays, in checks/new")
	}
	fixture, err := filepath.Abs(filepath.Join(root, "checks", "code", "testdata", "code_weak_cipher", "bad"))
	if err != nil {
		t.Fatal(err)
	}
	s := copyOf(t, "internal/output")
	s.write("internal/output/names.go", `package output

import (
	"fmt"
	"io"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/report"
)

// names is the names of the checks that found something, one a line.
type names struct{}

func (names) Name() string                 { return "names" }
func (names) Suffix() string               { return ".txt" }
func (names) Joins() bool                  { return true }
func (names) Check(_ int, o *Output) error { return marksAnswered(o) }
func (names) Permissions() bool             { return false }
func (names) Series(Options) Series         { return names{} }

// Write writes the names.
func (names) Write(w io.Writer, reports []*report.Report) error {
	for _, r := range reports {
		lines := []string{"found by:"}
		for _, f := range r.Findings {
			lines = append(lines, f.Check)
		}
		if _, err := fmt.Fprintln(w, strings.Join(lines, "\n")); err != nil {
			return fmt.Errorf("writing the names: %w", err)
		}
	}
	return nil
}
`)
	list := regexp.MustCompile(`text\{\}, [^\n]*\}`).FindString(s.read("internal/output/format.go"))
	s.edit("internal/output/format.go", list, strings.TrimSuffix(list, "}")+", names{}}")
	s.wantTests(true, "internal/output", "^Test")
	s.write("testdata/transcripts/scan/scan_names.txtar", "exec ringfence scan bad --format names\nstdout '^code_weak_cipher$'\n")
	program := s.build("cmd/ringfence", "build")
	if _, out := s.run(
		".",
		nil,
		program,
		"scan",
		fixture,
		"--no-config",
		"--format",
		"names",
	); !slices.Contains(
		strings.Split(out, "\n"),
		"code_weak_cipher",
	) {
		t.Errorf("the format writes:\n%s", out)
	}
	if _, out := s.run(".", nil, program, "scan", fixture, "--format", "name"); !strings.Contains(out, "did you mean names?") {
		t.Errorf("a name that is near is not known:\n%s", out)
	}
	if _, out := s.run(".", nil, program, "scan", "--help"); !strings.Contains(strings.Join(strings.Fields(out), " "), ", names (default") {
		t.Errorf("the help does not name the format:\n%s", out)
	}
	follows(t, s, "add an output format", "internal/output", "testdata")
}
