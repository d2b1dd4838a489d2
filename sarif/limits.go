package sarif

import (
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// GitHub rejects a file above these; of results it shows the first MaxShown by
// severity.
const (
	MaxRuns    = 20
	MaxResults = 25_000
	MaxShown   = 5_000
	MaxRules   = 25_000
	// MaxGzip is the largest compressed file, in bytes. GitHub says 10 MB.
	MaxGzip = 10_000_000
)

// limits are what a file may hold.
type limits struct{ runs, results, rules, gzip int }

// github leaves a little room in the size: whoever uploads the file compresses
// it with another program.
var github = limits{runs: MaxRuns, results: MaxResults, rules: MaxRules, gzip: MaxGzip - MaxGzip/20}

// picked are the findings of one report that become results, in the report's
// order, and what was cut.
type picked struct {
	findings []int
	// ranked are the same, those to keep first first.
	ranked []ranked
	// answered counts what was left out because somebody answered it;
	// overResults, overRules and overSize what the limits cut.
	answered, overResults, overRules, overSize int
}

// ranked is a finding and what decides whether it is kept.
type ranked struct {
	index      int
	suppressed bool
	severity   finding.Severity
}

// compare orders what somebody has to act on before what somebody has answered,
// worse before better, and then as the report does.
func (a ranked) compare(b ranked) int {
	switch {
	case a.suppressed != b.suppressed && b.suppressed:
		return -1
	case a.suppressed != b.suppressed:
		return 1
	}
	return cmp.Or(cmp.Compare(b.severity, a.severity), cmp.Compare(a.index, b.index))
}

// pick chooses what becomes a result: everything that has a severity in the
// report's profile, and of too much the worst.
func pick(reports []*report.Report, l limits, omitAnswered bool) []picked {
	out := make([]picked, len(reports))
	for i, r := range reports {
		profile := profileOf(r)
		var p picked
		var all []ranked
		for at, f := range r.Findings {
			// What has no severity in the profile is in the report and is no
			// alert.
			switch s := profile.Severity(f); {
			case s == finding.None:
			case omitAnswered && f.Suppressed != nil:
				p.answered++
			default:
				all = append(all, ranked{at, f.Suppressed != nil, s})
			}
		}
		slices.SortFunc(all, ranked.compare)
		rules := newRules(profile)
		for _, a := range all {
			if len(p.ranked) == l.results {
				p.overResults++
				continue
			}
			// A stranger's report may name a new check in every finding.
			id := ruleID(r.Findings[a.index].Check, a.severity)
			if _, ok := rules.index[id]; !ok && len(rules.index) >= l.rules {
				p.overRules++
				continue
			} else if !ok {
				rules.index[id] = 0
			}
			p.ranked = append(p.ranked, a)
		}
		p.settle()
		out[i] = p
	}
	return out
}

// settle puts what is kept into the report's order.
func (p *picked) settle() {
	p.findings = nil
	for _, a := range p.ranked {
		p.findings = append(p.findings, a.index)
	}
	slices.Sort(p.findings)
}

// shrink takes away the least severe results of all runs, by as many as the
// size is over the limit and some more. It says whether there was one to take.
func shrink(picks []picked, size, limit int) bool {
	type entry struct {
		ranked
		run int
	}
	var all []entry
	for i, p := range picks {
		for _, a := range p.ranked {
			all = append(all, entry{a, i})
		}
	}
	if len(all) == 0 {
		return false
	}
	slices.SortFunc(all, func(a, b entry) int { return cmp.Or(a.compare(b.ranked), cmp.Compare(a.run, b.run)) })
	keep := int(float64(len(all)) * float64(limit) / float64(size) * 0.95)
	for i := range picks {
		picks[i].overSize += len(picks[i].ranked)
		picks[i].ranked = nil
	}
	for _, e := range all[:min(keep, len(all)-1)] {
		picks[e.run].ranked = append(picks[e.run].ranked, e.ranked)
		picks[e.run].overSize--
	}
	for i := range picks {
		picks[i].settle()
	}
	return true
}

// cuts says in words what the limits took away.
func (p picked) cuts() []string {
	var out []string
	say := func(n int, why string) {
		if n > 0 {
			out = append(out, left(n)+", the least severe ones: "+why+"; the JSON report has them all")
		}
	}
	if p.answered > 0 {
		out = append(out, left(p.answered)+", which somebody has answered; the JSON report has the reasons")
	}
	say(p.overResults, fmt.Sprintf("GitHub takes %d in a run", MaxResults))
	say(p.overRules, fmt.Sprintf("GitHub takes %d rules in a run", MaxRules))
	say(p.overSize, fmt.Sprintf("GitHub takes %d bytes of gzip in a file", MaxGzip))
	if len(p.findings) > MaxShown {
		out = append(out, fmt.Sprintf("there are %d results, of which GitHub shows the %d most severe", len(p.findings), MaxShown))
	}
	return out
}

func left(n int) string {
	if n == 1 {
		return "1 result was left out"
	}
	return fmt.Sprintf("%d results were left out", n)
}

// zipped is how many bytes a file has when it is compressed for the upload. One
// that is small enough as it is need not be tried.
func zipped(data []byte, limit int) (int, error) {
	if len(data) <= limit {
		return len(data), nil
	}
	var n counter
	z := gzip.NewWriter(&n)
	if _, err := z.Write(data); err != nil {
		return 0, err
	}
	if err := z.Close(); err != nil {
		return 0, err
	}
	return int(n), nil
}

type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

var _ io.Writer = (*counter)(nil)
