package scaffold

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/audit"
	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// What became of a file.
const (
	wrote     = "wrote"
	unchanged = "kept"
)

// beside adds the files that say what is neither committed nor packaged.
func beside(p *process.Process, b *setup) error {
	if err := unpackaged(p, b); err != nil {
		return err
	}
	name := path.Join(b.folder, Uncommitted)
	text, err := readText(p, b, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	b.files[name] = []byte(WithoutEvidence(string(text)))
	return nil
}

// mayWrite refuses ways that are links, and files that say something else than
// what would be written. What a program wrote is not among them: evidence.json
// always, and policy.json where it is one of this extension's.
func mayWrite(p *process.Process, b *setup, names []string, o Options) error {
	var others []string
	for _, name := range names {
		for at := name; at != "."; at = path.Dir(at) {
			if err := p.NotLinked(b.at(at)); err != nil {
				return err
			}
		}
		info, err := os.Lstat(b.at(name))
		switch {
		case errors.Is(err, fs.ErrNotExist) || err == nil && o.Force && info.Mode().IsRegular():
			continue
		case err != nil:
			return err
		case !info.Mode().IsRegular():
			return exit.Usagef("%s is no file", escape.Quoted(name))
		}
		same, err := replaceable(p, b, name)
		if err != nil {
			return err
		}
		if !same {
			others = append(others, escape.Quoted(name)+differs(p, b, name))
		}
	}
	if len(others) > 0 {
		slices.Sort(others)
		return exit.Usagef("there already, and not what init writes: %s; nothing was written; --force writes over it", strings.Join(others, ", "))
	}
	return nil
}

// differs says of a workflow of ours what the other one is made for; empty: it is not
// known.
func differs(p *process.Process, b *setup, name string) string {
	text, err := readText(p, b, name)
	if err != nil {
		return ""
	}
	was, now := pin().FindSubmatch(text), pin().FindSubmatch(b.files[name])
	if was == nil || now == nil || bytes.Equal(was[1], now[1]) {
		return ""
	}
	return " (it uses ringfence at " + string(was[1]) + ")"
}

// keepConfiguration leaves a configuration that is there as it is: with --force
// as well, since nobody else has what a person wrote into it. One that cannot be
// read is a person's to mend.
func keepConfiguration(p *process.Process, b *setup) error {
	name := b.document(path.Base(Configuration))
	text, err := readText(p, b, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var was *config.Config
	if err == nil {
		was, err = config.Parse(name, text, config.Words{Checks: audit.CheckNames()})
	}
	if err == nil && was.Build != b.settings.Command && b.settings.Command != "" {
		b.notes = append(b.notes, fmt.Sprintf("%s is kept; write \"build: %s\" into it, so that \"ringfence build\" runs that as well",
			escape.Quoted(name), b.settings.Command))
	}
	if err != nil {
		return exit.Usagef("nothing was written: the configuration is kept, and cannot be read: %w; mend or remove %s", err, escape.Quoted(name))
	}
	b.files[name] = text
	return nil
}

// replaceable reports that writing a file that is there loses nothing a person
// wrote.
func replaceable(p *process.Process, b *setup, name string) (bool, error) {
	switch path.Base(name) {
	case Evidence, Ignore, path.Base(Uncommitted):
		// Lines are added to the last two, and all that was there stays.
		return true, nil
	}
	before, err := readText(p, b, name)
	if err != nil {
		return false, err
	}
	if path.Base(name) == policygen.PolicyFile {
		manifest, err := ownManifest(p, b)
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
func writeOne(p *process.Process, b *setup, name string, data []byte) error {
	if before, err := os.ReadFile(b.at(name)); err == nil && bytes.Equal(before, data) {
		b.became[name] = unchanged
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(b.at(name)), 0o755); err != nil {
		return err
	}
	b.became[name] = wrote
	return p.Replace(b.at(name), data)
}

// readText reads a file of the repository, never through a link.
func readText(p *process.Process, b *setup, name string) ([]byte, error) {
	const most = policy.MaxBytes
	file := b.at(name)
	if err := p.NotLinked(file); err != nil {
		return nil, err
	}
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, exit.Usagef("%s is no file", escape.Quoted(name))
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && len(data) > most {
		err = exit.Usagef("%s has more than %d bytes", escape.Printable(name, 300), most)
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
