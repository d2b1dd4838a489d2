package update

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/dataflow"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var updateAddsPower = check.Check{
	Name:       "update_adds_power",
	Module:     finding.PublisherModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{250, 506},
	Needs:      []check.Need{check.NeedCode, check.NeedBaseCode},
	Run:        runUpdateAddsPower,
}

func runUpdateAddsPower(_ context.Context, in check.Input) []finding.Finding {
	before := in.Base.Power
	none := "the release before had none"
	if before.InPart {
		none += " that could be seen"
	}
	var out []finding.Finding
	for _, p := range uses.ReachesOf(in.Catalog, in.Program) {
		if slices.Contains(before.Reaches, p.Capability) {
			continue
		}
		f := updated(p.Use.Where, finding.Low, finding.Capability, finding.Confirmed,
			uses.Symbol(p.Use)+" is the first use of "+string(p.Capability)+"; "+none)
		f.Provenance = check.FilesOf(in.Program).Provenance(p.Use.Where.File)
		if len(before.Reaches) == 0 && in.Base.Change.Ran {
			// A sleeper is a release like this after many that did nothing.
			f.Severity = finding.Medium
			f.Message += ", and nothing else that reaches out of the editor"
		}
		out = append(out, f)
	}
	out = append(out, wakes(in)...)
	out = append(out, unchecked(in)...)
	return append(out, sendsAnew(in)...)
}

// unchecked finds a release that works out no digest any more, writes files, runs programs, and asks a host that the one
// before did not name: what was compared before it ran is taken as it comes.
func unchecked(in check.Input) []finding.Finding {
	before, files := in.Base.Power, check.FilesOf(in.Program)
	if !before.Hashes || before.InPart || uses.Hashes(in.Program) || uses.SeenInPart(in.Program) {
		return nil
	}
	runs, writes := false, false
	for range uses.Calls(in, running...) {
		runs = true
		break
	}
	for range uses.Calls(in, catalog.FileWrite, catalog.VSFilesWrite) {
		writes = true
		break
	}
	if !writes || !runs && !slices.ContainsFunc(before.Reaches, func(c catalog.Capability) bool { return slices.Contains(running, c) }) {
		return nil
	}
	for _, s := range in.Program.Strings {
		host, ok := uses.URLHost(s.Text)
		if !ok || !strings.Contains(host, ".") || !uses.ForeignURL(s.Text) || slices.Contains(before.Hosts, host) || !files.Runs(s.Where.File) {
			continue
		}
		f := updated(s.Where, finding.High, finding.Malicious, finding.Likely,
			"the release before compared digests, and this one does not, writes files, runs programs and asks "+wording.Quote(host)+", which is new")
		f.Provenance = files.Provenance(s.Where.File)
		return []finding.Finding{f}
	}
	return nil
}

// running are the capabilities by which code starts what is no part of it.
var running = []catalog.Capability{
	catalog.ProcessRun, catalog.ProcessShell, catalog.ProcessFork, catalog.CodeEval, catalog.CodeVM, catalog.CodeNative,
}

// wakes finds a release of what reached nothing that begins, at once and unasked, to ask the network and to run something.
func wakes(in check.Input) []finding.Finding {
	before, files := in.Base.Power, check.FilesOf(in.Program)
	if len(before.Reaches) > 0 || before.InPart || !in.Base.Change.Ran {
		return nil
	}
	var asks *facts.Use
	for u := range uses.Calls(in, catalog.NetConnect) {
		if files.Runs(u.Where.File) {
			asks = &u
			break
		}
	}
	if asks == nil {
		return nil
	}
	for u, e := range uses.Calls(in, running...) {
		if u.Trigger != facts.ByStart && u.Trigger != facts.ByTimer && u.Trigger != facts.ByEvent || !files.Runs(u.Where.File) {
			continue
		}
		// A function whose body the code writes out runs nothing that comes from elsewhere, and what may be any function of a table of
		// the language's is called for another one.
		if e.Capability == catalog.CodeEval && (u.Mixed || uses.Framed(uses.WithRole(u, e, catalog.RoleCode))) {
			continue
		}
		if u.Module == "process" && u.Member == "binding" && looksUp(u, e) || onlyTells(u, e) {
			continue
		}
		f := updated(u.Where, finding.High, finding.Malicious, finding.Likely,
			"the release before reached nothing, and this one asks the network and runs "+uses.Symbol(u)+" where no command leads")
		f.Provenance = files.Provenance(u.Where.File)
		f.Flow = []finding.Step{
			{Where: asks.Where, Message: escape.Printable("asks the network: "+uses.Symbol(*asks), finding.MaxMessage)},
			{Where: u.Where, Message: escape.Printable("runs "+uses.Symbol(u)+", which no command asks for", finding.MaxMessage)},
		}
		return []finding.Finding{f}
	}
	return nil
}

