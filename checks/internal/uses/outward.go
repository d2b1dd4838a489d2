package uses

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
)

// PowerOf returns what counts of a release's code; nil of none.
func PowerOf(c *catalog.Catalog, p *facts.Program) *check.Power {
	if p == nil {
		return nil
	}
	out := &check.Power{InPart: SeenInPart(p)}
	for _, r := range ReachesOf(c, p) {
		out.Reaches = append(out.Reaches, r.Capability)
	}
	for _, s := range p.Strings {
		if host, ok := URLHost(s.Text); ok {
			out.Hosts = append(out.Hosts, host)
		} else if !strings.ContainsAny(s.Text, "/: ") {
			out.Hosts = append(out.Hosts, s.Text) // {host: "api.example.com"}
		}
	}
	out.Hashes = Hashes(p)
	for _, u := range p.Uses {
		if e, ok := c.Lookup(u.Module, u.Member); ok {
			if place, _, keys := ReadsKeys(c, u, e); keys {
				out.Keys = append(out.Keys, place)
			}
		}
	}
	slices.Sort(out.Keys)
	out.Keys = slices.Compact(out.Keys)
	slices.Sort(out.Hosts)
	out.Hosts = slices.Compact(out.Hosts)
	return out
}

// Hashes holds for code that can run and works out the digest of something.
func Hashes(p *facts.Program) bool {
	files := check.FilesOf(p)
	return slices.ContainsFunc(p.Uses, func(u facts.Use) bool {
		return u.Module == "crypto" && (u.Member == "createHash" || u.Member == "hash" || strings.HasSuffix(u.Member, "subtle.digest") ||
			u.Member == "createVerify" || u.Member == "verify") && files.Runs(u.Where.File)
	})
}

// outward are the capabilities that reach out of the editor: an extension
// that comes to use one does another kind of thing than before. Files are not among
// them, for nearly all extensions that grow come to read one.
var outward = []catalog.Capability{
	catalog.ProcessRun, catalog.ProcessShell, catalog.ProcessFork, catalog.CodeEval, catalog.CodeVM, catalog.CodeNative,
	catalog.NetConnect, catalog.NetListen, catalog.VSTask, catalog.VSTerminal, catalog.VSAuth, catalog.DebugInspector,
}

// Outreach is a capability that code uses, and the first place of it.
type Outreach struct {
	Capability catalog.Capability
	Use        facts.Use
}

// ReachesOf are the outward capabilities that code which can run uses, sorted.
func ReachesOf(c *catalog.Catalog, p *facts.Program) []Outreach {
	files := check.FilesOf(p)
	first := map[catalog.Capability]facts.Use{}
	for _, u := range p.Uses {
		if !files.Runs(u.Where.File) {
			continue
		}
		for _, k := range capabilitiesOf(c, u) {
			if f, seen := first[k]; slices.Contains(outward, k) && (!seen || sooner(u, f)) {
				first[k] = u
			}
		}
	}
	var out []Outreach
	for k, u := range first {
		out = append(out, Outreach{k, u})
	}
	slices.SortFunc(out, func(a, b Outreach) int { return cmp.Compare(a.Capability, b.Capability) })
	return out
}

// SeenInPart holds for a program of which something that can run was not seen.
func SeenInPart(p *facts.Program) bool {
	files := check.FilesOf(p)
	return slices.ContainsFunc(p.BlindSpots, func(b facts.BlindSpot) bool { return files.Runs(b.File) })
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
