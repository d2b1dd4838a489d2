package solver

import (
	"fmt"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// Packages that load each other are solved together as long as they are small enough, and the files of one always are.
func TestPackages(t *testing.T) {
	const dir = "node_modules/"
	loads := Loads{dir + "a/index.js": {dir + "b/index.js"}, dir + "@c/d/index.js": {dir + "@c/e/index.js"}}
	files := []string{
		dir + "a/index.js", dir + "a/lib/more.js", dir + "a/" + dir + "b/index.js", dir + "b/index.js",
		dir + "@c/d/index.js", dir + "@c/e/index.js",
	}
	var units []*Unit
	for _, f := range files {
		units = append(units, &Unit{Unit: &ir.Unit{Nodes: make([]ir.Value, 10)}, Path: f})
	}
	for _, c := range []struct {
		most int
		want string
	}{
		{1, "[a/index.js a/lib/more.js] [a/node_modules/b/index.js] [b/index.js] [@c/d/index.js] [@c/e/index.js] "},
		{20, "[a/index.js a/lib/more.js] [a/node_modules/b/index.js] [b/index.js] [@c/d/index.js @c/e/index.js] "},
		{30, "[a/index.js a/lib/more.js b/index.js] [a/node_modules/b/index.js] [@c/d/index.js @c/e/index.js] "},
	} {
		got := ""
		for _, group := range Packages(units, loads, c.most) {
			var names []string
			for _, u := range group {
				names = append(names, u.Path[len(dir):])
			}
			got += fmt.Sprint(names, " ")
		}
		if got != c.want {
			t.Errorf("%d together: %s, want %s", c.most, got, c.want)
		}
	}
}

// What the extension has itself is near, and what that and a start lead to; of little code all is.
func TestNear(t *testing.T) {
	loads := Loads{"main.js": {"node_modules/a/index.js"}, "node_modules/a/index.js": {"node_modules/b/index.js"}}
	var units []*Unit
	for _, f := range []string{"main.js", "lib/alone.js", "node_modules/a/index.js", "node_modules/b/index.js", "node_modules/c/index.js"} {
		units = append(units, &Unit{Unit: &ir.Unit{Nodes: make([]ir.Value, 10)}, Path: f})
	}
	for _, c := range []struct {
		starts []string
		most   int
		far    int
	}{{[]string{"main.js"}, 49, 1}, {[]string{"main.js"}, 50, 0}, {[]string{"main.js", "node_modules/c/index.js"}, 49, 0}, {nil, 49, 1}} {
		near, far := Near(units, loads, c.starts, c.most)
		if len(far) != c.far || len(near)+len(far) != len(units) || c.far == 1 && far[0].Path != "node_modules/c/index.js" {
			t.Errorf("%v, %d together: %d near, %d far", c.starts, c.most, len(near), len(far))
		}
	}
}
