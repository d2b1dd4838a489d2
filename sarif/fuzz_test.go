package sarif

import (
	"bytes"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// Check reads whatever somebody wants uploaded.
func FuzzCheck(f *testing.F) {
	var b bytes.Buffer
	if err := Write(&b, []*report.Report{full()}); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte(`{"runs":[{"results":[{"codeFlows":[{"threadFlows":[{"locations":[null]}]}]}]}]}`))
	f.Fuzz(func(t *testing.T, doc []byte) {
		for _, p := range Check(doc) {
			if !escape.IsPrintable(p, 400) {
				t.Errorf("%q does not print", p)
			}
		}
	})
}

// Whatever a report holds, what is written of it passes our own limits.
func FuzzWrite(f *testing.F) {
	f.Add("a b#c?.js", "eval runs [x](y)", "packages/x", "known", 3, 7)
	f.Add("https:/x\u202e", "", "../x", "\x00", 0, 0)
	f.Add("\xff/..x", "`](1)\n", "C:\\x y", " ", 1<<31-1, 1)
	f.Fuzz(func(t *testing.T, file, message, subject, reason string, line, col int) {
		r := full()
		r.Subject, r.Extension.ID, r.Tool.Version = subject, message, reason
		for i := range r.Findings {
			x := &r.Findings[i]
			x.Where = finding.Location{File: file, Line: line, Column: col}
			// What report.Read refuses is not ours to write.
			if x.Where.Validate() != nil || message == "" || reason == "" {
				return
			}
			x.Message, x.Suppressed = message, &finding.Suppression{Reason: reason, Rule: reason}
			x.Flow = []finding.Step{{Where: x.Where, Message: message}, {Where: x.Where, Message: reason}}
			x.Fix = &finding.Fix{Text: reason, Edits: []finding.Edit{{File: file, Pointer: "/" + message, Value: []byte(`"x"`)}}}
		}
		var b bytes.Buffer
		if err := Write(&b, []*report.Report{r, r}); err != nil {
			t.Fatal(err)
		}
		for _, p := range Check(b.Bytes()) {
			t.Error(p)
		}
	})
}
