package extension

import "github.com/ringfence-dev/ringfence/internal/extension/jsondoc"

// Manifest is package.json as VS Code reads it, with the strings of
// package.nls.json put in. Everything it lists carries the JSON pointer of its
// place, and Position turns a pointer into a line and a column.
//
// A value of the wrong type leaves its field empty and a Problem behind: an
// author's slip must not stop a scan, and an attacker's must not hide from it.
type Manifest struct {
	Name, Publisher, Version string
	// DisplayName and Description are translated to English.
	DisplayName, Description string
	// Main and Browser are the entry files as written; empty: none.
	Main, Browser string
	// Type is the module kind of .js files, "module" or "commonjs"; empty is
	// CommonJS.
	Type string
	// License, Icon, Homepage and Repository are as written; Repository is the
	// address, also where the manifest gives an object.
	License, Icon, Homepage, Repository string
	Preview                             bool
	// Private is npm's word for what must not be published there.
	Private bool
	// Pricing is "Free", "Trial" or empty.
	Pricing string

	// Engines are the versions asked of vscode, node and others.
	Engines []Pair
	// ActivationEvents are as written, "*" and "onStartupFinished" included.
	ActivationEvents     []Item
	Categories, Keywords []Item
	// ExtensionKind is where the extension may run: "ui", "workspace", "web".
	ExtensionKind []Item
	// ExtensionPack and ExtensionDependencies name other extensions, which VS
	// Code installs along with this one.
	ExtensionPack, ExtensionDependencies []Item
	EnabledAPIProposals                  []Item
	// API is "none" when the extension exports nothing to others.
	API string
	// Scripts are npm's scripts; UninstallScript is the one VS Code itself runs.
	Scripts []Pair
	// Files is npm's list of what ships; HasFiles tells an empty list from none.
	Files    []Item
	HasFiles bool
	// The dependency kinds, each a name and the range asked for.
	Dependencies, DevDependencies, OptionalDependencies, PeerDependencies []Pair
	// BundledDependencies are shipped inside the npm package.
	BundledDependencies []Item

	Capabilities Capabilities
	Contributes  Contributes
	// Metadata is what VS Code wrote on installation; nil when it did not.
	Metadata *Metadata

	doc      *jsondoc.Document
	words    translations
	problems []Problem
}

// Item is one string of a list.
type Item struct {
	Value string
	// Pointer is the JSON pointer of the value (RFC 6901).
	Pointer string
}

// Pair is one member of an object whose values are strings.
type Pair struct {
	Key, Value string
	// Pointer is the JSON pointer of the value.
	Pointer string
}

// Capabilities are what the extension says it can live with.
type Capabilities struct {
	// UntrustedWorkspaces is nil when the manifest does not say.
	UntrustedWorkspaces *Support
	// VirtualWorkspaces is nil when the manifest does not say.
	VirtualWorkspaces *Support
}

// Support is the answer of an extension to a kind of workspace.
type Support struct {
	// Raw is "supported" as JSON, whatever it was: true, false, "limited", or
	// nonsense such as "yes" or null. Empty when there is none.
	Raw string
	// Level is "true", "false" or "limited"; empty for nonsense or absence.
	Level string
	// Bare is set when the answer is not an object. VS Code takes true and false
	// for virtual workspaces; for untrusted ones it takes nothing bare, which
	// leaves Level empty and counts as not saying.
	Bare bool
	// Description says why, translated; DescriptionKey is what stood between
	// percent signs, empty for plain text.
	Description, DescriptionKey string
	// RestrictedConfigurations are the settings whose workspace values are
	// ignored in an untrusted workspace; VS Code honours them only when Level
	// is "limited".
	RestrictedConfigurations []Item
	Pointer                  string
}

// Metadata is the part of an installed manifest that VS Code wrote.
type Metadata struct {
	ID, PublisherID, PublisherDisplayName, TargetPlatform, Source string
	IsPreReleaseVersion, IsMachineScoped, IsBuiltin, Pinned       bool
	InstalledTimestamp                                            int64
	Pointer                                                       string
}

// Problem is something in the extension that is not as it should be and did
// not keep it from being loaded.
type Problem struct {
	// File is relative to the extension's root ("package.json").
	File string
	// Pointer is the place inside a JSON file; empty for the file as a whole.
	Pointer string
	// Line and Column count from 1, columns in UTF-16 units; zero: unknown.
	Line, Column int
	// Kind is a short fixed word for programs.
	Kind ProblemKind
	// Message is one sentence for people; hostile input in it is quoted.
	Message string
}

// ProblemKind says what sort of problem it is.
type ProblemKind string

