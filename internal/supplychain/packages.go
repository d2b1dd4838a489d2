package supplychain

import (
	"cmp"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
)

// Package is one version of an npm package that ships with an extension.
type Package struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	// File is what says so: its own package.json, or the lock file.
	File string `json:"file"`
	// Basis is how it ships.
	Basis Basis `json:"basis"`
}

// Basis says how we know that a package ships.
type Basis string

// The bases.
const (
	// InFolder: its folder below node_modules ships.
	InFolder Basis = "node_modules"
	// InBundle: a source map names its files among those of a bundle, and the lock
	// file its version.
	InBundle Basis = "bundle"
	// InLock: the lock file has it for production, and nothing says what the
	// bundle holds.
	InLock Basis = "lock"
	// Resolved: there is no lock file that can be read, and this is the version a
	// registry gives for package.json now. What was built may hold another.
	Resolved Basis = "resolved"
)

func (p Package) compare(q Package) int {
	return cmp.Or(cmp.Compare(p.Name, q.Name), cmp.Compare(p.Version, q.Version), cmp.Compare(p.File, q.File), cmp.Compare(p.Basis, q.Basis))
}

// Inventory is what an extension brings along.
type Inventory struct {
	// Packages come sorted, each version once.
	Packages []Package
	// Gaps say, one sentence each, what ships and could not be named.
	Gaps []string
	// Commands are what npm and node-gyp run where a shipped package is
	// installed, sorted by file and place.
	Commands []Command
	// Unlocked is set when the code may be bundled from packages and no lock file
	// that can be read names their versions.
	Unlocked bool
}

// The bounds of an inventory.
const (
	maxPackages = 20_000
	maxManifest = 1 << 20
	maxMaps     = 256 << 20
)

// Packages lists the npm packages that ship: those in folders, and those a
// repository's lock file has for what is bundled. The folders' own package.json
// are believed, as the file of a stranger is: a package may lie about its name.
func Packages(e *extension.Extension) Inventory {
	var in Inventory
	odd := 0
	for _, f := range e.Files() {
		if !isPackage(f.Path) || len(in.Packages) >= maxPackages {
			continue
		}
		if p, commands, ok := readPackage(e, f); ok {
			in.Packages = append(in.Packages, p)
			in.Commands = append(in.Commands, commands...)
		} else {
			odd++
		}
	}
	if odd > 0 {
		in.Gaps = append(in.Gaps, plural(odd, "shipped package")+" without a name and a version that can be read")
	}
	in.gyp(e)
	in.locked(e)
	slices.SortFunc(in.Packages, Package.compare)
	in.Packages = slices.CompactFunc(in.Packages, func(a, b Package) bool { return a.Name == b.Name && a.Version == b.Version })
	if len(in.Packages) > maxPackages {
		in.Packages = in.Packages[:maxPackages]
		in.Gaps = append(in.Gaps, "more packages than are looked at")
	}
	return in
}

// isPackage holds for the package.json of a package below node_modules.
func isPackage(name string) bool {
	dir, file := path.Split(name)
	if file != "package.json" {
		return false
	}
	parts := strings.Split(strings.TrimSuffix(dir, "/"), "/")
	n := len(parts)
	return n >= 2 && parts[n-2] == "node_modules" && !strings.HasPrefix(parts[n-1], "@") ||
		n >= 3 && parts[n-3] == "node_modules" && strings.HasPrefix(parts[n-2], "@")
}

func readPackage(e *extension.Extension, f extension.File) (Package, []Command, bool) {
	if f.Size > maxManifest {
		return Package{}, nil, false
	}
	data, err := e.ReadFile(f.Path)
	if err != nil {
		return Package{}, nil, false
	}
	var m struct {
		Name, Version string
		// A script that is none leaves the package what it is.
		Scripts map[string]any
	}
	if json.Unmarshal(data, &m) != nil || !IsName(m.Name) || !IsVersion(m.Version) {
		return Package{}, nil, false
	}
	return Package{m.Name, m.Version, f.Path, InFolder}, installScripts(f.Path, data, m.Scripts), true
}

// lockFiles are npm's, the one that counts first, and those of others, which
// are not read.
var (
	lockFiles  = [...]string{"npm-shrinkwrap.json", "package-lock.json"}
	otherLocks = [...]string{"yarn.lock", "pnpm-lock.yaml", "bun.lock"}
)

