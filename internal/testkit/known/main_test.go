package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/lookalike"
)

const before = "# A head.\n#\n# Its source.\n# Refreshed 2026-01-01: 3 names were added.\nacme.toy\tToy\n" +
	"JuanBlanco.solidity\tSolidity\nms-x.y\t\n"

// What is new is added in order, what is there gets its name of today, and a copy
// of what is there is not added however many have installed it.
func TestMerge(t *testing.T) {
	got, refused, err := merge(before, []lookalike.Name{
		{ID: "zed.new", Display: "New One"}, {ID: "ms-x.Y", Display: "Why"}, {ID: "acme.toy"},
		{ID: "juanbIanco.solidity", Display: "Solidity"}, {ID: "Bee.other", Display: "Another"},
	}, "2027-01-31")
	if err != nil {
		t.Fatal(err)
	}
	want := "# A head.\n#\n# Its source.\n# Refreshed 2027-01-31: 2 names were added from the Marketplace's own list by installs.\n" +
		"acme.toy\tToy\nBee.other\tAnother\nJuanBlanco.solidity\tSolidity\nms-x.y\tWhy\nzed.new\tNew One\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"juanbIanco.solidity looks like JuanBlanco.solidity (glyphs)"}, refused); diff != "" {
		t.Errorf("refused (-want +got):\n%s", diff)
	}
	for _, day := range []string{"", "31.1.2027", "2027-02-31"} {
		if _, _, err := merge(before, nil, day); err == nil {
			t.Errorf("the day %q is taken", day)
		}
	}
}

// The list that ships, with an answer in the gallery's shape: nothing of it is
// lost, and the question that is printed is the one the scan sends.
func TestRefresh(t *testing.T) {
	shipped, err := os.ReadFile("../../lookalike/data/known.tsv")
	if err != nil {
		t.Fatal(err)
	}
	answer, err := os.ReadFile("../../clients/gallery/testdata/known.json")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, data := range map[string][]byte{table: shipped, "known.json": answer, "broken.json": []byte("<html>")} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := run([]string{"-day", "2027-01-31", "known.json"}, &out); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(got), "\nfixture-inc.bright-lamp\tBright Lamp\n") || out.String() != "" {
		t.Errorf("the new one is not there; %q", out.String())
	}
	for line := range strings.Lines(string(shipped)) {
		if !strings.HasPrefix(line, "#") && !strings.Contains(string(got), line) {
			t.Errorf("%q is lost", line)
		}
	}
	if err := run([]string{"-day", "2027-01-31", "broken.json"}, &out); err == nil {
		t.Error("a page that is no answer is taken")
	}
	if after, _ := os.ReadFile(table); !bytes.Equal(after, got) {
		t.Error("a page that is no answer has changed the table")
	}
	out.Reset()
	if err := run([]string{"-question", "2"}, &out); err != nil || !strings.Contains(out.String(), `"pageNumber":2`) {
		t.Errorf("%v, %q", err, out.String())
	}
}
