// Package ringfence_test holds what is true of the repository as a whole: who
// may import whom, where each third-party module lives, what a file may look
// like, and that the README shows what the program prints. There is no code to
// import at the top level, only this.
package house

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const modulePath = "github.com/ringfence-dev/ringfence/"

// levels is the import direction of docs/internals/ARCHITECTURE.md: a room may import
// rooms of earlier lines and itself, never one of its own line or a later one.
// Checks and policygen share a line on purpose: what is allowed must not depend
// on what we dislike.
var levels = [][]string{
	{"internal/lazyregexp", "internal/exit", "internal/shell", "internal/escape", "docs/reference"},
	{"internal/finding", "internal/extension", "internal/catalog", "internal/didyoumean", "internal/endpoint"},
	{"internal/lookalike", "internal/revision", "internal/memory"},
	{"internal/supplychain", "internal/releasediff", "internal/process", "internal/format"},
	{
		"internal/facts",
		"internal/sourcemap",
		"internal/clients",
		"internal/secrets",
		"internal/filetype",
		"internal/claims",
		"internal/told",
		"internal/verdict",
	},
	{"checks", "policygen", "internal/config", "internal/triage", "internal/build"},
	{"shim", "internal/org", "internal/proposer", "internal/enrich", "internal/project"},
	{"internal/report", "internal/documents"},
	{"internal/html"},
	{"internal/gate", "internal/fleet", "internal/fence", "sarif", "internal/scan"},
	{"internal/baseline", "internal/checkout"},
	{"internal/output"},
	{"internal/review", "internal/audit"},
	{"internal/githubaction", "internal/generate"},
	{"internal/scaffold", "internal/doctor", "internal/mend", "internal/playground"},
	{"cmd"},
}

// workshop are the rooms in which the program is tested and measured. Only
// tests and other such rooms may import them; they may import anything.
var workshop = []string{
	"checks/internal/checktest",
	"internal/testkit",
	"internal/recall",
	"internal/precision",
	"internal/bench",
	"internal/hostile",
	"internal/release",
}

// plumbing is what clients may share: the way to a service. They know nothing
// else of each other.
const plumbing = "internal/clients/web"

// homes says which packages may import a third-party module. A room's own
// subfolders count only when they are named.
var homes = map[string][]string{
	"deps.dev/util/semver":              {"internal/supplychain"},
	"github.com/spf13/cobra":            {"cmd/ringfence/cli"},
	"github.com/spf13/pflag":            {"cmd/ringfence/cli"},
	"github.com/owenrumney/go-sarif/v2": {"sarif"},
	"golang.org/x/text":                 {"internal/extension/archive", "internal/lookalike", "policygen/pattern"},
	"golang.org/x/net": {
		"internal/clients/web", "internal/clients/resolve", "internal/testkit/service", "internal/testkit/site", "internal/html",
	},
	"golang.org/x/mod":                  {"internal/supplychain"},
	"github.com/VirusTotal/vt-go":       {"internal/clients/virustotal"},
	"github.com/sashabaranov/go-openai": {"internal/clients/llm"},
	"github.com/google/go-github/v66":   {"internal/clients/github"},
	"github.com/ossf/scorecard/v5":      {"cmd/ringfence-scorecard"},
	"go.yaml.in/yaml/v4":                {"internal/config/strict", "internal/testkit/yamljson"},
	"github.com/evanw/esbuild/bridge": {
		"internal/facts",
		"internal/facts/decode",
		"internal/facts/lower",
		"internal/facts/sidecar",
		"internal/facts/worker",
		"internal/sourcemap",
		"internal/testkit/jsaudit",
	},
	"github.com/evanw/esbuild":           {"internal/esbuild", "internal/testkit/variants"},
	"github.com/spf13/viper":             {"internal/secrets"},
	"github.com/zricethezav/gitleaks/v8": {"internal/secrets"},

	"github.com/sethvargo/go-githubactions": {"internal/githubaction"},
	"github.com/rogpeppe/go-internal/diff":  {"internal/baseline"},

	"github.com/yuin/goldmark":       {"internal/testkit/site"},
	"github.com/getkin/kin-openapi":  {"internal/testkit/github"},
	"github.com/vektah/gqlparser/v2": {"internal/testkit/github", "internal/testkit/github/cut"},
}

// testsOnly are the modules that never reach the binary.
var testsOnly = []string{
	"github.com/google/go-cmp",
	"github.com/rogpeppe/go-internal/testscript",
	"github.com/santhosh-tekuri/jsonschema/v6",
}

// goFile is one parsed file.
type goFile struct {
	name, dir string
	test      bool
	syntax    *ast.File
	fset      *token.FileSet
}

