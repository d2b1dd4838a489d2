package policy

import (
	"math/rand/v2"
	"strings"

	"github.com/ringfence-dev/ringfence/policygen/pattern"
)

// generator makes policies and accesses that have a chance of meeting.
type generator struct{ *rand.Rand }

func newGenerator(seed uint64) generator { return generator{rand.New(rand.NewPCG(seed, 11))} }

func (g generator) pick(words ...string) string { return words[g.IntN(len(words))] }

func (g generator) path() string {
	return g.pick(
		"${workspace}",
		"${workspace}/**",
		"${workspace}/a",
		"${workspace}/a/*",
		"${home}/**",
		"${home}/.ssh/**",
		"${home}/.ssh/config",
		"${home}/.*/config",
		"/**",
		"/etc/*",
		"**",
		"**/.git/config",
		"${workspace}/.git/**",
		"${workspace}/**/config",
		"${home}/re:\\.ssh/.*",
		"${globalStorage}/**",
		"${extension}/**",
		"${home}/.config/**",
		"${home}/.config/Code/User/globalStorage/**",
		"${config:a.b}/x",
		"${home}/a",
		"${home}/.config/gh/**",
		"${env:XDG_CONFIG_HOME}/**",
		"${env:XDG_CONFIG_HOME}/gh/*",
		"${home}/x\u202ey",
	)
}

func (g generator) grant() Grant {
	x := Grant{Section: Sections()[g.IntN(len(Sections()))]}
	switch x.Section {
	case Modules:
		x.Name, x.Pattern = g.pick("fs", "net", "child_process"), g.pick("readFile", "connect", "*", "", "spawn")
	case FilesRead, FilesWrite:
		x.Pattern = g.path()
	case NetworkConnect, NetworkListen:
		x.Pattern = g.pick("https://a.com", "https://a.com/v1/**", "*.a.com:443", "*:*", "127.0.0.1:*", "b.a.com:443", "unix:"+g.path())
	case Processes:
		if g.IntN(4) == 0 {
			x.Shell, x.Pattern = true, g.pick("npm run *", "**", "npm run build")
			break
		}
		x.Pattern = g.pick("git", "docker", "*", "**", "${extension}/bin/*")
		for range g.IntN(3) {
			x.Args = append(x.Args, g.pick("*", "status", "-a", "re:[a-s]+", ""))
		}
		if g.IntN(2) == 0 {
			x.Args = append(x.Args, "...")
		}
	case EnvRead:
		x.Pattern = g.pick("PATH", "GIT_*", "*", "GIT_DIR")
	case VSCode:
		if x.Name = g.pick("command", "task", "files.read", "clipboard"); g.IntN(3) > 0 {
			x.Pattern = g.pick("git.*", "git.commit")
			if ofFiles(x.Name) {
				x.Pattern = g.path()
			}
		}
	case Code:
		if x.Name = g.pick(CodeKinds()...); onFile(x.Name) {
			x.Pattern = g.path()
		}
		if x.Name == Native {
			x.SHA256 = strings.Repeat(g.pick("a", "b"), 64)
		}
	}
	x.TrustedOnly = g.IntN(3) == 0
	if g.IntN(4) == 0 {
		x.Mark, x.Question = Mark(g.pick("imprecise", "unresolved")), g.pick("", "Which files?", "How \"so\" <b>|`?")
	}
	return x
}

func (g generator) policy() Policy {
	var p Policy
	p.Extension = "acme.tool"
	if g.IntN(4) == 0 {
		p.Basis = Sources
	}
	for range g.IntN(8) {
		p.Grants = append(p.Grants, g.grant())
	}
	for range max(0, g.IntN(6)-3) {
		x := g.grant()
		x.TrustedOnly, x.Mark, x.Question = false, Sure, ""
		if x.Section == Modules && x.Pattern == "" {
			x.Pattern = "*"
		}
		if x.Validate() == nil {
			p.Denied = append(p.Denied, x)
		}
	}
	if g.IntN(5) == 0 {
		p.Notes = append(p.Notes, Note{Incomplete, g.pick("dist/a.js could not be parsed", "b")})
	}
	return p.normal()
}

func scope() *pattern.Scope {
	return pattern.NewScope(pattern.Posix, map[string][]string{
		"workspace": {"/w", "/home/u/ws"},
		"home":      {"/home/u"},
		"extension": {"/home/u/.vscode/extensions/acme.tool-1"},
		"globalStorage": {
			"/home/u/.config/Code/User/globalStorage/acme.tool",
		},
		"config:a.b":          {"/opt/b"},
		"env:APPDATA":         {"/srv/data"},
		"env:XDG_CONFIG_HOME": {"/home/u/.config"},
	})
}

func (g generator) access() Access {
	file := g.pick(
		"/w",
		"/w/a",
		"/w/a/b",
		"/w/.git/config",
		"/w/x/config",
		"/home/u/a",
		"/home/u/.ssh/config",
		"/home/u/.ssh/id_rsa",
		"/etc/hosts",
		"/etc/shadow",
		"/home/u/.config/Code/User/globalStorage/acme.tool/x",
		"/home/u/.config/Code/User/globalStorage/other.x/y",
		"/home/u/.config/x/config",
		"/home/u/.config/gh/hosts.yml",
		"/home/u/.vscode/extensions/acme.tool-1/bin/x",
		"/home/u/.vscode/extensions/other-1/x",
		"/opt/b/x",
		"/home/u/ws/.git/config",
		"/home/u/.bashrc",
	)
	a := Access{Section: Sections()[g.IntN(len(Sections()))], Trusted: g.IntN(2) == 0}
	switch a.Section {
	case Modules:
		a.Name, a.Text = g.pick("fs", "net", "child_process"), g.pick("readFile", "connect", "", "spawn", "other")
	case FilesRead, FilesWrite:
		a.Path = file
	case NetworkConnect, NetworkListen:
		a.Endpoint = pattern.Endpoint{
			Scheme: g.pick("https", "tcp"),
			Host:   g.pick("a.com", "b.a.com", "127.0.0.1"),
			Port:   443,
			Path:   g.pick("/", "/v1/x"),
		}
		if g.IntN(4) == 0 {
			a.Endpoint = pattern.Endpoint{Socket: file}
		}
	case Processes:
		a.Text = g.pick("npm run build", "npm run a;b")
		if g.IntN(3) > 0 {
			a.Program = g.pick("git", "docker", "/bin/sh", "/home/u/.vscode/extensions/acme.tool-1/bin/x")
			for range g.IntN(3) {
				a.Args = append(a.Args, g.pick("status", "-a", "z z", ""))
			}
		}
	case EnvRead:
		a.Text = g.pick("PATH", "GIT_DIR", "AWS_KEY")
	case VSCode:
		a.Name, a.Text, a.Path = g.pick("command", "task", "files.read", "clipboard"), g.pick("git.commit", "x"), file
	case Code:
		a.Name, a.Path, a.SHA256 = g.pick(CodeKinds()...), file, strings.Repeat(g.pick("a", "b"), 64)
	}
	return a
}
