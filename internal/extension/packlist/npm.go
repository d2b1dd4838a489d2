package packlist

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// maxPackages and maxEdges bound the walk over node_modules.
const (
	maxPackages = 20_000
	maxEdges    = 500_000
)

// Tree is the result of a walk over node_modules.
type Tree struct {
	// Folders are those of the packages that ship, relative to the root and
	// sorted; each ships without its own node_modules, whose packages are
	// listed apart.
	Folders []string
	// Problems are for people: packages that are missing, or not where they
	// should be.
	Problems []string
}

// Dependencies finds the packages vsce ships along: what `npm list --production
// --parseable --depth=99999` prints. That is the closure of dependencies,
// optional and peer ones from the root, plus whatever lies in a node_modules
// folder without anybody asking for it ("extraneous"), which is how a file can
// ship that no manifest mentions.
//
// With yarn it is the closure without peers and extraneous packages, as `yarn
// list --prod` has it; the versions that yarn.lock names are not compared.
func Dependencies(fsys fs.FS, yarn bool) (*Tree, error) {
	w := &npmWalk{fsys: fsys, packages: map[string]*pkg{}, problems: map[string]bool{}, left: allSteps}
	root, err := w.load("")
	if err != nil {
		return nil, err
	}
	w.workspaces = workspacePatterns(root.manifest.Workspaces)
	wanted := map[*pkg]bool{}
	if !yarn {
		// Everything somebody asks for, developers included, is not
		// extraneous.
		if err := w.closure(root, wanted, closureOptions{dev: true}); err != nil {
			return nil, err
		}
	}
	ships := map[*pkg]bool{}
	options := closureOptions{report: true, wanted: wanted, yarn: yarn}
	if err := w.closure(root, ships, options); err != nil {
		return nil, err
	}
	t := &Tree{}
	for p := range ships {
		// vsce does not look through a link: a workspace's files ship under
		// their own path, or not at all.
		if p != root && !p.link {
			t.Folders = append(t.Folders, p.path)
		}
	}
	slices.Sort(t.Folders)
	for problem := range w.problems {
		t.Problems = append(t.Problems, problem)
	}
	slices.Sort(t.Problems)
	return t, nil
}

// IsYarn says whether vsce asks yarn and not npm.
func IsYarn(exists func(name string) bool) bool {
	return slices.ContainsFunc([]string{"yarn.lock", ".yarnrc", ".yarnrc.yaml", ".pnp.cjs", ".yarn"}, exists)
}

// pkg is one package folder.
type pkg struct {
	// path is where it was found, real where it is behind links; the same for
	// most. The root's is empty.
	path, real string
	link       bool
	// workspace is set for a link to one of the repository's own packages.
	workspace bool
	manifest  npmManifest
	children  []string
	listed    bool
}

type npmManifest struct {
	Dependencies, OptionalDependencies, PeerDependencies, DevDependencies looseMap
	PeerDependenciesMeta                                                  looseMap
	Workspaces                                                            json.RawMessage
}

// looseMap takes an object and treats anything else as none, as npm does.
type looseMap map[string]json.RawMessage

// UnmarshalJSON never fails on JSON.
func (m *looseMap) UnmarshalJSON(data []byte) error {
	var list map[string]json.RawMessage
	if json.Unmarshal(data, &list) == nil {
		*m = list
	}
	return nil
}

type npmWalk struct {
	fsys       fs.FS
	packages   map[string]*pkg
	problems   map[string]bool
	workspaces []*Pattern
	// left is the work left for them.
	left  int
	edges int
}

func (w *npmWalk) problem(format string, args ...any) {
	if len(w.problems) < 200 {
		w.problems[fmt.Sprintf(format, args...)] = true
	}
}

