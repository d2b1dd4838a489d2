package result

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/verdict"
	"github.com/ringfence-dev/ringfence/policygen/change"
)

// Page is what people read about one extension of a run: in the summary of the
// job and in a comment.
type Page struct {
	Report  *report.Report
	Outcome gate.Outcome
	// Compared says that there is a base, which a finding can be new to.
	Compared bool
	// Path is the folder of the extension in the repository; empty: its root.
	Path string
	// Policy is the difference of the policies as Markdown; empty: none was made.
	Policy string
	// Wider are the lines that the policy allows and the base's did not.
	Wider []change.Line
	// Notes are sentences about the run: channels that were closed, what the
	// reader can do.
	Notes []string
}

// MaxPage is how long a page may be when it is the only one: the summary of a job, 1 MiB,
// less what a runner may add.
const MaxPage = 1<<20 - 1024

// Markdown returns the fullest form of the page that is at most so long. It begins with
// the verdict and the one next step, and folds what holds and what was there before. What
// goes first is what is found elsewhere too: the list of findings, then the diagram,
// then the permissions, then the further commands. Verdict and gates always stay.
func (p Page) Markdown(most int) string {
	head, findings, diagram, policy := p.intro()+p.head(true), p.findings(), p.diagram(), p.permissions()
	const short = "\nThis page was shortened; the report of the run has everything.\n"
	orders := [][]string{
		{head, policy, diagram, findings},
		{head, policy, diagram, short},
		{head, policy, short},
		{head, short},
		{p.intro(), p.head(false), short},
	}
	if p.quiet() {
		// Nothing of it is about the change, so it opens for who wants to read it.
		const open = "Every gate holds, and nothing is new.\n\n" +
			"<details><summary>What is there: verdict, gates, permissions and findings</summary>\n\n"
		const end = "\n</details>\n"
		orders = slices.Insert(orders, 0, []string{p.intro(), open, p.head(true), policy, diagram, findings, end})
	}
	for _, parts := range orders {
		if text := strings.Join(parts, ""); len(text) <= most {
			return text
		}
	}
	return short[1:]
}

// maxNotes and maxDetails bound what the head holds, so that it always fits.
const (
	maxNotes   = 12
	maxDetails = 5
	wide       = 300
	// A command that is cut is of no use to anybody.
	wideCommand = 1000
)

// quiet reports a change of which there is nothing to say: it passes, nobody had to accept
// anything, and it brings nothing.
func (p Page) quiet() bool {
	other := func(r gate.Result) bool { return r.State != gate.Holds }
	return p.Compared && p.Outcome.Passes() && p.Outcome.New != nil && len(p.Outcome.Brought()) == 0 &&
		p.Policy == "" && len(p.Outcome.Refused)+len(p.Notes) == 0 && !slices.ContainsFunc(p.Outcome.Results, other)
}

// intro says what was judged, and what the change brings.
func (p Page) intro() string {
	var b strings.Builder
	r := p.Report
	fmt.Fprintf(&b, "## ringfence: %s, %s\n\n", r.Verdict.Category, passWord(p.Outcome.Passes()))
	b.WriteString(p.next() + "\n")
	name := r.Extension.ID
	if name == "" {
		name = r.Subject
	}
	fmt.Fprintf(&b, "%s %s", escape.MarkdownCode(name, wide), escape.MarkdownCode(r.Extension.Version, 60))
	if p.Path != "" {
		fmt.Fprintf(&b, " in %s", escape.MarkdownCode(p.Path, wide))
	}
	fmt.Fprintf(&b, ", overall risk **%s**, profile %s.", r.Verdict.Overall, escape.MarkdownCode(r.Verdict.Profile, 60))
	if p.Compared && p.Outcome.New != nil {
		fmt.Fprintf(&b, " This change brings %s.", p.Outcome.Brings())
	}
	b.WriteString("\n\n")
	return b.String()
}

func passWord(passes bool) string {
	if passes {
		return "passes"
	}
	return "does not pass"
}

