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
	out := tied(in)
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

// tied finds shells without a line of their own that are started beside a connection to another
// machine: who is at its other end types the lines.
func tied(in check.Input) []finding.Finding {
	for _, c := range commands(in) {
		if c.shown || strings.TrimSpace(c.line) == "" || !bareShell(c.line) {
			continue
		}
		for u := range uses.Calls(in, catalog.NetConnect) {
			to, ok := foreign(uses.AddressesOf(in, u))
			if !ok || u.Module != "net" && u.Module != "tls" && u.Member != "WebSocket" || !u.Beside(c.use) {
				continue
			}
			return []finding.Finding{chain(in, finding.Likely, "a shell is tied to a connection to "+wording.Quote(to.Host),
				link{u.Where, "connects to " + wording.Quote(to.Host)},
				link{c.use.Where, "starts a shell that is given no line, beside it: " + wording.Quote(c.line)})}
		}
	}
	return nil
}

// bareShell holds for a shell and at most the flags with which it reads lines.
func bareShell(line string) bool {
	words := strings.Fields(line)
	if len(words) == 0 || !shellNames().MatchString(words[0]) {
		return false
	}
	for _, w := range words[1:] {
		if !strings.HasPrefix(w, "-i") && w != "-noprofile" && w != "-NoProfile" && w != "/q" && w != "/k" && w != "-NoLogo" && w != "-" {
			return false
		}
	}
	return true
}

var shellNames = lazyregexp.Lazy(`(?i)^(/\S*/)?(ba|z|da|k|fi)?sh$|^(\S*\\)?(cmd|powershell|pwsh)(\.exe)?$|^\$\{env:(SHELL|COMSPEC)\}$`)
