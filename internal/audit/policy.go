package audit

import (
	"github.com/ringfence-dev/ringfence/internal/baseline"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
)

// Policy is a policy with its reasons.
type Policy struct {
	Result   policygen.Result
	Evidence evidence.Document
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
