package fleet

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// Delivery is what somebody brought as a part.
type Delivery struct {
	// From names it for people: the folder.
	From string
	// Part are the bytes of its document, or Err why there are none.
	Part []byte
	Err  error
	// Open gives the bytes of a report beside it, at most report.MaxBytes and one.
	Open func(name string) ([]byte, error)
}

// Merge makes one report of what was brought for a plan. each is given every report
// that counts, in the order of the merged one; nil: nobody wants them.
func Merge(p Plan, digest string, deliveries []Delivery, each func(*report.Report) error) (*Report, error) {
	m := &merging{out: newReport(digest), parts: map[int]*brought{}, subjects: map[string]string{}, each: each}
	for _, d := range deliveries {
		m.take(p, digest, d)
	}
	type share struct {
		Target
		shard int
	}
	var all []share
	for _, s := range p.Shards {
		state := State{Shard: s.Shard, State: Absent, Why: "nobody brought it"}
		if b := m.parts[s.Shard]; b != nil {
			state = b.State
		}
		m.out.Shards = append(m.out.Shards, state)
		for _, t := range s.Targets {
			all = append(all, share{t, s.Shard})
		}
	}
	slices.SortFunc(all, func(a, b share) int { return cmp.Compare(a.Name, b.Name) })
	for _, t := range all {
		if err := m.target(t.Target, t.shard); err != nil {
			return nil, err
		}
	}
	m.finish()
	return m.out, nil
}

func newReport(digest string) *Report {
	return &Report{
		FleetVersion: Version, Plan: digest, Organisations: []Organisation{}, Repositories: []Repository{}, Checks: []Check{},
		Ceilings: []Ceiling{}, Waivers: []Waiver{}, Missing: []Missing{}, Shards: []State{},
	}
}

// brought is a shard that somebody brought.
type brought struct {
	State
	part  Part
	bytes []byte
	open  func(string) ([]byte, error)
	// usable is false when nothing of it counts.
	usable bool
}

type merging struct {
	out   *Report
	parts map[int]*brought
	// subjects are the reports' by the target that brought them.
	subjects map[string]string
	each     func(*report.Report) error
	sums     sums
}

// take reads what was brought and finds its place.
func (m *merging) take(p Plan, digest string, d Delivery) {
	refuse := func(shard int, s ShardState, format string, args ...any) {
		why := escape.Printable(d.From+": "+fmt.Sprintf(format, args...), maxWords)
		if shard < 1 || shard > len(p.Shards) {
			m.out.Shards = append(m.out.Shards, State{0, s, why})
			return
		}
		if m.parts[shard] == nil {
			m.parts[shard] = &brought{}
		}
		b := m.parts[shard]
		b.State, b.usable = State{shard, s, why}, b.usable && s == Doubled
	}
	if d.Err != nil {
		refuse(0, Torn, "there is no %s: %v", PartFile, d.Err)
		return
	}
	part, err := ReadPart(d.Part)
	switch {
	case err != nil:
		refuse(0, Torn, "reading %s: %v", PartFile, err)
		return
	case part.Plan != digest || part.Shard > len(p.Shards):
		refuse(0, Foreign, "it is shard %d of another plan", part.Shard)
		return
	}
	if other := m.parts[part.Shard]; other != nil {
		if bytes.Equal(other.bytes, d.Part) && other.usable {
			refuse(part.Shard, Doubled, "it was brought before, and is the same; it counts once")
			return
		}
		refuse(part.Shard, Torn, "it was brought before, and is not the same; neither counts")
		return
	}
	b := &brought{State: State{Shard: part.Shard, State: Merged}, part: part, bytes: d.Part, open: d.Open, usable: true}
	m.parts[part.Shard] = b
	want := p.Shards[part.Shard-1].Targets
	have := map[string]bool{}
	for _, r := range part.Results {
		if have[r.Target] || !slices.ContainsFunc(want, func(t Target) bool { return t.Name == r.Target }) {
			refuse(part.Shard, Torn, "it has %s, which is not its target or is there twice", r.Target)
			return
		}
		have[r.Target] = true
	}
}

// target merges what a shard says of one target.
func (m *merging) target(t Target, shard int) error {
	lost := func(format string, args ...any) {
		m.out.Missing = append(m.out.Missing, Missing{t.Name, shard, escape.Printable(fmt.Sprintf(format, args...), maxWords)})
	}
	m.sums.target(t)
	b := m.parts[shard]
	switch {
	case b == nil:
		lost("shard %d is missing", shard)
		return nil
	case !b.usable:
		lost("shard %d does not count: %s", shard, b.Why)
		return nil
	}
	torn := func(format string, args ...any) {
		lost(format, args...)
		if b.State.State == Merged {
			b.State.State, b.Why = Torn, "not all that it names is there as it was"
		}
	}
	i := slices.IndexFunc(b.part.Results, func(r Result) bool { return r.Target == t.Name })
	if i < 0 {
		torn("shard %d says nothing of it", shard)
		return nil
	}
	r := b.part.Results[i]
	for _, why := range r.Unreachable {
		lost("%s", why)
	}
	if len(r.Reports)+len(r.Unreachable) == 0 {
		torn("shard %d has no report of it and says no reason", shard)
	}
	for _, f := range r.Reports {
		read, err := b.report(f)
		if err == nil {
			err = m.belongs(t, read)
		}
		if err != nil {
			torn("the report %s of shard %d does not count: %v", f.Name, shard, err)
			continue
		}
		m.sums.extension(t, read, shard, f)
		if m.each != nil {
			if err := m.each(read); err != nil {
				return err
			}
		}
	}
	return nil
}

// report reads a report that a part names.
func (b *brought) report(f File) (*report.Report, error) {
	data, err := b.open(f.Name)
	if err != nil {
		return nil, err
	}
	if NewFile(f.Name, data) != f {
		return nil, errors.New("it is not the one that the shard wrote; scan the shard again: ringfence fleet scan")
	}
	return report.Read(bytes.NewReader(data))
}

// belongs refuses a report of something else, or of what another one is of.
func (m *merging) belongs(t Target, r *report.Report) error {
	if r.Subject != t.Name && !strings.HasPrefix(r.Subject, t.Name+"/") && t.Name != "." {
		return fmt.Errorf("it is of %s; scan the shard again: ringfence fleet scan", r.Subject)
	}
	if first, twice := m.subjects[r.Subject]; twice {
		return fmt.Errorf("another report, of %s, is of %s too; name one of them: ringfence fleet plan", first, r.Subject)
	}
	m.subjects[r.Subject] = t.Name
	return nil
}
