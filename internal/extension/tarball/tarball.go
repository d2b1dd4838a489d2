// Package tarball unpacks the tarballs npm makes, which a stranger may have
// made instead: gzip, tar, plain files below one folder. Names are read as npm
// reads them: "./" and doubled slashes mean nothing, and of two entries with one
// name the later is the file. Everything else (links, devices, names that lead
// out, names that differ only in case) is refused with the name of the entry.
package tarball

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ringfence-dev/ringfence/internal/extension/archive"
)

// Pick says where a file goes: it gets the cleaned, slash-separated name without
// the first folder and answers with one relative to the destination, or false to
// leave the file out. A nil Pick takes every file as it is.
type Pick func(name string) (string, bool)

// Unpack unpacks a tarball below dest, whose folders are made as needed. All
// limits must be positive; Ratio counts for the tarball as a whole.
func Unpack(tarball, dest string, pick Pick, limits archive.Limits) error {
	f, err := os.Open(tarball)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() > limits.Total {
		return fmt.Errorf("the tarball is %d bytes, over the limit of %d", info.Size(), limits.Total)
	}
	// The whole stream is bounded, not only the files: headers and padding are
	// bytes as well.
	budget := min(limits.Total, max(info.Size(), 64<<10)*limits.Ratio)
	u := unpacker{pick: pick, limits: limits, names: map[string]taken{}}
	u.put = func(name string, again bool, h *tar.Header, r io.Reader) error { return write(dest, name, again, h, r) }
	return u.run(f, budget)
}

// Read hands every file of a tarball of so many bytes to visit, under the same
// rules as Unpack and without a folder. A name that comes twice is visited twice,
// and the later visit is the file.
func Read(r io.Reader, size int64, limits archive.Limits, visit func(name string, r io.Reader) error) error {
	u := unpacker{limits: limits, names: map[string]taken{}}
	u.put = func(name string, _ bool, _ *tar.Header, r io.Reader) error { return visit(name, r) }
	return u.run(r, min(limits.Total, max(size, 64<<10)*limits.Ratio))
}

type unpacker struct {
	pick   Pick
	limits archive.Limits
	// put is where a file goes; again says that this tarball put one there before.
	put func(name string, again bool, h *tar.Header, r io.Reader) error
	// names maps a folded name of a destination to what took it.
	names map[string]taken
}

// taken is a file of the tarball: its name there and where it went.
type taken struct{ name, to string }

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
		case n >= u.limits.Entries:
			return fmt.Errorf("it holds over %d entries", u.limits.Entries)
		}
		if err := u.entry(h, tr); err != nil {
			if bounded.N <= 0 {
				err = fmt.Errorf("it unpacks to over %d bytes", budget)
			}
			return fmt.Errorf("entry %.120q: %w", h.Name, err)
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
	// The first folder is "package" by convention; any is dropped.
	_, name, _ := strings.Cut(h.Name, "/")
	name, inside := clean(name)
	switch {
	case !inside:
		return errors.New("its name leads out of the package")
	case !utf8.ValidString(name):
		return errors.New("its name is not UTF-8")
	case len(name) > u.limits.Path || strings.Count(name, "/") >= u.limits.Depth:
		return fmt.Errorf("its name is over %d bytes or %d folders deep", u.limits.Path, u.limits.Depth)
	case h.Size > u.limits.Total:
		return fmt.Errorf("it is %d bytes, over the limit of %d", h.Size, u.limits.Total)
	}
	to := name
	if u.pick != nil {
		var ok bool
		if to, ok = u.pick(name); !ok {
			return nil
		}
		if !local(to) {
			return fmt.Errorf("it was to go to %q, which leads out", to)
		}
	}
	folded := strings.ToLower(to)
	other, again := u.names[folded]
	if again && (other != taken{name, to}) {
		return fmt.Errorf("its name is taken by %.120q", other.name)
	}
	u.names[folded] = taken{name, to}
	return u.put(to, again, h, r)
}

// clean returns a name as npm unpacks it, or false where it leads out: npm leaves
// such a file out and goes on, which would be a package that is not the one
// somebody else sees.
func clean(name string) (string, bool) {
	parts := strings.Split(name, "/")
	if slices.Contains(parts, "..") {
		return "", false
	}
	parts = slices.DeleteFunc(parts, func(p string) bool { return p == "" || p == "." })
	name = strings.Join(parts, "/")
	return name, local(name)
}

// local reports whether a slash-separated name stays below the folder it is
// relative to, on every system, and is written in one way only.
func local(name string) bool {
	return name != "." && name == path.Clean(name) && filepath.IsLocal(filepath.FromSlash(name)) && !strings.Contains(name, `\`)
}

func write(dest, name string, again bool, h *tar.Header, r io.Reader) error {
	file := filepath.Join(dest, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	perm := os.FileMode(0o600)
	if h.FileInfo().Mode()&0o111 != 0 {
		perm = 0o700
	}
	if again {
		if err := os.Remove(file); err != nil {
			return err
		}
	}
	// O_EXCL: nothing that was there before this tarball is written to or through.
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
