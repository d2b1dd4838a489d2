package trust

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/checks/internal/workspacetrust"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

var trustOldEngine = check.Check{
	Name:       "trust_old_engine",
	Module:     finding.ManifestModule,
	Worst:      finding.Low,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	Needs:      []check.Need{check.NeedManifest},
	Run:        runTrustOldEngine,
}

// The releases of VS Code that matter here.
const (
	// trustMinor brought Workspace Trust (1.56).
	trustMinor = 56
	// nestedMinor is the first that restricts settings written as nested objects
	// as well (1.132, microsoft/vscode#330310).
	nestedMinor = 132
)

func runTrustOldEngine(_ context.Context, in check.Input) []finding.Finding {
	m := in.Manifest
	if s := workspacetrust.SupportOf(m); s != workspacetrust.SupportFalse && s != workspacetrust.SupportLimited {
		return nil // nothing is asked of VS Code that an old one does not do
	}
	engine := m.Engine("vscode")
	oldest, ok := oldestMinor(engine)
	switch {
	case !ok:
		return nil
	case oldest < trustMinor:
		return []finding.Finding{
			trustFinding(
				m,
				"/engines/vscode",
				finding.Low,
				"allows VS Code "+wording.Quote(
					engine,
				)+", and releases before 1.56 do not know Workspace Trust: there it runs everywhere, whatever it declares",
				packagejson.Fix("Ask for VS Code 1.56 or later.", packagejson.Set("/engines/vscode", fmt.Sprintf("^1.%d.0", trustMinor))),
			),
		}
	case oldest < nestedMinor && len(workspacetrust.Restricted(m)) > 0:
		return []finding.Finding{
			trustFinding(
				m,
				"/engines/vscode",
				finding.Low,
				"restricts settings and allows VS Code "+wording.Quote(
					engine,
				)+"; releases before 1.132 let a workspace set restricted settings that it writes as nested objects",
				packagejson.Fix(
					"Ask for VS Code 1.132 or later, or check vscode.workspace.isTrusted where the settings are used.",
					packagejson.Set("/engines/vscode", fmt.Sprintf("^1.%d.0", nestedMinor)),
				),
			),
		}
	}
	return nil
}

var engineForm = lazyregexp.Lazy(`^\s*(?:\^|~|>=)?\s*v?(\d{1,4})(?:\.(\d{1,6}|x|\*))?(?:\.(?:\d{1,6}|x|\*))?(?:-[0-9A-Za-z.-]+)?\s*$`)

// oldestMinor returns the minor version of the oldest VS Code 1 that a range
// allows; ok is false for what is not understood, which is most ranges with an
// upper end and nothing VS Code itself accepts in an extension.
func oldestMinor(engine string) (minor int, ok bool) {
	if e := strings.TrimSpace(engine); e == "*" {
		return 0, true
	}
	parts := engineForm().FindStringSubmatch(engine)
	if parts == nil {
		return 0, false
	}
	switch major, _ := strconv.Atoi(parts[1]); major {
	case 0:
		return 0, true
	case 1:
		minor, _ = strconv.Atoi(parts[2]) // a star is 0
		return minor, true
	}
	return 0, false
}