// The kinds of problems.
const (
	// WrongType: a JSON value of another type than VS Code expects.
	WrongType ProblemKind = "wrong-type"
	// DuplicateKey: an object names a member twice; the last one counts.
	DuplicateKey ProblemKind = "duplicate-key"
	// MissingTranslation: a %key% that no package.nls.json has.
	MissingTranslation ProblemKind = "missing-translation"
	// TranslatedIdentifier: a %key% where no text for people belongs.
	TranslatedIdentifier ProblemKind = "translated-identifier"
	// BadTranslation: a package.nls*.json that cannot be read.
	BadTranslation ProblemKind = "bad-translation"
	// MissingField: a field without which VS Code refuses the extension, or nobody
	// can package it.
	MissingField ProblemKind = "missing-field"
	// Disagreement: extension.vsixmanifest and package.json differ.
	Disagreement ProblemKind = "disagreement"
	// BadVSIXManifest: an extension.vsixmanifest that cannot be read.
	BadVSIXManifest ProblemKind = "bad-vsix-manifest"
	// OddEntry: an archive entry outside the usual places.
	OddEntry ProblemKind = "odd-entry"
	// SymlinkLeaves: a symbolic link that points out of the extension.
	SymlinkLeaves ProblemKind = "symlink-leaves"
	// SymlinkFolder: a symbolic link to a folder, which is not followed.
	SymlinkFolder ProblemKind = "symlink-folder"
	// BrokenSymlink: a symbolic link to nothing, or to itself.
	BrokenSymlink ProblemKind = "broken-symlink"
	// NotAFile: a socket, pipe or device.
	NotAFile ProblemKind = "not-a-file"
	// Unreadable: a file or folder that could not be looked at.
	Unreadable ProblemKind = "unreadable"
	// TooLarge: a file over the limit; it is listed and cannot be read.
	TooLarge ProblemKind = "too-large"
	// OddName: a file name that other systems cannot hold or tell apart.
	OddName ProblemKind = "odd-name"
	// BadIgnore: a .vscodeignore or "files" that cannot be honoured in full.
	BadIgnore ProblemKind = "bad-ignore"
	// BadDependency: node_modules and package.json do not fit together.
	BadDependency ProblemKind = "bad-dependency"
)

// ID is publisher.name as VS Code compares it, in lower case.
func (m *Manifest) ID() string { return lowerID(m.Publisher, m.Name) }

// Position returns the line and column, from 1 and in UTF-16 units, of the value
// at a JSON pointer. ok is false when there is none.
func (m *Manifest) Position(pointer string) (line, col int, ok bool) {
	return m.doc.Position(pointer)
}

// KeyPosition is Position for the name of a member instead of its value; for
// an element of an array it is the element.
func (m *Manifest) KeyPosition(pointer string) (line, col int, ok bool) {
	return m.doc.KeyPosition(pointer)
}

// UninstallScript is the command VS Code runs when the extension is removed;
// ok is false when there is none.
func (m *Manifest) UninstallScript() (p Pair, ok bool) { return m.Script("vscode:uninstall") }

// Script returns an npm script by name.
func (m *Manifest) Script(name string) (p Pair, ok bool) {
	for _, s := range m.Scripts {
		if s.Key == name {
			return s, true
		}
	}
	return Pair{}, false
}

// Engine returns the version asked of an engine ("vscode"), or nothing.
func (m *Manifest) Engine(name string) string {
	for _, e := range m.Engines {
		if e.Key == name {
			return e.Value
		}
	}
	return ""
}

// Raw returns the value at a JSON pointer as it was written; empty: there is none.
func (m *Manifest) Raw(pointer string) string { return m.doc.Raw(m.doc.Find(pointer)) }

// Asked returns the entry of package.json that asks for an npm package itself, for
// production or for development.
func (m *Manifest) Asked(name string) (p Pair, ok bool) {
	for _, list := range [][]Pair{m.Dependencies, m.OptionalDependencies, m.DevDependencies} {
		for _, d := range list {
			if d.Key == name {
				return d, true
			}
		}
	}
	return Pair{}, false
}

// Translated says that package.nls.json was read, so that texts belong there.
func (m *Manifest) Translated() bool { return m.words != nil }

// Text returns a text of package.nls.json by its key.
func (m *Manifest) Text(key string) (text string, ok bool) {
	text, ok = m.words[key]
	return text, ok
}

// Refused says why VS Code would not take this for an extension's manifest; empty
// when it would. A publisher is what packaging asks for.
func (m *Manifest) Refused() string {
	switch {
	case m.Engine("vscode") == "":
		return "its package.json names no \"engines.vscode\", without which VS Code loads nothing"
	case m.Name == "":
		return "its package.json has no \"name\", without which VS Code loads nothing"
	}
	return ""
}

// Problems are what was odd in package.json and package.nls.json, in order of
// their places.
func (m *Manifest) Problems() []Problem { return append([]Problem(nil), m.problems...) }
