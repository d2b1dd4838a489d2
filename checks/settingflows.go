package checks

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// hand says who may set a setting that is read.
type hand int

const (
	// userOnly: its scope keeps it from every workspace.
	userOnly hand = iota
	// trustedWorkspace: a workspace, once the user trusts it.
	trustedWorkspace
	// someWorkspace: nobody knows, for it is another's setting or its name was
	// not resolved.
	someWorkspace
	// anyWorkspace: whoever wrote the repository that is opened. An extension's
	// own setting that the manifest does not declare is of these: VS Code hands
	// it out as it stands in the workspace, trusted or not.
	anyWorkspace
)

// handOf says who may set a setting.
func handOf(m *extension.Manifest, id string) hand {
	read := settingsRead(m, id)
	runs := supportOf(m).runsUntrusted()
	switch {
	case len(read) == 0 && !runs:
		return trustedWorkspace
	case len(read) == 0 && guardedElsewhere(id):
		return userOnly
	case len(read) == 0 && ownSection(m, id):
		return anyWorkspace
	case len(read) == 0:
		return someWorkspace
	case len(strangerSets(m, id)) > 0:
		return anyWorkspace
	case slices.ContainsFunc(read, extension.Setting.WorkspaceCanSet):
		return trustedWorkspace
	}
	return userOnly
}

// ownSection reports that an id whose name is known lies in a section that the
// extension's other settings are in.
func ownSection(m *extension.Manifest, id string) bool {
	section, _, dotted := strings.Cut(id, ".")
	return dotted && !strings.Contains(id, "?") && slices.ContainsFunc(m.Contributes.Settings, func(s extension.Setting) bool {
		return strings.HasPrefix(s.Key, section+".")
	})
}

// strangerMay reports that a workspace nobody trusted may set a setting, or
// that nothing is known to keep it from doing so.
func strangerMay(m *extension.Manifest, id string) bool { return handOf(m, id) >= someWorkspace }

// notForWorkspaces are settings of VS Code itself and of its own extensions
// that no workspace can set, or none that is not trusted: their scope is
// application or machine, or they are restricted there.
var notForWorkspaces = []string{
	"git.path", "http.", "npm.packageManager", "npm.scriptRunner", "php.validate.executablePath", "security.",
	"terminal.external.", "terminal.integrated.", "typescript.tsdk", "typescript.npm", "typescript.tsserver.",
	"js/ts.tsdk", "js/ts.tsserver.", "update.", "telemetry.", "remote.", "github-enterprise.uri",
}

// guardedElsewhere holds for settings of others that VS Code keeps from a
// workspace that is not trusted.
func guardedElsewhere(id string) bool {
	return slices.ContainsFunc(notForWorkspaces, func(p string) bool {
		return id == p || strings.HasSuffix(p, ".") && strings.HasPrefix(id, p)
	})
}

// settingCommands are the flows of settings to what runs.
func settingCommands(f facts.Flow) bool {
	switch f.Sink.Kind {
	case facts.ToShell, facts.ToCode, facts.ToTask:
		return f.Sink.Role != facts.AsEnv
	case facts.ToProcess:
		return f.Sink.Role == facts.AsCommand || f.Sink.Role == facts.AsArgs
	}
	return false
}

// settingPlaces are the flows of settings to where it reads, writes or connects.
func settingPlaces(f facts.Flow) bool {
	return f.Sink.Kind == facts.ToWrite || f.Sink.Kind == facts.ToNetwork || f.Sink.Role == facts.AsEnv
}

// settingFlows is the judge of a check of settings. VS Code itself asks for
// trust before it starts a terminal, a task or a debug session, so that these
// are a question at most.
func settingFlows(m *extension.Manifest, owns func(facts.Flow) bool, worst func(facts.Flow) finding.Severity) judge {
	return func(f facts.Flow) (finding.Severity, bool) {
		if f.Source.Kind != facts.FromSetting || f.Guarded || !owns(f) {
			return 0, false
		}
		switch handOf(m, f.Source.What) {
		case anyWorkspace:
			s := worst(f)
			if f.Sink.Kind == facts.ToTask {
				s = min(s, finding.Medium)
			}
			return s, true
		case someWorkspace:
			return min(worst(f), finding.Medium), true
		case trustedWorkspace:
			if supportOf(m).runsUntrusted() {
				// Held back until the user trusts the workspace, as it should be.
				return 0, false
			}
			return finding.Low, true
		}
		return 0, false
	}
}

