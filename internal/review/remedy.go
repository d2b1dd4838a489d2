package review

import (
	"fmt"
	"path"
	"path/filepath"

	"github.com/ringfence-dev/ringfence/internal/baseline"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/shell"
	"github.com/ringfence-dev/ringfence/policygen/change"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// remedy says of gates that fail what puts them right: one command, and what a
// person does then.
type remedy struct {
	// at is the extension's folder, pack its package as somebody at the top of the
	// repository names it; empty: the folder is judged. built is what a package is
	// called that is built first.
	at, pack, built string
	// make is the command that makes the package; empty: it is there.
	make string
	// base is the commit the change is for, as somebody names it; empty: none. forge
	// says that approvals are asked for.
	base  string
	forge bool
	// sources says that the committed policy was made from sources.
	sources bool
	// unbuilt says that no package of the change was judged.
	unbuilt bool
	// misconfigured says that the change's configuration cannot be read.
	misconfigured bool
	// widened says that the gate of widening fails.
	widened bool
	// wider are the lines by which the policy is wider.
	wider []change.Line
}

// remedyFor returns the remedies of an extension; committed is the policy whose basis
// counts, nil where there is none.
func (r *reviewer) remedyFor(at, id string, head side, committed *policy.Policy) remedy {
	started := head.started && head.basis == facts.Package
	out := remedy{
		at: at, built: extension.PackageName(id), base: r.baseName(), forge: r.options.Agreement.Asked,
		unbuilt: !head.started || head.basis == facts.Sources,
	}
	sources := head.basis == facts.Sources
	if committed != nil {
		sources = committed.Basis == policy.Sources
	}
	if head.started && sources {
		out.sources = true
		return out
	}
	file := r.repo.packages[at]
	switch {
	case file != "" && r.machine.Workflow, file == "" && !started:
		// The package of a run is gone with its machine.
		out.pack, out.make = out.built, out.build()+" && "
	case file != "":
		// Both are named from the top of the repository.
		out.pack = file
		if rel, err := filepath.Rel(r.repo.top, file); err == nil {
			out.pack = filepath.ToSlash(rel)
		}
	}
	return out
}

// baseName is the base as it was named. What a workflow calls so is nothing on another machine:
// there it is the commit.
func (r *reviewer) baseName() string {
	if r.repo.base == nil || r.machine.Workflow {
		return r.repo.baseCommit()
	}
	return shell.Quote(r.options.Base)
}

// build is the command that makes the package.
func (r remedy) build() string {
	return "ringfence build " + shell.Quote(r.at) + " --out " + shell.Quote(r.built)
}

// GenerateFromPackage returns the command that makes the policy of an extension from a
// package that is built first; at is its folder and id its identifier.
func GenerateFromPackage(at, id string) string {
	r := remedy{at: at, built: extension.PackageName(id)}
	r.pack, r.make = r.built, r.build()+" && "
	return r.generate()
}

// generate is the command that writes the generated files anew. Of an extension
// that has to be built it reads the package: the folder alone would give a policy
// of nothing.
func (r remedy) generate() string {
	if r.sources {
		return "ringfence policy generate " + shell.Quote(r.at) + " --sources"
	}
	if r.pack == "" {
		return "ringfence policy generate " + shell.Quote(r.at)
	}
	return r.make + "ringfence policy generate " + shell.Quote(r.at) + " --package " + shell.Quote(r.pack)
}

// judge is the command that judges the change by its package.
func (r remedy) judge() string {
	command := r.build() + " && ringfence gate " + shell.Quote(r.at)
	if r.base != "" {
		command += " --base " + r.base
	}
	return command + " --package " + shell.Quote(r.built)
}

// explain is the command that shows every place which needs a line of the policy.
func (r remedy) explain(line string) string {
	target := r.at
	if r.pack != "" {
		target = r.pack
	}
	return r.make + "ringfence policy explain " + shell.Quote(target) + " " + shell.Quote(line)
}

// scan is the command that shows what the verdict is about.
func (r remedy) scan() string {
	target := r.at
	if r.pack != "" {
		target = r.pack
	}
	return r.make + "ringfence scan " + shell.Quote(target)
}

// alone is the page for a repository in which nobody else may write.
const alone = "docs/guide/alone.md of ringfence"

// agree says who opens a gate that a person may open. Without a forge it is otherwise,
// and what a pull request with the same change could do stands behind it.
func (r remedy) agree(n gate.Name, otherwise string) string {
	if !r.forge {
		text := otherwise + "; in a pull request on GitHub somebody else who may write approves it or labels it " + Label(n) + " instead"
		if n.Confirmable() {
			text += "; who works alone: " + alone
		}
		return text
	}
	text := "to accept it, somebody else who may write approves this head or labels it " + Label(n)
	if n.Confirmable() {
		text += "; who works alone does it in a pull request of nothing but .ringfence, labelled " + ConfirmLabel +
			" (" + alone + ")"
	}
	return text
}

// accepting are the ways to accept a wider policy, each with its number.
func (r remedy) accepting() string {
	file := path.Join(r.at, ".ringfence/policy.override.json")
	label := Label(gate.Widening)
	if r.forge {
		return "two ways to accept it: 1. somebody else who may write approves this head or labels it " + label +
			"; 2. who works alone does it in a pull request of nothing but .ringfence, labelled " + ConfirmLabel +
			", as " + alone + " says"
	}
	return "two ways to accept it: 1. whoever may push to the base's branch adds the entry to " + file +
		" there, and then you bring this change up to date; 2. in a pull request on GitHub, somebody else who may write " +
		"approves it or labels it " + label + "; who works alone: " + alone
}

// answer is the entry that answers a finding.
func (r remedy) answer(f finding.Finding, kind string) string {
	file, _ := f.Where.Anchor()
	entry := fmt.Sprintf("%s: [{check: %s, path: %q, reason: …}]", kind, f.Check, file)
	if kind == "exceptions" {
		entry = fmt.Sprintf("%s: [{check: %s, path: %q, reason: …, signed-off-by: …, until: …}]", kind, f.Check, file)
	}
	return entry + " in " + path.Join(r.at, baseline.ConfigName)
}
