package tightness

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/recall/recording"
	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

const tableFile = "../../../docs/measurements/policies.md"

// TestPoliciesAgainstRecordings holds docs/measurements/policies.md and the goals that are
// reached; RECALL names one extension to look at alone.
func TestPoliciesAgainstRecordings(t *testing.T) {
	if testing.Short() {
		t.Skip("short: analyses the whole corpus")
	}
	dir, err := corpus.Fetch(t.Context())
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("no corpus: %v", err)
	}
	recordings, aliases, err := recording.All()
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(filepath.FromSlash("testdata/causes.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	causes, err := ParseCauses(file)
	if err != nil {
		t.Fatal(err)
	}
	c, only := catalog.Default(), os.Getenv("RECALL")
	var rows []Row
	for _, rec := range recordings {
		if only != "" && only != rec.Extension {
			continue
		}
		p, err := Policy(t.Context(), filepath.Join(dir, rec.Extension))
		if err != nil {
			t.Errorf("%s: %v", rec.Extension, err)
			continue
		}
		functions, resources := Needs(c, rec, aliases)
		row, err := Compare(c, rec.Extension, p, functions, resources, nil)
		if err != nil {
			t.Error(err)
		}
		rows = append(rows, row)
		for _, a := range append(slices.Clone(row.Functions), row.Resources...) {
			t.Logf("%s: %s: %s %s (%s)", rec.Extension, a.Cover, a.Section, a.Text, a.Place)
		}
	}
	explained(t, rows, causes, only)
	if only != "" {
		return // goals and page are about all of them
	}
	s := Summarize(rows, Sensitive(c))
	f, r := s.Functions, s.Resources
	for what, reached := range map[string]bool{
		"99.5 % of the needed functions":             (total(f)-f[Missed])*1000 >= 995*total(f),
		"85 % of the needed resources by sure lines": r[Resolved]*100 >= 85*total(r),
		"at most 15 % of the lines marked":           (s.Imprecise+s.Unresolved)*100 <= 15*s.Grants,
		"at most 5 % of the functions at the median": s.Median <= 5,
		"at most 15 % at the 90th percentile":        s.P90 <= 15,
		"whole modules in at most two extensions":    s.Whole <= 2,
		"no line without a bound, mark and question": s.Unbounded == 0,
		"at most 3 times the needed functions":       s.FunctionRatio <= 3,
		"at most 3 times the needed resources":       s.ResourceRatio <= 3,
	} {
		if !reached {
			t.Errorf("not reached: %s: %+v", what, s)
		}
	}
	var b bytes.Buffer
	if err := WriteTable(&b, rows, Sensitive(c), causes); err != nil {
		t.Fatal(err)
	}
	golden(t, tableFile, b.Bytes())
}

// explained wants a cause for every need that is missed or held by a default
// scope alone, and such a need for every cause.
func explained(t *testing.T, rows []Row, causes []Cause, only string) {
	used := make([]bool, len(causes))
	for _, r := range rows {
		for _, a := range append(slices.Clone(r.Functions), r.Resources...) {
			if a.Cover != Missed && a.Cover != Default {
				continue
			}
			known := false
			for i, c := range causes {
				if c.explains(r.Extension, a) {
					used[i], known = true, true
				}
			}
			if !known {
				t.Errorf("%s without a cause: %s|%s|%s", a.Cover, r.Extension, a.Section, a.Text)
			}
		}
	}
	for i, c := range causes {
		if !used[i] && (only == "" || only == c.Extension) {
			t.Errorf("nothing is unresolved any more: %+v", c)
		}
	}
}

func TestNeedsAreLookedUp(t *testing.T) {
	need := func(section policy.Section, a policy.Access) Need {
		a.Section = section
		return Need{Section: section, Text: "x", Any: []policy.Access{a}}
	}
	p := policy.New("a.b",
		policy.Grant{Section: policy.FilesRead, Pattern: "${workspace}/a"},
		policy.Grant{Section: policy.FilesRead, Pattern: "${workspace}/**", Mark: policy.Unresolved, Question: "?"},
		policy.Grant{Section: policy.Modules, Name: "fs", Pattern: "*", Mark: policy.Imprecise, Question: "?"},
	)
	for want, n := range map[Cover]Need{
		Resolved:  need(policy.FilesRead, policy.Access{Path: placesOf("a.b").file("${workspace}/a")}),
		Default:   need(policy.FilesRead, policy.Access{Path: placesOf("a.b").file("${workspace}/b")}),
		Missed:    need(policy.FilesRead, policy.Access{Path: placesOf("a.b").file("${workspace}/../b")}),
		Imprecise: need(policy.Modules, policy.Access{Name: "fs", Text: "readFile"}),
	} {
		row, err := Compare(catalog.Default(), "a.b", p, []Need{n}, nil, nil)
		if err != nil || row.Functions[0].Cover != want {
			t.Errorf("%v %s, want %s", err, row.Functions[0].Cover, want)
		}
	}
}

// What the person set, and what lies in PATH, is granted by lines that name a setting and a program.
func TestNeedsThatAPersonAnswers(t *testing.T) {
	rec := recording.Recording{Extension: "a.b"}
	for _, program := range []string{
		"/opt/tools/tool", "/usr/bin/found", "${workspace}/../bin/found", "${workspace}/bin/found", "/opt/found",
	} {
		call := recording.Call{}
		call.Module, call.Member = "child_process", "execFile"
		call.About = append(call.About, exthost.Resource{Role: catalog.RoleCommand, Value: program},
			exthost.Resource{Role: catalog.RoleArgs, Value: `["--version"]`})
		rec.Calls = append(rec.Calls, call)
	}
	_, resources := Needs(catalog.Default(), rec, recording.Aliases{})
	p := policy.New("a.b", policy.Grant{Section: policy.Processes, Pattern: "${config:tool.path}", Args: []string{"--version"}},
		policy.Grant{Section: policy.Processes, Pattern: "found", Args: []string{"--version"}})
	for _, c := range []struct {
		settings map[string]any
		tool     Cover
	}{
		{nil, Missed},
		{map[string]any{"tool.path": "/opt/tools/tool"}, Resolved},
		{map[string]any{"tool": map[string]any{"path": "/opt/tools/tool"}}, Resolved},
		{map[string]any{"tool.path": []any{"/opt/tools/tool", "--flag"}}, Resolved},
		{map[string]any{"tool.path": "/opt/tools/other"}, Missed},
	} {
		row, err := Compare(catalog.Default(), "a.b", p, nil, resources, c.settings)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]Cover{}
		for _, a := range row.Resources {
			got[strings.Fields(a.Text)[0]] = a.Cover
		}
		want := map[string]Cover{
			"/opt/tools/tool": c.tool, "/usr/bin/found": Resolved, "${workspace}/../bin/found": Resolved, "${workspace}/bin/found": Missed,
			"/opt/found": Missed,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v: %s", c.settings, diff)
		}
	}
}

