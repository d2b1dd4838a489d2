package checks

import (
	"context"
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/endpoint"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var chainAnswerIsRun = Check{
	Name:       "chain_answer_is_run",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{94, 506},
	Needs:      []Need{NeedCode},
	Run:        runChainAnswerIsRun,
}

func runChainAnswerIsRun(_ context.Context, in Input) []finding.Finding {
	var out []finding.Finding
	seen := map[finding.Location]bool{}
	for _, f := range in.Program.Flows {
		if f.Source.Kind != facts.FromNetwork || f.Sink.Role != facts.AsCommand || len(f.Steps) > far || seen[f.Sink.Where] {
			continue
		}
		code := f.Sink.Kind == facts.ToCode && evaluates(f.Sink) && !mild(f.Sink)
		if !code && (f.Sink.Kind != facts.ToShell && f.Sink.Kind != facts.ToTask && f.Sink.Kind != facts.ToProcess || !in.nothingElse(f.Sink)) {
			continue
		}
		links := stepsAsLinks(f)
		orders, from := in.orders(f)
		again := in.again(f.Sink.Where.File)
		if code && orders == nil && again == nil {
			continue // flow_to_code says it
		}
		message := fmt.Sprintf("%s runs whatever a server answers", sinkName(f.Sink))
		if orders != nil {
			message += ", and the order lies where anybody may leave one: " + quote(from)
			links = append([]link{*orders}, links...)
		}
		if again != nil {
			message += ", again and again or long after it started"
			links = append([]link{*again}, links...)
		}
		seen[f.Sink.Where] = true
		out = append(out, in.chain(finding.Likely, message, links...))
	}
	return out
}

// nothingElse reports that the command is the data and nothing of the code's own:
// who puts a version number into a line of theirs made a mistake, and no more.
func (in Input) nothingElse(s facts.Sink) bool {
	for _, c := range in.commands() {
		if c.use.Where != s.Where || c.use.Member != s.Member {
			continue
		}
		own := strings.NewReplacer("<unknown>", "", `"`, "", "'", "").Replace(c.line)
		if len(strings.TrimSpace(own)) > 0 && !shellOnly(own) {
			return false
		}
	}
	return true
}

// shellOnly holds for lines that only name a shell: sh -c <unknown>.
func shellOnly(line string) bool {
	for _, w := range strings.Fields(strings.ToLower(line)) {
		switch w {
		case "sh", "bash", "zsh", "/bin/sh", "/bin/bash", "cmd", "cmd.exe", "powershell", "powershell.exe", "pwsh", "-c", "/c", "-command", "-noprofile", "-e", "node", "python", "python3":
		default:
			return false
		}
	}
	return true
}

// orders finds, in the file of a source, an address where malware keeps what it
// is to do.
func (in Input) orders(f facts.Flow) (*link, string) {
	for _, u := range in.Program.Uses {
		if u.Where.File != f.Source.Where.File {
			continue
		}
		for _, d := range in.addressesOf(u) {
			if !d.known {
				continue
			}
			if d.address.Is(endpoint.DeadDrop, endpoint.RPC, endpoint.Paste, endpoint.Shortener) || bare(d.address) {
				return &link{u.Where, "asks " + d.address.Host}, d.address.Host
			}
		}
	}
	return nil, ""
}

// again finds a timer in a file.
func (in Input) again(file string) *link {
	for _, u := range in.Program.Uses {
		if u.Where.File == file && u.Kind == facts.Call && u.Module == "globals" && u.Member == "setInterval" {
			return &link{u.Where, "starts a timer"}
		}
	}
	return nil
}