func (p Page) head(remedies bool) string {
	var b strings.Builder
	r := p.Report
	if len(r.Verdict.Because) > 0 {
		fmt.Fprintf(&b, "The verdict is **%s** (%s), because:\n\n", r.Verdict.Category, r.Verdict.Category.Means())
	}
	for _, why := range r.Verdict.Because[:min(len(r.Verdict.Because), maxDetails)] {
		fmt.Fprintf(&b, "- %s\n", words(why.Text))
	}
	if remedies {
		b.WriteString(p.newPermissions())
	}
	b.WriteString(p.gates())
	if remedies {
		b.WriteString(p.remedies())
	}
	for _, refused := range p.Outcome.Refused[:min(len(p.Outcome.Refused), maxDetails)] {
		fmt.Fprintf(&b, "\n%s\n", words(refused))
	}
	if silent := NotLooked(r); silent != "" {
		fmt.Fprintf(&b, "\nNot checked: %s.\n", silent)
	}
	for _, n := range p.Notes[:min(len(p.Notes), maxNotes)] {
		fmt.Fprintf(&b, "\n%s\n", words(n))
	}
	return b.String()
}

// gates are a table of the gates that do not simply hold, and below it, folded, those that do.
func (p Page) gates() string {
	const top = "\n| gate | | why |\n|---|---|---|\n"
	var rows, holds strings.Builder
	n := 0
	for _, g := range p.Outcome.Results {
		to := &rows
		if g.State == gate.Holds {
			to, n = &holds, n+1
		}
		fmt.Fprintf(to, "| %s | %s | %s |\n", g.Gate, stateWord(g), gateWhy(g))
	}
	for _, w := range p.Outcome.FailOn {
		fmt.Fprintf(&rows, "| fail-on %s | **fails** | %s |\n", w.Word, gateWhy(gate.Result{Why: w.Why, Details: w.Details, More: w.More}))
	}
	text := ""
	if rows.Len() > 0 {
		text = top + rows.String()
	}
	switch {
	case n == 1:
		text += folded("1 gate holds", top+holds.String())
	case n > 1:
		text += folded(fmt.Sprintf("%d gates hold", n), top+holds.String())
	}
	return text
}

// folded is text that opens for who wants to read it. The title is the program's own.
func folded(title, text string) string {
	return "\n<details><summary>" + title + "</summary>\n" + text + "\n</details>\n"
}

// steps are what puts right the gates that fail and the words of fail-on that hold, in the
// order of the gates. Names and words are the program's own.
func (p Page) steps() []step {
	var out []step
	for _, g := range p.Outcome.Results {
		if (g.State == gate.Fails || g.State == gate.Unknown) && g.Command != "" {
			out = append(out, step{string(g.Gate), g.Command, g.Fix})
		}
	}
	for _, w := range p.Outcome.FailOn {
		if w.Command != "" {
			out = append(out, step{"fail-on " + w.Word, w.Command, w.Fix})
		}
	}
	return out
}

// remedies says, where several gates fail, of each but the first what puts it right: the command,
// and what a person does then. The first stands at the top of the page.
func (p Page) remedies() string {
	steps := p.steps()
	if len(steps) < 2 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n### To put the rest right\n\n")
	for _, s := range steps[1:] {
		fmt.Fprintf(&b, "- **%s**: %s\n", s.gate, escape.MarkdownCode(s.command, wideCommand))
		if s.fix != "" {
			fmt.Fprintf(&b, "  <br>%s\n", sentence(s.fix))
		}
	}
	return b.String()
}

func stateWord(g gate.Result) string {
	switch g.State {
	case gate.Fails:
		return "**fails**"
	case gate.Unknown:
		return "**not judged**"
	case gate.Accepted:
		return "accepted"
	default:
		return "holds"
	}
}

func gateWhy(g gate.Result) string {
	if g.State == gate.Holds && g.Why == "" {
		return cell(g.Gate.Satisfied())
	}
	if g.Why == "" {
		return ""
	}
	text := cell(g.Why)
	if g.By != "" {
		text += ", accepted by " + escape.MarkdownCell(g.By, 60)
	}
	for i, d := range g.Details {
		if i == maxDetails {
			break
		}
		text += "<br>" + escape.MarkdownCell(d, wide)
	}
	if left := len(g.Details) - maxDetails + g.More; len(g.Details) > maxDetails {
		text += fmt.Sprintf("<br>and %d more", left)
	}
	return text
}

