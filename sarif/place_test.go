package sarif

import (
	"testing"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

// An author looks at sources: a result stands there when they lie in the folder,
// and the file that ships is beside it. What only the map knows is no file of
// the repository.
func TestAResultStandsInTheSources(t *testing.T) {
	r := sample()
	f := finding.Finding{
		Where:  finding.Location{File: "dist/a.js", Line: 1, Column: 99},
		Origin: &finding.Origin{File: "src/a.ts", Line: 7, Column: 3, InTree: true},
	}
	of := func(f finding.Finding) (uri string, line int, places []string) {
		p := shown(r, f.Where, f.Origin).PhysicalLocation
		for _, l := range related(r, f) {
			places = append(places, *l.PhysicalLocation.ArtifactLocation.URI)
		}
		return *p.ArtifactLocation.URI, *p.Region.StartLine, places
	}
	if uri, line, rel := of(f); uri != "packages/one/src/a.ts" || line != 7 || len(rel) != 1 || rel[0] != "packages/one/dist/a.js" {
		t.Errorf("in the tree: %s:%d, related %q", uri, line, rel)
	}
	f.Origin.Function = "launch"
	if l := shown(r, f.Where, f.Origin).LogicalLocations; len(l) != 1 || *l[0].FullyQualifiedName != "launch" || *l[0].Kind != "function" {
		t.Errorf("the function around the place: %+v", l)
	}
	f.Origin.File = "../two/src/a.ts"
	if uri, line, _ := of(f); uri != "packages/two/src/a.ts" || line != 7 {
		t.Errorf("in another folder of the repository: %s:%d", uri, line)
	}
	f.Origin.File = "../../../src/a.ts"
	if uri, line, _ := of(f); uri != "packages/one/dist/a.js" || line != 1 {
		t.Errorf("out of the repository: %s:%d", uri, line)
	}
	f.Origin.InTree, f.Origin.File = false, "src/a.ts"
	if uri, line, rel := of(f); uri != "packages/one/dist/a.js" || line != 1 || len(rel) != 0 {
		t.Errorf("only in the map: %s:%d, related %q", uri, line, rel)
	}
	f.Flow = []finding.Step{
		{Where: f.Where, Message: "a", Origin: &finding.Origin{File: "src/b.ts", Line: 2, Column: 1, InTree: true}},
		{Where: f.Where, Message: "b"},
	}
	if _, _, rel := of(f); len(rel) != 1 || rel[0] != "packages/one/src/b.ts" {
		t.Errorf("a path begins in the sources: related %q", rel)
	}
}
