// Package static makes the policy of an extension's code, for tests that run the extension under it.
package static

import (
	"context"
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/policygen/observation"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/policygen/synth"
	"github.com/ringfence-dev/ringfence/shim"
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

// EveryModule grants all functions of every module that a policy can grant, sorted.
func EveryModule() ([]policy.Grant, error) {
	text, err := shim.Table()
	if err != nil {
		return nil, err
	}
	var table struct{ Modules map[string]json.RawMessage }
	if err := json.Unmarshal(text, &table); err != nil {
		return nil, err
	}
	var out []policy.Grant
	for _, name := range slices.Sorted(maps.Keys(table.Modules)) {
		out = append(out, policy.Grant{Section: policy.Modules, Name: name, Pattern: "*"})
	}
	return out, nil
}
