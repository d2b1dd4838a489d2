package tightness

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

const upgradesFile = "../../../docs/measurements/upgrades.md"

// looked are the pairs of which every widening has a label.
func looked() []string {
	return []string{
		"ms-vscode.vscode-js-profile-table",
		"vscode.css-language-features",
		"vscode.debug-auto-launch",
		"vscode.git",
		"vscode.github",
	}
}

// TestUpgrades compares two versions of the built-in extensions and holds
// docs/measurements/upgrades.md. Every widening of five pairs has a person's label, every
// label its widening.
func TestUpgrades(t *testing.T) {
	if testing.Short() {
		t.Skip("short: analyses the whole corpus twice")
	}
	dir, err := corpus.Fetch(t.Context())
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("no corpus: %v", err)
	}
	old, err := corpus.FetchOld(t.Context())
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("no old corpus: %v", err)
	}
	pairs := upgrades(t, old, dir)
	file, err := os.Open(filepath.FromSlash("testdata/widenings.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	labels, err := ParseLabels(file)
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for _, l := range labels {
		want = append(want, l.Extension+" | "+l.Grant)
		if l.Verdict == Wrong {
			t.Errorf("a widening that is none: %+v", l)
		}
	}
	for _, p := range pairs {
		if slices.Contains(looked(), p.Extension) {
			for _, c := range p.Wider {
				got = append(got, p.Extension+" | "+c.Grant.String())
			}
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the labels of testdata/widenings.txt and what is wider differ (-label +wider):\n%s", diff)
	}
	for _, p := range pairs {
		switch p.Extension {
		case "ms-vscode.js-debug", "vscode.github", "vscode.css-language-features", "ms-vscode.vscode-js-profile-table":
			if len(p.Wider) == 0 {
				t.Errorf("%s is not wider", p.Extension)
			}
		case "vscode.git":
			if len(p.Narrower) <= len(p.Wider) || len(p.Added) > 0 || len(p.Dropped) == 0 {
				t.Errorf("%s does not narrow: %d wider, %d narrower, %v added", p.Extension, len(p.Wider), len(p.Narrower), p.Added)
			}
		}
	}
	var b bytes.Buffer
	if err := WriteUpgrades(&b, pairs, labels); err != nil {
		t.Fatal(err)
	}
	golden(t, upgradesFile, b.Bytes())
}

func upgrades(t *testing.T, old, dir string) []Pair {
	t.Helper()
	list, err := corpus.List(old)
	if err != nil {
		t.Fatal(err)
	}
	var out []Pair
	for _, e := range list {
		if _, err := os.Stat(filepath.Join(dir, e.ID)); err != nil {
			continue // gone since
		}
		was, err := Policy(t.Context(), e.Dir)
		if err != nil {
			t.Fatal(err)
		}
		now, err := Policy(t.Context(), filepath.Join(dir, e.ID))
		if err != nil {
			t.Fatal(err)
		}
		p, err := Upgrade(e.ID, was, now)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
	return out
}

// golden holds a generated page.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	path := filepath.FromSlash(file)
	if os.Getenv("UPDATE") == "1" {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s is not what is measured; UPDATE=1 writes it (-want +got):\n%s", file, diff)
	}
}

func TestUpgradeTellsAddedFromDropped(t *testing.T) {
	f := func(module string) policy.Grant {
		return policy.Grant{Section: policy.Modules, Name: module, Pattern: "x"}
	}
	p, err := Upgrade("a.b", policy.New("a.b", f("fs"), f("net")), policy.New("a.b", f("fs"), f("dns")))
	if err != nil || len(p.Wider) != 1 || len(p.Narrower) != 1 || !slices.Equal(p.Added, []string{"dns"}) ||
		!slices.Equal(p.Dropped, []string{"net"}) {
		t.Errorf("%v %+v", err, p)
	}
}
