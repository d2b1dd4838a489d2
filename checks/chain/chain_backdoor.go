package chain

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/dataflow"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

var chainBackdoor = check.Check{
	Name:       "chain_backdoor",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{94, 506},
	Needs:      []check.Need{check.NeedCode},
	Run:        runChainBackdoor,
}

// tunnels are programs and commands that let others in from outside.
var tunnels = lazyregexp.Lazy(
	`(?i)\b(ngrok|cloudflared|frpc|bore|localtunnel|chisel|zrok|pinggy)\b|\b(code|code-insiders|cursor)(\.cmd|\.exe)?["']?\s+tunnel\b|` +
		`\bssh\b.*\s-R\s`,
)

func runChainBackdoor(_ context.Context, in check.Input) []finding.Finding {
	var tunnel *link
	for _, c := range commands(in) {
		if !c.shown && tunnels().MatchString(c.line) {
			tunnel = &link{c.use.Where, "a way in from outside is opened: " + wording.Quote(c.line)}
			break
		}
	}
	var out []finding.Finding
	seen := map[finding.Location]bool{}
	for _, f := range in.Program.Flows {
		if f.Source.Kind != facts.FromRequest || f.Sink.Role != facts.AsCommand || len(f.Steps) > dataflow.Far || seen[f.Sink.Where] {
			continue
		}
		code := f.Sink.Kind == facts.ToCode && dataflow.Evaluates(f.Sink) && !dataflow.Mild(f.Sink)
		line := f.Sink.Kind == facts.ToShell && nothingElse(in, f.Sink)
		if !code && (!line || tunnel == nil) {
			continue
		}
		seen[f.Sink.Where] = true
		links := stepsAsLinks(f)
		message := fmt.Sprintf("%s runs whatever a request says", dataflow.SinkName(f.Sink))
		if tunnel != nil {
			links = append([]link{*tunnel}, links...)
			message += ", and a tunnel lets anybody ask"
		}
		out = append(out, chain(in, finding.Likely, message, links...))
	}
	return out
}
