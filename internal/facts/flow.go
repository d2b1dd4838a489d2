package facts

import "github.com/ringfence-dev/ringfence/internal/finding"

// Flow is a way by which data that a stranger may choose reaches a place that
// acts on it.
type Flow struct {
	Source Source
	Sink   Sink
	// Steps are the places on one shortest way, source first, sink last.
	Steps []finding.Step
	// Guarded is true when the sink runs only after workspace.isTrusted was
	// seen to be true.
	Guarded bool
}

// Source is where the data comes in.
type Source struct {
	Kind SourceKind
	// What names it: a setting's id ("go.path"), else the symbol read
	// ("vscode.env.clipboard.readText").
	What  string
	Where finding.Location
}

// SourceKind says who chooses the data.
type SourceKind string

// The kinds of source, after "UntrustIDE: Exploiting Weaknesses in VS Code
// Extensions" (NDSS 2024).
const (
	FromSetting   SourceKind = "setting"   // a VS Code setting
	FromFile      SourceKind = "file"      // the content of a file in the workspace, and the workspace's own names
	FromNetwork   SourceKind = "network"   // a response
	FromRequest   SourceKind = "request"   // a request to a server of the extension
	FromWebview   SourceKind = "webview"   // a message of a webview; in a webview, of its host
	FromURI       SourceKind = "uri"       // a URI the extension was asked to handle
	FromClipboard SourceKind = "clipboard" // the clipboard
)

// Sink is where the data acts.
type Sink struct {
	Kind SinkKind
	// Module and Member name the function, as in Use.
	Module, Member string
	// Role says as what the data arrives.
	Role  SinkRole
	Where finding.Location
}

// SinkKind says what the data can do.
type SinkKind string

// The kinds of sink.
const (
	ToShell   SinkKind = "shell"   // part of a line that a shell reads
	ToProcess SinkKind = "process" // spawn, execFile, fork, without a shell; a language server's command
	ToCode    SinkKind = "code"    // eval, Function, vm, require, import()
	ToWrite   SinkKind = "write"   // the path of a file that is written, moved or deleted
	ToNetwork SinkKind = "network" // the address of a request
	ToTask    SinkKind = "task"    // a task, a terminal, a debug session
	ToMarkup  SinkKind = "markup"  // innerHTML and its kin
	// ToRead is the path of a file that is read; only for what comes from
	// outside the workspace: requests, messages and links.
	ToRead SinkKind = "read"
)

// SinkRole says as what the data arrives at a sink.
type SinkRole string

// The roles.
const (
	AsCommand SinkRole = "command" // decides what runs: a shell's line, a program, code, a module
	AsArgs    SinkRole = "args"    // an argument of a program that is named otherwise
	AsPath    SinkRole = "path"    // the place of a file
	AsAddress SinkRole = "address" // a URL, host or port
	AsEnv     SinkRole = "env"     // the environment of a child
	AsText    SinkRole = "text"    // markup
)
