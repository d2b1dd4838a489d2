package sourcemap

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Tree is the repository an extension is judged in: what its commit tracks. A
// file that is ignored, generated or only lies there is not in it, so that no
// build can put a source where a place would be believed.
type Tree struct {
	// Folder is the extension's folder in the repository, with slashes; "." is
	// the repository itself.
	Folder string
	// Files are the tracked files, from the top of the repository; Read gives one.
	Files []string
	Read  func(name string) ([]byte, error)

	known map[string]bool
	texts map[string]*text
	// packages are the names of the packages that are developed here, once they were
	// asked for.
	packages map[string]bool
}

// text is a source of the tree; nil in Tree.texts when it cannot be read.
type text struct {
	name   string
	code   string
	lines  []string
	starts []int32
	scanned
	looked bool
}

// maxSource is the largest source, in bytes, that a place is moved to.
const maxSource = 4 << 20

// ofFolder is the tree of a repository that no clone is around: what lies in its
// folder. Of what else is given there is none, and nothing of it moves.
func ofFolder(ext *extension.Extension) *Tree {
	t := &Tree{Folder: ".", Read: ext.ReadFile}
	for _, f := range slices.Concat(ext.Files(), ext.Sources()) {
		t.Files = append(t.Files, f.Path)
	}
	return t
}

func (t *Tree) tracked(name string) bool {
	if t.known == nil {
		t.known, t.texts = map[string]bool{}, map[string]*text{}
		for _, f := range t.Files {
			t.known[f] = true
		}
	}
	return t.known[name]
}

// text returns a tracked file; nil when it is not one, or too large to read.
func (t *Tree) text(name string) *text {
	if !t.tracked(name) {
		return nil
	}
	if x, ok := t.texts[name]; ok {
		return x
	}
	var x *text
	if data, err := t.Read(name); err == nil && len(data) <= maxSource {
		x = &text{name: name, code: string(data)}
		x.lines, x.starts = lines(x.code), lineStarts(x.code)
	}
	t.texts[name] = x
	return x
}

// maxPackages is how many manifests of a repository are read.
const maxPackages = 256

// develops reports a package whose manifest is tracked, outside of node_modules: what
// is installed under its name was built from here.
func (t *Tree) develops(name string) bool {
	if t.packages == nil {
		t.packages = map[string]bool{}
		read := 0
		for _, f := range t.Files {
			if path.Base(f) != "package.json" || strings.Contains("/"+f, "/node_modules/") {
				continue
			}
			if read++; read > maxPackages {
				break
			}
			var manifest struct {
				Name string `json:"name"`
			}
			if data, err := t.Read(f); err == nil && len(data) <= maxSource && json.Unmarshal(data, &manifest) == nil && manifest.Name != "" {
				t.packages[manifest.Name] = true
			}
		}
	}
	return t.packages[name]
}

// words reads the words of a text and the names of its functions.
func (x *text) words() *scanned {
	if !x.looked {
		x.scanned, x.looked = scan(x.code, true), true
	}
	return &x.scanned
}

// offset is the place of a line and a column, from 0, in bytes.
func (x *text) offset(line, column int) int32 {
	if line >= len(x.starts) {
		return int32(len(x.code))
	}
	return x.starts[line] + int32(unitOffset(x.lines[min(line, len(x.lines)-1)], column))
}

// place returns line and column of an offset, from 0.
func (x *text) place(at int32) (line, column int) {
	line, exact := slices.BinarySearch(x.starts, at)
	if !exact {
		line--
	}
	return line, units(x.code[x.starts[line]:at])
}

// inRepository returns a path from the top of the repository; false: it leads out.
func (t *Tree) inRepository(name string) (string, bool) {
	p := path.Join(t.Folder, name)
	return p, finding.LocalPath(p)
}

// fromExtension returns a path of the repository as findings have it, from the
// extension's folder.
func (t *Tree) fromExtension(name string) string {
	if t.Folder == "." || t.Folder == "" {
		return name
	}
	folder, up := t.Folder+"/", ""
	for !strings.HasPrefix(name, folder) {
		parent := path.Dir(strings.TrimSuffix(folder, "/"))
		up += "../"
		if parent == "." {
			return up + name
		}
		folder = parent + "/"
	}
	return up + strings.TrimPrefix(name, folder)
}