// looksUp holds for a part of Node's inside that the code names and that says how Node was made: no part that starts programs,
// opens files or runs code.
func looksUp(u facts.Use, e catalog.Entry) bool {
	parts := uses.WithRole(u, e, catalog.RoleModule)
	for _, v := range parts {
		if v.Open || len(v.Alts) == 0 {
			return false
		}
		for _, p := range v.Alts {
			if text, ok := p.Constant(); !ok || !slices.Contains([]string{"buffer", "config", "constants", "natives"}, text) {
				return false
			}
		}
	}
	return len(parts) > 0
}

// onlyTells holds for a program that the code names and that says how the machine is made or how a path is written on it: it changes
// nothing, asks nobody and starts nothing else. In a line for a shell it stands alone.
func onlyTells(u facts.Use, e catalog.Entry) bool {
	if e.Capability != catalog.ProcessRun && e.Capability != catalog.ProcessShell {
		return false
	}
	programs := uses.WithRole(u, e, catalog.RoleCommand)
	for _, v := range programs {
		if v.Open || len(v.Alts) == 0 {
			return false
		}
		for _, p := range v.Alts {
			text, ok := p.Constant()
			if !ok || strings.ContainsAny(text, ";&|$`<>()\n") {
				return false
			}
			words := strings.Fields(text)
			if len(words) == 0 || !tellers[strings.TrimSuffix(words[0], ".exe")] {
				return false
			}
		}
	}
	return len(programs) > 0
}

// tellers are such programs.
var tellers = map[string]bool{
	"cygpath": true, "wslpath": true, "uname": true, "which": true, "where": true, "sw_vers": true, "lsb_release": true, "getconf": true,
	"nproc": true, "arch": true, "tty": true, "locale": true, "xcode-select": true,
}

// private are the sources of which a new host is a question, whatever it is for.
var private = []facts.SourceKind{
	facts.FromSecret, facts.FromToken, facts.FromEnvironment, facts.FromMachine, facts.FromClipboard,
}

// sendsAnew finds what is private and goes, unasked, to a host that the release before did not name.
func sendsAnew(in check.Input) []finding.Finding {
	files := check.FilesOf(in.Program)
	said := map[string]bool{}
	var out []finding.Finding
	for _, t := range in.Program.Trails {
		if t.Sink.Kind != facts.ToSend || !slices.Contains(private, t.Source.Kind) || len(t.Steps) > dataflow.Far ||
			t.Trigger == facts.ByCommand || t.Trigger == facts.ByUnknown || !files.Runs(t.Sink.Where.File) {
			continue
		}
		host := uses.HostOf(in, t)
		if host == "" || said[host] || slices.Contains(in.Base.Power.Hosts, host) {
			continue
		}
		said[host] = true
		f := updated(t.Sink.Where, finding.High, finding.Malicious, finding.Likely,
			"what is private goes to "+wording.Quote(host)+", which the release before did not name, and no command asks for it")
		f.Provenance = files.Provenance(t.Sink.Where.File)
		for _, s := range t.Steps {
			f.Flow = append(f.Flow, finding.Step{Where: s.Where, Message: escape.Printable(cmp.Or(s.Message, "goes on"), finding.MaxMessage)})
		}
		out = append(out, f)
	}
	return out
}
