// Package baseline holds a change against what is committed: the documents of the base
// and of the head, the policies that come out of them, what the head may do that the
// base might not, and the generated files that are not what comes out.
//
// Everything is handed in as values. It starts no scan, opens no file and knows no
// forge; judging is gate's.
package baseline

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Documents are the files below an extension's .ringfence at one commit, or in
// one folder.
type Documents struct {
	// Config is the configuration's text; nil: there is none.
	Config []byte
	// Policy is the committed policy; nil: there is none.
	Policy *policy.Policy
	// Inputs are what was observed, accepted and overridden.
	Inputs policygen.Inputs
	// Texts are the files as they are, by name below the extension's folder.
	Texts map[string][]byte
}

// The names below an extension's folder.
const (
	ConfigName  = config.Name
	PolicyName  = policygen.Dir + "/" + policygen.PolicyFile
	LoaderName  = policygen.Dir + "/" + policygen.LoaderFile
	SidecarName = policygen.Dir + "/" + policygen.SidecarFile
)

// MaxKept bounds the two files of a loader, which are read and compared, never
// believed.
const MaxKept = 8 << 20

// inputNames are the documents that a person answers for.
var inputNames = []string{
	policygen.Dir + "/" + policygen.AcceptedFile, policygen.Dir + "/" + policygen.ObservedFile, policygen.Dir + "/" + policygen.OverrideFile,
}

// ReadDocuments reads the documents. read gives a file by its name below the
// extension's folder, at most so many bytes; one that is not there is
// fs.ErrNotExist. where names the place in errors.
func ReadDocuments(where string, read func(name string, most int64) ([]byte, error)) (Documents, error) {
	d := Documents{Texts: map[string][]byte{}}
	var problems []error
	get := func(name string, most int64, parse func(file string, data []byte) error) {
		data, err := read(name, most)
		if errors.Is(err, fs.ErrNotExist) {
			return
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("reading %s%s: %w", where, name, err))
			return
		}
		d.Texts[name] = data
		if err := parse(where+name, data); err != nil {
			problems = append(problems, err)
		}
	}
	get(ConfigName, config.MaxBytes+1, func(_ string, data []byte) error { d.Config = data; return nil })
	get(PolicyName, policy.MaxBytes+1, func(file string, data []byte) error {
		p, err := policy.Parse(file, data)
		d.Policy = &p
		return err
	})
	get(inputNames[0], policy.MaxBytes+1, func(file string, data []byte) (err error) {
		d.Inputs.Accepted, err = policy.ParseAccepted(file, data)
		return err
	})
	get(inputNames[1], policy.MaxBytes+1, func(file string, data []byte) (err error) {
		d.Inputs.Observed, err = policy.Parse(file, data)
		return err
	})
	get(inputNames[2], policy.MaxBytes+1, func(file string, data []byte) (err error) {
		d.Inputs.Override, err = policy.ParseOverride(file, data)
		return err
	})
	for _, name := range []string{LoaderName, SidecarName} {
		get(name, MaxKept+1, func(string, []byte) error { return nil })
	}
	return d, errors.Join(problems...)
}

// Rebased is what Settings says of a policy whose basis is taken back.
const Rebased = " is made from sources now and was made from the package: it says nothing of the packages that are loaded"

// Settings names the documents that the head changes and that gates are judged
// by, and says how. Generated files are compared with the code instead, and are
// named only when they are gone: without a policy the next change has nothing to
// be wider than, and without a loader nobody is behind one. at is the
// extension's folder in the repository.
func Settings(at string, base, head Documents) []string {
	var out []string
	for _, name := range append([]string{ConfigName}, inputNames...) {
		if how := changed(base.Texts, head.Texts, name); how != "" {
			out = append(out, path.Join(at, name)+" is "+how)
		}
	}
	for _, name := range []string{PolicyName, LoaderName, SidecarName} {
		if _, ok := base.Texts[name]; ok && head.Texts[name] == nil {
			out = append(out, path.Join(at, name)+" is removed")
		}
	}
	// What a package needs is not in a policy of sources: with one, nothing that the
	// packages bring is ever wider again.
	if base.Policy != nil && head.Policy != nil && base.Policy.Basis == policy.Package && head.Policy.Basis == policy.Sources {
		out = append(out, path.Join(at, PolicyName)+Rebased)
	}
	slices.Sort(out)
	return out
}

// changed says how a file differs; empty: it does not.
func changed(base, head map[string][]byte, name string) string {
	was, before := base[name]
	is, now := head[name]
	switch {
	case before && !now:
		return "removed"
	case !before && now:
		return "added"
	case before && string(was) != string(is):
		return "changed"
	}
	return ""
}

// Files compares files that are no extension's own, such as workflows, by their
// names.
func Files(base, head map[string][]byte) []string {
	var out []string
	for name := range base {
		if how := changed(base, head, name); how != "" {
			out = append(out, name+" is "+how)
		}
	}
	for name := range head {
		if _, ok := base[name]; !ok {
			out = append(out, name+" is added")
		}
	}
	slices.Sort(out)
	return out
}
