package extension

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// rootFS is a root as an fs.FS whose files are regular and of at most most
// bytes, for what is read before there is a list of files.
type rootFS struct {
	root *os.Root
	most int64
}

// Open opens a file or folder.
func (r rootFS) Open(name string) (fs.File, error) {
	return r.root.OpenFile(filepath.FromSlash(name), os.O_RDONLY|nonBlocking, 0)
}

// ReadFile returns a regular file.
func (r rootFS) ReadFile(name string) ([]byte, error) {
	f, err := openRegular(r.root, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, r.most+1))
	if err == nil && int64(len(data)) > r.most {
		return nil, fmt.Errorf("%q is over the limit of %d bytes", name, r.most)
	}
	return data, err
}

// Stat follows links inside the root.
func (r rootFS) Stat(name string) (fs.FileInfo, error) { return r.root.Stat(filepath.FromSlash(name)) }

// Lstat follows none.
func (r rootFS) Lstat(name string) (fs.FileInfo, error) {
	return r.root.Lstat(filepath.FromSlash(name))
}

// ReadLink returns a link's target with slashes.
func (r rootFS) ReadLink(name string) (string, error) {
	target, err := r.root.Readlink(filepath.FromSlash(name))
	return filepath.ToSlash(target), err
}
