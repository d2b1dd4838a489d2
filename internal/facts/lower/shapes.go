package lower

import (
	"slices"
	"strings"

	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// Stores are effects, and effects have no place. Of a few the place matters:
// text that becomes markup, a webview's page, and the shapes by which a key
// from outside reaches Object.prototype. Those leave an OpStored node behind.

// The names OpStored nodes have beside those of properties.
const (
	// StoredDeep is o[a][b] = v for parameters a and b, the nodes A and C.
	StoredDeep = "[][]"
	// StoredWalk is o = o[k] in a loop, then o[last] = v; C is the key's node.
	StoredWalk = "[]…[]"
	// StoredMerge is merge(t[k], s[k]) beside t[k] = …, t and s parameters.
	StoredMerge = "merge"
	// StoredNames is no store: for (k in o) lists the names of o, the node A.
	StoredNames = "for in"
	// ir.Thrown and ir.Caught are no stores either.
)

// aside writes down what says nothing to whoever reads a function: it stands behind all that a file does, so that it counts
// for no guard, no size of a function and no copy.
func (l *lowerer) aside(a ir.Node, name string, c ir.Node, pos int32) {
	l.asides = append(l.asides, ir.Value{Op: ir.OpStored, A: int32(a), B: int32(l.str(name)), C: int32(c), Pos: pos})
}

// watched are the properties whose stores keep their place.
var watched = map[string]bool{
	"innerHTML": true, "outerHTML": true, "srcdoc": true, "__html": true, "__proto__": true,
	"html": true, "options": true, // of a webview
}

// Steers holds for the names that Steering lists, and for those of settings by which the editor is steered.
func Steers(name string) bool {
	if Steering[name] {
		return true
	}
	family, rest, ok := strings.Cut(name, ".")
	return ok && rest != "" && settingFamilies[family]
}

// settingFamilies are what the settings begin with that guard people, or that decide what the editor starts and asks.
var settingFamilies = map[string]bool{
	"security": true, "http": true, "git": true, "task": true, "extensions": true, "terminal": true, "chat": true, "python": true, "mcp": true,
}

// Steering are the names of variables and fields by which a program is told, by whoever starts it,
// what it loads first or whom it asks. They are kept in literals as well.
var Steering = map[string]bool{
	"NODE_OPTIONS": true, "LD_PRELOAD": true, "DYLD_INSERT_LIBRARIES": true, "PYTHONSTARTUP": true, "JAVA_TOOL_OPTIONS": true,
	"BASH_ENV": true, "GIT_SSH_COMMAND": true, "RUBYOPT": true, "PERL5OPT": true, "DOTNET_STARTUP_HOOKS": true,
	"HTTP_PROXY": true, "HTTPS_PROXY": true, "ALL_PROXY": true, "NODE_TLS_REJECT_UNAUTHORIZED": true, "NODE_EXTRA_CA_CERTS": true,
	"OPENAI_BASE_URL": true, "ANTHROPIC_BASE_URL": true, "runtimeArgs": true, "vmArgs": true, "pythonArgs": true,
	"GIT_SSL_NO_VERIFY": true, "registry": true, "strict-ssl": true, "script-shell": true, "npmRegistryServer": true,
	"initializeCommand": true, "onCreateCommand": true, "updateContentCommand": true, "postCreateCommand": true, "postStartCommand": true,
	"postAttachCommand": true, "mounts": true, "ProxyCommand": true,
}

func (l *lowerer) stored(base ir.Node, name string, value ir.Node, pos int32) {
	if watched[name] || Steers(name) {
		l.node(ir.OpStored, int32(base), int32(l.str(name)), int32(value), pos)
	}
}

// listed sees the loop that lists all names of what it is given.
func (l *lowerer) listed(base ir.Node, pos int32) {
	if base != 0 {
		l.node(ir.OpStored, int32(base), int32(l.str(StoredNames)), 0, pos)
	}
}

// markupCall sees the methods that take markup, whatever they are called on.
func (l *lowerer) markupCall(d *esbuild.ECall, this ir.Node, args []int32) {
	t, ok := d.Target.Data.(*esbuild.EDot)
	if !ok {
		return
	}
	at := -1
	switch t.Name {
	case "insertAdjacentHTML":
		at = 1
	case "createContextualFragment":
		at = 0
	}
	if at >= 0 && at < len(args) && args[at] >= 0 {
		l.node(ir.OpStored, int32(this), int32(l.str(t.Name)), args[at], t.NameLoc.Start)
	}
}

// keyedStore is o[k] = v for a variable o and a key that is no name.
type keyedStore struct {
	base esbuild.Ref
	key  ir.Node
	pos  int32
}

// keyedStore sees o[a][b] = v and, for later, o[k] = v.
func (l *lowerer) keyedStore(t *esbuild.EIndex, base, key ir.Node) {
	switch o := t.Target.Data.(type) {
	case *esbuild.EIndex:
		// Only where the caller chooses both: tables of tables are filled
		// everywhere by keys that the code makes itself.
		v := l.unit.Nodes[base]
		if v.Op == ir.OpIndex && v.B != 0 && key != 0 && l.isParam(o.Index) && l.isParam(t.Index) && !l.knowsProto(l.fn) {
			l.node(ir.OpStored, v.B, int32(l.str(StoredDeep)), int32(key), t.Index.Loc.Start)
		}
	case *esbuild.EIdentifier:
		if len(l.fn.keyed) < maxShapes {
			l.fn.keyed = append(l.fn.keyed, keyedStore{esbuild.Follow(l.tree, o.Ref), key, t.Index.Loc.Start})
		}
	}
}

// maxShapes is how many of each shape are kept for one function.
const maxShapes = 64

// knowsProto reports whether a function or one around it names "__proto__".
func (l *lowerer) knowsProto(f *function) bool {
	for ; f != nil && f.index >= 0; f = f.up {
		if f.proto {
			return true
		}
	}
	return false
}

// walk sees o = o[k] in its usual dresses: o = o[k] || {}, o = o[k] = o[k] || {}.
func (l *lowerer) walk(left, right esbuild.Expr) {
	id, ok := left.Data.(*esbuild.EIdentifier)
	if !ok {
		return
	}
	for {
		switch d := right.Data.(type) {
		case *esbuild.EBinary:
			switch d.Op {
			case esbuild.BinOpLogicalOr, esbuild.BinOpNullishCoalescing, esbuild.BinOpAssign:
				right = d.Left
				continue
			}
		case *esbuild.EIndex:
			base, ok := d.Target.Data.(*esbuild.EIdentifier)
			if !ok || esbuild.Follow(l.tree, base.Ref) != esbuild.Follow(l.tree, id.Ref) {
				return
			}
			if _, named := l.keyName(d.Index, true); !named && len(l.fn.walked) < maxShapes {
				l.fn.walked = append(l.fn.walked, esbuild.Follow(l.tree, id.Ref))
			}
		}
		return
	}
}

// mergeCall sees merge(t[k], s[k]) for parameters t and s.
func (l *lowerer) mergeCall(d *esbuild.ECall) {
	if len(d.Args) < 2 || len(l.fn.merges) >= maxShapes {
		return
	}
	x, ok1 := d.Args[0].Data.(*esbuild.EIndex)
	y, ok2 := d.Args[1].Data.(*esbuild.EIndex)
	if !ok1 || !ok2 {
		return
	}
	k1, ok1 := l.keyVariable(x.Index)
	k2, ok2 := l.keyVariable(y.Index)
	if !ok1 || !ok2 || k1 != k2 || !l.isParam(x.Target) || !l.isParam(y.Target) {
		return
	}
	l.fn.merges = append(l.fn.merges, esbuild.Follow(l.tree, x.Target.Data.(*esbuild.EIdentifier).Ref))
}

// pollutions writes down, at the end of a function, the stores that its walks
// and merges make dangerous. A function that names "__proto__", or one around
// it does, has thought of it.
func (l *lowerer) pollutions(f *function) {
	if len(f.keyed) == 0 || len(f.walked)+len(f.merges) == 0 || l.knowsProto(f) {
		return
	}
	// One of each says it all; the last is the one that stores the value.
	last := map[string]keyedStore{}
	for _, k := range f.keyed {
		switch {
		case slices.Contains(f.merges, k.base):
			last[StoredMerge] = k
		case slices.Contains(f.walked, k.base) && k.key != 0:
			last[StoredWalk] = k
		}
	}
	for _, name := range []string{StoredMerge, StoredWalk} {
		if k, ok := last[name]; ok {
			l.node(ir.OpStored, 0, int32(l.str(name)), int32(k.key), k.pos)
		}
	}
}
