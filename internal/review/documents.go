package review

import (
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/baseline"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/revision"
)

// readHead reads a file of the head without following a link: in a change it
// could lead to the base's, or out of the repository.
func (r *repository) readHead(name string, most int64) ([]byte, error) {
	root, err := os.OpenRoot(r.top)
	if err != nil {
		return nil, fmt.Errorf("reading the repository: %w", err)
	}
	defer func() { _ = root.Close() }()
	at := ""
	for part := range strings.SplitSeq(name, "/") {
		at = path.Join(at, part)
		info, err := root.Lstat(filepath.FromSlash(at))
		switch {
		case err != nil:
			return nil, err
		case info.Mode()&(os.ModeSymlink|os.ModeIrregular) != 0:
			return nil, fmt.Errorf("%s: %w", escape.Quoted(at), revision.ErrLink)
		case at == name && !info.Mode().IsRegular():
			return nil, fmt.Errorf("%s is no file", escape.Quoted(at))
		}
	}
	f, err := root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", escape.Quoted(name), err)
	}
	return data, nil
}

// headDocuments and baseDocuments read what lies below an extension's .ringfence.
func (r *repository) headDocuments(at string) (baseline.Documents, error) {
	return baseline.ReadDocuments(Prefix(at), func(name string, most int64) ([]byte, error) {
		return r.readHead(path.Join(at, name), most)
	})
}

func (r *repository) baseDocuments(ctx context.Context, at string) (baseline.Documents, error) {
	return baseline.ReadDocuments(r.base.Commit+":"+Prefix(at), func(name string, most int64) ([]byte, error) {
		return r.base.File(ctx, path.Join(at, name), most)
	})
}

// Prefix is the path of an extension's folder as it stands before a name.
func Prefix(at string) string {
	if at == "." {
		return ""
	}
	return at + "/"
}
