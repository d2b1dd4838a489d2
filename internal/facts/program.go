package facts

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Program is all that is known about an extension's code. It is immutable
// and everything in it is sorted, so that the same input gives the same bytes.
type Program struct {
	// Basis says what was analysed.
	Basis Basis
	// Modules are the JavaScript files, in path order.
	Modules []Module
	// Entries are the places where somebody else starts running the code.
	Entries []Entry
	// Imports are the loads of modules that are not files of the extension.
	Imports []Import
	// Uses are the reads, calls and constructions of catalogued symbols.
	Uses []Use
	// Writes are the stores whose place matters: markup, the pages of webviews,
	// and the shapes by which a key from outside reaches Object.prototype.
	Writes []Write
	// Settings are reads of VS Code settings.
	Settings []Setting
	// SettingWrites are changes of VS Code settings.
	SettingWrites []SettingWrite
	// Requests are the calls that are taken for requests by what they look like from outside, whatever client is called.
	Requests []Request
	// Flows are the ways from what a stranger may choose to what acts on it.
	Flows []Flow
	// Trails are the ways of data that say what the code is after: what is
	// private to what sends, what was fetched to files, what was decoded to code.
	Trails []Flow
	// Strings are the string constants that may name something (they hold a
	// slash, backslash, dot, colon or tilde, begin as an option does, are a key of SSH, or
	// could be taken for a well-known package) or hold characters that nobody sees, each once a file.
	Strings []String
	// Expressions are the regular expressions of the code as they are written, without the longest.
	Expressions []String
	// Functions are those on the ways to uses; see Way.
	Functions []Function
	// BlindSpots lists what could not be seen. An empty list is a promise.
	BlindSpots []BlindSpot
	// Obfuscated are the forms in which code is written not to be read. Each file
	// that has any is a blind spot as well.
	Obfuscated []Obfuscation
}

// Obfuscation is one form of it in one file.
type Obfuscation struct {
	// Form says in words what is there, and how often.
	Form  string
	Where finding.Location
}

// Basis says what the facts are about.
type Basis string

// The bases.
const (
	// Package: the files that ship.
	Package Basis = "package"
	// Sources: the author's own code, from which a build makes what ships. The
	// packages it loads were not seen, and nothing else that a build adds.
	Sources Basis = "sources"
)

// Module is one JavaScript or TypeScript file of the extension.
type Module struct {
	Path  string // slash-separated, relative to the extension's root
	Bytes int
	// Dependency is the npm package the file belongs to by its node_modules
	// path; empty for the extension's own files.
	Dependency string
	// Reached is true when the file may run: a path of imports leads here from
	// an entry, or some file that runs loads files by names nobody knows.
	Reached bool
	// Perhaps is true when it may run for that last reason alone.
	Perhaps bool
	// Shallow is true for a file from which no module of Node or VS Code can
	// be reached (a webview's script): only direct uses of globals are seen, and
	// flows where the script is of ordinary size (pages.go).
	Shallow bool
	// AsksScheme is true when the file reads a property named scheme, as code
	// does that asks whether a folder or document is on a disk.
	AsksScheme bool
}

// Entry is a file in which execution starts.
type Entry struct {
	File string
	Kind EntryKind
	// Via is where the entry is named: the manifest's field, or the call that
	// forks it.
	Via string
}

// EntryKind says who starts an entry.
type EntryKind string

// The kinds of entry.
const (
	EntryMain      EntryKind = "main"      // the extension host, package.json "main"
	EntryBrowser   EntryKind = "browser"   // the web extension host
	EntryFork      EntryKind = "fork"      // child_process.fork, a language server
	EntryWorker    EntryKind = "worker"    // worker_threads or a web worker
	EntryDebugger  EntryKind = "debugger"  // contributes.debuggers[].program
	EntryWebview   EntryKind = "webview"   // a script of a webview
	EntryUninstall EntryKind = "uninstall" // scripts["vscode:uninstall"]
)

// Import is one load of a module from outside the extension.
type Import struct {
	Module string // without "node:"
	// Kind is "import", "require", "import()", "builtin" …
	Kind  string
	Where finding.Location
}

// UseKind says what the code does with a symbol.
type UseKind string

// The kinds of use. Every called function is also read; only the call is kept.
const (
	Call      UseKind = "call"
	New       UseKind = "new"
	Reference UseKind = "reference" // taken as a value: handed on, stored, compared
	Escape    UseKind = "escape"    // a whole module object leaves what can be followed
)

