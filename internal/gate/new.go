package gate

import (
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// introduced returns the findings of the head that the base has not, in the order
// of the head's report. known is false when there is no base.
//
// A finding is the base's when check and file are the same and either what it
// says or what its line holds: code above may have moved it, a bundler may have
// written the line anew. Each of the base's findings explains one of the head's,
// so that a second call of the same kind is new; and one that has become worse
// is new too. A file that was renamed brings its findings with it as new: the
// gate asks once too often rather than once too seldom.
func introduced(head, base *report.Report) (news []finding.Finding, known bool) {
	if base == nil {
		return nil, false
	}
	old := newPool(base.Findings)
	var rest []finding.Finding
	// What says the same goes first, so that no other finding of the line uses
	// its counterpart up.
	for _, f := range head.Findings {
		if !old.take(said(f), f.Severity) {
			rest = append(rest, f)
		}
	}
	news = []finding.Finding{}
	for _, f := range rest {
		if f.LineHash == "" || !old.take(held(f), f.Severity) {
			news = append(news, f)
		}
	}
	return news, true
}

// key is what two findings have in common when they are one.
type key struct {
	check, file string
	byLine      bool
	text        string
}

func said(f finding.Finding) key { return key{f.Check, f.Where.File, false, f.Message} }
func held(f finding.Finding) key { return key{f.Check, f.Where.File, true, f.LineHash} }

// pool are the base's findings that nothing of the head was matched with yet.
type pool struct {
	severity []finding.Severity
	taken    []bool
	by       map[key][]int
}

func newPool(fs []finding.Finding) *pool {
	p := &pool{taken: make([]bool, len(fs)), by: map[key][]int{}}
	for i, f := range fs {
		p.severity = append(p.severity, f.Severity)
		p.by[said(f)] = append(p.by[said(f)], i)
		if f.LineHash != "" {
			p.by[held(f)] = append(p.by[held(f)], i)
		}
	}
	return p
}

// take uses up a finding of a key that is at least as severe, and reports
// whether there was one. Of several it takes the mildest that will do.
func (p *pool) take(k key, atLeast finding.Severity) bool {
	best := -1
	left := p.by[k][:0]
	for _, i := range p.by[k] {
		if p.taken[i] {
			continue
		}
		left = append(left, i)
		if p.severity[i] >= atLeast && (best < 0 || p.severity[i] < p.severity[best]) {
			best = i
		}
	}
	p.by[k] = left
	if best < 0 {
		return false
	}
	p.taken[best] = true
	return true
}
