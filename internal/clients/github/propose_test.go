package github_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/clients/github"
)

func proposal(w *fakeHub, policy string) github.Proposal {
	ch := change(w, "main", map[string]string{".ringfence/policy.json": policy})
	ch.Branch = "ringfence/policy"
	return github.Proposal{Change: ch, Into: "main", Title: "The policy changed", Body: "Policy: " + policy}
}

func (w *fakeHub) propose(policy string) github.Proposed {
	w.t.Helper()
	out, err := w.client().Propose(w.t.Context(), proposal(w, policy))
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

// The first run opens a pull request, the second finds it as it should be, the
// third brings it up to date in its place, after the branch it is for moved on.
func TestAProposalIsUpdatedInPlace(t *testing.T) {
	w := newFakeHub(t)
	first := w.propose("new")
	if first.Pull != github.Created || first.Commit.Done != github.Created || first.Number == 0 {
		t.Fatalf("first: %+v", first)
	}
	second := w.propose("new")
	if second.Pull != github.Unchanged || second.Commit.Done != github.Unchanged || second.Number != first.Number {
		t.Errorf("second: %+v", second)
	}
	w.Push("main", "acme", "more", map[string]string{"x.js": "1"})
	third := w.propose("newer")
	if third.Pull != github.Updated || third.Commit.Done != github.Created || third.Number != first.Number {
		t.Errorf("third: %+v", third)
	}
	w.Push("main", "acme", "elsewhere", map[string]string{"y.js": "1"})
	if fourth := w.propose("newer"); fourth.Pull != github.Unchanged || fourth.Commit.Done != github.Created {
		t.Errorf("fourth, behind: %+v", fourth)
	}
	const graph = `main
  acme: elsewhere A:y.js
  acme: more A:x.js
  acme: start
ringfence/policy
  github-actions[bot]: ringfence: generated files M:.ringfence/policy.json
  acme: elsewhere A:y.js
  acme: more A:x.js
  acme: start
`
	if diff := cmp.Diff(graph, w.Graph()); diff != "" {
		t.Errorf("graph (-want +got):\n%s", diff)
	}
	pulls := w.Pulls()
	if len(pulls) != 1 || pulls[0].State != "open" || pulls[0].Body != "Policy: newer" || pulls[0].Head != w.Head("ringfence/policy") {
		t.Errorf("pull requests: %+v", pulls)
	}
}

// The policy changed twice with main where it was: a second commit would do,
// but the branch is not reset to main on the way, which would close the pull
// request.
func TestAProposalIsNotClosedOnTheWay(t *testing.T) {
	w := newFakeHub(t)
	w.propose("new")
	w.propose("newer")
	if p := w.Pulls(); len(p) != 1 || p[0].State != "open" {
		t.Errorf("%+v", p)
	}
	if w.Head("ringfence/policy-next") != "" {
		t.Error("the branch beside it is left over")
	}
}

// A crash leaves the branch beside it behind; the next run does not mind.
func TestAProposalAfterACrash(t *testing.T) {
	w := newFakeHub(t)
	w.propose("new")
	w.Push("ringfence/policy-next", bot, "left over", map[string]string{"y": "1"})
	w.propose("newer")
	if text, _ := w.File("ringfence/policy", ".ringfence/policy.json"); text != "newer" {
		t.Errorf("the policy is %q", text)
	}
	if _, there := w.File("ringfence/policy", "y"); there {
		t.Error("what was left over is in the proposal")
	}
}

// Work of a person on the branch is not overwritten; the mirror is a bot's.
func TestAPersonsCommitsAreLeftAlone(t *testing.T) {
	for who, kind := range map[string]github.Kind{"ann": github.Foreign, bot: ""} {
		w := newFakeHub(t)
		w.propose("new")
		head := w.Push("ringfence/policy", who, "by hand", map[string]string{".ringfence/policy.json": "mine"})
		_, err := w.client().Propose(t.Context(), proposal(w, "newer"))
		if kind == "" {
			if err != nil || w.Head("ringfence/policy") == head {
				t.Errorf("%s: %v", who, err)
			}
			continue
		}
		w.fails(err, kind)
		if w.Head("ringfence/policy") != head {
			t.Error("the branch was overwritten")
		}
	}
}

func TestNothingToPropose(t *testing.T) {
	w := newFakeHub(t)
	out := w.propose("old\n")
	if out.Number != 0 || out.Commit.Done != github.Unchanged || len(w.Pulls()) != 0 || w.Head("ringfence/policy") != "" {
		t.Errorf("%+v", out)
	}
}

func TestAProposalThatMayNotBe(t *testing.T) {
	w := newFakeHub(t)
	_, err := w.as(bot, map[string]string{"contents": "write"}).Propose(t.Context(), proposal(w, "new"))
	if e := w.fails(err, github.Forbidden); e.Needs != "pull_requests=read" {
		t.Errorf("%+v", e)
	}
	w = newFakeHub(t)
	w.ForbidPulls()
	_, err = w.client().Propose(t.Context(), proposal(w, "new"))
	if e := w.fails(err, github.Forbidden); e.Said != "GitHub Actions is not permitted to create or approve pull requests." {
		t.Errorf("%+v", e)
	}
	w = newFakeHub(t)
	w.Before("graphql createCommitOnBranch", func() { w.Push("ringfence/policy", "ann", "first", map[string]string{"x": "1"}) })
	_, err = w.client().Propose(t.Context(), proposal(w, "new"))
	w.fails(err, github.Stale)
	w = newFakeHub(t)
	w.Protect("ringfence/policy", "")
	w.Push("ringfence/policy", bot, "old", map[string]string{".ringfence/policy.json": "older"})
	w.Push("main", "acme", "more", map[string]string{"x": "1"})
	_, err = w.client().Propose(t.Context(), proposal(w, "new"))
	w.fails(err, github.Protected)
}
