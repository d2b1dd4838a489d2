package supplychain

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
)

// Bundled is what became of holding what a source map says of a package against
// the tarball of the version that the lock file names. A map is its author's word:
// a text that is the published one says what the map claims, not yet what the
// bundle holds.
type Bundled struct {
	Package Package `json:"package"`
	// Folder is the package's, as the lock file names it, and Map the source map.
	Folder string `json:"folder"`
	Map    string `json:"map"`
	// Same counts the files whose text in the map is the tarball's, Changed are
	// those with another text, sorted; those that the tarball does not have are in
	// neither.
	Same    int      `json:"same"`
	Changed []string `json:"changed"`
	// OtherTarball is set when the lock file names another tarball than the
	// registry gives.
	OtherTarball bool `json:"otherTarball,omitempty"`
	// Regions are the parts of the bundle that were shown to be the tarball's code.
	Regions []Region `json:"regions,omitempty"`
}

// Claim is what a source map says that a bundle holds of a package.
type Claim struct {
	Package   Package
	Folder    string
	Map       string
	Integrity string
	// Texts are digests of the sources' texts, by their names in the package.
	Texts map[string]Digest
}

// maxClaimed is how many sources of maps are looked at.
const maxClaimed = 50_000

// Claims lists the packages that source maps name, with the texts they give
// them, in the versions of the lock file. Sorted.
func Claims(e *extension.Extension) []Claim {
	locked := lockedFolders(e)
	if len(locked) == 0 {
		return nil
	}
	var out []Claim
	var total int64
	n := 0
	for _, f := range append(e.Files(), e.Sources()...) {
		if !strings.HasSuffix(f.Path, "js.map") || total+f.Size > maxMaps {
			continue
		}
		total += f.Size
		data, err := e.ReadFile(f.Path)
		var m struct {
			Sources        []string
			SourcesContent []*string
		}
		if err != nil || json.Unmarshal(data, &m) != nil {
			continue
		}
		claims := map[string]*Claim{}
		for i, source := range m.Sources {
			folder, ok := packageFolder(source)
			if !ok || i >= len(m.SourcesContent) || m.SourcesContent[i] == nil || n >= maxClaimed {
				continue
			}
			l, ok := locked[folder]
			if !ok {
				continue
			}
			n++
			c := claims[folder]
			if c == nil {
				c = &Claim{Package: l.Package, Folder: folder, Map: f.Path, Integrity: l.Integrity, Texts: map[string]Digest{}}
				claims[folder] = c
			}
			name := source[strings.LastIndex(source, folder+"/")+len(folder)+1:]
			// Bundlers that make two modules of one file put a query behind it.
			name, _, _ = strings.Cut(name, "?")
			c.Texts[name] = TextDigest([]byte(*m.SourcesContent[i]))
		}
		for _, c := range claims {
			out = append(out, *c)
		}
	}
	slices.SortFunc(out, func(a, b Claim) int { return cmp.Or(cmp.Compare(a.Map, b.Map), cmp.Compare(a.Folder, b.Folder)) })
	return out
}

// Compare holds a claim against the texts of a tarball's files.
func (c Claim) Compare(files map[string]Digest, integrity string) Bundled {
	out := Bundled{Package: c.Package, Folder: c.Folder, Map: c.Map, Changed: []string{}, OtherTarball: otherTarball(c.Integrity, integrity)}
	for name, text := range c.Texts {
		switch published, known := files[name]; {
		case !known:
		case published == text:
			out.Same++
		default:
			out.Changed = append(out.Changed, name)
		}
	}
	slices.Sort(out.Changed)
	return out
}

// otherTarball reports that the digests a lock file names are not the tarball's. It
// may name several, and older ones name another kind.
func otherTarball(locked, integrity string) bool {
	return strings.HasPrefix(locked, "sha512-") && !slices.Contains(strings.Fields(locked), integrity)
}

// TextDigest tells a text from another but for the ends of its lines and a mark at
// its beginning.
func TextDigest(data []byte) Digest {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	return sha256.Sum256(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")))
}

type lockedPackage struct {
	Package   Package
	Integrity string
}

// lockedFolders returns what the lock file that counts has in each folder.
func lockedFolders(e *extension.Extension) map[string]lockedPackage {
	out := map[string]lockedPackage{}
	for _, file := range lockFiles {
		data, err := e.ReadFile(file)
		if err != nil {
			continue
		}
		var lock struct {
			Packages map[string]struct {
				Name, Version, Integrity string
				Link                     bool
			}
		}
		if json.Unmarshal(data, &lock) != nil {
			break
		}
		for folder, p := range lock.Packages {
			at := strings.LastIndex(folder, "node_modules/")
			if at < 0 || p.Link {
				continue
			}
			name := cmp.Or(p.Name, folder[at+len("node_modules/"):])
			if IsName(name) && IsVersion(p.Version) {
				out[folder] = lockedPackage{Package{name, p.Version, file, InBundle}, p.Integrity}
			}
		}
		break
	}
	return out
}
