package fleet

import (
	"bytes"
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/html"
)

// HTML writes the report as a page for a browser: what is not in first, then the
// extensions by what their code uses.
func (r *Report) HTML() ([]byte, error) {
	t := r.Totals
	page := html.Fleet{
		Headline: r.Headline(), Passes: r.Passes,
		Totals: []html.Count{
			{Name: "extensions", N: t.Extensions}, {Name: "reject", N: t.Reject}, {Name: "sandbox", N: t.Sandbox},
			{Name: "unrestricted", N: t.Unrestricted}, {Name: "need review", N: t.NeedsReview}, {Name: "incomplete", N: t.Incomplete},
			{Name: "fail", N: t.Failing}, {Name: "above a ceiling", N: t.Above},
		},
	}
	switch n := r.unheld(); {
	case n > 0 && n == t.Extensions:
		page.Totals[len(page.Totals)-1].Text = notChecked
	case n > 0:
		page.Totals = append(page.Totals, html.Count{Name: "ceilings not checked", N: n})
	}
	reason := func(n int, text string) {
		if n > 0 {
			page.Reasons = append(page.Reasons, text)
		}
	}
	reason(len(r.Missing), plural(len(r.Missing), "target")+" not scanned, or without a result")
	reason(t.Failing, plural(t.Failing, "extension")+" failed by the verdict")
	reason(t.Above, plural(t.Above, "extension")+" above a ceiling of the organisation")
	reason(len(r.Organisations)-1, "the extensions were held against different files of the organisation")
	page.Next = r.next("under Not checked").sentence()
	for _, s := range r.Shards {
		if s.State != Merged {
			page.Missing = append(page.Missing, html.Fact{Name: s.name(), Text: s.text()})
		}
	}
	for _, m := range r.Missing {
		page.Missing = append(page.Missing, html.Fact{Name: m.Target, Text: m.Why})
	}
	for _, repo := range r.Repositories {
		for _, e := range repo.Extensions {
			page.Extensions = append(page.Extensions, e.page())
		}
	}
	fact := func(name, text string) { page.Facts = append(page.Facts, html.Fact{Name: name, Text: text}) }
	for _, o := range r.Organisations {
		fact("judged by", o.text(len(r.Organisations) > 1))
	}
	for _, c := range r.Checks {
		fact(c.Name, fmt.Sprintf("%s in %s", c.Findings.Text(), plural(c.Extensions, "extension")))
	}
	for _, c := range r.Ceilings {
		fact("ceiling of "+c.Of, c.text())
	}
	for _, w := range r.Waivers {
		fact(fmt.Sprintf("waiver in line %d", w.Line), w.text())
	}
	var b bytes.Buffer
	if err := html.WriteFleet(&b, page); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// notChecked stands where a number would be of what nobody looked at.
const notChecked = "not checked"

// unheld counts the extensions that were held against no file of the organisation: of those
// nobody knows whether they are above a ceiling.
func (r *Report) unheld() int {
	n := 0
	for _, o := range r.Organisations {
		if o.SHA256 == "" {
			n += o.Extensions
		}
	}
	return n
}

// marked reports that its verdict fails, or a ceiling is in its way.
func (e Extension) marked() bool { return len(e.Fails)+len(e.Above) > 0 }

// first names the first extension of which something holds, and its report.
func (r *Report) first(holds func(Extension) bool) string {
	for _, repo := range r.Repositories {
		for _, e := range repo.Extensions {
			if holds(e) {
				return fmt.Sprintf("%s (%s in the part of shard %d)", e.Subject, e.Report.Name, e.Shard)
			}
		}
	}
	return "the extension that is marked"
}

// page is an extension as a row of the page.
func (e Extension) page() html.FleetExtension {
	rated := e.Findings
	rated.None = 0
	x := html.FleetExtension{
		Subject: e.Subject, ID: e.ID, Version: e.Version, Category: e.Category, Risk: e.Risk, Findings: rated.Text(),
		Weight:   ((e.Findings.Critical*100+e.Findings.High)*100+e.Findings.Medium)*100 + e.Findings.Low,
		Analysed: e.analysed, Uses: e.uses,
	}
	if e.NeedsReview {
		x.Notes = append(x.Notes, "needs review")
	}
	if e.Incomplete {
		x.Notes = append(x.Notes, "incomplete")
	}
	if len(e.Fails) > 0 {
		x.Notes = append(x.Notes, "fails")
	}
	if len(e.Above) > 0 {
		x.Notes = append(x.Notes, "above a ceiling")
	}
	return x
}
