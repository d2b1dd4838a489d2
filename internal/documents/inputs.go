package documents

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// From says where the inputs of an extension's policy lie.
type From struct {
	// Target is the extension as it was named. Its own documents count when it is a
	// repository.
	Target string
	// Home is the repository whose documents count where Target is its package;
	// empty: Target is all there is.
	Home string
	// Documents is the folder of the documents; empty: that of Home or Target.
	Documents string
	// Today is the day on which rulings may be over; empty: what the clock says.
	Today string
}

// Inputs reads what people and runs said. An archive's own documents are never
// read: who is under test does not judge.
func Inputs(p *process.Process, ext *extension.Extension, from From) (policygen.Inputs, error) {
	in := policygen.Inputs{Today: p.Today(from.Today)}
	dir := from.Documents
	if dir == "" {
		home := from.Home
		if home == "" {
			if ext.Source != extension.Repository {
				return in, nil
			}
			home = from.Target
		}
		dir = filepath.Join(home, policygen.Dir)
		if err := p.NotLinked(dir); err != nil {
			return in, err
		}
	}
	if _, err := os.Stat(p.Path(dir)); from.Documents != "" && errors.Is(err, os.ErrNotExist) {
		if _, err := fmt.Fprintf(p.Stderr, "ringfence: there is no folder %s; nothing was observed, accepted or overridden\n",
			escape.Quoted(dir)); err != nil {
			return in, err
		}
	}
	read := func(name string, parse func(file string, data []byte) error) error {
		file := filepath.Join(dir, name)
		if err := p.NotLinked(file); err != nil {
			return err
		}
		if _, err := os.Stat(p.Path(file)); errors.Is(err, os.ErrNotExist) {
			return nil
		}
		data, err := p.ReadInput(file, policy.MaxBytes)
		if err != nil {
			return err
		}
		return exit.AsUsage(parse(file, data))
	}
	err := errors.Join(
		read(policygen.ObservedFile, func(file string, data []byte) (err error) { in.Observed, err = policy.Parse(file, data); return err }),
		read(policygen.AcceptedFile, func(file string, data []byte) (err error) {
			in.Accepted, err = policy.ParseAccepted(file, data)
			return err
		}),
		read(policygen.OverrideFile, func(file string, data []byte) (err error) {
			in.Override, err = policy.ParseOverride(file, data)
			return err
		}),
	)
	if err != nil {
		return in, exit.AsUsage(err)
	}
	return in, nil
}
