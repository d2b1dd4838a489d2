package build

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// guard keeps the files by which a step of a workflow speaks to its runner, the
// ones GITHUB_ENV, GITHUB_PATH and their like name, out of a build's reach: while
// it runs they are not there. A program of the same user that looks for them in
// the runner's folders finds none, and what it writes in their place is thrown
// away.
type guard struct{ held []heldFile }

type heldFile struct {
	name string
	data []byte
	mode fs.FileMode
}

// errSpoke is how a build ends that wrote to the runner.
var errSpoke = errors.New("the build wrote a file through which a workflow step speaks to its runner, which was thrown away; " +
	"docs/guide/build.md says what a build may write")

// hold takes the files away. A file that is not there is held as absent.
func hold(names []string) (*guard, error) {
	g := &guard{}
	for _, name := range names {
		if !filepath.IsAbs(name) {
			continue // nothing a runner names
		}
		info, err := os.Lstat(name)
		if errors.Is(err, fs.ErrNotExist) {
			g.held = append(g.held, heldFile{name: name})
			continue
		}
		if err == nil && !info.Mode().IsRegular() {
			err = errors.New("it is not a regular file")
		}
		var data []byte
		if err == nil {
			data, err = os.ReadFile(name)
		}
		if err == nil {
			err = os.Remove(name)
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("holding back the runner's file %s: %w", filepath.Base(name), err), g.release())
		}
		g.held = append(g.held, heldFile{name, data, info.Mode().Perm()})
	}
	return g, nil
}

// release puts them back as they were.
func (g *guard) release() error {
	var errs []error
	for _, f := range g.held {
		if _, err := os.Lstat(f.name); err == nil {
			errs = append(errs, errSpoke)
			if err := os.RemoveAll(f.name); err != nil {
				errs = append(errs, err)
				continue
			}
		}
		if f.mode == 0 {
			continue
		}
		if err := restore(f); err != nil {
			errs = append(errs, fmt.Errorf("putting the runner's file %s back: %w", filepath.Base(f.name), err))
		}
	}
	g.held = nil
	return errors.Join(errs...)
}

func restore(f heldFile) error {
	out, err := os.OpenFile(f.name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, f.mode)
	if err != nil {
		return err
	}
	_, err = bytes.NewReader(f.data).WriteTo(out)
	return errors.Join(err, out.Chmod(f.mode), out.Close())
}
