package trust

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/checks/internal/workspacetrust"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// trustPointer is where a manifest answers for untrusted workspaces.
const trustPointer = "/capabilities/untrustedWorkspaces"

// The texts a person sees beside an extension that a workspace restricts.
const (
	textLimited = "In a workspace that is not trusted, its own values of the settings that choose programs are ignored."
	textRefused = "This extension starts programs or runs code that a workspace may choose, so it needs a trusted workspace."
)

// trustAnswer is what the facts let an extension say of untrusted workspaces.
type trustAnswer struct {
	// level is true, "limited" or false, as JSON wants it.
	level any
	// settings are those to restrict when it is limited.
	settings []string
	// unseen is set where no answer can be proposed: part of the code was not seen,
	// and what was seen decides nothing.
	unseen bool
	// text is for the people who see the extension restricted; why is for the
	// author.
	text, why string
}

// powers are the capabilities that make a stranger's choice dangerous.
func powers() []catalog.Capability {
	return []catalog.Capability{
		catalog.ProcessRun, catalog.ProcessShell, catalog.ProcessFork, catalog.CodeEval, catalog.CodeVM, catalog.CodeNative,
		catalog.CodeLoad, catalog.CodeWorker, catalog.VSTask, catalog.VSTerminal, catalog.VSDebug,
	}
}

func isPower(c catalog.Capability) bool { return slices.Contains(powers(), c) }

// loadsAnything holds for a require of a name that begins with something decided at run time: it may be a module that
// starts programs. What begins with a constant is a file or a package of the extension's own.
func loadsAnything(u facts.Use) bool {
	if u.Module != "module" || u.Member != "require" || u.Kind != facts.Call || len(u.Args) == 0 {
		return false
	}
	alts := u.Args[0].Alts
	return len(alts) == 0 || slices.ContainsFunc(alts, func(p facts.Pattern) bool {
		return len(p) > 0 && p[0].Kind != facts.Literal && p[0].Kind != facts.Keyword && (p[0].Kind != facts.Root || p[0].Text != "extension")
	})
}

// answerOf reads the facts. It promises no more than they show: where something
// could not be seen, what was seen can be enough for a no, and never for more.
func answerOf(in check.Input) trustAnswer {
	if in.Program == nil {
		return trustAnswer{level: false, unseen: true, why: "the code could not be looked at"}
	}
	ids := map[string]bool{}
	power, loose, loads := "", "", ""
	called := map[[2]string]bool{}
	for _, u := range in.Program.Uses {
		called[[2]string{u.Module, u.Member}] = called[[2]string{u.Module, u.Member}] || u.Kind == facts.Call || u.Kind == facts.New
	}
	for _, u := range in.Program.Uses {
		if shallow(in.Program, u.Where.File) {
			continue
		}
		switch {
		case u.Member == "?" && slices.ContainsFunc(in.Catalog.Capabilities(u.Module, ""), isPower) && loose == "":
			loose = "something of " + u.Module + " that is picked at run time"
		case loadsAnything(u) && loads == "":
			loads = fmt.Sprintf("%s:%d", u.Where.File, u.Where.Line)
		}
		e, ok := in.Catalog.Lookup(u.Module, u.Member)
		if !ok || !isPower(e.Capability) {
			continue
		}
		if u.Kind == facts.Reference && called[[2]string{u.Module, u.Member}] {
			continue // taken out of its module to be called
		}
		own := map[string]bool{}
		for _, v := range u.Args {
			settingsWithin(v, own)
		}
		maps.Copy(ids, own)
		switch what := deciding(u, e); {
		case what == harmlessCode:
			continue
		case what == chosen && len(own) > 0, what == ours:
		case loose == "":
			loose = uses.Symbol(u)
		}
		if power == "" || len(own) > 0 {
			power = uses.Symbol(u)
		}
	}
	for _, f := range in.Program.Flows {
		switch f.Sink.Kind {
		case facts.ToShell, facts.ToProcess, facts.ToCode, facts.ToTask:
			switch {
			case f.Source.Kind == facts.FromSetting:
				ids[f.Source.What] = true
			case f.Source.Kind == facts.FromFile && !f.Guarded && loose == "":
				loose = escape.Printable(f.Sink.Module+"."+f.Sink.Member, 120) + " on what files of the workspace say"
			}
		default: // nothing runs there
		}
	}
	if len(in.Manifest.Contributes.Debuggers) > 0 && loose == "" {
		loose = "a debug adapter"
	}
	settings := map[string]bool{}
	for id := range ids {
		for _, s := range workspacetrust.SettingsRead(in.Manifest, id) {
			if s.WorkspaceCanSet() {
				settings[s.Key] = true
			}
		}
	}
	list := slices.Sorted(maps.Keys(settings))
	switch {
	case loose != "":
		why := "it uses " + loose + ", and what that runs may come from the workspace: no setting alone decides it"
		// A setting that the manifest does not declare can be in no list, and decides all the same.
		named := list
		if len(named) == 0 {
			named = slices.Sorted(maps.Keys(ids))
		}
		if len(named) > 0 {
			why = "it uses " + loose + ", and what that runs may come from the workspace, not from " + wording.List(named) + " alone"
		}
		return trustAnswer{level: false, text: textRefused, why: why}
	case len(in.Program.BlindSpots) > 0:
		what := "the code"
		if file := in.Program.BlindSpots[0].File; file != "" {
			what = wording.Quote(file)
		}
		return trustAnswer{level: false, unseen: true, why: what + " could not be seen in full"}
	case loads != "":
		return trustAnswer{level: false, unseen: true, why: "which module is loaded at " + wording.Quote(loads) + " is decided at run time"}
	case len(list) > 0:
		return trustAnswer{level: "limited", settings: list, text: textLimited, why: "the value of " + wording.List(list) + " reaches " + power}
	case power != "":
		return trustAnswer{level: true, why: "it starts nothing but files of its own"}
	}
	return trustAnswer{level: true, why: "it neither starts programs nor turns text into code"}
}

