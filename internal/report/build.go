package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/org"
	"github.com/ringfence-dev/ringfence/internal/secrets"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// Inputs are the parts a report is made from.
type Inputs struct {
	Tool      Tool
	Subject   string
	Extension *extension.Extension
	// Program is nil when the code could not be analysed, and ProgramErr says
	// why.
	Program    *facts.Program
	ProgramErr error
	Checks     []checks.Result
	// Source gives a source that findings are shown in, by its path from the
	// extension's folder; nil: those of the extension's folder are all there are.
	Source func(file string) ([]byte, bool)
	// Secrets are starred out of what the report says; nil: nobody looked for
	// any.
	Secrets *secrets.Result
	Catalog *catalog.Catalog
	Profile verdict.Profile
	Config  Configured
	// Services says what became of the services.
	Services []supplychain.Service
	// Organisation is what the organisation's file says; nil: none was named.
	Organisation *org.Outcome
	// Before names the release before, Base is what it was; nil: there is none.
	Before string
	Base   *checks.Base
}

// Configured is the configuration a report is made under; the zero value is
// none.
type Configured struct {
	// Config is what was read, flags already in it; nil: nothing was.
	Config *config.Config
	// File names it as it is shown, Origin says where it came from.
	File       string
	Origin     Origin
	PassedOver string
	// Today is the day on which entries may be over, as 2027-01-31.
	Today string
}

// The longest texts of a report, in characters.
const (
	maxText   = 300
	maxReason = finding.MaxMessage
	// maxList bounds lists whose length the extension decides.
	maxList = 1000
)

// Build puts a report together and asks for the verdict.
func Build(in Inputs) *Report {
	r := &Report{
		ReportVersion: Version,
		Tool:          in.Tool,
		Subject:       printable(in.Subject),
		Extension:     describe(in.Extension),
		Base:          base(in),
		Checks:        []Check{},
		Services:      services(in.Services),
		Code:          code(in.Program, in.ProgramErr, in.Catalog),
		Problems:      problems(in.Extension),
		Findings:      []finding.Finding{},
		Organisation:  in.Organisation,
	}
	for _, c := range in.Checks {
		r.Checks = append(r.Checks, Check{
			Name: c.Check.Name, Module: c.Check.Module, State: string(c.State), Why: c.Why,
			Findings: len(c.Findings), Dropped: c.Dropped,
		})
		r.Findings = append(r.Findings, c.Findings...)
	}
	demands := r.configure(in)
	r.Findings = finding.Sort(r.Findings)
	compactEdits(r.Findings)
	hashLines(in.Extension, r.Findings)
	redact := map[string]bool{}
	for _, c := range in.Checks {
		redact[c.Check.Name] = c.Check.Redact || c.Check.Module == finding.SecretsModule
	}
	excerpts(in.Extension, in.Source, r.Findings, redact, in.Secrets)
	hide(r.Findings, in.Secrets)
	r.Verdict = verdict.Decide(in.Profile, verdict.Input{
		Findings:   r.Findings,
		Layers:     layers(in.Checks, r.Services),
		HasCode:    hasCode(in.Extension, in.Program),
		Privileged: privilegedNames(in.Extension, r.Code),
		Incomplete: incomplete(r.Code),
		Demands:    demands,
	})
	return r
}

// configure applies the configuration to the findings.
func (r *Report) configure(in Inputs) verdict.Demands {
	given := in.Config
	c := given.Config
	if c == nil {
		c = &config.Config{}
	}
	looked := map[string]bool{}
	for _, k := range in.Checks {
		looked[k.Check.Name] = k.State.Looked() && k.Dropped == 0
	}
	r.Config = Config{
		File: printable(given.File), Origin: cmp.Or(given.Origin, NoConfig), PassedOver: escape.Printable(given.PassedOver, maxReason),
		RejectOn: cmp.Or(c.RejectOn, verdict.OnLikely),
		Require:  append([]finding.Module{}, c.Require...), FailOn: append([]string{}, c.FailOn...),
	}
	r.Findings, r.Config.Entries = c.Apply(
		r.Findings,
		config.Day{Today: given.Today, Looked: func(check string) bool { return looked[check] }},
	)
	return c.Demands
}

