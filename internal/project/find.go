// Package project finds the extension that somebody means in a repository and says how it
// is built on this machine: with which programs, in which environment and with which
// command. internal/build builds it.
package project

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/build"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/shell"
)

// Find finds the repository and the extension's folder inside it.
func Find(ctx context.Context, p *process.Process, target, repository string) (root, folder string, err error) {
	dir, err := filepath.Abs(p.Path(target))
	if err != nil {
		return "", "", err
	}
	if root = repository; root == "" {
		root = repositoryOf(dir)
	} else if root, err = filepath.Abs(p.Path(root)); err != nil {
		return "", "", err
	}
	rel, err := filepath.Rel(root, dir)
	if err != nil || !filepath.IsLocal(rel) {
		return "", "", exit.Usagef("%s does not lie in %s", escape.Quoted(target), escape.Quoted(root))
	}
	found, err := build.Discover(ctx, dir)
	if err != nil {
		return "", "", exit.AsUsage(err)
	}
	all := Outermost(found.Projects)
	switch len(all) {
	case 0:
		if u := found.Unreadable; len(u) > 0 {
			more := ""
			if len(u) > 1 {
				more = fmt.Sprintf(", and %d more", len(u)-1)
			}
			return "", "", exit.AsUsage(&Unreadable{fmt.Sprintf("%s cannot be read: %s%s; mend it, then: ringfence scan %s",
				escape.Quoted(path.Join(filepath.ToSlash(target), u[0].Path)), u[0].Reason, more, shell.Quote(escape.Printable(target, 300)))})
		}
		return "", "", exit.Usagef("%s holds no extension: no package.json below it names a vscode engine and a publisher%s",
			escape.Quoted(target), partOf(root, rel, target))
	case 1:
		return root, filepath.ToSlash(filepath.Join(rel, filepath.FromSlash(all[0].Path))), nil
	}
	return "", "", several(target, all)
}

// Unreadable says that what may be the extension's manifest cannot be read.
type Unreadable struct{ words string }

// Error says which file, and where in it.
func (u *Unreadable) Error() string { return u.words }

// partOf says that a folder is a part of an extension, rel its path below root; empty: it
// is none.
func partOf(root, rel, target string) string {
	for up := ".."; rel != "."; up += "/.." {
		rel = filepath.Dir(rel)
		if _, err := build.Describe(root, filepath.ToSlash(rel)); err == nil {
			return "; it is a part of the extension in " + escape.Quoted(filepath.ToSlash(filepath.Join(target, up)))
		}
	}
	return ""
}

// Outermost drops the extensions that lie below another: they are its fixtures and
// parts.
func Outermost(all []build.Project) []build.Project {
	var out []build.Project
	for _, x := range all {
		if !slices.ContainsFunc(all, func(o build.Project) bool { return o.Path != x.Path && InFolder(x.Path, o.Path) }) {
			out = append(out, x)
		}
	}
	return out
}

// InFolder reports that a path is a folder or lies below it.
func InFolder(name, folder string) bool {
	return folder == "." || name == folder || strings.HasPrefix(name, folder+"/")
}

// several says which extensions there are to choose from.
func several(target string, all []build.Project) error {
	const most = 12
	var names []string
	for _, x := range all[:min(len(all), most)] {
		names = append(names, escape.Printable(x.Path, 200))
	}
	more := ""
	if len(all) > most {
		more = fmt.Sprintf(" and %d more", len(all)-most)
	}
	return exit.Usagef("%s holds %d extensions, name one: %s%s", escape.Quoted(target), len(all), strings.Join(names, ", "), more)
}

// repositoryOf is the nearest folder with a .git; the folder itself when there
// is none.
func repositoryOf(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		} else if !errors.Is(err, fs.ErrNotExist) || at == filepath.Dir(at) {
			return dir
		}
	}
}

// List prints the extensions that a folder holds.
func List(ctx context.Context, p *process.Process, target string) error {
	found, err := build.Discover(ctx, p.Path(target))
	if err != nil {
		return exit.AsUsage(err)
	}
	for _, x := range found.Projects {
		if _, err := fmt.Fprintf(p.Stdout, "%s\t%s\t%s\n", escape.Printable(x.Path, 400), escape.Printable(x.ID(), 200),
			escape.Printable(x.Version, 100)); err != nil {
			return err
		}
	}
	for _, u := range found.Unreadable {
		if _, err := fmt.Fprintf(p.Stderr, "ringfence: could not look at %s: %s\n", escape.Quoted(u.Path), u.Reason); err != nil {
			return err
		}
	}
	if len(found.Projects) == 0 {
		return exit.Usagef("%s holds no extension: no package.json below it names a vscode engine and a publisher", escape.Quoted(target))
	}
	return nil
}
