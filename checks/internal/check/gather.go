package check

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/claims"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/filetype"
	"github.com/ringfence-dev/ringfence/internal/secrets"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
	"github.com/ringfence-dev/ringfence/internal/told"
)

// Gather reads all that checks look at in an extension itself. It returns the Input
// of its checks, without what comes from elsewhere: Answers and Base. program may be nil, when
// the code could not be analysed; without noSecrets files are searched for keys.
// It is the one place that decides what checks get to see: the program, the
// measurements and the fixtures all call it.
func Gather(ctx context.Context, ext *extension.Extension, program *facts.Program, noSecrets bool) (in Input, err error) {
	in = Input{Catalog: catalog.Default(), Manifest: ext.Manifest, Program: program}
	if !noSecrets {
		if in.Secrets, err = secrets.Scan(ctx, ext, secrets.Limits{}); err != nil {
			return Input{}, fmt.Errorf("searching for secrets: %w", err)
		}
	}
	if in.Claims, err = claims.Look(ctx, ext); err != nil {
		return Input{}, fmt.Errorf("reading the text for people: %w", err)
	}
	if in.Content, err = filetype.Look(ctx, ext); err != nil {
		return Input{}, fmt.Errorf("reading scripts and files: %w", err)
	}
	if in.Told, err = told.Look(ctx, ext); err != nil {
		return Input{}, err
	}
	packages := supplychain.Packages(ext)
	in.Inventory = &packages
	return in, nil
}
