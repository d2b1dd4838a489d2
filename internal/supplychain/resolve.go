package supplychain

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// The bounds of what is handed to npm.
const (
	maxDirect    = 500
	maxOverrides = 8
)

// Resolvable writes the manifest that a registry's npm may resolve in the stead
// of a lock file that is missing: names and ranges of the registry's packages and
// nothing else of package.json. No script, no workspace, no name of the author's,
// and nothing that is found at an address, in a repository or on this machine.
// What source maps name may be of development as well. It is nil when there is
// nothing to resolve; left counts what was left out.
func (in Inventory) Resolvable(e *extension.Extension) (manifest []byte, left int) {
	if !in.Unlocked {
		return nil, 0
	}
	bundled, _ := mapped(e)
	out := map[string]any{"private": true}
	names := map[string]bool{}
	keep := func(section string, list []extension.Pair) {
		kept := map[string]string{}
		for _, d := range list {
			if !IsName(d.Key) || !isRange(d.Value) || len(names) >= maxDirect {
				left++
				continue
			}
			kept[d.Key], names[d.Key] = d.Value, true
		}
		if len(kept) > 0 {
			out[section] = kept
		}
	}
	keep("dependencies", e.Manifest.Dependencies)
	keep("optionalDependencies", e.Manifest.OptionalDependencies)
	if len(bundled) > 0 {
		keep("devDependencies", e.Manifest.DevDependencies)
	}
	if len(names) == 0 {
		return nil, left
	}
	var overrides map[string]any
	if json.Unmarshal([]byte(e.Manifest.Raw("/overrides")), &overrides) == nil && len(overrides) > 0 {
		kept, without := keepOverrides(overrides, names, 0)
		if left += without; len(kept) > 0 {
			out["overrides"] = kept
		}
	}
	manifest, err := json.Marshal(out)
	if err != nil {
		return nil, left
	}
	return manifest, left
}

// keepOverrides keeps the overrides that name versions of the registry: texts, and
// objects of such, below names of packages or "." for the package itself.
func keepOverrides(from map[string]any, direct map[string]bool, depth int) (kept map[string]any, left int) {
	kept = map[string]any{}
	for key, value := range from {
		at := strings.LastIndex(key, "@")
		name, versions := key, ""
		if at > 0 {
			name, versions = key[:at], key[at+1:]
		}
		if depth >= maxOverrides || key != "." && (!IsName(name) || !isRange(versions)) {
			left++
			continue
		}
		switch v := value.(type) {
		case string:
			if referred, ok := strings.CutPrefix(v, "$"); ok && direct[referred] || !ok && isRange(v) {
				kept[key] = v
				continue
			}
		case map[string]any:
			inner, without := keepOverrides(v, direct, depth+1)
			if left += without; len(inner) > 0 {
				kept[key] = inner
			}
			continue
		}
		left++
	}
	return kept, left
}

// rangeRE is what versions, ranges and tags of a registry are written with; what
// holds a slash, a colon or begins with a dot is found elsewhere.
var rangeRE = lazyregexp.Lazy(`^([0-9A-Za-z*^~<>=|][0-9A-Za-z.*^~<>=| +_-]{0,200})?$`)

// isRange holds for what npm looks up in a registry and nowhere else: a range, a
// tag, or another package's under an alias.
func isRange(s string) bool {
	if alias, ok := strings.CutPrefix(s, "npm:"); ok {
		at := strings.LastIndex(alias, "@")
		if at <= 0 {
			return IsName(alias)
		}
		return IsName(alias[:at]) && isRange(alias[at+1:]) && !strings.HasPrefix(alias[at+1:], "npm:")
	}
	lower := strings.ToLower(s)
	// npm takes these for files beside package.json.
	file := slices.ContainsFunc([]string{".tgz", ".tar", ".tar.gz"}, func(end string) bool { return strings.HasSuffix(lower, end) })
	return rangeRE().MatchString(s) && !file
}

// Resolve adds the packages of a lock file that was made now for what Resolvable
// wrote. The versions are what a build would take today: what the author had is
// not known, and the inventory goes on saying so.
func (in *Inventory) Resolve(e *extension.Extension, lock []byte) bool {
	bundled, maps := mapped(e)
	packages, ok := readLock("package.json", lock, bundled, maps)
	if !ok {
		return false
	}
	for i := range packages {
		packages[i].Basis = Resolved
	}
	slices.SortFunc(packages, Package.compare)
	packages = slices.CompactFunc(packages, func(a, b Package) bool { return a.Name == b.Name && a.Version == b.Version })
	in.Packages = packages[:min(len(packages), maxPackages)]
	if n := len(in.Packages); n > 0 {
		in.Gaps = append(in.Gaps, plural(n, "package")+" in the versions that the registry resolves now, which are not what the author locked")
	}
	return true
}
