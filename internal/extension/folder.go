package extension

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// loadFolder reads a folder through os.Root, which no name and no link leaves.
func loadFolder(ctx context.Context, name string, source Source, limits Limits) (*Extension, error) {
	dir, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	e, err := readFolder(ctx, root, dir, source, limits)
	if err != nil {
		_ = root.Close()
		return nil, err
	}
	return e, nil
}

func readFolder(ctx context.Context, root *os.Root, dir string, source Source, limits Limits) (*Extension, error) {
	// An unpacked .vsix has its extension one folder down.
	if _, err := root.Lstat(manifestName); errors.Is(err, fs.ErrNotExist) {
		if inner, err := root.OpenRoot("extension"); err == nil {
			if _, err := inner.Lstat(manifestName); err == nil {
				_ = root.Close()
				root, dir = inner, filepath.Join(dir, "extension")
			} else {
				_ = inner.Close()
			}
		}
	}
	doubt := false
	if source == "" {
		source, doubt = folderKind(root, dir, limits)
	}
	e := &Extension{Source: source, limits: limits, store: folderStore{root}}
	if doubt {
		e.problem(
			manifestName,
			BadIgnore,
			"it has \"__metadata\", which VS Code writes on installation, and there is a .git: this is taken for a repository, and only what "+
				"would ship is looked at; if it was installed, scan its .vsix, else take \"__metadata\" out",
		)
	}
	w := &walker{ctx: ctx, root: root, limits: limits, problem: e.problem}
	if source == Repository {
		if err := e.listRepository(w); err != nil {
			return nil, err
		}
	} else {
		files, err := w.walk(".", nil)
		if err != nil {
			return nil, err
		}
		e.files = files
	}
	var total int64
	for _, f := range e.files {
		e.checkName(f)
		if f.Size > limits.MaxTotal-total {
			return nil, fmt.Errorf("the files have more than %d bytes in all", limits.MaxTotal)
		}
		total += f.Size
	}
	var vsixManifest File
	if source != Repository {
		for _, f := range e.files {
			if f.Path == ".vsixmanifest" {
				vsixManifest = f
			}
		}
	}
	if err := e.finish(vsixManifest); err != nil {
		return nil, err
	}
	return e, nil
}

type folderStore struct{ root *os.Root }

func (s folderStore) open(f File) (io.ReadCloser, error) { return openRegular(s.root, f.Path) }

func (s folderStore) close() error { return s.root.Close() }

// openRegular opens a file and nothing else. A pipe put in the place of a file
// must not stop us: it is opened without waiting and found out before it is
// read.
func openRegular(root *os.Root, name string) (*os.File, error) {
	file, err := root.OpenFile(filepath.FromSlash(name), os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is not a regular file")
	}
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}
