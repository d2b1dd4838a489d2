package shim

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The sizes in loader/README.md are those of the files. UPDATE=1 writes them anew.
func TestTheReadmeSaysTheSizes(t *testing.T) {
	names, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	files, lines := map[string]int{}, map[string]int{}
	for _, name := range names {
		if path.Ext(name) != ".js" {
			continue
		}
		text, err := modules.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		dir := path.Dir(name)
		files[dir]++
		lines[dir] += strings.Count(string(uncommented(text)), "\n")
	}
	rows := []struct{ dir, label string }{
		{"loader", "`start.js`"}, {"loader/kernel", "`kernel`"}, {"loader/policy", "`policy`"}, {"loader/node", "`node`"},
		{"loader/node/children", "`node/children`"}, {"loader/node/fs", "`node/fs`"}, {"loader/node/network", "`node/network`"},
		{"loader/vscode", "`vscode`"}, {"loader/vscode/named", "`vscode/named`"},
		{"loader/vscode/places", "`vscode/places`"}, {"loader/vscode/told", "`vscode/told`"},
		{"loader/vscode/person", "`vscode/person`"}, {"loader/vscode/observed", "`vscode/observed`"}, {"pattern", "`../pattern`"},
	}
	var b strings.Builder
	b.WriteString("| folder | modules | lines of code |\n|---|---|---|\n")
	allFiles, allLines := 0, 0
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %d | %d |\n", r.label, files[r.dir], lines[r.dir])
		allFiles, allLines = allFiles+files[r.dir], allLines+lines[r.dir]
		delete(files, r.dir)
	}
	if len(files) > 0 {
		t.Errorf("folders without a row: %v", files)
	}
	fmt.Fprintf(&b, "| all | %d | %d |\n", allFiles, allLines)

	file := filepath.Join("loader", "README.md")
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- sizes: begin -->\n", "<!-- sizes: end -->"
	head, rest, ok := strings.Cut(string(page), begin)
	table, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has lost the marks of its table", file)
	}
	if os.Getenv("UPDATE") != "" {
		table = b.String()
		if err := os.WriteFile(file, []byte(head+begin+table+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(b.String(), table); diff != "" {
		t.Errorf("the sizes in %s are not those of the files; run UPDATE=1 go test ./shim -run Readme (-want +got):\n%s", file, diff)
	}
}

// A module that loader/README.md names is there.
func TestTheReadmeNamesModulesThatAreThere(t *testing.T) {
	names, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join("loader", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`((?:[a-z]+/)*[a-z]+\\.js)`").FindAllSubmatch(page, -1)
	if len(named) < 40 {
		t.Errorf("only %d modules are named: this test does not see them", len(named))
	}
	for _, m := range named {
		want := string(m[1])
		if !slices.ContainsFunc(names, func(name string) bool { return name == "loader/"+want || strings.HasSuffix(name, "/"+want) }) {
			t.Errorf("there is no module %s", want)
		}
	}
}
