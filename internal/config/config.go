// Package config reads .ringfence/config.yml: the profile, what a run fails
// on, the layers that have to look, and the findings a person has answered. It
// applies the answers to findings and says of each entry whether it was of use.
//
// A configuration can silence findings, so that it is read strictly: an unknown
// or doubled key, an entry without a reason, an anchor or an alias is an error
// at its place and never a silent default. The package opens no file, reads no
// clock and knows no check: the caller brings the bytes, the day and the words.
// Everything from internal/report up may import it.
package config

import (
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// Name is where a repository keeps its configuration.
const Name = ".ringfence/config.yml"

// The bounds of a configuration.
const (
	MaxBytes   = 256 << 10
	MaxEntries = 1000
)

// Config is a configuration; the zero value changes nothing.
type Config struct {
	// Profile names the profile; empty: the default one.
	Profile string
	verdict.Demands
	// Fenced says that the extension ships with the loader before its code, which
	// is kept beside its policy.
	Fenced bool
	// Browser says what becomes of an entry for VS Code for the Web when the loader is
	// put before the code: "drop" or "unfenced"; empty: such an extension is left as it is.
	Browser string
	// Build is the command that is run before the extension is packaged; empty: what
	// package.json says.
	Build string
	// Entries are severities, ignores and exceptions, in this order and each in
	// the order of the file.
	Entries []Entry
	// Withheld are kinds of entries that somebody above the file does not take:
	// they answer nothing, and a severity among them may only rise.
	Withheld []Kind
}

// Kind is a list of entries by the name of its key.
type Kind string

// The kinds.
const (
	Severity  Kind = "severity"
	Ignore    Kind = "ignore"
	Exception Kind = "exceptions"
)

// Entry is a person's answer to some findings.
type Entry struct {
	Kind Kind
	// Index counts the entries of the kind from 0, Line is where it stands.
	Index, Line int
	// Check is the check whose findings are meant.
	Check string
	// Path is a pattern for the file of a finding; empty: any.
	Path string
	// Message is text that the message of a finding has to hold; empty: any.
	Message string
	// Level is what a severity entry gives.
	Level finding.Severity
	// Reason is the person's sentence.
	Reason string
	// SignedOffBy is who answers for an exception; empty in other kinds.
	SignedOffBy string
	// Until is the last day the entry holds, as 2027-01-31; empty: for good.
	Until string
}

// Kinds lists the kinds.
func Kinds() []Kind { return []Kind{Severity, Ignore, Exception} }

// Rule names an entry in reports ("ignore[2]").
func (e Entry) Rule() string { return fmt.Sprintf("%s[%d]", e.Kind, e.Index) }

// Words are the closed sets that other packages own.
type Words struct {
	// Checks are the names of all checks.
	Checks []string
}
