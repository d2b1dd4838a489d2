package github_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/clients/github"
	hub "github.com/ringfence-dev/ringfence/internal/testkit/github"
)

func ours(label string) bool { return strings.HasPrefix(label, "ringfence-") }

// agreed reads the agreements of a pull request as it is now.
func (w *fakeHub) agreed(n int, event *github.Labeled) []github.Agreement {
	w.t.Helper()
	c := w.as(bot, map[string]string{"pull_requests": "read", "contents": "read"})
	p, err := c.Pull(w.t.Context(), n)
	if err != nil {
		w.t.Fatal(err)
	}
	list, err := c.Agreements(w.t.Context(), p, ours, event)
	if err != nil {
		w.t.Fatal(err)
	}
	return list
}

func (w *fakeHub) wants(n int, event *github.Labeled, want ...github.Agreement) {
	w.t.Helper()
	if diff := cmp.Diff(want, w.agreed(n, event)); diff != "" {
		w.t.Errorf("agreements (-want +got):\n%s", diff)
	}
}

// A review counts for the commit it was given for, whoever gave it; who may not
// write, who is a robot and who meant another commit are told apart.
func TestReviews(t *testing.T) {
	w, n := pulled(t)
	old := w.Head("change")
	w.Permit("bea", "write")
	w.Permit("cy", "admin")
	w.Permit("dan", "read")
	w.Review(n, "cy", "APPROVED")
	head := w.Push("change", "ann", "more", map[string]string{"x.js": "2"})
	w.Review(n, "bea", "APPROVED")
	w.Review(n, "dan", "APPROVED")
	w.Review(n, "eve", "APPROVED")
	w.Review(n, "nobody", "APPROVED")
	w.Review(n, "ann", "APPROVED")
	w.Review(n, "helpful[bot]", "APPROVED")
	by := func(who, at string, writes, robot bool) github.Agreement {
		return github.Agreement{Means: github.ByReview, By: who, ID: hub.ID(who), Head: at, Writes: writes, Robot: robot}
	}
	w.wants(n, nil, by("ann", head, true, false), by("bea", head, true, false), by("cy", old, true, false), by("dan", head, false, false),
		by("eve", head, false, false), by("helpful[bot]", head, false, true), by("nobody", head, false, false))
}

// Only the last word of an account counts; a remark takes nothing back.
func TestAReviewIsTakenBack(t *testing.T) {
	for last, want := range map[string]int{"COMMENTED": 1, "CHANGES_REQUESTED": 0, "DISMISSED": 0, "APPROVED": 1} {
		w, n := pulled(t)
		w.Permit("bea", "write")
		w.Review(n, "bea", "APPROVED")
		w.Review(n, "bea", last)
		if got := w.agreed(n, nil); len(got) != want {
			t.Errorf("%s: %+v", last, got)
		}
	}
}

// A label counts for the head it was put on, by GitHub's record of pushes.
func TestLabels(t *testing.T) {
	const label = "ringfence-widening"
	at := func(head string) github.Agreement {
		return github.Agreement{Means: github.ByLabel, Label: label, By: "bea", ID: hub.ID("bea"), Writes: true, Head: head}
	}
	w, n := pulled(t)
	w.Permit("bea", "write")
	head := w.Head("change")
	w.Label(n, "bug", "bea")
	w.wants(n, nil)
	w.Label(n, label, "bea")
	w.wants(n, nil, at(head))

	// The push after it takes it away from the head: nobody has read that.
	next := w.Push("change", "ann", "more", map[string]string{"x.js": "2"})
	w.wants(n, nil, at(""))
	// The event of a run that is about the label still says which head it meant.
	w.wants(n, &github.Labeled{Label: label, By: "bea", Head: head}, at(head))
	w.wants(n, &github.Labeled{Label: label, By: "mallory", Head: next}, at(""))
	w.wants(n, &github.Labeled{Label: "ringfence-other", By: "bea", Head: next}, at(""))

	// Taken away and put on again it counts for the new one.
	w.Unlabel(n, label, "bea")
	w.wants(n, nil)
	w.wants(n, &github.Labeled{Label: label, By: "bea", Head: next})
	w.Label(n, label, "bea")
	w.wants(n, nil, at(next))
}

