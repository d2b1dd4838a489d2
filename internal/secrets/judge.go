package secrets

import (
	"regexp"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// publicValues are kinds of values that are made to be given to everybody who
// runs a program, by what stands before them or by their form. Near is matched
// with the sixty characters before the value and the value; nil matches all.
var publicValues = []struct {
	why   string
	rule  string
	near  func() *regexp.Regexp
	value func() *regexp.Regexp
}{
	{
		why:  "Application Insights' key only lets telemetry in",
		near: lazyregexp.Lazy(`(?i)instrumentation_?key|\bai_?key|app_?insights|applicationinsights`),
	},
	{
		why:   "a key of Microsoft's telemetry service only lets events in",
		value: lazyregexp.Lazy(`^(?:[0-9a-f]{32}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-\d{4}|AIF-[0-9a-f-]{36})$`),
	},
	{why: "PostHog's project key only lets events in", value: lazyregexp.Lazy(`^phc_`)},
	{why: "a Sentry DSN only lets reports in", near: lazyregexp.Lazy(`(?i)\bdsn\b|ingest\.sentry\.io`)},
	{
		why:  "the write key of an analytics service only lets events in",
		near: lazyregexp.Lazy(`(?i)amplitude|mixpanel|segment|write_?key|rudderstack|honeycomb`),
	},
	{
		why:  "Google's browser keys name a project and are limited by referrer",
		rule: "gcp-api-key",
		near: lazyregexp.Lazy(`(?i)auth_?domain|firebase|maps\.googleapis|maps/api|recaptcha`),
	},
	{why: "an OAuth client id names an application and proves nothing", near: lazyregexp.Lazy(`(?i)client_?id|app(?:lication)?_?id`)},
	{why: "it is a public key", near: lazyregexp.Lazy(`(?i)pub(?:lic|lishable)?[_-]?key|site_?key`)},
	{why: "it is a hash that content is compared with", value: lazyregexp.Lazy(`^sha(?:1|256|384|512)-`)},
	{why: "it is a hash that content is compared with", near: lazyregexp.Lazy(`(?i)integrity|checksum|sha(?:1|256|384|512)\b`)},
}

const before = 60

// judge says what a match is; false: it is noise.
func judge(text string, m match) (Found, bool) {
	value := text[m.value.from:m.value.to]
	f := Found{Rule: m.rule.RuleID, Class: m.rule.class, Why: m.rule.why}
	f.Redacted, f.Length = redact(value)
	if f.Class == Public {
		return f, true
	}
	if f.Class != Issued && !random(value) {
		return Found{}, false
	}
	// A value may begin with its name: key = "InstrumentationKey=…".
	near := text[max(0, m.value.from-before):m.value.to]
	for _, p := range publicValues {
		if (p.rule == "" && f.Class != Issued || p.rule == f.Rule) &&
			(p.near == nil || p.near().MatchString(near)) && (p.value == nil || p.value().MatchString(value)) {
			f.Class, f.Why = Public, p.why
			return f, true
		}
	}
	return f, true
}

// random reports that a value looks drawn by lot: letters and digits in turn
// and no words.
func random(value string) bool {
	digits, letters := 0, 0
	for _, c := range []byte(value) {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
			letters++
		}
	}
	return digits >= 2 && letters > 0 && !strings.Contains(value, "..")
}
