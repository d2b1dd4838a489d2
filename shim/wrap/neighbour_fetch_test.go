package wrap_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
)

// TestANeighbourFetchesAsBefore: Node compiles the parser of its client when somebody fetches for the
// first time, with nobody's file on the stack, and a fence without WebAssembly is in the same process.
func TestANeighbourFetchesAsBefore(t *testing.T) {
	inHost(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "answer") }))
	defer server.Close()
	beside := folder(t, map[string]string{
		"package.json": `{"name": "neighbour", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": ` +
			`"./main.js", "activationEvents": ["onStartupFinished"]}`,
		"main.js": "exports.activate = c => c.subscriptions.push(require('vscode').commands.registerCommand('neighbour.fetches', " +
			"async address => (await fetch(address)).text()))",
	})
	fenced := fencedExtension(t, "quiet", "exports.activate = () => {}", nil)
	for _, kit := range exthost.Kits() {
		r, err := exthost.Run(t.Context(), exthost.Options{
			Kit: kit, Extension: fenced, Siblings: []string{beside},
			Commands: [][]any{{"workbench:activate", "acme.neighbour"}, {"neighbour.fetches", server.URL}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(r.Results["neighbour.fetches"]); !r.Activated || got != `"answer"` {
			t.Errorf("%s: activated %t, %s %v", kit, r.Activated, got, r.Steps)
		}
	}
}
