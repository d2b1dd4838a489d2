package review

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/revision"
)

// WriteFiles writes files into a directory. What of its path lies in a repository
// may not be a link, nor may a folder below it: they could lead to where nothing
// of ours belongs.
func WriteFiles(dir string, files map[string][]byte) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	if repo, err := revision.Find("", "", dir); err == nil {
		for at := dir; at != repo.Top; at = filepath.Dir(at) {
			if info, err := os.Lstat(at); err == nil && info.Mode()&(os.ModeSymlink|os.ModeIrregular) != 0 {
				return exit.Usagef("--dir leads through %s, which is a link of the repository", escape.Quoted(at))
			}
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return exit.AsUsage(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	defer func() { _ = root.Close() }()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := writeNew(root, filepath.FromSlash(name), files[name]); err != nil {
			return fmt.Errorf("writing %s: %w", escape.Quoted(name), err)
		}
	}
	return nil
}

// writeNew puts a file where there was perhaps another; a link is replaced and
// not followed.
func writeNew(root *os.Root, name string, data []byte) error {
	if dir := filepath.Dir(name); dir != "." {
		if info, err := root.Lstat(dir); err == nil && !info.IsDir() {
			return errors.New("its folder is none")
		}
		if err := root.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}
