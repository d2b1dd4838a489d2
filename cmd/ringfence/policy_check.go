package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension/jsondoc"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/run"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/lint"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/spf13/cobra"
)

func (c *Command) policyCheck() *cobra.Command {
	var today string
	var o central
	cmd := &cobra.Command{
		Use:   "check [PATH]",
		Short: "Validate the documents of a repository and say what is doubtful about them",
		Long: `Read every document below PATH/.ringfence (default: the current directory) and say what is wrong with it, with
file, line and column, and which is another extension's than package.json names; then what is doubtful about the policy: names that nobody knows, functions that no Node of
engines.vscode has, lines that another makes superfluous, sensitive places, missing bounds, contradictions of the
override. Exits with 1 when something is wrong; a warning alone is no reason.

With --org the policy is held against the organisation's ceilings as well; evidence.json beside it tells the places.`,
		Args: arguments(0, 1, "directory"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return err
			}
			central, err := c.organisation(cmd.Context(), &o, false)
			if err != nil {
				return err
			}
			target := "."
			if len(args) > 0 {
				target = args[0]
			}
			return c.checkDocuments(target, c.day(today), central, o.repository)
		},
	}
	cmd.Flags().StringVar(&today, "today", "", "the day on which rulings may be over, as 2027-01-31")
	_ = cmd.Flags().MarkHidden("today")
	o.flags(cmd.Flags())
	return cmd
}

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

func (c *Command) checkDocuments(target, today string, central *organisation, repository string) error {
	dir, there, err := c.documents(target)
	if err != nil {
		return err
	}
	var all checked
	found := false
	for _, name := range documentNames() {
		path, ok := there(name)
		if !ok {
			continue
		}
		found = true
		data, err := c.readDocument(path)
		if err != nil {
			return err
		}
		if err := all.read(name, path, data); err != nil {
			all.wrong = true
			if err := c.problems(err); err != nil {
				return err
			}
		}
	}
	if !found {
		return exit.Usagef("there is no policy below %s", quoted(dir))
	}
	if err := c.strangers(&all, target); err != nil {
		return err
	}
	if all.policy != nil {
		if err := c.remarks(&all, target, today); err != nil {
			return err
		}
	}
	for _, r := range all.override.Rulings {
		if r.Expired(today) {
			if _, err := fmt.Fprintf(c.Stdout, "warning expired: line %d of the override was for the time until %s\n", r.Line, r.Until); err != nil {
				return err
			}
		}
	}
	if central != nil && all.policy != nil {
		above, err := c.abovePolicy(dir, *all.policy, today, central, repository)
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
			return fmt.Errorf("%s: this is not how ringfence writes it; it is generated and not edited (ringfence policy merge %s -o %s)", path, path, path)
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
func (c *Command) strangers(all *checked, target string) error {
	id := c.idOf(target)
	for _, doc := range all.of {
		if id == "" || doc.id == "" || strings.EqualFold(doc.id, id) {
			continue
		}
		all.wrong = true
		remedy := fmt.Sprintf("write %s into it if the lines are meant for this extension", quoted(id))
		if filepath.Base(doc.path) == policygen.PolicyFile {
			remedy = fmt.Sprintf("%q writes this one's", "ringfence policy generate "+run.Word(target))
		}
		line := fmt.Sprintf("%s: it is of %s, and package.json is of %s; %s", doc.path, quoted(doc.id), quoted(id), remedy)
		if _, err := fmt.Fprintln(c.Stdout, finding.Printable(line, finding.MaxMessage)); err != nil {
			return err
		}
	}
	return nil
}

// remarks prints what lint says.
func (c *Command) remarks(all *checked, target, today string) error {
	holding := all.override
	holding.Rulings = slices.DeleteFunc(slices.Clone(holding.Rulings), func(r policy.Ruling) bool { return r.Expired(today) })
	remarks, err := lint.Check(*all.policy, holding, c.editor(target))
	if err != nil {
		return err
	}
	for _, r := range remarks {
		all.wrong = all.wrong || r.Level == lint.Mistake
		if _, err := fmt.Fprintf(c.Stdout, "%s %s: %s: %s\n", r.Level, r.Code, r.Grant, finding.Printable(r.Text, finding.MaxMessage)); err != nil {
			return err
		}
	}
	return nil
}

// editor is engines.vscode of the manifest; empty when there is none to read.
func (c *Command) editor(target string) string {
	return textAt(c.manifestOf(target), "/engines/vscode")
}

// manifestOf is package.json; nil when there is none to read.
func (c *Command) manifestOf(target string) *jsondoc.Document {
	path := filepath.Join(target, "package.json")
	if info, err := os.Stat(c.path(path)); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	data, err := c.readDocument(path)
	if err != nil {
		return nil
	}
	doc, err := jsondoc.Parse(data, 100)
	if err != nil {
		return nil
	}
	return doc
}

// idOf is publisher.name of the manifest; empty when it names neither or there is
// none to read.
func (c *Command) idOf(target string) string {
	doc := c.manifestOf(target)
	publisher, name := textAt(doc, "/publisher"), textAt(doc, "/name")
	if publisher == "" || name == "" {
		return ""
	}
	return strings.ToLower(publisher + "." + name)
}

func textAt(doc *jsondoc.Document, at string) string {
	if doc == nil {
		return ""
	}
	if v := doc.Find(at); v != nil && v.Kind == jsondoc.String {
		return v.Text
	}
	return ""
}
