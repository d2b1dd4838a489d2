package fleet

import (
	"cmp"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/org"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// sums adds reports up without keeping them.
type sums struct {
	targets      int
	names        []string // of repositories, in the order of the targets
	repositories map[string][]Extension
	checks       map[string]*Check
	ceilings     map[string]*Ceiling
	powers       []string
	waivers      map[[2]string]*Waiver
	// organisations are by the digest of their file.
	organisations map[string]*Organisation
}

func (s *sums) target(t Target) {
	if s.repositories == nil {
		*s = sums{
			repositories: map[string][]Extension{}, checks: map[string]*Check{}, ceilings: map[string]*Ceiling{},
			waivers: map[[2]string]*Waiver{}, organisations: map[string]*Organisation{},
		}
	}
	s.targets++
	name := cmp.Or(t.Repository, t.Name)
	if _, there := s.repositories[name]; !there {
		s.names, s.repositories[name] = append(s.names, name), nil
	}
}

// extension takes one report.
func (s *sums) extension(t Target, r *report.Report, shard int, f File) {
	v := r.Verdict
	e := Extension{
		Subject: r.Subject, ID: r.Extension.ID, Version: r.Extension.Version, Category: v.Category, Risk: v.Overall, NeedsReview: v.NeedsReview,
		Incomplete: v.Incomplete, Fails: append([]string{}, v.Fails...), Above: []string{}, Shard: shard, Report: f,
	}
	profile, ok := verdict.ByName(v.Profile)
	if !ok {
		profile = verdict.Profiles()[0]
	}
	e.analysed, e.uses = r.Code.Analysed, map[catalog.Capability]int{}
	for _, u := range r.Code.Capabilities {
		e.uses[u.Capability] = u.Uses
	}
	seen := map[string]bool{}
	for _, x := range r.Findings {
		severity := profile.Severity(x)
		e.Findings.count(severity, x.Suppressed != nil)
		c := s.checks[x.Check]
		if c == nil {
			c = &Check{Name: x.Check, Worst: finding.None}
			s.checks[x.Check] = c
		}
		c.Findings.count(severity, x.Suppressed != nil)
		if x.Suppressed == nil {
			c.Worst = max(c.Worst, severity)
		}
		if !seen[x.Check] {
			seen[x.Check] = true
			c.Extensions++
		}
	}
	s.organisation(r, &e)
	name := cmp.Or(t.Repository, t.Name)
	s.repositories[name] = append(s.repositories[name], e)
}

func (s *sums) organisation(r *report.Report, e *Extension) {
	o := r.Organisation
	if o == nil {
		s.judgedBy(Organisation{})
		return
	}
	s.judgedBy(Organisation{File: o.File, SHA256: o.SHA256})
	if o.Stands() {
		e.Above = append(e.Above, o.Standing()...)
	}
	for _, c := range o.Ceilings {
		sum := s.ceilings[c.Of]
		if sum == nil {
			sum = &Ceiling{Of: c.Of, Above: []string{}}
			s.ceilings[c.Of] = sum
			s.powers = append(s.powers, c.Of)
		}
		switch c.State {
		case org.Broken:
			sum.Broken++
		case org.Unproven:
			sum.Unproven++
		case org.Waived:
			sum.Waived++
		default:
			sum.Holds++
		}
		if c.State == org.Broken || c.State == org.Unproven {
			sum.Above = append(sum.Above, r.Subject)
		}
	}
	for _, w := range o.Waivers {
		key := [2]string{o.SHA256, w.Rule}
		sum := s.waivers[key]
		if sum == nil {
			sum = &Waiver{WaiverOutcome: w, Organisation: o.SHA256}
			sum.Answered, sum.Use = 0, org.Elsewhere
			s.waivers[key] = sum
		}
		if w.Use == org.Elsewhere {
			continue
		}
		sum.Extensions++
		sum.Answered += w.Answered
		sum.Use = inAll(sum.Use, w.Use)
	}
}

func (s *sums) judgedBy(o Organisation) {
	if s.organisations[o.SHA256] == nil {
		s.organisations[o.SHA256] = &o
	}
	s.organisations[o.SHA256].Extensions++
}

// inAll is what became of a waiver of which two extensions say something.
func inAll(a, b org.Use) org.Use {
	order := []org.Use{org.Elsewhere, org.Unused, org.Used, org.Expired}
	if slices.Index(order, b) > slices.Index(order, a) {
		return b
	}
	return a
}

// finish writes the sums into the report.
func (m *merging) finish() {
	out, s := m.out, &m.sums
	t := &out.Totals
	t.Targets, t.Repositories = s.targets, len(s.names)
	// What was merged may have become torn since its state was noted.
	for i, state := range out.Shards {
		if b := m.parts[state.Shard]; b != nil {
			out.Shards[i] = b.State
		}
	}
	slices.SortStableFunc(out.Shards, func(a, b State) int { return cmp.Or(cmp.Compare(a.Shard, b.Shard), cmp.Compare(a.Why, b.Why)) })
	for _, name := range s.names {
		r := Repository{Name: name, Extensions: s.repositories[name]}
		if r.Extensions == nil {
			r.Extensions = []Extension{}
		}
		for _, e := range r.Extensions {
			t.extension(e)
			if e.Category.Level() > r.Category.Level() {
				r.Category = e.Category
			}
		}
		out.Repositories = append(out.Repositories, r)
	}
	for _, c := range s.checks {
		out.Checks = append(out.Checks, *c)
	}
	slices.SortFunc(out.Checks, func(a, b Check) int { return cmp.Or(cmp.Compare(b.Worst, a.Worst), cmp.Compare(a.Name, b.Name)) })
	for _, of := range s.powers {
		out.Ceilings = append(out.Ceilings, *s.ceilings[of])
	}
	for _, w := range s.waivers {
		out.Waivers = append(out.Waivers, *w)
	}
	slices.SortFunc(out.Waivers, func(a, b Waiver) int {
		return cmp.Or(cmp.Compare(a.Organisation, b.Organisation), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Rule, b.Rule))
	})
	for _, o := range s.organisations {
		out.Organisations = append(out.Organisations, *o)
	}
	slices.SortFunc(out.Organisations, func(a, b Organisation) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.SHA256, b.SHA256))
	})
	out.Complete = len(out.Missing) == 0 && !slices.ContainsFunc(out.Shards, func(s State) bool { return s.State != Merged })
	out.Passes = out.Complete && t.Failing == 0 && t.Above == 0 && len(out.Organisations) <= 1
}

func (t *Totals) extension(e Extension) {
	t.Extensions++
	switch e.Category {
	case verdict.Reject:
		t.Reject++
	case verdict.Sandbox:
		t.Sandbox++
	default:
		t.Unrestricted++
	}
	for _, c := range []struct {
		holds bool
		n     *int
	}{{e.NeedsReview, &t.NeedsReview}, {e.Incomplete, &t.Incomplete}, {len(e.Fails) > 0, &t.Failing}, {len(e.Above) > 0, &t.Above}} {
		if c.holds {
			*c.n++
		}
	}
	t.Findings.add(e.Findings)
}
