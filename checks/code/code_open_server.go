package code

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var codeOpenServer = check.Check{
	Name:       "code_open_server",
	Module:     finding.CodeModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{668, 1327},
	Needs:      []check.Need{check.NeedCode},
	Run:        runCodeOpenServer,
}

// everywhere are the addresses that mean all interfaces.
var everywhere = []string{"0.0.0.0", "::", "::0", "0:0:0:0:0:0:0:0"}

func runCodeOpenServer(_ context.Context, in check.Input) []finding.Finding {
	files := check.FilesOf(in.Program)
	var out []finding.Finding
	for u, e := range uses.Calls(in, catalog.NetListen) {
		if !strings.HasSuffix(u.Member, ".listen") && !strings.HasSuffix(u.Member, ".bind") || u.Spread {
			continue
		}
		f := finding.Finding{
			Severity:      finding.Medium,
			PaperSeverity: finding.None,
			Intent:        finding.Vulnerable,
			Confidence:    finding.Likely,
			Provenance:    files.Provenance(u.Where.File),
			Where:         u.Where,
		}
		given := false
		for _, v := range uses.WithRole(u, e, catalog.RoleHost) {
			if v.Func || len(v.Alts) > 0 && len(uses.Texts(v)) == 0 && !v.Open {
				continue // the callback; undefined
			}
			given = true
			if hosts, ok := v.Constants(); ok && slices.ContainsFunc(hosts, func(h string) bool { return slices.Contains(everywhere, h) }) {
				f.Message = fmt.Sprintf("%s listens on %s, where every machine of the network can connect", uses.Symbol(u), uses.Show(v))
			}
		}
		if !given {
			switch surely, maybe := onPort(u); {
			case surely:
				f.Message = fmt.Sprintf(
					"%s names no host and so listens on all of them, where every machine of the network can connect",
					uses.Symbol(u),
				)
			case maybe:
				f.Severity, f.Confidence = finding.Low, finding.Heuristic
				f.Message = fmt.Sprintf("%s names no host; given a port it listens on all of them", uses.Symbol(u))
			}
		}
		if f.Message == "" {
			continue
		}
		f.Severity = files.Rate(f.Severity, u.Where.File)
		out = append(out, f)
	}
	return out
}

// onPort reports whether a server surely, or maybe, listens on a port and not on
// a socket file. Sums are not told from text, so a sum may be a port.
func onPort(u facts.Use) (surely, maybe bool) {
	if len(u.Args) == 0 {
		return true, false
	}
	port := u.Args[0]
	if port.Props != nil && len(port.Alts) == 0 {
		if _, path := port.Props["path"]; path || port.Open {
			return false, false
		}
		named, ok := port.Props["port"]
		if !ok {
			return false, false
		}
		port = named
	}
	if _, ok := wholeNumber(port); ok {
		return true, false
	}
	for _, p := range port.Alts {
		digits := false
		for _, part := range p {
			if part.Kind == facts.Literal || part.Kind == facts.Keyword {
				if strings.Trim(part.Text, "0123456789") != "" {
					return false, false
				}
				digits = true
			}
		}
		maybe = maybe || digits
	}
	return false, maybe
}
