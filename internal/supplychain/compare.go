package supplychain

import (
	"crypto/sha256"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
)

// Comparison is what became of comparing a shipped package with the tarball that
// the registry has of its name and version.
type Comparison struct {
	Package Package `json:"package"`
	// Folder is where it ships ("node_modules/a").
	Folder string `json:"folder"`
	// Changed are shipped files that the tarball has with another content, Added
	// those it does not have and that can run; both sorted.
	Changed []string `json:"changed"`
	Added   []string `json:"added"`
	// OtherTarball is set when the lock file names another tarball than the
	// registry gives.
	OtherTarball bool `json:"otherTarball,omitempty"`
}

// Same holds for a package that ships as it was published. What the extension
// left out makes no difference.
func (c Comparison) Same() bool {
	return len(c.Changed) == 0 && len(c.Added) == 0 && !c.OtherTarball
}

// Verified reports that a file belongs to a package that ships as it was
// published.
func (w *Answers) Verified(file string) bool {
	if w == nil {
		return false
	}
	best := -1
	for i, c := range w.Comparisons {
		if strings.HasPrefix(file, c.Folder+"/") && (best < 0 || len(c.Folder) > len(w.Comparisons[best].Folder)) {
			best = i
		}
	}
	if best < 0 || !w.Comparisons[best].Same() {
		return false
	}
	// A package below it that nobody compared is another.
	return !strings.Contains(file[len(w.Comparisons[best].Folder):], "/node_modules/")
}

// Digest tells a file's content from another.
type Digest [sha256.Size]byte

// DigestOf returns the digest of a file's content. Of a package.json the members
// that npm adds when it installs (they begin with _) are left out, and the
// layout.
func DigestOf(name string, data []byte) Digest {
	var m map[string]any
	if name == "package.json" && json.Unmarshal(data, &m) == nil {
		for key := range m {
			if strings.HasPrefix(key, "_") || key == "gitHead" {
				delete(m, key)
			}
		}
		if text, err := json.Marshal(m); err == nil {
			return sha256.Sum256(text)
		}
	}
	return sha256.Sum256(data)
}

// Compare holds the files of a shipped package against those of its tarball;
// locked is the integrity the lock file names, empty: none, and integrity the
// tarball's own.
func Compare(e *extension.Extension, p Package, files map[string]Digest, locked, integrity string) Comparison {
	folder := path.Dir(p.File)
	out := Comparison{Package: p, Folder: folder, Changed: []string{}, Added: []string{}, OtherTarball: otherTarball(locked, integrity)}
	for _, f := range e.Files() {
		name, ok := strings.CutPrefix(f.Path, folder+"/")
		if !ok || strings.HasPrefix(name, "node_modules/") || strings.Contains(name, "/node_modules/") {
			continue
		}
		want, known := files[name]
		if !known {
			if Runs(name) {
				out.Added = append(out.Added, f.Path)
			}
			continue
		}
		data, err := e.ReadFile(f.Path)
		if err != nil || DigestOf(name, data) != want {
			out.Changed = append(out.Changed, f.Path)
		}
	}
	return out
}

// Runs holds for names of files that Node runs or loads.
func Runs(name string) bool {
	return slices.Contains([]string{".js", ".cjs", ".mjs", ".node", ".wasm"}, strings.ToLower(path.Ext(name)))
}

// Locked returns the integrity that the lock file names for each folder, where it
// has the version that ships.
func Locked(e *extension.Extension, packages []Package) map[string]string {
	out := map[string]string{}
	for _, name := range lockFiles {
		data, err := e.ReadFile(name)
		if err != nil {
			continue
		}
		var lock struct {
			Packages map[string]struct{ Version, Integrity string }
		}
		if json.Unmarshal(data, &lock) != nil {
			continue
		}
		for _, p := range packages {
			folder := path.Dir(p.File)
			if l, ok := lock.Packages[folder]; ok && l.Version == p.Version {
				out[folder] = l.Integrity
			}
		}
		break
	}
	return out
}
