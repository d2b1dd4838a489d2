package fence

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// Unwrap writes the original of a wrapped extension.
func Unwrap(ctx context.Context, p *process.Process, target, out string) error {
	if out == "" {
		return exit.Usagef("where to? --out names a .vsix or a folder")
	}
	u, err := wrap.Unwrap(ctx, p.Path(target), p.Path(out))
	if err != nil {
		return refused(target, err)
	}
	if _, err := fmt.Fprintf(p.Stdout, "%s %s: %s\n",
		escape.Printable(u.ID, 200), escape.Printable(u.Version, 200), escape.Printable(out, 200)); err != nil {
		return err
	}
	for _, f := range u.Removed {
		if _, err := fmt.Fprintf(p.Stdout, "  removed %s\n", escape.Printable(f, 200)); err != nil {
			return err
		}
	}
	for _, f := range u.Missing {
		if _, err := fmt.Fprintf(p.Stderr, "ringfence: %s was added by wrapping and is not there any more\n", escape.Quoted(f)); err != nil {
			return err
		}
	}
	if !u.Same {
		if _, err := fmt.Fprintln(p.Stderr, "ringfence: package.json was changed after it was wrapped; it is not the original"); err != nil {
			return err
		}
		return exit.ErrNo
	}
	return nil
}
