// Package policy is the document that says what an extension may do: its
// grants, how it is read and written, how several are merged, and what one
// grants that another does not.
//
// A Policy is a value. What static analysis, observation, a person's acceptance
// and a person's override say are all lists of grants; joining them is Merge and
// Apply, which look at nothing else, so that the same inputs give the same bytes
// whatever order they come in. The package knows the catalogue's sensitive
// places and no extension's code; why a grant is there is the evidence's
// business.
package policy

import (
	"cmp"
	"slices"
)

// SchemaVersion is the version of the documents that this package reads and
// writes.
const SchemaVersion = 1

// The bounds of a document that is read.
const (
	// MaxBytes bounds a document's text.
	MaxBytes = 4 << 20
	// MaxGrants bounds the grants, denials and entries of a document.
	MaxGrants = 20_000
	// MaxStates bounds what the patterns of a document compile to.
	MaxStates = 2_000_000
	// MaxQuestion bounds a question or a reason, in characters.
	MaxQuestion = 300
)

// Section is a part of the policy: a kind of power.
type Section string

// The sections, in the order in which they are written.
const (
	Modules        Section = "modules"
	FilesRead      Section = "files.read"
	FilesWrite     Section = "files.write"
	NetworkConnect Section = "network.connect"
	NetworkListen  Section = "network.listen"
	Processes      Section = "processes"
	EnvRead        Section = "env.read"
	VSCode         Section = "vscode"
	Code           Section = "code"
)

// Sections returns all of them in that order.
func Sections() []Section {
	return []Section{Modules, FilesRead, FilesWrite, NetworkConnect, NetworkListen, Processes, EnvRead, VSCode, Code}
}

// Mark says that a grant, or the whole, is less sure than it looks.
type Mark string

// The marks.
const (
	// Sure is no mark.
	Sure Mark = ""
	// Imprecise: a module object escapes what can be followed, or a symbol was
	// matched by name alone; the grant is the smallest that is sound.
	Imprecise Mark = "imprecise"
	// Unresolved: the resource is not known and the grant is the default scope
	// of its kind.
	Unresolved Mark = "unresolved"
	// Incomplete is for a policy as a whole: part of the code was not seen.
	Incomplete Mark = "incomplete"
)

// sureness orders marks; the smaller one wins where two inputs say the same.
func (m Mark) sureness() int {
	return slices.Index([]Mark{Sure, Imprecise, Unresolved, Incomplete}, m)
}

// Grant is one line of a policy. Which fields count depends on the section:
//
//	modules          Name is the module ("fs"), Pattern its function
//	                 ("promises.readFile"), "*" for all, "" for loading it alone
//	files.*          Pattern is a path pattern
//	network.*        Pattern is an address pattern
//	processes        Pattern is a program and Args its arguments, or, with
//	                 Shell, a line for a shell
//	env.read         Pattern is a pattern of names
//	vscode           Name is a surface ("command"), Pattern what of it ("git.*");
//	                 "" is all of it
//	code             Name is a kind ("eval"); Pattern a path, for native, worker
//	                 and fork, and SHA256 the digest of a native addon
type Grant struct {
	Section Section
	Name    string
	Pattern string
	Args    []string
	Shell   bool
	SHA256  string
	// TrustedOnly holds in a trusted workspace only.
	TrustedOnly bool
	Mark        Mark
	// Question is what a person is asked about a marked grant, in one sentence
	// of printable text.
	Question string
}

// Note is a mark on the policy as a whole.
type Note struct {
	Mark     Mark
	Question string
}

// Basis says what code a policy was made of. Two policies of different bases
// differ although nobody changed anything.
type Basis string

// The bases.
const (
	// Package is the package that is installed. It is not written down.
	Package Basis = ""
	// Sources are the author's files, from which a build makes the package: what
	// packages and the build bring with them is not granted.
	Sources Basis = "sources"
)

// Policy is what an extension may do. What no grant names is off.
type Policy struct {
	// Extension is publisher.name.
	Extension string
	// Basis says what the code's part was made of.
	Basis  Basis
	Grants []Grant
	// Denied is taken away from the grants, whatever they say: an override's
	// word.
	Denied []Grant
	Notes  []Note
}

// New returns a policy in its normal form: sorted, every grant once. The slices
// are copied.
func New(extension string, grants ...Grant) Policy {
	return Policy{Extension: extension, Grants: grants}.normal()
}

// Compare orders grants as they are written.
func Compare(a, b Grant) int {
	order := Sections()
	return cmp.Or(
		cmp.Compare(slices.Index(order, a.Section), slices.Index(order, b.Section)),
		cmp.Compare(a.Name, b.Name),
		CompareBools(a.Shell, b.Shell),
		cmp.Compare(a.Pattern, b.Pattern),
		slices.Compare(a.Args, b.Args),
		cmp.Compare(a.SHA256, b.SHA256),
	)
}

// CompareBools sorts no before yes: -1, 0 or 1, as cmp.Compare gives.
func CompareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// joined is what two grants of the same resource say together: the wider trust,
// the surer mark.
func joined(a, b Grant) Grant {
	if c := cmp.Or(cmp.Compare(a.Mark.sureness(), b.Mark.sureness()), cmp.Compare(a.Question, b.Question)); c > 0 {
		a.Mark, a.Question = b.Mark, b.Question
	}
	a.TrustedOnly = a.TrustedOnly && b.TrustedOnly
	return a
}

// normal sorts and joins. Loading a module is not said where a function of it,
// of the same trust or more, says so already.
func (p Policy) normal() Policy {
	p.Grants, p.Denied = normalGrants(p.Grants), normalGrants(p.Denied)
	p.Notes = slices.Clone(p.Notes)
	slices.SortFunc(p.Notes, func(a, b Note) int {
		return cmp.Or(cmp.Compare(a.Mark, b.Mark), cmp.Compare(a.Question, b.Question))
	})
	p.Notes = slices.Compact(p.Notes)
	return p
}

func normalGrants(grants []Grant) []Grant {
	sorted := slices.Clone(grants)
	slices.SortStableFunc(sorted, Compare)
	out := sorted[:0]
	for _, g := range sorted {
		if len(g.Args) == 0 {
			g.Args = nil
		}
		if n := len(out); n > 0 && Compare(out[n-1], g) == 0 {
			out[n-1] = joined(out[n-1], g)
			continue
		}
		out = append(out, g)
	}
	loaded := map[string]bool{}
	for _, g := range out {
		if g.Section == Modules && g.Pattern != "" && !g.TrustedOnly {
			loaded[g.Name] = true
		}
	}
	trusted := map[string]bool{}
	for _, g := range out {
		if g.Section == Modules && g.Pattern != "" {
			trusted[g.Name] = true
		}
	}
	out = slices.DeleteFunc(out, func(g Grant) bool {
		return g.Section == Modules && g.Pattern == "" && (loaded[g.Name] || g.TrustedOnly && trusted[g.Name])
	})
	if len(out) == 0 {
		return nil
	}
	return slices.Clip(out)
}

// In lists the grants of a section.
func (p Policy) In(s Section) []Grant {
	var out []Grant
	for _, g := range p.Grants {
		if g.Section == s {
			out = append(out, g)
		}
	}
	return out
}
