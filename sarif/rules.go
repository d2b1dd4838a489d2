package sarif

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// levels are SARIF's levels by our severities; ranks GitHub's numbers, of which
// over 9 is critical, from 7 high and from 4 medium.
var (
	levels = map[finding.Severity]string{
		finding.None: "none", finding.Low: "note", finding.Medium: "warning", finding.High: "error", finding.Critical: "error",
	}
	ranks = map[finding.Severity]string{
		finding.None: "0.1", finding.Low: "2.0", finding.Medium: "5.5", finding.High: "8.0", finding.Critical: "9.5",
	}
)

// GitHub's longest texts of a rule, in characters, and how many tags it takes;
// it shows ten.
const (
	maxName        = 255
	maxDescription = 1024
	maxTags        = 20
)

// rules are the rules of one run. GitHub ranks an alert by its rule and not by
// its result, and one check has findings of several severities: a rule is
// therefore a check at one severity. Its name depends on nothing else, so that
// an alert stays itself when a check learns to find worse.
type rules struct {
	profile verdict.Profile
	known   map[string]checks.Check
	list    []*sarif.ReportingDescriptor
	index   map[string]uint
}

// newRules lists every check at its worst, found or not, so that GitHub can say
// what was looked for. What found nothing has a sentence and no page: the pages are nine
// tenths of a small extension's file, and nobody opens one without an alert.
func newRules(p verdict.Profile) *rules {
	r := &rules{profile: p, known: map[string]checks.Check{}, index: map[string]uint{}}
	for _, c := range checks.All() {
		r.known[c.Name] = c
		worst := c.Worst
		if p.Paper {
			worst = c.PaperWorst
		}
		if worst > finding.None {
			r.add(c.Name, worst)
		}
	}
	return r
}

// ruleID names the rule of a check's findings of one severity.
func ruleID(check string, s finding.Severity) string { return check + "/" + s.String() }

// of returns the rule of a finding, which may be of a check that this program does
// not know. It has the check's page, for those who open the alert.
func (r *rules) of(check string, s finding.Severity) (id string, index uint) {
	id, index = r.add(check, s)
	if c, ok := r.known[check]; ok {
		r.list[index].Help.WithMarkdown(c.Page())
	}
	return id, index
}

// add lists a rule, once.
func (r *rules) add(check string, s finding.Severity) (id string, index uint) {
	id = ruleID(check, s)
	if i, ok := r.index[id]; ok {
		return id, i
	}
	d := unknownRule(check)
	if c, ok := r.known[check]; ok {
		d = rule(c)
	}
	d.ID = id
	d.DefaultConfiguration = &sarif.ReportingConfiguration{Level: levels[s]}
	d.Properties["security-severity"] = ranks[s]
	d.Properties["problem.severity"] = problems[levels[s]]
	r.index[id] = uint(len(r.list))
	r.list = append(r.list, d)
	return id, r.index[id]
}

// problems are the words CodeQL's queries have for SARIF's levels.
var problems = map[string]string{"none": "recommendation", "note": "recommendation", "warning": "warning", "error": "error"}

func rule(c checks.Check) *sarif.ReportingDescriptor {
	return &sarif.ReportingDescriptor{
		Name:             ptr(pascal(c.Name)),
		ShortDescription: sarif.NewMultiformatMessageString(clip(title(c.Title()), maxDescription)),
		FullDescription:  sarif.NewMultiformatMessageString(clip(stop(c.Summary()), maxDescription)),
		// For those who show no Markdown: where the page is.
		Help:       sarif.NewMultiformatMessageString("ringfence explain " + c.Name),
		HelpURI:    ptr(informationURI + "/blob/main/docs/reference/checks.md#" + c.Anchor()),
		Properties: sarif.Properties{"tags": tags(c), "precision": precision(c)},
	}
}

func unknownRule(check string) *sarif.ReportingDescriptor {
	text := "The report names a check that this version does not know: " + check + "."
	return &sarif.ReportingDescriptor{
		Name:             ptr(pascal(check)),
		ShortDescription: sarif.NewMultiformatMessageString(clip(text, maxDescription)),
		FullDescription:  sarif.NewMultiformatMessageString(clip(text, maxDescription)),
		Help:             sarif.NewMultiformatMessageString(text).WithMarkdown(text),
		HelpURI:          ptr(informationURI + "/blob/main/docs/reference/checks.md"),
		Properties:       sarif.Properties{"tags": []string{"security", "vscode-extension"}, "precision": "low"},
	}
}

// tags are what GitHub filters rules by: "security" makes it show
// security-severity at all.
func tags(c checks.Check) []string {
	out := []string{"security"}
	for _, n := range c.CWE {
		out = append(out, fmt.Sprintf("external/cwe/cwe-%03d", n))
	}
	out = append(out, string(c.Module), "vscode-extension")
	return out[:min(len(out), maxTags)]
}

// precision is GitHub's word for how often a rule is right. What a manifest
// declares is there to be read; what code does is worked out.
func precision(c checks.Check) string {
	switch {
	case c.Confidence == finding.Confirmed && c.Module == finding.ManifestModule:
		return "very-high"
	case c.Confidence == finding.Confirmed:
		return "high"
	case c.Confidence == finding.Heuristic:
		return "low"
	}
	return "medium"
}

// pascal writes code_weak_cipher as CodeWeakCipher: SARIF wants a name that is
// not the id.
func pascal(name string) string {
	var b strings.Builder
	for _, word := range strings.Split(name, "_") {
		for i, r := range word {
			if i == 0 {
				r = unicode.ToUpper(r)
			}
			b.WriteRune(r)
		}
	}
	return clip(b.String(), maxName)
}

// title returns half a sentence of a page its capital and its full stop.
func title(s string) string {
	if s == "" {
		return ""
	}
	r, size := utf8.DecodeRuneInString(s)
	return stop(string(unicode.ToUpper(r)) + s[size:])
}

// clip cuts a text to a number of characters.
func clip(s string, most int) string {
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return string(r[:most-1]) + "…"
}
