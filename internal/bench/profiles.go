package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// judged is what a profile makes of a report.
type judged struct {
	category verdict.Category
	review   bool
	high     int // findings of high and above
}

// as judges a report's findings by a profile, also by another than it was made
// with: paper asks for nothing but findings, code and what could not be seen.
func as(p verdict.Profile, r *report.Report) judged {
	in := verdict.Input{Findings: r.Findings, HasCode: r.Code.Files > 0}
	for _, b := range r.Code.BlindSpots {
		if b.Reached {
			in.Incomplete = append(in.Incomplete, b.Reason)
		}
	}
	for _, m := range r.Verdict.Modules {
		in.Layers = append(in.Layers, verdict.Layer{Module: m.Module, State: m.State})
	}
	v := r.Verdict
	if p.Name != v.Profile {
		v = verdict.Decide(p, in)
	}
	j := judged{category: v.Category, review: v.NeedsReview}
	for _, f := range r.Findings {
		if p.Severity(f) >= finding.High && f.Suppressed == nil {
			j.high++
		}
	}
	return j
}

func (j judged) String() string {
	out := string(j.category)
	if j.review {
		out += ", needs review"
	}
	return fmt.Sprintf("%s, %d", out, j.high)
}

// profilesText sums up what each profile makes of the corpus.
func profilesText(list []extensionResult) string {
	var b bytes.Buffer
	b.WriteString(
		"| profile | reject | needs review | sandbox | unrestricted | findings of high and above, median | most |\n" +
			"|---|---:|---:|---:|---:|---:|---:|\n",
	)
	for _, p := range verdict.Profiles() {
		count := map[verdict.Category]int{}
		review := 0
		var high []int
		for _, e := range list {
			j := as(p, e.Report)
			count[j.category]++
			if j.review {
				review++
			}
			high = append(high, j.high)
		}
		slices.Sort(high)
		if len(high) == 0 {
			high = []int{0}
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d |\n", strings.Join([]string{"`", p.Name, "`"}, ""),
			count[verdict.Reject], review, count[verdict.Sandbox], count[verdict.Unrestricted], high[(len(high)-1)/2], high[len(high)-1])
	}
	return b.String()
}
