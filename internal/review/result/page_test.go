package result_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/review/result"
	"github.com/ringfence-dev/ringfence/internal/verdict"
	"github.com/ringfence-dev/ringfence/policygen/change"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// evil is a name that would like to be markup wherever it stands.
const evil = "a|b`c``d</code><img src=x>@octocat #1 [x](y)\n::error::z\"];click n0 \x1b[2J"

func page(findings int, text string) result.Page {
	r := &report.Report{
		Subject: ".", Extension: report.Extension{ID: text, Version: text},
		Verdict: verdict.Result{
			Profile:  "default",
			Category: verdict.Sandbox,
			Because:  []verdict.Reason{{Rule: "privileged", Text: escape.Printable(text, 300)}},
			Modules: []verdict.ModuleRisk{
				{Module: finding.MalwareModule, State: verdict.Unavailable},
				{Module: finding.CodeModule, State: verdict.Ran},
			},
		},
		Code: report.Code{
			Analysed: true,
			Entries:  []report.Entry{{File: text, Kind: facts.EntryKind("main")}},
			Capabilities: []report.CapabilityUse{
				{Capability: catalog.Capability("process"), Privileged: 1, Symbols: []report.SymbolUse{{Symbol: text, Uses: 2}}},
			},
		},
	}
	for i := range findings {
		r.Findings = append(r.Findings, finding.Finding{
			Check:    "code_dynamic_eval",
			Severity: finding.High,
			Message:  escape.Printable(text, 300),
			Where:    finding.Location{File: text, Line: i + 1},
		})
	}
	in := gate.Input{Head: r, Base: &report.Report{}, Threshold: finding.High, Wider: []string{text}, Drift: []string{text}}
	return result.Page{
		Report:   r,
		Outcome:  gate.Judge(in),
		Compared: true,
		Path:     text,
		Policy:   "### Permissions that are wider\n\n- `x`\n",
		Notes:    []string{text},
		Wider: []change.Line{{
			Change: policy.Change{Grant: policy.Grant{Section: policy.Processes, Name: text}},
			Places: []evidence.Place{{Where: finding.Location{File: text, Line: 1}}},
		}},
	}
}

