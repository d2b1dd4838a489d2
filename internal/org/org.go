// Package org reads an organisation's file: what every extension of its
// repositories may do at most (ceilings), how all of them are judged, and the
// waivers that somebody answers for until a day. It judges a policy against the
// ceilings by inclusion: what is not proven to lie below a ceiling is above it.
//
// A repository's own configuration can only be stricter than the organisation's
// (Tighten). The file comes from outside of what is judged, and where from is
// part of what is said (Source). The package opens no file, sends no request,
// reads no clock and knows no extension's code: policies and evidence come in
// as values.
package org

import (
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/verdict"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// The bounds of a file.
const (
	MaxBytes    = 256 << 10
	MaxCeilings = 200
	MaxWaivers  = 1000
	// MaxAtMost is how many entries a ceiling has.
	MaxAtMost = 500
)

// Organisation is one file.
type Organisation struct {
	// Profile and Demands are as in a repository's configuration; empty takes the
	// default.
	Profile string
	verdict.Demands
	// Answers are the kinds of entries of a repository's configuration that count.
	Answers []config.Kind
	// Fenced says that the extensions run behind the loader, so that what a policy
	// denies, or grants for want of knowledge, bounds them.
	Fenced   bool
	Ceilings []Ceiling
	Waivers  []Waiver
}

// Ceiling bounds one power.
type Ceiling struct {
	// Index counts the ceilings from 0, Line is where it stands.
	Index, Line int
	// Of is the power ("files.write", "process.shell").
	Of string
	// AtMost are the grants that it allows; empty: none.
	AtMost []policy.Grant
	// Reason is a sentence for those who meet it; empty: there is none.
	Reason string
	power  power
}

// Rule names a ceiling in reports ("ceilings[0]").
func (c Ceiling) Rule() string { return fmt.Sprintf("ceilings[%d]", c.Index) }

// Waiver lets one extension or repository go above a ceiling.
type Waiver struct {
	Index, Line int
	// Ceiling is the power whose ceiling is waived.
	Ceiling string
	// Extension is publisher.name, Repository owner/name; one may be empty, and
	// where both are set both have to fit.
	Extension, Repository string
	// Grant is the line of the policy that is waived, as it is printed; empty: all
	// above the ceiling.
	Grant string
	// Reason says why, Owner who answers for it, Until is its last day.
	Reason, Owner, Until string
}

// Rule names a waiver in reports ("waivers[2]").
func (w Waiver) Rule() string { return fmt.Sprintf("waivers[%d]", w.Index) }
