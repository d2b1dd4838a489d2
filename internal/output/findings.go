package output

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// maxName is how much of a name from a report is written.
const maxName = 300

// plain makes a stranger's text fit for a line that a runner of GitHub Actions reads.
func plain(s string, most int) string { return escape.Logged(s, most) }

// one is a finding as the formats of one line write it; every text is printable.
type one struct {
	severity       finding.Severity
	file           string
	line, column   int
	check, message string
}

// open returns the findings that count and that nobody answered, worst first. A file is
// named from where the command ran when a folder was scanned, and within the extension
// otherwise.
func open(r *report.Report) []one {
	prefix := ""
	switch r.Extension.Source {
	case extension.Repository, extension.Directory, extension.Installed:
		prefix = filepath.ToSlash(r.Subject)
	}
	var out []one
	for _, f := range r.Findings {
		s := r.Severity(f)
		if f.Suppressed != nil || s == finding.None {
			continue
		}
		at := f.Shown()
		file := at.File
		if file != "" && prefix != "" {
			file = path.Join(prefix, file)
		}
		out = append(out, one{
			severity: s, file: plain(file, maxName), line: at.Line, column: at.Column,
			check: plain(f.Check, maxName), message: plain(f.Message, finding.MaxMessage),
		})
	}
	slices.SortStableFunc(out, func(a, b one) int { return cmp.Compare(b.severity, a.severity) })
	return out
}

// verdictOf is the extension and the verdict in a line, and the reason that decided.
func verdictOf(r *report.Report) (name, verdict, why string) {
	name = plain(cmp.Or(r.Extension.ID, r.Subject, "extension"), maxName)
	if r.Extension.Version != "" {
		name += " " + plain(r.Extension.Version, maxName)
	}
	if len(r.Verdict.Because) > 0 {
		why = plain(r.Verdict.Because[0].Text, finding.MaxMessage)
	}
	return name, plain(string(r.Verdict.Category), maxName), why
}
