package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/initial"
	"github.com/ringfence-dev/ringfence/internal/run"
	"github.com/ringfence-dev/ringfence/policygen"
)

// unpackaged adds the extension's .vscodeignore to files where it has to change
// so that nothing below .ringfence ships. ships names what does all the same, and
// why; empty: nothing.
func (c *Command) unpackaged(root, folder string, files map[string][]byte) (ships string, err error) {
	limits := extension.DefaultLimits()
	read := func(name string) ([]byte, error) {
		file := filepath.Join(root, filepath.FromSlash(path.Join(folder, name)))
		if err := c.notLinked(file); err != nil {
			return nil, err
		}
		info, err := os.Stat(file)
		switch {
		case err != nil:
			return nil, err
		case !info.Mode().IsRegular():
			return nil, usagef("%s is no file", quoted(name))
		}
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		data, err := io.ReadAll(io.LimitReader(f, limits.MaxManifest+1))
		if err == nil && int64(len(data)) > limits.MaxManifest {
			err = usagef("%s has more than %d bytes", quoted(name), limits.MaxManifest)
		}
		return data, err
	}
	data, err := read("package.json")
	if err != nil {
		return "", err
	}
	manifest, err := extension.ParseManifest(data, nil, limits)
	if err != nil {
		return "", usageError{err}
	}
	p := initial.Packaging{HasFiles: manifest.HasFiles}
	for _, f := range manifest.Files {
		p.Files = append(p.Files, f.Value)
	}
	data, err = read(initial.Ignore)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	p.Ignore, p.HasIgnore = string(data), err == nil
	text, changed, left := p.Unpackaged([]string{
		run.PolicyName, run.ConfigName, policygen.Dir + "/" + evidenceFile, run.LoaderName, run.SidecarName,
	})
	if changed {
		files[path.Join(folder, initial.Ignore)] = []byte(text)
	}
	switch {
	case left == "":
		return "", nil
	case !p.HasIgnore && p.HasFiles:
		return left + ` ships with the extension: "files" of package.json lists it`, nil
	}
	return left + " ships with the extension: a line of .vscodeignore that begins with ! brings it back", nil
}

// tellShips says what nothing but a person can change.
func (c *Command) tellShips(ships string) error {
	if ships == "" {
		return nil
	}
	_, err := fmt.Fprintf(c.Stdout, "Note: %s.\n", finding.Printable(ships, finding.MaxMessage))
	return err
}
