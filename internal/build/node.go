package build

import (
	"encoding/json"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// Node is the version of Node that a project is built with.
type Node struct {
	// File is the file that names it, relative to the repository's root, and Key
	// what of a package.json does; empty: nothing names one.
	File, Key string
	// Says is what stands there, safe to print.
	Says string
	// Major is the version to take, and Exact that File names one which can be
	// taken as it stands there.
	Major int
	Exact bool
	// Why says why what stands there is not what is taken; empty: it is.
	Why string
}

// defaultNode is what a project is built with that names none, and oldestNode the
// oldest that vsce runs on.
const (
	defaultNode = 22
	oldestNode  = 20
)

var (
	nodeVersion = lazyregexp.Lazy(`^v?([0-9]{1,3})(?:\.[0-9]{1,4}){0,2}$`)
	// nodeNames are those that move: whoever installs Node knows them too.
	nodeNames = lazyregexp.Lazy(`^(lts/\*|lts/iron|lts/jod|lts/krypton|node|latest|current)$`)
)

// nodeOf reads which Node the extension in folder is written for: the nearest
// file that names one, there or above it.
func nodeOf(root *os.Root, folder string) Node {
	for dir := folder; ; dir = path.Dir(dir) {
		for _, read := range []func(*os.Root, string) (Node, bool){versionFile(".nvmrc"), versionFile(".node-version"), toolVersions,
			packageNode} {
			if n, ok := read(root, dir); ok {
				return n
			}
		}
		if dir == "." {
			return Node{Major: defaultNode}
		}
	}
}

// maxNodeFile is the size of the largest file that names a version and no more.
const maxNodeFile = 64 << 10

func small(root *os.Root, name string) (string, bool) {
	info, err := root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxNodeFile {
		return "", false
	}
	data, err := readSmall(root, name)
	return string(data), err == nil
}

func versionFile(name string) func(*os.Root, string) (Node, bool) {
	return func(root *os.Root, dir string) (Node, bool) {
		file := path.Join(dir, name)
		text, ok := small(root, file)
		if text = strings.TrimSpace(text); !ok || text == "" {
			return Node{}, false
		}
		return named(Node{File: file, Says: text}), true
	}
}

// toolVersions reads the line of asdf's and mise's file.
func toolVersions(root *os.Root, dir string) (Node, bool) {
	file := path.Join(dir, ".tool-versions")
	text, _ := small(root, file)
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		if words := strings.Fields(line); len(words) > 1 && (words[0] == "nodejs" || words[0] == "node") {
			return named(Node{File: file, Says: strings.Join(words[1:], " ")}), true
		}
	}
	return Node{}, false
}

// named takes one version that is written as such.
func named(n Node) Node {
	version := nodeVersion().FindStringSubmatch(n.Says)
	moves := nodeNames().MatchString(n.Says)
	n.Says = escape.Printable(n.Says, 60)
	n.Major = defaultNode
	switch {
	case version == nil && !moves:
		n.Why = "which is no version that is known here"
	case moves:
		n.Exact = true
	default:
		major, _ := strconv.Atoi(version[1])
		if major < oldestNode {
			n.Why = "and packaging takes Node " + strconv.Itoa(oldestNode) + " or later"
			return n
		}
		n.Major, n.Exact = major, true
	}
	return n
}

// packageNode reads the fields of package.json: Volta's version, npm's engines.
func packageNode(root *os.Root, dir string) (Node, bool) {
	file := path.Join(dir, "package.json")
	text, err := readSmall(root, file)
	if err != nil {
		return Node{}, false
	}
	var m struct {
		Volta, Engines map[string]any
	}
	// A field of another form leaves the others readable.
	_ = json.Unmarshal(text, &m)
	if v, ok := m.Volta["node"].(string); ok && v != "" {
		return named(Node{File: file, Key: "volta.node", Says: v}), true
	}
	v, ok := m.Engines["node"].(string)
	if !ok || v == "" {
		return Node{}, false
	}
	n := Node{File: file, Key: "engines.node", Says: escape.Printable(v, 60), Major: defaultNode}
	// Of a range the default where it is in it, then what is kept up longest.
	majors := []int{defaultNode, 24, 20, 26}
	for major := oldestNode; major < 60; major++ {
		majors = append(majors, major)
	}
	at := slices.IndexFunc(majors, func(major int) bool { return allows(v, major) })
	if at < 0 {
		n.Why = "which leaves no Node from " + strconv.Itoa(oldestNode) + " on, and packaging takes one"
		return n, true
	}
	n.Major = majors[at]
	return n, true
}

// Takes reports that the project may be built with a Node of this major version.
func (n Node) Takes(major int) bool {
	switch {
	case n.Key == "engines.node":
		return allows(n.Says, major)
	case n.Exact && nodeVersion().MatchString(n.Says):
		return major == n.Major
	}
	return true // nothing says, or a name that moves
}

var (
	rangeHyphen = lazyregexp.Lazy(`^\s*v?([0-9]{1,3})[0-9.x*]*\s+-\s+v?([0-9]{1,3})[0-9.x*]*\s*$`)
	rangeWord   = lazyregexp.Lazy(`(>=|<=|>|<|=|\^|~)?\s*v?([0-9]{1,3}|[x*])((?:\.(?:[0-9]{1,4}|[x*])){0,2})`)
)

// allows reports whether the newest version of a major lies in one of npm's
// ranges. Parts of a range that it cannot read allow nothing.
func allows(ranges string, major int) bool {
	for alternative := range strings.SplitSeq(ranges, "||") {
		if m := rangeHyphen().FindStringSubmatch(alternative); m != nil {
			low, _ := strconv.Atoi(m[1])
			high, _ := strconv.Atoi(m[2])
			if low <= major && major <= high {
				return true
			}
			continue
		}
		words := rangeWord().FindAllStringSubmatch(alternative, -1)
		all := len(words) > 0 && strings.TrimSpace(rangeWord().ReplaceAllString(alternative, "")) == ""
		for _, w := range words {
			all = all && holds(w[1], w[2], w[3], major)
		}
		if all {
			return true
		}
	}
	return false
}

// holds compares the newest version of a major with one comparator.
func holds(operator, number, rest string, major int) bool {
	n, err := strconv.Atoi(number)
	if err != nil {
		return true // any version
	}
	// Below 24.0.0 there is no 24, below 24.3.0 there is one.
	zero := strings.Trim(rest, ".0x*") == ""
	switch operator {
	case ">=":
		return major >= n
	case ">":
		return major > n || major == n && rest != ""
	case "<":
		return major < n || major == n && !zero
	case "<=":
		return major <= n
	}
	return major == n
}
