package content

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/internal/filetype"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var binaryAppended = check.Check{
	Name:       "binary_appended",
	Module:     finding.ObfuscationModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506},
	Needs:      []check.Need{check.NeedFiles},
	Run:        runBinaryAppended,
}

// muchBehind is more than editors of pictures leave behind an end, in bytes.
const muchBehind = 4096

func runBinaryAppended(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	for _, o := range in.Content.Odd {
		if o.Behind == 0 || o.Disguised {
			continue
		}
		f := check.OnFile(o.Path)
		f.Severity, f.Intent, f.Confidence = finding.Low, finding.Hygiene, finding.Heuristic
		f.Message = fmt.Sprintf("%d bytes stand behind the end of the picture: %s", o.Behind, o.BehindKind)
		switch {
		case o.BehindKind.Native() || o.BehindKind == filetype.Archive || o.BehindKind == filetype.Wasm || o.BehindKind == filetype.Java ||
			o.BehindKind == filetype.Shell:
			f.Severity, f.Intent, f.Confidence = finding.High, finding.Malicious, finding.Likely
		case o.Behind >= muchBehind && o.BehindKind != filetype.Picture:
			f.Severity, f.Intent = finding.Medium, finding.Malicious
		}
		out = append(out, f)
	}
	for _, s := range in.Content.Unread {
		f := check.OnFile(s.File)
		f.Severity, f.Intent, f.Confidence = finding.None, finding.Hygiene, finding.Confirmed
		f.Message = "nobody looked at what this file is: " + s.Why
		out = append(out, f)
	}
	return out
}
