package trust

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/dataflow"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/checks/internal/workspacetrust"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

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
func settingFlows(m *extension.Manifest, owns func(facts.Flow) bool, worst func(facts.Flow) finding.Severity) dataflow.Judge {
	return func(f facts.Flow) (finding.Severity, bool) {
		if f.Source.Kind != facts.FromSetting || f.Guarded || !owns(f) {
			return 0, false
		}
		switch workspacetrust.SetterOf(m, f.Source.What) {
		case workspacetrust.AnyWorkspace:
			s := worst(f)
			if f.Sink.Kind == facts.ToTask {
				s = min(s, finding.Medium)
			}
			return s, true
		case workspacetrust.SomeWorkspace:
			return min(worst(f), finding.Medium), true
		case workspacetrust.TrustedWorkspace:
			if workspacetrust.SupportOf(m).RunsUntrusted() {
				// Held back until the user trusts the workspace, as it should be.
				return 0, false
			}
			return finding.Low, true
		}
		return 0, false
	}
}

// settingFindings runs a check of settings.
func settingFindings(in check.Input, owns func(facts.Flow) bool, worst func(facts.Flow) finding.Severity) []finding.Finding {
	fix := trustFix(in)
	var out []finding.Finding
	list, more := dataflow.OncePer(dataflow.Arrivals(in.Program, settingFlows(in.Manifest, owns, worst)), func(f facts.Flow) [2]string {
		return [2]string{f.Source.What, string(f.Sink.Kind)}
	})
	for i, a := range list {
		f := a.Finding(in, nil)
		f.Message += wording.Elsewhere(more[i])
		switch {
		case !workspacetrust.SupportOf(in.Manifest).RunsUntrusted():
			f.Message += ", once the user trusts the workspace"
			f.Fix = outOfReach(in.Manifest, a.Flows)
		case slices.ContainsFunc(a.Flows, func(f facts.Flow) bool {
			return workspacetrust.SetterOf(in.Manifest, f.Source.What) == workspacetrust.AnyWorkspace
		}):
			f.Message += ", in a workspace that nobody has trusted"
			f.Fix = fix
			if slices.ContainsFunc(a.Flows, func(f facts.Flow) bool { return len(workspacetrust.SettingsRead(in.Manifest, f.Source.What)) == 0 }) {
				// VS Code restricts only what is contributed.
				f.Fix = packagejson.Fix("contribute the setting with the scope machine, so that no workspace sets it")
			}
		case slices.ContainsFunc(a.Flows, func(f facts.Flow) bool { return strings.Contains(f.Source.What, "?") }):
			f.Message += "; which setting that is was not resolved"
			f.Confidence = finding.Heuristic
		default:
			f.Message += "; who may set it is another extension's to say"
			f.Confidence = finding.Heuristic
			f.Fix = outOfReach(in.Manifest, a.Flows)
		}
		out = append(out, f)
	}
	return out
}

// outOfReach is what takes settings out of a workspace's hands where no restriction does: the scope
// machine where the extension contributes them, and what the user said of them otherwise.
func outOfReach(m *extension.Manifest, flows []facts.Flow) *finding.Fix {
	var keys []string
	for _, f := range flows {
		if f.Source.Kind != facts.FromSetting {
			continue
		}
		read := workspacetrust.SettingsRead(m, f.Source.What)
		if len(read) == 0 {
			return packagejson.Fix("read it as inspect(…)?.globalValue of the configuration, which no workspace sets")
		}
		for _, s := range read {
			if s.WorkspaceCanSet() {
				keys = wording.AppendNew(keys, s.Key)
			}
		}
	}
	if len(keys) == 0 {
		return nil
	}
	slices.Sort(keys)
	return packagejson.Fix("give " + wording.Enumerate(keys) + " the scope machine in package.json, so that no workspace sets it")
}

// settingsToCommands are the findings about settings that decide what runs: a
// file that decides the same is named for the setting.
func settingsToCommands(in check.Input) []finding.Finding {
	return settingFindings(in, settingCommands, func(f facts.Flow) finding.Severity {
		// With a shell, an argument is part of the line.
		if f.Sink.Role == facts.AsArgs && f.Sink.Kind != facts.ToShell {
			return finding.High
		}
		return finding.Critical
	})
}

// trustFix is the edit that keeps an extension's settings from workspaces that
// are not trusted: all those that flow somewhere and those whose names say that
// they would, so that every finding asks for the same, one edit settles all,
// and none undoes another. Nil when there is none.
func trustFix(in check.Input) *finding.Fix {
	m := in.Manifest
	var keys []string
	places := map[string]string{}
	add := func(s extension.Setting) {
		keys = wording.AppendNew(keys, s.Key)
		places[s.Key] = s.Pointer
	}
	for _, f := range in.Program.Flows {
		if f.Source.Kind != facts.FromSetting || f.Guarded || !settingCommands(f) && !settingPlaces(f) {
			continue
		}
		for _, s := range workspacetrust.StrangerSets(m, f.Source.What) {
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
	names := escape.Printable(wording.Enumerate(keys), 300)
	if workspacetrust.SupportOf(m) == workspacetrust.SupportNoMain {
		fix := &finding.Fix{Text: "take " + names + " out of the workspace's hands with the scope machine"}
		for _, k := range keys {
			fix.Edits = append(fix.Edits, packagejson.Set(places[k]+"/scope", "machine"))
		}
		return fix
	}
	const at = "/capabilities/untrustedWorkspaces"
	s := m.Capabilities.UntrustedWorkspaces
	list := make([]string, 0, len(keys))
	for _, item := range s.RestrictedConfigurations {
		list = wording.AppendNew(list, item.Value)
	}
	for _, k := range keys {
		list = wording.AppendNew(list, k)
	}
	fix := &finding.Fix{
		Text: "name " + names + " in restrictedConfigurations, which counts beside \"supported\": \"limited\", or give the scope machine",
	}
	if s.Level != "limited" {
		fix.Edits = append(fix.Edits, packagejson.Set(at+"/supported", "limited"))
	}
	if s.Description == "" {
		value, texts := packagejson.Say(
			m,
			"workspaceTrust",
			"Settings of the workspace that decide what runs, or where, wait until the workspace is trusted.",
		)
		fix.Edits = append(append(fix.Edits, packagejson.Set(at+"/description", value)), texts...)
	}
	fix.Edits = append(fix.Edits, packagejson.Set(at+"/restrictedConfigurations", list))
	return fix
}
