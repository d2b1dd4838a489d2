package network

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

var endpointResolves = check.Check{
	Name:       "endpoint_resolves",
	Module:     finding.NetworkModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{350},
	Needs:      []check.Need{check.NeedCode, check.NeedServices},
	Services:   []string{"dns"},
	Run:        runEndpointResolves,
}

func runEndpointResolves(_ context.Context, in check.Input) []finding.Finding {
	if in.Answers == nil {
		return nil
	}
	led := map[string]supplychain.Resolution{}
	for _, r := range in.Answers.Resolutions {
		led[r.Name] = r
	}
	files := check.FilesOf(in.Program)
	var out []finding.Finding
	for _, h := range uses.PublicHosts(in.Catalog, in.Program) {
		r, asked := led[h.Name]
		if !asked || !h.Contacted || h.Address {
			continue
		}
		f, ok := rateResolution(r)
		if !ok {
			continue
		}
		f.Severity = files.Rate(f.Severity, h.Where.File)
		f.PaperSeverity, f.Provenance, f.Where = finding.None, files.Provenance(h.Where.File), h.Where
		out = append(out, f)
	}
	return out
}

// rateResolution words where a name leads; false: that is nobody's worry.
func rateResolution(r supplychain.Resolution) (finding.Finding, bool) {
	f := finding.Finding{Severity: finding.Low, Intent: finding.Vulnerable, Confidence: finding.Heuristic}
	f.Message = "the code connects to " + wording.Quote(r.Name) + ", "
	switch r.Leads {
	case supplychain.Nowhere:
		if r.Unheld != "" {
			f.Severity, f.Confidence = finding.Medium, finding.Likely
			f.Message += "which leads nowhere, and nobody holds " + wording.Quote(r.Unheld) + ": whoever registers it answers"
			return f, true
		}
		f.Message += "which leads nowhere: it is gone, or a name that only some networks know"
	case supplychain.LinkLocal:
		f.Severity, f.Intent = finding.Medium, finding.Malicious
		f.Message += "a public name that leads to a link-local address, where clouds hand out credentials"
	case supplychain.ThisMachine, supplychain.Inside:
		f.Message += "a public name that leads to " + string(r.Leads) + ": whoever holds the name can lead it elsewhere"
	default:
		return f, false
	}
	return f, true
}