// decision says who decides what a call of a power runs.
type decision int

const (
	// unknownDecision: anybody, as far as the facts go. A constant program is
	// among these: what make does stands in the workspace.
	unknownDecision decision = iota
	// chosen: a setting, and constant text around it.
	chosen
	// ours: a file of the extension.
	ours
	// harmlessCode: text that is constant becomes code, as in Function("return this").
	harmlessCode
)

func deciding(u facts.Use, e catalog.Entry) decision {
	var values []facts.Value
	for _, role := range []catalog.Role{catalog.RoleCommand, catalog.RoleModule, catalog.RoleCode} {
		values = append(values, uses.WithRole(u, e, role)...)
	}
	if len(values) == 0 {
		return unknownDecision
	}
	worst := harmlessCode
	for _, v := range values {
		if len(v.Alts) == 0 || v.Open && len(uses.SettingsIn(v)) == 0 {
			// What a setting gives is open, for its default may be anything of
			// the author's; what else flows there, the flows say.
			return unknownDecision
		}
		for _, p := range v.Alts {
			switch _, constant := p.Constant(); {
			case constant && e.Capability == catalog.CodeEval:
			case len(p) > 0 && p[0].Kind == facts.Root && p[0].Text == "extension":
				worst = min(worst, ours)
			case slices.ContainsFunc(p, func(part facts.Part) bool { return part.Kind == facts.Config }) &&
				!slices.ContainsFunc(p, func(part facts.Part) bool { return part.Kind == facts.Unknown || part.Kind == facts.Env }):
				worst = min(worst, chosen)
			default:
				return unknownDecision
			}
		}
	}
	return worst
}

// settingsWithin collects the settings in a value and in what it holds.
func settingsWithin(v facts.Value, ids map[string]bool) {
	for _, id := range uses.SettingsIn(v) {
		ids[id] = true
	}
	for _, p := range v.Props {
		settingsWithin(p, ids)
	}
	for _, i := range v.Items {
		settingsWithin(i, ids)
	}
}

// shallow says that a file is a browser's, where nothing of the host is in reach.
func shallow(p *facts.Program, file string) bool {
	i, ok := slices.BinarySearchFunc(p.Modules, file, func(m facts.Module, f string) int { return strings.Compare(m.Path, f) })
	return ok && p.Modules[i].Shallow
}

// proposal is the fix that an answer comes to; edits write it. For code that was
// not seen nothing is proposed: another look may say the opposite.
func (a trustAnswer) proposal(edits ...finding.Edit) *finding.Fix {
	if a.unseen {
		return packagejson.Fix(
			"Which answer is right cannot be told yet: " + a.why + ". Build the extension, or see to what could not be read, and scan again.",
		)
	}
	level := fmt.Sprint(a.level)
	if text, limited := a.level.(string); limited {
		level = strconv.Quote(text)
	}
	return packagejson.Fix(fmt.Sprintf(`Declare "supported": %s for untrusted workspaces: %s.`, level, a.why), edits...)
}

// declare are the edits that write the whole answer anew.
func declare(m *extension.Manifest, a trustAnswer) []finding.Edit {
	type untrusted struct {
		Supported                any      `json:"supported"`
		Description              string   `json:"description,omitempty"`
		RestrictedConfigurations []string `json:"restrictedConfigurations,omitempty"`
	}
	u := untrusted{Supported: a.level, RestrictedConfigurations: a.settings}
	var texts []finding.Edit
	if a.level != true {
		u.Description, texts = packagejson.Say(m, "workspaceTrust", a.text)
	}
	return append([]finding.Edit{packagejson.Set(trustPointer, u)}, texts...)
}

// change are the edits that change only the level of an answer that is there: a
// description comes along where one is missing, and a list goes where it would
// count for nothing.
func change(m *extension.Manifest, level any, text string) []finding.Edit {
	s := m.Capabilities.UntrustedWorkspaces
	edits := []finding.Edit{packagejson.Set(trustPointer+"/supported", level)}
	if level != true && s.Description == "" {
		value, texts := packagejson.Say(m, "workspaceTrust", text)
		edits = append(append(edits, packagejson.Set(trustPointer+"/description", value)), texts...)
	}
	if level != "limited" && m.Raw(trustPointer+"/restrictedConfigurations") != "" {
		edits = append(edits, packagejson.Unset(trustPointer+"/restrictedConfigurations"))
	}
	return edits
}

// trustFinding is a finding about the declaration; the caller adds what differs.
func trustFinding(m *extension.Manifest, pointer string, s finding.Severity, message string, fix *finding.Fix) finding.Finding {
	return finding.Finding{
		Severity: s, PaperSeverity: finding.None, Intent: finding.Hygiene, Confidence: finding.Confirmed,
		Provenance: finding.FirstParty, Message: message, Where: packagejson.At(m, pointer), Fix: fix,
	}
}
