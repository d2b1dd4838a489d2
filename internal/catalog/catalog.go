// Package catalog is what we know about Node's core modules, the globals and
// the vscode API, as data: which symbol is which capability, which argument
// names the resource, what is harmless. Facts, checks, policies and the
// loader's tables all read it; it imports nothing of ours.
package catalog

// Capability is a kind of power a symbol gives.
type Capability string

// Role says what an argument of a function means.
type Role string

// Entry is what the catalogue says of one symbol.
type Entry struct {
	Module string // without "node:"; "globals" for globals; "vscode"
	// Member is the dotted path below the module: "promises.readFile",
	// "Socket().connect" (a member of what calling or constructing Socket
	// gives). Empty: the module itself.
	Member string
	// Capability is empty for a harmless symbol.
	Capability Capability
	// Args gives the role of each argument that names a resource, by position.
	Args []Arg
}

// Arg ties an argument position to what it means.
type Arg struct {
	Index int
	Role  Role
}
