package supplychain

import (
	"testing"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

func TestPlaces(t *testing.T) {
	const text = "ab\ncd\r\ne\U0001F600f\rg\u2028h"
	p := NewPlaces(text)
	for _, c := range []struct{ offset, line, column int }{
		{0, 1, 1}, {2, 1, 3}, {3, 2, 1}, {5, 2, 3}, {7, 3, 1}, {8, 3, 2}, {12, 3, 4}, {13, 3, 5}, {14, 4, 1}, {15, 4, 2}, {18, 5, 1}, {19, 5, 2},
		{99, 5, 2}, {-1, 1, 1},
	} {
		if line, column := p.Of(c.offset); line != c.line || column != c.column {
			t.Errorf("offset %d is %d:%d, want %d:%d", c.offset, line, column, c.line, c.column)
		}
	}
}

func TestVerifiedAt(t *testing.T) {
	r := Region{File: "main.js", Source: "index.js", Line: 2, Column: 5, EndLine: 4, EndColumn: 3}
	w := &Answers{Bundled: []Bundled{{Regions: []Region{r}}}}
	for at, want := range map[finding.Location]bool{
		{File: "main.js", Line: 2, Column: 5}: true, {File: "main.js", Line: 3, Column: 1}: true, {File: "main.js", Line: 4, Column: 2}: true,
		{File: "main.js", Line: 2, Column: 4}: false, {File: "main.js", Line: 4, Column: 3}: false, {File: "main.js", Line: 5, Column: 1}: false,
		{File: "other.js", Line: 3, Column: 1}: false, {File: "main.js", Line: 3}: false, {File: "main.js"}: false,
	} {
		if got := w.VerifiedAt(at); got != want {
			t.Errorf("%+v: %t", at, got)
		}
	}
	w.Bundled[0].OtherTarball = true
	if w.VerifiedAt(finding.Location{File: "main.js", Line: 3, Column: 1}) {
		t.Error("another tarball than the locked one verifies code")
	}
	if (*Answers)(nil).VerifiedAt(finding.Location{File: "main.js", Line: 3, Column: 1}) {
		t.Error("nobody compared, and it is verified")
	}
}
