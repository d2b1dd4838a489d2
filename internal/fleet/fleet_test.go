package fleet

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/config/strict"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

func TestLists(t *testing.T) {
	got, err := ParseList("f.yml", []byte(`extensions:
  - repository: acme/tools
  - repository: acme/editors
    path: packages/dark
    size: 1200000
  - path: vendor/other.vsix
`))
	want := []Target{
		{Name: "acme/tools", Repository: "acme/tools"},
		{Name: "acme/editors/packages/dark", Repository: "acme/editors", Path: "packages/dark", Size: 1200000},
		{Name: "vendor/other.vsix", Path: "vendor/other.vsix"},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

var mistakes = []struct{ name, text, want string }{
	{"nothing", "", "f.yml: it lists no extension"},
	{"an empty list", "extensions: []\n", "f.yml:1:13: it lists no extension"},
	{"another key", "extension: []\n", `f.yml:1:1: unknown key "extension"; did you mean extensions?`},
	{"nowhere", "extensions:\n  - size: 3\n", "f.yml:2:5: an extension needs a repository or a path"},
	{"an owner", "extensions:\n  - repository: acme\n", `repository is owner/name, and "acme" is not`},
	{"a repository that climbs", "extensions:\n  - repository: acme/..\n", `repository is owner/name`},
	{"a path that climbs", "extensions:\n  - path: ../x\n", `path is relative and with slashes`},
	{"an absolute path", "extensions:\n  - path: /etc\n", `path is relative and with slashes`},
	{"a path in another spelling", "extensions:\n  - path: a//b\n", `path is relative and with slashes`},
	{"a size that is none", "extensions:\n  - {path: a, size: much}\n", `f.yml:2:21: size is a number of bytes`},
	{"a size below nothing", "extensions:\n  - {path: a, size: -1}\n", `size is a number of bytes`},
	{"twice", "extensions:\n  - path: a\n  - path: A\n", `f.yml:3:5: "A" lies in what line 2 names`},
	{
		"one in another",
		"extensions:\n  - repository: acme/tools\n  - {repository: acme/tools, path: x}\n",
		`f.yml:3:5: "acme/tools/x" lies in what line 2 names`,
	},
	{
		"and the other way round",
		"extensions:\n  - {repository: acme/tools, path: x}\n  - repository: acme/tools\n",
		`"acme/tools/x" of line 2 lies in what line 3 names`,
	},
	{"too many", "extensions:\n" + strings.Repeat("- path: a\n", MaxTargets+1), "over the limit"},
	{"an anchor", "extensions: &a []\n", "an anchor is not taken here"},
}

func TestMistakesOfLists(t *testing.T) {
	for _, c := range mistakes {
		_, err := ParseList("f.yml", []byte(c.text))
		var es strict.Errors
		if !errors.As(err, &es) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %s", c.name, err, c.want)
		}
	}
}

func targetsOf(sizes ...int64) []Target {
	var out []Target
	for i, s := range sizes {
		name := fmt.Sprintf("acme/r%02d", i)
		out = append(out, Target{Name: name, Repository: name, Size: s})
	}
	return out
}

// TestPlansAreBalanced: the same set gives the same bytes whatever its order, and
// each target, the largest first, goes where least is.
func TestPlansAreBalanced(t *testing.T) {
	sizes := []int64{900, 10, 20, 500, 500, 30, 450, 5, 5, 700, 1, 1}
	targets := targetsOf(sizes...)
	p, err := Make(targets, 4)
	if err != nil {
		t.Fatal(err)
	}
	bytes, err := p.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(targets)
	again, _ := Make(targets, 4)
	if other, _ := again.Bytes(); string(other) != string(bytes) {
		t.Error("the order of the list counts")
	}
	if back, digest, err := ReadPlan(bytes); err != nil || !cmp.Equal(back, p) || len(digest) != 64 {
		t.Errorf("a plan that is not read back: %v", err)
	}
	n, loads := 0, []int64{}
	for _, s := range p.Shards {
		n += len(s.Targets)
		loads = append(loads, s.Size)
	}
	if diff := cmp.Diff([]int64{900, 700, 950, 572}, loads); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if n != 12 || len(p.Shards) != 4 {
		t.Errorf("%d targets in %d shards", n, len(p.Shards))
	}
	few, err := Make(targetsOf(0, 0), 4)
	if err != nil || len(few.Shards) != 2 || len(few.Shards[0].Targets) != 1 {
		t.Errorf("two targets of no size: %+v, %v", few, err)
	}
	matrix, _ := few.Matrix()
	if want := `{"include":[{"shard":1,"of":2,"repositories":"acme/r00"},{"shard":2,"of":2,"repositories":"acme/r01"}]}` + "\n"; string(
		matrix,
	) != want {
		t.Errorf("%s", matrix)
	}
	for _, bad := range []int{0, -1, MaxShards + 1} {
		if _, err := Make(targets, bad); err == nil {
			t.Errorf("%d shards", bad)
		}
	}
}

// TestAStrangersPlanAndPart: one change to a good document at a time.
func TestAStrangersPlanAndPart(t *testing.T) {
	p, err := Make([]Target{{Name: "acme/a", Repository: "acme/a", Size: 3}, {Name: "x.vsix", Path: "x.vsix", Size: 1}}, 2)
	if err != nil {
		t.Fatal(err)
	}
	plan, _ := p.Bytes()
	part, err := Part{
		Plan:    strings.Repeat("a", 64),
		Shard:   1,
		Results: []Result{{Target: "acme/a", Reports: []File{NewFile("a.json", nil)}, Unreachable: []string{"why"}}},
	}.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ReadPart(part); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{
		{`"fleetVersion": 1`, `"fleetVersion": 2`}, {`"shard": 2`, `"shard": 1`}, {`"name": "acme/a"`, `"name": "acme/b"`},
		{`"path": "x.vsix"`, `"path": "../x.vsix"`}, {`"repository": "acme/a"`, `"repository": "acme/$(id)"`}, {`"size": 3`, `"size": -3`},
		{`"size": 3`, `"size": 4`}, {`"targets": [`, `"more": 1, "targets": [`}, {"\n}\n", "\n}\n{}"},
		{`"shards": [`, `"shards": [], "shards": [`},
	} {
		bad := strings.Replace(string(plan), c[0], c[1], 1)
		if _, _, err := ReadPlan([]byte(bad)); err == nil || bad == string(plan) {
			t.Errorf("a plan with %s was read", c[1])
		}
	}
	for _, c := range [][2]string{
		{`"fleetVersion": 1`, `"fleetVersion": 2`}, {`"shard": 1`, `"shard": 0`}, {`"shard": 1`, `"shard": 1e3`},
		{`"name": "a.json"`, `"name": "x/a.json"`},
		{`"name": "a.json"`, `"name": ".."`}, {`"why"`, `"\u001b[2J"`}, {`"why"`, `""`}, {`"reports": [`, `"reports": null, "x": [`},
		{strings.Repeat("a", 64), "a"},
	} {
		bad := strings.Replace(string(part), c[0], c[1], 1)
		if _, err := ReadPart([]byte(bad)); err == nil || bad == string(part) {
			t.Errorf("a part with %s was read", c[1])
		}
	}
}

// hostile is a report in which everything that can hold a stranger's words does.
func hostile(n int) *Report {
	const words = "<img src=x onerror=alert(1)>|`@octocat` [x](http://evil.example)"
	r := newReport(strings.Repeat("a", 64))
	for i := range n {
		e := Extension{
			Subject:  fmt.Sprintf("%s %d", words, i),
			ID:       words,
			Category: "sandbox",
			Fails:    []string{"high"},
			Above:    []string{"network"},
		}
		r.Repositories = append(r.Repositories, Repository{Name: words, Category: "sandbox", Extensions: []Extension{e}})
		r.Missing = append(r.Missing, Missing{words, 1, words})
		r.Checks = append(r.Checks, Check{Name: words, Worst: finding.High})
		r.Totals.extension(e)
	}
	r.Shards = []State{{1, Torn, words}}
	return r
}

func TestThePageStaysTextAndShort(t *testing.T) {
	small := hostile(2).Markdown()
	for _, x := range []string{"<img", "](http", "|`"} {
		if strings.Contains(small, x) {
			t.Errorf("the page holds %q", x)
		}
	}
	if !strings.Contains(small, "## Extensions") || !strings.Contains(small, "## Not in") {
		t.Error("the page lacks a table")
	}
	r := hostile(4000)
	large := r.Markdown()
	if len(large) > MaxMarkdown || !strings.Contains(large, "more, which the JSON form has") || strings.Count(large, "<code>sandbox") < 300 {
		t.Errorf("%d bytes, of which %d may be", len(large), MaxMarkdown)
	}
	for line := range strings.SplitSeq(r.Text(), "\n") {
		if !escape.IsPrintable(line, 1<<20) {
			t.Fatalf("%q does not print", line)
		}
	}
}

func FuzzDocuments(f *testing.F) {
	p, _ := Make(targetsOf(1, 2, 3), 2)
	plan, _ := p.Bytes()
	part, _ := Part{Plan: strings.Repeat("a", 64), Shard: 1, Results: []Result{{Target: "acme/r00"}}}.Bytes()
	f.Add(plan)
	f.Add(part)
	f.Add([]byte("extensions:\n  - {repository: acme/a, path: x, size: 3}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if list, err := ParseList("f.yml", data); err == nil {
			if q, err := Make(list, 3); err != nil {
				t.Fatalf("a list that was read makes no plan: %v", err)
			} else if b, err := q.Bytes(); err != nil {
				t.Fatal(err)
			} else if _, _, err := ReadPlan(b); err != nil {
				t.Fatalf("a plan that is written is not read: %v", err)
			}
		}
		_, _, _ = ReadPlan(data)
		if q, digest, err := ReadPlan(plan); err != nil {
			t.Fatal(err)
		} else if r, err := Merge(q, digest, []Delivery{{From: "x", Part: data, Open: func(string) ([]byte, error) { return data, nil }}},
			nil); err != nil || r.Passes {
			t.Fatalf("%v", err)
		}
	})
}

