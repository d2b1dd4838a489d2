package html

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Whatever a stranger writes, a page holds the elements of its templates and no other,
// the same two digests, and nothing that leads out of it.
func FuzzHostile(f *testing.F) {
	for _, s := range []string{
		`<script>alert(1)</script>`, `</script><img src=x onerror=alert(1)>`,
		`</style><style>@import "https://x.example"</style>`, `" onmouseover="alert(1)`,
		`'><svg onload=alert(1)>`, `javascript:alert(1)`, `</title><base href="https://x.example/">`,
		"a\x00b\u202ec\x1b[31m", `<!--`, `-->`, `]]>`,
		`{{.Script}}`, `&lt;b&gt;`, `</svg><a href="https://x.example">`, `</textarea><iframe src="//x.example">`,
		"`${alert(1)}`", `%3Cscript%3E`, `#f0" id="main`,
	} {
		f.Add(s)
	}
	want := map[string]map[string]int{}
	for file, page := range pages(f, plain) {
		want[file] = read(f, page).elements
		delete(want[file], "text") // a long one leaves no room for the place beside it
	}
	f.Fuzz(func(t *testing.T, hostile string) {
		if len(hostile) > 200 {
			return
		}
		for file, page := range pages(t, func(s string) string { return s + hostile }) {
			got := read(t, page)
			delete(got.elements, "text")
			if diff := cmp.Diff(want[file], got.elements); diff != "" {
				t.Errorf("%s: %q made other elements: %s", file, hostile, diff)
			}
			if len(got.wrong) > 0 {
				t.Errorf("%s: %q: %v", file, hostile, got.wrong)
			}
			if len(got.scripts) != 1 || len(got.styles) != 1 || got.policy != policyOf(got.styles[0], got.scripts[0]) {
				t.Errorf("%s: %q: its policy is %s for %d scripts and %d styles", file, hostile, got.policy, len(got.scripts), len(got.styles))
			}
		}
	})
}

// policyOf is the policy that allows this style and this script.
func policyOf(style, script string) string {
	digest := func(s string) string {
		sum := sha256.Sum256([]byte(s))
		return base64.StdEncoding.EncodeToString(sum[:])
	}
	return fmt.Sprintf("default-src 'none'; style-src 'sha256-%s'; script-src 'sha256-%s'; base-uri 'none'; form-action 'none'",
		digest(style), digest(script))
}

// An element that no template has is noticed, or the fuzz above would prove nothing.
func TestWhatIsWrongIsSeen(t *testing.T) {
	page := pages(t, plain)["report.html"]
	for insert, want := range map[string]string{
		`<img src="x">`: "element img", `<a href="https://x.example">x</a>`: "link to https://x.example",
		`<p onclick="x()">`:        "attribute onclick of p",
		`<a href="#nowhere">x</a>`: "link to #nowhere", `<p id="main">`: "id main twice", `<p style="color:red">`: "attribute style of p",
	} {
		broken := bytes.Replace(page, []byte("</main>"), []byte(insert+"</main>"), 1)
		if got := read(t, broken).wrong; !strings.Contains(strings.Join(got, "; "), want) {
			t.Errorf("%s: %v", insert, got)
		}
	}
	if got := read(t, page).wrong; len(got) > 0 {
		t.Errorf("the page itself: %v", got)
	}
}

// A page stays below its bound whatever an extension holds, says how much it left out,
// and the first screen and the worst findings are never what is left out.
func TestAPageStaysSmall(t *testing.T) {
	r := large()
	var one, many bytes.Buffer
	if err := Report(&one, r); err != nil {
		t.Fatal(err)
	}
	c := Change{Base: "0123456789abcdef0123"}
	for range 100 {
		c.Extensions = append(c.Extensions, Changed{Report: r})
	}
	if err := WriteChange(&many, c); err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string]bytes.Buffer{"one extension": one, "a hundred": many} {
		if b.Len() > MaxBytes {
			t.Errorf("%s: %d bytes of %d", name, b.Len(), MaxBytes)
		}
		s := read(t, b.Bytes())
		if len(s.wrong) > 0 {
			t.Errorf("%s: %v", name, s.wrong)
		}
		for _, want := range []string{
			"Reads SSH keys", "findings did not fit on this page", "lines did not fit on this page", "more parts of the code are not drawn",
			"further gaps",
		} {
			if !strings.Contains(s.text, want) {
				t.Errorf("%s: it does not say %q", name, want)
			}
		}
		t.Logf("%s: %d bytes, %d elements", name, b.Len(), len(s.elements))
	}
}

// large is a report as large as one gets: ten thousand places, and every text long.
func large() *report.Report {
	r := sample(plain)
	long := strings.Repeat("<&>", 190)
	worst := r.Findings[0]
	for i := range 3000 {
		f := worst
		f.Severity, f.Message, f.Where.Line = finding.Medium, long, i+20
		f.Flow = nil
		for range finding.MaxSteps {
			f.Flow = append(f.Flow, finding.Step{Where: f.Where, Message: long})
		}
		r.Findings = append(r.Findings, f)
	}
	p := r.Permissions
	p.Parts, p.Lines = nil, nil
	for i := range 500 {
		p.Parts = append(p.Parts, report.Part{
			Package: fmt.Sprintf("package-%d%s", i, long[:60]), Files: []string{long[:200]}, Entries: []string{"main.js"}, EntriesTold: true,
		})
	}
	place := evidence.Place{Where: worst.Where, Symbol: long, Path: []string{long, long, long}}
	for i := range 1000 {
		line := report.Permission{
			Section: policy.Processes, Text: fmt.Sprintf("%d %s", i, long[:250]), State: report.Granted, Question: long[:300],
		}
		for k := range 10 {
			line.Needs = append(line.Needs, report.Need{Part: (i*10 + k) % 500, Uses: 5, Places: []evidence.Place{place, place}})
		}
		p.Lines = append(p.Lines, line)
	}
	for i := range 1000 {
		r.Code.BlindSpots = append(r.Code.BlindSpots, report.BlindSpot{File: fmt.Sprintf("%d%s", i, long[:200]), Line: 1, Reason: long})
		r.Problems = append(r.Problems, report.Problem{Message: long, Where: worst.Where})
	}
	return r
}