// A program that lists the folders of PATH has two needs, and a line for the variable takes both: not one for each of
// the programs that this machine has.
func TestWhatLiesInPathIsOneNeed(t *testing.T) {
	rec := recording.Recording{Extension: "a.b"}
	for _, c := range [][2]string{
		{"readdir", "/usr/bin"}, {"readdir", "${workspace}/../bin"}, {"stat", "/usr/bin/git"}, {"stat", "/bin/sh"},
		{"stat", "${workspace}/../bin/tool"}, {"stat", "/usr/bin/a/b"}, {"stat", "/usr/binary"}, {"writeFile", "/usr/bin/git"},
	} {
		call := recording.Call{}
		call.Module, call.Member = "fs", c[0]
		call.About = append(call.About, exthost.Resource{Role: catalog.RolePath, Value: c[1]})
		rec.Calls = append(rec.Calls, call)
	}
	_, resources := Needs(catalog.Default(), rec, recording.Aliases{})
	p := policy.New("a.b", policy.Grant{Section: policy.FilesRead, Pattern: "${env:PATH}"},
		policy.Grant{Section: policy.FilesRead, Pattern: "${env:PATH}/*"})
	row, err := Compare(catalog.Default(), "a.b", p, nil, resources, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]Cover{}
	for _, a := range row.Resources {
		got[string(a.Section)+" "+a.Text] = a.Cover
	}
	want := map[string]Cover{
		"files.read /usr/bin": Resolved, "files.read /usr/bin/git": Resolved, "files.read /usr/bin/a/b": Missed,
		"files.read /usr/binary": Missed, "files.write /usr/bin/git": Missed,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
