package recording

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
)

// Audit is what the kernel saw of one run beside what the recorder saw.
type Audit struct {
	Extension string
	// Seen counts what Node's processes opened, executed and connected to that
	// is the extension's doing by its place or kind; Missed are those of it that
	// the recorder has no resource for.
	Seen   int
	Missed []exthost.Syscall
}

// RunAudit runs one extension under strace with the recorder.
func RunAudit(ctx context.Context, corpusDir string, e corpus.Extension, scratch string) (Audit, error) {
	_, o, err := prepare(ctx, corpusDir, e, scratch, "workspace")
	if err != nil {
		return Audit{}, fmt.Errorf("auditing %s: %w", e.ID, err)
	}
	o.Trace = filepath.Join(scratch, "trace")
	result, err := exthost.Run(ctx, o)
	if err != nil {
		return Audit{}, fmt.Errorf("auditing %s: %w", e.ID, err)
	}
	rec, err := exthost.ReadRecording(o.Record)
	if err != nil {
		return Audit{}, fmt.Errorf("auditing %s: %w", e.ID, err)
	}
	kit, err := o.Kit.Install(ctx)
	if err != nil {
		return Audit{}, err
	}
	calls, err := exthost.ReadTrace(o.Trace, kit.Node)
	if err != nil {
		return Audit{}, fmt.Errorf("auditing %s: %w", e.ID, err)
	}
	return compare(e.ID, calls, rec, result.Places), nil
}

// hosts are places where VS Code, Node and the system's libraries open files of
// their own while an extension runs; nothing there is an extension's doing
// unless the recorder says so.
var hosts = []string{
	"${app}",
	"${run}",
	"${node}",
	"${otherExtension}",
	"${workspace}/../calls",
	"/proc",
	"/sys",
	"/dev",
	"/etc",
	"/lib",
	"/lib64",
	"/usr/lib",
	"/usr/lib64",
	"/usr/share",
	"/usr/local/lib",
	"/usr/local/share",
	"/var/run",
	"/run",
}

func compare(id string, calls []exthost.Syscall, rec exthost.Recording, places exthost.Places) Audit {
	paths, words := map[string]bool{}, []string{}
	for _, c := range rec.Calls {
		for _, r := range c.About {
			switch r.Role {
			case catalog.RolePath, catalog.RolePathDest, catalog.RolePathSource, catalog.RoleSocket, catalog.RoleModule:
				paths[r.Value] = true
			case catalog.RoleCommand, catalog.RoleURL, catalog.RoleHost, catalog.RolePort, catalog.RoleArgs:
				words = append(words, r.Value)
			}
		}
	}
	a := Audit{Extension: id}
	for _, c := range calls {
		if !c.Node {
			continue
		}
		name := places.Name(c.What)
		if c.Kind == "open" && (c.What == "" || within(hosts, name) || scopeLookup(name) && !paths[name]) {
			continue
		}
		if c.Kind == "connect" && strings.HasPrefix(name, "${run}") {
			continue // the driver's own socket
		}
		a.Seen++
		if !covered(c.Kind, name, paths, words) {
			a.Missed = append(a.Missed, exthost.Syscall{Kind: c.Kind, What: name, Node: true})
		}
	}
	return a
}

// scopeLookup holds for the package.json files that Node itself reads to learn
// how to load a module: those above the extension.
func scopeLookup(name string) bool {
	return path.Base(name) == "package.json" && !strings.HasPrefix(name, "${workspace}/") && !strings.HasPrefix(name, "${extension}/") ||
		name == "${extension}/../package.json"
}

func covered(kind, name string, paths map[string]bool, words []string) bool {
	switch {
	case paths[name]:
		return true
	case kind == "open" && within([]string{"${extension}", "${extension}/../node_modules"}, name) && isCode(name):
		return true // loaded, by require or import
	case kind == "exec" && name == "${node}":
		return true // the host itself; what is forked has a path
	case kind == "exec":
		for _, w := range words {
			if w == name || path.Base(w) == path.Base(name) || strings.HasPrefix(name, "/bin/") {
				return true
			}
		}
	case kind == "connect":
		host, _, _ := strings.Cut(name, ":")
		for _, w := range words {
			if strings.Contains(w, name) || w == host {
				return true
			}
		}
	}
	return false
}

func isCode(name string) bool {
	switch path.Ext(name) {
	case ".js", ".cjs", ".mjs", ".json", ".node", ".wasm":
		return true
	}
	return false
}

func within(places []string, name string) bool {
	for _, p := range places {
		if name == p || strings.HasPrefix(name, p+"/") {
			return true
		}
	}
	return false
}
