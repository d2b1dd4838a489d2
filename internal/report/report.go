// Package report holds everything one run learned about one extension, and
// writes and reads it. The JSON form is a protocol with a published schema
// (docs/schemas/report.schema.json): a saved report replays into any other format
// without the extension. It carries no time, host or path that was not asked
// for, so that equal input gives equal bytes.
//
// A report that comes back from a file was written by a stranger: Read bounds
// it and refuses whatever Write would not have written, and the text form
// escapes again what it prints.
package report

import (
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/org"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// Version is the version of the JSON form. It rises when a reader of the old
// one would go wrong.
const Version = 1

// Report is what one run learned about one extension. Lists are never nil.
type Report struct {
	// ReportVersion is Version.
	ReportVersion int  `json:"reportVersion"`
	Tool          Tool `json:"tool"`
	// Subject is what was asked for, as it was written: a path or npm:name.
	Subject   string    `json:"subject"`
	Extension Extension `json:"extension"`
	// Base is the release before, which update_* checks compared with; nil: nobody
	// named one.
	Base    *Base          `json:"base,omitempty"`
	Verdict verdict.Result `json:"verdict"`
	Config  Config         `json:"config"`
	// Organisation is what the organisation's file says of the extension; nil:
	// none was named.
	Organisation *org.Outcome `json:"organisation,omitempty"`
	// Checks are all checks of the run, by name, also those that found nothing
	// or could not look.
	Checks []Check `json:"checks"`
	// Services are the sources of knowledge outside the extension, each once for
	// every layer that needs it, asked or not.
	Services []supplychain.Service `json:"services"`
	Code     Code                  `json:"code"`
	// Permissions say which part of the code needs what; nil: nobody asked.
	Permissions *Permissions `json:"permissions,omitempty"`
	// Problems are the oddities met while loading.
	Problems []Problem         `json:"problems"`
	Findings []finding.Finding `json:"findings"`
}

// Config says which configuration was applied and what it did.
type Config struct {
	// File is the configuration as it was named; empty: there is none.
	File   string `json:"file"`
	Origin Origin `json:"origin"`
	// PassedOver says in a sentence that the extension brings a configuration
	// that was not read, and why; else empty.
	PassedOver string `json:"passedOver"`
	// RejectOn, Require and FailOn are what was asked, by the file or by flags.
	RejectOn verdict.RejectOn `json:"rejectOn"`
	Require  []finding.Module `json:"require"`
	FailOn   []string         `json:"failOn"`
	// Entries are what became of the severities, ignores and exceptions.
	Entries []config.Outcome `json:"entries"`
}

// Origin says where a configuration came from.
type Origin string

// The origins.
const (
	// NoConfig: none was applied.
	NoConfig Origin = "none"
	// OfRepository: it lies in the repository that was scanned.
	OfRepository Origin = "repository"
	// Named: somebody named it.
	Named Origin = "named"
)

// Tool says who wrote a report.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Extension says what was looked at.
type Extension struct {
	// ID is publisher.name in lower case; empty when the manifest names none.
	ID          string           `json:"id"`
	Version     string           `json:"version"`
	DisplayName string           `json:"displayName"`
	Source      extension.Source `json:"source"`
	// TargetPlatform is empty when the extension is for all or does not say.
	TargetPlatform string `json:"targetPlatform"`
	Files          int    `json:"files"`
	Bytes          int64  `json:"bytes"`
}

// Base says what an extension was compared with.
type Base struct {
	// Subject is how the release was named: a path or npm:name.
	Subject string `json:"subject"`
	ID      string `json:"id"`
	Version string `json:"version"`
	// Analysed is false when its code could not be looked at.
	Analysed bool `json:"analysed"`
}

// Check is what became of one check.
type Check struct {
	Name   string         `json:"name"`
	Module finding.Module `json:"module"`
	State  string         `json:"state"`
	// Why says why a check did not look; else empty.
	Why      string `json:"why"`
	Findings int    `json:"findings"`
	// Dropped counts findings beyond what is kept of one check.
	Dropped int `json:"dropped"`
}

// Code is what was seen of the code.
type Code struct {
	// Analysed is false when the code could not be looked at; Why says why, and
	// the rest is empty.
	Analysed bool   `json:"analysed"`
	Why      string `json:"why"`
	// Basis is "sources" where a repository that was not built was judged by its
	// author's files, and empty where what ships was.
	Basis facts.Basis `json:"basis,omitempty"`
	// Files and Bytes count the JavaScript, Reached the files that can run.
	Files   int     `json:"files"`
	Bytes   int64   `json:"bytes"`
	Reached int     `json:"reached"`
	Entries []Entry `json:"entries"`
	// Imports are the modules loaded from outside the extension, by name.
	Imports      []string        `json:"imports"`
	Capabilities []CapabilityUse `json:"capabilities"`
	// BlindSpots lists what could not be seen. Empty is a promise.
	BlindSpots []BlindSpot `json:"blind"`
}

// Entry is a file in which execution starts.
type Entry struct {
	File string          `json:"file"`
	Kind facts.EntryKind `json:"kind"`
	Via  string          `json:"via"`
}

// CapabilityUse sums up how the code uses one kind of power.
type CapabilityUse struct {
	Capability catalog.Capability `json:"capability"`
	// Privileged counts the uses that reach past what every extension may do.
	Privileged int         `json:"privileged"`
	Uses       int         `json:"uses"`
	Symbols    []SymbolUse `json:"symbols"`
}

// SymbolUse counts the uses of one symbol and names the first place.
type SymbolUse struct {
	Symbol string           `json:"symbol"`
	Uses   int              `json:"uses"`
	First  finding.Location `json:"first"`
}

// BlindSpot is something that could not be seen.
type BlindSpot struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Reason string `json:"reason"`
	// Reached is false when nothing leads to the file, so that the rest of the
	// analysis is complete without it.
	Reached bool `json:"reached"`
}

// Problem is something in the extension that is not as it should be.
type Problem struct {
	Kind    extension.ProblemKind `json:"kind"`
	Message string                `json:"message"`
	Where   finding.Location      `json:"where"`
}
