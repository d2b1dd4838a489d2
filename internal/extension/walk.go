package extension

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

	"github.com/ringfence-dev/ringfence/internal/extension/listing"
)

// walker lists the files below a folder. Links are looked at but never walked
// through: a link to a folder is a problem to report, not a way.
type walker struct {
	ctx     context.Context
	root    *os.Root
	limits  Limits
	seen    int
	problem func(file string, kind ProblemKind, format string, args ...any)
}

// walk lists the files below dir, their paths relative to the root. skip names
// folders, by such a path, that are not entered.
func (w *walker) walk(dir string, skip func(path string) bool) ([]File, error) {
	var files []File
	err := w.folder(dir, strings.Count(dir, "/"), skip, &files)
	return files, err
}

func (w *walker) folder(dir string, depth int, skip func(string) bool, files *[]File) error {
	if depth > w.limits.MaxDepth {
		return fmt.Errorf("%q: folders nest deeper than %d levels", dir, w.limits.MaxDepth)
	}
	entries, err := w.readDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name := path.Join(dir, entry.Name())
		if len(name) > w.limits.MaxPath {
			return fmt.Errorf("%q…: the path has %d bytes, over the limit of %d", name[:min(len(name), 120)], len(name), w.limits.MaxPath)
		}
		switch {
		case entry.IsDir():
			if skip != nil && skip(name) {
				continue
			}
			if err := w.folder(name, depth+1, skip, files); err != nil {
				return err
			}
		case entry.Type()&fs.ModeSymlink != 0:
			w.link(name, files)
		case entry.Type().IsRegular():
			info, err := w.root.Lstat(filepath.FromSlash(name))
			if err != nil {
				w.problem(name, Unreadable, "%v", err)
				continue
			}
			w.add(name, info, files)
		default:
			w.problem(name, NotAFile, "it is neither a file nor a folder (%s)", entry.Type())
		}
	}
	return nil
}

// readDir lists a folder by name.
func (w *walker) readDir(dir string) ([]fs.DirEntry, error) {
	f, err := w.root.Open(filepath.FromSlash(dir))
	if err != nil {
		if dir == "." {
			return nil, err
		}
		w.problem(dir, Unreadable, "the folder cannot be opened: %v", err)
		return nil, nil
	}
	defer f.Close()
	var entries []fs.DirEntry
	for e, err := range listing.Entries(f) {
		if err != nil {
			w.problem(dir, Unreadable, "the folder cannot be listed: %v", err)
			break
		}
		if err := w.ctx.Err(); err != nil {
			return nil, err
		}
		if w.seen++; w.seen > w.limits.MaxFiles {
			return nil, fmt.Errorf("there are more than %d files and folders", w.limits.MaxFiles)
		}
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// link lists a link to a file inside the root as the file it leads to, as
// packing and running it would.
func (w *walker) link(name string, files *[]File) {
	info, err := w.root.Stat(filepath.FromSlash(name))
	target, _ := w.root.Readlink(filepath.FromSlash(name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		w.problem(name, BrokenSymlink, "it links to %q, which does not exist", target)
	case err != nil && leaves(err):
		w.problem(name, SymlinkLeaves, "it links to %q, outside the extension, and is not followed", target)
	case err != nil:
		w.problem(name, BrokenSymlink, "it links to %q: %v", target, err)
	case info.IsDir():
		w.problem(name, SymlinkFolder, "it links to the folder %q and is not followed", target)
	case info.Mode().IsRegular():
		w.add(name, info, files)
	default:
		w.problem(name, NotAFile, "it links to %q, which is neither a file nor a folder", target)
	}
}

// leaves says whether os.Root refused a path because it leads out; the error it
// gives has no name to compare with.
func leaves(err error) bool { return strings.Contains(err.Error(), "escapes from parent") }

func (w *walker) add(name string, info fs.FileInfo, files *[]File) {
	f := File{Path: name, Size: info.Size(), Executable: info.Mode()&0o111 != 0, TooLarge: info.Size() > w.limits.MaxFile}
	if f.TooLarge {
		w.problem(name, TooLarge, "it is %d bytes, over the limit of %d; it is not looked into", f.Size, w.limits.MaxFile)
	}
	*files = append(*files, f)
}
