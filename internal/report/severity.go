package report

import "github.com/ringfence-dev/ringfence/internal/finding"

// Severity is what a finding counts under the profile that judged the report.
func (r *Report) Severity(f finding.Finding) finding.Severity { return profileOf(r).Severity(f) }
