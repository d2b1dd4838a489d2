package baseline

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

func git() policy.Grant {
	return policy.Grant{Section: policy.Processes, Pattern: "git", Args: []string{"status"}}
}
func docker() policy.Grant {
	return policy.Grant{Section: policy.Processes, Pattern: "docker", Args: []string{"run"}}
}

func read(p string) policy.Grant { return policy.Grant{Section: policy.FilesRead, Pattern: p} }

func docs(t *testing.T, files map[string]string) Documents {
	t.Helper()
	d, err := ReadDocuments("", func(name string, most int64) ([]byte, error) {
		text, ok := files[name]
		if !ok {
			return nil, fs.ErrNotExist
		}
		return []byte(text), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func text(grants ...policy.Grant) string { return string(policy.New("acme.tool", grants...).Bytes()) }

const (
	override = ".ringfence/policy.override.json"
	accepted = ".ringfence/accepted.json"
	allows   = `{"schemaVersion": 1, "extension": "acme.tool", "overrides": [{"allow": {"files.read": "${home}/x"}, "reason": "mine"}]}`
	denies   = `{"schemaVersion": 1, "extension": "acme.tool", "overrides": [{"deny": {"files.read": "${home}/x"}, "reason": "ours"}]}`
)

func TestTheFourWaysToBeWider(t *testing.T) {
	a, x := read("${home}/a"), read("${home}/x")
	both := text(a, x)
	for name, c := range map[string]struct {
		needs      []policy.Grant
		base, head map[string]string
		wider      string
	}{
		"the code needs the same": {[]policy.Grant{a}, map[string]string{PolicyName: text(a)}, nil, ""},
		"the code needs less":     {nil, map[string]string{PolicyName: text(a)}, nil, ""},
		"the code needs more":     {[]policy.Grant{a, x}, map[string]string{PolicyName: text(a)}, nil, "${home}/x"},
		"and the head commits the policy": {[]policy.Grant{a, x}, map[string]string{PolicyName: text(a)},
			map[string]string{PolicyName: both}, "${home}/x"},
		"and the head allows it to itself": {[]policy.Grant{a, x}, map[string]string{PolicyName: text(a)},
			map[string]string{PolicyName: both, override: allows}, "${home}/x"},
		"the base allows it": {[]policy.Grant{a, x}, map[string]string{PolicyName: text(a), override: allows},
			map[string]string{override: allows}, ""},
		"only the head's override does": {[]policy.Grant{a}, map[string]string{PolicyName: text(a)},
			map[string]string{override: allows}, "${home}/x"},
		"the head drops what the base denies": {[]policy.Grant{a, x}, map[string]string{PolicyName: text(a), override: denies}, nil,
			"${home}/x"},
		"the head keeps what the base denies": {[]policy.Grant{a, x}, map[string]string{PolicyName: text(a), override: denies},
			map[string]string{override: denies}, ""},
		"the base commits no policy, and is seen": {[]policy.Grant{a, x}, map[string]string{}, nil, "${home}/x"},
	} {
		base := docs(t, c.base)
		baseNeeds := policy.New("acme.tool", a)
		got := Compare(comparison(policy.New("acme.tool", c.needs...), docs(t, c.head), &base, &baseNeeds))
		if got.Uncompared != "" {
			t.Errorf("%s: %s", name, got.Uncompared)
		}
		if all := strings.Join(got.Wider, "\n"); c.wider == "" && all != "" || !strings.Contains(all, c.wider) {
			t.Errorf("%s: wider is %q, want %q", name, all, c.wider)
		}
	}
}

// Without a policy in the base its code is what counts, and where nobody saw
// that, a policy that allows nothing; only where the repository did not use
// ringfence is there nothing to be wider than. An extension that is new to one
// that does inherits nothing that lay in its folder before.
func TestWhatAHeadIsHeldToWithoutAPolicy(t *testing.T) {
	a, x := read("${home}/a"), read("${home}/x")
	seen := policy.New("acme.tool", a)
	for name, c := range map[string]struct {
		base   map[string]string
		needs  *policy.Policy
		is     func(*Comparison)
		wider  int
		reason string
	}{
		"a start, seen":      {nil, &seen, func(c *Comparison) { c.Start = true }, 1, "compared with what its code needs"},
		"a start, not seen":  {nil, nil, func(c *Comparison) { c.Start = true }, 0, "there is nothing to be wider than"},
		"no start, not seen": {nil, nil, func(*Comparison) {}, 2, "compared with a policy that allows nothing"},
		"no start, not seen, an override": {map[string]string{override: allows}, nil, func(*Comparison) {}, 1,
			"compared with a policy that allows nothing"},
		"new, beside others": {nil, nil, func(c *Comparison) { c.New = true }, 2, "everything it may do is new"},
		"new, where a policy lay": {map[string]string{PolicyName: text(a, x)}, nil, func(c *Comparison) {
			c.New = true
		}, 2, "everything it may do is new"},
		"new, where an override lay": {map[string]string{override: allows}, nil, func(c *Comparison) {
			c.New = true
		}, 2, "everything it may do is new"},
		"no start, and the base has its own": {map[string]string{PolicyName: text(a)}, &seen, func(c *Comparison) { c.Start = true }, 1, ""},
	} {
		base := docs(t, c.base)
		in := comparison(policy.New("acme.tool", a, x), Documents{}, &base, c.needs)
		c.is(&in)
		got := Compare(in)
		if len(got.Wider) != c.wider || got.Uncompared != "" || !strings.Contains(strings.Join(got.Notes, "\n"), c.reason) {
			t.Errorf("%s: wider %q, notes %q, %s", name, got.Wider, got.Notes, got.Uncompared)
		}
	}
}

func comparison(needs policy.Policy, head Documents, base *Documents, baseNeeds *policy.Policy) Comparison {
	return Comparison{
		Path: "packages/a b", Head: head, Base: base, BaseNeeds: baseNeeds, Today: "2027-01-15",
		Code: Code{Needs: needs, Explain: func(policygen.Inputs, policy.Policy) evidence.Document { return evidence.Document{} }},
	}
}

// A change that leaves the documents alone is explained once, and one that
// does not is explained under either.
func TestDocumentsThatStayAreReadOnce(t *testing.T) {
	const denies = `{"schemaVersion": 1, "extension": "acme.tool", "overrides": [{"deny": {"files.read": "${home}/y"}, "reason": "r"}]}`
	for want, base := range map[int]map[string]string{1: {PolicyName: text(git())}, 2: {PolicyName: text(git()), override: denies}} {
		was := docs(t, base)
		c := comparison(policy.New("acme.tool", git(), docker()), docs(t, map[string]string{PolicyName: text(git())}), &was, nil)
		asked := 0
		c.Explain = func(policygen.Inputs, policy.Policy) evidence.Document { asked++; return evidence.Document{} }
		if got := Compare(c); asked != want || len(got.Wider) == 0 || !strings.Contains(got.Wider[0], "docker") {
			t.Errorf("explained %d times, want %d; wider: %q, %q", asked, want, got.Wider, got.Uncompared)
		}
	}
}

// What cannot be seen any more, and what has another name, is not the same.
func TestLessIsKnown(t *testing.T) {
	base := docs(t, map[string]string{PolicyName: text(git())})
	blind := policy.New("acme.tool")
	blind.Notes = []policy.Note{{Mark: policy.Incomplete, Question: "main.js could not be read."}}
	if got := Compare(
		comparison(blind, Documents{}, &base, nil),
	); len(got.Wider) != 1 ||
		!strings.Contains(got.Wider[0], "no longer fully known: main.js") {
		t.Errorf("blind: %q", got.Wider)
	}
	known := docs(t, map[string]string{PolicyName: string(blind.Bytes())})
	if got := Compare(comparison(blind, Documents{}, &known, nil)); len(got.Wider) != 0 {
		t.Errorf("blind before: %q", got.Wider)
	}
	other := policy.New("acme.other", git())
	if got := Compare(
		comparison(other, Documents{}, &base, nil),
	); len(got.Wider) != 1 ||
		!strings.Contains(got.Wider[0], `called "acme.other"`) {
		t.Errorf("renamed: %q, %q", got.Wider, got.Uncompared)
	}
	torn := comparison(policy.New("acme.tool", git(), docker()), Documents{}, &base, nil)
	torn.HeadBroken = "accepted.json:1:1: no"
	if got := Compare(torn); got.Undrifted == "" || len(got.Wider) != 1 || len(got.Head.Grants) != 2 {
		t.Errorf("documents of the head that cannot be read: %+v", got)
	}
}

func TestDriftIsShownAsAPatchThatApplies(t *testing.T) {
	command, err := exec.LookPath("git")
	if err != nil {
		t.Skipf("no git: %v", err)
	}
	want := policy.New("acme.tool", git(), docker())
	for name, c := range map[string]struct {
		head  map[string]string
		base  map[string]string
		drift bool
	}{
		"as it is":             {map[string]string{PolicyName: string(want.Bytes())}, nil, false},
		"older":                {map[string]string{PolicyName: text(git())}, nil, true},
		"without a line's end": {map[string]string{PolicyName: strings.TrimSuffix(string(want.Bytes()), "\n")}, nil, true},
		"written by hand":      {map[string]string{PolicyName: `{"schemaVersion": 1, "extension": "acme.tool"}`}, nil, true},
		"gone":                 {nil, map[string]string{PolicyName: text(git())}, true},
		"never there":          {nil, map[string]string{}, false},
		"accepted in the same change": {map[string]string{PolicyName: string(want.Bytes()),
			accepted: `{"schemaVersion": 1, "extension": "acme.tool", "accepted": [{"grant": {"files.read": "${home}/y"}, "origin": "manual", ` +
				`"reason": "r"}]}`}, nil, true},
	} {
		head, base := docs(t, c.head), docs(t, c.base)
		got := Compare(comparison(want, head, &base, nil))
		if (len(got.Drift) > 0) != c.drift || (len(got.Patch) > 0) != c.drift {
			t.Errorf("%s: drift %q, patch %q", name, got.Drift, got.Patch)
		}
		if !c.drift {
			continue
		}
		dir := t.TempDir()
		file := filepath.Join(dir, "packages", "a b", filepath.FromSlash(PolicyName))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if old, ok := head.Texts[PolicyName]; ok {
			if err := os.WriteFile(file, old, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		apply := exec.Command(command, "apply", "-")
		apply.Dir, apply.Stdin = dir, strings.NewReader(string(got.Patch))
		if out, err := apply.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s\n%s", name, err, out, got.Patch)
			continue
		}
		data, err := os.ReadFile(file)
		if diff := cmp.Diff(string(got.Head.Bytes()), string(data)); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", name, err, diff)
		}
	}
}

// A name in a patch is one name, whatever is in it.
func TestANameDoesNotEndItsLine(t *testing.T) {
	for _, name := range []string{"a\nb", "a\"b", "ä", "a\tb"} {
		patch := string(Patch(name, nil, []byte("x\n"), false))
		if lines := strings.Count(patch, "\n"); lines != 6 || strings.Contains(patch, name+"\n") {
			t.Errorf("%q: %d lines\n%s", name, lines, patch)
		}
	}
}

func TestSettingsAreWhatGatesAreJudgedBy(t *testing.T) {
	base := docs(t, map[string]string{ConfigName: "fail-on: none\n", PolicyName: text(git()), override: denies})
	head := docs(
		t,
		map[string]string{ConfigName: "profile: default\n", accepted: `{"schemaVersion": 1, "extension": "acme.tool", "accepted": []}`},
	)
	want := []string{
		"ext/.ringfence/accepted.json is added",
		"ext/.ringfence/config.yml is changed",
		"ext/.ringfence/policy.json is removed",
		"ext/.ringfence/policy.override.json is removed",
	}
	if diff := cmp.Diff(want, Settings("ext", base, head)); diff != "" {
		t.Error(diff)
	}
	// A generated file that changed is compared with the code instead.
	other := docs(t, map[string]string{ConfigName: "fail-on: none\n", PolicyName: text(docker()), override: denies})
	if got := Settings(".", base, other); len(got) != 0 {
		t.Errorf("%q", got)
	}
	was, is := map[string][]byte{
		"a": []byte("1"),
		"b": []byte("1"),
		"c": []byte("1"),
	}, map[string][]byte{
		"a": []byte("2"),
		"c": []byte("1"),
		"d": nil,
	}
	if diff := cmp.Diff([]string{"a is changed", "b is removed", "d is added"}, Files(was, is)); diff != "" {
		t.Error(diff)
	}
}

// Policies of different bases differ although nobody changed anything: each is
// held against code of its own, and without such code nothing is said.
func TestEachBasisIsComparedWithItself(t *testing.T) {
	sources := func(grants ...policy.Grant) policy.Policy {
		p := policy.New("acme.tool", grants...)
		p.Basis = policy.Sources
		return p
	}
	explain := func(policygen.Inputs, policy.Policy) evidence.Document { return evidence.Document{} }
	authors := string(sources(git()).Bytes())
	built := text(git(), read("${home}/a"))
	for name, c := range map[string]struct {
		main               policy.Policy
		other              *policy.Policy
		base, head         string
		wider              string
		drift              int
		unjudged, undrifts string
	}{
		"both of the package": {main: policy.New("acme.tool", git(), read("${home}/a")), base: built, head: built},
		"the package beside sources that need less": {main: policy.New("acme.tool", git(), read("${home}/a")), other: ptr(sources(git())),
			base: authors, head: authors},
		"the sources need more": {main: policy.New("acme.tool", git()), other: ptr(sources(git(), docker())), base: authors,
			head: authors, wider: "docker", drift: 1},
		"the package needs more, sources do not": {main: policy.New("acme.tool", git(), docker()), other: ptr(sources(git())), base: authors,
			head: authors},
		"the head begins to commit the package's": {main: policy.New("acme.tool", git(), read("${home}/a")), other: ptr(sources(git())),
			base: authors, head: built},
		"sources alone, and policies of the package": {main: sources(git()), base: built, head: built,
			unjudged: "ringfence build 'packages/a b' -o head.vsix; --package head.vsix", undrifts: "the policy was made from the package"},
		"a package without sources": {main: policy.New("acme.tool", git()), base: authors, head: authors,
			unjudged: "no source of what", undrifts: "no source of what"},
		"sources alone, the base's of the package": {main: sources(git()), base: built, head: authors,
			unjudged: "the policy was made from the package"},
	} {
		base := docs(t, map[string]string{PolicyName: c.base})
		in := comparison(c.main, docs(t, map[string]string{PolicyName: c.head}), &base, nil)
		if c.other != nil {
			in.Other = &Code{Needs: *c.other, Explain: explain}
		}
		got := Compare(in)
		if !strings.Contains(strings.Join(got.Wider, "\n"), c.wider) || c.wider == "" && len(got.Wider) > 0 || len(got.Drift) != c.drift {
			t.Errorf("%s: wider %q, drift %q", name, got.Wider, got.Drift)
		}
		for is, want := range map[string]string{got.Uncompared: c.unjudged, got.Undrifted: c.undrifts} {
			if !strings.Contains(is, want) || want == "" && is != "" {
				t.Errorf("%s: %q, want %q", name, is, want)
			}
		}
	}
}

func ptr(p policy.Policy) *policy.Policy { return &p }

// Another version of ringfence makes another policy of the same code. The change
// does not fail for it, and answers for what it brings.
func TestAnotherVersionFailsNobody(t *testing.T) {
	older := text(git())
	now := policy.New("acme.tool", git(), read("${home}/a"))
	blinder := now
	blinder.Notes = []policy.Note{{Mark: policy.Incomplete, Question: "x.js was not seen"}}
	for name, c := range map[string]struct {
		base, head policy.Policy
		committed  string
		wider      string
		drift      int
		notes      string
	}{
		"nothing changed":           {now, now, older, "", 0, "made by another version"},
		"nothing is known any more": {blinder, blinder, older, "", 0, "made by another version"},
		"the change brings docker": {now, policy.New("acme.tool", git(), read("${home}/a"), docker()), older, "docker", 1,
			"wider by 1 line "},
		"the base did not need it":       {policy.New("acme.tool", git()), now, older, "${home}/a", 1, ""},
		"the head committed the new one": {now, now, string(now.Bytes()), "", 0, "wider by 1 line "},
		"the head committed a third":     {now, now, text(git(), docker()), "", 1, ""},
	} {
		base := docs(t, map[string]string{PolicyName: older})
		got := Compare(comparison(c.head, docs(t, map[string]string{PolicyName: c.committed}), &base, &c.base))
		if all := strings.Join(got.Wider, "\n"); c.wider == "" && all != "" || !strings.Contains(all, c.wider) || len(got.Wider) > 1 {
			t.Errorf("%s: wider is %q, want %q", name, all, c.wider)
		}
		if len(got.Drift) != c.drift || !strings.Contains(strings.Join(got.Notes, "\n"), c.notes) {
			t.Errorf("%s: drift %q, notes %q", name, got.Drift, got.Notes)
		}
		if same := c.committed == string(c.head.Bytes()); (got.Patch == nil) != same {
			t.Errorf("%s: the new policy is not proposed: %s", name, got.Patch)
		}
	}
}

// A policy of sources in place of one of the package is a matter of a person; the
// other way round it says more.
func TestABasisIsNotTakenBack(t *testing.T) {
	sources := policy.New("acme.tool", git())
	sources.Basis = policy.Sources
	authors, built := docs(t, map[string]string{PolicyName: string(sources.Bytes())}), docs(t, map[string]string{PolicyName: text(git())})
	if got := Settings(
		"",
		built,
		authors,
	); len(got) != 1 ||
		!strings.Contains(got[0], "is made from sources now and was made from the package") {
		t.Errorf("%q", got)
	}
	for _, c := range [][2]Documents{{authors, built}, {authors, authors}, {built, built}} {
		if got := Settings("", c[0], c[1]); len(got) != 0 {
			t.Errorf("%q", got)
		}
	}
}
