package chain

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/endpoint"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// The rows of chain_untold_host's table. Each says a clause that the host's name goes on.

// private are the sources whose data is the person's.
var private = map[facts.SourceKind]string{
	facts.FromSecret: "a secret of the person's", facts.FromToken: "a session of the person's",
	facts.FromText:      "the text of files or documents",
	facts.FromClipboard: "the clipboard", facts.FromEnvironment: "the environment",
	facts.FromEntrusted: "what the person typed or gave to keep",
}

// privateGoes: data of the person's is followed to a request that goes there, whoever sets it off: who asks for
// something knows of no such host.
func privateGoes(in check.Input, a ask) (string, []link) {
	if a.trail == nil || len(a.trail.Steps) > farthest {
		return "", nil
	}
	from := a.trail.Source
	what := private[from.Kind]
	if from.Kind == facts.FromMachine && from.What == facts.Installed {
		what = "the list of what is installed"
	}
	if what == "" {
		return "", nil
	}
	// What is typed after a command is what that command asks for. What is kept was given for a host that was named.
	if from.Kind == facts.FromEntrusted && a.trail.Trigger == facts.ByCommand && !strings.HasSuffix(from.What, "secrets.get") &&
		!goesElsewhere(in, a) {
		return "", nil
	}
	return fmt.Sprintf("%s (%s) goes, %s, to", what, wording.Quote(from.What), whatRuns(a.trail.Trigger)), stepsAsLinks(*a.trail)
}

// sentBeside: data of the person's is sent by something whose address is written nowhere, beside a whole address of the web.
func sentBeside(in check.Input, a ask) (string, []link) {
	if !whole().MatchString(a.text) || !strings.HasPrefix(strings.ToLower(a.text), "http") || page().MatchString(a.text) {
		return "", nil
	}
	for _, t := range in.Program.Trails {
		// On the lines of a minifier all that a bundle holds is near, and only a few statements belong together; what nobody is seen to
		// set off may be of anything.
		long := max(t.Sink.Where.Column, a.where.Column) > longLine
		if long && (t.Sink.Where.Line != a.where.Line || apart(t.Sink.Where, a.where) > longLine) {
			continue
		}
		if t.Trigger == facts.ByUnknown || len(t.Steps) > nearSteps {
			continue
		}
		if t.Sink.Kind == facts.ToSend && private[t.Source.Kind] != "" && near(t.Sink.Where, a.where) &&
			(t.To == "" && uses.HostOf(in, t) == "" || double(t.To, a.text)) {
			return fmt.Sprintf("%s (%s) is sent, %s, to where the code does not say, beside the address of", private[t.Source.Kind],
				wording.Quote(t.Source.What), whatRuns(t.Trigger)), stepsAsLinks(t)
		}
	}
	return "", nil
}

// double holds for an address that is another one but for its host: a client that is made for each of a list is given both, and which
// of them it asks is decided later.
func double(of, text string) bool {
	a, oka := url.Parse(of)
	b, okb := url.Parse(text)
	return oka == nil && okb == nil && a.Host != "" && a.Host != b.Host && a.Scheme == b.Scheme && len(a.Path) > 1 && a.Path == b.Path
}

// longLine is a column that lines written by hand do not reach; nearSteps are as many as a file of somebody's has.
const (
	longLine  = 400
	nearSteps = 12
)

// farthest is how many steps are believed: more than where a host is told, whose name is evidence of nothing.
const farthest = 40

// programAsks: a constant text that is a program for a shell or another interpreter asks it, whatever becomes of the text.
func programAsks(_ check.Input, a ask) (string, []link) {
	if a.text == "" || !asksNet().MatchString(a.text) && !inProgram().MatchString(a.text) || prose().MatchString(a.text) {
		return "", nil
	}
	return "a program in a text of the code's, " + wording.Quote(a.text) + ", asks", []link{{a.where, "the text: " + wording.Quote(a.text)}}
}

