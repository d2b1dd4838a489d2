package chain

import (
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/filetype"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

var chainUnaskedProgram = check.Check{
	Name:       "chain_unasked_program",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506},
	Needs:      []check.Need{check.NeedManifest, check.NeedCode, check.NeedFiles},
	Run:        runChainUnaskedProgram,
}

// Machine code that ships is how many a language server comes. It is another
// thing when the extension starts by itself and offers nothing that a person
// could ask for: then nobody knows what the program is for.
func runChainUnaskedProgram(_ context.Context, in check.Input) []finding.Finding {
	started := programs(in)
	if out := loadedByWindows(in, started); out != nil {
		return out
	}
	at, starts := startsAlone(in.Manifest)
	if !starts || offers(in.Manifest, in) {
		return nil
	}
	native := map[string]filetype.Odd{}
	for _, o := range in.Content.Odd {
		if o.Kind.Native() && filetype.Below(o.Path) == "" {
			native[o.Path] = o
		}
	}
	for _, c := range started {
		for _, file := range slices.Sorted(maps.Keys(native)) {
			o := native[file]
			if !strings.Contains(c.line, "${extension}/"+file) {
				continue
			}
			links := []link{
				{at, "the extension starts with the editor and offers nothing to ask for"},
				{finding.Location{File: file}, string(o.Kind) + " ships, and nothing says where it was built"},
			}
			message := "machine code that ships is run, and nobody asked for it: " + wording.Quote(file)
			if beside := library(native, file); beside != "" {
				links = append(links, link{finding.Location{File: beside}, "a library lies beside the program, which loads it by its name"})
				message += ", with a library beside it"
			}
			return []finding.Finding{chain(in, finding.Likely, message, append(links, link{c.use.Where, uses.Symbol(c.use) + " runs it"})...)}
		}
	}
	return nil
}

// loadedByWindows finds, of what is started, a program of Windows that is handed a library or a script of the extension's own to
// run it: code of the extension's that goes under the name of the system.
func loadedByWindows(in check.Input, started []command) []finding.Finding {
	for _, c := range started {
		if m := byWindows().FindStringSubmatch(c.line); m != nil && !c.shown {
			return []finding.Finding{chain(in, finding.Likely, "a file of the extension's own is run in the name of a program of Windows: "+
				wording.Quote(c.line), link{c.use.Where, uses.Symbol(c.use) + " has " + m[1] + " load it"})}
		}
	}
	return nil
}

// byWindows are lines by which a program of Windows loads a file of the extension's own.
var byWindows = lazyregexp.Lazy(`(?i)\b(rundll32|regsvr32|mshta|installutil|odbcconf)(?:\.exe)?"?\s[^|;&]*\$\{extension\}/`)

// startsAlone finds the activation event by which an extension starts by
// itself.
func startsAlone(m *extension.Manifest) (finding.Location, bool) {
	for _, e := range m.ActivationEvents {
		if e.Value == "*" || e.Value == "onStartupFinished" {
			return packagejson.At(m, e.Pointer), true
		}
	}
	return finding.Location{}, false
}

// offers reports whether there is anything a person could ask the extension
// for: a contribution, or a command or provider that its code registers.
func offers(m *extension.Manifest, in check.Input) bool {
	for _, point := range []string{
		"commands", "languages", "debuggers", "views", "viewsContainers", "taskDefinitions", "configuration", "customEditors", "notebooks",
		"authentication",
		"terminal", "grammars", "chatParticipants", "languageModelTools", "mcpServerDefinitionProviders", "walkthroughs", "menus", "keybindings",
	} {
		if m.Contributes.Count(point) > 0 {
			return true
		}
	}
	for _, u := range in.Program.Uses {
		member := u.Member[strings.LastIndexByte(u.Member, '.')+1:]
		if u.Module == "vscode" && strings.HasPrefix(member, "register") {
			return true
		}
	}
	return false
}

// library is a Windows library in the folder of a program.
func library(native map[string]filetype.Odd, file string) string {
	var found []string
	for other := range native {
		if path.Dir(other) == path.Dir(file) && strings.EqualFold(path.Ext(other), ".dll") {
			found = append(found, other)
		}
	}
	slices.Sort(found)
	if len(found) == 0 || !strings.EqualFold(path.Ext(file), ".exe") {
		return ""
	}
	return found[0]
}
