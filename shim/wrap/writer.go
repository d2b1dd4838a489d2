package wrap

import (
	"archive/zip"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// writer writes a package under a name of its own, which becomes the wanted one
// when all is there.
type writer struct {
	out, tmp string
	// Either an archive or a folder.
	file *os.File
	zip  *zip.Writer
	root *os.Root
}

func newWriter(out string) (*writer, error) {
	w := &writer{out: out}
	dir := filepath.Dir(out)
	var err error
	if strings.HasSuffix(strings.ToLower(out), ".vsix") {
		if w.file, err = os.CreateTemp(dir, ".ringfence-*"); err == nil {
			w.tmp, w.zip = w.file.Name(), zip.NewWriter(w.file)
			w.zip.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) {
				return flate.NewWriter(to, flate.DefaultCompression)
			})
		}
	} else {
		if w.tmp, err = os.MkdirTemp(dir, ".ringfence-*"); err == nil {
			w.root, err = os.OpenRoot(w.tmp)
		}
	}
	if err != nil {
		w.abandon()
		return nil, fmt.Errorf("writing %s: %w", quoted(out), err)
	}
	return w, nil
}

// prefix is where in the package the extension lies.
func (w *writer) prefix() string {
	if w.zip != nil {
		return inside
	}
	return ""
}

// add writes a file. All archives have the same time in them: the first that the
// format knows.
func (w *writer) add(name string, executable bool, data []byte) error {
	mode := os.FileMode(0o644)
	if executable {
		mode = 0o755
	}
	if w.zip == nil {
		local := filepath.FromSlash(name)
		if err := w.root.MkdirAll(filepath.Dir(local), 0o755); err != nil {
			return err
		}
		f, err := w.root.OpenFile(local, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if err != nil {
			return err
		}
		_, err = f.Write(data)
		return errors.Join(err, f.Close())
	}
	h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC)}
	if len(data) == 0 {
		h.Method = zip.Store
	}
	h.SetMode(mode)
	to, err := w.zip.CreateHeader(h)
	if err != nil {
		return err
	}
	_, err = to.Write(data)
	return err
}

func (w *writer) finish() error {
	var err error
	if w.zip != nil {
		err = errors.Join(w.zip.Close(), w.file.Chmod(0o644), w.file.Close())
	} else {
		err = errors.Join(w.root.Close(), os.Chmod(w.tmp, 0o755))
	}
	if err == nil {
		err = os.Rename(w.tmp, w.out)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", quoted(w.out), err)
	}
	w.tmp = ""
	return nil
}

// abandon removes what is not finished.
func (w *writer) abandon() {
	if w.tmp == "" {
		return
	}
	if w.file != nil {
		_ = w.file.Close()
	}
	if w.root != nil {
		_ = w.root.Close()
	}
	_ = os.RemoveAll(w.tmp)
}
