package chain

import (
	"os"
	"path/filepath"
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
	in := gatheredFrom(t, "testdata/chain_untold_host/bad")
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

// gathered is what the checks see of an extension of one file.
func gathered(t *testing.T, source string) check.Input {
	t.Helper()
	dir := t.TempDir()
	const manifest = `{"name": "x", "version": "1.0.0", "publisher": "acme", "engines": {"vscode": "^1.90.0"}, "main": "./extension.js"}`
	for name, text := range map[string]string{"package.json": manifest, "extension.js": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return gatheredFrom(t, dir)
}

// gatheredFrom is what the checks see of the extension in a folder.
func gatheredFrom(t *testing.T, dir string) check.Input {
	t.Helper()
	ext, err := extension.LoadAs(t.Context(), dir, extension.Directory, extension.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ext.Close() })
	program, err := facts.Analyze(t.Context(), ext, facts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	in, err := check.Gather(t.Context(), ext, program, true)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// A page that is opened in the browser tells its host nothing; an address that something is put into does.
func TestAnUpdateBringsAHost(t *testing.T) {
	for body, want := range map[string]bool{
		`vscode.env.openExternal(vscode.Uri.parse('https://docs.handbook.invalid/start'))`:                                           false,
		`vscode.env.openExternal(vscode.Uri.parse('https://docs.handbook.invalid/?q=' + name))`:                                      true,
		`https.get('https://docs.handbook.invalid/start')`:                                                                           true,
		`https.get('https://docs.handbook.invalid/a'); vscode.env.openExternal(vscode.Uri.parse('https://docs.handbook.invalid/a'))`: true,
	} {
		in := gathered(t, waysStart(`const name = vscode.workspace.name;`+body))
		in.Base = &check.Base{Power: &check.Power{}}
		got := false
		for _, a := range untoldHosts(in) {
			what, _ := updateBrings(in, a)
			got = got || what != ""
		}
		if got != want {
			t.Errorf("%s: brings a host: %t", body, got)
		}
	}
}

// What several callers hand to one function is not what the request is made beside.
func TestProgramsBesideARequest(t *testing.T) {
	asks := func(calls string) string {
		return `const vscode = require('vscode'); const cp = require('child_process'); const https = require('https');
			exports.activate = async (context) => { const runs = (program) => cp.execFile(program, ['--version'], () => {}); ` + calls + `
			https.get('https://releases.tool.invalid/latest'); };`
	}
	shared := asks(`runs('git'); runs(context.globalState.get('server'));`)
	testTwins(t, []twin{{"a program by its name", asks(`runs('git');`), shared, chainUntoldHost}})
}

// Who takes the editor's command over hears every key, however far that stands from what asks the host.
func TestKeysBesideARequest(t *testing.T) {
	hears := func(command string) string {
		return `const vscode = require('vscode'); const https = require('https');
			exports.activate = (context) => { context.subscriptions.push(vscode.commands.registerCommand('` + command + `', (a) => count(a)));
			setInterval(save, 60000); }; const all = []; function count(a) { all.push(a); }` + strings.Repeat("\n", 300) + `
			function save() { https.request('https://heat.count.invalid/h', { method: 'POST' }).end(String(all.length)); }`
	}
	testTwins(t, []twin{{"what is typed", hears("type"), hears("words.count"), chainUntoldHost}})
}