// tracked lists the files of the repository: those git knows and those that are
// new, without what is ignored.
func tracked(t *testing.T) []string {
	t.Helper()
	out, err := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("listing the files of the repository: %v", err)
		}
		t.Skipf("not a clone, or no git: %v", err)
	}
	var files []string
	for _, f := range strings.Split(string(out), "\x00") {
		if info, err := os.Lstat(f); err == nil && info.Mode().IsRegular() {
			files = append(files, f)
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// goFiles parses the Go code of both modules.
func goFiles(t *testing.T) []goFile {
	t.Helper()
	var files []goFile
	for _, name := range tracked(t) {
		if !strings.HasSuffix(name, ".go") || strings.Contains("/"+name, "/testdata/") {
			continue
		}
		fset := token.NewFileSet()
		syntax, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, goFile{name, path.Dir(name), strings.HasSuffix(name, "_test.go"), syntax, fset})
	}
	if len(files) < 100 {
		t.Fatalf("only %d Go files: this test does not see the repository", len(files))
	}
	return files
}

// within reports that a package is the room or below it.
func within(dir, room string) bool { return dir == room || strings.HasPrefix(dir, room+"/") }

// levelOf returns a package's line in levels; -1 when it has none.
func levelOf(dir string) (level int, room string) {
	for i, rooms := range levels {
		for _, r := range rooms {
			if within(dir, r) {
				return i, r
			}
		}
	}
	return -1, ""
}

func inWorkshop(dir string) bool {
	return slices.ContainsFunc(workshop, func(r string) bool { return within(dir, r) })
}

// wrong says what is wrong with one import; empty: nothing.
func wrong(dir string, test bool, imported string) string {
	if imported == strings.TrimSuffix(modulePath, "/") {
		return "the top level has nothing to import"
	}
	if to, ours := strings.CutPrefix(imported, modulePath); ours {
		return wrongRoom(dir, test, to)
	}
	if !strings.Contains(strings.Split(imported, "/")[0], ".") {
		return "" // the standard library
	}
	if slices.ContainsFunc(testsOnly, func(m string) bool { return within(imported, m) }) {
		if test || inWorkshop(dir) {
			return ""
		}
		return "this module is for tests only"
	}
	// The longest module path that fits: the bridge's begins with esbuild's.
	module := ""
	for m := range homes {
		if within(imported, m) && len(m) > len(module) {
			module = m
		}
	}
	switch {
	case module == "":
		return "this module has no home in homes"
	case !slices.Contains(homes[module], dir):
		return "this module's home is " + strings.Join(homes[module], ", ")
	}
	return ""
}

func wrongRoom(dir string, test bool, to string) string {
	from, fromRoom := levelOf(dir)
	level, room := levelOf(to)
	switch {
	case test || inWorkshop(dir):
		return ""
	case inWorkshop(to):
		return "only tests may import it"
	case from < 0:
		return "the importing package has no line in levels"
	case level < 0:
		return "the imported package has no line in levels"
	case fromRoom == room && fromRoom != "internal/clients":
		return ""
	case fromRoom == room && to == plumbing:
		return ""
	case level >= from:
		return "imports run " + fromRoom + " -> " + room + ", which is not the direction"
	}
	return ""
}

func TestImportsRunOneWay(t *testing.T) {
	for _, f := range goFiles(t) {
		for _, spec := range f.syntax.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if text := wrong(f.dir, f.test, imported); text != "" {
				t.Errorf("%s imports %s: %s", f.fset.Position(spec.Pos()), imported, text)
			}
		}
	}
}

// The rules themselves, so that a table that lets everything through is noticed.
func TestImportRules(t *testing.T) {
	for _, c := range []struct {
		dir, imported string
		test, ok      bool
	}{
		{"checks", modulePath + "internal/facts", false, true},
		{"internal/facts", modulePath + "checks", false, false},
		{"internal/facts", modulePath + "checks", true, true},
		{"policygen", modulePath + "checks", false, false},
		{"checks", modulePath + "policygen", false, false},
		{"sarif", modulePath + "internal/report", false, true},
		{"internal/report", modulePath + "sarif", false, false},
		{"internal/facts/lower", modulePath + "internal/facts/ir", false, true},
		{"internal/clients/npm", modulePath + "internal/clients/osv", false, false},
		{"internal/clients/osv", modulePath + "internal/clients/web", false, true},
		{"internal/clients/web", modulePath + "internal/clients/osv", false, false},
		{"internal/clients/osv", modulePath + "internal/supplychain", false, true},
		{"internal/supplychain", modulePath + "internal/clients/osv", false, false},
		{"internal/githubaction", modulePath + "internal/review", false, true},
		{"internal/review", modulePath + "internal/githubaction", false, false},
		{"internal/review", "github.com/spf13/cobra", false, false},
		{"cmd/ringfence", modulePath + "internal/testkit/npm", false, false},
		{"internal/bench", modulePath + "internal/testkit/npm", false, true},
		{"somewhere", modulePath + "internal/finding", false, false},
		{"cmd/ringfence/cli", "github.com/spf13/cobra", false, true},
		{"checks", "github.com/spf13/cobra", false, false},
		{"checks", "github.com/google/go-cmp/cmp", true, true},
		{"checks", "github.com/google/go-cmp/cmp", false, false},
		{"checks/internal/checktest", "github.com/google/go-cmp/cmp", false, true},
		{"checks/code", modulePath + "checks/internal/checktest", false, false},
		{"checks/code", modulePath + "checks/internal/checktest", true, true},
		{"internal/facts/lower", "github.com/evanw/esbuild/bridge", false, true},
		{"internal/facts/ir", "github.com/evanw/esbuild/bridge", false, false},
		{"internal/facts/lower", "github.com/evanw/esbuild/internal/js_ast", false, false},
		{"internal/esbuild", "github.com/evanw/esbuild/internal/js_ast", false, true},
		{"checks", "example.com/new", false, false},
		{"checks", "go/ast", false, true},
	} {
		if text := wrong(c.dir, c.test, c.imported); (text == "") != c.ok {
			t.Errorf("%s (test: %t) imports %s: %q", c.dir, c.test, c.imported, text)
		}
	}
}