// load reads the package in a folder; nil when there is none.
func (w *npmWalk) load(dir string) (*pkg, error) {
	if p, ok := w.packages[dir]; ok {
		return p, nil
	}
	if len(w.packages) >= maxPackages {
		return nil, fmt.Errorf("there are more than %d packages in node_modules", maxPackages)
	}
	p := &pkg{path: dir, real: dir}
	if dir != "" {
		real, err := w.resolve(dir)
		if err != nil {
			w.packages[dir] = nil
			return nil, nil
		}
		p.real, p.link = real, real != dir
		info, err := fs.Stat(w.fsys, real)
		if err != nil || !info.IsDir() {
			w.packages[dir] = nil
			return nil, nil
		}
	}
	data, err := fs.ReadFile(w.fsys, path.Join(p.real, "package.json"))
	if err == nil {
		err = json.Unmarshal([]byte(strings.TrimPrefix(string(data), "\uFEFF")), &p.manifest)
	}
	if err != nil && dir != "" {
		w.problem("%q has no package.json that can be read: %v", dir, err)
	}
	p.workspace = p.link && anyMatch(w.workspaces, newSubject(p.real), true, &w.left)
	w.packages[dir] = p
	return p, nil
}

// resolve follows links inside the root. Below node_modules every part may be
// one, with npm's and pnpm's layouts.
func (w *npmWalk) resolve(name string) (string, error) {
	for range 40 {
		linked := ""
		parts := strings.Split(name, "/")
		for i := range parts {
			prefix := strings.Join(parts[:i+1], "/")
			info, err := fs.Lstat(w.fsys, prefix)
			if err != nil {
				return "", err
			}
			if info.Mode()&fs.ModeSymlink == 0 {
				continue
			}
			target, err := fs.ReadLink(w.fsys, prefix)
			if err != nil {
				return "", err
			}
			joined := path.Join(path.Dir(prefix), target)
			if path.IsAbs(target) || joined == ".." || strings.HasPrefix(joined, "../") {
				w.problem("%q is a link to %q, outside the repository, and is not followed", prefix, target)
				return "", fs.ErrNotExist
			}
			linked = path.Join(append([]string{joined}, parts[i+1:]...)...)
			break
		}
		if linked == "" {
			return name, nil
		}
		name = linked
	}
	return "", fmt.Errorf("%q: too many links", name)
}

// find resolves a package name from a folder like Node: upwards to the root.
func (w *npmWalk) find(from, name string) (*pkg, error) {
	if !validName(name) {
		return nil, nil
	}
	for dir := from; ; dir = path.Dir(dir) {
		if dir == "." || dir == "/" {
			dir = ""
		}
		if path.Base(dir) != "node_modules" {
			p, err := w.load(path.Join(dir, "node_modules", name))
			if p != nil || err != nil {
				return p, err
			}
		}
		if dir == "" {
			return nil, nil
		}
	}
}

// validName keeps a name like "../../x" from walking elsewhere.
func validName(name string) bool {
	first, second, scoped := strings.Cut(name, "/")
	if scoped != strings.HasPrefix(name, "@") || scoped && (second == "" || strings.HasPrefix(second, ".") || strings.Contains(second, "/")) {
		return false
	}
	return first != "" && first != "@" && first[0] != '.' && fs.ValidPath(name)
}

// list returns the folders of the packages directly in a node_modules folder.
func (w *npmWalk) list(p *pkg) []string {
	if p.listed || p.link {
		return p.children
	}
	p.listed = true
	modules := path.Join(p.path, "node_modules")
	entries, _ := fs.ReadDir(w.fsys, modules)
	for _, e := range entries {
		switch name := e.Name(); name[0] {
		case '.':
		case '@':
			scoped, _ := fs.ReadDir(w.fsys, path.Join(modules, name))
			for _, s := range scoped {
				if s.Name()[0] != '.' {
					p.children = append(p.children, path.Join(modules, name, s.Name()))
				}
			}
		default:
			p.children = append(p.children, path.Join(modules, name))
		}
	}
	return p.children
}
