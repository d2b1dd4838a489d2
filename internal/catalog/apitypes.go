package catalog

import (
	"errors"
	"slices"
	"strconv"
)

// Heard says what VS Code hands to a function that it is given: the function is argument Arg of
// a call, or the method Method of that argument, and its parameter Param is of Type, a type of the
// API whose members the catalogue knows.
type Heard struct {
	Arg    int
	Method string
	Param  int
	Type   string
}

// Heard lists what a member of vscode hands to the functions that it is called with, sorted as in
// the data. It gives nil for most members.
func (c *Catalog) Heard(member string) []Heard { return c.heard[member] }

// FromTypes reports a member of vscode that is known by the API's types alone: it lies in a value that VS Code
// hands to a function.
func (c *Catalog) FromTypes(member string) bool {
	for at := member; at != ""; at = parent(at) {
		if c.ways[at] || c.ways[parent(at)+"."] {
			return true
		}
	}
	return false
}

// HandedType reports a type of the API that VS Code hands to functions.
func (c *Catalog) HandedType(member string) bool { return c.handed[member] }

// parseTypes reads where values of the API's types come from. The lines are made of @types/vscode:
//
//	is TextDocumentChangeEvent.document TextDocument
//	hears workspace.onDidOpenTextDocument 0 - 0 TextDocument
//	hears window.registerWebviewViewProvider 1 resolveWebviewView 0 WebviewView
func (c *Catalog) parseTypes(lines []line) error {
	c.heard, c.handed, c.ways = map[string][]Heard{}, map[string]bool{}, map[string]bool{}
	var errs []error
	for _, l := range lines {
		switch w := l.words; {
		case len(w) == 3 && w[0] == "is":
			s := Symbol{"vscode", w[1]}
			e, ok := c.entries[s]
			if !ok {
				c.ways[w[1]] = true
				// It has no line of its own: nothing else is said of its neighbours.
				e = Entry{Module: s.Module, Member: s.Member, Namespace: true, Base: s}
			}
			if e.Is == (Symbol{}) {
				c.ways[w[1]+"."] = true
				e.Is = Symbol{"vscode", w[2]}
			}
			c.entries[s] = e
		case len(w) == 6 && w[0] == "hears":
			arg, err := strconv.Atoi(w[2])
			param, err2 := strconv.Atoi(w[4])
			if err = errors.Join(err, err2); err != nil {
				errs = append(errs, l.errorf("%w", err))
				continue
			}
			h := Heard{Arg: arg, Param: param, Type: w[5]}
			if w[3] != "-" {
				h.Method = w[3]
			}
			c.heard[w[1]] = append(c.heard[w[1]], h)
			c.handed[h.Type] = true
		default:
			errs = append(errs, l.errorf("want is MEMBER TYPE or hears MEMBER ARGUMENT METHOD PARAMETER TYPE, got %q", slices.Clone(w)))
		}
	}
	return errors.Join(errs...)
}