// The author goes back to a commit that was labelled, or hides a new one behind
// an old date: what counts is when GitHub got it.
func TestDatesInCommitsDoNotCount(t *testing.T) {
	const label = "ringfence-widening"
	w, n := pulled(t)
	w.Permit("bea", "write")
	first := w.Head("change")
	// hidden exists before the label, on a branch of its own.
	hidden := w.Push("aside", "ann", "hidden", map[string]string{"x.js": "evil"})
	w.Wait(time.Hour)
	w.Label(n, label, "bea")
	w.Point("change", hidden, "ann")
	if got := w.agreed(n, nil); len(got) != 1 || got[0].Head != "" {
		t.Errorf("a commit that was there before the label: %+v", got)
	}
	w.Point("change", first, "ann")
	if got := w.agreed(n, nil); len(got) != 1 || got[0].Head != "" {
		t.Errorf("back at the labelled commit by a later push: %+v", got)
	}
}

// The label is put on after a push that this run has not seen.
func TestALabelForALaterHead(t *testing.T) {
	w, n := pulled(t)
	w.Permit("bea", "write")
	c := w.client()
	seen, err := c.Pull(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	seen.Labels = []string{"ringfence-widening"}
	w.Push("change", "ann", "more", map[string]string{"x.js": "2"})
	w.Label(n, "ringfence-widening", "bea")
	list, err := c.Agreements(t.Context(), seen, ours, nil)
	if err != nil || len(list) != 1 || list[0].Head != "" {
		t.Errorf("%+v, %v", list, err)
	}
}

// A bot is no person, nor is an app that acts with a person's word.
func TestALabelOfAProgram(t *testing.T) {
	w, n := pulled(t)
	w.Permit("bea", "write")
	w.Label(n, "ringfence-widening", "triage[bot]")
	if got := w.agreed(n, nil); len(got) != 1 || !got[0].Robot || got[0].Writes {
		t.Errorf("a bot: %+v", got)
	}
	w.LabelThroughApp(n, "ringfence-widening", "bea")
	if got := w.agreed(n, nil); len(got) != 1 || !got[0].Robot || got[0].By != "bea" {
		t.Errorf("an app: %+v", got)
	}
}

// A fork's branch has a record of its own; when it cannot be read, no label
// counts but that of the event.
func TestLabelsOfAFork(t *testing.T) {
	w := newFakeHub(t)
	w.Permit("bea", "write")
	head := w.Push("fred:change", "fred", "from a fork", map[string]string{"x.js": "1"})
	n := w.Open("fred:change", "fred", "A change")
	w.Label(n, "ringfence-widening", "bea")
	want := github.Agreement{Means: github.ByLabel, Label: "ringfence-widening", By: "bea", ID: hub.ID("bea"), Writes: true, Head: head}
	w.wants(n, nil, want)
	w.HideActivity("fred/ext")
	w.wants(n, &github.Labeled{Label: "ringfence-widening", By: "bea", Head: head}, want)
	want.Head = ""
	w.wants(n, nil, want)
}

func TestAgreementsThatMayNotBeRead(t *testing.T) {
	w, n := pulled(t)
	c := w.as(bot, map[string]string{"contents": "read"})
	_, err := c.Pull(t.Context(), n)
	if e := w.fails(err, github.Forbidden); e.Needs != "pull_requests=read" {
		t.Errorf("%+v", e)
	}
	_, err = c.Agreements(t.Context(), github.Pull{Number: n, Labels: []string{"ringfence-x"}}, ours, nil)
	w.fails(err, github.Forbidden)
}

// Who has a part in the commits is named, by the commits and by the pushes.
func TestPushers(t *testing.T) {
	w, n := pulled(t)
	w.Push("change", "bea", "more", map[string]string{"x.js": "2"})
	w.Point("change", w.Push("aside", "ann", "even more", map[string]string{"y.js": "2"}), "mallory")
	c := w.client()
	p, err := c.Pull(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	names, complete, err := c.Pushers(t.Context(), p)
	if diff := cmp.Diff(
		[]github.Account{{"ann", hub.ID("ann")}, {"bea", hub.ID("bea")}, {"mallory", hub.ID("mallory")}},
		names,
	); diff != "" || !complete ||
		err != nil {
		t.Errorf("complete %t, %v (-want +got):\n%s", complete, err, diff)
	}
	w.HideActivity("acme/ext")
	if names, complete, err = c.Pushers(t.Context(), p); len(names) != 1 || !complete || err != nil {
		t.Errorf("without the record: %v, %t, %v", names, complete, err)
	}
}
