package doctor

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/audit"
	"github.com/ringfence-dev/ringfence/internal/build"
	"github.com/ringfence-dev/ringfence/internal/checkout"
	"github.com/ringfence-dev/ringfence/internal/documents"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/project"
	"github.com/ringfence-dev/ringfence/internal/review"
	"github.com/ringfence-dev/ringfence/internal/revision"
	"github.com/ringfence-dev/ringfence/internal/shell"
	"github.com/ringfence-dev/ringfence/policygen"
)

// maxFile is how much is read of a workflow or of a document.
const maxFile = 1 << 20

// place is the extension that is looked at.
type place struct {
	ctx context.Context
	p   *process.Process
	o   Options
	// root is the repository's folder, folder the extension's in it, with slashes, and
	// named the same as a person would type it here, quoted for a shell.
	root, folder, named string
	repo                *revision.Repository
}

// inRepository looks at the extension that a person means, and at its clone.
func inRepository(ctx context.Context, p *process.Process, o Options) (title string, all []result) {
	title = "this repository"
	target := shell.Quote(escape.Printable(o.Target, 300))
	root, folder, err := project.Find(ctx, p, o.Target, "")
	if err != nil {
		var broken *project.Unreadable
		if errors.As(err, &broken) {
			return title, []result{missing("ringfence scan "+target, "a package.json that can be read: %v", err)}
		}
		return title, []result{missing("ringfence build --list "+target, "one extension: %v", err)}
	}
	at := &place{ctx: ctx, p: p, o: o, root: root, folder: folder}
	at.named = shell.Quote(escape.Printable(p.Relative(filepath.Join(root, filepath.FromSlash(folder))), 300))
	d, err := build.Describe(root, folder)
	if err != nil {
		return title, []result{missing("ringfence scan "+at.named, "a package.json that can be built: %v", err)}
	}
	title = escape.Printable(d.ID()+" in "+p.Relative(filepath.Join(root, filepath.FromSlash(folder))), columns)
	all = append(all, at.clone()...)
	if d.Lock != "" {
		all = append(all, fine("%s, as %s says", d.Manager, d.Lock))
	} else {
		all = append(all, note(locks(d.Manager, at.named), "there is no lock file: a build takes what is newest"))
	}
	return title, append(all, at.files(d)...)
}

// locks is the command that writes a lock file.
func locks(manager, named string) string {
	if name, _, _ := strings.Cut(manager, " "); name == "yarn" || name == "pnpm" {
		return "cd " + named + " && " + name + " install"
	}
	return "npm --prefix " + named + " install --package-lock-only"
}

// clone looks at what git knows.
func (at *place) clone() []result {
	if _, err := os.Lstat(filepath.Join(at.root, ".git")); err != nil {
		return []result{missing("git init "+at.named, "a clone: a change is judged against a commit")}
	}
	git := audit.Git(at.p)
	repo, err := revision.Find(git.Program, git.Path, at.root)
	if err != nil || git.Program == "" {
		return []result{note("", "the clone was not looked at: git is missing, or cannot read it")}
	}
	at.repo = repo
	if repo.Shallow(at.ctx) {
		return []result{missing("git fetch --unshallow", "the commits of before: this clone is shallow")}
	}
	return []result{fine("a clone with its history")}
}

// files looks at what ringfence reads in a repository.
func (at *place) files(d build.Description) []result {
	dir := filepath.Join(at.root, filepath.FromSlash(at.folder))
	policyFile := filepath.Join(dir, policygen.Dir, policygen.PolicyFile)
	workflows := at.workflows()
	_, err := os.Lstat(policyFile)
	switch {
	case err != nil && len(workflows) == 0:
		const lacks = "a workflow that judges pull requests, and a policy"
		if at.o.Built == "" {
			// Nobody knows the commit to name, and a command with a gap in it is none.
			return []result{missing("ringfence init --help", "%s: ringfence init writes both, and is told with --action which commit of "+
				"ringfence the workflow is to use; this program does not know its own", lacks)}
		}
		return []result{missing("ringfence init "+at.named+" --action "+at.o.Built, "%s", lacks)}
	case err != nil:
		return append(at.judged(workflows), missing(review.GenerateFromPackage(at.p.Relative(dir), d.ID()), "a policy: .ringfence/policy.json"))
	}
	return append(append(at.judged(workflows), at.documents(dir)...), at.uncommitted(workflows)...)
}

