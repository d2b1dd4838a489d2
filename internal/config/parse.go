package config

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/config/strict"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// Parse reads a configuration. file is its name in messages. The error is of
// type strict.Errors.
func Parse(file string, data []byte, words Words) (*Config, error) {
	s, doc := strict.New(file, "a configuration", MaxBytes, data)
	r := &reader{Reader: s, words: words}
	c := &Config{}
	if doc != nil {
		r.config(doc, c)
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	return c, nil
}

// reader reads what only a configuration has.
type reader struct {
	*strict.Reader
	words Words
}

// DemandKeys are the keys that say how to judge, also those of an organisation.
func DemandKeys() []string { return []string{"profile", "fail-on", "reject-on", "require"} }

// FencedKey says that extensions run behind the loader; an organisation's file
// has it too.
const FencedKey = "fenced"

// BrowserKey says what becomes of an entry for VS Code for the Web, in BrowserWords.
const BrowserKey = "browser"

// BuildKey is the command that "ringfence build" runs in the extension's folder before it
// packages, where nobody names another.
const BuildKey = "build"

// MaxBuild is how long that command may be, in bytes.
const MaxBuild = 300

// BuildCommand returns the build command of a configuration, and nothing else of it: who
// builds need not know the checks. The error is of type strict.Errors.
func BuildCommand(file string, data []byte) (string, error) {
	s, doc := strict.New(file, "a configuration", MaxBytes, data)
	command := ""
	if doc != nil {
		r := &reader{Reader: s}
		if fields, ok := r.Fields(doc, "a configuration", keysOfAll()); ok {
			if f, ok := fields[BuildKey]; ok {
				command, _ = r.Text(f.Value, BuildKey, MaxBuild)
			}
		}
	}
	return command, s.Err()
}

// BrowserWords lists what a configuration may say of such an entry (docs/guide/wrap.md).
func BrowserWords() []string { return []string{"drop", "unfenced"} }

// ReadDemands reads those keys that are there.
func ReadDemands(r *strict.Reader, fields map[string]strict.Field) (profile string, d verdict.Demands) {
	if f, ok := fields["profile"]; ok {
		profile, _ = r.Word(f.Value, "profile", profiles())
	}
	if f, ok := fields["fail-on"]; ok {
		d.FailOn = r.Words(f.Value, "word for fail-on", verdict.FailWords())
		if len(d.FailOn) > 1 && slices.Contains(d.FailOn, "none") {
			r.Fail(f.Value, "fail-on: none leaves nothing for the other words")
		}
	}
	if f, ok := fields["reject-on"]; ok {
		w, _ := r.Word(f.Value, "word for reject-on", []string{string(verdict.OnLikely), string(verdict.OnConfirmed)})
		d.RejectOn = verdict.RejectOn(w)
	}
	if f, ok := fields["require"]; ok {
		for _, w := range r.Words(f.Value, "layer", modules()) {
			d.Require = append(d.Require, finding.Module(w))
		}
	}
	return profile, d
}

// keysOfAll are the keys of a configuration.
func keysOfAll() []string {
	return append(DemandKeys(), FencedKey, BrowserKey, BuildKey, string(Severity), string(Ignore), string(Exception))
}

func (r *reader) config(n *strict.Node, c *Config) {
	fields, ok := r.Fields(n, "a configuration", keysOfAll())
	if !ok {
		return
	}
	c.Profile, c.Demands = ReadDemands(r.Reader, fields)
	if f, ok := fields[FencedKey]; ok {
		c.Fenced = r.Truth(f.Value, FencedKey)
	}
	if f, ok := fields[BrowserKey]; ok {
		c.Browser, _ = r.Word(f.Value, "word for "+BrowserKey, BrowserWords())
	}
	if f, ok := fields[BuildKey]; ok {
		c.Build, _ = r.Text(f.Value, BuildKey, MaxBuild)
	}
	for _, k := range Kinds() {
		if f, ok := fields[string(k)]; ok {
			c.Entries = append(c.Entries, r.entries(f.Value, k)...)
		}
	}
}

func (r *reader) entries(n *strict.Node, k Kind) []Entry {
	var out []Entry
	levels := map[string]int{}
	for i, item := range r.Items(n, string(k), MaxEntries) {
		e := Entry{Kind: k, Index: i, Line: item.Line}
		if !r.entry(item, &e) {
			continue
		}
		if first, twice := levels[e.Check]; twice && k == Severity {
			r.Fail(item, "%s has a severity twice, first in line %d", e.Check, first)
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

func (r *reader) entry(n *strict.Node, e *Entry) bool {
	before := r.Mistakes()
	known, required := keys(e.Kind)
	fields, ok := r.Fields(n, "an entry of "+string(e.Kind), known)
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
		r.Fail(n, "an entry of %s needs %s", e.Kind, strings.Join(absent, " and "))
	}
	for _, k := range known {
		f, ok := fields[k]
		if !ok {
			continue
		}
		switch k {
		case "check":
			e.Check, _ = r.Word(f.Value, "check", r.words.Checks)
		case "level":
			w, ok := r.Word(f.Value, "level", levelWords())
			if ok {
				_ = e.Level.UnmarshalText([]byte(w))
			}
		case "path":
			e.Path, _ = r.Text(f.Value, k, 300)
			if !finding.LocalPath(strings.TrimSuffix(e.Path, "/")) && e.Path != "" {
				r.Fail(f.Value, "path is relative to the extension's folder, with slashes: %s is not", strict.Quoted(e.Path))
			}
		case "message":
			e.Message, _ = r.Text(f.Value, k, finding.MaxMessage)
		case "reason":
			e.Reason, _ = r.Text(f.Value, k, finding.MaxMessage)
		case "signed-off-by":
			e.SignedOffBy, _ = r.Text(f.Value, k, 200)
		case "until":
			e.Until = r.Day(f.Value, k)
		}
	}
	return r.Mistakes() == before
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
