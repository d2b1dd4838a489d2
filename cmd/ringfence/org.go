package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"path/filepath"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/documents"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/org"
	"github.com/ringfence-dev/ringfence/internal/revision"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/spf13/pflag"
)

// central are the flags that name the organisation's file.
type central struct {
	org, checkout, repository string
	// ask reads the file of a repository's commit where no clone is named; nil:
	// then only a clone is read.
	ask func(context.Context, org.Source) ([]byte, error)
	// loaded is the file once it was read.
	loaded *org.Named
}

func (o *central) flags(fs *pflag.FlagSet) {
	fs.StringVar(&o.org, "org", "", "the organisation's file: owner/repo/path@COMMIT, https://…#sha256:DIGEST, or a path (docs/organisations.md)")
	fs.StringVar(&o.checkout, "org-checkout", "", "a clone of that repository, for owner/repo/path@COMMIT")
	fs.StringVar(&o.repository, "repository", "", "the repository that is judged, as owner/name, for the organisation's waivers")
}

func (o *central) check() error {
	switch {
	case o.repository != "" && !org.IsRepository(o.repository):
		return exit.Usagef("--repository is owner/name, and %s is not", quoted(o.repository))
	case o.org == "" && o.checkout != "":
		return exit.Usagef("--org-checkout is of use with --org alone")
	}
	return nil
}

// organisation reads the file that --org names, once; nil: none is named.
func (c *Command) organisation(ctx context.Context, o *central, offline bool) (*org.Named, error) {
	if o.org == "" || o.loaded != nil {
		return o.loaded, nil
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	source, err := org.ParseSource(o.org)
	if err != nil {
		return nil, exit.Usagef("--org %s: %w", quoted(o.org), err)
	}
	data, err := c.readOrganisation(ctx, source, *o, offline)
	if err != nil {
		return nil, err
	}
	parsed, err := org.ParseNamed(o.org, data)
	if err != nil {
		return nil, exit.Usagef("reading the organisation's file: %w", err)
	}
	o.loaded = parsed
	return o.loaded, nil
}

func (c *Command) readOrganisation(ctx context.Context, s org.Source, o central, offline bool) ([]byte, error) {
	switch {
	case s.File != "":
		data, err := c.readDocument(s.File)
		if err != nil {
			return nil, fmt.Errorf("reading the organisation's file: %w", err)
		}
		return data, nil
	case s.URL != "":
		if offline {
			return nil, exit.Usagef("--org %s must be fetched and --offline forbids it", quoted(s.URL))
		}
		return c.fetchOrganisation(ctx, s)
	}
	if o.checkout == "" && o.ask != nil {
		return o.ask(ctx, s)
	}
	if o.checkout == "" {
		return nil, exit.Usagef("--org %s needs --org-checkout, a clone of %s that has the commit", quoted(o.org), s.Repository)
	}
	return c.blob(ctx, o.checkout, s.Commit, s.Path)
}

// fetchOrganisation asks for an address. Nobody but the digest says that it is the file.
func (c *Command) fetchOrganisation(ctx context.Context, s org.Source) ([]byte, error) {
	address, err := web.Base(s.URL)
	if err != nil {
		return nil, exit.Usagef("--org %s: %w", quoted(s.URL), err)
	}
	data, err := c.way(scanOptions{asking: asking{online: true}}).Do(ctx, web.Request{
		Service: "organisation", Method: http.MethodGet, URL: address, Accept: "*/*", MaxBytes: org.MaxBytes, Fresh: true,
	})
	if err != nil {
		return nil, fmt.Errorf("fetching the organisation's file: %w", err)
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != s.SHA256 {
		return nil, exit.Usagef("--org %s: what is there has the digest %x, and not the one that was named", quoted(s.URL), sum)
	}
	return data, nil
}

// blob reads a file of a commit out of a clone. Whoever wrote the clone cannot make
// it another file: everything is compared with its digest, from the commit down.
func (c *Command) blob(ctx context.Context, dir, commit, path string) ([]byte, error) {
	fail := func(err error) ([]byte, error) {
		return nil, exit.Usagef("reading %s of commit %s in %s: %w", quoted(path), commit, quoted(dir), err)
	}
	git, ok := c.lookPath("git")
	if !ok {
		return nil, exit.Usagef("reading a file of a commit needs git, which is not on the PATH")
	}
	where, _ := c.getenv("PATH")
	repo, err := revision.Find(git, absolutePath(where), c.path(dir))
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

// outside refuses a file of this machine that lies in the repository whose change is
// judged: the change could bring another one. A commit or a digest is a proof
// wherever the bytes lie.
func (o central) outside(c *Command, top string) error {
	source, err := org.ParseSource(o.org)
	if o.org == "" || err != nil || source.File == "" {
		return nil // organisation says what is wrong
	}
	name, err := filepath.Abs(c.path(source.File))
	if err != nil {
		return fmt.Errorf("finding the organisation's file: %w", err)
	}
	// Neither a link to the repository nor one in it makes a difference.
	for _, at := range []string{name, resolved(name)} {
		for _, above := range []string{top, resolved(top)} {
			if rel, err := filepath.Rel(above, at); err == nil && filepath.IsLocal(rel) {
				return exit.Usagef("--org %s lies in the repository whose change is judged, and the change could bring another; name it as owner/repo/path@COMMIT, by its digest, or keep it elsewhere", quoted(o.org))
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

// above holds what an extension needs against the ceilings of the organisation's
// file.
func (c *Command) above(target string, s scanned, conf configured, o scanOptions) (*org.Outcome, error) {
	in, err := documents.Inputs(c.process(), s.Extension, documents.From{Target: target, Today: o.today})
	if err != nil {
		return nil, err
	}
	if !o.loaded.Fenced {
		// What a person denies binds nobody who runs without a fence.
		in.Override.Rulings = allowances(in.Override.Rulings)
	}
	g, err := fold(s.Extension, s.Program, s.ProgramErr, in)
	if err != nil {
		return nil, err
	}
	place(&g.evidence, s.Origins)
	return o.loaded.Judge(org.Input{
		File: o.loaded.File, SHA256: o.loaded.SHA256, Extension: s.Extension.ID(), Repository: o.repository,
		Policy: g.result.Policy, Evidence: g.evidence, Today: conf.Today, Tightened: conf.tightened,
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
