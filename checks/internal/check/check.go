// Package check says what a check is, what it looks at and how it is run. The
// families are made of it; package checks is where others find it.
package check

import (
	"context"
	"embed"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/claims"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/filetype"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/secrets"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
	"github.com/ringfence-dev/ringfence/internal/told"
)

// Check is one thing to look for.
type Check struct {
	// Name is the file, the page, the fixture folder and, with a severity behind
	// it, the SARIF rule id.
	// Never renamed once released.
	Name   string
	Module finding.Module
	// Worst and PaperWorst are the highest severities its findings can have;
	// SARIF ranks the rule by them.
	Worst, PaperWorst finding.Severity
	// Confidence is what most of its findings have: code scanning's precision.
	Confidence finding.Confidence
	// CWE are the weaknesses its findings are, by number; none when they are a
	// privilege or housekeeping and no weakness.
	CWE []int
	// Redact is true when what the check finds must not be repeated, a key in the
	// code: reports keep no excerpt of it.
	Redact bool
	// Needs are the inputs without which the check cannot run.
	Needs []Need
	// Services names the services of its layer that a check with NeedServices
	// asks; empty: any of them.
	Services []string
	// Run gives the findings in any order; it must not keep or change its
	// input.
	Run func(ctx context.Context, in Input) []finding.Finding
	// pages are those of the family.
	pages embed.FS
}

// Need is an input a check cannot do without.
type Need string

// The needs.
const (
	NeedManifest Need = "manifest"
	NeedCode     Need = "code"
	NeedSecrets  Need = "search for secrets"
	// NeedServices asks for what the services of the check's layer know.
	NeedServices Need = "services"
	NeedScripts  Need = "text of the scripts"
	NeedFiles    Need = "bytes of the files"
	NeedPackages Need = "list of packages"
	NeedClaims   Need = "text for people"
	// NeedTold asks for the hosts of which people are told.
	NeedTold Need = "pages and words of the manifest"
	// NeedBase asks for the release before, NeedBaseCode for its code as well.
	NeedBase     Need = "release before"
	NeedBaseCode Need = "code of the release before"
)

// Input is what checks look at. A nil part could not be had.
type Input struct {
	Catalog  *catalog.Catalog
	Manifest *extension.Manifest
	Program  *facts.Program
	Secrets  *secrets.Result
	// Answers is what services said; nil: nobody asked them.
	Answers *supplychain.Answers
	Content *filetype.Facts
	// Inventory are the packages that ship.
	Inventory *supplychain.Inventory
	// Claims are what the extension says of its own safety.
	Claims *claims.Facts
	// Told are the hosts of which the extension tells people.
	Told *told.Facts
	// Base is the release before; nil: nobody named one.
	Base *Base
}

// has reports that an input is there.
func (in Input) has(n Need) bool {
	switch n {
	case NeedManifest:
		return in.Manifest != nil
	case NeedCode:
		return in.Program != nil
	case NeedSecrets:
		return in.Secrets != nil
	case NeedServices:
		return true // what became of them is said service by service
	case NeedScripts, NeedFiles:
		return in.Content != nil
	case NeedPackages:
		return in.Inventory != nil
	case NeedClaims:
		return in.Claims != nil
	case NeedTold:
		return in.Told != nil
	case NeedBase:
		return in.Base != nil
	case NeedBaseCode:
		return in.Base != nil && in.Base.Power != nil
	}
	return false
}
