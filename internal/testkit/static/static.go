// Package static makes the policy of an extension's code, for tests that run the extension under it.
package static

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/policygen/observation"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/policygen/synth"
)

// Policy returns the policy of the code, and what the code names.
func Policy(ctx context.Context, source string) (policy.Policy, observation.Names, error) {
	ext, err := extension.Load(ctx, source, extension.Limits{})
	if err != nil {
		return policy.Policy{}, nil, err
	}
	defer ext.Close()
	program, err := facts.Analyze(ctx, ext, facts.Options{})
	if err != nil {
		return policy.Policy{}, nil, err
	}
	var code observation.Code
	for _, f := range ext.Files() {
		if f.TooLarge || !slices.Contains([]string{".js", ".cjs", ".mjs"}, filepath.Ext(f.Path)) {
			continue
		}
		data, err := ext.ReadFile(f.Path)
		if err != nil {
			return policy.Policy{}, nil, err
		}
		code.Add(string(data))
	}
	return synth.Synthesize(synth.Input{Extension: ext, Program: program, Catalog: catalog.Default()}).Policy, code.Names, nil
}
