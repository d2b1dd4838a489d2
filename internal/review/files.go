package review

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/review/result"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/sarif"
)

// The names of what a review writes into a directory. Files of one extension
// lie in a folder of their own where there are several.
const (
	JSONFile     = "gate.json"
	MarkdownFile = "gate.md"
	SARIFFile    = "results.sarif"
	ReportFile   = "report.json"
	PolicyFile   = "policy.json"
	PatchFile    = "ringfence.patch"
)

// Text is the result for people, with the patches that put drift right.
func (r Result) Text() string {
	var b strings.Builder
	b.WriteString(r.Document.Text())
	for _, x := range r.Extensions {
		if len(x.Policies.Patch) > 0 {
			b.WriteString(printablePatch(x.Policies.Patch))
		}
	}
	return b.String()
}

// maxPatchLines and maxPatchLine are how much of a patch is printed; the file has all
// of it.
const (
	maxPatchLines = 200
	maxPatchLine  = 2000
)

// printablePatch is a patch for a terminal: half of it is a stranger's.
func printablePatch(patch []byte) string {
	var b strings.Builder
	b.WriteString("\n")
	n := 0
	for line := range strings.Lines(string(patch)) {
		if n++; n > maxPatchLines {
			fmt.Fprintf(&b, "… and more, in %s of --dir\n", PatchFile)
			break
		}
		b.WriteString(escape.Printable(strings.TrimRight(line, "\r\n"), maxPatchLine) + "\n")
	}
	return b.String()
}

// Files are all files of a result, by their names with slashes.
func (r Result) Files() (map[string][]byte, error) {
	out := map[string][]byte{}
	data, err := r.Document.JSON()
	if err != nil {
		return nil, err
	}
	out[JSONFile] = data
	var page strings.Builder
	taken := map[string]bool{}
	for _, x := range r.Extensions {
		dir := r.Folder(x, taken)
		if page.Len() > 0 {
			page.WriteString("\n")
		}
		page.WriteString(x.Page.Markdown(result.MaxPage / len(r.Extensions)))
		var b bytes.Buffer
		if err := report.Write(&b, x.Report); err != nil {
			return nil, err
		}
		out[dir+ReportFile] = b.Bytes()
		out[dir+PolicyFile] = x.Policies.Head.Bytes()
		if out[dir+policygen.EvidenceFile], err = x.Policies.Evidence.Bytes(); err != nil {
			return nil, err
		}
		if len(x.Policies.Patch) > 0 {
			out[dir+PatchFile] = x.Policies.Patch
		}
	}
	out[MarkdownFile] = []byte(page.String())
	return out, r.SARIF(out)
}

// SARIF adds the results for code scanning, as many files as its bound of runs asks
// for.
func (r Result) SARIF(out map[string][]byte) error {
	var reports []*report.Report
	for _, x := range r.Extensions {
		reports = append(reports, inRepository(x.Report, x.Judged.Path))
	}
	var series sarif.Series
	for n := 0; n*sarif.MaxRuns < len(reports); n++ {
		name := SARIFFile
		if n > 0 {
			name = fmt.Sprintf("results-%d.sarif", n+1)
		}
		var b bytes.Buffer
		if err := series.Write(&b, reports[n*sarif.MaxRuns:min(len(reports), (n+1)*sarif.MaxRuns)]); err != nil {
			return err
		}
		out[name] = b.Bytes()
	}
	return nil
}

// Folder names an extension's folder in the directory: its path with plain
// characters, which no two extensions share.
func (r Result) Folder(x Extension, taken map[string]bool) string {
	if len(r.Extensions) == 1 {
		return ""
	}
	stem := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '_'
	}, x.Judged.Path)
	stem = stem[:min(len(stem), 100)]
	name := stem
	for n := 2; taken[strings.ToLower(name)]; n++ {
		name = fmt.Sprintf("%s_%d", stem, n)
	}
	taken[strings.ToLower(name)] = true
	return name + "/"
}

// inRepository is a report that code scanning reads as one of the folder, also
// where the package that was built from it was scanned: the files of the package
// lie at the same places below it.
func inRepository(r *report.Report, at string) *report.Report {
	out := *r
	out.Subject, out.Extension.Source = at, extension.Repository
	return &out
}