// NotLooked names the layers that did not look, then those that looked in part; empty: all
// looked as a whole.
func NotLooked(r *report.Report) string {
	var not, part []string
	for _, m := range r.Verdict.Modules {
		switch m.State {
		case verdict.Ran:
		case verdict.Partly:
			part = append(part, string(m.Module))
		case verdict.Skipped:
			not = append(not, string(m.Module))
		default:
			not = append(not, fmt.Sprintf("%s (%s)", m.Module, m.State))
		}
	}
	out := strings.Join(not, ", ")
	switch {
	case len(part) > 0 && out != "":
		out += "; in part: " + strings.Join(part, ", ")
	case len(part) > 0:
		out = "in part: " + strings.Join(part, ", ")
	}
	return out
}

func (p Page) permissions() string {
	if p.Policy == "" {
		return ""
	}
	text := "\n" + strings.TrimRight(p.Policy, "\n") + "\n"
	if len(p.Wider) == 0 {
		return text
	}
	return folded("Permissions, line by line", text)
}

// maxRows is how many findings a page lists.
const maxRows = 100

func (p Page) findings() string {
	fresh := map[string]bool{}
	for _, f := range p.Outcome.New {
		fresh[same(f)] = true
	}
	// What was there before the change is folded.
	apart := p.Compared && p.Outcome.New != nil
	var rows, old []string
	answered, left, silent, before := 0, 0, 0, 0
	for _, f := range p.Report.Findings {
		isNew := fresh[same(f)]
		switch {
		case f.Suppressed != nil:
			answered++
			continue
		case f.Severity == finding.None:
			silent++
			continue
		case len(rows)+len(old) == maxRows:
			left++
			continue
		}
		word := ""
		if isNew {
			word = "new"
		}
		row := fmt.Sprintf("| %s | %s | %s | %s | %s |\n",
			f.Severity, word, escape.MarkdownCell(f.Check, 80), escape.MarkdownCell(place(f), wide), cell(f.Message))
		if apart && !isNew {
			old, before = append(old, row), before+1
		} else {
			rows = append(rows, row)
		}
	}
	const top = "\n| severity | | check | place | |\n|---|---|---|---|---|\n"
	text := "\n### Findings\n"
	switch {
	case len(rows) > 0:
		text += top + strings.Join(rows, "")
	case before > 0:
		text += "\nNone is new.\n"
	default:
		text += "\nNone.\n"
	}
	if before > 0 {
		text += folded(fmt.Sprintf("%s before the change", was(before)), top+strings.Join(old, ""))
	}
	if left > 0 {
		text += fmt.Sprintf("\nand %d more.\n", left)
	}
	if silent > 0 {
		text += fmt.Sprintf("\nWithout a severity in this profile, and in the report: %d.\n", silent)
	}
	if answered > 0 {
		text += fmt.Sprintf("\n%s answered by a person, and in the report with the reason.\n", more(answered))
	}
	return text
}

func more(n int) string {
	if n == 1 {
		return "1 more is"
	}
	return fmt.Sprintf("%d more are", n)
}

func was(n int) string {
	if n == 1 {
		return "1 was there"
	}
	return fmt.Sprintf("%d were there", n)
}

// place is where a finding stands, and of a file that a build made the package it came from:
// nobody looks for that in the repository.
func place(f finding.Finding) string {
	text := f.At()
	if o := f.Origin; o != nil && !o.InTree {
		text += ", built from " + o.File
		if o.Package != "" {
			text += " of " + o.Package
		}
	}
	return text
}

func same(f finding.Finding) string {
	return fmt.Sprintf("%s\x00%s\x00%d:%d\x00%s", f.Check, f.Where.File, f.Where.Line, f.Where.Column, f.Message)
}
