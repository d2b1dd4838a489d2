package taint

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
	// SetIn is true when the data only took the place of a placeholder in a text
	// that the code writes out: "return o.name".replace("name", data).
	SetIn bool
	// Opened is, in a trail, the call that made what the data is written to: the
	// request, or the file's stream. It is zero where that is the sink itself.
	Opened finding.Location
	// To is, in a trail that ends at a client of the network that the extension holds, the
	// address as far as the code writes it out: "https://x.example/api/".
	To string
	// Trigger says, in a trail, who sets it off.
	Trigger Trigger
}

// Trigger says why code runs.
type Trigger string

// The triggers, the one that needs a person least first. Unknown is what a
// function has that nobody is seen to call.
const (
	ByTimer   Trigger = "timer"   // again and again
	ByEvent   Trigger = "event"   // whatever the user does in the editor
	ByStart   Trigger = "start"   // when the extension starts
	ByCommand Trigger = "command" // a command, which users give
	ByUnknown Trigger = ""
)

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

// The sources of trails alone.
const (
	FromSecret      SourceKind = "secret"      // a file of keys, a browser's profile; What is the catalogue's id of the place
	FromToken       SourceKind = "token"       // a session of the editor's; What is the provider
	FromText        SourceKind = "text"        // the text of a document
	FromEnvironment SourceKind = "environment" // all variables at once
	FromMachine     SourceKind = "machine"     // who uses the machine, and which one it is
	FromDecoded     SourceKind = "decoded"     // what a decoder makes of something unreadable
	FromCipher      SourceKind = "cipher"      // what was encrypted
	FromEntrusted   SourceKind = "entrusted"   // what the user typed into a box or keeps in the secret storage
)

// Sink is where the data acts.
type Sink struct {
	Kind SinkKind
	// Module and Member name the function, as in Use.
	Module, Member string
	// Role says as what the data arrives.
	Role  SinkRole
	Where finding.Location
	// ByVerb is true where nothing but a verb of HTTP beside an address says that a call sends.
	ByVerb bool
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

// The sinks of trails alone.
const (
	ToSend SinkKind = "send" // a request, as what is sent or as part of the address
	ToFile SinkKind = "file" // what is written into a file
	ToPage SinkKind = "page" // a message to a webview's page
	ToHide SinkKind = "hide" // what is spelled in a way that nobody reads: hex, or base64 that is no login
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
	AsContent SinkRole = "content" // what is sent or written
)
