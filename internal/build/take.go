package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
)

// maxArchive is the size of the largest .vsix that is taken.
const maxArchive = 2 << 30

// place is where the archive goes, opened before any of the stranger's code
// runs: what a build does to the path afterwards changes nothing.
//
// An earlier package of the same extension makes way, before the build and not after
// it: when the build fails, none is left to be taken for its result. Nothing else is
// removed.
type place struct {
	root *os.Root
	name string
}

func openPlace(ctx context.Context, out string, want Project) (place, error) {
	abs, err := filepath.Abs(out)
	if err != nil {
		return place{}, err
	}
	root, err := os.OpenRoot(filepath.Dir(abs))
	if err != nil {
		return place{}, err
	}
	p := place{root, filepath.Base(abs)}
	if _, err := root.Lstat(p.name); err != nil {
		return p, nil
	}
	if err = p.clear(ctx, abs, want); err != nil {
		return place{}, errors.Join(
			fmt.Errorf("%s is there already, and %w; remove it, or name another file with --out", escape.Printable(out, 200), err),
			root.Close(),
		)
	}
	return p, nil
}

// clear removes an earlier package of the extension, which lies at file, with the maps
// that were kept beside it.
func (p place) clear(ctx context.Context, file string, want Project) error {
	if info, err := p.root.Lstat(p.name); err != nil || !info.Mode().IsRegular() || !strings.HasSuffix(p.name, ".vsix") {
		return errors.New("it is no .vsix")
	}
	ext, err := extension.LoadAs(ctx, file, extension.VSIX, extension.DefaultLimits())
	if err != nil {
		return errors.New("it is no .vsix that can be read")
	}
	is := ext.Manifest.Publisher + "." + ext.Manifest.Name
	if err := ext.Close(); err != nil {
		return err
	}
	if is != want.ID() {
		return fmt.Errorf("it is of %s", escape.Quoted(is))
	}
	if err := p.root.Remove(p.name); err != nil {
		return err
	}
	kept := strings.TrimSuffix(p.name, ".vsix") + MapsSuffix
	if info, err := p.root.Lstat(kept); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return p.root.Remove(kept)
}

func (p place) close() { _ = p.root.Close() }

// take copies the archive a build left at file, and nothing else of it, after
// it was read as the extension it must be.
func (p place) take(ctx context.Context, file string, want Project) (Result, error) {
	info, err := os.Lstat(file)
	switch {
	case err != nil:
		return Result{}, &Failure{errors.New("vsce left no archive; --command names a build of your own")}
	case !info.Mode().IsRegular():
		return Result{}, &Failure{errors.New("what the build left is not a regular file; --command names a build of your own")}
	case info.Size() > maxArchive:
		return Result{}, &Failure{fmt.Errorf("the archive has %d bytes, over the limit of %d; "+
			".vscodeignore, or files in package.json, leaves out what need not ship", info.Size(), int64(maxArchive))}
	}
	r, err := inspect(ctx, file, want)
	if err != nil {
		return Result{}, &Failure{err}
	}
	in, err := os.Open(file)
	if err != nil {
		return Result{}, err
	}
	defer in.Close()
	out, err := p.root.OpenFile(p.name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return Result{}, fmt.Errorf("writing the archive: %w", err)
	}
	h := sha256.New()
	r.Size, err = io.Copy(io.MultiWriter(out, h), in)
	if err = errors.Join(err, out.Close()); err != nil {
		return Result{}, errors.Join(fmt.Errorf("writing the archive: %w", err), p.root.Remove(p.name))
	}
	r.SHA256 = hex.EncodeToString(h.Sum(nil))
	return r, nil
}

// inspect reads the archive: it is an extension, and the one that was asked for.
func inspect(ctx context.Context, file string, want Project) (Result, error) {
	ext, err := extension.LoadAs(ctx, file, extension.VSIX, extension.Limits{})
	if err != nil {
		return Result{}, fmt.Errorf("what the build left is no extension: %w", err)
	}
	defer func() { _ = ext.Close() }()
	m := ext.Manifest
	if m.Publisher != want.Publisher || m.Name != want.Name {
		return Result{}, fmt.Errorf(
			"the archive is of %q and not of %q",
			escape.Printable(m.Publisher+"."+m.Name, 200),
			escape.Printable(want.ID(), 200),
		)
	}
	want.Version = m.Version
	return Result{Project: want, Files: len(ext.Files())}, nil
}
