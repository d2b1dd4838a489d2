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
	"unicode/utf8"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// unpack unpacks a tarball below dest, without the first folder of its names.
// only names the single file to unpack; empty: all. npm's tarballs hold plain
// files, and anything else is refused with the name of the entry.
func unpack(tarball, dest, only string, limits extension.Limits) error {
	limits = withDefaults(limits)
	f, err := os.Open(tarball)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() > limits.MaxTotal {
		return fmt.Errorf("the tarball is %d bytes, over the limit of %d", info.Size(), limits.MaxTotal)
	}
	if err := os.Mkdir(dest, 0o700); err != nil {
		return err
	}
	// The whole stream is bounded, not only the files: headers and padding are
	// bytes as well.
	budget := min(limits.MaxTotal, max(info.Size(), 64<<10)*limits.MaxRatio)
	u := unpacker{dest: dest, only: only, limits: limits, names: map[string]string{}}
	if err := u.run(f, budget); err != nil {
		return err
	}
	if only != "" && !u.found {
		return fmt.Errorf("the package has no file %q", only)
	}
	return nil
}

type unpacker struct {
	dest, only string
	limits     extension.Limits
	// names maps a folded name to the one that took it.
	names map[string]string
	found bool
}

func (u *unpacker) run(r io.Reader, budget int64) error {
	gz, err := gzip.NewReader(r)
	if err != nil {
		return fmt.Errorf("the tarball is not gzip: %w", err)
	}
	bounded := &io.LimitedReader{R: gz, N: budget + 1}
	tr := tar.NewReader(bounded)
	for n := 0; ; n++ {
		h, err := tr.Next()
		switch {
		case bounded.N <= 0:
			return fmt.Errorf("it unpacks to over %d bytes", budget)
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("the tarball is damaged: %w", err)
		case n >= u.limits.MaxFiles:
			return fmt.Errorf("it holds over %d entries", u.limits.MaxFiles)
		}
		if err := u.entry(h, tr); err != nil {
			if bounded.N <= 0 {
				err = fmt.Errorf("it unpacks to over %d bytes", budget)
			}
			return fmt.Errorf("entry %q: %w", finding.Printable(h.Name, 120), err)
		}
	}
}

func (u *unpacker) entry(h *tar.Header, r io.Reader) error {
	if h.Typeflag == tar.TypeDir {
		return nil // folders are made for their files
	}
	if h.Typeflag != tar.TypeReg {
		return errors.New("it is no plain file; links and devices do not belong into a package")
	}
	_, name, _ := strings.Cut(h.Name, "/")
	switch {
	case !finding.LocalPath(name) || !filepath.IsLocal(filepath.FromSlash(name)) || strings.Contains(name, `\`):
		return errors.New("its name leads out of the package")
	case !utf8.ValidString(name):
		return errors.New("its name is not UTF-8")
	case len(name) > u.limits.MaxPath || strings.Count(name, "/") >= u.limits.MaxDepth:
		return fmt.Errorf("its name is over %d bytes or %d folders deep", u.limits.MaxPath, u.limits.MaxDepth)
	case h.Size > u.limits.MaxTotal:
		return fmt.Errorf("it is %d bytes, over the limit of %d", h.Size, u.limits.MaxTotal)
	}
	folded := strings.ToLower(name)
	if other, ok := u.names[folded]; ok {
		return fmt.Errorf("its name is taken by %q", finding.Printable(other, 120))
	}
	u.names[folded] = name
	if u.only != "" && name != u.only {
		return nil
	}
	u.found = true
	return u.write(name, h, r)
}

func (u *unpacker) write(name string, h *tar.Header, r io.Reader) error {
	file := filepath.Join(u.dest, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	perm := os.FileMode(0o600)
	if h.FileInfo().Mode()&0o111 != 0 {
		perm = 0o700
	}
	// O_EXCL: nothing that is there already is written to or through.
	f, err := os.OpenFile(file, os.O_CREATE|os.O_WRONLY|os.O_EXCL, perm)
	if err != nil {
		return err
	}
	if _, err := io.Copy(f, r); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

func withDefaults(l extension.Limits) extension.Limits {
	d := extension.DefaultLimits()
	for _, p := range []struct{ got, def *int64 }{{&l.MaxTotal, &d.MaxTotal}, {&l.MaxRatio, &d.MaxRatio}} {
		if *p.got <= 0 {
			*p.got = *p.def
		}
	}
	for _, p := range []struct{ got, def *int }{{&l.MaxFiles, &d.MaxFiles}, {&l.MaxDepth, &d.MaxDepth}, {&l.MaxPath, &d.MaxPath}} {
		if *p.got <= 0 {
			*p.got = *p.def
		}
	}
	return l
}
