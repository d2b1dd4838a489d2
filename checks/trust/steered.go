package trust

import (
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/escape"
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
	out = append(out, listed(in, files)...)
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

// listed finds variables that steer others in a file of JSON which the code names, of an extension that sets variables in every terminal:
// names and values that the code reads from a list are in no call.
func listed(in check.Input, files check.Files) []finding.Finding {
	var at *facts.Use
	for i, u := range in.Program.Uses {
		if u.Module == "vscode" && strings.Contains(u.Member, "nvironmentVariableCollection") && files.Runs(u.Where.File) {
			at = &in.Program.Uses[i]
			break
		}
	}
	if at == nil || in.Content == nil {
		return nil
	}
	var out []finding.Finding
	for _, d := range in.Content.Data {
		base := path.Base(d.Path)
		named := func(s facts.String) bool { return s.Text == base || strings.HasSuffix(s.Text, "/"+base) }
		var v any
		if !slices.ContainsFunc(in.Program.Strings, named) || json.Unmarshal([]byte(d.Text), &v) != nil {
			continue
		}
		pairsOf(v, maxDepth, func(name, text string) {
			kind, ok := uses.Steers(name)
			value := facts.Value{Alts: []facts.Pattern{{{Kind: facts.Literal, Text: text}}}}
			if !ok || len(out) > 0 || uses.SteersOthers(kind, value) == "" || kind == uses.SteersCode && uses.Preloaded(value) == "" {
				return
			}
			// A place in a file of JSON is the line that has both, or the one that has the name.
			where := finding.Location{File: d.Path, Line: 1, Column: 1}
			for i, line := range strings.Split(d.Text, "\n") {
				if c := strings.Index(line, `"`+name+`"`); c >= 0 {
					where.Line, where.Column = i+1, c+1
					break
				}
			}
			f := steers(files, at.Where, "every terminal", name, text, kind)
			f.Flow = []finding.Step{
				{Where: at.Where, Message: "variables are set in every terminal"},
				{Where: where, Message: escape.Printable("the list that the code reads: "+name+" is "+text, finding.MaxMessage)},
			}
			f.Where = where
			out = append(out, f)
		})
	}
	return out
}

// maxDepth bounds how deep a list in a file is looked into.
const maxDepth = 8

// pairsOf calls each for what may be a name and its value: a member of an object, and two texts of one object.
func pairsOf(v any, depth int, each func(name, value string)) {
	if depth == 0 {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			pairsOf(x, depth-1, each)
		}
		for i := 0; i+1 < len(v); i++ {
			name, isName := v[i].(string)
			if value, isText := v[i+1].(string); isName && isText {
				each(name, value)
			}
		}
	case map[string]any:
		keys := slices.Sorted(maps.Keys(v))
		for _, key := range keys {
			value, isText := v[key].(string)
			if !isText {
				pairsOf(v[key], depth-1, each)
				continue
			}
			each(key, value)
			for _, other := range keys {
				if name, ok := v[other].(string); ok && other != key {
					each(name, value)
				}
			}
		}
	}
}