var asksNet = lazyregexp.Lazy(
	`(?i)\b(curl|wget)(\.exe)?\s[^\n]*://|` +
		`\b(iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring|certutil|bitsadmin|mshta)\b[^\n]*://|` +
		`\b(urlopen|requests\.(get|post)|Net::HTTP|file_get_contents)\b[^\n]*://|` +
		`\b(require|import)\(\s*\\?["'](node:)?https?\\?["']\s*\)[\s\S]*://|\b(import|importScripts)\(\s*\\?["'\x60]https?://|` +
		`\bnew (WebSocket|EventSource)\(\s*\\?["'\x60](wss?|https?)://|` +
		// A page that loads a script.
		`\bcreateElement\(\\?["']script\\?["']\)[\s\S]*://|` +
		`\bfetch\(\s*\\?["'\x60]https?://|/dev/tcp/|\b(npx|bunx|uvx)\s[^\n]*://`,
)

// prose is a sentence for people about a program.
var prose = lazyregexp.Lazy(`(?i)\b(please|you can|run the|install it|see)\b`)

// readBeside: what is the person's is read beside the request.
func readBeside(in check.Input, a ask) (string, []link) {
	if !a.called() {
		return "", nil
	}
	for _, s := range in.Program.Strings {
		if a.client == "" && len(s.Text) < maxBegun && near(s.Where, a.where) && cloudKeys().MatchString(s.Text) {
			what := "the keys that a cloud gives its machines are asked for (" + wording.Quote(s.Text) + ")"
			return what + " beside a request to", []link{{s.Where, what}}
		}
	}
	for _, u := range in.Program.Uses {
		e, ok := in.Catalog.Lookup(u.Module, u.Member)
		if !ok {
			continue
		}
		// Who takes these over hears every key, wherever in the extension that stands.
		if id := takenOver(u, e); id != "" {
			what := "every key that the person presses is heard by the command " + wording.Quote(id)
			return what + " beside a request to", []link{{u.Where, what}}
		}
		if !near(u.Where, a.where) {
			continue
		}
		what := ""
		switch {
		// In a bundle a client of anything stands near the environment that a program is started with.
		case e.Capability == catalog.EnvRead && a.client == "" && u.Member == "env" && (u.Kind == facts.Escape || u.Kind == facts.Reference):
			what = "all variables of the environment are taken"
		case e.Capability == catalog.FileRead && (a.client == "" || strings.HasSuffix(u.Member, "ReadStream")) && readsContent(u) &&
			u.Kind == facts.Call && foreignPath(u, e):
			what = uses.Symbol(u) + " reads " + pathShown(u, e)
		case a.client == "" && (e.Capability == catalog.ProcessRun || e.Capability == catalog.ProcessShell) &&
			u.Kind == facts.Call && constantProgram(u, e):
			what = uses.Symbol(u) + " runs " + programShown(u, e)
		}
		if what != "" {
			return what + " beside a request to", []link{{u.Where, what}}
		}
	}
	return "", nil
}

// takenOver is the command of the editor's, if any, that a call registers as its own and that is given what is typed.
func takenOver(u facts.Use, e catalog.Entry) string {
	if u.Module != "vscode" || !strings.HasPrefix(u.Member, "commands.register") || u.Kind != facts.Call {
		return ""
	}
	for _, v := range uses.WithRole(u, e, catalog.RoleCommandID) {
		for _, p := range uses.Texts(v) {
			if id, ok := p.Constant(); ok && (id == "type" || id == "paste" || id == "compositionType") {
				return id
			}
		}
	}
	return ""
}

// actBeside: code is made or loaded, or something is started, beside the request.
func actBeside(in check.Input, a ask) (string, []link) {
	if !a.called() {
		return "", nil
	}
	for _, u := range in.Program.Uses {
		if u.Kind != facts.Call && u.Kind != facts.New || !near(u.Where, a.where) {
			continue
		}
		e, ok := in.Catalog.Lookup(u.Module, u.Member)
		if !ok {
			continue
		}
		what := ""
		switch e.Capability {
		case catalog.CodeEval, catalog.CodeVM, catalog.CodeNative, catalog.CodeLoad:
			what = uses.Symbol(u) + " runs code"
		case catalog.ProcessFork:
			what = uses.Symbol(u) + " starts a script"
		case catalog.VSTask:
			what = uses.Symbol(u) + " has a task"
		case catalog.VSTerminal:
			what = uses.Symbol(u) + " gives terminals something"
		case catalog.FileWrite, catalog.VSFilesWrite:
			if writesContent(u, e) && foreignPath(u, e) {
				what = uses.Symbol(u) + " writes " + pathShown(u, e)
			}
		}
		if what != "" {
			return what + " beside a request to", []link{{u.Where, what + ", " + whatRuns(u.Trigger)}}
		}
	}
	return "", nil
}

