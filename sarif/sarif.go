// Package sarif writes reports as SARIF 2.1.0, the way GitHub's code scanning
// wants it: one run an extension, rules with their help pages, relative
// places, stable fingerprints, GitHub's limits held and every cut stated. Check
// says of any SARIF file what GitHub would refuse or pass over in silence.
//
// It knows reports and the pages of checks and nothing of how either came to
// be. A report may be a stranger's file, so its texts are escaped again.
package sarif

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

const (
	schemaURI      = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	informationURI = "https://github.com/ringfence-dev/ringfence"
	rootID         = "%SRCROOT%"
)

// Series writes the files of one delivery. GitHub keeps one result a category,
// so no two runs of a series share one, in whichever file they are.
type Series struct {
	// OmitAnswered leaves out what a person has answered. Code scanning passes
	// over SARIF's suppressions and shows such results as open alerts
	// (github/codeql-action#1230).
	OmitAnswered bool

	taken map[string]bool
}

// Write writes reports as one SARIF file, a run each, in their order.
func Write(w io.Writer, reports []*report.Report) error { return new(Series).Write(w, reports) }

// Write writes reports as one SARIF file of the series, a run each, in their
// order.
func (s *Series) Write(w io.Writer, reports []*report.Report) error {
	return s.write(w, reports, github)
}

func (s *Series) write(w io.Writer, reports []*report.Report, l limits) error {
	if len(reports) > l.runs {
		return fmt.Errorf("writing SARIF: %d extensions, and GitHub takes %d runs in a file; write a file each", len(reports), l.runs)
	}
	if s.taken == nil {
		s.taken = map[string]bool{}
	}
	ids := make([]string, len(reports))
	for i, r := range reports {
		ids[i] = s.unique(category(r))
	}
	data, err := fit(reports, ids, l, s.OmitAnswered)
	if err != nil {
		return fmt.Errorf("writing SARIF: %w", err)
	}
	if _, err := w.Write(data); err != nil {
		return fmt.Errorf("writing SARIF: %w", err)
	}
	return nil
}

// fit makes the file, with as many results as its size allows.
func fit(reports []*report.Report, ids []string, l limits, omitAnswered bool) ([]byte, error) {
	picks := pick(reports, l, omitAnswered)
	data, size, err := encode(reports, ids, picks, l.gzip)
	if err != nil || size <= l.gzip {
		return data, err
	}
	// What is there without any result, the pages of the checks mostly, does not
	// shrink with them.
	_, base, err := encode(reports, ids, make([]picked, len(reports)), 0)
	if err != nil {
		return nil, err
	}
	for size > l.gzip {
		if base >= l.gzip || !shrink(picks, size-base, l.gzip-base) {
			return nil, fmt.Errorf("without a single result %d bytes of gzip are left, and GitHub takes %d; write a file each", base, l.gzip)
		}
		if data, size, err = encode(reports, ids, picks, l.gzip); err != nil {
			return nil, err
		}
	}
	return data, nil
}

// encode returns the file and its size: compressed, unless it is within the limit
// as it is.
func encode(reports []*report.Report, ids []string, picks []picked, limit int) ([]byte, int, error) {
	doc := &sarif.Report{Version: string(sarif.Version210), Schema: schemaURI, Runs: []*sarif.Run{}}
	for i, r := range reports {
		doc.AddRun(run(r, ids[i], picks[i]))
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(doc); err != nil {
		return nil, 0, err
	}
	size, err := zipped(b.Bytes(), limit)
	return b.Bytes(), size, err
}

func profileOf(r *report.Report) verdict.Profile {
	if p, ok := verdict.ByName(r.Verdict.Profile); ok {
		return p
	}
	return verdict.Profiles()[0]
}

func run(r *report.Report, id string, p picked) *sarif.Run {
	profile := profileOf(r)
	rules := newRules(profile)
	out := sarif.NewRun(sarif.Tool{})
	prints := finding.Prints{}
	for _, i := range p.findings {
		f := r.Findings[i]
		out.Results = append(out.Results, result(r, f, profile, rules, prints))
	}
	out.Tool.Driver = &sarif.ToolComponent{
		Name:           cmp.Or(r.Tool.Name, "ringfence"),
		Version:        ptr(version(r.Tool.Version)),
		InformationURI: ptr(informationURI),
		Rules:          rules.list,
	}
	out.ColumnKind = "utf16CodeUnits"
	out.Language = ptr("en-US")
	out.AutomationDetails = sarif.NewRunAutomationDetails().WithID(id)
	out.Invocations = []*sarif.Invocation{invocation(r, p)}
	out.Properties = sarif.Properties{
		"category": string(r.Verdict.Category), "profile": r.Verdict.Profile,
		"needsReview": r.Verdict.NeedsReview, "incomplete": r.Verdict.Incomplete,
		"layers": states(r),
	}
	return out
}

// states says what became of each layer: one without results may not have looked.
func states(r *report.Report) map[string]string {
	out := map[string]string{}
	for _, m := range r.Verdict.Modules {
		out[string(m.Module)] = string(m.State)
	}
	return out
}

// category is GitHub's name for a series of uploads: the part up to the last
// slash. One for each extension lets a repository hold several.
func category(r *report.Report) string {
	name := cmp.Or(subjectPath(r), r.Extension.ID, "extension")
	return "ringfence/" + strings.Trim(escape.Printable(name, 300), "/") + "/"
}

// unique keeps two runs apart: the same category twice makes GitHub refuse a
// file, and in two files the later one takes the place of the first.
func (s *Series) unique(id string) string {
	out := id
	for n := 2; s.taken[out]; n++ {
		out = fmt.Sprintf("%s-%d/", strings.TrimSuffix(id, "/"), n)
	}
	s.taken[out] = true
	return out
}

// version is a version that begins with a number, as SARIF wants it; a build of
// no release is 0.0.0 and says what it is behind it.
func version(s string) string {
	if released().MatchString(s) {
		return s
	}
	s = strings.Trim(other().ReplaceAllString(s, "-"), "-.")
	return strings.TrimSuffix("0.0.0+"+clip(s, 80), "+")
}

var (
	released = lazyregexp.Lazy(`^v?[0-9]+(\.[0-9]+){0,3}[0-9A-Za-z.+-]{0,80}$`)
	other    = lazyregexp.Lazy(`[^0-9A-Za-z.-]+`)
)

func ptr[T any](v T) *T { return &v }
