package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/initial"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// What became of a file.
const (
	wrote = "wrote"
	kept  = "kept"
)

// beside adds the files that say what is neither committed nor packaged.
func (c *Command) beside(b *setup) error {
	if err := c.unpackaged(b); err != nil {
		return err
	}
	name := path.Join(b.folder, initial.Uncommitted)
	text, err := c.readText(b, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	b.files[name] = []byte(initial.WithoutEvidence(string(text)))
	return nil
}

// mayWrite refuses ways that are links, and files that say something else than
// what would be written. What a program wrote is not among them: evidence.json
// always, and policy.json where it is one of this extension's.
func (c *Command) mayWrite(b *setup, names []string, o initOptions) error {
	var others []string
	for _, name := range names {
		for at := name; at != "."; at = path.Dir(at) {
			if err := c.notLinked(b.at(at)); err != nil {
				return err
			}
		}
		info, err := os.Lstat(b.at(name))
		switch {
		case errors.Is(err, fs.ErrNotExist) || err == nil && o.force && info.Mode().IsRegular():
			continue
		case err != nil:
			return err
		case !info.Mode().IsRegular():
			return exit.Usagef("%s is no file", quoted(name))
		}
		same, err := c.replaceable(b, name)
		if err != nil {
			return err
		}
		if !same {
			others = append(others, quoted(name))
		}
	}
	if len(others) > 0 {
		slices.Sort(others)
		return exit.Usagef("there already, and not what init writes: %s; nothing was written; --force writes over it", strings.Join(others, ", "))
	}
	return nil
}

// keepsConfiguration leaves a configuration that is there as it is: with --force
// as well, since nobody else has what a person wrote into it. One that cannot be
// read is a person's to mend.
func (c *Command) keepsConfiguration(b *setup) error {
	name := b.document(path.Base(initial.Configuration))
	text, err := c.readText(b, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		_, err = config.Parse(name, text, config.Words{Checks: checkNames()})
	}
	if err != nil {
		return exit.Usagef("the configuration is kept, and cannot be read: %w; mend or remove %s; nothing was written", err, quoted(name))
	}
	b.files[name] = text
	return nil
}

// replaceable reports that writing a file that is there loses nothing a person
// wrote.
func (c *Command) replaceable(b *setup, name string) (bool, error) {
	switch path.Base(name) {
	case initial.Evidence, initial.Ignore, path.Base(initial.Uncommitted):
		// Lines are added to the last two, and all that was there stays.
		return true, nil
	}
	before, err := c.readText(b, name)
	if err != nil {
		return false, err
	}
	if path.Base(name) == policygen.PolicyFile {
		manifest, err := c.ownManifest(b)
		if err != nil {
			return false, err
		}
		p, err := policy.Parse(name, before)
		// VS Code, and so a policy, does not tell capitals in the name.
		return err == nil && strings.EqualFold(p.Extension, manifest.Publisher+"."+manifest.Name), nil
	}
	return bytes.Equal(before, b.files[name]), nil
}

// writeOne writes a file where it does not say the same already.
func (c *Command) writeOne(b *setup, name string, data []byte) error {
	if before, err := os.ReadFile(b.at(name)); err == nil && bytes.Equal(before, data) {
		b.became[name] = kept
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(b.at(name)), 0o755); err != nil {
		return err
	}
	b.became[name] = wrote
	return c.replace(b.at(name), data)
}

// readText reads a file of the repository, never through a link.
func (c *Command) readText(b *setup, name string) ([]byte, error) {
	const most = policy.MaxBytes
	file := b.at(name)
	if err := c.notLinked(file); err != nil {
		return nil, err
	}
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, exit.Usagef("%s is no file", quoted(name))
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && len(data) > most {
		err = exit.Usagef("%s has more than %d bytes", finding.Printable(name, 300), most)
	}
	return data, err
}

// isThere reports that there is something of the name.
func isThere(name string) (bool, error) {
	_, err := os.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}
