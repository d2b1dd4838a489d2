package taint

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/facts/value"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// Ways out that are no request of the code's own: an address that the editor, a browser or a page opens, and the
// arguments and the input of a program that asks the network.

// findOtherSinks finds them.
func (x *trailer) findOtherSinks() {
	x.findPageAddresses()
	x.findCommands()
	x.findPrograms()
	for _, p := range x.programs {
		if to := x.asksNetwork(p); to != "" {
			x.sinkProgramTo(p, to)
		}
	}
}

// sinkTo makes a sink, and what it holds, that goes to an address.
func (x *trailer) sinkTo(n, place int32, sink Sink, to string) {
	before := len(x.t.sinks)
	x.sinkHeld(n, place, 0, sink)
	for i := before; i < len(x.t.sinks); i++ {
		x.t.goesTo(i, to)
	}
}

// fetched are pieces of markup, of a style or of Markdown that begin an address which whoever shows them asks for at once.
var fetched = lazyregexp.Lazy(
	`(?i)(?:\b(?:src|srcset|poster|background|data|action)\s*=\s*\\?["']?\s*|<link\b[^>]*\bhref\s*=\s*\\?["']?|\burl\(\s*\\?["']?|` +
		`!\[[^\]\n]*\]\(\s*|@import\s+["']?|content\s*=\s*\\?["']?\d+;\s*url=)((?:https?:)?//[^\s"'<>()\\]*)?$`,
)

// findPageAddresses makes sinks of what becomes part of such an address.
func (x *trailer) findPageAddresses() {
	t, s := x.t, x.t.s
	units := map[*solver.Unit]bool{}
	for _, u := range s.Units() {
		for _, text := range u.Strings {
			if strings.ContainsAny(text, "=(") && len(text) < maxPiece && fetched().MatchString(text) {
				units[u] = true
				break
			}
		}
	}
	if len(units) == 0 {
		return
	}
	sink := Sink{Kind: ToSend, Module: "vscode", Member: "Webview.html", Role: AsAddress}
	for n := range int32(s.Len()) {
		if !s.HasCode(n) {
			continue
		}
		u, v, c := s.Code(n)
		if v == nil || v.Op != ir.OpConcat || !units[u] || !t.live(n) {
			continue
		}
		parts := u.List(v.A)
		for i, p := range parts[:max(len(parts)-1, 0)] {
			if u.Nodes[p].Op != ir.OpStr || len(u.Strings[u.Nodes[p].A]) >= maxPiece {
				continue
			}
			m := fetched().FindStringSubmatch(u.Strings[u.Nodes[p].A])
			if m == nil {
				continue
			}
			next := s.Resolve(c, parts[i+1])
			to := strings.TrimPrefix(m[1], "//")
			if to == "" {
				to = x.beginsAt(next)
			} else if _, rest, _ := strings.Cut(m[1], "//"); !strings.ContainsAny(rest, "/?#") {
				continue // the host is not whole
			}
			at := sink
			if begun := u.Strings[u.Nodes[p].A]; hiddenImage().MatchString(begun[max(strings.LastIndexByte(begun, '<'), 0):]) {
				at.Module, at.Member = HiddenImage.Module, HiddenImage.Member
			}
			if to != "" {
				x.sinkTo(next, n, at, to)
			}
		}
	}
}

// HiddenImage is the sink of an address that a page asks for and shows nobody: what is put into it is sent, and nothing else.
var HiddenImage = solver.Symbol{Module: "globals", Member: "Image.src"}

// hiddenImage is the tag of such an image.
var hiddenImage = lazyregexp.Lazy(
	`(?i)^<(img|iframe|object|embed|input|video|audio)\b[^>]*(display:\s*none|visibility:\s*hidden|opacity:\s*0(\.0+)?\b|` +
		`\bhidden\b|\b(width|height)\s*[=:]\s*\\?["']?[01](px)?\b)`,
)

// maxPiece bounds the pieces of text that are looked at.
const maxPiece = 32 << 10

// beginsAt is the address that a text begins with which is put together; "" when the code writes out all of it.
func (x *trailer) beginsAt(n int32) string {
	for _, p := range x.t.values.Of(n).Alts {
		if len(p) < 2 || p[0].Kind != value.Literal || !isAddress(p[0].Text) {
			continue
		}
		if _, rest, _ := strings.Cut(p[0].Text, "://"); strings.ContainsAny(rest, "/?#") {
			return p[0].Text
		}
	}
	return ""
}

// opens are the editor's commands that open an address.
var opens = map[string]bool{
	"vscode.open": true, "simpleBrowser.show": true, "simpleBrowser.api.open": true, "workbench.action.browser.open": true,
	"livePreview.start.externalPreview.atFile": true,
}

func opensAny(commands []string) bool {
	return slices.ContainsFunc(commands, func(c string) bool { return opens[c] })
}

