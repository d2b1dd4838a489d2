package githubaction

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/clients/github"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/review"
	"github.com/ringfence-dev/ringfence/internal/revision"
	"github.com/ringfence-dev/ringfence/policygen"
)

// askConfirmations asks who approved the environment that the job confirm of this
// run waited for. It waits only where the label asks for it, and so nobody is
// asked without: a run of any other pull request needs no permission for it.
func (s *step) askConfirmations(ctx context.Context, pull github.Pull) {
	if !slices.Contains(pull.Labels, review.ConfirmLabel) {
		return
	}
	run, err := strconv.ParseInt(s.program.Getenv("GITHUB_RUN_ID"), 10, 64)
	if err != nil {
		s.warn("GITHUB_RUN_ID is no number, so that nobody was asked who confirmed this run")
		return
	}
	all, err := s.client.Confirmations(ctx, run, s.event.Pull.Head.SHA, Environment)
	if err != nil {
		s.denied("who confirmed this run could not be read, and so nothing is confirmed", err)
		return
	}
	if len(all) == 0 {
		s.warn("the pull request has the label %s, and nobody approved the environment %s in this run: it needs required reviewers, and "+
			"the job confirm (docs/guide/alone.md)", review.ConfirmLabel, Environment)
		return
	}
	s.options.Agreement.Change.Beside = touchedBeside(ctx, s.repo, s.options.Base, s.checkedOut)
	for _, a := range all {
		for _, n := range gate.Names() {
			if n.Confirmable() {
				s.approve(n, a)
			}
		}
	}
}

// touchedBeside names what the change touches besides the documents below .ringfence. It
// is read from the commits themselves, by their names, and not from what lies in
// the checkout.
func touchedBeside(ctx context.Context, repo *revision.Repository, base, head string) string {
	was, err := repo.Tree(ctx, base, revision.DefaultLimits())
	if err != nil {
		return "what it touches cannot be read: " + err.Error()
	}
	is, err := repo.Tree(ctx, head, revision.DefaultLimits())
	if err != nil {
		return "what it touches cannot be read: " + err.Error()
	}
	for _, change := range was.Changed(is) {
		switch {
		case !isDocument(change.Name):
			return fmt.Sprintf("it touches %s", escape.Quoted(change.Name))
		case !change.Plain:
			return fmt.Sprintf("it makes %s something else than a file", escape.Quoted(change.Name))
		}
	}
	return ""
}

// isDocument reports a file that ringfence keeps below .ringfence. Whatever else
// lies there may be the extension's own code.
func isDocument(name string) bool {
	dir, file := path.Split(name)
	if path.Base(strings.TrimSuffix(dir, "/")) != policygen.Dir {
		return false
	}
	return slices.Contains([]string{
		"config.yml", policygen.PolicyFile, policygen.AcceptedFile, policygen.ObservedFile, policygen.OverrideFile, policygen.ProposalsFile,
		policygen.LoaderFile, policygen.SidecarFile, policygen.EvidenceFile,
	}, file)
}
