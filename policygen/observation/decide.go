package observation

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/policygen/pattern"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/policygen/redaction"
)

// Names answers whether the extension's code names something: a program, a host,
// a variable, a command of the editor. It is asked for text a stranger wrote.
type Names func(text string) bool

// Decision is what a log comes to.
type Decision struct {
	// Observed goes into observed.json by itself.
	Observed policy.Policy
	// Proposals wait for a person.
	Proposals policy.Proposals
	// Granted is how many uses the policy takes already, Unwritable how many
	// cannot be written as a pattern that takes them alone, Secret how many hold
	// what looks like a key or a password.
	Granted, Unwritable, Secret int
}

// The reasons of proposals.
const (
	reasonSure      = "observed; the analysis of the code left no such question open"
	reasonSensitive = "observed; it lies in a sensitive place"
	reasonShell     = "observed; it is a line for a shell"
	reasonUnnamed   = "observed; the code does not name it"
	reasonCut       = "observed with more arguments than were written down"
	reasonProgram   = "observed; it is no program that observation grants by itself"
	reasonWritable  = "observed; the extension or the workspace may be able to change it"
	reasonSteers    = "observed; it decides what a tool runs"
	reasonLauncher  = "observed; the editor runs programs through it"
	reasonSetting   = "observed; a setting decides what the editor and other extensions do"
	reasonCommand   = "observed; it is no command of the editor's that observation grants by itself"
)

// Decide compares a log with the policy that the code asks for.
func Decide(l *Log, static policy.Policy, named Names) (Decision, error) {
	d := Decision{Proposals: policy.Proposals{Extension: static.Extension}}
	var grants []policy.Grant
	asked := newQuestions(static)
	writers := newWriters(l, static)
	changed := l.changed(writers)
	for _, u := range l.Uses {
		g, ok := u.grant()
		if !ok || g.Validate() != nil {
			d.Unwritable++
			continue
		}
		if _, secret, _ := redaction.Grant(g); secret {
			d.Secret++
			continue
		}
		taken, err := takes(static, g, u)
		if err != nil {
			return d, fmt.Errorf("comparing what was observed: %w", err)
		}
		if taken {
			d.Granted++
			continue
		}
		trustedOnly, open := asked.about(g)
		var reason string
		switch {
		case g.Shell, u.isShell():
			reason = reasonShell
		case len(policy.Sensitive(g)) > 0:
			reason = reasonSensitive
		case !open:
			reason = reasonSure
		case u.Cut:
			reason = reasonCut
		case !u.named(named):
			reason = reasonUnnamed
		case changed[g.String()]:
			reason = reasonWritable
		default:
			reason = u.waits(writers)
		}
		g.TrustedOnly = trustedOnly && open
		if reason != "" {
			d.Proposals.Entries = append(d.Proposals.Entries, policy.Proposal{Grant: g, Reason: reason, Origin: policy.Observed})
			continue
		}
		grants = append(grants, g)
	}
	d.Observed = policy.New(static.Extension, grants...)
	d.Proposals = d.Proposals.With()
	return d, nil
}

// takes reports that a policy grants a use already, in the workspace that it was in: as it is written, or by the variable that
// lists its folder.
func takes(static policy.Policy, g policy.Grant, u Use) (bool, error) {
	g.TrustedOnly = !u.Untrusted
	wider, err := policy.Wider(static, policy.New(static.Extension, g))
	if err != nil || len(wider) == 0 || u.Listed == "" {
		return err == nil && len(wider) == 0, err
	}
	g.Pattern = u.Listed
	wider, err = policy.Wider(static, policy.New(static.Extension, g))
	return err == nil && len(wider) == 0, err
}

// questions are what the policy marks as unresolved.
type questions []policy.Grant

func newQuestions(p policy.Policy) questions {
	return slices.DeleteFunc(slices.Clone(p.Grants), func(g policy.Grant) bool { return g.Mark != policy.Unresolved })
}

// about reports a question that a grant is an answer to, and whether all such
// questions are about trusted workspaces. One about a function is about that function: each of the editor's has its own power.
func (q questions) about(g policy.Grant) (trustedOnly, ok bool) {
	trustedOnly = true
	for _, asked := range q {
		if asked.Section == g.Section && asked.Name == g.Name && asked.Shell == g.Shell &&
			(g.Section != policy.Modules || asked.Pattern == g.Pattern || asked.Pattern == "*" && g.Name != "vscode") {
			ok, trustedOnly = true, trustedOnly && asked.TrustedOnly
		}
	}
	return trustedOnly && ok, ok
}

