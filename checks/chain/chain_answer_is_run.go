package chain

import (
	"context"
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/dataflow"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/endpoint"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var chainAnswerIsRun = check.Check{
	Name:       "chain_answer_is_run",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{94, 506},
	Needs:      []check.Need{check.NeedCode},
	Run:        runChainAnswerIsRun,
}

func runChainAnswerIsRun(_ context.Context, in check.Input) []finding.Finding {
	out := givenPower(in)
	seen := map[finding.Location]bool{}
	for _, f := range in.Program.Flows {
		if f.Source.Kind != facts.FromNetwork || f.Sink.Role != facts.AsCommand || len(f.Steps) > dataflow.Far || seen[f.Sink.Where] {
			continue
		}
		code := f.Sink.Kind == facts.ToCode && dataflow.Evaluates(f.Sink) && !dataflow.Mild(f.Sink)
		if !code && (f.Sink.Kind != facts.ToShell && f.Sink.Kind != facts.ToTask && f.Sink.Kind != facts.ToProcess || !nothingElse(in, f.Sink)) {
			continue
		}
		links := stepsAsLinks(f)
		orders, from := orders(in, f)
		again := again(in, f.Sink.Where.File)
		if code && orders == nil && again == nil {
			continue // flow_to_code says it
		}
		message := fmt.Sprintf("%s runs whatever %s answers", dataflow.SinkName(f.Sink), answerer(in, f))
		if orders != nil {
			message += ", and the order lies where anybody may leave one: " + wording.Quote(from)
			links = append([]link{*orders}, links...)
		}
		if again != nil {
			message += ", again and again or long after it started"
			links = append([]link{*again}, links...)
		}
		seen[f.Sink.Where] = true
		out = append(out, chain(in, finding.Likely, message, links...))
	}
	return out
}

// answerer is the server that a flow comes from, by its host where the code has only one for it.
func answerer(in check.Input, f facts.Flow) string {
	host := ""
	for _, u := range usesAt(in, f.Source.Where) {
		for _, d := range uses.AddressesOf(in, u) {
			if !d.Known || host != "" && host != d.Address.Host {
				return "a server"
			}
			host = d.Address.Host
		}
	}
	if host == "" {
		return "a server"
	}
	return wording.Quote(host)
}

// orders finds, in the file of a source, an address where malware keeps what it
// is to do.
func orders(in check.Input, f facts.Flow) (*link, string) {
	for _, u := range in.Program.Uses {
		if u.Where.File != f.Source.Where.File {
			continue
		}
		for _, d := range uses.AddressesOf(in, u) {
			if !d.Known {
				continue
			}
			if d.Address.Is(endpoint.DeadDrop, endpoint.RPC, endpoint.Paste, endpoint.Shortener) || uses.Bare(d.Address) {
				return &link{u.Where, "asks " + d.Address.Host}, d.Address.Host
			}
		}
	}
	return nil, ""
}

// again finds a timer in a file.
func again(in check.Input, file string) *link {
	for _, u := range in.Program.Uses {
		if u.Where.File == file && u.Kind == facts.Call && u.Module == "globals" && u.Member == "setInterval" {
			return &link{u.Where, "starts a timer"}
		}
	}
	return nil
}

// givenPower finds machine code that came and is handed functions which start programs: it is no
// decoder of pictures.
func givenPower(in check.Input) []finding.Finding {
	for _, f := range in.Program.Flows {
		if f.Source.Kind != facts.FromNetwork || f.Sink.Kind != facts.ToCode || !strings.HasPrefix(f.Sink.Member, "WebAssembly.") ||
			len(f.Steps) > dataflow.Far {
			continue
		}
		var closest *facts.Use
		for u := range uses.Calls(in, catalog.ProcessRun, catalog.ProcessShell, catalog.ProcessFork) {
			if near(u.Where, f.Sink.Where) && (closest == nil || apart(u.Where, f.Sink.Where) < apart(closest.Where, f.Sink.Where)) {
				closest = &u
			}
		}
		if closest != nil {
			return []finding.Finding{chain(in, finding.Likely, "machine code that came over the network runs beside "+uses.Symbol(*closest),
				append(stepsAsLinks(f), link{closest.Where, "starts a program, in the same piece of code"})...)}
		}
	}
	return nil
}
