// Package mend makes the edits of package.json that findings propose ("ringfence scan
// --fix"). It plans them as text, shows them as a diff, and writes one file and no other:
// the manifest of the folder that was scanned. It runs nothing of the repository.
package mend

import (
	"bytes"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension/jsondoc"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Manifest is the one file that is written.
const Manifest = "package.json"

// maxDepth is how deep a manifest may nest.
const maxDepth = 100

// Fix is what becomes of what one finding proposes.
type Fix struct {
	// Check is the finding's, Text what the fix says of itself.
	Check, Text string
	// Left says why it was not made; empty: it was.
	Left string
}

// Plan is what the fixes of a report do to a manifest.
type Plan struct {
	// Before is the manifest as it is, After as it will be: the same bytes where
	// there is nothing to do.
	Before, After []byte
	// Fixes are those that were made and those that were left, in the order of the
	// findings, each said once.
	Fixes []Fix
}

// Changes reports whether there is anything to write.
func (p Plan) Changes() bool { return !bytes.Equal(p.Before, p.After) }

// Make plans the fixes of findings, the worst first. What nobody has answered counts; a
// finding without an edit is left out, and one whose edits belong to another file too, or
// to a place that an edit before it has changed otherwise, is left with the reason.
func Make(manifest []byte, findings []finding.Finding) Plan {
	p := Plan{Before: manifest, After: manifest}
	var made []finding.Edit
	for _, f := range findings {
		if f.Fix == nil || len(f.Fix.Edits) == 0 || f.Suppressed != nil {
			continue
		}
		fix := Fix{Check: f.Check, Text: f.Fix.Text}
		p.After, fix.Left = try(p.After, made, f.Fix.Edits)
		if fix.Left == "" {
			made = append(made, f.Fix.Edits...)
		}
		if !slices.Contains(p.Fixes, fix) {
			p.Fixes = append(p.Fixes, fix)
		}
	}
	return p
}

// try makes all of the edits or none, and says why none.
func try(data []byte, made, edits []finding.Edit) (after []byte, left string) {
	after = data
	for _, e := range edits {
		if e.File != Manifest {
			return data, "it changes " + e.File + " as well, which only a person may"
		}
		if at := slices.IndexFunc(made, func(m finding.Edit) bool { return touches(m.Pointer, e.Pointer) }); at >= 0 {
			if m := made[at]; m.Pointer == e.Pointer && bytes.Equal(m.Value, e.Value) {
				continue
			}
			return data, "another fix has changed " + made[at].Pointer
		}
		var err error
		if string(e.Value) == "null" {
			after, err = jsondoc.Remove(after, e.Pointer, maxDepth)
		} else {
			after, err = jsondoc.Set(after, e.Pointer, e.Value, maxDepth)
		}
		if err != nil {
			return data, err.Error()
		}
	}
	return after, ""
}

// touches reports whether one place is the other, or holds it.
func touches(a, b string) bool {
	return a == b || strings.HasPrefix(a, b+"/") || strings.HasPrefix(b, a+"/")
}
