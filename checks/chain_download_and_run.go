package checks

import (
	"context"
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var chainDownloadAndRun = Check{
	Name:       "chain_download_and_run",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{494, 506},
	Needs:      []Need{NeedCode},
	Run:        runChainDownloadAndRun,
}

func runChainDownloadAndRun(_ context.Context, in Input) []finding.Finding {
	var out []finding.Finding
	seen := map[string]bool{}
	for _, d := range in.drops() {
		run, ok := d.run(in)
		if !ok || seen[d.path] {
			continue
		}
		links := append(stepsAsLinks(d.trail), link{run.use.Where, "the file is run: " + quote(run.line)})
		sure, why := d.rate(in, run)
		if sure == "" {
			continue
		}
		seen[d.path] = true
		out = append(out, in.chain(sure, fmt.Sprintf("%s runs a file that %s, %s (%s)", symbol(run.use), d.from(), quote(d.path), why), links...))
	}
	return out
}

// from says where the file's content is from.
func (d drop) from() string {
	if d.trail.Source.Kind == facts.FromNetwork {
		return "was fetched"
	}
	return "came out of " + finding.Printable(d.trail.Source.What, 60)
}

// drop is a file that the code writes what it fetched or decoded into.
type drop struct {
	trail facts.Flow
	path  string
	root  string // the named root the path begins with, or ""
}

func (in Input) drops() []drop {
	var out []drop
	for _, f := range in.trails(facts.ToFile, facts.FromNetwork, facts.FromDecoded) {
		for _, u := range in.usesAt(f.Sink.Where, f.Opened) {
			e, ok := in.Catalog.Lookup(u.Module, u.Member)
			if !ok || e.Capability != catalog.FileWrite && e.Capability != catalog.VSFilesWrite {
				continue
			}
			for _, v := range withRole(u, e, catalog.RolePath) {
				for _, p := range text(v) {
					d := drop{trail: f, path: p.String()}
					if len(p) > 0 && p[0].Kind == facts.Root {
						d.root = p[0].Text
					}
					if strings.Trim(strings.ReplaceAll(d.path, "<unknown>", ""), `/\. `) != "" {
						out = append(out, d)
					}
				}
			}
		}
	}
	return out
}

// run finds what runs the file.
func (d drop) run(in Input) (command, bool) {
	for _, c := range in.programs() {
		if strings.Contains(c.line, d.path) && !strings.Contains(c.line, "--install-extension") {
			return c, true
		}
	}
	return command{}, false
}

// own are roots below which an extension keeps what is its own.
var own = map[string]bool{"globalStorage": true, "workspaceStorage": true, "extension": true, "logs": true}

// rate says how sure the chain is. That a language server is fetched into the
// extension's own storage is what many do, with and without asking.
func (d drop) rate(in Input, run command) (finding.Confidence, string) {
	for _, u := range in.usesAt(d.trail.Source.Where) {
		for _, a := range in.addressesOf(u) {
			if a.known && (bare(a.address) || a.address.Scheme == "http" && !a.address.Private()) {
				return finding.Confirmed, "from " + quote(a.address.Host) + ", over a connection anybody can change"
			}
		}
	}
	switch {
	case own[d.root] && !run.silent:
		return "", ""
	case own[d.root] && d.trail.Trigger == facts.ByCommand:
		return "", ""
	case own[d.root]:
		return finding.Heuristic, "cut off from the extension"
	case d.trail.Trigger == facts.ByCommand && !run.silent:
		return finding.Heuristic, "outside of the extension's own folders"
	}
	return finding.Likely, "outside of the extension's own folders, " + whatRuns(d.trail.Trigger)
}
