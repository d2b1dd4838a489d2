package sarif

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// The keys of fingerprints. GitHub uses the first, which says which line it is,
// and no other; the second says which finding it is, and tells apart what stands
// on one line.
const (
	lineKey    = "primaryLocationLineHash"
	findingKey = "ringfenceFinding/v1"
)

func result(r *report.Report, f finding.Finding, p verdict.Profile, rules *rules, prints finding.Prints) *sarif.Result {
	severity := p.Severity(f)
	id, index := rules.of(f.Check, severity)
	own := fingerprint(f, prints)
	out := &sarif.Result{
		RuleID:    ptr(id),
		RuleIndex: ptr(index),
		Level:     ptr(levels[severity]),
		Message:   message(f),
		Locations: []*sarif.Location{shown(r, f.Where, f.Origin)},
		PartialFingerprints: map[string]interface{}{
			lineKey:    line(f, own),
			findingKey: own,
		},
		CodeFlows:        codeFlows(r, f),
		RelatedLocations: related(r, f),
		PropertyBag: sarif.PropertyBag{Properties: sarif.Properties{
			"check": f.Check, "severity": severity.String(), "intent": string(f.Intent),
			"confidence": string(f.Confidence), "provenance": string(f.Provenance),
		}},
	}
	if f.Reach != finding.NoCode {
		out.Properties["reach"] = string(f.Reach)
	}
	if o := f.Opinion; o != nil {
		out.Properties["opinion"] = plain(string(o.Says) + ", says " + o.Model + ": " + o.Reason)
	}
	if f.Suppressed != nil {
		out.Suppressions = []*sarif.Suppression{suppression(f, own)}
	}
	return out
}

// hashed is how many characters of a line its hash covers.
const hashed = 100

// line is what code scanning knows a result by. In a bundle of one line every
// finding has the hash of its first characters, and the results of one rule
// would be one alert, dismissed together: what stands further in is known by
// itself.
func line(f finding.Finding, own string) string {
	if f.Where.Column > hashed {
		return own
	}
	return cmp.Or(f.LineHash, own)
}

// fingerprint is equal for the same finding after lines above it moved. It stands in for
// the line's hash where there was no line to read.
func fingerprint(f finding.Finding, seen finding.Prints) string {
	key, n := seen.Of(f)
	return fmt.Sprintf("%s:%d", key, n)
}

// message is the finding's sentence, a link to where a flow begins, and what
// would settle it. Code scanning shows no SARIF fixes, and an exact region of a
// JSON file that may be formatted anyhow is not in a report: the edits stand in
// the markdown.
func message(f finding.Finding) sarif.Message {
	text := stop(plain(f.Message))
	if len(f.Flow) > 1 {
		text += fmt.Sprintf(" The way there [begins here](%d).", sourceID)
	}
	if f.Fix == nil {
		return *sarif.NewTextMessage(text)
	}
	text += " To settle it: " + stop(plain(f.Fix.Text))
	out := *sarif.NewTextMessage(text)
	if len(f.Fix.Edits) > 0 {
		out.Markdown = ptr(markdown(f))
	}
	return out
}

// suppression says that a person has answered a finding, so that its alert does
// not close and open with every change of an ignore. The library writes null,
// which the schema refuses, for a guid and a place that are not set.
func suppression(f finding.Finding, own string) *sarif.Suppression {
	why := plain(f.Suppressed.Reason)
	if f.Suppressed.Until != "" {
		why += " (until " + plain(f.Suppressed.Until) + ")"
	}
	rule := cmp.Or(plain(f.Suppressed.Rule), "configuration")
	return &sarif.Suppression{
		Kind: "external", Status: ptr("accepted"), Justification: ptr(why), Guid: ptr(guid(rule, f.Check, own)),
		Location: &sarif.Location{LogicalLocations: []*sarif.LogicalLocation{{FullyQualifiedName: ptr(rule)}}},
	}
}

// guid is a name-based GUID, of version 5 by its form.
func guid(parts ...string) string {
	h := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	h[6], h[8] = h[6]&0x0F|0x50, h[8]&0x3F|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", h[0:4], h[4:6], h[6:8], h[8:10], h[10:16])
}
