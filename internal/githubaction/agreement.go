package githubaction

import (
	"context"

	"github.com/ringfence-dev/ringfence/internal/clients/github"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/review"
)

// askAgreement asks who agreed to the pull request. What cannot be asked was not
// agreed to.
func (s *step) askAgreement(ctx context.Context) {
	p := s.event.Pull
	if p == nil {
		return
	}
	s.options.Agreement.Asked = true
	s.options.Agreement.Change = gate.Change{Head: p.Head.SHA, Author: p.Author}
	if s.client == nil {
		s.warn("nobody was asked who agreed to the change: %s", s.noClient)
		return
	}
	pull, err := s.client.Pull(ctx, p.Number)
	if err != nil {
		s.denied("who agreed to the change could not be read, and so nothing is accepted", err)
		return
	}
	if pull.Head != p.Head.SHA {
		s.warn("the pull request has moved on from %s, which is judged here; what was agreed to since counts for the next run", p.Head.SHA)
	}
	var event *github.Labeled
	if s.event.Action == "labeled" && s.event.Label != "" && !s.event.SenderBot {
		event = &github.Labeled{Label: s.event.Label, By: s.event.Sender, Head: p.Head.SHA}
	}
	all, err := s.client.Agreements(ctx, pull, func(label string) bool { return label != "" && len(review.Accepts(label)) > 0 }, event)
	if err != nil {
		s.denied("who agreed to the change could not be read, and so nothing is accepted", err)
		return
	}
	s.options.Agreement.Change.AuthorID = pull.AuthorID
	s.askConfirmations(ctx, pull)
	if len(all) == 0 {
		return
	}
	pushers, complete, err := s.client.Pushers(ctx, pull)
	switch {
	case err != nil:
		s.denied("who has commits in the change could not be read, and so no label and no review counts", err)
		return
	case !complete && !p.Fork():
		s.warn("some commits of the change are nobody's that GitHub knows, so that it cannot be told who may agree to it: no label and no " +
			"review counts")
		return
	}
	for _, a := range pushers {
		s.options.Agreement.Change.Pushed = append(s.options.Agreement.Change.Pushed, a.Login)
		s.options.Agreement.Change.PushedIDs = append(s.options.Agreement.Change.PushedIDs, a.ID)
	}
	for _, a := range all {
		for _, n := range review.Accepts(a.Label) {
			s.approve(n, a)
		}
	}
}

// approve hands the gates one account's word about one of them.
func (s *step) approve(n gate.Name, a github.Agreement) {
	s.options.Agreement.Approvals = append(s.options.Agreement.Approvals, gate.Approval{
		Gate: n, By: a.By, ID: a.ID, Means: string(a.Means), Head: a.Head, Writes: a.Writes, Robot: a.Robot,
		Confirms: a.Means == github.ByEnvironment,
	})
}
