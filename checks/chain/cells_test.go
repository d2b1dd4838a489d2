package chain

import (
	"os"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
)

// The page shows the table as it is run.
func TestThePageShowsTheTable(t *testing.T) {
	page, err := os.ReadFile("chain_untold_host.md")
	if err != nil {
		t.Fatal(err)
	}
	var shown []string
	for line := range strings.Lines(string(page)) {
		if f := strings.Split(line, "|"); len(f) == 4 && !strings.HasPrefix(line, "|--") && strings.TrimSpace(f[1]) != "row" {
			shown = append(shown, strings.TrimSpace(f[1]))
		}
	}
	var rows []string
	for _, c := range cells(check.Input{Program: &facts.Program{}, Catalog: catalog.Default()}) {
		rows = append(rows, c.name)
	}
	if strings.Join(rows, "\n") != strings.Join(shown, "\n") {
		t.Errorf("the page shows\n%s\nand the table has\n%s", strings.Join(shown, "\n"), strings.Join(rows, "\n"))
	}
}

// Each row of the table has its line in the fixture, and each alone is enough: the update's row holds for all.
func TestEachRowHoldsInTheFixture(t *testing.T) {
	ext, err := extension.LoadAs(t.Context(), "testdata/chain_untold_host/bad", extension.Directory, extension.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer ext.Close()
	program, err := facts.Analyze(t.Context(), ext, facts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	in, err := check.Gather(t.Context(), ext, program, true)
	if err != nil {
		t.Fatal(err)
	}
	in.Base = &check.Base{Power: &check.Power{}}
	for _, c := range cells(in) {
		holds := false
		for _, a := range untoldHosts(in) {
			what, _ := c.holds(in, a)
			holds = holds || what != ""
		}
		if !holds {
			t.Errorf("no line of the fixture shows that %s", c.name)
		}
	}
}
