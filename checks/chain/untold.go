package chain

import (
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/endpoint"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
	"github.com/ringfence-dev/ringfence/internal/told"
)

// ask is a host that is not told, and the place that asks it or names it.
type ask struct {
	host  string
	where finding.Location
	// use is the call that is given the host; its Module is empty where a text names it.
	use facts.Use
	// client is the address that a client of the network is given, whichever client that is; empty for other places.
	client string
	// text is the constant that names it; empty where a call does.
	text string
	// data is true for a text that stands in a file of data which the code names.
	data bool
	// mail is true for a text that is an address of mail.
	mail bool
	// sibling is true where people are told of another host of the same site, and not of this one.
	sibling bool
	// trail is the way of data that goes there, or nil.
	trail *facts.Flow
}

// called holds for a host that a call is given.
func (a ask) called() bool { return a.use.Module != "" || a.client != "" }

// untoldHosts lists the hosts that the code asks or names and of which people are told nowhere, each place once.
func untoldHosts(in check.Input) []ask {
	var out []ask
	files := check.FilesOf(in.Program)
	hosts, siblings := map[string]string{}, map[string]bool{}
	add := func(host string, a ask) {
		known, ok := hosts[host]
		if !ok {
			known, siblings[host] = untold(in, host)
			hosts[host] = known
		}
		a.sibling = siblings[host]
		if a.host = known; a.host != "" && (a.data || files.Runs(a.where.File)) && !files.Perhaps(a.where.File) {
			out = append(out, a)
		}
	}
	for i, t := range in.Program.Trails {
		if t.Sink.Kind != facts.ToSend {
			continue
		}
		host := uses.HostOf(in, t)
		if a, ok := endpoint.Parse(t.To); ok && t.To != "" {
			host = a.Host
		}
		add(host, ask{where: t.Sink.Where, trail: &in.Program.Trails[i]})
	}
	for u := range uses.Calls(in, catalog.NetConnect, catalog.NetResolve) {
		for _, host := range hostsGiven(in, u) {
			add(host, ask{where: u.Where, use: u})
		}
	}
	for _, r := range in.Program.Requests {
		if to, ok := endpoint.Parse(r.To); ok {
			add(to.Host, ask{where: r.Where, client: r.To})
		}
	}
	for _, s := range in.Program.Strings {
		if len(s.Text) > maxProgram || s.Shown {
			continue
		}
		if m := mailTo().FindStringSubmatch(s.Text); m != nil {
			add(m[1], ask{where: s.Where, text: s.Text, mail: true})
		}
		for _, m := range inText().FindAllStringSubmatch(s.Text, 4) {
			add(m[1], ask{where: s.Where, text: s.Text})
		}
		if m := numberPort().FindStringSubmatch(s.Text); m != nil {
			add(m[1], ask{where: s.Where, text: s.Text})
		}
		for _, m := range inProgram().FindAllStringSubmatch(s.Text, 4) {
			for _, host := range m[1:] {
				add(host, ask{where: s.Where, text: s.Text})
			}
		}
	}
	for _, u := range in.Program.Uses {
		if u.Module == "vscode" && u.Member == "DebugAdapterServer" && len(u.Args) > 1 {
			names, _ := u.Args[1].Constants()
			for _, host := range names {
				add(host, ask{where: u.Where, text: host})
			}
		}
	}
	for _, c := range commands(in) {
		for _, m := range login().FindAllStringSubmatch(c.line, 4) {
			add(m[2], ask{where: c.use.Where, use: c.use, text: m[1]})
		}
	}
	for _, s := range dataTexts(in) {
		for _, m := range inText().FindAllStringSubmatch(s.Text, 4) {
			add(m[1], ask{where: s.Where, text: s.Text, data: true})
		}
	}
	return out
}

// onlyDefault holds for a host that a text names right behind a variable of the environment (process.env.X || 'https://…'),
// and that no call, client or way of data is seen to reach: a library's default for those who use that part of it.
func onlyDefault(in check.Input, a ask) bool {
	if a.text == "" {
		return false
	}
	behind := slices.ContainsFunc(in.Program.Uses, func(u facts.Use) bool {
		gap := a.where.Column - u.Where.Column
		return u.Module == "process" && strings.HasPrefix(u.Member, "env.") && u.Where.File == a.where.File &&
			u.Where.Line == a.where.Line && gap > 0 && gap <= len("process.")+len(u.Member)+len(" || (")
	})
	return behind && !slices.ContainsFunc(untoldHosts(in), func(other ask) bool {
		return other.host == a.host && (other.called() || other.trail != nil)
	})
}

