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
	out := append(tied(in), append(unaskedTunnel(in), wholeDisk(in)...)...)
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

// unaskedTunnel finds a way in from outside that is opened where nobody sees it and nobody asked, to a place that the code decides.
func unaskedTunnel(in check.Input) []finding.Finding {
	for _, c := range commands(in) {
		line := strings.Join(strings.Fields(c.line), " ")
		if c.shown || !unaskedBy(c.use.Trigger) || !tunnels().MatchString(line) || strings.Contains(line, "<unknown>") ||
			strings.Contains(line, "${config:") {
			continue
		}
		return []finding.Finding{chain(in, finding.Likely, "a way in from outside is opened, "+whatRuns(c.use.Trigger)+": "+wording.Quote(line),
			link{c.use.Where, "in a process without a window: " + wording.Quote(line)},
			link{c.use.Where, "no command and no answer of the user leads here: it happens " + whatRuns(c.use.Trigger)})}
	}
	return nil
}

// wholeDisk finds a container that is given the root of the machine's disk: whoever is in it is root of the machine. On the command
// line it is an option of a program that is not shown; a client of the service is told it in a text.
func wholeDisk(in check.Input) []finding.Finding {
	const message = "a container is given the whole disk of the machine: "
	for _, c := range commands(in) {
		if m := mountsRoot().FindString(c.line); m != "" && !c.shown {
			return []finding.Finding{chain(in, finding.Likely, message+wording.Quote(c.line),
				link{c.use.Where, "in a process without a window: " + wording.Quote(strings.TrimSpace(m))},
				link{c.use.Where, "who is root in it is root of the machine; it happens " + whatRuns(c.use.Trigger)})}
		}
	}
	for _, s := range in.Program.Strings {
		if !bindsRoot().MatchString(s.Text) {
			continue
		}
		for _, o := range nearStrings(in, s.Where) {
			if asksDocker().MatchString(o.Text) {
				return []finding.Finding{chain(in, finding.Likely, message+wording.Quote(s.Text),
					link{s.Where, "what of the machine the container gets: " + wording.Quote(s.Text)},
					link{o.Where, "the service that runs containers is asked: " + wording.Quote(o.Text)})}
			}
		}
	}
	return nil
}

var (
	// mountsRoot is a line that runs a container and gives it the root of the disk.
	mountsRoot = lazyregexp.Lazy(
		`(?i)\b(docker|podman|nerdctl|finch|container)(\.exe)?["']?\s[^\n]*(\s(-v|--volume)[= ]["']?(/|[a-z]:[\\/]):/\S*|` +
			`\s--mount[= ]\S*\b(src|source)=/(,\S*)?(\s|$))`,
	)
	// bindsRoot is how a client of such a service is told so, asksDocker how it is asked.
	bindsRoot  = lazyregexp.Lazy(`^/:/[\w/.-]*(:(ro|rw|[zZ]))*$`)
	asksDocker = lazyregexp.Lazy(`docker\.sock|docker_engine|podman\.sock|^/(v1\.\d+/)?containers/(create|json)|^unix://`)
)

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
