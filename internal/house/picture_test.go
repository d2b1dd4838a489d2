package house

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const architecture = "docs/internals/ARCHITECTURE.md"

// picture is the drawing of ARCHITECTURE.md: which layer each package is of, and which
// layer is drawn to import which.
type picture struct {
	layerOf map[string]string
	arrows  []string // "from -> to", sorted
}

var (
	drawing  = regexp.MustCompile("(?s)```mermaid\n(.*?)```")
	subgraph = regexp.MustCompile(`(?s)subgraph (\w+)\n(.*?)\n +end\n`)
	thin     = regexp.MustCompile(`(?m)^ *(\w+) --> (.+)$`)
	thick    = regexp.MustCompile(`(?m)^ *(\w+) ==> (\w+)$`)
	layerRow = regexp.MustCompile(`(?m)^\| (\w+) \| (.*) \|$`)
	named    = regexp.MustCompile("(?:^|[.,:] )(?:Small tools: )?`([a-z/]+)`")
)

// readPicture reads the drawing and the table below it. A thick arrow from a frame stands
// for one arrow of every layer within.
func readPicture(text string, isPackage func(string) bool) picture {
	p := picture{layerOf: map[string]string{}}
	drawn := drawing.FindString(text)
	layers := map[string][]string{}
	for _, frame := range subgraph.FindAllStringSubmatch(drawn, -1) {
		for _, line := range thin.FindAllStringSubmatch(frame[2], -1) {
			for _, to := range strings.Split(line[2], " & ") {
				p.arrows = append(p.arrows, line[1]+" -> "+to)
				layers[frame[1]] = append(layers[frame[1]], line[1], to)
			}
		}
	}
	for _, line := range thick.FindAllStringSubmatch(drawn, -1) {
		slices.Sort(layers[line[1]])
		for _, from := range slices.Compact(layers[line[1]]) {
			p.arrows = append(p.arrows, from+" -> "+line[2])
		}
	}
	slices.Sort(p.arrows)
	_, table, _ := strings.Cut(text, "| layer |")
	table, _, _ = strings.Cut(table, "\n\n")
	for _, row := range layerRow.FindAllStringSubmatch(table, -1) {
		for _, m := range named.FindAllStringSubmatch(row[2], -1) {
			switch {
			case isPackage("internal/" + m[1]):
				p.layerOf["internal/"+m[1]] = row[1]
			case isPackage(m[1]):
				p.layerOf[m[1]] = row[1]
			}
		}
	}
	return p
}

// notDrawn are the packages that the program does not import.
func notDrawn(dir string) bool {
	return inWorkshop(dir) || within(dir, "internal/house") || within(dir, "checks/new") ||
		within(dir, "internal/esbuild") || within(dir, "cmd/ringfence-scorecard")
}

// roomOf is the package of the table that a folder is or lies below: the nearest, where one
// lies below another.
func (p picture) roomOf(dir string) string {
	nearest := ""
	for room := range p.layerOf {
		if within(dir, room) && len(room) > len(nearest) {
			nearest = room
		}
	}
	return nearest
}

// The drawing of ARCHITECTURE.md is what the imports are: each arrow drawn is there, each
// import between two layers is drawn, and each package is of a layer.
func TestThePictureIsTheImports(t *testing.T) {
	text, err := os.ReadFile(architecture)
	if err != nil {
		t.Fatal(err)
	}
	p := readPicture(string(text), func(dir string) bool {
		info, err := os.Stat(dir)
		return err == nil && info.IsDir()
	})
	arrows, rooms := map[string]bool{}, map[string]bool{}
	for _, f := range goFiles(t) {
		if f.test || notDrawn(f.dir) {
			continue
		}
		from := p.roomOf(f.dir)
		if from == "" {
			t.Errorf("%s is in no layer of %s", f.dir, architecture)
		}
		rooms[from] = true
		for _, spec := range f.syntax.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if to, ours := strings.CutPrefix(imported, modulePath); ours && p.layerOf[from] != p.layerOf[p.roomOf(to)] {
				arrows[p.layerOf[from]+" -> "+p.layerOf[p.roomOf(to)]] = true
			}
		}
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(arrows)), p.arrows); diff != "" {
		t.Errorf("%s draws other arrows than the imports have (-imports +drawn):\n%s", architecture, diff)
	}
	for room := range p.layerOf {
		if !rooms[room] {
			t.Errorf("%s has a layer for %s, which has no code", architecture, room)
		}
	}
	if len(rooms) < 40 || len(p.arrows) < 30 {
		t.Errorf("only %d packages and %d arrows: this test does not see them", len(rooms), len(p.arrows))
	}
}

// The reader itself, so that a drawing it does not understand is noticed.
func TestReadPicture(t *testing.T) {
	const text = "```mermaid\nflowchart TD\n  subgraph program\n    a --> b & c\n    b --> c\n  end\n  program ==> d\n```\n\n" +
		"| layer | packages |\n|---|---|\n| a | `one`: says `two`. `cmd/x` |\n| d | `three`, `four`: no package |\n\n| e | `five` |\n"
	got := readPicture(text, func(dir string) bool {
		return dir != "four" && !strings.HasPrefix(dir, "internal/f") && dir != "internal/cmd/x"
	})
	want := picture{
		map[string]string{"internal/one": "a", "cmd/x": "a", "internal/three": "d"},
		[]string{"a -> b", "a -> c", "a -> d", "b -> c", "b -> d", "c -> d"},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(picture{})); diff != "" {
		t.Error(diff)
	}
}
