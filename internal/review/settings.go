package review

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/baseline"
)

// settings names what the change touches that it is judged by.
func (r *repository) settings(ctx context.Context, at string, base, head baseline.Documents) ([]string, error) {
	was, is, err := r.workflows(ctx)
	if err != nil {
		return nil, err
	}
	return append(baseline.Settings(at, base, head), baseline.Files(was, is)...), nil
}

// namesUs reports a workflow that names us.
func namesUs(data []byte) bool { return strings.Contains(string(data), "ringfence") }

// workflows are the files by which a forge runs us, where they name us: who
// changes one changes how all the others are judged.
func (r *repository) workflows(ctx context.Context) (base, head map[string][]byte, err error) {
	base, head = map[string][]byte{}, map[string][]byte{}
	const most = 1 << 20
	names := map[string]bool{".gitlab-ci.yml": true}
	for _, name := range r.base.Names(".github/workflows") {
		names[name] = true
	}
	if root, err := os.OpenRoot(r.top); err == nil {
		list, _ := fs.ReadDir(root.FS(), ".github/workflows")
		for _, e := range list {
			names[".github/workflows/"+e.Name()] = true
		}
		_ = root.Close()
	}
	for name := range names {
		was, err := r.base.File(ctx, name, most)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			was = []byte("not read: ringfence")
		}
		is, err := r.readHead(name, most)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			is = []byte("cannot be read: ringfence")
		}
		if !namesUs(was) && !namesUs(is) {
			continue
		}
		if was != nil {
			base[name] = was
		}
		if is != nil {
			head[name] = is
		}
	}
	return base, head, nil
}
