package html

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// A link to a finding leads to it in the next report too: another finding before it, and lines
// that move, change no link. Findings that are alike have links of their own.
func TestLinksAreStable(t *testing.T) {
	find := func(check, file string, line int) finding.Finding {
		return finding.Finding{Check: check, Where: finding.Location{File: file, Line: line}, Message: "it is so"}
	}
	before := []finding.Finding{find("code_a", "a.js", 1), find("code_a", "a.js", 9), find("code_b", "a.js", 1), find("code_b", "b.js", 1)}
	ids := idsOf(before, "x0-")
	short := regexp.MustCompile(`^x0-f-[0-9a-f]{10}(-[0-9]+)?$`)
	for i, id := range ids {
		if !short.MatchString(id) || slices.Index(ids, id) != i {
			t.Errorf("%q is not short, or twice there: %q", id, ids)
		}
	}
	after := slices.Clone(before)
	for i := range after {
		after[i].Where.Line += 7
	}
	after = slices.Insert(after, 0, find("code_new", "a.js", 1))
	if diff := cmp.Diff(ids, idsOf(after, "x0-")[1:]); diff != "" {
		t.Errorf("a finding more moves links (-before +after):\n%s", diff)
	}
	// The mirror: another finding has another link.
	after[1].Message = "it is another thing"
	if got := idsOf(after, "x0-")[1]; slices.Contains(ids, got) {
		t.Errorf("another finding has the link %s", got)
	}
}

// So does a link to a line of the policy, and to an extension of several: a line more changes none.
func TestLinksToLinesAreStable(t *testing.T) {
	line := func(s policy.Section, text string, state report.PermissionState) report.Permission {
		return report.Permission{Section: s, Text: text, State: state}
	}
	before := []report.Permission{
		line(policy.Processes, "git status", report.Granted), line(policy.Code, "git status", report.Granted),
		line(policy.FilesRead, "${home}/**", report.Granted), line(policy.FilesRead, "${home}/**", report.Denied),
	}
	ids := lineIDs(before, "")
	short := regexp.MustCompile(`^p-[0-9a-f]{10}(-[0-9]+)?$`)
	for i, id := range ids {
		if !short.MatchString(id) || slices.Index(ids, id) != i {
			t.Errorf("%q is not short, or twice there: %q", id, ids)
		}
	}
	after := slices.Insert(slices.Clone(before), 0, line(policy.Processes, "docker", report.Widened))
	after[1].State, after[1].Mark = report.Widened, policy.Unresolved
	if diff := cmp.Diff(ids, lineIDs(after, "")[1:]); diff != "" {
		t.Errorf("a line more moves links (-before +after):\n%s", diff)
	}
	// The mirror: another line has another link.
	after[1].Text = "git log"
	if got := lineIDs(after, "")[1]; slices.Contains(ids, got) {
		t.Errorf("another line has the link %s", got)
	}
	one, two := prefixesOf([]Changed{{Path: "b"}}), prefixesOf([]Changed{{Path: "a"}, {Path: "b"}})
	if one[0] != two[1] || two[0] == two[1] {
		t.Errorf("%q and %q", one, two)
	}
}

// However many there are, no two have one link.
func TestLinksAreUnique(t *testing.T) {
	var all []finding.Finding
	for i := range 5000 {
		all = append(all, finding.Finding{Check: "code_a", Message: fmt.Sprint(i % 2500)})
	}
	ids := idsOf(all, "")
	slices.Sort(ids)
	if n := len(slices.Compact(ids)); n != len(all) {
		t.Errorf("%d links of %d findings", n, len(all))
	}
}

// A long policy has the room that findings and places leave: of 3,603 lines of one extension 2,600
// did not fit, and most of the page was empty.
func TestALongPolicyHasTheRoomThatIsLeft(t *testing.T) {
	r := sample(plain)
	r.Findings, r.Verdict.Because = nil, nil
	p := *r.Permissions
	p.Lines = nil
	for i := range 3600 {
		p.Lines = append(p.Lines, report.Permission{
			Section: policy.EnvRead, Text: fmt.Sprintf("AN_ENVIRONMENT_VARIABLE_%04d", i), State: report.Granted, Mark: policy.Sure,
		})
	}
	r.Permissions = &p
	var page bytes.Buffer
	if err := Report(&page, r); err != nil {
		t.Fatal(err)
	}
	if page.Len() > MaxBytes {
		t.Errorf("%d bytes, over %d", page.Len(), MaxBytes)
	}
	if n := bytes.Count(page.Bytes(), []byte("AN_ENVIRONMENT_VARIABLE_")); n < len(p.Lines) {
		t.Errorf("%d of %d lines are there, in %d bytes of %d", n, len(p.Lines), page.Len(), MaxBytes)
	}
	// The mirror: findings keep theirs.
	for i := range 3000 {
		f := sample(plain).Findings[0]
		f.Message = fmt.Sprintf("number %d", i)
		r.Findings = append(r.Findings, f)
	}
	page.Reset()
	if err := Report(&page, r); err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(page.Bytes(), []byte("Number ")); page.Len() > MaxBytes || n < 500 {
		t.Errorf("%d findings in %d bytes", n, page.Len())
	}
}
