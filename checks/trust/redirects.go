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

// redirected is the finding about a setting of others that is written to decide where the
// editor's traffic goes, which program it starts, or that it asks no more. Where nobody asked for
// it, it is how malware stays; where somebody did, it is worth a look.
func redirected(in check.Input, w facts.SettingWrite) (finding.Finding, bool) {
	what, ok := redirects(w.ID)
	if !ok || mine(in, w.ID) {
		return finding.Finding{}, false
	}
	values, known := plain(w.Value)
	if known && !slices.ContainsFunc(values, func(v string) bool { return !usual(w.ID, v) }) {
		return finding.Finding{}, false
	}
	f := finding.Finding{
		Severity: finding.Medium, PaperSeverity: finding.None, Intent: finding.Vulnerable, Confidence: finding.Likely,
		Message: "writes " + uses.Show(w.Value) + " to " + wording.Quote(w.ID) + ", " + what,
		Fix:     packagejson.Fix("Do not write it; ask people to."),
	}
	if w.Trigger != facts.ByCommand {
		f.Message += ", and nobody asked for it"
		f.Severity = finding.High
		if known {
			f.Intent = finding.Malicious
		}
	}
	return f, true
}

// mine holds for a setting that the extension itself contributes.
func mine(in check.Input, id string) bool {
	return slices.ContainsFunc(in.Manifest.Contributes.Settings, func(s extension.Setting) bool { return s.Key == id })
}

// redirects says what a setting of the editor or of its own extensions decides.
func redirects(id string) (string, bool) {
	switch id {
	case "http.proxy", "http.proxySupport", "http.proxyAuthorization":
		return "which decides through whom all that the editor sends goes", true
	case "http.proxyStrictSSL", "http.systemCertificates":
		return "without which nobody notices who listens to what the editor sends", true
	case "extensions.autoUpdate", "extensions.autoCheckUpdates", "extensions.verifySignature", "update.mode":
		return "which decides whether what is found to be bad is mended or let in", true
	case "task.allowAutomaticTasks":
		return "without which a folder runs no program as it is opened", true
	case "git.path", "npm.packageManager", "typescript.tsdk", "js/ts.tsdk.path", "php.validate.executablePath",
		"python.defaultInterpreterPath",
		"python.pythonPath", "terminal.external.windowsExec", "terminal.external.linuxExec", "terminal.external.osxExec":
		return "which decides which program others start", true
	}
	for _, prefix := range []string{
		"terminal.integrated.env.", "terminal.integrated.profiles.", "terminal.integrated.automationProfile.",
		"terminal.integrated.shell.", "terminal.integrated.shellArgs.",
	} {
		if strings.HasPrefix(id, prefix) {
			return "which decides what every terminal starts", true
		}
	}
	return "", false
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
