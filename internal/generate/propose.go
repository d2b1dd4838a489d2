package generate

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/ringfence-dev/ringfence/internal/audit"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/documents"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/proposer"
	"github.com/ringfence-dev/ringfence/internal/secrets"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/proposal"
)

// propose asks a model what the policy leaves open and writes what it says
// beside it, with what was proposed before. The policy is written by then, and
// nothing that goes wrong here changes it.
func propose(ctx context.Context, p *process.Process, g Generated, out string, o audit.Settings) error {
	if o.Model.Address == "" {
		return nil
	}
	say := func(format string, args ...any) error {
		_, err := fmt.Fprintf(p.Stderr, "ringfence: the model "+format+"\n", args...)
		return err
	}
	if !o.Model.SendCode {
		return say("was not asked: nobody consented to sending code (--llm-send-code does)")
	}
	client, done, err := audit.ModelClient(p, o)
	if err != nil {
		return say("cannot be asked: %v", err)
	}
	ctx, cancel := context.WithTimeout(ctx, o.Services.Patience)
	defer cancel()
	keys, err := secrets.Scan(ctx, g.Extension, secrets.Limits{})
	if err != nil {
		return say("was not asked: the search for secrets did not end")
	}
	model := &proposer.Model{Asker: client, Extension: g.Extension, Secrets: keys}
	got, err := proposal.Gather(ctx, g.Policy.Result.Policy, g.Policy.Evidence, model)
	if err != nil {
		return say("was not asked: %v", err)
	}
	if err := done(); err != nil {
		return say("was asked, and its answers could not be recorded: %v", err)
	}
	if state, why := web.Outcome(model.Failed); model.Failed != nil {
		if err := say("is %s: %s", state, why); err != nil {
			return err
		}
	}
	if err := say(
		"was asked about %d lines and not shown %d; %d of its answers are proposed, %d refused",
		model.Asked,
		model.Withheld,
		len(got.Proposals.Entries),
		len(got.Refused),
	); err != nil {
		return err
	}
	for _, r := range got.Refused {
		if _, err := fmt.Fprintf(p.Stderr, "refused: %s: %s\n", escape.Printable(r.Grant.String(), finding.MaxMessage), r.Why); err != nil {
			return err
		}
	}
	if len(got.Proposals.Entries) == 0 {
		return nil
	}
	return documents.WriteProposals(p, filepath.Join(out, policygen.ProposalsFile), got.Proposals)
}
