package generate

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/review"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// WriteLoader writes the loader beside a policy, where the configuration there says
// that the extension ships with it, or one lies there already.
func WriteLoader(ctx context.Context, p *process.Process, ext *extension.Extension, made policy.Policy, documents, out string) error {
	var ships review.Shipping
	if documents != "" {
		name := filepath.Join(documents, filepath.Base(config.Name))
		if err := p.NotLinked(name); err != nil {
			return err
		}
		if _, err := os.Lstat(p.Path(name)); !errors.Is(err, fs.ErrNotExist) {
			data, err := p.ReadInput(name, policy.MaxBytes)
			if err != nil {
				return err
			}
			if ships, err = review.ReadShipping(data); err != nil {
				return exit.Usagef("reading the configuration: %w", err)
			}
		}
	}
	wanted := ships.Fenced
	names := []string{filepath.Join(out, policygen.LoaderFile), filepath.Join(out, policygen.SidecarFile)}
	for _, name := range names {
		if err := p.NotLinked(name); err != nil {
			return err
		}
		_, err := os.Lstat(p.Path(name))
		wanted = wanted || err == nil
	}
	if !wanted {
		return nil
	}
	k, err := ships.MakeLoader(ctx, ext, made, p.Worker())
	if err != nil {
		var refusal *wrap.Refusal
		if errors.As(err, &refusal) {
			return exit.Usagef("the policy is written and the loader of %s cannot be made: %w", escape.Quoted(ext.ID()), err)
		}
		return err
	}
	return errors.Join(p.Replace(names[0], k.Loader), p.Replace(names[1], k.Sidecar))
}
