package audit

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/ringfence-dev/ringfence/internal/checkout"
	"github.com/ringfence-dev/ringfence/internal/documents"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/org"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/revision"
	"github.com/ringfence-dev/ringfence/internal/scan"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Check refuses names that cannot be.
func (o *Organisation) Check() error {
	switch {
	case o.Repository != "" && !org.IsRepository(o.Repository):
		return exit.Usagef("--repository is owner/name, and %s is not", escape.Quoted(o.Repository))
	case o.Org == "" && o.Checkout != "":
		return exit.Usagef("--org-checkout is of use with --org alone")
	}
	return nil
}

// ReadOrganisation reads the file that --org names, once; nil: none is named.
func ReadOrganisation(ctx context.Context, p *process.Process, o *Organisation, offline bool) (*org.Named, error) {
	if o.Org == "" || o.loaded != nil {
		return o.loaded, nil
	}
	if err := o.Check(); err != nil {
		return nil, err
	}
	source, err := org.ParseSource(o.Org)
	if err != nil {
		return nil, exit.Usagef("--org %s: %w", escape.Quoted(o.Org), err)
	}
	data, err := readOrganisation(ctx, p, source, *o, offline)
	if err != nil {
		return nil, err
	}
	parsed, err := org.ParseNamed(o.Org, data)
	if err != nil {
		return nil, exit.Usagef("reading the organisation's file: %w", err)
	}
	o.loaded = parsed
	return o.loaded, nil
}

func readOrganisation(ctx context.Context, p *process.Process, s org.Source, o Organisation, offline bool) ([]byte, error) {
	switch {
	case s.File != "":
		data, err := p.ReadInput(s.File, policy.MaxBytes)
		if err != nil {
			return nil, fmt.Errorf("reading the organisation's file: %w", err)
		}
		return data, nil
	case s.URL != "":
		if offline {
			return nil, exit.Usagef("--org %s must be fetched and --offline forbids it", escape.Quoted(s.URL))
		}
		return fetchOrganisation(ctx, p, s)
	}
	if o.Checkout == "" && o.Ask != nil {
		return o.Ask(ctx, s)
	}
	if o.Checkout == "" {
		return nil, exit.Usagef("--org %s needs --org-checkout, a clone of %s that has the commit", escape.Quoted(o.Org), s.Repository)
	}
	return blob(ctx, p, o.Checkout, s.Commit, s.Path)
}

// blob reads a file of a commit out of a clone. Whoever wrote the clone cannot make
// it another file: everything is compared with its digest, from the commit down.
func blob(ctx context.Context, p *process.Process, dir, commit, path string) ([]byte, error) {
	fail := func(err error) ([]byte, error) {
		return nil, exit.Usagef("reading %s of commit %s in %s: %w", escape.Quoted(path), commit, escape.Quoted(dir), err)
	}
	git, ok := p.LookPath("git")
	if !ok {
		return nil, exit.Usagef("reading a file of a commit needs git, which is not on the PATH")
	}
	where, _ := p.Lookup("PATH")
	repo, err := revision.Find(git, checkout.AbsolutePath(where), p.Path(dir))
	if err != nil {
		return fail(err)
	}
	tree, err := repo.Tree(ctx, commit, revision.DefaultLimits())
	if err != nil {
		return fail(err)
	}
	data, err := tree.File(ctx, path, org.MaxBytes)
	if err != nil {
		return fail(err)
	}
	return data, nil
}

// Outside refuses a file of this machine that lies in the repository whose change is
// judged: the change could bring another one. A commit or a digest is a proof
// wherever the bytes lie.
func (o *Organisation) Outside(p *process.Process, top string) error {
	source, err := org.ParseSource(o.Org)
	if o.Org == "" || err != nil || source.File == "" {
		return nil // ReadOrganisation says what is wrong
	}
	name, err := filepath.Abs(p.Path(source.File))
	if err != nil {
		return fmt.Errorf("finding the organisation's file: %w", err)
	}
	// Neither a link to the repository nor one in it makes a difference.
	for _, at := range []string{name, resolved(name)} {
		for _, above := range []string{top, resolved(top)} {
			if rel, err := filepath.Rel(above, at); err == nil && filepath.IsLocal(rel) {
				return exit.Usagef(
					"--org %s lies in the repository whose change is judged, and the change could bring another; name it as owner/repo/path@COMMIT, "+
						"by its digest, or keep it elsewhere",
					escape.Quoted(o.Org),
				)
			}
		}
	}
	return nil
}

// resolved is a path without links, as far as it is there.
func resolved(name string) string {
	if r, err := filepath.EvalSymlinks(name); err == nil {
		return r
	}
	return name
}

// ceilings holds what an extension needs against the ceilings of the organisation's
// file.
func ceilings(p *process.Process, target string, s scan.Result, conf configured, o Settings) (*org.Outcome, error) {
	in, err := documents.Inputs(p, s.Extension, documents.From{Target: target, Today: o.Judging.Today})
	if err != nil {
		return nil, err
	}
	if !o.Organisation.loaded.Fenced {
		// What a person denies binds nobody who runs without a fence.
		in.Override.Rulings = allowances(in.Override.Rulings)
	}
	made, err := PolicyOf(p, s.Extension, s.Program, s.ProgramErr, in)
	if err != nil {
		return nil, err
	}
	checkout.ShowOrigins(&made.Evidence, s.Origins)
	return o.Organisation.loaded.Judge(org.Input{
		File:       o.Organisation.loaded.File,
		SHA256:     o.Organisation.loaded.SHA256,
		Extension:  s.Extension.ID(),
		Repository: o.Organisation.Repository,
		Policy:     made.Result.Policy,
		Evidence:   made.Evidence,
		Today:      conf.Today,
		Tightened:  conf.tightened,
	})
}

func allowances(rulings []policy.Ruling) []policy.Ruling {
	var out []policy.Ruling
	for _, r := range rulings {
		if !r.Deny {
			out = append(out, r)
		}
	}
	return out
}