// dataTexts are the texts of the files of data that the code names.
func dataTexts(in check.Input) []facts.String {
	if in.Content == nil {
		return nil
	}
	var out []facts.String
	for _, d := range in.Content.Data {
		base := path.Base(d.Path)
		named := func(s facts.String) bool { return s.Text == base || strings.HasSuffix(s.Text, "/"+base) }
		if !slices.ContainsFunc(in.Program.Strings, named) {
			continue
		}
		for i, line := range strings.Split(d.Text, "\n") {
			for _, m := range jsonText().FindAllStringIndex(line, -1) {
				var text string
				if json.Unmarshal([]byte(line[m[0]:m[1]]), &text) == nil && len(text) <= maxProgram {
					at := finding.Location{File: d.Path, Line: i + 1, Column: len(utf16.Encode([]rune(line[:m[0]]))) + 1}
					out = append(out, facts.String{Text: text, Where: at})
				}
			}
		}
	}
	return out
}

// jsonText is a text of JSON.
var jsonText = lazyregexp.Lazy(`"(?:[^"\\]|\\.)*"`)

// hostsGiven are the hosts that a call which connects or looks up is given.
func hostsGiven(in check.Input, u facts.Use) []string {
	var out []string
	for _, d := range uses.AddressesOf(in, u) {
		if d.Known {
			out = append(out, d.Address.Host)
		}
	}
	if e, _ := in.Catalog.Lookup(u.Module, u.Member); e.Capability == catalog.NetResolve {
		for _, v := range uses.WithRole(u, e, catalog.RoleHost) {
			for _, p := range uses.Texts(v) {
				if host, ok := p.Constant(); ok {
					out = append(out, host)
				}
			}
		}
	}
	return out
}

// inText finds hosts in a text, behind a scheme or where something is loaded by the scheme of a page.
var inText = lazyregexp.Lazy(`(?i)(?:\b(?:https?|` + kept + `)://|\bsrc\s*=\s*\\?["'\x60]?//)(?:[^\s/@"']+@)?([a-z0-9_.-]+\.[a-z0-9-]+)`)

// numberPort is the number of a machine with a port, and nothing else.
var numberPort = lazyregexp.Lazy(`^(\d{1,3}(?:\.\d{1,3}){3}):\d{2,5}$`)

// login is a user at a host, as a program is told to log in there or to copy there.
var login = lazyregexp.Lazy(`(?i)(?:^|\s)((?:[a-z]+://)?[a-z0-9._-]+@(` + hostName + `))(?:[\s:/]|$)`)

// mailTo is a text that is an address of mail, or the line by which a server of mail is told one.
var mailTo = lazyregexp.Lazy(`(?i)^(?:mailto:|RCPT TO: ?<?)?[a-z0-9._+-]+@(` + hostName + `)>?(?:\r?\n)?$`)

// kept are the schemes of connections that are no request of the web, and through which anything may go either way.
const kept = `wss?|s?ftps?|ssh|git(?:\+ssh)?|mqtts?|amqps?|tcp|udp|tls|dns|smtps?|ldaps?|` +
	`mysql|postgres(?:ql)?|mongodb(?:\+srv)?|rediss?|nats`

// opensKept is a text that is the address of such a connection, or begins one.
var opensKept = lazyregexp.Lazy(`(?i)^(?:` + kept + `)://[^\s"'<>]+$`)

// inProgram finds hosts that a program in a text connects to without a scheme: of Node, Python, a shell or PowerShell.
var inProgram = lazyregexp.Lazy(
	`(?i)\b(?:request|get|connect|createconnection)\(\s*\{[^{}]*\bhost(?:name)?\s*:\s*\\?["'\x60](` + hostName + `)|` +
		`\b(?:https?connection|tcpclient|create_connection|connect)\(\(?\s*\\?["'](` + hostName + `)\\?["']\s*[,)]|` +
		`\bconnect\(\s*\d+\s*,\s*\\?["'\x60](` + hostName + `)|` +
		`/dev/(?:tcp|udp)/(` + hostName + `)/|\bnc(?:at)?\s+(?:-\S+\s+)*(` + hostName + `)\s+\d`,
)

