package extension

import (
	"path"
	"strings"
)

// listRepository lists what ships and, apart, the sources that do not.
func (e *Extension) listRepository(w *walker) error {
	files, err := w.walk(".", func(dir string) bool {
		base := path.Base(dir)
		return base == ".git" || dir == "node_modules"
	})
	if err != nil {
		return err
	}
	e.files = files
	return nil
}

// isSource names JavaScript and TypeScript files.
func isSource(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".js", ".cjs", ".mjs", ".jsx", ".ts", ".cts", ".mts", ".tsx":
		return true
	}
	return false
}
