package synth

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// bunHelper is what bun puts in front of a file that imports a module as a namespace.
const bunHelper = `var create = Object.create;
var { getPrototypeOf: protoOf, defineProperty: define, getOwnPropertyNames: namesOf } = Object;
var has = Object.prototype.hasOwnProperty;
function access(key) { return this[key]; }
var one, two;
var toESM = (mod, node, target) => {
	var canCache = mod != null && typeof mod === "object";
	if (canCache) { var cache = node ? one ??= new WeakMap() : two ??= new WeakMap();
		var cached = cache.get(mod); if (cached) return cached; }
	target = mod != null ? create(protoOf(mod)) : {};
	const to = node || !mod || !mod.__esModule || !has.call(mod, "default") ?
		define(target, "default", { value: mod, enumerable: true }) : target;
	if (mod && typeof mod === "object" || typeof mod === "function") {
		for (let key of namesOf(mod)) if (!has.call(to, key)) define(to, key, { get: access.bind(mod, key), enumerable: true });
	}
	if (canCache) cache.set(mod, to);
	return to;
};
`

// TestAModuleThatBunCopiedIsNotAllOfIt: what is used of it is; all of it where the helper's function reads for somebody
// else too, or where the test for a name may be another function.
func TestAModuleThatBunCopiedIsNotAllOfIt(t *testing.T) {
	const uses = `var fs = toESM(require("fs"), 1); exports.activate = () => fs.readFileSync("/a/b");`
	for code, want := range map[string][]string{
		uses: {"modules: fs.readFileSync", "files.read: /a/b"},
		uses + `exports.deactivate = () => access.call(require("fs"), process.argv[2])("/c/d");`: nil,
		uses + `exports.deactivate = hand => { has = hand; };`:                                   nil,
	} {
		r := synthesize(t, map[string]string{"package.json": settingsManifest, "main.js": bunHelper + code})
		got := lines(r.Policy)
		if whole := slices.ContainsFunc(got, func(l string) bool { return strings.HasPrefix(l, "modules: fs.*") }); whole != (want == nil) {
			t.Errorf("%s: %q", code, got)
		}
		if want != nil {
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		}
	}
}
