package review

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/baseline"
	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/shim"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// An extension may ship with its loader, which then lies beside its policy and is
// compared with what comes out.

// Shipping is what a configuration says of how the extension ships.
type Shipping struct {
	// Fenced says that it ships with its loader.
	Fenced bool
	// Browser is what becomes of an entry for VS Code for the Web; empty: it is refused.
	Browser wrap.Browser
}

// ReadShipping reads it from a configuration. One that cannot be read says nothing.
func ReadShipping(text []byte) (Shipping, error) {
	conf, err := config.Parse(config.Name, text, config.Words{Checks: checkNames()})
	if err != nil {
		return Shipping{}, err
	}
	return Shipping{Fenced: conf.Fenced, Browser: wrap.Browser(conf.Browser)}, nil
}

func checkNames() []string {
	var out []string
	for _, c := range checks.All() {
		out = append(out, c.Name)
	}
	return out
}

// committedLoader is the loader among the files below .ringfence; nil: there is none.
func committedLoader(texts map[string][]byte) *wrap.Kept {
	loader, one := texts[baseline.LoaderName]
	sidecar, other := texts[baseline.SidecarName]
	if !one && !other {
		return nil
	}
	return &wrap.Kept{Loader: loader, Sidecar: sidecar}
}

// WrapOptions say how an extension that ships with its loader is wrapped: the loader
// enforces the policy. worker starts the child that parses.
func (s Shipping) WrapOptions(p policy.Policy, worker []string) (wrap.Options, error) {
	bundle, err := shim.Bundle()
	return wrap.Options{Mode: wrap.Enforce, Level: wrap.Shared, Policy: p, Browser: s.Browser, Bundle: bundle, Worker: worker}, err
}

// MakeLoader makes the loader that lies beside a policy.
func (s Shipping) MakeLoader(ctx context.Context, ext *extension.Extension, p policy.Policy, worker []string) (wrap.Kept, error) {
	o, err := s.WrapOptions(p, worker)
	if err != nil {
		return wrap.Kept{}, err
	}
	return wrap.Keep(ctx, ext, o)
}
