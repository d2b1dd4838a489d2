package checkout

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/build"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	madeof "github.com/ringfence-dev/ringfence/internal/facts/unbuilt"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/revision"
	"github.com/ringfence-dev/ringfence/internal/scan"
	"github.com/ringfence-dev/ringfence/internal/shell"
	"github.com/ringfence-dev/ringfence/internal/sourcemap"
)

// A dist that lies in a checkout and in no commit is what somebody built, some
// day. Judged as the change it would show what the change was before.

// Stale is a built file that is in no commit and is older than what it is made
// of.
type Stale struct {
	// built is the file, source one that it was made of and that reads otherwise
	// now, both from the extension's folder; command builds it again.
	built, source, command string
	// Proven is set when the map of the file holds another text than the source
	// has. Else only the times of the files say it: a hint, for a copy or a cache
	// changes them.
	Proven bool
}

// Error says what is wrong, and what puts it right: a scan ends with it where the
// build is not the change.
func (s *Stale) Error() string {
	if !s.Proven {
		return quotable(s.built) + " is in no commit and older than " + quotable(s.source) + "; if it was not built since, run: " + s.command
	}
	return quotable(s.built) + " was built from other sources: " + quotable(s.source) + " differs; run: " + s.command
}

func quotable(name string) string { return escape.Printable(name, finding.MaxOriginFile) }

// StaleOptions say what a build is compared with besides the head's commit.
type StaleOptions struct {
	// Known are commits whose texts it may have been made of.
	Known []*revision.Tree
	// Hints asks for what only the times of files say as well.
	Hints bool
}

// StaleBuild finds a build that is older than its sources; nil: none is, or it
// cannot be told. What is committed is the author's word, and what is packaged is
// no matter of a checkout.
func StaleBuild(ctx context.Context, git Git, at Place, seen scan.Result, o StaleOptions) *Stale {
	ext, program, origins := seen.Extension, seen.Program, seen.Origins
	if program == nil || program.Basis != facts.Package || ext.Source != extension.Repository || at.Top == "" || at.None {
		return nil
	}
	if !builtHere(program, origins) {
		return nil // and git is not asked
	}
	head, err := Head(ctx, git, at.Top)
	if err != nil {
		return nil
	}
	root, err := os.OpenRoot(at.Top)
	if err != nil {
		return nil
	}
	defer func() { _ = root.Close() }()
	t := worktree{root: root, folder: at.Folder, head: head, known: append([]*revision.Tree{head}, o.Known...)}
	found := t.proof(program, origins)
	if found == nil && o.Hints {
		found = t.hint(ext, program, origins)
	}
	if found != nil {
		found.command = buildCommand(at)
	}
	return found
}

// builtHere reports that some of the code that was judged is in no commit.
func builtHere(program *facts.Program, origins *sourcemap.Finder) bool {
	for _, m := range program.Modules {
		if !origins.Committed(m.Path) {
			return true
		}
	}
	for _, e := range program.Entries {
		if !origins.Committed(e.File) {
			return true
		}
	}
	return false
}

// worktree compares the files that lie in a clone.
type worktree struct {
	root   *os.Root
	folder string
	head   *revision.Tree
	known  []*revision.Tree
}

// proof looks for a map that holds what a source no longer says. A build may
// change a text before it reads it, so another text alone proves nothing: it has
// to be the one of a commit, or the source has to be newer than what is built.
func (t worktree) proof(program *facts.Program, origins *sourcemap.Finder) *Stale {
	for _, m := range program.Modules {
		built, ok := t.made(m.Path)
		if !ok {
			continue
		}
		for _, h := range origins.Held(m.Path) {
			is, edited, there := t.read(h.File)
			if there && plainLines(is) == plainLines(h.Text) {
				continue
			}
			was := func(k *revision.Tree) bool { return k.Holds(h.File, []byte(h.Text)) }
			if slices.ContainsFunc(t.known, was) || there && edited.After(built) {
				return &Stale{built: m.Path, source: t.below(h.File), Proven: true}
			}
		}
	}
	return nil
}

// hint looks for an entry without such a map that is older than a source.
func (t worktree) hint(ext *extension.Extension, program *facts.Program, origins *sourcemap.Finder) *Stale {
	for _, e := range program.Entries {
		if e.Kind != facts.EntryMain && e.Kind != facts.EntryBrowser {
			continue
		}
		built, ok := t.made(e.File)
		if !ok || len(origins.Held(e.File)) > 0 {
			continue
		}
		for _, f := range slices.Concat(ext.Sources(), ext.Files()) {
			name := path.Join(t.folder, f.Path)
			if !t.head.Has(name) || !madeof.IsSource(f.Path) || isTest(f.Path) {
				continue
			}
			if info, err := t.root.Lstat(filepath.FromSlash(name)); err == nil && info.ModTime().After(built) {
				return &Stale{built: e.File, source: f.Path}
			}
		}
	}
	return nil
}

// made returns the time of a file that is in no commit; false: it is in one, or it
// is a package's.
func (t worktree) made(name string) (time.Time, bool) {
	full := path.Join(t.folder, name)
	if t.head.Has(full) || !finding.LocalPath(full) || strings.Contains("/"+full, "/node_modules/") {
		return time.Time{}, false
	}
	info, err := t.root.Lstat(filepath.FromSlash(full))
	if err != nil || !info.Mode().IsRegular() {
		return time.Time{}, false
	}
	return info.ModTime(), true
}

// read returns a source as it lies in the checkout. One that is a link, or that is
// too large for a map to be believed, is not read.
func (t worktree) read(name string) (text string, edited time.Time, there bool) {
	info, err := t.root.Lstat(filepath.FromSlash(name))
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxTracked {
		return "", time.Time{}, false
	}
	data, err := t.root.ReadFile(filepath.FromSlash(name))
	return string(data), info.ModTime(), err == nil
}

// below is a path from the extension's folder, where it lies below that.
func (t worktree) below(name string) string {
	if t.folder == "." {
		return name
	}
	return strings.TrimPrefix(name, t.folder+"/")
}

// isTest reports a test, which no build of an extension reads.
func isTest(name string) bool {
	return strings.Contains(name, ".test.") || strings.Contains(name, ".spec.") ||
		slices.ContainsFunc(strings.Split(name, "/"), func(s string) bool { return s == "test" || s == "tests" || s == "__tests__" })
}

func plainLines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// buildCommand is what builds an extension of a clone again.
func buildCommand(at Place) string {
	d, err := build.Describe(at.Top, at.Folder)
	switch {
	case err == nil && d.Prepublish != "":
		return d.Command("vscode:prepublish")
	case err == nil && d.Likely() != "":
		return escape.Printable(d.Likely(), 200)
	}
	return "ringfence build " + shell.Quote(at.Folder) + " --out " + extension.PackageName(d.ID())
}