// findCommands makes sinks of the addresses that the editor is told to open.
func (x *trailer) findCommands() {
	t := x.t
	for _, r := range t.s.Calls() {
		sym := t.s.Symbol(r.Symbol)
		if sym.Module != "vscode" || !t.live(r.Node) || len(r.Args) == 0 || r.Args[0] <= 0 {
			continue
		}
		at := int32(0)
		switch {
		case sym.Member == "env.openExternal", sym.Member == "Uri.parse" && x.showsIcons(r.Node):
			at = r.Args[0]
		case sym.Member == "commands.executeCommand" && len(r.Args) > 1 && opensAny(t.texts(r.Args[0])):
			at = max(r.Args[1], 0)
		}
		if at <= 0 {
			continue
		}
		if to := x.beginsAt(at); to != "" {
			x.sinkTo(at, r.Node, Sink{Kind: ToSend, Module: "vscode", Member: sym.Member, Role: AsAddress}, to)
		}
	}
}

// showsIcons reports that a file names, beside a call, what the editor shows a picture of: it asks the address by itself.
func (x *trailer) showsIcons(n int32) bool {
	u, _, _ := x.t.s.Code(n)
	known, ok := x.icons[u]
	if !ok && u != nil {
		known = slices.ContainsFunc(u.Strings, func(s string) bool {
			return s == "gutterIconPath" || s == "contentIconPath" || s == "iconPath"
		})
		x.icons[u] = known
	}
	return known
}

// networkPrograms are programs that send what they are given, as arguments or on their standard input.
var networkPrograms = lazyregexp.Lazy(
	`(?i)^(\S*/)?(curl|wget|http|https|xh|nc|ncat|netcat|socat|telnet|nslookup|dig|host|ping|ssh|sftp|ftp|mail|mailx|sendmail|mutt|msmtp|` +
		`xdg-open|open|start|explorer|rundll32|certutil|bitsadmin|git|npm|yarn|pnpm|pip3?|gh|aws|gsutil|rclone|\w+_pub|wscat|websocat)` +
		`(\.exe)?\s|\b(invoke-restmethod|invoke-webrequest|irm|iwr|uploadstring|uploaddata|send-mailmessage|resolve-dnsname|urlopen|` +
		`requests\.(post|get|put)|\bfetch\()`,
)

// ofGit is a line of git's, gitAsks one by which git asks another machine: what it is told to keep or to show goes nowhere.
var (
	ofGit   = lazyregexp.Lazy(`(?i)^(\S*/)?git(\.exe)?\s`)
	gitAsks = lazyregexp.Lazy(
		`(?i)\s(push|pull|fetch|clone|ls-remote|remote|submodule|request-pull|send-email|imap-send|archive|bundle|svn|lfs)\b`,
	)
)

// named is the host that a line names: by an address, after an @, or as a name or number of its own.
var named = lazyregexp.Lazy(
	`(?i)\b(?:https?|wss?|ftp|sftp|ssh|mqtt|git)://(?:[^\s/"'@]*@)?([a-z0-9][a-z0-9.-]*)|` +
		`@((?:[a-z0-9-]+\.)+[a-z]{2,})\b|((?:\d{1,3}\.){3}\d{1,3})|(?:^|[\s.@"'])((?:[a-z0-9-]+\.)+(?:[a-z]{2,}))(?:[\s"':]|$)`,
)

// asksNetwork is the address that a line of such a program goes to; "" for others.
func (x *trailer) asksNetwork(p program) string {
	if !p.sure || !networkPrograms().MatchString(p.line) || ofGit().MatchString(p.line) && !gitAsks().MatchString(p.line) {
		return ""
	}
	for _, m := range named().FindAllStringSubmatch(p.line, -1) {
		for _, host := range m[1:] {
			if host = strings.Trim(host, "."); strings.Contains(host, ".") {
				return "tcp://" + host
			}
		}
	}
	return ""
}

// sinkProgramTo makes sinks of what a line is put together of, of its environment and of its standard input.
func (x *trailer) sinkProgramTo(p program, to string) {
	t, s := x.t, x.t.s
	sink := Sink{Kind: ToSend, Module: "child_process", Member: t.nameOf(p.node), Role: AsContent}
	for i, a := range s.ArgNodes(p.node) {
		if a <= 0 || t.mayCall(a) {
			continue
		}
		before := len(t.sinks)
		if i == 0 {
			x.sink(a, p.node, 0, sink)
		} else {
			x.sinkHeld(a, p.node, 0, sink)
		}
		for _, env := range t.properties(a, "env") {
			x.sinkHeld(env, p.node, 0, sink)
		}
		for k := before; k < len(t.sinks); k++ {
			t.goesTo(k, to)
		}
	}
	child := copies{s, map[int32]string{}}
	child.add(p.node, to)
	for _, n := range sortedKeys(child.names) {
		for load := range s.LoadsOf(n) {
			if u, v, _ := s.Code(load); u.Strings[v.B] == "stdin" {
				x.inputs(load, sink, to)
			}
		}
	}
}

// inputs makes sinks of what is written to a stream.
func (x *trailer) inputs(stream int32, sink Sink, to string) {
	s := x.t.s
	streams := copies{s, map[int32]string{}}
	streams.add(stream, to)
	for _, n := range sortedKeys(streams.names) {
		for load := range s.LoadsOf(n) {
			if u, v, _ := s.Code(load); u.Strings[v.B] != "write" && u.Strings[v.B] != "end" {
				continue
			}
			for call := range s.CallsOf(load) {
				if args := s.ArgNodes(call); len(args) > 0 && args[0] > 0 {
					x.sinkTo(args[0], call, sink, to)
				}
			}
		}
	}
}
