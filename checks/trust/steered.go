package trust

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// steered finds variables that tell programs of others what they load first or whom they ask: in every
// terminal, and in the debug sessions of debuggers that are not the extension's own.
func steered(in check.Input, files check.Files) []finding.Finding {
	var out []finding.Finding
	for _, u := range in.Program.Uses {
		if u.Module != "vscode" || u.Kind != facts.Call || len(u.Args) < 2 {
			continue
		}
		at := strings.LastIndexByte(u.Member, '.')
		if at < 0 || !strings.HasSuffix(u.Member[:at], "nvironmentVariableCollection") {
			continue
		}
		if does := u.Member[at+1:]; does != "replace" && does != "append" && does != "prepend" {
			continue
		}
		names, _ := u.Args[0].Constants()
		for _, name := range names {
			kind, ok := uses.Steers(name)
			if value := uses.SteersOthers(kind, u.Args[1]); ok && value != "" && u.Trigger != facts.ByCommand {
				out = append(out, steers(files, u.Where, "every terminal", name, value, kind))
				break
			}
		}
	}
	if !debugsOthers(in) {
		return out
	}
	for _, w := range in.Program.Writes {
		if w.Kind != facts.WriteSteering {
			continue
		}
		kind, ok := uses.Steers(w.Name)
		for _, v := range w.Values {
			value := uses.Preloaded(v)
			if ok && kind == uses.SteersTraffic {
				value = uses.SteersOthers(kind, v)
			}
			if value != "" {
				out = append(out, steers(files, w.Where, "debug sessions that are not its own", w.Name, value, kind))
				break
			}
		}
	}
	return out
}

// debugsOthers holds for code that has a say in the sessions of a debugger which the extension does not contribute.
func debugsOthers(in check.Input) bool {
	for _, u := range in.Program.Uses {
		if u.Module != "vscode" || u.Member != "debug.registerDebugConfigurationProvider" || len(u.Args) == 0 {
			continue
		}
		names, _ := u.Args[0].Constants()
		if slices.ContainsFunc(names, func(n string) bool { return !contributesDebugger(in.Manifest, n) }) {
			return true
		}
	}
	return false
}

func contributesDebugger(m *extension.Manifest, kind string) bool {
	return slices.ContainsFunc(m.Contributes.Debuggers, func(d extension.Debugger) bool { return d.Type == kind })
}

func steers(files check.Files, at finding.Location, where, name, value string, kind uses.Steering) finding.Finding {
	if kind == "" {
		kind = uses.SteersCode
	}
	return finding.Finding{
		Severity: files.Rate(finding.High, at.File), PaperSeverity: finding.None, Intent: finding.Malicious, Confidence: finding.Likely,
		Provenance: files.Provenance(at.File), Where: at,
		Message: "sets " + wording.Quote(name) + " to " + wording.Quote(value) + " in " + where + ", which decides " + string(kind) +
			", and nobody asked for it",
		Fix: packagejson.Fix("Do not set it; say to people how they do."),
	}
}
