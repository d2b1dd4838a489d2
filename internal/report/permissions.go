package report

import (
	"errors"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Permissions say which part of the code needs what, and from which entry execution
// gets to that part: a policy and its evidence, as far as a picture needs them.
type Permissions struct {
	// Parts are the parts of the code that need something: the extension's own first,
	// then package by package.
	Parts []Part `json:"parts"`
	// Lines are what they need, in the order of the policy. Functions of Node's
	// modules are not among them: what they are given is.
	Lines []Permission `json:"lines"`
	// More counts the lines that were left out.
	More int `json:"more"`
	// Unread says why the documents of the repository were not counted, so that lines may
	// be missing that they accept and others be there that they deny; empty: they were.
	Unread string `json:"unread,omitempty"`
}

// Part is a part of the code.
type Part struct {
	// Package is the npm package by its name; empty: the extension's own code.
	Package string `json:"package"`
	// Told is false where nothing tells own code from the packages that are bundled
	// with it: there is no source map for it.
	Told bool `json:"told"`
	// Files are those that need something, maxPartFiles at most; More counts the rest.
	Files []string `json:"files"`
	More  int      `json:"more"`
	// Entries are the files of the entries that may lead there; empty: none is seen to.
	Entries []string `json:"entries"`
	// EntriesTold is false where only some of them may: which was not looked at.
	EntriesTold bool `json:"entriesTold"`
}

// Permission is one line of a policy.
type Permission struct {
	Section policy.Section `json:"section"`
	// Text is what of the section, as policies are printed: "git status ...".
	Text  string          `json:"text"`
	State PermissionState `json:"state"`
	// Mark and Question say what is not sure about it.
	Mark     policy.Mark `json:"mark"`
	Question string      `json:"question"`
	// TrustedOnly holds in a trusted workspace only.
	TrustedOnly bool `json:"trustedOnly"`
	// Origins are the inputs that say so beside the code: "observed", "accepted",
	// "override".
	Origins []string `json:"origins"`
	Needs   []Need   `json:"needs"`
	// More counts places of which only the number was kept.
	More int `json:"more"`
}

// Need says that a part of the code needs a line.
type Need struct {
	// Part is an index of Permissions.Parts, Uses counts the places in it.
	Part int `json:"part"`
	Uses int `json:"uses"`
	// Places are the first of them, with a way there.
	Places []evidence.Place `json:"places"`
}

// PermissionState says what became of a line.
type PermissionState string

// The states.
const (
	// Granted: the policy has it.
	Granted PermissionState = "granted"
	// Widened: the policy has it, and the base's had not.
	Widened PermissionState = "widened"
	// Denied: an override takes it away.
	Denied PermissionState = "denied"
)

// PermissionStates lists the states.
func PermissionStates() []PermissionState { return []PermissionState{Granted, Widened, Denied} }

// The bounds of Permissions.
const (
	maxParts      = 500
	maxPartFiles  = 5
	maxPlacesEach = 2
	// maxEntriesEach bounds the entries of a part: an extension may have hundreds.
	maxEntriesEach = 50
	maxSteps       = 12
	// maxShown bounds the places of all lines.
	maxShown = 4000
)

var errPermissions = errors.New("the permissions are not as a run leaves them")

// validate refuses what PermissionsOf would not have made.
func (p *Permissions) validate() error {
	if p == nil {
		return nil
	}
	if p.Parts == nil || p.Lines == nil || p.More < 0 || len(p.Parts) > maxParts || len(p.Lines) > maxList ||
		!escape.IsPrintable(p.Unread, finding.MaxMessage) {
		return errPermissions
	}
	for _, part := range p.Parts {
		if part.Files == nil || part.Entries == nil || part.More < 0 || len(part.Files) > maxPartFiles || len(part.Entries) > maxEntriesEach ||
			!escape.IsPrintable(part.Package, maxText) ||
			!allPrint(part.Files) || !allPrint(part.Entries) {
			return errPermissions
		}
	}
	for _, l := range p.Lines {
		if err := l.validate(len(p.Parts)); err != nil {
			return err
		}
	}
	return nil
}

func (l Permission) validate(parts int) error {
	marks := []policy.Mark{policy.Sure, policy.Imprecise, policy.Unresolved}
	if l.Section == policy.Modules || !slices.Contains(policy.Sections(), l.Section) || !slices.Contains(PermissionStates(), l.State) ||
		!slices.Contains(marks, l.Mark) || !escape.IsPrintable(l.Text, maxText) || !escape.IsPrintable(l.Question, policy.MaxQuestion) ||
		l.Origins == nil || l.Needs == nil || l.More < 0 || !allPrint(l.Origins) {
		return errPermissions
	}
	for _, n := range l.Needs {
		if n.Part < 0 || n.Part >= parts || n.Uses < 1 || n.Places == nil || len(n.Places) > maxPlacesEach {
			return errPermissions
		}
		for _, at := range n.Places {
			if at.Where.Validate() != nil || at.Origin != nil && at.Origin.Validate() != nil || len(at.Path) > maxSteps ||
				!escape.IsPrintable(at.Symbol, finding.MaxMessage) ||
				slices.ContainsFunc(at.Path, func(s string) bool { return !escape.IsPrintable(s, finding.MaxMessage) }) {
				return errPermissions
			}
		}
	}
	return nil
}

func allPrint(list []string) bool {
	return !slices.ContainsFunc(list, func(s string) bool { return !escape.IsPrintable(s, maxText) })
}
