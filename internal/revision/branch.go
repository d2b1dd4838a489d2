package revision

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/escape"
)

// DefaultBranch tells the branch that changes are merged into, and which part of
// the clone says so, in words: what the remote called its own when it was cloned,
// else the one that env's git would give a new repository, where there is such a
// branch, else main or master where there is one of both, else the one that is
// checked out. Both empty: nothing says.
func (r *Repository) DefaultBranch(ctx context.Context, env []string) (branch, from string) {
	if name := r.symbolic(ctx, "refs/remotes/origin/HEAD"); name != "" {
		if short, ok := strings.CutPrefix(name, "refs/remotes/origin/"); ok {
			return short, "origin/HEAD"
		}
	}
	if name := r.initial(ctx, env); name != "" && (r.has(ctx, "refs/heads/"+name) || r.has(ctx, "refs/remotes/origin/"+name)) {
		return name, "git's init.defaultBranch"
	}
	// Whoever begins may be on a branch for it.
	one := ""
	for _, name := range []string{"main", "master"} {
		if r.has(ctx, "refs/heads/"+name) || r.has(ctx, "refs/remotes/origin/"+name) {
			one += name
		}
	}
	if one == "main" || one == "master" {
		return one, "the branch of that name"
	}
	if name, ok := strings.CutPrefix(r.symbolic(ctx, "HEAD"), "refs/heads/"); ok {
		return name, "what is checked out"
	}
	return "", ""
}

// symbolic is what a symbolic reference names; empty: there is none.
func (r *Repository) symbolic(ctx context.Context, name string) string {
	return line(r.command(ctx, "symbolic-ref", "--quiet", name))
}

func (r *Repository) has(ctx context.Context, ref string) bool {
	return line(r.command(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", ref)) != ""
}

// initial asks the user's own settings, and none of the clone's.
func (r *Repository) initial(ctx context.Context, env []string) string {
	cmd := exec.CommandContext(ctx, r.Git, "config", "--global", "--get", "init.defaultBranch")
	cmd.Env, cmd.WaitDelay = env, 5*time.Second
	return line(cmd)
}

// line is the one line a command prints; empty where it fails or prints anything
// else.
func line(cmd *exec.Cmd) string {
	if cmd.Path == "" {
		return ""
	}
	var out bytes.Buffer
	cmd.Stdout = &bounded{w: &out, left: 4 << 10}
	if cmd.Run() != nil {
		return ""
	}
	text := strings.TrimSuffix(out.String(), "\n")
	if !escape.IsPrintable(text, maxRevision) {
		return ""
	}
	return text
}