// Where no file of the organisation was there, nobody is counted as below its ceilings.
func TestCeilingsThatNobodyChecked(t *testing.T) {
	const none = "<dt>above a ceiling</dt><dd>0</dd>"
	for name, c := range map[string]struct {
		organisations  []Organisation
		html, markdown string
	}{
		"no file":  {[]Organisation{{Extensions: 3}}, "<dt>above a ceiling</dt><dd>not checked</dd>", " | not checked |"},
		"for some": {[]Organisation{{SHA256: "ab", Extensions: 2}, {Extensions: 1}}, none, " | 0, and 1 not checked |"},
		"also for some": {
			[]Organisation{{SHA256: "ab", Extensions: 2}, {Extensions: 1}}, "<dt>ceilings not checked</dt><dd>1</dd>", " | 0, and ",
		},
		"a file": {[]Organisation{{SHA256: "ab", Extensions: 3}}, none, " | 0 |"},
	} {
		r := &Report{Organisations: c.organisations}
		r.Totals.Extensions = 3
		page, err := r.HTML()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(page), c.html) {
			t.Errorf("%s: the page does not hold %s", name, c.html)
		}
		if text := r.Markdown(); !strings.Contains(text, c.markdown) {
			t.Errorf("%s: the page does not hold %s:\n%s", name, c.markdown, text)
		}
	}
}
