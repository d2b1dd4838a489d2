package checks

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/checks/flow"
	"github.com/ringfence-dev/ringfence/checks/internal/checktest"
	"github.com/ringfence-dev/ringfence/checks/internal/dataflow"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// missed are the programs whose flow is not found yet, and why. An entry that
// is found fails the test, so that the list only shrinks.
var missed = map[string]string{}

// alarming are the repaired programs that are flagged still, and why. An entry
// that is quiet fails the test.
var alarming = map[string]string{}

// flowChecks are those that judge flows. The last two look at what no flow
// explains, so that only a repaired program has nothing for them.
func flowChecks() []Check {
	return []Check{
		byName(
			"flow_to_shell",
		),
		byName("flow_to_process"),
		byName("flow_to_code"),
		byName("flow_to_read"),
		byName("flow_to_write"),
		byName("flow_to_network"),
		byName("flow_to_task"),
		byName("flow_to_markup"),
		byName("trust_setting_to_command"),
		byName("trust_setting_to_place"),
		byName("trust_file_to_code"),
		byName("trust_process_question"),
		byName("trust_setting_looks_powerful"),
	}
}

// Every folder of testdata/flows is a vulnerable extension and its repaired
// form, many of them modelled on published ones, which each names. The
// vulnerable one is flagged where it says so and nowhere else; the repaired one
// is not flagged at all.
func TestFlowPrograms(t *testing.T) {
	programs := checktest.Glob(t, filepath.Join("testdata", "flows", "*"))
	published := 0
	covered := map[cell]int{}
	for _, dir := range programs {
		if strings.Contains(textBelow(t, filepath.Join(dir, "bad")), "// Modelled on ") {
			published++
		}
		t.Run(filepath.Base(dir), func(t *testing.T) {
			for c := range flowProgram(t, dir) {
				covered[c]++
			}
		})
	}
	if len(programs) < 40 || published < 20 {
		t.Errorf("%d programs, %d of them modelled on published ones", len(programs), published)
	}
	if t.Failed() || len(missed) > 0 || len(covered) == 0 {
		return
	}
	var got []string
	for _, source := range sourceKinds {
		row := string(source) + ":"
		for _, sink := range sinkKinds {
			if n := covered[cell{source, sink}]; n > 0 {
				row += fmt.Sprintf(" %s=%d", sink, n)
			}
		}
		got = append(got, row)
	}
	if diff := cmp.Diff(matrix, got); diff != "" {
		t.Errorf("the matrix (-announced +covered):\n%s", diff)
	}
}

// cell is one of the matrix of "UntrustIDE" (NDSS 2024), with reading besides.
type cell struct {
	source facts.SourceKind
	sink   facts.SinkKind
}

var (
	sourceKinds = []facts.SourceKind{
		facts.FromSetting, facts.FromFile, facts.FromNetwork, facts.FromRequest, facts.FromWebview, facts.FromURI, facts.FromClipboard,
	}
	sinkKinds = []facts.SinkKind{
		facts.ToShell, facts.ToProcess, facts.ToCode, facts.ToRead, facts.ToWrite, facts.ToNetwork, facts.ToTask, facts.ToMarkup,
	}
)

// matrix says how many programs cover which cell.
var matrix = []string{
	"setting: shell=6 process=6 code=1 write=1 network=1 task=2 markup=1",
	"file: shell=4 process=2 code=3 write=1 network=1 task=1 markup=1",
	"network: shell=1 process=1 code=2 write=1 task=1 markup=2",
	"request: shell=2 process=1 code=1 read=3 write=1 network=1 task=1",
	"webview: shell=1 process=1 code=1 write=1 network=1 task=1 markup=1",
	"uri: shell=1 process=1 code=1 write=1 network=1 task=1 markup=1",
	"clipboard: shell=1 code=1 task=1",
}

