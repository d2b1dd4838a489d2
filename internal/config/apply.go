package config

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

// State is what became of an entry.
type State string

// The states.
const (
	// Applied: it answered a finding.
	Applied State = "applied"
	// Unused: its check looked, and no finding is meant.
	Unused State = "unused"
	// Unchecked: its check did not look at everything, so that nobody knows
	// whether it is of use.
	Unchecked State = "unchecked"
	// Expired: its last day is over; it answers nothing.
	Expired State = "expired"
	// Refused: all it means are malicious findings, which take an exception, or
	// entries of its kind are withheld.
	Refused State = "refused"
)

// States lists the states.
func States() []State { return []State{Applied, Unused, Unchecked, Expired, Refused} }

// Outcome is what one entry did.
type Outcome struct {
	// Rule names the entry ("ignore[2]"), Line is where it stands.
	Rule  string `json:"rule"`
	Line  int    `json:"line"`
	Check string `json:"check"`
	State State  `json:"state"`
	// Findings counts the findings it answered; Refused those it means and may
	// not answer, or no longer.
	Findings int `json:"findings"`
	Refused  int `json:"refused"`
	// Text says what became of it in one sentence.
	Text string `json:"text"`
}

// IsSeverity reports an entry that rates findings and suppresses none.
func (o Outcome) IsSeverity() bool { return strings.HasPrefix(o.Rule, string(Severity)+"[") }

// Day is what applying depends on beyond the findings.
type Day struct {
	// Today is the day of the run, as 2027-01-31. Empty: it is not known, and
	// whatever has a last day is over.
	Today string
	// Looked reports that a check ran and kept all that it found.
	Looked func(check string) bool
}

// Apply answers findings: it gives a copy in which severities are changed and
// answered findings are marked, and what became of each entry. The first entry
// that means a finding answers it.
func (c *Config) Apply(fs []finding.Finding, d Day) ([]finding.Finding, []Outcome) {
	out := append([]finding.Finding{}, fs...)
	outcomes := []Outcome{}
	byCheck := map[string][]int{}
	for i, f := range out {
		byCheck[f.Check] = append(byCheck[f.Check], i)
	}
	for _, e := range c.Entries {
		o := Outcome{Rule: e.Rule(), Line: e.Line, Check: e.Check}
		expired := e.Until != "" && (d.Today == "" || d.Today > e.Until)
		withheld := slices.Contains(c.Withheld, e.Kind)
		means, matched := e.matcher(), 0
		for _, i := range byCheck[e.Check] {
			f := &out[i]
			switch {
			case !means(*f):
				continue
			case expired, f.Intent == finding.Malicious && e.Kind != Exception, withheld && (e.Kind != Severity || e.Level < f.Severity):
				o.Refused++
			default:
				o.Findings++
				e.answer(f)
			}
			matched++
		}
		switch {
		case expired:
			o.State = Expired
		case o.Findings > 0:
			o.State = Applied
		case matched > 0:
			o.State = Refused
		case d.Looked == nil || !d.Looked(e.Check):
			o.State = Unchecked
		default:
			o.State = Unused
		}
		o.Text = e.sentence(o)
		if withheld && o.Refused > 0 && o.State != Expired {
			o.Text = fmt.Sprintf("the organisation takes no %s of a repository's, and this one means %s", e.Kind, count(o.Refused))
			if e.Kind == Severity {
				o.Text = fmt.Sprintf(
					"the organisation lets a repository rate findings higher only, and this one means %s that are worse",
					count(o.Refused),
				)
			}
		}
		outcomes = append(outcomes, o)
	}
	return out, outcomes
}

// answer does what the entry says to one finding.
func (e Entry) answer(f *finding.Finding) {
	if e.Kind == Severity {
		f.Severity = e.Level
		return
	}
	if f.Suppressed == nil {
		f.Suppressed = &finding.Suppression{Reason: e.Reason, Until: e.Until, SignedOffBy: e.SignedOffBy, Rule: e.Rule()}
	}
}

func (e Entry) sentence(o Outcome) string {
	switch o.State {
	case Expired:
		return fmt.Sprintf("it ended on %s and no longer answers %s", e.Until, count(o.Refused))
	case Unused:
		return "it means no finding: what it answered is gone, and so can it"
	case Unchecked:
		return "its check did not look at everything, so that nobody knows whether it is needed"
	case Refused:
		return fmt.Sprintf("it means %s that may be malicious, which takes an entry of exceptions", count(o.Refused))
	}
	text := "it answers " + count(o.Findings)
	if e.Kind == Severity {
		text = fmt.Sprintf("it rates %s %s", count(o.Findings), e.Level)
	}
	if o.Refused > 0 {
		text += fmt.Sprintf(", and not %d that may be malicious: those take an entry of exceptions", o.Refused)
	}
	return text
}

func count(n int) string {
	if n == 1 {
		return "1 finding"
	}
	return fmt.Sprintf("%d findings", n)
}

// matcher decides which findings of the entry's check are meant.
func (e Entry) matcher() func(finding.Finding) bool {
	path := func(string) bool { return true }
	if e.Path != "" {
		path = pattern(e.Path).MatchString
	}
	return func(f finding.Finding) bool {
		// An exception answers what may be malicious: no map and no likeness moves
		// such a finding under it.
		there := path(f.Where.File) || e.Kind != Exception && path(f.Shown().File)
		return there && strings.Contains(f.Message, e.Message)
	}
}

// pattern turns a path pattern into a regular expression, which takes time
// linear in the path whatever the pattern is: * is any part of a name, ** any
// folders, ? one character, and a final slash means all below.
func pattern(p string) *regexp.Regexp {
	if strings.HasSuffix(p, "/") {
		p += "**"
	}
	var b strings.Builder
	b.WriteString(`(?s)\A`)
	for len(p) > 0 {
		switch {
		case strings.HasPrefix(p, "**/"):
			b.WriteString(`(?:.*/)?`)
			p = p[3:]
		case strings.HasPrefix(p, "**"):
			b.WriteString(`.*`)
			p = p[2:]
		case p[0] == '*':
			b.WriteString(`[^/]*`)
			p = p[1:]
		case p[0] == '?':
			b.WriteString(`[^/]`)
			p = p[1:]
		default:
			n := strings.IndexAny(p, "*?")
			if n < 0 {
				n = len(p)
			}
			b.WriteString(regexp.QuoteMeta(p[:n]))
			p = p[n:]
		}
	}
	b.WriteString(`\z`)
	return regexp.MustCompile(b.String())
}
