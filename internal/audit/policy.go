package audit

import (
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/baseline"
	"github.com/ringfence-dev/ringfence/internal/checkout"
	"github.com/ringfence-dev/ringfence/internal/documents"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/scan"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
)

// Policy is a policy with its reasons.
type Policy struct {
	Result   policygen.Result
	Evidence evidence.Document
}

// showPermissions puts into a report what the policy of the extension would be, under
// the documents of its repository, and which part of the code needs each line.
func showPermissions(p *process.Process, target string, seen scan.Result, o Settings) error {
	unread := ""
	in, err := documents.Inputs(p, seen.Extension, documents.From{Target: target, Today: o.Judging.Today})
	if err != nil {
		// A scan judges the code, and documents that cannot be read do not stop it.
		unread = escape.Printable(err.Error(), finding.MaxMessage)
		in = policygen.Inputs{Today: p.Today(o.Judging.Today)}
		if _, err := fmt.Fprintf(p.Stderr, "ringfence: the permissions in the report are those of the code alone: %s\n",
			unread); err != nil {
			return fmt.Errorf("warning: %w", err)
		}
	}
	made, err := PolicyOf(p, seen.Extension, seen.Program, seen.ProgramErr, in)
	if err != nil {
		return err
	}
	checkout.ShowOrigins(&made.Evidence, seen.Origins)
	seen.Report.Permissions = report.PermissionsOf(seen.Program, made.Result.Policy, made.Evidence, nil)
	seen.Report.Permissions.Unread = unread
	return nil
}

// PolicyOf makes the policy of an analysed extension.
func PolicyOf(p *process.Process, ext *extension.Extension, program *facts.Program, programErr error,
	in policygen.Inputs) (made Policy, err error) {
	static := baseline.Needs(ext, program, programErr)
	in.Static = static.Policy
	if made.Result, err = policygen.Fold(in); err != nil {
		return made, exit.AsUsage(err)
	}
	made.Evidence = policygen.Evidence(p.Version, ext, program, static, in, made.Result.Policy)
	return made, nil
}
