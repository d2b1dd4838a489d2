package code

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/webview"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var codeWebviewCSP = check.Check{
	Name:       "code_webview_csp",
	Module:     finding.CodeModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{79, 552, 693},
	Needs:      []check.Need{check.NeedCode},
	Run:        runCodeWebviewCSP,
}

func runCodeWebviewCSP(_ context.Context, in check.Input) []finding.Finding {
	files := check.FilesOf(in.Program)
	var out []finding.Finding
	for _, fault := range webview.Faults(in) {
		severity, message := wordFault(fault)
		out = append(out, finding.Finding{
			Severity:      files.Rate(severity, fault.Where.File),
			PaperSeverity: finding.None,
			Intent:        finding.Vulnerable,
			Confidence:    finding.Likely,
			Provenance:    files.Provenance(fault.Where.File),
			Message:       message,
			Where:         fault.Where,
		})
	}
	return out
}

func wordFault(fault webview.Fault) (finding.Severity, string) {
	switch fault.Kind {
	case webview.WholeDisk:
		return finding.Medium, fmt.Sprintf("a webview may load every file below %s", wording.Quote(fault.Root))
	case webview.NoPagePolicy:
		return finding.Medium, webview.Unprotected
	}
	return finding.Low, "the Content-Security-Policy of a webview's page lets inline scripts run"
}
