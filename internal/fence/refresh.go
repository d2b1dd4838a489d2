package fence

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/shim"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// Refresh writes a wrapped extension with the loader of this program: what else it was wrapped with, its
// policy among it, stays. A policy to put in its place is for Wrap.
func Refresh(ctx context.Context, p *process.Process, target string, o Options) error {
	switch {
	case o.Out == "":
		return exit.Usagef("where to? --out names a .vsix or a folder")
	case o.Mode != "" || o.Policy != "" || o.Browser != "" || o.AllowWeb || o.Consent:
		return exit.Usagef("--refresh keeps what it was wrapped with; to change that: ringfence unwrap, then ringfence wrap")
	}
	told, err := wrap.Told(ctx, p.Path(target))
	if err != nil {
		return refused(target, err)
	}
	if told.Bundle, err = shim.Bundle(); err != nil {
		return err
	}
	told.Worker = p.Worker()
	dir, err := os.MkdirTemp("", "ringfence-refresh-")
	if err != nil {
		return fmt.Errorf("making a folder for the original: %w", err)
	}
	defer os.RemoveAll(dir)
	original := filepath.Join(dir, "original")
	if strings.HasSuffix(target, ".vsix") {
		original += ".vsix"
	}
	if _, err := wrap.Unwrap(ctx, p.Path(target), original); err != nil {
		return refused(target, err)
	}
	progress := process.NewProgress(p, 1)
	told.Progress = func(file string) { progress.At(target, file) }
	r, err := wrap.Wrap(ctx, original, p.Path(o.Out), told)
	progress.Done()
	if err != nil {
		return refused(target, err)
	}
	o.Mode = string(told.Mode)
	return printWrapped(p, o, r)
}
