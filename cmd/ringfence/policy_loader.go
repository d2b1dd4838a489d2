package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/review"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// writeKept writes the loader beside a policy, where the configuration there says
// that the extension ships with it, or one lies there already.
func (c *Command) writeKept(ctx context.Context, g generated, documents, out string) error {
	wanted := false
	if documents != "" {
		name := filepath.Join(documents, filepath.Base(config.Name))
		if err := c.notLinked(name); err != nil {
			return err
		}
		if _, err := os.Lstat(c.path(name)); !errors.Is(err, fs.ErrNotExist) {
			data, err := c.readDocument(name)
			if err != nil {
				return err
			}
			if wanted, err = review.Fenced(data); err != nil {
				return exit.Usagef("reading the configuration: %w", err)
			}
		}
	}
	names := []string{filepath.Join(out, policygen.LoaderFile), filepath.Join(out, policygen.SidecarFile)}
	for _, name := range names {
		if err := c.notLinked(name); err != nil {
			return err
		}
		_, err := os.Lstat(c.path(name))
		wanted = wanted || err == nil
	}
	if !wanted {
		return nil
	}
	k, err := review.MakeLoader(ctx, g.ext, g.result.Policy, c.workerCommand())
	if err != nil {
		var refusal *wrap.Refusal
		if errors.As(err, &refusal) {
			return exit.Usagef("the policy is written and the loader of %s cannot be made: %w", quoted(g.ext.ID()), err)
		}
		return err
	}
	return errors.Join(c.replace(names[0], k.Loader), c.replace(names[1], k.Sidecar))
}