func describe(e *extension.Extension) Extension {
	d := Extension{
		ID:             printable(e.ID()),
		Version:        printable(e.Manifest.Version),
		DisplayName:    printable(e.Manifest.DisplayName),
		Source:         e.Source,
		TargetPlatform: printable(e.TargetPlatform()),
	}
	for _, f := range e.Files() {
		d.Files++
		d.Bytes += f.Size
	}
	return d
}

func base(in Inputs) *Base {
	if in.Base == nil {
		return nil
	}
	was := in.Base.Change.Before
	return &Base{Subject: printable(in.Before), ID: printable(was.ID), Version: printable(was.Version), Analysed: in.Base.Power != nil}
}

func code(p *facts.Program, err error, c *catalog.Catalog) Code {
	out := Code{Entries: []Entry{}, Imports: []string{}, Capabilities: []CapabilityUse{}, BlindSpots: []BlindSpot{}}
	if p == nil {
		out.Why = "the analysis did not run"
		if err != nil {
			out.Why = escape.Printable(err.Error(), maxReason)
		}
		return out
	}
	out.Analysed = true
	if p.Basis == facts.Sources {
		out.Basis = p.Basis
	}
	reached := map[string]bool{}
	known := map[string]bool{}
	for _, m := range p.Modules {
		out.Files++
		out.Bytes += int64(m.Bytes)
		known[m.Path] = true
		if m.Reached {
			reached[m.Path] = true
			out.Reached++
		}
	}
	for _, e := range clip(p.Entries) {
		out.Entries = append(out.Entries, Entry{File: file(e.File), Kind: e.Kind, Via: printable(e.Via)})
	}
	for _, i := range p.Imports {
		out.Imports = append(out.Imports, printable(i.Module))
	}
	slices.Sort(out.Imports)
	out.Imports = clip(slices.Compact(out.Imports))
	out.Capabilities = capabilities(p, c)
	for _, b := range p.BlindSpots {
		out.BlindSpots = append(out.BlindSpots, BlindSpot{
			File: file(b.File), Line: max(b.Line, 0), Reason: escape.Printable(b.Reason, maxReason),
			// A file nobody lists cannot be shown to be out of reach, and no
			// file can when nothing is known to be reached.
			Reached: reached[b.File] || !known[b.File] || out.Reached == 0,
		})
	}
	slices.SortStableFunc(out.BlindSpots, func(a, b BlindSpot) int {
		reach := 0
		if a.Reached != b.Reached {
			reach = 1
			if a.Reached {
				reach = -1
			}
		}
		return cmp.Or(reach, cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Reason, b.Reason))
	})
	out.BlindSpots = clip(slices.Compact(out.BlindSpots))
	return out
}

// incomplete lists the blind spots that count: those in code that can run.
func incomplete(c Code) []string {
	if !c.Analysed {
		return []string{"the code could not be analysed: " + c.Why}
	}
	var out []string
	for _, b := range c.BlindSpots {
		if !b.Reached {
			continue
		}
		where := b.File
		if b.Line > 0 {
			where = fmt.Sprintf("%s:%d", b.File, b.Line)
		}
		out = append(out, strings.TrimPrefix(where+": "+b.Reason, ": "))
	}
	return out
}

func problems(e *extension.Extension) []Problem {
	out := []Problem{}
	for _, p := range clip(e.Problems()) {
		where := finding.Location{File: file(p.File), Line: p.Line, Column: p.Column}
		if where.Validate() != nil {
			where = finding.Location{File: where.File}
		}
		out = append(out, Problem{Kind: p.Kind, Message: escape.Printable(p.Message, maxReason), Where: where})
	}
	return out
}

// file keeps a path that leads nowhere else out of the report's places; such a
// name is still to be read in the message beside it.
func file(p string) string {
	if !finding.LocalPath(p) {
		return ""
	}
	return p
}

func printable(s string) string { return escape.Printable(s, maxText) }

func clip[T any](list []T) []T { return list[:min(len(list), maxList)] }