// settingFindings runs a check of settings.
func settingFindings(in Input, owns func(facts.Flow) bool, worst func(facts.Flow) finding.Severity) []finding.Finding {
	fix := trustFix(in)
	var out []finding.Finding
	list, more := oncePer(arrivals(in.Program, settingFlows(in.Manifest, owns, worst)), func(f facts.Flow) [2]string {
		return [2]string{f.Source.What, string(f.Sink.Kind)}
	})
	for i, a := range list {
		f := a.finding(in, nil)
		f.Message += elsewhere(more[i])
		switch {
		case !supportOf(in.Manifest).runsUntrusted():
			f.Message += ", once the user trusts the workspace"
		case slices.ContainsFunc(a.flows, func(f facts.Flow) bool { return handOf(in.Manifest, f.Source.What) == anyWorkspace }):
			f.Message += ", in a workspace that nobody has trusted"
			f.Fix = fix
			if slices.ContainsFunc(a.flows, func(f facts.Flow) bool { return len(settingsRead(in.Manifest, f.Source.What)) == 0 }) {
				// VS Code restricts only what is contributed.
				f.Fix = fixed("contribute the setting with the scope machine, so that no workspace sets it")
			}
		case slices.ContainsFunc(a.flows, func(f facts.Flow) bool { return strings.Contains(f.Source.What, "?") }):
			f.Message += "; which setting that is was not resolved"
			f.Confidence = finding.Heuristic
		default:
			f.Message += "; who may set it is another extension's to say"
			f.Confidence = finding.Heuristic
		}
		out = append(out, f)
	}
	return out
}

// trustFix is the edit that keeps an extension's settings from workspaces that
// are not trusted: all those that flow somewhere and those whose names say that
// they would, so that every finding asks for the same, one edit settles all,
// and none undoes another. Nil when there is none.
func trustFix(in Input) *finding.Fix {
	m := in.Manifest
	var keys []string
	places := map[string]string{}
	add := func(s extension.Setting) {
		keys = appendNew(keys, s.Key)
		places[s.Key] = s.Pointer
	}
	for _, f := range in.Program.Flows {
		if f.Source.Kind != facts.FromSetting || f.Guarded || !settingCommands(f) && !settingPlaces(f) {
			continue
		}
		for _, s := range strangerSets(m, f.Source.What) {
			add(s)
		}
	}
	for _, p := range powerful(in) {
		add(p.setting)
	}
	slices.Sort(keys)
	return restrictFix(m, keys, places)
}

// restrictFix restricts some settings, given with the pointers of their
// declarations.
func restrictFix(m *extension.Manifest, keys []string, places map[string]string) *finding.Fix {
	if len(keys) == 0 {
		return nil
	}
	if len(keys) > finding.MaxEdits {
		keys = keys[:finding.MaxEdits]
	}
	names := finding.Printable(enumerate(keys), 300)
	if supportOf(m) == supportNoMain {
		fix := &finding.Fix{Text: "take " + names + " out of the workspace's hands with the scope machine"}
		for _, k := range keys {
			fix.Edits = append(fix.Edits, set(places[k]+"/scope", "machine"))
		}
		return fix
	}
	const at = "/capabilities/untrustedWorkspaces"
	s := m.Capabilities.UntrustedWorkspaces
	list := make([]string, 0, len(keys))
	for _, item := range s.RestrictedConfigurations {
		list = appendNew(list, item.Value)
	}
	for _, k := range keys {
		list = appendNew(list, k)
	}
	fix := &finding.Fix{Text: "name " + names + " in restrictedConfigurations, which counts beside \"supported\": \"limited\", or give the scope machine"}
	if s.Level != "limited" {
		fix.Edits = append(fix.Edits, set(at+"/supported", "limited"))
	}
	if s.Description == "" {
		value, texts := say(m, "workspaceTrust", "Settings of the workspace that decide what runs, or where, wait until the workspace is trusted.")
		fix.Edits = append(append(fix.Edits, set(at+"/description", value)), texts...)
	}
	fix.Edits = append(fix.Edits, set(at+"/restrictedConfigurations", list))
	return fix
}
