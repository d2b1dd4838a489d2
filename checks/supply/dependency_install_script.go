package supply

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

var dependencyInstallScript = check.Check{
	Name:       "dependency_install_script",
	Module:     finding.DependenciesModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	CWE:        []int{829},
	Needs:      []check.Need{check.NeedPackages},
	Run:        runDependencyInstallScript,
}

var (
	// Fetching are commands that bring something from elsewhere or run text.
	Fetching = lazyregexp.Lazy(
		`(?i)\b(curl|wget|iwr|invoke-webrequest|invoke-expression|certutil|bitsadmin|powershell|pwsh|mshta|base64|bunx?|bun\.sh)\b|https?://|` +
			`\|\s*(ba|z|da)?sh\b|\beval\b|/dev/tcp/|fromCharCode|Buffer\.from|\bnpx\s+(-y\s+)?github:`,
	)
	// Building are commands that build a native package, or do nothing with it.
	Building = lazyregexp.Lazy(
		`^(node-gyp|node-gyp-build|node-pre-gyp|prebuild-install|prebuildify|cmake-js|husky|patch-package|is-ci|exit|echo|true|` +
			`node-gyp-build-optional-packages|ngyp)\b[^|&;` + "`" +
			`$]*((\|\||&&)\s*(node-gyp|node-gyp-build|prebuild-install|cmake-js|npm run|husky|exit|echo|true)\b[^|&;` + "`" + `$]*)*$`,
	)
	// Asking are commands that ask an installed package where its headers are.
	Asking = lazyregexp.Lazy(
		`^(node(-e| |$)*(-p|-e|--eval|--print)\s+\\?["']?\s*(process\.stdout\.write\()?\(?\s*require\([^()]*\)[.\w\[\]'"\\ ]*\)?\s*;` +
			`?\\?["']?|pkg-config\b[^|&;` + "`" + `$]*)$`,
	)
)

func runDependencyInstallScript(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	for _, c := range in.Inventory.Commands {
		f := check.OnFile(c.File)
		f.Where.Line = c.Line
		f.Severity, f.Intent, f.Confidence = finding.Low, finding.Hygiene, finding.Confirmed
		f.Message = "npm runs the script " + wording.Quote(c.Key) + " where this package is installed: " + wording.Quote(c.Text)
		if c.Key == "binding.gyp" {
			f.Message = "node-gyp runs a command where this package is built: " + wording.Quote(c.Text)
		}
		switch {
		case Fetching().MatchString(c.Text):
			f.Severity, f.Intent, f.Confidence = finding.High, finding.Malicious, finding.Likely
			f.Message += ", which brings something from elsewhere or runs text as code"
		case Building().MatchString(c.Text), Asking().MatchString(c.Text):
			continue
		}
		out = append(out, f)
	}
	return out
}
