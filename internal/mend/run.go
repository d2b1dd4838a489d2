package mend

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/audit"
	"github.com/ringfence-dev/ringfence/internal/baseline"
	"github.com/ringfence-dev/ringfence/internal/checkout"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/revision"
	"github.com/ringfence-dev/ringfence/internal/shell"
)

// Options say how a manifest is mended.
type Options struct {
	// Target is the folder that was scanned.
	Target string
	// DryRun shows the diff and writes nothing. Force writes over what is in no commit.
	DryRun, Force bool
	// Scan looks at the folder again.
	Scan func() (*report.Report, error)
}

const (
	// rounds is how often a mended manifest is looked at again: a fix may show what
	// another hid.
	rounds = 5
	// maxManifest is the largest that is read.
	maxManifest = 16 << 20
)

// Run shows what fixes of the manifest change and makes them, until a scan proposes none
// that can be made.
func Run(ctx context.Context, p *process.Process, o Options) error {
	info, err := os.Stat(p.Path(o.Target))
	if err != nil || !info.IsDir() {
		return exit.Usagef("--fix changes the %s of a folder, and %s is none; name the repository it is made of: ringfence scan . --fix",
			Manifest, escape.Quoted(o.Target))
	}
	var left []Fix
	for round := range rounds {
		r, err := o.Scan()
		if err != nil {
			return err
		}
		have, err := process.ReadInside(p.Path(o.Target), Manifest, maxManifest)
		if err != nil {
			return fmt.Errorf("reading %s: %w", Manifest, err)
		}
		plan := Make(have, r.Findings)
		left = plan.Fixes
		if !plan.Changes() {
			if round == 0 {
				if err := p.Say("nothing to change in " + Manifest + "\n"); err != nil {
					return err
				}
			}
			break
		}
		if !o.DryRun && round == 0 && !o.Force {
			if err := committed(ctx, p, o.Target, have); err != nil {
				return errors.Join(p.Say(shown(plan)), err)
			}
		}
		if err := p.Say(shown(plan)); err != nil {
			return err
		}
		if o.DryRun {
			return p.Say(dry(o.Target))
		}
		name := filepath.Join(o.Target, Manifest)
		if err := p.NotLinked(name); err != nil {
			return err
		}
		if err := p.Replace(name, plan.After); err != nil {
			return err
		}
		if err := p.Say("wrote " + escape.Printable(filepath.ToSlash(name), 300) + "\n"); err != nil {
			return err
		}
	}
	var b strings.Builder
	for _, f := range left {
		if f.Left != "" {
			row(&b, "left  ", fmt.Sprintf("%s: %s (%s)", f.Check, escape.Printable(f.Text, 400), escape.Printable(f.Left, 200)))
		}
	}
	fmt.Fprintf(&b, "what is left: ringfence scan %s --verbose\n", shell.Quote(escape.Printable(o.Target, 300)))
	return p.Say(b.String())
}

// row writes words behind a label, on as many lines as they take.
func row(b *strings.Builder, label, words string) {
	for _, line := range escape.Fold(words, columns-len(label), 0) {
		b.WriteString(label + line + "\n")
		label = strings.Repeat(" ", len(label))
	}
}

// dry is how a dry run ends: what became of the file, and the two commands after it.
func dry(target string) string {
	word := shell.Quote(escape.Printable(target, 300))
	return "dry run: " + Manifest + " is as it was\n" +
		"to make these edits: ringfence scan " + word + " --fix\n" +
		"  it scans again after that, and mends what only shows then\n" +
		"findings that no edit here mends: ringfence scan " + word + " --verbose\n"
}

// columns is how wide a line of words is, at most.
const columns = 100

// shown is the diff with what each part of it is for above it.
func shown(plan Plan) string {
	var b strings.Builder
	for _, f := range plan.Fixes {
		if f.Left == "" {
			row(&b, "fix   ", f.Check+": "+escape.Printable(f.Text, 400))
		}
	}
	patch := string(baseline.Patch(Manifest, plan.Before, plan.After, true))
	for line := range strings.Lines(patch) {
		text, end := strings.CutSuffix(line, "\n")
		b.WriteString(escape.Printable(text, 2000))
		if end {
			b.WriteByte('\n')
		}
	}
	if gainsComma(patch) {
		b.WriteString("a line that only gets a comma is there because something follows it now\n")
	}
	return b.String()
}

// gainsComma reports a line of a diff of which nothing changes but that a comma follows it.
func gainsComma(patch string) bool {
	lines := strings.Split(patch, "\n")
	for i, line := range lines[1:] {
		old, was := strings.CutPrefix(lines[i], "-")
		if was && line == "+"+old+"," {
			return true
		}
	}
	return false
}

// committed wants the manifest to be as the commit that is checked out has it: what is in
// no commit cannot be had again.
func committed(ctx context.Context, p *process.Process, target string, data []byte) error {
	dir, err := filepath.Abs(p.Path(target))
	if err != nil {
		return fmt.Errorf("finding %s: %w", Manifest, err)
	}
	git := audit.Git(p)
	repo, err := revision.Find(git.Program, git.Path, dir)
	if err != nil || git.Program == "" {
		return exit.Usagef("%s lies in no clone that git can read, so that nothing brings it back; --force writes it all the same", Manifest)
	}
	head, err := checkout.Head(ctx, git, repo.Top)
	if err != nil {
		return exit.Usagef("nothing is committed in this clone yet, so that nothing brings %s back; git commit it, or give --force", Manifest)
	}
	rel, err := filepath.Rel(repo.Top, dir)
	if err != nil {
		return fmt.Errorf("finding %s: %w", Manifest, err)
	}
	if !head.Holds(path.Join(filepath.ToSlash(rel), Manifest), data) {
		return exit.Usagef("%s has changes that are in no commit; git commit them, or give --force", Manifest)
	}
	return nil
}
