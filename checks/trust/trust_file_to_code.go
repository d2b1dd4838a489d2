package trust

import (
	"context"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/dataflow"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/checks/internal/workspacetrust"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustFileToCode = check.Check{
	Name:       "trust_file_to_code",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{829},
	Needs:      []check.Need{check.NeedManifest, check.NeedCode},
	Run:        runTrustFileToCode,
}

// runTrustFileToCode judges only extensions that run in workspaces nobody has
// trusted: in a trusted one, to load its formatter is what the user asked for.
func runTrustFileToCode(_ context.Context, in check.Input) []finding.Finding {
	if !workspacetrust.SupportOf(in.Manifest).RunsUntrusted() {
		return nil
	}
	fix := &finding.Fix{
		Text:  "ask vscode.workspace.isTrusted right before, and do without where it is false",
		Edits: []finding.Edit{},
	}
	type cause struct {
		where finding.Location
		kind  facts.SinkKind
	}
	list, more := dataflow.OncePer(
		dataflow.Arrivals(in.Program, fileToCode(in)),
		func(f facts.Flow) cause { return cause{f.Source.Where, f.Sink.Kind} },
	)
	byCommand := map[finding.Location]bool{}
	for _, f := range settingsToCommands(in) {
		byCommand[f.Where] = f.Severity >= finding.Medium
	}
	var out []finding.Finding
	for i, a := range list {
		if byCommand[a.Sink.Where] {
			// The setting's finding says more, and one place is one finding.
			continue
		}
		f := a.Finding(in, fix)
		f.Message += wording.Elsewhere(more[i]) + ", and nothing asks whether the workspace is trusted"
		out = append(out, f)
	}
	return out
}

func fileToCode(in check.Input) dataflow.Judge {
	programs := workspacePrograms(in)
	return func(f facts.Flow) (finding.Severity, bool) {
		if f.Source.Kind != facts.FromFile || f.Guarded {
			return 0, false
		}
		command := f.Sink.Role == facts.AsCommand
		switch f.Sink.Kind {
		case facts.ToShell, facts.ToCode:
			return finding.High, true
		case facts.ToProcess:
			// A file's name as an argument of a program is every tool's daily
			// work.
			if dataflow.NamesOnly(f.Source) {
				return programs.severity(f.Sink.Where), command
			}
			return finding.High, command
		case facts.ToTask:
			// VS Code asks for trust before it runs these.
			return finding.Medium, command
		}
		return 0, false
	}
}

// programPlaces says of places where a program is started what is known of a
// path that begins with the workspace: true when it goes on with a name that is
// in the code.
type programPlaces map[finding.Location]bool

// workspacePrograms looks at all places where a program is started.
func workspacePrograms(in check.Input) programPlaces {
	out := programPlaces{}
	for u, e := range uses.Calls(in, catalog.ProcessRun, catalog.ProcessFork) {
		s, ok := uses.LaunchOf(u, e)
		if !ok {
			continue
		}
		for _, p := range s.What.Alts {
			if len(p) > 1 && p[0].Kind == facts.Root && p[0].Text == "workspace" {
				out[u.Where] = out[u.Where] || slices.ContainsFunc(p[1:], func(part facts.Part) bool {
					return part.Kind == facts.Literal && strings.Trim(part.Text, "/") != ""
				})
			}
		}
	}
	return out
}

// severity is what it means that a name of the workspace decides a program.
func (p programPlaces) severity(where finding.Location) finding.Severity {
	switch named, known := p[where]; {
	case named:
		return finding.High
	case known:
		// Somebody else's path, resolved against the folder that is open where
		// it is relative: every library that starts programs does it.
		return finding.Low
	}
	return finding.Medium
}
