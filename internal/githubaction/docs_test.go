package githubaction

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The page lists every input and output, as the program's own table has them.
func TestThePageOfTheActionListsItsInputs(t *testing.T) {
	name := filepath.Join("..", "..", "docs", "guide", "github-action.md")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var in, out strings.Builder
	in.WriteString("| input | default | |\n|---|---|---|\n")
	for _, i := range Inputs() {
		fallback := ""
		if i.Default != "" {
			fallback = "`" + i.Default + "`"
		}
		fmt.Fprintf(&in, "| `%s` | %s | %s |\n", i.Name, fallback, i.Help)
	}
	out.WriteString("| output | |\n|---|---|\n")
	for _, o := range Outputs() {
		fmt.Fprintf(&out, "| `%s` | %s |\n", o.Name, o.Help)
	}
	want := string(data)
	for part, text := range map[string]string{"inputs": in.String(), "outputs": out.String()} {
		before, rest, ok := strings.Cut(want, "<!-- "+part+" -->\n")
		_, after, closed := strings.Cut(rest, "<!-- /"+part+" -->")
		if !ok || !closed {
			t.Fatalf("%s has no place for %s", name, part)
		}
		want = before + "<!-- " + part + " -->\n" + text + "<!-- /" + part + " -->" + after
	}
	if want == string(data) {
		return
	}
	if os.Getenv("UPDATE") == "" {
		t.Fatalf("%s is not what the program says; UPDATE=1 writes it", name)
	}
	if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}
