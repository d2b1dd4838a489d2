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

// Fenced says whether a configuration says that the extension ships with its loader.
// One that cannot be read says nothing.
func Fenced(text []byte) (bool, error) {
	conf, err := config.Parse(config.Name, text, config.Words{Checks: checkNames()})
	return err == nil && conf.Fenced, err
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
func WrapOptions(p policy.Policy, worker []string) (wrap.Options, error) {
	bundle, err := shim.Bundle()
	return wrap.Options{Mode: wrap.Enforce, Level: wrap.Shared, Policy: p, Bundle: bundle, Worker: worker}, err
}

// MakeLoader makes the loader that lies beside a policy.
func MakeLoader(ctx context.Context, ext *extension.Extension, p policy.Policy, worker []string) (wrap.Kept, error) {
	o, err := WrapOptions(p, worker)
	if err != nil {
		return wrap.Kept{}, err
	}
	return wrap.Keep(ctx, ext, o)
}
