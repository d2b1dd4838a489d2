package shim

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// layers are the folders of the loader and what each may require, from the trusted core
// outward. The file that starts everything lies above them.
var layers = map[string][]string{
	"pattern":                {},
	"loader/kernel":          {"pattern"},
	"loader/policy":          {"loader/kernel", "pattern"},
	"loader/node/fs":         {"loader/kernel", "loader/policy", "pattern"},
	"loader/node/children":   {"loader/kernel", "loader/policy", "loader/node/fs"},
	"loader/node/network":    {"loader/kernel", "loader/policy", "loader/node/fs"},
	"loader/node":            {"loader/kernel", "loader/policy", "loader/node/fs", "loader/node/children", "loader/node/network"},
	"loader/vscode/person":   {"loader/kernel", "loader/policy"},
	"loader/vscode/observed": {"loader/kernel", "loader/policy", "loader/vscode/person"},
	"loader/vscode/named":    {"loader/kernel", "loader/policy"},
	"loader/vscode/places":   {"loader/kernel"},
	"loader/vscode/told":     {"loader/kernel"},
	"loader/vscode": {
		"loader/kernel", "loader/policy", "loader/vscode/person", "loader/vscode/observed", "loader/vscode/named", "loader/vscode/places",
		"loader/vscode/told",
	},
	"loader": {"loader/kernel", "loader/policy", "loader/node", "loader/vscode"},
}

var required = regexp.MustCompile(`require\('(\.[^']*)'\)`)

// A folder requires only those below it, every arrow that is allowed is there, and no
// two modules need each other.
func TestTheLoadersFoldersAreLayers(t *testing.T) {
	names, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	arrows, needs := map[string][]string{}, map[string][]string{}
	for _, name := range names {
		text, err := modules.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		from := path.Dir(name)
		if _, known := layers[from]; !known {
			t.Errorf("%s lies in no folder of the loader", name)
		}
		for _, m := range required.FindAllStringSubmatch(string(text), -1) {
			to := path.Join(from, m[1])
			if !slices.Contains(names, to) {
				t.Errorf("%s requires %s, which is not there", name, to)
			}
			needs[name] = append(needs[name], to)
			if dir := path.Dir(to); dir != from && !slices.Contains(arrows[from], dir) {
				arrows[from] = append(arrows[from], dir)
			}
		}
	}
	for from, allowed := range layers {
		for _, to := range arrows[from] {
			if !slices.Contains(allowed, to) {
				t.Errorf("a module of %s requires one of %s", from, to)
			}
		}
		for _, to := range allowed {
			if !slices.Contains(arrows[from], to) {
				t.Errorf("no module of %s requires one of %s any more: take it off the list", from, to)
			}
		}
	}
	if circle := circleIn(needs); circle != "" {
		t.Errorf("modules need each other: %s", circle)
	}
}

func TestACircleIsSeen(t *testing.T) {
	if got := circleIn(map[string][]string{"a": {"b"}, "b": {"c"}, "c": {"b"}}); got != "b > c > b" {
		t.Errorf("got %q", got)
	}
	if got := circleIn(map[string][]string{"a": {"b", "c"}, "b": {"c"}}); got != "" {
		t.Errorf("got %q", got)
	}
}

// circleIn names a circle among modules, or nothing.
func circleIn(needs map[string][]string) string {
	done := map[string]bool{}
	var visit func(name string, above []string) string
	visit = func(name string, above []string) string {
		if at := slices.Index(above, name); at >= 0 {
			return strings.Join(append(above[at:], name), " > ")
		}
		if done[name] {
			return ""
		}
		for _, to := range needs[name] {
			if found := visit(to, append(slices.Clone(above), name)); found != "" {
				return found
			}
		}
		done[name] = true
		return ""
	}
	for _, name := range slices.Sorted(maps.Keys(needs)) {
		if found := visit(name, nil); found != "" {
			return found
		}
	}
	return ""
}