// locked adds what a bundle holds. Where node_modules ships in its stead, its
// folders have said everything.
func (in *Inventory) locked(e *extension.Extension) {
	if len(in.Packages) > 0 || e.Manifest.Main == "" && e.Manifest.Browser == "" {
		return
	}
	bundled, maps := mapped(e)
	for _, name := range lockFiles {
		f, ok := e.Stat(name)
		if !ok {
			continue
		}
		data, err := e.ReadFile(name)
		if err != nil || f.Size > maxMaps {
			in.Gaps, in.Unlocked = append(in.Gaps, name+" cannot be read"), true
			return
		}
		packages, ok := readLock(name, data, bundled, maps)
		if !ok {
			in.Gaps, in.Unlocked = append(in.Gaps, name+" is not of lockfileVersion 2 or 3"), true
			return
		}
		in.Packages = packages
		if n := len(bundled); n > 0 {
			in.Gaps = append(in.Gaps, plural(n, "bundled package")+" that "+name+" has no version of")
		}
		return
	}
	in.Unlocked = !maps || len(bundled) > 0
	for _, name := range otherLocks {
		if _, ok := e.Stat(name); ok {
			in.Gaps = append(in.Gaps, name+" is not read; only npm's lock files are")
			return
		}
	}
	switch {
	case len(bundled) > 0:
		in.Gaps = append(in.Gaps, plural(len(bundled), "bundled package")+" whose version nothing names")
	case !maps:
		in.Gaps = append(in.Gaps, "nothing says which packages the code was bundled from")
	}
}

// readLock reads a lock file of version 2 or 3: what the maps name or, without
// any map, all that is not for development alone. What it finds leaves bundled.
func readLock(file string, data []byte, bundled map[string]bool, maps bool) ([]Package, bool) {
	var lock struct {
		LockfileVersion int
		Packages        map[string]struct {
			Name, Version string
			Dev, Link     bool
		}
	}
	if json.Unmarshal(data, &lock) != nil || lock.LockfileVersion != 2 && lock.LockfileVersion != 3 || lock.Packages == nil {
		return nil, false
	}
	out := []Package{}
	for key, p := range lock.Packages {
		at := strings.LastIndex(key, "node_modules/")
		basis := InLock
		if maps {
			basis = InBundle
		}
		if at < 0 || p.Link || maps && !bundled[key] || !maps && p.Dev {
			continue
		}
		name := cmp.Or(p.Name, key[at+len("node_modules/"):])
		if IsName(name) && IsVersion(p.Version) {
			out = append(out, Package{name, p.Version, file, basis})
			delete(bundled, key)
		}
	}
	return out, true
}

// mapped returns the folders below node_modules that the extension's source maps
// name, and whether there is any map.
func mapped(e *extension.Extension) (folders map[string]bool, maps bool) {
	folders = map[string]bool{}
	var total int64
	for _, f := range append(e.Files(), e.Sources()...) {
		if !strings.HasSuffix(f.Path, "js.map") || total+f.Size > maxMaps {
			continue
		}
		total += f.Size
		data, err := e.ReadFile(f.Path)
		var m struct{ Sources []string }
		if err != nil || json.Unmarshal(data, &m) != nil || len(m.Sources) == 0 {
			continue
		}
		maps = true
		for _, s := range m.Sources {
			if folder, ok := packageFolder(s); ok && len(folders) < maxPackages {
				folders[folder] = true
			}
		}
	}
	return folders, maps
}

// packageFolder returns the folder of the package that a source of a map belongs
// to, from the first node_modules on, as lock files name it.
func packageFolder(source string) (string, bool) {
	const modules = "node_modules/"
	first := strings.Index(source, modules)
	if first < 0 || first > 0 && source[first-1] != '/' {
		return "", false
	}
	s := source[first:]
	last := strings.LastIndex(s, "/"+modules) + 1
	parts := strings.SplitN(s[last+len(modules):], "/", 3)
	n := 1
	if strings.HasPrefix(parts[0], "@") {
		n = 2
	}
	if len(parts) <= n-1 || len(parts) < 2 {
		return "", false
	}
	return s[:last+len(modules)] + strings.Join(parts[:n], "/"), true
}
