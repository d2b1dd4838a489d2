package npm

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// maxUntar bounds what one tarball may unpack to; the largest we use, a Node
// binary's package, is under 300 MB.
const maxUntar = 1 << 30

// Untar unpacks an npm tarball below dest. pick gets each file's
// slash-separated name without the leading "package/" and answers where it goes,
// relative to dest, or false to leave it out; a nil pick takes everything as it
// is. Links and special files are refused: npm packs none.
func Untar(tarball, dest string, pick func(name string) (string, bool)) error {
	f, err := os.Open(tarball)
	if err != nil {
		return fmt.Errorf("unpacking: %w", err)
	}
	defer f.Close()
	if err := untar(f, dest, pick); err != nil {
		return fmt.Errorf("unpacking %s: %w", filepath.Base(tarball), err)
	}
	return nil
}

func untar(r io.Reader, dest string, pick func(name string) (string, bool)) error {
	gz, err := gzip.NewReader(r)
	if err != nil {
		return err
	}
	budget := int64(maxUntar)
	for tr := tar.NewReader(gz); ; {
		h, err := tr.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if h.Typeflag == tar.TypeDir {
			continue
		}
		if h.Typeflag != tar.TypeReg {
			return fmt.Errorf("%s is not a plain file", h.Name)
		}
		// The first segment is "package" by convention; any is dropped.
		_, name, _ := strings.Cut(h.Name, "/")
		if pick != nil {
			var ok bool
			if name, ok = pick(name); !ok {
				continue
			}
		}
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return fmt.Errorf("%q leads out of the package", h.Name)
		}
		if budget -= h.Size; budget < 0 {
			return fmt.Errorf("it unpacks to more than %d bytes", int64(maxUntar))
		}
		if err := write(filepath.Join(dest, filepath.FromSlash(name)), tr, h.FileInfo().Mode()); err != nil {
			return err
		}
	}
}

func write(path string, r io.Reader, mode os.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	perm := os.FileMode(0o644)
	if mode&0o111 != 0 {
		perm = 0o755
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, perm)
	if err != nil {
		return err
	}
	if _, err := io.Copy(f, r); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
