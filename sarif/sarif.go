// Package sarif writes reports as SARIF 2.1.0, the way GitHub's code scanning
// wants it: one run an extension, rules with their help pages, relative
// places, stable fingerprints. It knows reports and the pages of checks and
// nothing of how either came to be.
package sarif

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/owenrumney/go-sarif/v2/sarif"
	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// GitHub rejects a file above these.
const (
	MaxRuns    = 20
	MaxResults = 25_000
)

const (
	schemaURI      = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	informationURI = "https://github.com/ringfence-dev/ringfence"
	rootID         = "%SRCROOT%"
)

// Write writes reports as one SARIF file, a run each, in their order.
func Write(w io.Writer, reports []*report.Report) error {
	if len(reports) > MaxRuns {
		return fmt.Errorf("writing SARIF: %d extensions, and GitHub takes %d runs in a file; write one file each", len(reports), MaxRuns)
	}
	doc := &sarif.Report{Version: string(sarif.Version210), Schema: schemaURI, Runs: []*sarif.Run{}}
	ids := map[string]bool{}
	for _, r := range reports {
		doc.AddRun(run(r, unique(ids, category(r))))
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(doc); err != nil {
		return fmt.Errorf("writing SARIF: %w", err)
	}
	return nil
}

func run(r *report.Report, id string) *sarif.Run {
	profile, ok := verdict.ByName(r.Verdict.Profile)
	if !ok {
		profile = verdict.Profiles()[0]
	}
	rules, index := rulesFor(r, profile)
	out := sarif.NewRun(sarif.Tool{Driver: &sarif.ToolComponent{
		Name:           r.Tool.Name,
		Version:        ptr(r.Tool.Version),
		InformationURI: ptr(informationURI),
		Rules:          rules,
	}})
	out.ColumnKind = "utf16CodeUnits"
	out.AutomationDetails = sarif.NewRunAutomationDetails().WithID(id)
	out.Invocations = []*sarif.Invocation{invocation(r)}
	seen := map[string]int{}
	for _, f := range r.Findings {
		if profile.Severity(f) == finding.None || len(out.Results) == MaxResults {
			// What has no severity in the profile is in the report and is no
			// alert.
			continue
		}
		out.Results = append(out.Results, result(r, f, profile, index[f.Check], seen))
	}
	out.Properties = sarif.Properties{
		"category": string(r.Verdict.Category), "profile": r.Verdict.Profile,
		"needsReview": r.Verdict.NeedsReview, "incomplete": r.Verdict.Incomplete,
	}
	return out
}

// rulesFor lists all our checks, so that a rule's index does not depend on what
// was found, and then the checks of the report that this program does not know.
func rulesFor(r *report.Report, p verdict.Profile) ([]*sarif.ReportingDescriptor, map[string]uint) {
	var rules []*sarif.ReportingDescriptor
	index := map[string]uint{}
	for _, c := range checks.All() {
		index[c.Name] = uint(len(rules))
		rules = append(rules, rule(c, p))
	}
	for _, f := range r.Findings {
		if _, ok := index[f.Check]; !ok {
			index[f.Check] = uint(len(rules))
			rules = append(rules, unknownRule(f.Check, p.Severity(f)))
		}
	}
	return rules, index
}

// category is GitHub's name for a series of uploads: the part up to the last
// slash. One for each extension lets a repository hold several.
func category(r *report.Report) string {
	name := subjectPath(r)
	if name == "" || name == "." {
		name = r.Extension.ID
	}
	if name == "" {
		name = "extension"
	}
	return "ringfence/" + strings.Trim(name, "/") + "/"
}

// unique keeps two runs of one file apart: the same category twice makes GitHub
// refuse the delivery.
func unique(taken map[string]bool, id string) string {
	out := id
	for n := 2; taken[out]; n++ {
		out = fmt.Sprintf("%s-%d/", strings.TrimSuffix(id, "/"), n)
	}
	taken[out] = true
	return out
}

// invocation tells what could not be seen: a result that is missing because a
// file is blind is no clean result.
func invocation(r *report.Report) *sarif.Invocation {
	ok := r.Code.Analysed
	i := &sarif.Invocation{ExecutionSuccessful: &ok}
	note := func(level, text string, l finding.Location) {
		n := &sarif.Notification{Level: level, Message: sarif.NewTextMessage(plain(text))}
		if l.File != "" {
			n.Locations = []*sarif.Location{location(r, l)}
		}
		i.ToolExecutionNotifications = append(i.ToolExecutionNotifications, n)
	}
	if !r.Code.Analysed {
		note("error", "the code could not be analysed: "+r.Code.Why, finding.Location{})
	}
	for _, b := range r.Code.Blind {
		level := "warning"
		if !b.Reached {
			level = "note"
		}
		note(level, "not seen: "+b.Reason, finding.Location{File: b.File, Line: b.Line})
	}
	for _, c := range r.Checks {
		if c.State == string(checks.Skipped) {
			note("warning", "check "+c.Name+" was skipped: "+c.Why, finding.Location{})
		}
		if c.Dropped > 0 {
			note("warning", fmt.Sprintf("check %s has %d further findings", c.Name, c.Dropped), finding.Location{})
		}
	}
	for _, n := range r.Config.Notes() {
		level, at := "note", finding.Location{}
		if n.Warning {
			level = "warning"
		}
		if n.Line > 0 && r.Config.Origin == report.OfRepository {
			at = finding.Location{File: config.Name, Line: n.Line}
		}
		note(level, "configuration: "+n.Text, at)
	}
	return i
}

func ptr[T any](v T) *T { return &v }

// plain keeps text from becoming a link: in a SARIF message, [text](target) is
// one, and the target would be the extension's choice.
func plain(s string) string {
	return strings.ReplaceAll(finding.Printable(s, finding.MaxMessage), "](", "] (")
}

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

func rule(c checks.Check, p verdict.Profile) *sarif.ReportingDescriptor {
	worst := c.Worst
	if p.Paper {
		worst = c.PaperWorst
	}
	page := c.Page()
	return &sarif.ReportingDescriptor{
		ID:                   c.Name,
		Name:                 ptr(c.Name),
		ShortDescription:     sarif.NewMultiformatMessageString(c.Title()),
		FullDescription:      sarif.NewMultiformatMessageString(c.Summary()),
		Help:                 sarif.NewMultiformatMessageString(page).WithMarkdown(page),
		DefaultConfiguration: &sarif.ReportingConfiguration{Level: levels[worst]},
		Properties:           properties(worst, string(c.Module)),
	}
}

func unknownRule(name string, s finding.Severity) *sarif.ReportingDescriptor {
	text := "The report names a check that this version does not know: " + name
	return &sarif.ReportingDescriptor{
		ID:                   name,
		Name:                 ptr(name),
		ShortDescription:     sarif.NewMultiformatMessageString(name),
		FullDescription:      sarif.NewMultiformatMessageString(text),
		Help:                 sarif.NewMultiformatMessageString(text),
		DefaultConfiguration: &sarif.ReportingConfiguration{Level: levels[s]},
		Properties:           properties(s),
	}
}

func properties(s finding.Severity, tags ...string) sarif.Properties {
	tags = append([]string{"security", "vscode-extension"}, tags...)
	slices.Sort(tags)
	return sarif.Properties{"tags": tags, "security-severity": ranks[s]}
}
