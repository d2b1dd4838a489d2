package org

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/config/strict"
	"github.com/ringfence-dev/ringfence/internal/didyoumean"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// none is what at-most says of a power that nobody has.
const none = "none"

// Parse reads an organisation's file. file is its name in messages. The error is
// of type strict.Errors.
func Parse(file string, data []byte) (*Organisation, error) {
	s, doc := strict.New(file, "an organisation's file", MaxBytes, data)
	r := &reader{Reader: s}
	o := &Organisation{}
	if doc != nil {
		r.organisation(doc, o)
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	return o, nil
}

type reader struct{ *strict.Reader }

func (r *reader) organisation(n *strict.Node, o *Organisation) {
	fields, ok := r.Fields(n, "an organisation's file", append(config.DemandKeys(), "answers", config.FencedKey, "ceilings", "waivers"))
	if !ok {
		return
	}
	o.Profile, o.Demands = config.ReadDemands(r.Reader, fields)
	if f, ok := fields["answers"]; ok {
		for _, w := range r.Words(f.Value, "kind of answer", kinds()) {
			o.Answers = append(o.Answers, config.Kind(w))
		}
	}
	if f, ok := fields[config.FencedKey]; ok {
		o.Fenced = r.Truth(f.Value, config.FencedKey)
	}
	if f, ok := fields["ceilings"]; ok {
		o.Ceilings = r.ceilings(f.Value)
	}
	if f, ok := fields["waivers"]; ok {
		o.Waivers = r.waivers(f.Value, o.Ceilings)
	}
}

func kinds() []string {
	var out []string
	for _, k := range config.Kinds() {
		out = append(out, string(k))
	}
	return out
}

func (r *reader) ceilings(n *strict.Node) []Ceiling {
	var out []Ceiling
	lines := map[string]int{}
	size := 0
	for i, item := range r.Items(n, "ceilings", MaxCeilings) {
		fields, ok := r.entry(item, "a ceiling", []string{"of", "at-most", "reason"}, 2)
		if !ok {
			continue
		}
		c := Ceiling{Index: i, Line: item.Line}
		if c.Of, ok = r.power(fields["of"].Value, "power"); !ok {
			continue
		}
		if first, twice := lines[c.Of]; twice {
			r.Fail(item, "%s has a ceiling twice, first in line %d", strict.Quoted(c.Of), first)
			continue
		}
		lines[c.Of] = c.Line
		c.power, _ = powerOf(c.Of)
		c.AtMost = r.atMost(fields["at-most"].Value, c.power)
		if size += len(c.AtMost); size > policy.MaxGrants {
			r.Fail(item, "up to here the ceilings have more than %d entries together", policy.MaxGrants)
			return out
		}
		if f, ok := fields["reason"]; ok {
			c.Reason, _ = r.Text(f.Value, "reason", finding.MaxMessage)
		}
		out = append(out, c)
	}
	return out
}

// power reads the name of one.
func (r *reader) power(n *strict.Node, what string) (string, bool) {
	s, ok := r.Text(n, what, finding.MaxMessage)
	if !ok {
		return "", false
	}
	if _, known := powerOf(s); !known {
		r.Fail(
			n,
			"unknown %s %s%s (%s)",
			what,
			strict.Quoted(s),
			didyoumean.Hint(s, Powers()),
			"such as files.write, network.connect, process.shell, code.eval, vscode.terminal, modules.dgram",
		)
		return "", false
	}
	return s, true
}

func (r *reader) atMost(n *strict.Node, p power) []policy.Grant {
	if len(n.Content) == 0 && n.Value != "" {
		if s, ok := r.Text(n, "at-most", finding.MaxMessage); ok && s != none {
			r.Fail(n, "at-most is a list, or %s: %s is neither", none, strict.Quoted(s))
		}
		return nil
	}
	items := r.Items(n, "at-most", MaxAtMost)
	before := r.Mistakes()
	var out []policy.Grant
	for _, item := range items {
		words, ok := r.words(item)
		if !ok {
			continue
		}
		grants, err := p.grants(words)
		if err != nil {
			r.Fail(item, "%s", escape.Printable(err.Error(), finding.MaxMessage))
			continue
		}
		out = append(out, grants...)
	}
	if len(out) == 0 && before == r.Mistakes() {
		r.Fail(n, "at-most lists what is allowed, or is %s", none)
	}
	return out
}

// words reads an entry of at-most: a text, or a list of a program and its
// arguments.
func (r *reader) words(n *strict.Node) ([]string, bool) {
	list := r.Parts(n, "an entry of at-most", 101)
	var out []string
	for _, w := range list {
		s, ok := r.Text(w, "an entry of at-most", 1000)
		if !ok {
			return nil, false
		}
		out = append(out, s)
	}
	return out, len(out) > 0
}

// entry reads a mapping of which the first keys are required.
func (r *reader) entry(n *strict.Node, what string, known []string, required int) (map[string]strict.Field, bool) {
	before := r.Mistakes()
	fields, ok := r.Fields(n, what, known)
	if !ok {
		return nil, false
	}
	var absent []string
	for _, k := range known[:required] {
		if _, ok := fields[k]; !ok {
			absent = append(absent, k)
		}
	}
	if len(absent) > 0 {
		r.Fail(n, "%s needs %s", what, strings.Join(absent, " and "))
	}
	return fields, r.Mistakes() == before
}

var (
	extensionID = lazyregexp.Lazy(`^[A-Za-z0-9_][A-Za-z0-9_-]{0,99}\.[A-Za-z0-9_][A-Za-z0-9._-]{0,213}$`)
	repository  = lazyregexp.Lazy(`^[A-Za-z0-9][A-Za-z0-9-]{0,38}/[A-Za-z0-9._-]{1,100}$`)
)

// IsRepository reports a text that names a repository as owner/name.
func IsRepository(s string) bool {
	return repository().MatchString(s) && !strings.HasSuffix(s, "/.") && !strings.HasSuffix(s, "/..")
}

func (r *reader) waivers(n *strict.Node, ceilings []Ceiling) []Waiver {
	var out []Waiver
	for i, item := range r.Items(n, "waivers", MaxWaivers) {
		known := []string{"ceiling", "reason", "owner", "until", "extension", "repository", "grant"}
		fields, ok := r.entry(item, "a waiver", known, 4)
		if !ok {
			continue
		}
		before := r.Mistakes()
		w := Waiver{Index: i, Line: item.Line}
		w.Ceiling, ok = r.power(fields["ceiling"].Value, "ceiling")
		if ok && !slices.ContainsFunc(ceilings, func(c Ceiling) bool { return c.Of == w.Ceiling }) {
			r.Fail(fields["ceiling"].Value, "there is no ceiling of %s to waive", w.Ceiling)
		}
		w.Reason, _ = r.Text(fields["reason"].Value, "reason", finding.MaxMessage)
		w.Owner, _ = r.Text(fields["owner"].Value, "owner", 200)
		w.Until = r.Day(fields["until"].Value, "until")
		if f, ok := fields["extension"]; ok {
			if w.Extension, ok = r.Text(f.Value, "extension", 320); ok && !extensionID().MatchString(w.Extension) {
				r.Fail(f.Value, "extension is publisher.name, and %s is not", strict.Quoted(w.Extension))
			}
		}
		if f, ok := fields["repository"]; ok {
			if w.Repository, ok = r.Text(f.Value, "repository", 140); ok && !IsRepository(w.Repository) {
				r.Fail(f.Value, "repository is owner/name, and %s is not", strict.Quoted(w.Repository))
			}
		}
		if f, ok := fields["grant"]; ok {
			w.Grant, _ = r.Text(f.Value, "grant", finding.MaxMessage)
		}
		if fields["extension"].Value == nil && fields["repository"].Value == nil {
			r.Fail(item, "a waiver is for an extension or a repository")
		}
		if r.Mistakes() == before {
			out = append(out, w)
		}
	}
	return out
}
