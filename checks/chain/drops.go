package chain

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// from says where the file's content is from.
func (d drop) from() string {
	if d.trail.Source.Kind == facts.FromNetwork {
		return "was fetched"
	}
	return "came out of " + escape.Printable(d.trail.Source.What, 60)
}

// drop is a file that the code writes what it fetched or decoded into.
type drop struct {
	trail facts.Flow
	path  string
	root  string // the named root the path begins with, or ""
}

func drops(in check.Input) []drop {
	var out []drop
	for _, f := range trails(in, facts.ToFile, facts.FromNetwork, facts.FromDecoded) {
		for _, u := range usesAt(in, f.Sink.Where, f.Opened) {
			e, ok := in.Catalog.Lookup(u.Module, u.Member)
			if !ok || e.Capability != catalog.FileWrite && e.Capability != catalog.VSFilesWrite {
				continue
			}
			for _, v := range uses.WithRole(u, e, catalog.RolePath) {
				for _, p := range uses.Texts(v) {
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
func (d drop) run(in check.Input) (command, bool) {
	for _, c := range programs(in) {
		if !strings.Contains(c.line, d.path) || strings.Contains(c.line, "--install-extension") || c.guards(in) {
			continue
		}
		if viewed().MatchString(d.path) && !strings.HasPrefix(c.line, d.path) && !readsCode().MatchString(c.line) {
			continue
		}
		return c, true
	}
	return command{}, false
}

// guards are lines of programs that say who may read a file, and run none; viewed are files that programs show, convert or
// copy; readsCode are lines of programs that run whatever a file is called.
var (
	guards    = lazyregexp.Lazy(`(?i)^"?\S*\b(icacls|takeown|chown|chgrp|setfacl)(\.exe)?"?\s`)
	viewed    = lazyregexp.Lazy(`(?i)\.(png|jpe?g|gif|bmp|webp|svg|ico|pdf|txt|md|csv)$`)
	readsCode = lazyregexp.Lazy(
		`(?i)^\S*\b(node|bun|deno|python[\d.]*|sh|bash|zsh|perl|ruby|php|java|rundll32|regsvr32|mshta|wscript|cscript|chmod)` +
			`(\.exe)?\s|NODE_OPTIONS=`,
	)
)

// guards holds for a program that says who may read a file, and runs none. In a line for a shell another may come behind it.
func (c command) guards(in check.Input) bool {
	if !guards().MatchString(c.line) {
		return false
	}
	e, ok := in.Catalog.Lookup(c.use.Module, c.use.Member)
	byShell := !ok || e.Capability != catalog.ProcessRun ||
		slices.ContainsFunc(c.use.Args, func(v facts.Value) bool { _, set := v.Props["shell"]; return set || v.Open && v.Props != nil })
	return !byShell || !strings.ContainsAny(c.line, "|;&\n`") && !strings.Contains(c.line, "$(")
}

// inProcess holds for code that is loaded into the extension itself.
func (c command) inProcess() bool {
	switch c.use.Module {
	case "module", "vm":
		return true
	case "process":
		return c.use.Member == "dlopen"
	case "globals":
		// WebAssembly reaches nothing that it is not given.
		return c.use.Member == "import" || c.use.Member == "Worker" || c.use.Member == "eval" || c.use.Member == "Function"
	case "worker_threads":
		return c.use.Member == "Worker"
	}
	return false
}

// own are roots below which an extension keeps what is its own.
var own = map[string]bool{"globalStorage": true, "workspaceStorage": true, "extension": true, "logs": true}

// rate says how sure the chain is. That a language server is fetched into the
// extension's own storage is what many do, with and without asking.
func (d drop) rate(in check.Input, run command) (finding.Confidence, string) {
	for _, u := range usesAt(in, d.trail.Source.Where) {
		for _, a := range uses.AddressesOf(in, u) {
			if a.Known && (uses.Bare(a.Address) || a.Address.Scheme == "http" && !a.Address.Private()) {
				return finding.Confirmed, "it comes from " + wording.Quote(a.Address.Host) + ", over a connection anybody can change"
			}
		}
	}
	switch {
	case run.steers && d.trail.Source.Kind == facts.FromNetwork:
		return finding.Likely, "it runs before the code of whatever starts there"
	case run.inProcess() && !own[d.root] && d.trail.Source.Kind == facts.FromNetwork:
		return finding.Likely, "it lies outside of the extension's own folders, and becomes a part of it that no review has seen"
	case run.inProcess() && d.trail.Source.Kind == facts.FromNetwork && d.trail.Trigger != facts.ByCommand:
		return finding.Likely, "it becomes a part of the extension that no review has seen, " + whatRuns(d.trail.Trigger)
	case own[d.root] && !run.silent:
		return "", ""
	case own[d.root] && d.trail.Trigger == facts.ByCommand:
		return "", ""
	case own[d.root]:
		return finding.Heuristic, "it runs cut off from the extension"
	case d.trail.Trigger == facts.ByCommand && !run.silent:
		return finding.Heuristic, "it lies outside of the extension's own folders"
	}
	return finding.Likely, "it lies outside of the extension's own folders, and this happens " + whatRuns(d.trail.Trigger)
}

// fromElsewhere holds for a file of which the code does not say where it is fetched: a setting or an answer does.
func (d drop) fromElsewhere(in check.Input) bool {
	var list []uses.Destination
	for _, u := range usesAt(in, d.trail.Source.Where) {
		list = append(list, uses.AddressesOf(in, u)...)
	}
	_, known := foreign(list)
	return d.trail.Source.Kind == facts.FromNetwork && !known
}

// writesContent tells what puts a content into a file from what makes folders and changes modes.
func writesContent(u facts.Use, e catalog.Entry) bool {
	if len(uses.WithRole(u, e, catalog.RoleContent)) > 0 || len(uses.WithRole(u, e, catalog.RolePathDest)) > 0 {
		return true
	}
	return strings.HasSuffix(u.Member, "WriteStream")
}

// plantedAt finds the soil that a call writes to. Where the path is not known, the names of such
// places that stand beside the call are taken for it.
func plantedAt(in check.Input, u facts.Use, e catalog.Entry) (soil, string, bool) {
	if !writesContent(u, e) {
		return soil{}, "", false
	}
	known, open := false, false
	for _, role := range []catalog.Role{catalog.RolePathDest, catalog.RolePath} {
		for _, v := range uses.WithRole(u, e, role) {
			for _, p := range uses.Texts(v) {
				text := strings.ReplaceAll(p.String(), `\`, "/")
				if s, ok := soilOf(in.Catalog, text); ok {
					return s, text, true
				}
				open = open || len(p) > 0 && p[len(p)-1].Kind == facts.Unknown
				known = known || strings.Trim(strings.ReplaceAll(text, "<unknown>", ""), "/.") != "" && p[len(p)-1].Kind != facts.Unknown
			}
		}
	}
	if known && !open {
		return soil{}, "", false
	}
	var first soil
	var name string
	for _, s := range nearStrings(in, u.Where) {
		found, ok := soilOf(in.Catalog, "<unknown>/"+s.Text)
		if !ok || !found.named {
			continue
		}
		// Of several files that one call writes, one in which nobody writes unasked says it for all.
		if found.always {
			return found, s.Text, true
		}
		if name == "" {
			first, name = found, s.Text
		}
	}
	return first, name, name != ""
}

// saysOne holds for the one text or bytes that the code writes out: who has several says each in its language.
func saysOne(v facts.Value) bool {
	if v.Open || len(v.Alts) != 1 {
		return false
	}
	return !slices.ContainsFunc(v.Alts[0], func(p facts.Part) bool { return p.Kind != facts.Literal && p.Kind != facts.Bytes })
}

// ownPlace holds for a path below what an extension keeps for itself, or below what is passing.
func ownPlace(v facts.Value) bool {
	return slices.ContainsFunc(v.Alts, func(p facts.Pattern) bool {
		return len(p) > 0 && p[0].Kind == facts.Root && (own[p[0].Text] ||
			slices.Contains([]string{"tmp", "otherExtension", "app"}, p[0].Text))
	})
}