// TestPageSays holds what a reader must find.
func TestPageSays(t *testing.T) {
	text := page(2, "publisher.name").Markdown(result.MaxPage)
	for _, want := range []string{
		"## ringfence: sandbox", "`publisher.name`", "| widening | **fails** |", "| reject | holds |", "malware (unavailable)",
		"profile `default`. This change brings 2 new findings.\n", "### Permissions that are wider", "```mermaid", "### Findings",
		"| high | new | <code>code&#95;dynamic&#95;eval</code> | <code>publisher&#46;name&#58;1</code>",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if strings.Contains(text, "code (ran)") || strings.Contains(text, "shortened") {
		t.Errorf("what looked is not listed, what fits is not shortened:\n%s", text)
	}
}

// TestAPageOfNothingNew: risk is of all that is there, and what has no severity is no row.
func TestAPageOfNothingNew(t *testing.T) {
	p := page(1, "publisher.name")
	p.Report.Findings = append(p.Report.Findings, finding.Finding{Check: "code_quiet", Message: "nothing to say"})
	p.Outcome.New = p.Report.Findings[1:]
	text := p.Markdown(result.MaxPage)
	if !strings.Contains(text, ". This change brings no new finding.\n") || strings.Contains(text, "nothing to say") ||
		!strings.Contains(text, "\nWithout a severity in this profile, and in the report: 1.\n") {
		t.Error(text)
	}
	p.Compared = false
	if text := p.Markdown(result.MaxPage); strings.Contains(text, "This change brings") {
		t.Errorf("nothing was compared:\n%s", text)
	}
}

// A change of which there is nothing to say takes a line, and the rest opens. With anything to
// say, all of it is there at once.
func TestAQuietPage(t *testing.T) {
	quiet := func() result.Page {
		p := page(2, "publisher.name")
		p.Policy, p.Notes = "", nil
		p.Outcome = gate.Judge(gate.Input{Head: p.Report, Base: p.Report, Threshold: finding.High})
		return p
	}
	said := "Every gate holds, and nothing is new.\n\n<details>"
	text := quiet().Markdown(result.MaxPage)
	before, folded, ok := strings.Cut(text, said)
	if !ok || strings.Count(before, "\n") > 7 || !strings.Contains(folded, "### Findings") || !strings.HasSuffix(text, "\n</details>\n") {
		t.Errorf("not quiet:\n%s", text)
	}
	for name, change := range map[string]func(*result.Page){
		"a gate fails":       func(p *result.Page) { p.Outcome.Results[0].State = gate.Fails },
		"a person accepted":  func(p *result.Page) { p.Outcome.Results[0].State = gate.Accepted },
		"a new finding":      func(p *result.Page) { p.Outcome.New = p.Report.Findings[:1] },
		"narrower":           func(p *result.Page) { p.Policy = "### Permissions that are narrower\n" },
		"a note":             func(p *result.Page) { p.Notes = []string{"x"} },
		"a refused approval": func(p *result.Page) { p.Outcome.Refused = []string{"x"} },
		"no base":            func(p *result.Page) { p.Compared = false },
	} {
		p := quiet()
		change(&p)
		if strings.Contains(p.Markdown(result.MaxPage), said) {
			t.Errorf("%s: nothing is said of it", name)
		}
	}
}

// What a build put into a file is named beside it: the file is not in the repository.
func TestAPageNamesThePackage(t *testing.T) {
	p := page(1, "publisher.name")
	p.Report.Findings[0].Origin = &finding.Origin{File: "node_modules/dirs/index.js", Line: 9, Package: "dirs"}
	if text := p.Markdown(result.MaxPage); !strings.Contains(text, "built from node&#95;modules") || !strings.Contains(text, " of dirs") {
		t.Error(text)
	}
	p.Report.Findings[0].Origin = &finding.Origin{File: "src/a.ts", Line: 9, InTree: true}
	if text := p.Markdown(result.MaxPage); strings.Contains(text, "built from") || !strings.Contains(text, "src/a&#46;ts") {
		t.Error(text)
	}
}

// A page begins with the verdict and one step, and says new permissions in words.
func TestAPageBeginsWithTheNextStep(t *testing.T) {
	at := func(line int) []evidence.Place {
		return []evidence.Place{{Where: finding.Location{File: "dist/x.js", Line: 1, Column: 9},
			Origin: &finding.Origin{File: "src/x.ts", Line: line, Column: 3, InTree: true}}}
	}
	line := func(g policy.Grant, places []evidence.Place) change.Line {
		return change.Line{Change: policy.Change{Grant: g}, Places: places}
	}
	p := page(0, "a.b")
	p.Outcome = gate.Judge(gate.Input{Head: p.Report, Base: &report.Report{}, Threshold: finding.High, Wider: []string{"x"}})
	for i := range p.Outcome.Results {
		p.Outcome.Results[i].Command, p.Outcome.Results[i].Fix = "ringfence policy explain . x", "take it out"
	}
	p.Wider = []change.Line{
		line(policy.Grant{Section: policy.Modules, Name: "child_process", Pattern: "spawn"}, at(12)),
		line(policy.Grant{Section: policy.Processes, Name: "docker", Args: []string{"run", "alpine"}}, at(12)),
		line(policy.Grant{Section: policy.Processes, Shell: true, Pattern: "git log"}, nil),
		line(policy.Grant{Section: policy.FilesRead, Pattern: "${workspace}/**"}, at(7)),
		line(policy.Grant{Section: policy.EnvRead, Pattern: "HOME"}, nil),
	}
	text := p.Markdown(result.MaxPage)
	begins := "## ringfence: sandbox, does not pass\n\n**Next:** `ringfence policy explain . x`\n<br>Take it out.\n\n"
	if !strings.HasPrefix(text, begins) {
		t.Errorf("the page begins otherwise:\n%s", text)
	}
	if want := "### New permissions\n\n" +
		"- may now start `docker run alpine`, `src/x.ts:12:3`\n" +
		"- may now run in a shell `git log`\n" +
		"- may now read `${workspace}/**`, `src/x.ts:7:3`\n" +
		"- may now read the variables `HOME`\n" +
		"- may now use `child_process.spawn`, `src/x.ts:12:3`\n"; !strings.Contains(text, want) {
		t.Errorf("want\n%s\nin\n%s", want, text)
	}
	// One step is said once; what holds and the lines of the policies are folded.
	if strings.Contains(text, "To put the rest right") || !strings.Contains(text, "<details><summary>8 gates hold</summary>") ||
		!strings.Contains(text, "<details><summary>Permissions, line by line</summary>") ||
		strings.Index(text, "New permissions") > strings.Index(text, "| widening |") {
		t.Error(text)
	}
	for range 20 {
		p.Wider = append(p.Wider, p.Wider[0])
	}
	if text := p.Markdown(result.MaxPage); !strings.Contains(text, "- and 15 more\n") {
		t.Error(text)
	}
	// Where all gates hold nothing is to be done.
	p.Outcome = gate.Judge(gate.Input{Head: p.Report, Base: p.Report, Threshold: finding.High})
	if text := p.Markdown(result.MaxPage); !strings.HasPrefix(text, "## ringfence: sandbox, passes\n\n**Next:** nothing has to be done.\n") {
		t.Error(text)
	}
}

// What was there before the change is folded, what it brings is not.
func TestOldFindingsAreFolded(t *testing.T) {
	p := page(3, "a.b")
	p.Outcome.New = p.Report.Findings[1:2]
	text := p.Markdown(result.MaxPage)
	shown, old, ok := strings.Cut(text, "<details><summary>2 were there before the change</summary>")
	if !ok || strings.Count(shown, "| high | new |") != 1 || strings.Count(old, "| high |  |") != 2 || strings.Contains(shown, "| high |  |") {
		t.Error(text)
	}
}

// TestPageIsText: outside of code spans and tags of our own nothing of a
// stranger's is left.
func TestPageIsText(t *testing.T) {
	for _, text := range []string{page(3, evil).Markdown(result.MaxPage), page(3, evil).Markdown(60_000)} {
		for i, line := range strings.Split(text, "\n") {
			if strings.HasPrefix(line, "::") || strings.Contains(line, "\x1b") {
				t.Errorf("line %d starts a command or holds a control character: %q", i, line)
			}
			// A cell has its bars from us: four, six, or none.
			if bars := strings.Count(line, "|"); strings.HasPrefix(line, "|") && bars != 4 && bars != 6 {
				t.Errorf("line %d has %d bars: %q", i, bars, line)
			}
			if strings.Contains(line, "<img") && !strings.Contains(line, "`") {
				t.Errorf("line %d holds a tag: %q", i, line)
			}
			if strings.Contains(line, `"]`) && strings.Contains(line, "click") && !strings.Contains(line, "#34;") && !strings.Contains(line, "`") {
				t.Errorf("line %d ends a label early: %q", i, line)
			}
		}
	}
}

// What a person does is said in words; where a name in it could be more than that on a
// forge, it is code.
func TestStepsAreWords(t *testing.T) {
	for fix, want := range map[string]string{
		"take it out; then push":   "<br>Take it out; then push.\n",
		"ask @ann":                 "<br>`ask @ann`\n",
		"see https://evil.example": "<br>`see https://evil.example`\n",
		"see www.evil.example":     "<br>`see www.evil.example`\n",
		"see #12":                  "<br>`see #12`\n",
		"mend ![x](y)":             "<br>`mend ![x](y)`\n",
		"read `config.yml` & stop": "<br>``read `config.yml` & stop``\n",
		"see GH-12":                "<br>`see GH-12`\n",
		"take it out; two ways: 1. ask Ann; 2. wait":           "<br>Take it out; two ways\\:<br>1. Ask Ann.<br>2. Wait.\n",
		"allow it in .ringfence/a_b":                           "<br>Allow it in \\.ringfence/a\\_b.\n",
		`take it out; the entry: {"allow": {"env.read": "A"}}`: "<br>Take it out.<br>The entry: `{\"allow\": {\"env.read\": \"A\"}}`\n",
		`take it out; the entry: {"allow": {}}, {"allow": {}}`: "<br>Take it out.<br>The entries: `{\"allow\": {}}, {\"allow\": {}}`\n",
	} {
		p := page(1, "a")
		for i := range p.Outcome.Results {
			p.Outcome.Results[i].Command, p.Outcome.Results[i].Fix = "run it", fix
		}
		if text := p.Markdown(result.MaxPage); !strings.Contains(text, want) {
			t.Errorf("%q is not said as %q:\n%s", fix, want, text)
		}
	}
}

// Reasons are words: why a gate fails, why the verdict is what it is, what a finding says.
// One with a stranger's text that could be more is code.
func TestReasonsAreWords(t *testing.T) {
	for said, want := range map[string][]string{
		"it starts docker, at main.js:3": {"- it starts docker, at main\\.js\\:3\n", " | it starts docker, at main\\.js\\:3 |\n"},
		"it starts @octocat":             {"- `it starts @octocat`\n", " | <code>it starts &#64;octocat</code> |\n"},
		"a|b":                            {"- `a|b`\n", " | <code>a&#124;b</code> |\n"},
		"see www.evil.example":           {"- `see www.evil.example`\n", " | <code>see www&#46;evil&#46;example</code> |\n"},
	} {
		p := page(1, "a")
		p.Report.Verdict.Because[0].Text, p.Report.Findings[0].Message = said, said
		text := p.Markdown(result.MaxPage)
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%q is not said as %q:\n%s", said, w, text)
			}
		}
	}
}

