// Package documents works on the files below .ringfence of a repository: it reads them,
// says what is wrong with them, takes proposals and observations over, and writes them.
// What a policy is, and what follows from one, is policygen's.
//
// Nothing is read or written through a link, every file is bounded, and what is wrong
// with one is a matter of whoever gave it.
package documents

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension/jsondoc"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Folder finds a repository's documents: the folder of a path, and which of
// the names are there. Neither the folder nor a document may be a link: in a pull
// request it could lead to the base's, and what is written there would be
// compared with itself.
func Folder(p *process.Process, target string) (dir string, there func(name string) (path string, ok bool), err error) {
	dir = filepath.Join(target, policygen.Dir)
	if err := p.NotLinked(dir); err != nil {
		return dir, nil, err
	}
	for _, name := range Names() {
		if err := p.NotLinked(filepath.Join(dir, name)); err != nil {
			return dir, nil, err
		}
	}
	return dir, func(name string) (string, bool) {
		path := filepath.Join(dir, name)
		_, err := os.Lstat(p.Path(path))
		return path, !errors.Is(err, fs.ErrNotExist)
	}, nil
}

// Names are the documents of a repository's folder.
func Names() []string {
	return []string{policygen.PolicyFile, policygen.ObservedFile, policygen.AcceptedFile, policygen.ProposalsFile, policygen.OverrideFile}
}

// ReadPolicy reads a policy, or accepted.json as one.
func ReadPolicy(p *process.Process, name string) (policy.Policy, error) {
	data, err := p.ReadInput(name, policy.MaxBytes)
	if err != nil {
		return policy.Policy{}, err
	}
	if doc, err := jsondoc.Parse(data, 12); err == nil && doc.Root.Get("accepted") != nil {
		a, err := policy.ParseAccepted(name, data)
		return a.Policy(), exit.AsUsage(err)
	}
	read, err := policy.Parse(name, data)
	return read, exit.AsUsage(err)
}

// ReadEvidence reads the artifact that lies beside a policy.
func ReadEvidence(p *process.Process, name string) (evidence.Document, error) {
	f, err := os.Open(p.Path(name))
	if err != nil {
		return evidence.Document{}, exit.AsUsage(err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, evidence.MaxBytes+1))
	if err != nil {
		return evidence.Document{}, fmt.Errorf("reading %s: %w", escape.Quoted(name), err)
	}
	d, err := evidence.Parse(data)
	if err != nil {
		return d, exit.Usagef("%s: %w", escape.Quoted(name), err)
	}
	return d, nil
}
