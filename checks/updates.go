package checks

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/update"
)

// NoBase is why a check did not look that compares with the release before.
const NoBase = "there is no release before to compare with (--base names one)"

// Base is the release before the one that is scanned.
type Base struct {
	Change *update.Change
	// Power is what its code reached; nil: nobody could look at it.
	Power *Power
}

// Power is what of a release's code counts for the one after it. It may be
// written down and read again.
type Power struct {
	// Reaches are its outward capabilities, sorted.
	Reaches []catalog.Capability
	// InPart is set when something that can run was not seen.
	InPart bool
}

// PowerOf gives what counts of a release's code; nil of none.
func PowerOf(c *catalog.Catalog, p *facts.Program) *Power {
	if p == nil {
		return nil
	}
	out := &Power{InPart: seenInPart(p)}
	for _, r := range reachesOf(c, p) {
		out.Reaches = append(out.Reaches, r.capability)
	}
	return out
}

// updated is a finding about what a release brings.
func updated(where finding.Location, severity finding.Severity, intent finding.Intent, sure finding.Confidence, message string) finding.Finding {
	return finding.Finding{
		Severity: severity, PaperSeverity: finding.None, Intent: intent, Confidence: sure,
		Provenance: finding.FirstParty, Where: where, Message: message,
	}
}

// outward are the capabilities that reach out of the editor: an extension
// that comes to use one does another kind of thing than before. Files are not among
// them, for nearly all extensions that grow come to read one.
var outward = []catalog.Capability{
	catalog.ProcessRun, catalog.ProcessShell, catalog.ProcessFork, catalog.CodeEval, catalog.CodeVM, catalog.CodeNative,
	catalog.NetConnect, catalog.NetListen, catalog.VSTask, catalog.VSTerminal, catalog.VSAuth, catalog.DebugInspector,
}

// outreach is a capability that code uses, and the first place of it.
type outreach struct {
	capability catalog.Capability
	use        facts.Use
}

// reachesOf are the outward capabilities that code which can run uses, sorted.
func reachesOf(c *catalog.Catalog, p *facts.Program) []outreach {
	files := filesOf(p)
	first := map[catalog.Capability]facts.Use{}
	for _, u := range p.Uses {
		if !files.runs(u.Where.File) {
			continue
		}
		for _, k := range capabilitiesOf(c, u) {
			if f, seen := first[k]; slices.Contains(outward, k) && (!seen || sooner(u, f)) {
				first[k] = u
			}
		}
	}
	var out []outreach
	for k, u := range first {
		out = append(out, outreach{k, u})
	}
	slices.SortFunc(out, func(a, b outreach) int { return cmp.Compare(a.capability, b.capability) })
	return out
}

// seenInPart holds for a program of which something that can run was not seen.
func seenInPart(p *facts.Program) bool {
	files := filesOf(p)
	return slices.ContainsFunc(p.Blind, func(b facts.Blind) bool { return files.runs(b.File) })
}

// sooner orders the places a power can be shown at: a call says more than the
// line that names the function.
func sooner(a, b facts.Use) bool {
	called := func(u facts.Use) bool { return u.Kind == facts.Call || u.Kind == facts.New }
	if called(a) != called(b) {
		return called(a)
	}
	return a.Where.Compare(b.Where) < 0
}

// capabilitiesOf are the powers of a use: all that an object holds where it
// leaves what can be followed.
func capabilitiesOf(c *catalog.Catalog, u facts.Use) []catalog.Capability {
	if u.Kind == facts.Escape || strings.HasSuffix(u.Member, "?") {
		return c.Capabilities(u.Module, strings.TrimSuffix(strings.TrimSuffix(u.Member, "?"), "."))
	}
	e, _ := c.Lookup(u.Module, u.Member)
	return []catalog.Capability{e.Capability}
}
