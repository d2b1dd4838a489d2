package trust

import (
	"maps"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// redirected is the finding about a setting of others that is written to decide where the
// editor's traffic goes, which program it starts, or that it asks no more. Where nobody asked for
// it, it is how malware stays; where somebody did, it is worth a look.
func redirected(in check.Input, w facts.SettingWrite) (finding.Finding, bool) {
	what, ok := uses.Redirects(w.ID)
	values, known := plain(w.Value)
	if !ok && known && routed().MatchString(w.ID) && slices.ContainsFunc(values, uses.ForeignURL) {
		what, ok = "which decides whom another extension asks", true
	}
	server := strings.Contains(strings.ToLower(w.ID), "mcp")
	fetches, seen := startsServer(w.Value)
	if !ok || mine(in, w.ID) || server && seen && !fetches {
		return finding.Finding{}, false
	}
	if known && !slices.ContainsFunc(values, func(v string) bool { return !usual(w.ID, v) }) {
		return finding.Finding{}, false
	}
	f := finding.Finding{
		Severity: finding.Medium, PaperSeverity: finding.None, Intent: finding.Vulnerable, Confidence: finding.Likely,
		Message: "writes " + written(in, w) + " to " + wording.Quote(w.ID) + ", " + what,
		Fix:     packagejson.Fix("Do not write it; ask people to."),
	}
	if w.Trigger != facts.ByCommand {
		f.Message += ", and nobody asked for it"
		f.Severity = finding.High
		if known || server && fetches {
			f.Intent = finding.Malicious
		}
	}
	return f, true
}

// startsServer looks for the program that a list of servers names: one that fetches what it runs, or an address; seen
// is set where it names any.
func startsServer(v facts.Value) (fetches, seen bool) {
	for _, p := range uses.Texts(v) {
		text := p.String()
		seen = seen || text != "<unknown>"
		fetches = fetches || fetchers().MatchString(text) || uses.ForeignURL(text)
	}
	for _, list := range [][]facts.Value{slices.Collect(maps.Values(v.Props)), v.Items} {
		for _, x := range list {
			f, s := startsServer(x)
			fetches, seen = fetches || f, seen || s
		}
	}
	return fetches, seen
}

// fetchers are programs that fetch what they are told to run.
var fetchers = lazyregexp.Lazy(
	`(?i)^(npx|bunx|pnpx|pnpm|yarn|uvx|pipx|docker|podman|curl|wget|(ba|z)?sh|cmd|powershell|pwsh)(\.cmd|\.exe)?$`,
)

// mine holds for a setting that the extension itself contributes, and for one that begins with its publisher, as settings do
// that it contributed once and moves.
func mine(in check.Input, id string) bool {
	first, _, ok := strings.Cut(id, ".")
	own := ok && in.Manifest.Publisher != "" && strings.EqualFold(first, in.Manifest.Publisher)
	return slices.ContainsFunc(in.Manifest.Contributes.Settings, func(s extension.Setting) bool {
		return s.Key == id || own && strings.HasPrefix(s.Key, first+".")
	})
}

// routed are the settings by whose names, whoever owns them, one of its extensions is told whom to ask.
var routed = lazyregexp.Lazy(
	`(?i)(^|[._-])\w*(base_?ur[il]|endpoint\w*|proxy\w*|(server|api|host|service|registry|gateway|remote|repository|index|update|auth|` +
		`callback|webhook|config)\w*_?ur[il]|ur[il]_?override|(api|server|base)_?(base|host|address)|registry|gateway|index)$`,
)

// written shows what is written. Where one call writes several settings, as a loop over a list does, which value goes
// with which name is not followed. What takes a setting away is left out beside what sets it.
func written(in check.Input, w facts.SettingWrite) string {
	v := w.Value
	v.Alts = slices.DeleteFunc(slices.Clone(v.Alts), func(p facts.Pattern) bool {
		return len(p) == 1 && p[0].Kind == facts.Keyword && (p[0].Text == "undefined" || p[0].Text == "null")
	})
	if len(v.Alts) == 0 {
		v = w.Value
	}
	several := len(v.Alts) > 1 && slices.ContainsFunc(in.Program.SettingWrites, func(o facts.SettingWrite) bool {
		return o.Where == w.Where && o.ID != w.ID
	})
	if several {
		return "one of several values (" + uses.Show(v) + ")"
	}
	return uses.Show(v)
}

// usual holds for a value that gives nobody more than the editor does by itself.
func usual(id, value string) bool {
	switch value = strings.Trim(value, `"`); value {
	case "", "undefined", "null":
		return true
	}
	switch id {
	case "http.proxyStrictSSL", "http.systemCertificates":
		return value == "true"
	case "extensions.autoUpdate":
		return value == "true" || value == "onlyEnabledExtensions" || value == "on"
	case "extensions.autoCheckUpdates", "extensions.verifySignature":
		return value == "true"
	case "update.mode":
		return value == "default" || value == "start" || value == "manual"
	case "http.proxySupport":
		return value == "off" || value == "fallback" || value == "on"
	case "task.allowAutomaticTasks":
		return value == "off" || value == "auto"
	}
	return false
}

// plain returns the values of a constant, keywords as they are written.
func plain(v facts.Value) ([]string, bool) {
	if v.Open || len(v.Alts) == 0 {
		return nil, false
	}
	var out []string
	for _, p := range v.Alts {
		if len(p) == 1 && p[0].Kind == facts.Keyword {
			out = append(out, p[0].Text)
			continue
		}
		text, ok := p.Constant()
		if !ok {
			return nil, false
		}
		out = append(out, text)
	}
	return out, true
}