// judged says which file judges changes.
func (at *place) judged(workflows []string) []result {
	if len(workflows) == 0 {
		return []result{note("", "no workflow names ringfence: nothing judges pull requests (docs/guide/init.md)")}
	}
	return []result{fine("%s judges changes", workflows[0])}
}

// workflows are the files of CI that name ringfence, by their names below root.
func (at *place) workflows() []string {
	root, err := os.OpenRoot(at.root)
	if err != nil {
		return nil
	}
	defer func() { _ = root.Close() }()
	var out []string
	names := []string{".gitlab-ci.yml"}
	if dir, err := root.Open(".github/workflows"); err == nil {
		entries, _ := dir.ReadDir(1000)
		_ = dir.Close()
		for _, e := range entries {
			if e.Type().IsRegular() && (path.Ext(e.Name()) == ".yml" || path.Ext(e.Name()) == ".yaml") {
				names = append(names, ".github/workflows/"+e.Name())
			}
		}
	}
	for _, name := range names {
		if data, err := process.ReadInside(at.root, filepath.FromSlash(name), maxFile); err == nil && bytes.Contains(data, []byte("ringfence")) {
			out = append(out, name)
		}
	}
	return out
}

// documents says whether what lies below .ringfence can be read.
func (at *place) documents(dir string) []result {
	if _, err := project.Configured(at.root, at.folder); err != nil {
		return []result{missing("ringfence scan "+at.named, "a configuration that can be read: %v", err)}
	}
	var said bytes.Buffer
	quiet := *at.p
	quiet.Stdout, quiet.Stderr, quiet.Log = &said, io.Discard, nil
	err := documents.Check(&quiet, at.p.Relative(dir), at.o.Today, nil, "")
	first, _, _ := strings.Cut(said.String(), "\n")
	switch {
	case errors.Is(err, exit.ErrNo):
		return []result{missing("ringfence policy check "+at.named, "documents that can be read: %s", first)}
	case err != nil:
		return []result{missing("ringfence policy check "+at.named, "documents that can be read: %v", err)}
	case first != "":
		return []result{note("ringfence policy check "+at.named, "a policy with something doubtful: %s", first)}
	}
	return []result{fine("a configuration and a policy that can be read")}
}

// uncommitted says which of the files that count are in no commit: a pull request has what
// is committed.
func (at *place) uncommitted(workflows []string) []result {
	if at.repo == nil {
		return nil
	}
	in := ""
	if rel := at.p.Relative(at.root); rel != "." {
		in = " -C " + shell.Quote(escape.Printable(rel, 300))
	}
	head, err := checkout.Head(at.ctx, audit.Git(at.p), at.root)
	if err != nil {
		return []result{missing("git"+in+" add . && git"+in+" commit", "a commit: nothing is committed yet")}
	}
	names := workflows
	for _, name := range append(documents.Names(), "config.yml") {
		names = append(names, path.Join(at.folder, policygen.Dir, name))
	}
	var left []string
	for _, name := range names {
		data, err := process.ReadInside(at.root, filepath.FromSlash(name), maxFile)
		if err == nil && !head.Holds(name, data) {
			left = append(left, shell.Quote(escape.Printable(name, 300)))
		}
	}
	if len(left) == 0 {
		return []result{fine("all of it is committed")}
	}
	return []result{missing("git"+in+" add "+strings.Join(left, " ")+" && git"+in+" commit", "a commit of %s", strings.Join(left, ", "))}
}