// A gate that fails has its command below the table, one that passes has none,
// and a word of fail-on has a row of its own.
func TestAPageSaysWhatToDo(t *testing.T) {
	p := page(1, "a")
	for i := range p.Outcome.Results {
		p.Outcome.Results[i].Command, p.Outcome.Results[i].Fix = "run "+string(p.Outcome.Results[i].Gate), "then `read`"
	}
	p.Outcome.FailOn = []gate.Word{
		{Word: "sandbox", Why: "it needs a policy", Details: []string{"because | of x"}, Command: "ringfence scan .", Fix: "read it"},
	}
	text := p.Markdown(result.MaxPage)
	for _, r := range p.Outcome.Results {
		// The first stands at the top, and nowhere else.
		said := strings.Contains(text, "- **"+string(r.Gate)+"**: `run "+string(r.Gate)+"`\n  <br>`` then `read` ``\n") !=
			strings.HasPrefix(text, "## ringfence: sandbox, does not pass\n\n"+
				"**Next, for "+string(r.Gate)+":** `run "+string(r.Gate)+"`\n<br>`` then")
		if fails := r.State == gate.Fails || r.State == gate.Unknown; said != fails {
			t.Errorf("%s is %s, and its command is there: %v\n%s", r.Gate, r.State, said, text)
		}
	}
	for _, want := range []string{"| fail-on sandbox | **fails** | it needs a policy<br><code>because &#124; of x</code> |",
		"- **fail-on sandbox**: `ringfence scan .`"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	// Where there is no room the commands go before the gates.
	before, after := false, false
	for most := len(text); most > 0; most-- {
		tight := p.Markdown(most)
		gates, commands := strings.Contains(tight, "| fail-on sandbox |"), strings.Contains(tight, "To put the rest right")
		before, after = before || gates && commands, after || gates && !commands
		if commands && !gates {
			t.Fatalf("commands without gates:\n%s", tight)
		}
	}
	if !before || !after {
		t.Errorf("with commands: %v, without: %v", before, after)
	}
}

// TestLengths: a page fits whatever it holds, says that it was shortened, and
// keeps the verdict.
func TestLengths(t *testing.T) {
	big := page(30_000, strings.Repeat("long name ", 300))
	big.Policy = strings.Repeat("- `permission`\n", 100_000)
	if text := big.Markdown(60_000); !strings.Contains(text, "## ringfence: sandbox") || !strings.Contains(text, "shortened") {
		t.Errorf("%.100q", text)
	}
	for _, most := range []int{200, 5_000, 60_000, result.MaxPage} {
		if text := big.Markdown(most); len(text) > most {
			t.Errorf("%d bytes where %d are allowed", len(text), most)
		}
	}
}

// TestManyFindings: the rest is counted, not dropped.
func TestManyFindings(t *testing.T) {
	p := page(150, "a")
	for i := range 7 {
		p.Report.Findings[i].Suppressed = &finding.Suppression{Reason: "known"}
	}
	text := p.Markdown(result.MaxPage)
	for _, want := range []string{"and 43 more.", "7 more are answered"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if got := fmt.Sprint(text == p.Markdown(result.MaxPage)); got != "true" {
		t.Error("the same page reads differently")
	}
}
