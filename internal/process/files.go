package process

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
)

// ReadInput reads at most one byte more than so many of a file, or of standard
// input for "-"; whoever parses it refuses what is longer. What is no plain file is
// refused: opening it could wait for ever.
func (p *Process) ReadInput(name string, most int64) ([]byte, error) {
	in := p.Stdin
	if name != "-" {
		info, err := os.Stat(p.Path(name))
		if err != nil {
			return nil, exit.AsUsage(err)
		}
		if !info.Mode().IsRegular() {
			return nil, exit.Usagef("%s is no file", escape.Quoted(name))
		}
		f, err := os.Open(p.Path(name))
		if err != nil {
			return nil, exit.AsUsage(err)
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, most+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", escape.Quoted(name), err)
	}
	return data, nil
}

// ReadBounded reads a plain file of at most so many bytes.
func (p *Process) ReadBounded(name string, most int64) ([]byte, error) {
	info, err := os.Stat(p.Path(name))
	switch {
	case err != nil:
		return nil, exit.AsUsage(err)
	case !info.Mode().IsRegular():
		return nil, exit.Usagef("%s is no file", escape.Quoted(name))
	case info.Size() > most:
		return nil, exit.Usagef("%s is over the limit of %d bytes", escape.Quoted(name), most)
	}
	data, err := os.ReadFile(p.Path(name))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", escape.Quoted(name), err)
	}
	return data, nil
}

// NotLinked refuses a name that is there and is a link.
func (p *Process) NotLinked(name string) error {
	info, err := os.Lstat(p.Path(name))
	if err == nil && info.Mode()&(os.ModeSymlink|os.ModeIrregular) != 0 {
		return exit.Usagef("%s is a link, and a policy's documents are not read or written through links", escape.Quoted(name))
	}
	return nil
}

// Replace writes a file whole or not at all.
func (p *Process) Replace(name string, data []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(p.Path(name)), ".ringfence-*")
	if err != nil {
		return exit.AsUsage(err)
	}
	// Once renamed there is nothing left to remove.
	defer func() { _ = os.Remove(tmp.Name()) }()
	_, err = tmp.Write(data)
	err = errors.Join(err, tmp.Chmod(0o644), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), p.Path(name))
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", escape.Quoted(name), err)
	}
	return nil
}

// Write puts a result where --out says; empty is standard output.
func (p *Process) Write(out string, data []byte) error {
	if out == "" {
		_, err := p.Stdout.Write(data)
		return err
	}
	return p.Replace(out, data)
}

// Say puts text for people on standard output, or in the log that stands for it.
func (p *Process) Say(text string) error {
	if p.Log != nil {
		return p.Log(text)
	}
	_, err := io.WriteString(p.Stdout, text)
	return err
}

// ReadInside reads a file that OpenInside opens, and one byte more than most, so that the
// reader can tell one that is too long.
func ReadInside(dir, name string, most int64) ([]byte, error) {
	f, err := OpenInside(dir, name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return io.ReadAll(io.LimitReader(f, most+1))
}

// OpenInside opens a regular file of a folder. A link that leads out of the folder
// is refused: the repository may be anybody's.
func OpenInside(dir, name string) (io.ReadCloser, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }()
	name = filepath.FromSlash(name)
	info, err := root.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is not a regular file")
	}
	return root.Open(name)
}
