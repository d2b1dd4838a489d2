package precision

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/scan"
	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// Scan runs every check over an extension of the corpus: a folder's name, or an
// archive's. It is parsed in this process: the corpus is nobody's attack.
func Scan(ctx context.Context, dir, name string) ([]Found, error) {
	ext, err := extension.Load(ctx, filepath.Join(dir, name), extension.DefaultLimits())
	if err != nil {
		return nil, fmt.Errorf("loading %s: %w", name, err)
	}
	var out []Found
	err = scan.Scan(ctx, ext, scan.Options{Subject: name, Profile: verdict.Profiles()[0]}, func(seen scan.Result) error {
		if seen.ProgramErr != nil {
			return fmt.Errorf("analysing %s: %w", name, seen.ProgramErr)
		}
		for _, r := range seen.Checks {
			// The corpus is read without a network, so that services know nothing,
			// and by itself, so that there is no release to compare with.
			if !r.State.Looked() && !slices.ContainsFunc(r.Check.Needs, elsewhere) {
				return fmt.Errorf("checking %s: %s did not look: %s", name, r.Check.Name, r.Why)
			}
			for _, f := range r.TooSevere {
				return fmt.Errorf("checking %s: %s says %q, which is worse than it may", name, r.Check.Name, f.Message)
			}
			for _, f := range r.Findings {
				out = append(out, Found{Extension: name, Version: seen.Extension.Manifest.Version, Finding: f})
			}
		}
		return nil
	})
	return out, err
}

// elsewhere holds for what is not to be found in an extension itself.
func elsewhere(n checks.Need) bool {
	return n == checks.NeedServices || n == checks.NeedBase || n == checks.NeedBaseCode
}

// Names are the extensions of a corpus directory, the archive among them.
func Names(dir string) ([]string, error) {
	list, err := corpus.List(dir)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range list {
		out = append(out, e.ID)
	}
	return append(out, corpus.VSIX), nil
}