// flowProgram compares one pair and gives the cells it covers.
func flowProgram(t *testing.T, dir string) map[cell]bool {
	name := filepath.Base(dir)
	wants := wantsBelow(t, filepath.Join(dir, "bad"))
	if len(wants) == 0 {
		t.Fatal("nothing is wanted of the vulnerable program")
	}
	program, found := scanFlows(t, filepath.Join(dir, "bad"))
	found = slices.DeleteFunc(found, func(f finding.Finding) bool {
		return f.Check == "trust_setting_looks_powerful" || f.Check == "trust_process_question"
	})
	_, repaired := scanFlows(t, filepath.Join(dir, "fixed"))
	problems := checktest.Compare(t, wants, found)
	answer(t, missed, name, problems)
	answer(t, alarming, name, checktest.Compare(t, nil, repaired))
	at := map[finding.Location]bool{}
	for _, f := range found {
		at[f.Where] = true
		if f.Severity < finding.Medium {
			t.Errorf("%s:%d is only %v: %s", f.Where.File, f.Where.Line, f.Severity, f.Message)
		}
		if len(f.Flow) < 2 || f.Flow[len(f.Flow)-1].Where != f.Where {
			t.Errorf("%s:%d: the path does not end there: %+v", f.Where.File, f.Where.Line, f.Flow)
		}
	}
	cells := map[cell]bool{}
	for _, f := range program.Flows {
		if at[f.Sink.Where] && len(problems) == 0 {
			cells[cell{f.Source.Kind, f.Sink.Kind}] = true
			if decides(f) && !highAt(found, f.Sink.Where) {
				t.Errorf("%s:%d decides what runs and is not high", f.Sink.Where.File, f.Sink.Where.Line)
			}
		}
	}
	return cells
}

// decides holds for flows that decide what runs beside the editor, by somebody
// who is not the user (what is in the clipboard, the user copied) and without a
// question (VS Code asks for trust before a workspace's task); a name alone
// decides little.
func decides(f facts.Flow) bool {
	if dataflow.NamesOnly(f.Source) {
		return false
	}
	trusted := f.Source.Kind == facts.FromSetting || f.Source.Kind == facts.FromFile
	switch f.Sink.Kind {
	case facts.ToShell, facts.ToProcess:
		return f.Sink.Role == facts.AsCommand && f.Source.Kind != facts.FromClipboard
	case facts.ToTask:
		return f.Sink.Role == facts.AsCommand && f.Source.Kind != facts.FromClipboard && !trusted && !flow.RunsCommand(f.Sink)
	}
	return false
}

func highAt(found []finding.Finding, where finding.Location) bool {
	return slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Where == where && f.Severity >= finding.High })
}

// answer holds the problems of a program against the list of known ones.
func answer(t *testing.T, known map[string]string, name string, problems []string) {
	t.Helper()
	why, listed := known[name]
	switch {
	case listed && len(problems) == 0:
		t.Errorf("%s needs no excuse any more (%s)", name, why)
	case !listed:
		for _, p := range problems {
			t.Error(p)
		}
	}
}

// scanFlows runs the checks of flows over an extension.
func scanFlows(t *testing.T, dir string) (*facts.Program, []finding.Finding) {
	t.Helper()
	ext, err := extension.LoadAs(t.Context(), dir, extension.Directory, extension.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer ext.Close()
	program, err := facts.Analyze(t.Context(), ext, facts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range program.BlindSpots {
		t.Errorf("%s:%d cannot be seen: %s", b.File, b.Line, b.Reason)
	}
	var out []finding.Finding
	for _, r := range checktest.Run(t, flowChecks(), Input{Catalog: catalog.Default(), Manifest: ext.Manifest, Program: program}) {
		for _, f := range r.Findings {
			if err := f.Validate(); err != nil {
				t.Errorf("%+v: %v", f, err)
			}
			out = append(out, f)
		}
	}
	return program, out
}

// wantsBelow is wantsOf for a whole tree, with places relative to it.
func wantsBelow(t *testing.T, dir string) []checktest.Want {
	t.Helper()
	var out []checktest.Want
	for _, folder := range foldersBelow(t, dir) {
		rel, err := filepath.Rel(dir, folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range checktest.WantsOf(t, folder) {
			out = append(out, checktest.Want{Place: filepath.ToSlash(filepath.Join(rel, w.Place)), Pattern: w.Pattern})
		}
	}
	return out
}

func textBelow(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	for _, folder := range foldersBelow(t, dir) {
		b.WriteString(jsText(t, folder))
	}
	return b.String()
}

func jsText(t *testing.T, dir string) string {
	var b strings.Builder
	for _, f := range checktest.Glob(t, filepath.Join(dir, "*.js")) {
		b.Write(checktest.Read(t, f))
	}
	return b.String()
}

func foldersBelow(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			out = append(out, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
