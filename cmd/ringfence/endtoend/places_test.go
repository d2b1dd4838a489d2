package endtoend

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ringfence-dev/ringfence/internal/audit"
	"github.com/ringfence-dev/ringfence/internal/baseline"
	"github.com/ringfence-dev/ringfence/internal/build"
	"github.com/ringfence-dev/ringfence/internal/checkout"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/scan"
	"github.com/ringfence-dev/ringfence/internal/sourcemap"
	"github.com/ringfence-dev/ringfence/policygen"
)

// TestPlacesOfRealRepositories measures where findings and grants of real
// repositories stand (docs/guide/places.md). RINGFENCE_PLACES names a folder with one
// built clone each; truth/NAME below it holds, at their paths, source maps of the
// same build, which say what is right. The program does not see them, unless
// RINGFENCE_PLACES_KEPT is set: then they are those that the build kept. Without
// the first variable there is nothing to measure. Where NAME.vsix lies beside the
// clone, that package is judged, with the maps that "ringfence build" left beside it.
func TestPlacesOfRealRepositories(t *testing.T) {
	dir := os.Getenv("RINGFENCE_PLACES")
	if dir == "" {
		t.Skip("make places: it measures built clones, in the folder that RINGFENCE_PLACES names")
	}
	list, err := filepath.Glob(filepath.Join(dir, "*", ".git"))
	if err != nil {
		t.Fatal(err)
	}
	var sum tally
	for _, git := range list {
		name := filepath.Base(filepath.Dir(git))
		if strings.HasSuffix(name, ".work") {
			continue
		}
		if pkg := filepath.Join(dir, name+".vsix"); exists(pkg) {
			got := measure(t, dir, name, pkg)
			sum.add(got)
			t.Logf("%-28s %s", name, got)
			continue
		}
		roots, _ := filepath.Glob(filepath.Join(dir, name, os.Getenv("RINGFENCE_PLACES_BELOW"), "package.json"))
		for _, manifest := range roots {
			got := measure(t, dir, name, filepath.Dir(manifest))
			sum.add(got)
			t.Logf("%-28s %s", name, got)
		}
	}
	t.Logf("%-28s %s", "all", sum)
	if sum.own == 0 || sum.wrong+sum.strayed > 0 || float64(sum.moved) < 0.95*float64(sum.own) {
		t.Errorf("less than 95 %% stand in tracked files, or some in a wrong one")
	}
}

// tally counts places. own are those of tracked sources by the maps that say
// what is right; moved those of them that stand in a tracked file, and right and
// wrong among them; strayed are places of other code that stand in one.
type tally struct {
	places, own, mapped, moved, right, wrong, strayed int
	others                                            int
}

func (a *tally) add(b tally) {
	a.places, a.own, a.mapped, a.moved = a.places+b.places, a.own+b.own, a.mapped+b.mapped, a.moved+b.moved
	a.right, a.wrong, a.strayed, a.others = a.right+b.right, a.wrong+b.wrong, a.strayed+b.strayed, a.others+b.others
}

func (a tally) String() string {
	return fmt.Sprintf(
		"%d places, %d of tracked sources: %d stand there (%d of them by the build's own maps), %d right, %d wrong;"+
			" %d of other code, %d of them strayed",
		a.places,
		a.own,
		a.moved,
		a.mapped,
		a.right,
		a.wrong,
		a.others,
		a.strayed,
	)
}

