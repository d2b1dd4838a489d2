package dataflow

import (
	"cmp"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/facts"
)

// Evaluates tells text that becomes code from a path that code is loaded from.
func Evaluates(s facts.Sink) bool { return s.Module == "globals" || s.Module == "vm" }

// NamesOnly tells the names and places of what is in a workspace from the text
// of its files.
func NamesOnly(s facts.Source) bool {
	if s.Kind != facts.FromFile {
		return false
	}
	switch s.What {
	case "vscode.workspace.workspaceFolders", "vscode.workspace.findFiles", "vscode.TextDocument.fileName":
		return true
	}
	return false
}

// Mild are sinks of the catalogue that do not do what their kind says: an edit
// that is shown and can be undone is no write behind the user's back, a document
// that is opened is handed to nobody, a Request is not sent yet, and WebAssembly
// reaches only what it is handed.
func Mild(s facts.Sink) bool {
	switch s.Kind {
	case facts.ToWrite:
		return strings.HasPrefix(s.Member, "WorkspaceEdit")
	case facts.ToRead:
		return s.Module == "vscode" && s.Member == "workspace.openTextDocument"
	case facts.ToNetwork:
		return s.Module == "globals" && s.Member == "Request"
	case facts.ToCode:
		return strings.HasPrefix(s.Member, "WebAssembly.")
	}
	return false
}

// Far is how many steps a flow may have before it is only a note. The analysis
// keeps objects apart by where they are made, so that every hand-over may mix
// what two callers pass; of the flows in real extensions that were read, none
// longer than this was one.
const Far = 16

// SinkName writes a sink's symbol as a person does: require, not
// module.require.
func SinkName(s facts.Sink) string {
	switch {
	case s.Module == "globals", s.Module == "", s.Module == "module" && s.Member == "require":
		return escape.Printable(cmp.Or(s.Member, string(s.Kind)), 120)
	case s.Member == "":
		return escape.Printable(s.Module, 120)
	}
	return escape.Printable(s.Module+"."+s.Member, 120)
}
