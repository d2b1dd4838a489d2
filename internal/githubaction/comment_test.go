package githubaction_test

import (
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/githubaction"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/review/result"
)

// One comment has a section for each extension and stays within the bound.
func TestOneCommentHoldsAllExtensions(t *testing.T) {
	var pages []result.Page
	for _, path := range []string{"a", "b", "c"} {
		r := &report.Report{Extension: report.Extension{ID: "acme." + path}}
		for range 200 {
			r.Findings = append(r.Findings, finding.Finding{Check: "code_x", Severity: finding.High, Message: strings.Repeat("long ", 60)})
		}
		pages = append(pages, result.Page{Report: r, Path: path})
	}
	body, marker := githubaction.Comment(pages)
	if len(body) > 65_536 || strings.Count(body, "## ringfence:") != 3 || strings.Count(body, marker) != 1 ||
		!strings.HasPrefix(body, marker) {
		t.Errorf("%d bytes\n%.300s", len(body), body)
	}
	one, first := githubaction.Comment(pages[:1])
	other, second := githubaction.Comment(pages[1:2])
	if first == marker || first == second || !strings.HasPrefix(one, first+"\n") || !strings.HasPrefix(other, second+"\n") {
		t.Error("two extensions share a comment")
	}
	pages[0].Policy = strings.Repeat("- `permission`\n", 100_000)
	if one, _ = githubaction.Comment(
		pages[:1],
	); len(one) > 65_536 || !strings.Contains(one, "## ringfence:") ||
		!strings.Contains(one, "shortened") {
		t.Errorf("%d bytes\n%.300s", len(one), one)
	}
}
