package config

import (
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/verdict"
	"go.yaml.in/yaml/v4"
)

// Parse reads a configuration. file is its name in messages. The error is of
// type Errors.
func Parse(file string, data []byte, words Words) (*Config, error) {
	r := &reader{file: file, words: words}
	c := &Config{}
	if doc := r.document(data); doc != nil {
		r.config(doc, c)
	}
	if len(r.errors) == 0 {
		return c, nil
	}
	if more := len(r.errors) - maxErrors; more > 0 {
		r.errors = r.errors[:maxErrors]
		r.fail(nil, "and %d more", more)
	}
	return nil, r.errors
}

func (r *reader) config(n *yaml.Node, c *Config) {
	fields, ok := r.fields(n, "a configuration", []string{
		"profile", "fail-on", "reject-on", "require", string(Severity), string(Ignore), string(Exception),
	})
	if !ok {
		return
	}
	if f, ok := fields["profile"]; ok {
		c.Profile, _ = r.word(f.value, "profile", profiles())
	}
	if f, ok := fields["fail-on"]; ok {
		c.FailOn = r.wordList(f.value, "word for fail-on", verdict.FailWords())
		if len(c.FailOn) > 1 && contains(c.FailOn, "none") {
			r.fail(f.value, "fail-on: none leaves nothing for the other words")
		}
	}
	if f, ok := fields["reject-on"]; ok {
		w, _ := r.word(f.value, "word for reject-on", []string{string(verdict.OnLikely), string(verdict.OnConfirmed)})
		c.RejectOn = verdict.RejectOn(w)
	}
	if f, ok := fields["require"]; ok {
		for _, w := range r.wordList(f.value, "layer", modules()) {
			c.Require = append(c.Require, finding.Module(w))
		}
	}
	for _, k := range []Kind{Severity, Ignore, Exception} {
		if f, ok := fields[string(k)]; ok {
			c.Entries = append(c.Entries, r.entries(f.value, k)...)
		}
	}
}

func (r *reader) entries(n *yaml.Node, k Kind) []Entry {
	var out []Entry
	levels := map[string]int{}
	for i, item := range r.items(n, string(k), MaxEntries) {
		e := Entry{Kind: k, Index: i, Line: item.Line}
		if !r.entry(item, &e) {
			continue
		}
		if first, twice := levels[e.Check]; twice && k == Severity {
			r.fail(item, "%s has a severity twice, first in line %d", e.Check, first)
			continue
		}
		levels[e.Check] = e.Line
		out = append(out, e)
	}
	return out
}

// keys are the keys of an entry; the first are required.
func keys(k Kind) (all []string, required int) {
	switch k {
	case Severity:
		return []string{"check", "level", "reason"}, 3
	case Exception:
		return []string{"check", "reason", "signed-off-by", "until", "path", "message"}, 4
	}
	return []string{"check", "reason", "path", "message", "until"}, 2
}

func (r *reader) entry(n *yaml.Node, e *Entry) bool {
	before := len(r.errors)
	known, required := keys(e.Kind)
	fields, ok := r.fields(n, "an entry of "+string(e.Kind), known)
	if !ok {
		return false
	}
	var absent []string
	for _, k := range known[:required] {
		if _, ok := fields[k]; !ok {
			absent = append(absent, k)
		}
	}
	if len(absent) > 0 {
		r.fail(n, "an entry of %s needs %s", e.Kind, strings.Join(absent, " and "))
	}
	for _, k := range known {
		f, ok := fields[k]
		if !ok {
			continue
		}
		switch k {
		case "check":
			e.Check, _ = r.word(f.value, "check", r.words.Checks)
		case "level":
			w, ok := r.word(f.value, "level", levelWords())
			if ok {
				_ = e.Level.UnmarshalText([]byte(w))
			}
		case "path":
			e.Path, _ = r.text(f.value, k, 300)
			if !finding.LocalPath(strings.TrimSuffix(e.Path, "/")) && e.Path != "" {
				r.fail(f.value, "path is relative to the extension's folder, with slashes: %s is not", quoted(e.Path))
			}
		case "message":
			e.Message, _ = r.text(f.value, k, finding.MaxMessage)
		case "reason":
			e.Reason, _ = r.text(f.value, k, finding.MaxMessage)
		case "signed-off-by":
			e.SignedOffBy, _ = r.text(f.value, k, 200)
		case "until":
			e.Until = r.day(f.value)
		}
	}
	return len(r.errors) == before
}

// day reads a date as it is written, without a time or a zone.
func (r *reader) day(n *yaml.Node) string {
	s, ok := r.text(n, "until", 40)
	if !ok {
		return ""
	}
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		r.fail(n, "until has to be a day such as 2027-01-31, and %s is none", quoted(s))
		return ""
	}
	return s
}

func profiles() []string {
	var out []string
	for _, p := range verdict.Profiles() {
		out = append(out, p.Name)
	}
	return out
}

func modules() []string {
	var out []string
	for _, m := range finding.Modules() {
		out = append(out, string(m))
	}
	return out
}

// levelWords are the severities an entry may give. None is not among them: what
// is not to count is ignored, with all that asks for.
func levelWords() []string {
	var out []string
	for _, s := range finding.Severities() {
		if s > finding.None {
			out = append(out, s.String())
		}
	}
	return out
}
