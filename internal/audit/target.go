package audit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/build"
	"github.com/ringfence-dev/ringfence/internal/clients/npm"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/shell"
)

// Load reads the extension a target names. cleanup is never nil.
func Load(ctx context.Context, p *process.Process, target string, o Settings) (ext *extension.Extension, cleanup func(), err error) {
	cleanup = func() {}
	file, source := p.Path(target), o.Target.Source
	if strings.HasPrefix(target, npm.Prefix) {
		if file, cleanup, err = fetch(ctx, p, target, o); err != nil {
			return nil, cleanup, err
		}
		if !strings.HasSuffix(file, ".vsix") {
			// A published package is what it is: no .vscodeignore of its own
			// may hide files of it.
			source = extension.Directory
		}
	}
	if o.Target.Archive != nil {
		ext, err = extension.FromArchive(target, bytes.NewReader(o.Target.Archive), int64(len(o.Target.Archive)), o.Limits)
	} else {
		ext, err = extension.LoadAs(ctx, file, source, o.Limits)
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil, cleanup, err
		}
		return nil, cleanup, exit.Usagef("%w%s", err, below(ctx, p, target, o))
	}
	if !o.Target.Anything {
		if err := NotExtension(ctx, p, target, ext, o); err != nil {
			_ = ext.Close()
			return nil, cleanup, err
		}
	}
	return ext, cleanup, nil
}

// fetch brings a package of the npm registry into a folder of its own.
func fetch(ctx context.Context, p *process.Process, target string, o Settings) (file string, cleanup func(), err error) {
	cleanup = func() {}
	spec, err := npm.ParseSpec(target)
	if err != nil {
		return "", cleanup, exit.AsUsage(err)
	}
	if o.Offline {
		return "", cleanup, exit.Usagef(
			"%s must be fetched and --offline forbids it; fetch it with `npm pack %s@%s`, unpack it and scan the folder",
			escape.Quoted(target),
			spec.Name,
			spec.Version,
		)
	}
	command, ok := p.LookPath("npm")
	if !ok {
		return "", cleanup, exit.Usagef(
			"fetching %s needs npm, which is not on the PATH; install Node.js, or fetch the package elsewhere: ringfence scan FOLDER",
			escape.Quoted(target),
		)
	}
	dir, err := os.MkdirTemp("", "ringfence-")
	if err != nil {
		return "", cleanup, fmt.Errorf("making a temporary folder: %w", err)
	}
	cleanup = func() { _ = os.RemoveAll(dir) }
	file, err = npm.Client{Command: command, Env: p.Env, Limits: o.Limits}.Fetch(ctx, spec, dir)
	var wrong *npm.WrongSpec
	if errors.As(err, &wrong) {
		err = exit.AsUsage(err)
	}
	return file, cleanup, err
}

// NotExtension refuses what VS Code would not load: there is nothing to judge, and
// "unrestricted" would be said of code that nobody asked about. Of a folder that
// holds extensions it names them. A target that has no publisher VS Code loads, but
// with extensions below it is the root of a monorepo.
func NotExtension(ctx context.Context, p *process.Process, target string, ext *extension.Extension, o Settings) error {
	why := ext.Manifest.Refused()
	if why != "" {
		return exit.Usagef("%s is no VS Code extension: %s%s", escape.Quoted(target), why, below(ctx, p, target, o))
	}
	if (ext.Source == extension.Repository || ext.Source == extension.Directory) && ext.Manifest.Publisher == "" {
		if below := below(ctx, p, target, o); below != "" {
			return exit.Usagef(`%s is no extension to publish: its package.json names no "publisher"%s`, escape.Quoted(target), below)
		}
	}
	return nil
}

// below names the extensions that a folder holds and the command that takes one of
// them; empty when it holds none.
func below(ctx context.Context, p *process.Process, target string, o Settings) string {
	if info, err := os.Stat(p.Path(target)); strings.HasPrefix(target, npm.Prefix) || err != nil || !info.IsDir() {
		return ""
	}
	if filepath.IsAbs(target) && o.Target.Verb == "gate" {
		// A review hands on the whole path of what somebody named from here.
		target = p.Relative(target)
	}
	found, err := build.Discover(ctx, p.Path(target))
	if err != nil {
		return ""
	}
	if len(found.Projects) == 0 {
		if _, err := os.Stat(filepath.Join(p.Path(target), "package.json")); errors.Is(err, fs.ErrNotExist) {
			return ", and no extension lies below; name the folder of one, a .vsix or npm:NAME@VERSION"
		}
		return ""
	}
	const most = 5
	var names []string
	for _, x := range found.Projects[:min(most, len(found.Projects))] {
		names = append(names, fmt.Sprintf("%s (%s)", escape.Printable(placeBelow(target, x), 200), escape.Printable(x.ID(), 200)))
	}
	if more := len(found.Projects) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	which, verb := "one", o.Target.Verb
	if len(found.Projects) == 1 {
		which = "it"
	}
	if verb == "" {
		verb = "scan"
	}
	return fmt.Sprintf(". It holds %d: %s; name %s: ringfence %s %s", len(found.Projects), strings.Join(names, ", "), which, verb,
		shell.Quote(placeBelow(target, found.Projects[0])))
}

// placeBelow is the path of a project as it is written where target was.
func placeBelow(target string, p build.Project) string {
	return filepath.ToSlash(filepath.Join(target, filepath.FromSlash(p.Path)))
}
