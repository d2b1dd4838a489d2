package policy

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
)

// The kinds of code that a policy can grant.
const (
	Eval   = "eval"   // text that becomes code
	VM     = "vm"     // node:vm, and flags of V8
	Wasm   = "wasm"   // WebAssembly
	Load   = "load"   // modules by computed names, hooks of the module loader
	Native = "native" // a native addon, by path and digest
	Worker = "worker" // a worker thread, by the path of its script
	Fork   = "fork"   // another Node process, by the path of its script
)

// CodeKinds returns them, sorted.
func CodeKinds() []string { return []string{Eval, Fork, Load, Native, VM, Wasm, Worker} }

// onFile reports the kinds that name a file.
func onFile(kind string) bool { return kind == Native || kind == Worker || kind == Fork }

// Surfaces returns the parts of the vscode API that a policy can grant: the
// catalogue's capabilities of that name, sorted.
func Surfaces() []string {
	var out []string
	for _, c := range catalog.Capabilities() {
		if name, ok := strings.CutPrefix(string(c), "vscode."); ok {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// ofFiles reports the surfaces whose resources are paths.
func ofFiles(surface string) bool { return strings.HasPrefix(surface, "files.") }
