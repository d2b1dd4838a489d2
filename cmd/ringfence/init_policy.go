package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/documents"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/initial"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/verdict"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// firstPolicy analyses the subject once, keeps what is to be said of it, and
// writes its policy and what belongs to that.
func (c *Command) firstPolicy(ctx context.Context, b *setup, subject string, o initOptions) error {
	g := generating{scanOptions: scanOptions{limits: extension.DefaultLimits(), ways: true, offline: true, timeout: 10 * time.Minute}}
	folder := b.at(b.document(""))
	if there, err := isThere(folder); err != nil {
		return err
	} else if there {
		g.documents = folder
	}
	conf := b.document(filepath.Base(config.Name))
	text, err := os.ReadFile(b.at(conf))
	if err != nil {
		text = b.files[conf]
	}
	g.given = &givenConfig{conf, text}
	progress := newProgress(c, 1)
	return c.look(ctx, subject, g.scanOptions, progress, func(l scanned) error {
		progress.done()
		in, err := documents.Inputs(c.process(), l.Extension, g.from(subject))
		if err != nil {
			return err
		}
		made, err := fold(l.Extension, l.Program, l.ProgramErr, in)
		if err != nil {
			return err
		}
		place(&made.evidence, l.Origins)
		made.ext = l.Extension
		b.learned(l.Report, made.result.Policy)
		return errors.Join(c.tellJudged(b), c.writePolicy(ctx, b, made, folder, o))
	})
}

// writePolicy writes the policy where none is, or one that a program wrote.
func (c *Command) writePolicy(ctx context.Context, b *setup, g generated, folder string, o initOptions) error {
	name := b.document(policygen.PolicyFile)
	before, err := os.ReadFile(b.at(name))
	if old, wrong := policy.Parse(name, before); err == nil && wrong == nil && !o.force && old.Basis == policy.Package && g.result.Policy.Basis != policy.Package {
		// What was seen in a package is not in its sources: packages, generated code.
		return exit.Usagef("%s was made of a package, and this one is of sources: nothing was written; without --no-build it is made of what is built, and --force writes over it", quoted(name))
	}
	why, err := g.evidence.Bytes()
	if err != nil {
		return err
	}
	if err := c.writeOne(b, name, g.result.Policy.Bytes()); err != nil {
		return err
	}
	if err := c.writeOne(b, b.document(initial.Evidence), why); err != nil {
		return err
	}
	if err := c.writeKept(ctx, g, folder, folder); err != nil {
		return err
	}
	return c.talkOfPolicy(g)
}

// learned keeps what is to be said of the extension.
func (b *setup) learned(r *report.Report, p policy.Policy) {
	marks := map[policy.Mark]int{}
	for _, x := range p.Grants {
		marks[x.Mark]++
	}
	b.needs = plural(len(p.Grants), "grant")
	if marks[policy.Imprecise]+marks[policy.Unresolved] > 0 {
		b.needs += fmt.Sprintf(", %d of them imprecise and %d unresolved (docs/policy.md says what that is)", marks[policy.Imprecise], marks[policy.Unresolved])
	}
	severities := map[finding.Severity]int{}
	for _, f := range r.Findings {
		if f.Suppressed == nil && f.Severity > finding.None {
			severities[f.Severity]++
		}
	}
	var counts []string
	total := 0
	for _, s := range slices.Backward(slices.Sorted(maps.Keys(severities))) {
		counts = append(counts, fmt.Sprintf("%d %s", severities[s], s))
		total += severities[s]
	}
	b.verdict = string(r.Verdict.Category) + ", " + plural(total, "finding")
	if total > 0 {
		b.verdict += " (" + strings.Join(counts, ", ") + ")"
	}
	b.blocked = ""
	if r.Verdict.Category == verdict.Reject {
		b.blocked = "the verdict is reject, so the pull request that adds ringfence fails"
	}
	for _, reason := range r.Verdict.Because {
		b.reasons = append(b.reasons, reason.Text)
	}
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// talkOfPolicy says what is missing from it.
func (c *Command) talkOfPolicy(g generated) error {
	for _, n := range g.result.Policy.Notes {
		if _, err := fmt.Fprintf(c.Stderr, "incomplete: %s\n", n.Question); err != nil {
			return err
		}
	}
	return nil
}
