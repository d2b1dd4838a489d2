package checks

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ringfence-dev/ringfence/checks/internal/checktest"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// A fix that has edits settles its finding: the vulnerable programs are edited
// as their findings say, and the checks of settings are quiet then.
func TestFixesSettleTheirFindings(t *testing.T) {
	settled := 0
	dirs := append(checktest.Glob(t, filepath.Join("testdata", "flows", "*", "bad")),
		checktest.Glob(t, filepath.Join("trust", "testdata", "trust_setting_*", "bad"))...)
	for _, dir := range dirs {
		_, found := scanFlows(t, dir)
		var edits []finding.Edit
		for _, f := range found {
			if f.Fix != nil {
				edits = append(edits, f.Fix.Edits...)
			}
		}
		if len(edits) == 0 {
			continue
		}
		settled++
		copied := filepath.Join(t.TempDir(), "x")
		if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		apply(t, copied, edits)
		_, left := scanFlows(t, copied)
		for _, f := range left {
			if f.Fix != nil && len(f.Fix.Edits) > 0 {
				t.Errorf("%s: edited as it was said, and still: %s", dir, f.Message)
			}
		}
	}
	if settled < 15 {
		t.Errorf("only %d programs have findings with edits", settled)
	}
}