// plantedBeside: a text that names it stands beside what writes where others run or obey things. A text of several words
// may be prose: it counts where it has who reads such a file ask somebody else.
func plantedBeside(in check.Input, a ask) (string, []link) {
	if a.text == "" {
		return "", nil
	}
	words := strings.ContainsAny(a.text, " \n")
	for u, e := range uses.Calls(in, catalog.FileWrite, catalog.VSFilesWrite) {
		if !near(u.Where, a.where) {
			continue
		}
		if soil, path, ok := plantedAt(in, u, e); ok && (!words || soil.bent != nil && soil.bent().MatchString(a.text) ||
			soil.obeyed && ordersTo(a)) {
			return uses.Symbol(u) + " writes " + soil.name + " (" + wording.Quote(path) + ") beside the address of",
				[]link{{u.Where, "writes " + wording.Quote(path) + ", " + whatRuns(u.Trigger)}}
		}
	}
	return "", nil
}

// ordersTo holds for a sentence that has an agent give something private to the host.
func ordersTo(a ask) bool {
	return sendsThere().MatchString(a.text) && privateNamed().MatchString(a.text)
}

// sendsThere are the words of such an order, privateNamed what it is about.
var (
	sendsThere   = lazyregexp.Lazy(`(?i)\b(post|send|upload|submit|push|curl|pipe|report|forward|transmit)\b[^\n]{0,120}://`)
	privateNamed = lazyregexp.Lazy(
		`(?i)\.env\b|\benv(ironment)?\b|~/|\b(secret|token|credential|password|api[ -]?key|private key|` +
			`ssh key|contents? of|source code|diff)s?\b`,
	)
)

// programGiven: a program that the code starts has it among its arguments, a repository gets a remote there, or git is told to
// ask it for another. lines are all such programs; inside of a client for git the arguments are lost, and the option says it.
func programGiven(lines []command) func(check.Input, ask) (string, []link) {
	return func(in check.Input, a ask) (string, []link) {
		if a.text == "" {
			return "", nil
		}
		for _, w := range in.Program.Writes {
			if w.Kind != facts.WriteRemote {
				continue
			}
			for _, p := range uses.Texts(w.Values[0]) {
				switch {
				case !strings.Contains(strings.ToLower(p.String()), a.host):
				case w.Name == "push":
					return "a repository is pushed to", []link{{w.Where, "where it is pushed to: " + wording.Quote(p.String())}}
				default:
					return "a repository is given a remote on", []link{{w.Where, "the remote: " + wording.Quote(p.String())}}
				}
			}
		}
		if insteadOf().MatchString(a.text) {
			return "git is told, by " + wording.Quote(a.text) + ", to ask", []link{{a.where, "the option: " + wording.Quote(a.text)}}
		}
		for _, c := range lines {
			if strings.Contains(strings.ToLower(c.line), a.host) && !c.typed {
				does := uses.Symbol(c.use) + " runs " + wording.Quote(c.line)
				return does + ", which names", []link{{c.use.Where, does + ", " + whatRuns(c.use.Trigger)}}
			}
		}
		return startedBeside(in, a, lines)
	}
}

