package catalog

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// apiTypes is what testdata/npm/vscodetypes.js prints: its head says what a ref is.
type apiTypes struct {
	Root  map[string]any
	Types map[string]struct {
		M map[string]any
	}
}

// union lists what a ref may be.
func union(ref any) []any {
	if l, ok := ref.([]any); ok && len(l) > 0 && l[0] == "u" {
		return l[1:]
	}
	return []any{ref}
}

// named lists the types that a ref, or the elements of its list, may be.
func named(ref any) []string {
	var out []string
	for _, r := range union(ref) {
		switch r := r.(type) {
		case string:
			out = append(out, r)
		case []any:
			if r[0] == "a" {
				out = append(out, named(r[1])...)
			}
		}
	}
	return out
}

// followed gives the types with members that are a power, and how a member of another leads to one.
func (a apiTypes) followed(c *Catalog) (types map[string]bool, leads map[string]string) {
	types, leads = map[string]bool{}, map[string]string{}
	for _, e := range c.Symbols() {
		if t, _, ok := strings.Cut(e.Member, "."); ok && e.Module == "vscode" && e.Base == (Symbol{}) && !e.Harmless() {
			if _, known := a.Types[t]; known {
				types[t] = true
			}
		}
	}
	for range maxDepth - 1 {
		more := map[string]bool{}
		for _, t := range slices.Sorted(maps.Keys(a.Types)) {
			for m, ref := range a.Types[t].M {
				for _, to := range named(ref) {
					// What an extension says of its own is no way to what is VS Code's.
					if types[to] && to != t && !strings.HasSuffix(t, "Options") {
						leads[t+"."+m] = to
						more[t] = true
					}
				}
			}
		}
		maps.Copy(types, more)
	}
	return types, leads
}

// heardBy adds what the functions are called with that a ref takes.
func (a apiTypes) heardBy(types map[string]bool, member string, ref any, add func(line string)) {
	params := func(arg int, method string, f []any) {
		for i, p := range f[2:] {
			for _, t := range named(p) {
				switch {
				case method != "-" && t == "TextDocument":
					// A document that a provider is asked about: its text is asked for as any other's, and nothing else of it leads on.
					add(fmt.Sprintf("hears %s %d %s %d AskedDocument", member, arg, method, i))
				case types[t] && (method == "-" || t != "NotebookDocument" && t != "NotebookCell"):
					add(fmt.Sprintf("hears %s %d %s %d %s", member, arg, method, i, t))
				}
			}
		}
	}
	for _, r := range union(ref) {
		f, ok := r.([]any)
		if !ok || len(f) == 0 {
			continue
		}
		switch f[0] {
		case "e":
			params(0, "-", []any{"f", 0, f[1]})
		case "f":
			for i, p := range f[2:] {
				for _, arg := range union(p) {
					if g, ok := arg.([]any); ok && len(g) > 0 && g[0] == "f" {
						params(i, "-", g)
					}
					provider, ok := arg.(string)
					if !ok {
						continue
					}
					for m, ref := range a.Types[provider].M {
						for _, r := range union(ref) {
							if g, ok := r.([]any); ok && len(g) > 0 && g[0] == "f" {
								params(i, m, g)
							}
						}
					}
				}
			}
		}
	}
}

// typeLines makes the lines of data/apitypes.txt.
func typeLines(t *testing.T, text string) []string {
	t.Helper()
	var a apiTypes
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		t.Fatal(err)
	}
	types, leads := a.followed(Default())
	var out []string
	add := func(l string) { out = append(out, l) }
	for from, to := range leads {
		add("is " + from + " " + to)
	}
	var walk func(at string, ref any)
	walk = func(at string, ref any) {
		if m, ok := ref.(map[string]any); ok {
			for name, r := range m {
				walk(at+"."+name, r)
			}
			return
		}
		a.heardBy(types, at, ref, add)
	}
	for name, ref := range a.Root {
		walk(name, ref)
	}
	for name := range types {
		for m, ref := range a.Types[name].M {
			a.heardBy(types, name+"."+m, ref, add)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// TestWhatIsHandedToFunctionsIsWhatTheTypesSay holds data/apitypes.txt against the types of the API.
func TestWhatIsHandedToFunctionsIsWhatTheTypesSay(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "shim", "loader", "vscode", "types.json"))
	if err != nil {
		t.Fatal(err)
	}
	want := "# Where values of the API's types come from that have a power; UPDATE=1 go test ./internal/catalog -run TypesSay\n" +
		"# makes these lines of the types (apitypes.go says what a line is).\n\n" + strings.Join(typeLines(t, string(text)), "\n") + "\n"
	file := filepath.Join("data", "apitypes.txt")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != want {
		t.Errorf("%s is not what the types say; run UPDATE=1 go test ./internal/catalog -run TypesSay", file)
	}
}

func TestHandlersHearWhatVSCodeHandsOut(t *testing.T) {
	c := Default()
	for member, want := range map[string]Heard{
		"workspace.onDidOpenTextDocument":    {Type: "TextDocument"},
		"workspace.onDidChangeTextDocument":  {Type: "TextDocumentChangeEvent"},
		"commands.registerTextEditorCommand": {Arg: 1, Type: "TextEditor"},
		"window.registerWebviewViewProvider": {Arg: 1, Method: "resolveWebviewView", Type: "WebviewView"},
	} {
		if !slices.Contains(c.Heard(member), want) {
			t.Errorf("%s: %v, want %v", member, c.Heard(member), want)
		}
	}
	want := []Heard{{Arg: 1, Method: "provideHover", Type: "AskedDocument"}}
	if h := c.Heard("languages.registerHoverProvider"); !slices.Equal(h, want) {
		t.Errorf("of what a provider of a language is asked about the place is followed, and it reads it: %v", h)
	}
	if e, ok := c.Classify("vscode", "TextDocumentChangeEvent.document.save"); !ok || e.Harmless() {
		t.Errorf("the document of a change is one: %v", e)
	}
}
