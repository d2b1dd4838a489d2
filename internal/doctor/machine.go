package doctor

import (
	"context"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/process"
)

// leastNode is the oldest major version of Node that packaging runs on.
const leastNode = 20

// onMachine looks for the programs that ringfence starts.
func onMachine(ctx context.Context, p *process.Process) []result {
	var out []result
	if _, ok := p.LookPath("git"); ok {
		out = append(out, fine("git"))
	} else {
		out = append(out, missing(install(p, "git", "Git.Git"), "git, which tells what a change changes (gate, init)"))
	}
	node, ok := p.LookPath("node")
	switch major, version := nodeVersion(ctx, p, node); {
	case !ok:
		out = append(out, missing(install(p, "nodejs npm", "OpenJS.NodeJS.LTS"),
			"Node.js %d or later, which builds extensions (build, init)", leastNode))
	case major < leastNode:
		out = append(out, missing(renew(p), "Node.js %d or later, which builds extensions; this is %s", leastNode, version))
	default:
		out = append(out, fine("Node.js %s", version))
	}
	if _, ok := p.LookPath("npm"); ok {
		out = append(out, fine("npm"))
	} else {
		out = append(out, missing(install(p, "npm", "OpenJS.NodeJS.LTS"), "npm, which builds extensions and fetches npm: packages (build, scan)"))
	}
	return out
}

// nodeVersion asks a Node which it is; 0 where it does not say.
func nodeVersion(ctx context.Context, p *process.Process, node string) (major int, version string) {
	if node == "" {
		return 0, ""
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, node, "--version")
	cmd.Env, cmd.WaitDelay = p.Env, time.Second
	printed, err := cmd.Output()
	if err != nil {
		return 0, "one that does not start"
	}
	version = strings.TrimSpace(string(printed))
	first, _, _ := strings.Cut(strings.TrimPrefix(version, "v"), ".")
	major, err = strconv.Atoi(first)
	if err != nil {
		return 0, version
	}
	return major, version
}

// install is the command that installs a program with what this machine installs with; names
// are Debian's, and winget's own is given.
func install(p *process.Process, names, winget string) string {
	for _, manager := range []struct{ program, command string }{
		{"apt-get", "sudo apt-get install " + names},
		{"dnf", "sudo dnf install " + names},
		{"apk", "apk add " + names},
		{"brew", "brew install " + strings.NewReplacer("nodejs npm", "node", "npm", "node").Replace(names)},
		{"winget", "winget install " + winget},
	} {
		if _, ok := p.LookPath(manager.program); ok {
			return manager.command
		}
	}
	return "install it, and put it on the PATH"
}

// renew is the command that brings a newer Node, with what manages its versions here.
func renew(p *process.Process) string {
	for _, manager := range []struct{ program, command string }{
		{"fnm", "fnm install 22"},
		{"volta", "volta install node@22"},
		{"brew", "brew upgrade node"},
		{"winget", "winget upgrade OpenJS.NodeJS.LTS"},
	} {
		if _, ok := p.LookPath(manager.program); ok {
			return manager.command
		}
	}
	return "nvm install 22"
}