// startedBeside: a script or a worker is started with it, in whatever option, or a terminal is given, unasked, a line that is
// nowhere written out, beside the address.
func startedBeside(in check.Input, a ask, lines []command) (string, []link) {
	for _, u := range in.Program.Uses {
		if u.Module == "vscode" && (u.Kind == facts.New || u.Kind == facts.Call) && startsForOthers[u.Member] &&
			slices.ContainsFunc(u.Args, func(v facts.Value) bool { return holdsText(v, a.host, 2) }) {
			return "the editor is given a server or a debugger (" + uses.Symbol(u) + ") on", []link{{u.Where, uses.Symbol(u) + " names it"}}
		}
	}
	for u := range uses.Calls(in, catalog.CodeWorker, catalog.ProcessFork, catalog.ProcessRun) {
		if slices.ContainsFunc(u.Args, func(v facts.Value) bool { return holdsText(v, a.host, 3) }) {
			does := uses.Symbol(u) + " starts something that is told"
			return does, []link{{u.Where, does + " it, " + whatRuns(u.Trigger)}}
		}
	}
	if !whole().MatchString(a.text) {
		return "", nil
	}
	for _, c := range lines {
		typed := strings.HasSuffix(c.use.Member, "sendText") && unaskedBy(c.use.Trigger) && c.line == "<unknown>"
		if typed && near(c.use.Where, a.where) {
			return "a terminal is given a line that is written nowhere, " + whatRuns(c.use.Trigger) + ", beside the address of",
				[]link{{c.use.Where, "what the terminal is given is put together at run time"}}
		}
	}
	return "", nil
}

// holdsText holds for a value that is, or holds, a text with a host in it.
func holdsText(v facts.Value, host string, depth int) bool {
	if slices.ContainsFunc(uses.Texts(v), func(p facts.Pattern) bool { return strings.Contains(strings.ToLower(p.String()), host) }) {
		return true
	}
	within := func(x facts.Value) bool { return depth > 0 && holdsText(x, host, depth-1) }
	return slices.ContainsFunc(v.Items, within) || slices.ContainsFunc(slices.Collect(maps.Values(v.Props)), within)
}

// settingGiven: a setting is set to it.
func settingGiven(in check.Input, a ask) (string, []link) {
	if a.text == "" {
		return "", nil
	}
	for _, w := range in.Program.SettingWrites {
		for _, p := range uses.Texts(w.Value) {
			if strings.Contains(strings.ToLower(p.String()), a.host) {
				return "the setting " + wording.Quote(w.ID) + " is set, " + whatRuns(w.Trigger) + ", to",
					[]link{{w.Where, wording.Quote(w.ID) + " is set to " + wording.Quote(p.String())}}
			}
		}
	}
	return settingBeside(in, a)
}

// assistantRoute is the setting that holds, in a list of options, through whom the assistant's requests go.
const assistantRoute = "github.copilot.advanced"

// settingBeside: settings are set whose names the code takes out of a table, and beside the address stands the name of one that
// decides whom others ask or what they start.
func settingBeside(in check.Input, a ask) (string, []link) {
	if !whole().MatchString(a.text) {
		return "", nil
	}
	for _, w := range in.Program.SettingWrites {
		if w.ID == assistantRoute && len(uses.Texts(w.Value)) == 0 && near(w.Where, a.where) {
			return "the setting " + wording.Quote(w.ID) + " is set, " + whatRuns(w.Trigger) + ", to what is put together beside",
				[]link{{w.Where, wording.Quote(w.ID) + " is set, which can have all that the assistant sends go through another's server"}}
		}
		if w.Named() {
			continue
		}
		for _, s := range nearStrings(in, a.where) {
			if what, ok := uses.Redirects(s.Text); ok {
				return "settings out of a table are set, " + whatRuns(w.Trigger) + ", and " + wording.Quote(s.Text) + ", " + what + ", stands beside",
					[]link{{w.Where, "sets a setting whose name is no constant"}, {s.Where, "the name: " + wording.Quote(s.Text)}}
			}
		}
	}
	return "", nil
}

// bareNumber: it is the number of a machine, which has no owner to be read off.
func bareNumber(_ check.Input, a ask) (string, []link) {
	if !uses.Bare(endpoint.Address{Host: a.host}) || !a.called() && !whole().MatchString(a.text) && !numberPort().MatchString(a.text) {
		return "", nil
	}
	return "the code asks a bare number,", []link{{a.where, "a number has no owner that could be read off it"}}
}

