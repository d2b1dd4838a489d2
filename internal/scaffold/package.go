package scaffold

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/build"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/project"
	"github.com/ringfence-dev/ringfence/internal/shell"
)

// subject returns what the policy is made of: the package that somebody built, the
// sources, or the package that is built now, at file.
func subject(ctx context.Context, p *process.Process, b *setup, o Options, file string) (string, error) {
	switch {
	case o.Package != "":
		return o.Package, isOf(ctx, p, b, o.Package)
	case o.NoBuild:
		if len(b.missing) > 0 || b.Prepublish != "" || b.settings.Command != "" {
			b.notes = append(b.notes, "nothing was built here. The workflow builds, and the first pull request is red until that works: "+
				buildLine(b)+" tries it")
		}
		return b.at(b.folder), nil
	}
	options, err := project.Options(p, b.root, b.folder)
	if err != nil {
		return "", err
	}
	if _, err := fmt.Fprintf(
		p.Stderr,
		"ringfence: building %s: this runs code of the repository, without tokens and keys (docs/guide/build.md)\n",
		escape.Printable(b.ID(), 200),
	); err != nil {
		return "", err
	}
	said := tail{most: 20}
	options.Out, options.Log, options.Command, options.Timeout = file, &said, b.settings.Command, 15*time.Minute
	options.Begins = func(step, command string) {
		_, _ = fmt.Fprintf(p.Stderr, "ringfence: %s: %s\n", step, escape.Printable(command, 300))
	}
	r, err := build.Run(ctx, options)
	var failed *build.Failure
	if errors.As(err, &failed) {
		_, _ = io.Copy(p.Stderr, said.lines())
		err = fmt.Errorf("%w; nothing was written. %s", err, remedies(ctx, p, b, options.Node))
	}
	if err != nil {
		return "", project.Failed(err)
	}
	for _, note := range r.Notes {
		if _, err := fmt.Fprintf(p.Stderr, "ringfence: %s\n", escape.Printable(note, 400)); err != nil {
			return "", err
		}
	}
	return file, nil
}

// isOf refuses a package that is not of this extension.
func isOf(ctx context.Context, p *process.Process, b *setup, file string) error {
	ext, err := extension.LoadAs(ctx, p.Path(file), extension.VSIX, extension.DefaultLimits())
	if err != nil {
		return exit.Usagef("--package: %w", err)
	}
	defer func() { _ = ext.Close() }()
	want, err := ownManifest(p, b)
	if err != nil {
		return err
	}
	if id := want.Publisher + "." + want.Name; !strings.EqualFold(ext.Manifest.Publisher+"."+ext.Manifest.Name, id) {
		return exit.Usagef("--package %s is of %s, and the sources are of %s", escape.Quoted(file), escape.Quoted(ext.ID()), escape.Quoted(id))
	}
	return nil
}

// remedies says what a person whose build failed can do.
func remedies(ctx context.Context, p *process.Process, b *setup, node string) string {
	var out []string
	here := nodeHere(ctx, node, p.Env)
	var major int
	if _, err := fmt.Sscanf(here, "v%d.", &major); err == nil && !b.Node.Takes(major) {
		out = append(out, fmt.Sprintf("Node here is %s, and %s says %s", here, escape.Printable(b.Node.File, 200), b.Node.Says))
	}
	if b.settings.Submodules {
		out = append(out, "submodules are brought by \"git submodule update --init --recursive\"")
	}
	out = append(out, "all of the log: "+buildLine(b), "another build command: --command"+b.otherCommands(),
		"a package that you built: --package tool.vsix",
		"the sources as they are: --no-build, and the first pull request is red until its build passes")
	return "What can be done: " + strings.Join(out, "; ")
}

// buildLine is the command that builds what the workflow builds.
func buildLine(b *setup) string {
	line := "ringfence build " + shell.Quote(b.folder) + " --out tool.vsix"
	if b.settings.Command != "" {
		line += " --command " + shell.Quote(b.settings.Command)
	}
	return line
}

// nodeHere is the version of Node on this machine; empty: it does not say.
func nodeHere(ctx context.Context, node string, env []string) string {
	cmd := exec.CommandContext(ctx, node, "--version")
	cmd.Env, cmd.WaitDelay = env, 5*time.Second
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	return escape.Printable(strings.TrimSpace(string(out)), 40)
}

// tail keeps the last lines of what is written to it.
type tail struct {
	most int
	last []string
	left []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.left = append(t.left, p...)
	for {
		line, rest, ok := bytes.Cut(t.left, []byte("\n"))
		if !ok {
			return len(p), nil
		}
		t.last = append(t.last, string(line)+"\n")
		t.last = t.last[max(0, len(t.last)-t.most):]
		t.left = rest
	}
}

func (t *tail) lines() io.Reader { return strings.NewReader(strings.Join(t.last, "")) }
