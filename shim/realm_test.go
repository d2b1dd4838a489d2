package shim

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// noticed is what testdata/realm.js says of a realm after a loader came to it.
type noticed struct {
	// Closed take no new names; Fixed are not defined anew and not deleted.
	Closed, Fixed []string
	// Unassignable cannot be assigned to what inherits from their object, Unreplaceable
	// not to the object itself.
	Unassignable, Unreplaceable []string
	Added, Gone, Otherwise      []string
}

// At level shared another extension assigns, patches and puts back what it always
// could, and inherits from it. What it cannot is listed here, name by name, with
// the reason in ATTACKS.md.
func TestOthersNoticeLittleAtLevelShared(t *testing.T) {
	dir := t.TempDir()
	bundle, err := os.ReadFile(bundleFile(t))
	if err != nil {
		t.Fatal(err)
	}
	start := `start(module, require, {"version":1,"extension":"acme.tested","mode":"enforce","level":"shared","policy":{"schemaVersion":1,` +
		`"extension":"acme.tested"},"entry":"main.js","logDir":` + jsonText(
		t,
		filepath.Join(dir, "log"),
	) + "})\n"
	for name, text := range map[string]string{"main.js": "", "package.json": "{}", "ringfence.main.cjs": string(bundle) + start} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.CommandContext(t.Context(), node(t), "testdata/realm.js", filepath.Join(dir, "ringfence.main.cjs")).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var got noticed
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if len(got.Fixed) < 50 {
		t.Errorf("only %d properties are fixed: the loader did not run", len(got.Fixed))
	}
	// What is fixed belongs to streams, emitters, ports, addresses and resources; of the
	// language itself only this.
	var language []string
	for _, name := range got.Fixed {
		owner := name[:strings.LastIndexAny(strings.TrimSuffix(name, "]"), ".[")]
		if !slices.ContainsFunc(ours, func(o string) bool { return strings.HasPrefix(owner, o) }) {
			language = append(language, name)
		}
	}
	for _, name := range got.Added {
		if spared.MatchString(name) {
			continue
		}
		if !slices.ContainsFunc(ours, func(o string) bool { return strings.HasPrefix(name, o) }) {
			language = append(language, "added "+name)
		}
	}
	slices.Sort(language)
	slices.Sort(got.Closed)
	got.Fixed, got.Added = language, nil
	want := noticed{
		Closed: []string{
			"ArrayIterator",
			"MapIterator",
			"events.prototype",
			"globalThis.Object.prototype",
			"globalThis.Promise.prototype",
			"stream.Duplex.prototype",
			"stream.Readable.prototype",
			"stream.Transform.prototype",
			"stream.Writable.prototype",
			"stream.prototype",
		},
		Fixed: []string{
			"ArrayIterator.next", "ArrayIterator[Symbol.toStringTag]", "MapIterator.next", "MapIterator[Symbol.toStringTag]",
			"added globalThis.Promise.prototype.__zone_symbol__then", "added globalThis.__ringfence__",
			"globalThis.Error.prepareStackTrace", "globalThis.Promise.prototype.constructor", "globalThis.Promise[Symbol.species]",
		},
		// What a promise is made with is read of its prototype inside Node. It is an accessor,
		// so that heirs take a constructor by assignment: waiting costs what it costs with a
		// read-only property, and Node 20 prints a promise otherwise.
		Unassignable:  []string{"buffer.Buffer.poolSize", "ArrayIterator.next", "MapIterator.next"},
		Unreplaceable: []string{"globalThis.Promise.prototype.constructor", "buffer.Buffer.poolSize", "ArrayIterator.next", "MapIterator.next"},
		Gone:          []string{},
		// Small Buffers have memory of their own.
		Otherwise: []string{"buffer.Buffer.poolSize"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// spared are names that the loader keeps free on what everybody has: nobody reads anything there, and who is not fenced
// gives them as before.
var spared = regexp.MustCompile(`\.(then|toJSON|listener|Symbol\(nodejs\.util\.promisify\.custom\))$`)

// ours names what the loader holds, as testdata/realm.js comes to it first.
var ours = []string{
	"events",
	"stream",
	"async_hooks.AsyncLocalStorage",
	"async_hooks.AsyncResource",
	"buffer.Buffer",
	"globalThis.Atomics",
	"globalThis.CustomEvent.prototype",
	"globalThis.Event.prototype",
	"globalThis.EventTarget.prototype",
	"globalThis.Intl",
	"globalThis.JSON",
	"globalThis.Map.prototype",
	"globalThis.Object.prototype.__defineGetter__.__proto__", // Function.prototype
	"globalThis.Set.prototype",
	"globalThis.URL",
	"globalThis.WeakMap.prototype",
	"globalThis.WeakSet.prototype",
	"globalThis.WeakRef.prototype",
	"worker_threads.MessagePort.prototype",
	"fs.",
	"string_decoder.StringDecoder.prototype",
	"readline.Interface.prototype",
}

func jsonText(t *testing.T, text string) string {
	t.Helper()
	out, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