func measure(t *testing.T, dir, name, root string) (sum tally) {
	t.Helper()
	p := &process.Process{Dir: dir, Env: os.Environ(), Stdout: t.Output(), Stderr: t.Output()}
	o := audit.Settings{
		Limits:  extension.DefaultLimits(),
		Explain: audit.Explain{CallPaths: true},
		Timeout: 5 * time.Minute,
		Jobs:    1,
		Target:  audit.Target{Source: extension.Repository},
	}
	packed := strings.HasSuffix(root, ".vsix")
	if packed {
		o.Target.Source = extension.VSIX
	}
	err := audit.Audit(t.Context(), p, root, o, process.NewProgress(p, 1), func(l scan.Result) error {
		rel, _ := filepath.Rel(dir, root)
		if packed {
			o.Target.Place = checkout.Place{Top: filepath.Join(dir, name), Folder: folderOf(t, filepath.Join(dir, name), l.Extension)}
			rel = filepath.Join(name, o.Target.Place.Folder)
		}
		truth := func(file string) ([]byte, bool) {
			data, err := os.ReadFile(filepath.Join(dir, "truth", rel, filepath.FromSlash(file)))
			return data, err == nil
		}
		options, done := checkout.Origins(t.Context(), audit.Git(p), p.Path(root), l.Extension, o.Target.Place)
		defer done()
		if os.Getenv("RINGFENCE_PLACES_KEPT") != "" {
			options.Maps = truth
		}
		asIs := sourcemap.NewFinder(l.Extension, options)
		options.Maps = truth
		told := sourcemap.NewFinder(l.Extension, options)
		type spot struct {
			at     finding.Location
			symbol string
		}
		var spots []spot
		for _, f := range l.Report.Findings {
			spots = append(spots, spot{f.Where, ""})
			for _, s := range f.Flow {
				if os.Getenv("RINGFENCE_PLACES_STEPS") != "" {
					spots = append(spots, spot{s.Where, ""})
				}
			}
		}
		static := baseline.Needs(l.Extension, l.Program, l.ProgramErr)
		for _, line := range policygen.Evidence("", l.Extension, l.Program, static, policygen.Inputs{}, static.Policy).Lines {
			for _, p := range line.Places {
				spots = append(spots, spot{p.Where, p.Symbol})
			}
		}
		slices.SortFunc(spots, func(a, b spot) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.symbol, b.symbol)) })
		spots = slices.Compact(spots)
		for _, s := range spots {
			if s.at.Column == 0 || filepath.Ext(s.at.File) == ".json" {
				continue
			}
			sum.places++
			right, known := told.Claimed(s.at)
			got, moved := asIs.FindNamed(s.at, s.symbol)
			moved = moved && got.InTree
			text := fmt.Sprintf(
				"%s %s: %s:%d:%d by %q, and is %s:%d:%d",
				s.at,
				s.symbol,
				got.File,
				got.Line,
				got.Column,
				got.By,
				right.File,
				right.Line,
				right.Column,
			)
			switch {
			case !known && !asIs.Tracked(s.at.File):
				sum.others++
				if moved {
					t.Logf("unknown %s", text)
				}
				continue
			case known && !right.InTree:
				sum.others++
				if moved {
					sum.strayed++
					t.Logf("strayed %s", text)
				}
				continue
			}
			sum.own++
			switch {
			case !moved && asIs.Tracked(s.at.File):
				sum.moved, sum.right = sum.moved+1, sum.right+1
			case !moved:
				t.Logf("stays   %s", text)
			case got.File == right.File && max(got.Line-right.Line, right.Line-got.Line) <= 1:
				sum.moved, sum.right = sum.moved+1, sum.right+1
				if os.Getenv("RINGFENCE_PLACES_SAMPLE") != "" {
					t.Logf("right   %s", text)
				}
			default:
				sum.moved, sum.wrong = sum.moved+1, sum.wrong+1
				t.Logf("wrong   %s", text)
			}
			if moved && got.By == "" {
				sum.mapped++
			}
		}
		return nil
	})
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	return sum
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// folderOf is the folder of a clone that a package was built from.
func folderOf(t *testing.T, clone string, ext *extension.Extension) string {
	t.Helper()
	found, err := build.Discover(t.Context(), clone)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range found.Projects {
		if p.ID() == ext.Manifest.Publisher+"."+ext.Manifest.Name {
			return p.Path
		}
	}
	t.Fatalf("%s holds no %s", clone, ext.Manifest.Name)
	return ""
}
