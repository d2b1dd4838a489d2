package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/run"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/shim"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// fenced says whether a configuration says that the extension ships with its
// loader. One that cannot be read says nothing.
func fenced(text []byte) (bool, error) {
	conf, err := config.Parse(config.Name, text, config.Words{Checks: checkNames()})
	return err == nil && conf.Fenced, err
}

// keptBy is the loader among the files below .ringfence; nil: there is none.
func keptBy(texts map[string][]byte) *wrap.Kept {
	loader, one := texts[run.LoaderName]
	sidecar, other := texts[run.SidecarName]
	if !one && !other {
		return nil
	}
	return &wrap.Kept{Loader: loader, Sidecar: sidecar}
}

// fence is how an extension that ships with its loader is wrapped.
func (c *Command) fence(p policy.Policy) (wrap.Options, error) {
	bundle, err := shim.Bundle()
	return wrap.Options{Mode: wrap.Enforce, Level: wrap.Shared, Policy: p, Bundle: bundle, Worker: c.workerCommand()}, err
}

// keep makes the loader that is kept beside a policy.
func (c *Command) keep(ctx context.Context, ext *extension.Extension, p policy.Policy) (wrap.Kept, error) {
	o, err := c.fence(p)
	if err != nil {
		return wrap.Kept{}, err
	}
	return wrap.Keep(ctx, ext, o)
}

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
			if wanted, err = fenced(data); err != nil {
				return usagef("reading the configuration: %w", err)
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
	k, err := c.keep(ctx, g.ext, g.result.Policy)
	if err != nil {
		var refusal *wrap.Refusal
		if errors.As(err, &refusal) {
			return usagef("the policy is written and the loader of %s cannot be made: %w", quoted(g.ext.ID()), err)
		}
		return err
	}
	return errors.Join(c.replace(names[0], k.Loader), c.replace(names[1], k.Sidecar))
}
