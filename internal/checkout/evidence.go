package checkout

import (
	"github.com/ringfence-dev/ringfence/internal/origin"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
)

// ShowOrigins gives the places of a policy's evidence that readers are shown their
// origins.
func ShowOrigins(doc *evidence.Document, f *origin.Finder) {
	for i := range doc.Lines {
		places := doc.Lines[i].Places
		evidence.Sort(places)
		for j := range places {
			if j == evidence.MaxPlaces {
				break
			}
			if o, ok := f.FindNamed(places[j].Where, places[j].Symbol); ok {
				places[j].Origin = &o
			}
		}
	}
}