// The pipeline asks nobody, and a review asks only through it: whatever they are made
// of, no client of a service and no command line is among it. Package build, which has
// npm say what it installs, is what a review takes the names of extensions from.
func TestThePipelineAsksNobody(t *testing.T) {
	imports := map[string][]string{}
	for _, f := range goFiles(t) {
		if f.test {
			continue
		}
		for _, i := range f.syntax.Imports {
			name, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			imports[f.dir] = append(imports[f.dir], strings.TrimPrefix(name, modulePath))
		}
	}
	for from, without := range map[string]string{"internal/scan": "", "internal/review": "internal/build"} {
		seen, queue := map[string]bool{without: true}, []string{from}
		for len(queue) > 0 {
			dir := queue[0]
			queue = queue[1:]
			if seen[dir] {
				continue
			}
			seen[dir] = true
			if within(dir, "internal/clients") || within(dir, "internal/enrich") || within(dir, "github.com/spf13/cobra") {
				t.Errorf("%s needs %s", from, dir)
			}
			queue = append(queue, imports[dir]...)
		}
		if len(seen) < 20 || !seen["internal/facts"] {
			t.Errorf("only %d packages of %s were looked at", len(seen), from)
		}
	}
}

func TestPackages(t *testing.T) {
	const meaningless = "util utils common base manager helper helpers misc shared"
	documented := map[string]bool{}
	for _, f := range goFiles(t) {
		name := strings.TrimSuffix(f.syntax.Name.Name, "_test")
		for _, part := range append(strings.Split(f.dir, "/"), name) {
			if slices.Contains(strings.Fields(meaningless), part) {
				t.Errorf("%s: a package named %s says nothing of what it does", f.name, part)
			}
		}
		doc := f.syntax.Doc.Text()
		want := "Package " + f.syntax.Name.Name + " "
		if name == "main" {
			want = "Command " + path.Base(f.dir) + " "
		}
		documented[f.dir] = documented[f.dir] || strings.HasPrefix(doc, want)
		for _, d := range f.syntax.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				t.Errorf("%s: no init()", f.fset.Position(fn.Pos()))
			}
		}
	}
	for dir, ok := range documented {
		if !ok {
			t.Errorf("%s: no file opens with a paragraph that begins \"Package\" (\"Command\" for a program) and its name", dir)
		}
	}
}

// long are the Go files that may be longer than 500 lines, and why.
var long = map[string]string{}

func TestFilesAreShort(t *testing.T) {
	const most = 500
	files := goFiles(t)
	slices.SortFunc(files, func(a, b goFile) int { return cmp.Compare(a.name, b.name) })
	for _, f := range files {
		lines := f.fset.File(f.syntax.Pos()).LineCount() - 1
		switch why, listed := long[f.name]; {
		case lines > most && !listed:
			t.Errorf("%s has %d lines: past %d it is probably two ideas", f.name, lines, most)
		case lines <= most && listed:
			t.Errorf("%s has %d lines and needs no excuse (%s)", f.name, lines, why)
		}
	}
}

// steps are the parts of the pipeline that only internal/scan puts together.
var steps = map[string][]string{"checks": {"Gather", "Run"}, "report": {"Build"}}

// TestOnePipeline: nobody but internal/scan gathers what checks look at, runs them and
// builds a report. A copy would leave out what the next step of the pipeline is.
func TestOnePipeline(t *testing.T) {
	// These hand checks or the report a program or a world that is made up, and are in
	// the packages that internal/scan is made of, so that they cannot import it.
	own := []string{"checks", "internal/report"}
	calls := 0
	for _, f := range goFiles(t) {
		if f.test && slices.ContainsFunc(own, func(r string) bool { return within(f.dir, r) }) || within(f.dir, "checks/internal") {
			continue
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			room, ok := s.X.(*ast.Ident)
			if !ok || !slices.Contains(steps[room.Name], s.Sel.Name) {
				return true
			}
			if calls++; f.dir != "internal/scan" {
				t.Errorf("%s: %s.%s is a step of internal/scan, which is to be called", f.fset.Position(n.Pos()), room.Name, s.Sel.Name)
			}
			return true
		})
	}
	if calls < 3 {
		t.Errorf("only %d of the steps were seen", calls)
	}
}