const hostName = `(?:[a-z0-9_-]+\.)+[a-z0-9-]+`

// untold is the host as it is said when nobody is told of it, or of a sibling only; "" when somebody is, or when it is none.
func untold(in check.Input, host string) (name string, sibling bool) {
	host = strings.ToLower(strings.Trim(host, "."))
	a := endpoint.Address{Host: host}
	last := host[strings.LastIndexByte(host, '.')+1:]
	if host == "" || last == host || fileEndings[last] || a.Private() || told.Known(host) || in.Told.Names(host) {
		return "", false
	}
	return host, in.Told.Of(host)
}

// fileEndings are the last labels of what is a file's name and no host.
var fileEndings = map[string]bool{
	"wasm": true, "js": true, "cjs": true, "mjs": true, "ts": true, "json": true, "md": true, "html": true, "css": true, "node": true,
	"exe": true, "cmd": true, "bat": true, "ps1": true,
	"proto": true, "dll": true, "txt": true, "png": true, "svg": true, "log": true, "yml": true,
	"yaml": true, "xml": true, "jar": true,
}

// Strings are near a place of their file within so many lines and, on one line, so many columns.
const (
	nearLines   = 80
	nearColumns = 3000
)

func nearStrings(in check.Input, where finding.Location) []facts.String {
	var out []facts.String
	for _, s := range in.Program.Strings {
		if near(s.Where, where) {
			out = append(out, s)
		}
	}
	return out
}

// apart is how far two places of a file are from each other: by lines, then by columns.
func apart(a, b finding.Location) int {
	lines, columns := a.Line-b.Line, a.Column-b.Column
	return max(lines, -lines)*nearColumns*nearLines + max(columns, -columns)
}

func near(a, b finding.Location) bool {
	lines, columns := a.Line-b.Line, a.Column-b.Column
	if a.File != b.File || lines == 0 {
		return a.File == b.File && max(columns, -columns) < nearColumns
	}
	// Lines that long are a minifier's: how many lie between says nothing.
	return max(lines, -lines) < nearLines && max(a.Column, b.Column) < nearColumns
}

// writtenAt are the first places where the code writes out each host: who calls a client with it may stand far from there.
func writtenAt(in check.Input, hosts []ask) map[string]finding.Location {
	out := map[string]finding.Location{}
	for _, a := range hosts {
		out[a.host] = finding.Location{}
	}
	for _, s := range in.Program.Strings {
		if len(s.Text) > maxProgram {
			continue
		}
		for host, at := range out {
			if at == (finding.Location{}) && strings.Contains(strings.ToLower(s.Text), host) {
				out[host] = s.Where
			}
		}
	}
	maps.DeleteFunc(out, func(_ string, at finding.Location) bool { return at == (finding.Location{}) })
	return out
}

// goesElsewhere holds for what goes to another host as well, of which people are told: it was typed for that one.
func goesElsewhere(in check.Input, a ask) bool {
	return slices.ContainsFunc(in.Program.Trails, func(t facts.Flow) bool {
		host := uses.HostOf(in, t)
		if to, ok := endpoint.Parse(t.To); ok && t.To != "" {
			host = to.Host
		}
		if host == "" || host == a.host || t.Sink.Kind != facts.ToSend || t.Source.Where != a.trail.Source.Where {
			return false
		}
		name, _ := untold(in, host)
		return name == ""
	})
}

// cloudKeys are the places of a cloud's own service that give a machine's keys.
var cloudKeys = lazyregexp.Lazy(
	`(?i)/meta-data/iam/security-credentials|computeMetadata/v1[^\s]*/(token|identity)|` +
		`/metadata/identity/oauth2/token|/service-accounts/default/token`,
)

// startsForOthers are the things by which the editor is told whom to ask or what to start for agents and debuggers.
var startsForOthers = map[string]bool{"DebugAdapterServer": true, "McpStdioServerDefinition": true, "McpHttpServerDefinition": true}
