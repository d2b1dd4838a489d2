package trust

import (
	"context"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

var trustWeakened = check.Check{
	Name:       "trust_weakened",
	Module:     finding.ManifestModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	CWE:        []int{693},
	Needs:      []check.Need{check.NeedManifest, check.NeedCode, check.NeedFiles},
	Run:        runTrustWeakened,
}

func runTrustWeakened(_ context.Context, in check.Input) []finding.Finding {
	files := check.FilesOf(in.Program)
	var out []finding.Finding
	for _, d := range in.Manifest.Contributes.Defaults {
		_, key, inLanguage := strings.Cut(d.Key, "]")
		if !inLanguage {
			key = d.Key
		}
		if !guards(key) || harmless(key, d.Value) {
			continue
		}
		f := weakened(
			"ships "+escape.Printable(d.Value, 120)+" as the default of "+wording.Quote(key)+", a setting with which people protect themselves",
			finding.Confirmed,
		)
		f.Provenance, f.Where = finding.FirstParty, packagejson.At(in.Manifest, d.Pointer)
		f.Fix = packagejson.Fix("Take the default away.", packagejson.Unset(d.Pointer))
		out = append(out, f)
	}
	said := map[finding.Location]bool{}
	for _, w := range in.Program.SettingWrites {
		if f, ok := redirected(in, w); ok {
			if _, own := uses.Redirects(w.ID); !own {
				// A loop over other extensions' settings is one finding.
				if said[w.Where] {
					continue
				}
				said[w.Where] = true
			}
			f.Provenance, f.Where = files.Provenance(w.Where.File), w.Where
			out = append(out, f)
			continue
		}
		if !guards(w.ID) {
			continue
		}
		confidence := finding.Likely // the value is not known
		if values, ok := plain(w.Value); ok {
			if !slices.ContainsFunc(values, func(v string) bool { return !harmless(w.ID, v) }) {
				continue
			}
			confidence = finding.Confirmed
		}
		f := weakened("writes "+written(in, w)+" to "+wording.Quote(w.ID)+", a setting with which people protect themselves", confidence)
		f.Provenance, f.Where = files.Provenance(w.Where.File), w.Where
		f.Fix = packagejson.Fix("Do not write it; ask people to.")
		out = append(out, f)
	}
	return append(append(out, settingsFiles(in, files)...), steered(in, files)...)
}

func weakened(message string, c finding.Confidence) finding.Finding {
	return finding.Finding{
		Severity: finding.Critical, PaperSeverity: finding.None, Intent: finding.Vulnerable, Confidence: c, Message: message,
	}
}

// settingsFiles looks at files named settings.json that are written with such a
// setting in the text, or in a file of code that names one.
func settingsFiles(in check.Input, files check.Files) []finding.Finding {
	named := map[string]string{}
	for _, s := range in.Program.Strings {
		if guards(s.Text) && named[s.Where.File] == "" {
			named[s.Where.File] = s.Text
		}
	}
	for _, w := range in.Program.Writes {
		if w.Kind == facts.WriteSteering && guards(w.Name) && named[w.Where.File] == "" {
			named[w.Where.File] = w.Name
		}
	}
	var out []finding.Finding
	for u, e := range uses.Calls(in, catalog.FileWrite, catalog.VSFilesWrite) {
		paths := append(uses.WithRole(u, e, catalog.RolePath), uses.WithRole(u, e, catalog.RolePathDest)...)
		if !slices.ContainsFunc(paths, endsInSettings) {
			continue
		}
		id, confidence := "", finding.Confirmed
		for _, v := range uses.WithRole(u, e, catalog.RoleContent) {
			for _, p := range v.Alts {
				for _, part := range p {
					if part.Kind == facts.Literal && id == "" {
						id = guardIn(part.Text)
					}
				}
			}
		}
		if id == "" {
			id, confidence = named[u.Where.File], finding.Heuristic
		}
		if id == "" {
			if f, ok := redirectedFile(in, u); ok {
				f.Provenance, f.Where = files.Provenance(u.Where.File), u.Where
				out = append(out, f)
			}
			continue
		}
		f := weakened("writes a settings.json and names "+wording.Quote(id)+", a setting with which people protect themselves", confidence)
		if confidence == finding.Heuristic {
			f.Severity = finding.High
		}
		f.Provenance, f.Where = files.Provenance(u.Where.File), u.Where
		f.Fix = packagejson.Fix("Do not write it; ask people to.")
		out = append(out, f)
	}
	return out
}

// redirectedFile is the finding about a settings.json written, where nobody asks for it, by a file of code that
// names a setting which decides what others start or whom they ask.
func redirectedFile(in check.Input, u facts.Use) (finding.Finding, bool) {
	if u.Trigger == facts.ByCommand || u.Trigger == facts.ByUnknown {
		return finding.Finding{}, false
	}
	var names []string
	for _, s := range in.Program.Strings {
		if s.Where.File == u.Where.File && !strings.ContainsAny(s.Text, " /") {
			names = append(names, s.Text)
		}
	}
	for _, w := range in.Program.Writes {
		if w.Kind == facts.WriteSteering && w.Where.File == u.Where.File {
			names = append(names, w.Name)
		}
	}
	for _, name := range names {
		if what, ok := uses.Redirects(name); ok && !mine(in, name) {
			return finding.Finding{
				Severity: finding.High, PaperSeverity: finding.None, Intent: finding.Malicious, Confidence: finding.Likely,
				Message: "writes a settings.json and names " + wording.Quote(name) + ", " + what + ", and nobody asked for it",
				Fix:     packagejson.Fix("Do not write it; ask people to."),
			}, true
		}
	}
	return finding.Finding{}, false
}

func endsInSettings(v facts.Value) bool {
	return slices.ContainsFunc(v.Alts, func(p facts.Pattern) bool {
		if len(p) == 0 || p[len(p)-1].Kind != facts.Literal {
			return false
		}
		text := strings.ReplaceAll(p[len(p)-1].Text, `\`, "/")
		return text == "settings.json" || strings.HasSuffix(text, "/settings.json") || strings.HasSuffix(text, ".code-workspace")
	})
}

// guards says whether a setting is one of those that stand between a stranger's
// workspace, or an agent, and what it may do.
func guards(id string) bool {
	switch {
	case strings.HasPrefix(id, "security.workspace.trust."),
		id == "extensions.supportUntrustedWorkspaces", strings.HasPrefix(id, "extensions.supportUntrustedWorkspaces."),
		strings.HasSuffix(id, ".allowInUntrustedWorkspace"), strings.HasSuffix(id, ".allowInUntrustedWorkspaces"):
		return !strings.ContainsAny(id, " \n?")
	case strings.HasPrefix(id, "chat.tools."):
		return strings.HasSuffix(id, ".autoApprove")
	}
	return unguardsAgents().MatchString(id)
}

// unguardsAgents are settings of agents' extensions by which an agent acts without asking.
var unguardsAgents = lazyregexp.Lazy(
	`(?i)^[\w-]+(\.[\w-]+)*\.(auto-?approv\w*|always-?allow\w*|(allow-?)?dangerously\w*|yolo\w*|bypass-?permissions\w*|skip-?permissions\w*|` +
		`auto-?accept\w*|auto-?run(tools|commands)\w*)$`,
)

// guardIn finds the first such setting in a text of JSON.
func guardIn(text string) string {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("\"'` \t\r\n:,{}\\", r) }) {
		if guards(word) {
			return word
		}
	}
	return ""
}

// harmless says whether a value gives nobody more than VS Code's own default.
func harmless(id, value string) bool {
	value = strings.Trim(value, `"`)
	switch value {
	case "undefined", "null":
		return true
	}
	switch id {
	case "security.workspace.trust.enabled":
		return value == "true"
	case "security.workspace.trust.untrustedFiles":
		return value == "prompt" || value == "newWindow"
	case "security.workspace.trust.startupPrompt":
		return value == "always" || value == "once"
	case "security.workspace.trust.banner":
		return value == "always" || value == "untilDismissed"
	}
	return value == "false" || value == "{}"
}
