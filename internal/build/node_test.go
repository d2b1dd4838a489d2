package build

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Which Node a project is built with stands in one of several files. The nearest
// counts, and what it says is never taken further than it was understood.
func TestTheNodeOfAProject(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  Node
	}{
		"nothing names one": {map[string]string{"a/x": ""}, Node{Major: 22}},
		".nvmrc": {map[string]string{".nvmrc": "v24.1.0\n"},
			Node{File: ".nvmrc", Says: "v24.1.0", Major: 24, Exact: true}},
		".nvmrc of a line": {map[string]string{".nvmrc": "lts/*"}, Node{File: ".nvmrc", Says: "lts/*", Major: 22, Exact: true}},
		".nvmrc that packaging refuses": {map[string]string{".nvmrc": "14"},
			Node{File: ".nvmrc", Says: "14", Major: 22, Why: "and packaging takes Node 20 or later"}},
		".nvmrc of an old line": {map[string]string{".nvmrc": "lts/carbon"},
			Node{File: ".nvmrc", Says: "lts/carbon", Major: 22, Why: "which is no version that is known here"}},
		".nvmrc with more than a version": {map[string]string{".nvmrc": "22\n${{ secrets.X }}"},
			Node{File: ".nvmrc", Says: `22\n${{ secrets.X }}`, Major: 22, Why: "which is no version that is known here"}},
		".nvmrc that is empty": {map[string]string{".nvmrc": "\n", ".node-version": "20.19.0"},
			Node{File: ".node-version", Says: "20.19.0", Major: 20, Exact: true}},
		".nvmrc past its size": {map[string]string{".nvmrc": strings.Repeat(" ", maxNodeFile) + "24"}, Node{Major: 22}},
		"the nearest": {map[string]string{".nvmrc": "24", "a/.node-version": "20"},
			Node{File: "a/.node-version", Says: "20", Major: 20, Exact: true}},
		"above": {map[string]string{".nvmrc": "24", "a/package.json": `{"engines": {"vscode": "^1.90.0"}}`},
			Node{File: ".nvmrc", Says: "24", Major: 24, Exact: true}},
		".tool-versions": {map[string]string{".tool-versions": "python 3.1\nnodejs 24.2.0 # ours\n"},
			Node{File: ".tool-versions", Says: "24.2.0", Major: 24, Exact: true}},
		".tool-versions of two": {map[string]string{".tool-versions": "nodejs 24.2.0 20\n"},
			Node{File: ".tool-versions", Says: "24.2.0 20", Major: 22, Why: "which is no version that is known here"}},
		".tool-versions without": {map[string]string{".tool-versions": "python 3.1\n"}, Node{Major: 22}},
		"volta before engines": {map[string]string{"package.json": `{"volta": {"node": "20.1.0"}, "engines": {"node": ">=24"}}`},
			Node{File: "package.json", Key: "volta.node", Says: "20.1.0", Major: 20, Exact: true}},
		"engines": {map[string]string{"package.json": `{"engines": {"node": ">=24.13.1"}}`},
			Node{File: "package.json", Key: "engines.node", Says: ">=24.13.1", Major: 24}},
		"engines that the default meets": {map[string]string{"package.json": `{"engines": {"node": ">=10"}}`},
			Node{File: "package.json", Key: "engines.node", Says: ">=10", Major: 22}},
		"engines of another form": {map[string]string{"package.json": `{"engines": ["node"], "volta": {"node": "24.0.0"}}`},
			Node{File: "package.json", Key: "volta.node", Says: "24.0.0", Major: 24, Exact: true}},
		"engines that end too early": {map[string]string{"package.json": `{"engines": {"node": ">=8 <15"}}`},
			Node{File: "package.json", Key: "engines.node", Says: ">=8 <15", Major: 22,
				Why: "which leaves no Node from 20 on, and packaging takes one"}},
	} {
		dir := t.TempDir()
		lay(t, dir, map[string]string{"a/y": ""})
		lay(t, dir, c.files)
		root, err := os.OpenRoot(dir)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, nodeOf(root, "a")); diff != "" {
			t.Errorf("%s: wanted (-), found (+):\n%s", name, diff)
		}
		_ = root.Close()
	}
}

// A Node that a project was not written for is named when its build fails.
func TestANodeThatAProjectTakes(t *testing.T) {
	for _, c := range []struct {
		node  Node
		takes map[int]bool
	}{
		{Node{Major: 22}, map[int]bool{20: true, 24: true}},
		{Node{File: ".nvmrc", Says: "24.1.0", Major: 24, Exact: true}, map[int]bool{24: true, 20: false}},
		{Node{File: ".nvmrc", Says: "lts/*", Major: 22, Exact: true}, map[int]bool{24: true, 20: true}},
		{Node{File: "package.json", Key: "engines.node", Says: ">=18.0.0", Major: 22}, map[int]bool{20: true, 16: false}},
	} {
		for major, want := range c.takes {
			if got := c.node.Takes(major); got != want {
				t.Errorf("%+v takes %d: %t", c.node, major, got)
			}
		}
	}
}

func TestRangesOfNode(t *testing.T) {
	for _, c := range []struct {
		ranges  string
		in, out []int
	}{
		{">=20", []int{20, 22, 26}, []int{18}}, {"^20.19.0 || >=22.12.0", []int{20, 22, 24}, []int{21}}, {"20.x", []int{20}, []int{22}},
		{"*", []int{20, 22}, nil},
		{">=18 <24", []int{18, 22}, []int{24}}, {">=18 <24.3.0", []int{24}, []int{25}}, {"18 - 22", []int{18, 20, 22}, []int{24}},
		{"> 20", []int{22}, []int{20}}, {"~22.3", []int{22}, []int{23}},
		{">= v22.1", []int{22, 24}, []int{20}}, {"lts", nil, []int{20, 22}}, {"", nil, []int{22}}, {">=20; rm", nil, []int{22}},
		{"<=22", []int{22, 20}, []int{24}},
	} {
		for _, major := range c.in {
			if !allows(c.ranges, major) {
				t.Errorf("%q has no %d", c.ranges, major)
			}
		}
		for _, major := range c.out {
			if allows(c.ranges, major) {
				t.Errorf("%q has %d", c.ranges, major)
			}
		}
	}
}
