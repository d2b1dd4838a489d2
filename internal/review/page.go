package review

import (
	"bytes"

	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/html"
)

// HTML is the result as a page for a browser: whether the change passes, what it may do
// before and after, and the extension as it would be.
func (r Result) HTML() ([]byte, error) {
	page := html.Change{Base: r.Document.Base, Passes: r.Document.Passes, Notes: r.Document.Notes}
	for _, x := range r.Extensions {
		page.Tool = x.Report.Tool.Name + " " + x.Report.Tool.Version
		out := html.Changed{
			Report: x.Report, Path: x.Judged.Path, Passes: x.Judged.Passes, New: x.Judged.Gates.New,
			Policies: html.Sides{Diff: x.Policies.Diff, Kept: x.Policies.Head.Grants}, Uncompared: x.Policies.Uncompared, Notes: x.Judged.Notes,
		}
		if r.Document.Base != "" && x.Judged.Gates.New != nil {
			out.Brings = x.Judged.Gates.Brings()
		}
		for _, g := range x.Judged.Gates.Results {
			out.Gates = append(out.Gates, html.Gate{
				Name: string(g.Gate), State: string(g.State), Passes: g.State == gate.Holds || g.State == gate.Accepted, Why: g.Why, By: g.By,
				Details: g.Details, More: g.More, Command: g.Command, Fix: g.Fix,
			})
		}
		for _, w := range x.Judged.Gates.FailOn {
			out.Gates = append(out.Gates, html.Gate{
				Name: "fail-on " + w.Word, State: string(gate.Fails), Why: w.Why, Details: w.Details, More: w.More, Command: w.Command, Fix: w.Fix,
			})
		}
		page.Extensions = append(page.Extensions, out)
	}
	var b bytes.Buffer
	if err := html.WriteChange(&b, page); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