// grant writes a use as a grant of it alone. What has a meaning in patterns
// cannot be written: a file named "**" must not become all files.
func (u Use) grant() (policy.Grant, bool) {
	g := policy.Grant{Section: u.Section, Name: u.Name}
	switch u.Section {
	case policy.Modules:
		g.Pattern = u.Text
		return g, u.Text != "*"
	case policy.FilesRead, policy.FilesWrite:
		g.Name, g.Pattern = "", u.Path
		return g, plain(u.Path)
	case policy.NetworkConnect, policy.NetworkListen:
		g.Name, g.Pattern = "", origin(u.Address)
		return g, plain(g.Pattern)
	case policy.Processes:
		g.Name = ""
		if u.Program == "" {
			g.Pattern, g.Shell = u.Text, true
			return g, plainLine(u.Text)
		}
		g.Pattern = u.Program
		for _, a := range u.Args {
			word, ok := exactly(a)
			if !ok {
				return g, false
			}
			g.Args = append(g.Args, word)
		}
		if u.Cut {
			g.Args = append(g.Args, "...")
		}
		return g, plain(u.Program)
	case policy.EnvRead:
		g.Name, g.Pattern = "", u.Text
		return g, plain(u.Text)
	case policy.VSCode:
		g.Pattern = u.Text
		if u.Path != "" {
			g.Pattern = u.Path
		}
		return g, g.Pattern == "" || plain(g.Pattern)
	}
	g.Pattern, g.SHA256 = u.Path, u.SHA256
	return g, u.Path == "" || plain(u.Path)
}

// longest is how long an argument may be that is written as an expression, in bytes.
const longest = 400

// exactly writes an argument as a pattern of it alone. One with a * or a backslash in it is an expression that takes just that; what
// an expression cannot say (other letters than plain ones, a root) is not written.
func exactly(word string) (string, bool) {
	if plain(word) && word != "..." {
		return word, true
	}
	if word == "" || len(word) > longest || strings.Contains(word, "${") {
		return "", false
	}
	var b strings.Builder
	b.WriteString("re:")
	for i := range len(word) {
		if word[i] < 0x20 || word[i] > 0x7E {
			return "", false
		}
		if strings.IndexByte(`^$\.*+?()[]{}|/`, word[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(word[i])
	}
	return b.String(), true
}

// plainLine reports a line for a shell that stands for itself: a backslash has no meaning in its patterns.
func plainLine(line string) bool {
	return line != "" && !strings.Contains(line, "*") && !strings.Contains(line, "${") && !strings.HasPrefix(line, "re:")
}

// plain reports text that stands for itself in a pattern. A root that relative
// put in front does too.
func plain(text string) bool {
	if rest, ok := strings.CutPrefix(text, "--"); ok {
		_, text, _ = strings.Cut(rest, "=")
		if text == "" {
			text = rest
		}
	}
	if strings.HasPrefix(text, "${") {
		name, rest, ok := strings.Cut(text[2:], "}")
		if !ok || !slices.Contains(pattern.RootNames(), name) {
			return false
		}
		text = "/" + rest
	}
	return text != "" && !strings.ContainsAny(text, "*\\") && !strings.Contains(text, "${") && !strings.Contains(text, "re:")
}

// Ports returns how an address of each scheme ends that means the scheme's own port.
func Ports() map[string]string {
	return map[string]string{"http": ":80", "https": ":443", "ws": ":80", "wss": ":443"}
}

// origin is an address without its path: which paths of a server are asked for
// changes with the day.
func origin(address string) string {
	scheme, rest, ok := strings.Cut(address, "://")
	if !ok {
		return address
	}
	host, _, _ := strings.Cut(rest, "/")
	if port, ok := Ports()[scheme]; ok {
		host = strings.TrimSuffix(host, port)
	}
	if scheme == "tcp" || scheme == "tls" {
		return host
	}
	return scheme + "://" + host
}

// host is the name or number in an address; of a socket that is a file, the file's name.
func host(address string) string {
	if path, ok := strings.CutPrefix(address, "unix:"); ok {
		return path[strings.LastIndexByte(path, '/')+1:]
	}
	_, rest, ok := strings.Cut(address, "://")
	if !ok {
		rest = address
	}
	rest, _, _ = strings.Cut(rest, "/")
	if i := strings.LastIndexByte(rest, ':'); i >= 0 && !strings.HasSuffix(rest, "]") {
		rest = rest[:i]
	}
	return strings.Trim(rest, "[]")
}

// isShell reports a shell by its own name: whatever it is given is a line or a
// script of it.
func (u Use) isShell() bool {
	return u.Section == policy.Processes && policy.IsShell(u.Program)
}

// oneThing are the surfaces of which each use names one thing: a use that names
// none (an empty name, a list of all) is about all of them.
var oneThing = []string{"command", "open", "settings.read", "settings.write", "secrets", "extensions", "auth"}

// named reports that the code names what a use is about, where it has to.
func (u Use) named(named Names) bool {
	switch u.Section {
	case policy.Processes:
		return named(strings.TrimSuffix(path.Base(u.Program), ".exe"))
	case policy.NetworkConnect, policy.NetworkListen:
		return named(host(u.Address))
	case policy.EnvRead:
		return named(u.Text)
	case policy.VSCode:
		if u.Path != "" || u.Text == "" {
			return u.Path != "" || !slices.Contains(oneThing, u.Name)
		}
		return named(u.Text)
	case policy.Code, policy.Modules:
		return u.Path == "" || named(path.Base(u.Path))
	}
	return true
}