// updateBrings: the release before did not name it. That it checks what it fetches there by a digest that is new, that
// the editor's switch for telemetry is asked beside it, that a page of it is opened in the browser and nothing else, or that
// a variable of the environment has it for a default which nothing asks, is what honest updates do.
func updateBrings(in check.Input, a ask) (string, []link) {
	if a.data || in.Base == nil || in.Base.Power == nil || in.Base.Power.InPart || slices.Contains(in.Base.Power.Hosts, a.host) ||
		check.FilesOf(in.Program).ByPath[a.where.File].Dependency != "" || a.text != "" && !whole().MatchString(a.text) {
		return "", nil
	}
	if onlyOpened(in, a) || onlyDefault(in, a) {
		return "", nil
	}
	checked := !in.Base.Power.Hashes && uses.Hashes(in.Program)
	for _, u := range in.Program.Uses {
		if u.Module == "vscode" && u.Member == "env.isTelemetryEnabled" && near(u.Where, a.where) ||
			checked && slices.Contains(hostsGiven(in, u), a.host) {
			return "", nil
		}
	}
	return "this update brings", []link{{a.where, "the release before did not name it"}}
}

// onlyOpened holds for a host that a text names and the editor is told to open in the browser, each time by a constant
// address, and that no call connects to.
func onlyOpened(in check.Input, a ask) bool {
	if a.text == "" {
		return false
	}
	for u := range uses.Calls(in, catalog.NetConnect, catalog.NetResolve) {
		if slices.Contains(hostsGiven(in, u), a.host) {
			return false
		}
	}
	opened := false
	for u, e := range uses.Calls(in, catalog.VSOpen) {
		for _, v := range uses.WithRole(u, e, catalog.RoleURL) {
			for _, p := range uses.Texts(v) {
				if !strings.Contains(strings.ToLower(p.String()), a.host) {
					continue
				}
				if _, constant := p.Constant(); !constant {
					return false
				}
				opened = true
			}
		}
	}
	return opened
}

// whole is a text that is an address and nothing else.
var whole = lazyregexp.Lazy(`^[a-z]+://[^\s"'<>]+$`)

// foreignPath holds for a call on a path that is not the extension's own, as far as anything is known of it.
func foreignPath(u facts.Use, e catalog.Entry) bool {
	found := false
	for _, role := range []catalog.Role{catalog.RolePath, catalog.RolePathDest} {
		for _, v := range uses.WithRole(u, e, role) {
			for _, p := range uses.Texts(v) {
				if len(p) > 0 && p[0].Kind == facts.Root && own[p[0].Text] {
					return false
				}
				found = true
			}
		}
	}
	return found
}

func pathShown(u facts.Use, e catalog.Entry) string {
	for _, role := range []catalog.Role{catalog.RolePath, catalog.RolePathDest} {
		for _, v := range uses.WithRole(u, e, role) {
			return uses.Show(v)
		}
	}
	return "a file"
}

// constantProgram holds for a program that the code names, whichever of its names it is: no setting of the person's, no
// file of the extension's own, and nothing that begins with what is not known, as the place of what was installed does.
func constantProgram(u facts.Use, e catalog.Entry) bool {
	for _, v := range uses.WithRole(u, e, catalog.RoleCommand) {
		if len(uses.SettingsIn(v)) > 0 || len(uses.Texts(v)) == 0 {
			return false
		}
		for _, p := range uses.Texts(v) {
			if len(p) > 0 && (p[0].Kind == facts.Root && own[p[0].Text] || p[0].Kind == facts.Unknown) {
				return false
			}
		}
	}
	return true
}

func programShown(u facts.Use, e catalog.Entry) string {
	for _, v := range uses.WithRole(u, e, catalog.RoleCommand) {
		return uses.Show(v)
	}
	return "a program"
}

// connectionOpened: a socket, a name that is looked up, or a client of a database, of SSH, of mail or of messages is told
// it, or an address of such a protocol names it. What goes through is no request, and no line of a log shows it.
func connectionOpened(in check.Input, a ask) (string, []link) {
	switch {
	case a.client != "" && !strings.HasPrefix(a.client, "http"):
		return "a client of the network connects to", []link{{a.where, "the client is given " + wording.Quote(a.client)}}
	case a.use.Module == "net", a.use.Module == "tls", a.use.Module == "dgram", a.use.Module == "dns", a.use.Member == "WebSocket":
		return uses.Symbol(a.use) + " connects to, or looks up,", []link{{a.where, uses.Symbol(a.use) + " is given it"}}
	case a.text != "" && opensKept().MatchString(a.text):
		return "an address in the code opens a connection to", []link{{a.where, "the address: " + wording.Quote(a.text)}}
	}
	return "", nil
}