// Use is one place where the code touches a symbol of Node or VS Code.
type Use struct {
	// Module and Member name the symbol: ("fs", "promises.readFile"),
	// ("vscode", "window.createTerminal().sendText"), ("globals", "eval").
	// Member is empty for the module as a whole (Escape) and "?" for a
	// computed member nobody could fold.
	Module, Member string
	Kind           UseKind
	// Args are the folded arguments of a call, in order, up to the first
	// spread. Only symbols that are a power or whose arguments have a role in
	// the catalogue have them.
	Args []Value
	// Spread is true when a spread argument makes later positions unsure.
	Spread bool
	// Imprecise is true when the object was matched by property name alone.
	Imprecise bool
	// Mixed is true for a call whose function, as far as is known, may as well be
	// another symbol that has nothing to do with this one (Function or Date): it
	// came out of a table of such, and which of them it is was not seen.
	Mixed bool
	// Startup is true for a read of workspace.isTrusted that runs once, when the
	// file is loaded or in activate itself. Other uses do not have it.
	Startup bool
	// Trigger says who has it done, for the acts that are judged by it (acted): a command also
	// where the user is asked. Empty for all others.
	Trigger Trigger
	// Asked is true for a use that reads or sends, in a function that asks the user something as well. It is false for others.
	Asked bool
	// Scope numbers the function it stands in, and Callers are those that call it or hand it on,
	// for uses that have a Trigger or that read or send, and, where something happens to some people only, for those that give
	// documents; see Beside. They are 0 and nil for all others.
	Scope   int32
	Callers []int32
	// Person is what tells who or where somebody is, and decides whether this happens, for what destroys (destroys); empty where
	// nothing does, and where somebody else gets the like. It is "chance" for a change of a text that chance alone decides. PersonAt
	// is its place.
	Person   string
	PersonAt finding.Location
	// In is the function the use stands in: one more than its index in
	// Program.Functions, or 0 when nobody asked for ways.
	In    int32
	Where finding.Location
}

// Beside reports that two uses stand in one function, or in two of which one calls the other or
// hands it on.
func (u Use) Beside(o Use) bool {
	return u.Scope > 0 && o.Scope > 0 &&
		(u.Scope == o.Scope || slices.Contains(u.Callers, o.Scope) || slices.Contains(o.Callers, u.Scope))
}

// Write is one place where the code stores a value in a property that acts on
// it, or under keys that may lead where nobody meant.
type Write struct {
	Kind WriteKind
	// Name is the property or method ("innerHTML", "insertAdjacentHTML").
	Name string
	// Module and Member name the object when it is of Node or VS Code
	// ("vscode", "Webview"); else both are empty.
	Module, Member string
	// Values are what is stored; for stores under several keys, the keys instead.
	Values []Value
	// Cleaned is true when the value is what a sanitiser, by its name, returned.
	Cleaned bool
	Where   finding.Location
	// From is where the stored value stands; zero where the keys matter. A
	// flow that ends in the same store names this place.
	From finding.Location
}

// WriteKind says what a Write does.
type WriteKind string

// The kinds of write.
const (
	WriteMarkup WriteKind = "markup" // text that a page parses as HTML
	WriteProto  WriteKind = "proto"  // o.__proto__ = v
	WriteDeep   WriteKind = "deep"   // o[a][b] = v for parameters a and b, and nothing near names "__proto__"
	WriteWalk   WriteKind = "walk"   // o = o[k] …, then o[last] = v; as above
	WriteMerge  WriteKind = "merge"  // a function merges objects key by key and calls itself; as above
	WritePage   WriteKind = "page"   // a webview's html
	WriteView   WriteKind = "view"   // a webview's options
	// WriteSteering: a variable, field or setting that tells a program what it loads first or whom it asks.
	WriteSteering WriteKind = "steering"
	// WriteGit: an option by which git runs or asks something else, told for all repositories; Values is its value.
	WriteGit WriteKind = "git"
	// WriteRemote: the address of a remote that a repository is given, or, with Name "push", is pushed to; Values is it.
	WriteRemote WriteKind = "remote"
	// WriteTag: a parameter of an address by which a shop knows who led somebody there gets a text of the code's own, in a file that
	// names a shop; Name is the parameter, Values the text.
	WriteTag WriteKind = "tag"
	// WriteShared: a member of a module of Node or VS Code, or of a global of theirs, which all code of the process gets: Name is it.
	WriteShared WriteKind = "shared"
)

// Setting is one read of a VS Code setting.
type Setting struct {
	// ID is the whole dotted id; parts that could not be folded are "?".
	ID string
	// Inspected is true for a read that tells who has set what.
	Inspected bool
	Where     finding.Location
}

// SettingWrite is one change of a VS Code setting.
type SettingWrite struct {
	// ID is the whole dotted id, as in Setting.
	ID string
	// Value is what it gets.
	Value Value
	// Trigger says who has it done, as in Use.
	Trigger Trigger
	Where   finding.Location
}

// Request is a call of a client of the network, or the making of one, which is given an address that the code writes out.
type Request struct {
	// To is the address; its scheme is tcp where the code names a host and no protocol.
	To    string
	Where finding.Location
}

// Named reports that something is known of which setting it is: its name, or its group.
func (w SettingWrite) Named() bool { return strings.Trim(w.ID, "?*.") != "" }

// String is a string constant of the code.
type String struct {
	Text string
	// Shown is true for what a box for typing shows people, as an example or a question.
	Shown bool
	// Copied is true for what a message has as bcc: who gets it and is seen by nobody.
	Copied bool
	Where  finding.Location
}

// BlindSpot is something that could not be seen, and why.
type BlindSpot struct {
	File string
	// Reason is one plain sentence.
	Reason string
	// Line is 1-based; zero for the file as a whole.
	Line int
}
