package action_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/action"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// evil is a name that would like to be markup wherever it stands.
const evil = "a|b`c``d</code><img src=x>@octocat #1 [x](y)\n::error::z\"];click n0 \x1b[2J"

func page(findings int, text string) action.Page {
	r := &report.Report{
		Subject: ".", Extension: report.Extension{ID: text, Version: text},
		Verdict: verdict.Result{
			Profile: "default", Category: verdict.Sandbox, Because: []verdict.Reason{{Rule: "privileged", Text: finding.Printable(text, 300)}},
			Modules: []verdict.ModuleRisk{{Module: finding.MalwareModule, State: verdict.Unavailable}, {Module: finding.CodeModule, State: verdict.Ran}},
		},
		Code: report.Code{
			Analysed: true, Entries: []report.Entry{{File: text, Kind: facts.EntryKind("main")}},
			Capabilities: []report.CapabilityUse{{Capability: catalog.Capability("process"), Privileged: 1, Symbols: []report.SymbolUse{{Symbol: text, Uses: 2}}}},
		},
	}
	for i := range findings {
		r.Findings = append(r.Findings, finding.Finding{
			Check: "code_dynamic_eval", Severity: finding.High, Message: finding.Printable(text, 300), Where: finding.Location{File: text, Line: i + 1},
		})
	}
	in := gate.Input{Head: r, Base: &report.Report{}, Threshold: finding.High, Wider: []string{text}, Drift: []string{text}}
	return action.Page{Report: r, Outcome: gate.Judge(in), Path: text, Policy: "### Permissions that are wider\n\n- `x`\n", Notes: []string{text}}
}

// TestPageSays holds what a reader must find.
func TestPageSays(t *testing.T) {
	text := page(2, "publisher.name").Summary(action.MaxSummary)
	for _, want := range []string{
		"## ringfence: sandbox", "`publisher.name`", "| widening | **fails** |", "| reject | holds |", "malware (unavailable)",
		"### Permissions that are wider", "```mermaid", "### Findings", "| high | new | <code>code&#95;dynamic&#95;eval</code> | <code>publisher&#46;name&#58;1</code>",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if strings.Contains(text, "code (ran)") || strings.Contains(text, "shortened") {
		t.Errorf("what looked is not listed, what fits is not shortened:\n%s", text)
	}
}

// TestPageIsText: outside of code spans and tags of our own nothing of a
// stranger's is left.
func TestPageIsText(t *testing.T) {
	for _, text := range []string{page(3, evil).Summary(action.MaxSummary), first(page(3, evil).Comment())} {
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

func first(a, _ string) string { return a }

// TestLengths: a page fits whatever it holds, says that it was shortened, and
// keeps the verdict; a comment starts with its marker.
func TestLengths(t *testing.T) {
	big := page(30_000, strings.Repeat("long name ", 300))
	big.Policy = strings.Repeat("- `permission`\n", 100_000)
	body, marker := big.Comment()
	if len(body) > 65_536 || !strings.HasPrefix(body, marker+"\n") || !strings.Contains(body, "## ringfence: sandbox") || !strings.Contains(body, "shortened") {
		t.Errorf("the comment is %d bytes and starts with %.100q", len(body), body)
	}
	for _, most := range []int{200, 5_000, 60_000, action.MaxSummary} {
		if text := big.Summary(most); len(text) > most {
			t.Errorf("%d bytes where %d are allowed", len(text), most)
		}
	}
	if page(1, "a").Path == page(1, "b").Path || second(page(1, "a").Comment()) == second(page(1, "b").Comment()) {
		t.Error("two extensions share a comment")
	}
}

func second(_, b string) string { return b }

// TestManyFindings: the rest is counted, not dropped.
func TestManyFindings(t *testing.T) {
	p := page(150, "a")
	for i := range 7 {
		p.Report.Findings[i].Suppressed = &finding.Suppression{Reason: "known"}
	}
	text := p.Summary(action.MaxSummary)
	for _, want := range []string{"and 43 more.", "7 more were answered"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if got := fmt.Sprint(text == p.Summary(action.MaxSummary)); got != "true" {
		t.Error("the same page reads differently")
	}
}
