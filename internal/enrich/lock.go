package enrich

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/ringfence-dev/ringfence/internal/clients/npm"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// lockService is npm itself, which makes the lock file that is missing.
const lockService = "npm-lock"

// lock makes a lock file where none says which versions are bundled, and adds its
// packages to those that are asked about. It says what became of it; nil: none is
// missing.
func (s *session) lock(ctx context.Context) *supplychain.Service {
	if !s.inventory.Unlocked {
		return nil
	}
	out := &supplychain.Service{Name: lockService, Module: finding.DependenciesModule, State: supplychain.Skipped, Why: supplychain.NotAsked}
	if !s.options.Online {
		return out
	}
	err := s.makeLock(ctx)
	var note partial
	if errors.As(err, &note) {
		out.State, out.Why = supplychain.Ran, string(note)
		return out
	}
	out.State, out.Why = web.Outcome(err)
	return out
}

// makeLock ends in a note: what was resolved is not what the author has.
func (s *session) makeLock(ctx context.Context) error {
	lost := func(state web.State, reason string) error {
		return &web.Error{Service: lockService, State: state, Reason: reason}
	}
	manifest, left := s.inventory.Resolvable(s.ext)
	others := ""
	if left > 0 {
		others = fmt.Sprintf("; %d of package.json's entries name no package of the registry and were left out", left)
	}
	if manifest == nil {
		return lost(web.Skipped, "there is no lock file, and package.json names no package of the registry that could be resolved"+others)
	}
	command, ok := s.machine.LookPath("npm")
	if !ok {
		return lost(web.Unavailable, "there is no lock file, and npm is not on the PATH to make one")
	}
	base, err := s.npm(ctx)
	if err != nil {
		return lost(web.Unavailable, "there is no lock file, and nobody says which registry npm is set up for")
	}
	dir, err := os.MkdirTemp("", "ringfence-")
	if err != nil {
		return lost(web.Unavailable, "there is no place for a temporary folder")
	}
	defer func() { _ = os.RemoveAll(dir) }()
	lock, err := npm.Client{Command: command, Env: s.machine.Env}.Lock(ctx, manifest, base, dir)
	if err != nil {
		return lost(web.Unavailable, "there is no lock file, and "+err.Error()+others)
	}
	if !s.inventory.Resolve(s.ext, lock) {
		return lost(web.Failed, "npm made a lock file that cannot be read")
	}
	return partial(
		fmt.Sprintf(
			"there is no lock file: the registry resolves package.json to %d packages now, in versions that are not what the author locked%s",
			len(s.inventory.Packages),
			others,
		),
	)
}
