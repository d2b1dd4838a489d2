package documents

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/org"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/shell"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/lint"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// checked gathers the documents of one repository.
type checked struct {
	policy   *policy.Policy
	override policy.Override
	wrong    bool
	// of says whose each document is, by its path.
	of []owned
}

// owned is a document and the extension that it says it is of.
type owned struct{ path, id string }

// Check says what is wrong with the documents of a repository, a line each, and what is
// doubtful about its policy; central is the file of an organisation that the policy is
// held against, nil: none. The error says that something is wrong.
func Check(p *process.Process, target, today string, central *org.Named, repository string) error {
	dir, there, err := Folder(p, target)
	if err != nil {
		return err
	}
	var all checked
	exists := false
	for _, name := range Names() {
		path, ok := there(name)
		if !ok {
			continue
		}
		exists = true
		data, err := p.ReadInput(path, policy.MaxBytes)
		if err != nil {
			return err
		}
		if err := all.read(name, path, data); err != nil {
			all.wrong = true
			if err := problems(p, err); err != nil {
				return err
			}
		}
	}
	if !exists {
		return exit.Usagef("there is no policy below %s; ringfence policy generate PATH makes one", escape.Quoted(dir))
	}
	if err := strangers(p, &all, target); err != nil {
		return err
	}
	if all.policy != nil {
		if err := remarks(p, &all, target, today); err != nil {
			return err
		}
	}
	for _, r := range all.override.Rulings {
		if r.Expired(today) {
			if _, err := fmt.Fprintf(p.Stdout, "warning expired: line %d of the override was for the time until %s\n", r.Line, r.Until); err != nil {
				return err
			}
		}
	}
	if central != nil && all.policy != nil {
		above, err := abovePolicy(p, dir, *all.policy, today, central, repository)
		if err != nil {
			return err
		}
		all.wrong = all.wrong || above
	}
	if all.wrong {
		return exit.ErrNo
	}
	return nil
}

func (all *checked) read(name, path string, data []byte) error {
	switch name {
	case policygen.PolicyFile, policygen.ObservedFile:
		p, err := policy.Parse(path, data)
		if err != nil {
			return err
		}
		all.of = append(all.of, owned{path, p.Extension})
		if name == policygen.ObservedFile {
			return nil
		}
		all.policy = &p
		if !bytes.Equal(p.Bytes(), data) {
			return fmt.Errorf("%s: this is not how ringfence writes it; it is generated and not edited (ringfence policy merge %s -o %s)",
				path, path, path)
		}
		return nil
	case policygen.AcceptedFile:
		a, err := policy.ParseAccepted(path, data)
		all.of = append(all.of, owned{path, a.Extension})
		return err
	case policygen.ProposalsFile:
		p, err := policy.ParseProposals(path, data)
		all.of = append(all.of, owned{path, p.Extension})
		return err
	}
	o, err := policy.ParseOverride(path, data)
	if err == nil {
		all.override = o
		all.of = append(all.of, owned{path, o.Extension})
	}
	return err
}

// strangers says which documents are another extension's: copied from elsewhere, or
// left behind by a change of name. A document or a manifest that tells no id is held
// to nothing.
func strangers(p *process.Process, all *checked, target string) error {
	id := idOf(p, target)
	for _, doc := range all.of {
		if id == "" || doc.id == "" || strings.EqualFold(doc.id, id) {
			continue
		}
		all.wrong = true
		remedy := fmt.Sprintf("write %s into it if the lines are meant for this extension", escape.Quoted(id))
		if filepath.Base(doc.path) == policygen.PolicyFile {
			remedy = fmt.Sprintf("%q writes this one's", "ringfence policy generate "+shell.Quote(target))
		}
		line := fmt.Sprintf("%s: it is of %s, and package.json is of %s; %s", doc.path, escape.Quoted(doc.id), escape.Quoted(id), remedy)
		if _, err := fmt.Fprintln(p.Stdout, escape.Printable(line, finding.MaxMessage)); err != nil {
			return err
		}
	}
	return nil
}

// remarks prints what lint says.
func remarks(p *process.Process, all *checked, target, today string) error {
	holding := all.override
	holding.Rulings = slices.DeleteFunc(slices.Clone(holding.Rulings), func(r policy.Ruling) bool { return r.Expired(today) })
	remarks, err := lint.Check(*all.policy, holding, editor(p, target))
	if err != nil {
		return err
	}
	for _, r := range remarks {
		all.wrong = all.wrong || r.Level == lint.Mistake
		if _, err := fmt.Fprintf(p.Stdout, "%s %s: %s: %s\n",
			r.Level, r.Code, r.Grant, escape.Printable(r.Text, finding.MaxMessage)); err != nil {
			return err
		}
	}
	return nil
}

// problems prints what is wrong with a document, a line each.
func problems(p *process.Process, err error) error {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		if _, err := fmt.Fprintln(p.Stdout, line); err != nil {
			return err
		}
	}
	return nil
}
