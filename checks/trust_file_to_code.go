package checks

import (
	"context"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustFileToCode = Check{
	Name:       "trust_file_to_code",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{829},
	Needs:      []Need{NeedManifest, NeedCode},
	Run:        runTrustFileToCode,
}

// runTrustFileToCode judges only extensions that run in workspaces nobody has
// trusted: in a trusted one, to load its formatter is what the user asked for.
func runTrustFileToCode(ctx context.Context, in Input) []finding.Finding {
	if !supportOf(in.Manifest).runsUntrusted() {
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
	list, more := oncePer(arrivals(in.Program, fileToCode(in)), func(f facts.Flow) cause { return cause{f.Source.Where, f.Sink.Kind} })
	byCommand := map[finding.Location]bool{}
	for _, f := range runTrustSettingToCommand(ctx, in) {
		byCommand[f.Where] = f.Severity >= finding.Medium
	}
	var out []finding.Finding
	for i, a := range list {
		if byCommand[a.sink.Where] {
			// The setting's finding says more, and one place is one finding.
			continue
		}
		f := a.finding(in, fix)
		f.Message += elsewhere(more[i]) + ", and nothing asks whether the workspace is trusted"
		out = append(out, f)
	}
	return out
}

func fileToCode(in Input) judge {
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
			if namesOnly(f.Source) {
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
func workspacePrograms(in Input) programPlaces {
	out := programPlaces{}
	for u, e := range calls(in, catalog.ProcessRun, catalog.ProcessFork) {
		s, ok := sinkOf(u, e)
		if !ok {
			continue
		}
		for _, p := range s.what.Alts {
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
