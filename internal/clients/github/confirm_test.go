package github_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/clients/github"
	hub "github.com/ringfence-dev/ringfence/internal/testkit/github"
)

// An approval of our environment in a run of this head is somebody's word, also
// the author's; every other is nobody's. An environment that asks nobody leaves no
// record.
func TestConfirmations(t *testing.T) {
	actions := map[string]string{"actions": "read", "contents": "read"}
	by := func(who string, writes, robot bool) github.Agreement {
		return github.Agreement{Means: github.ByEnvironment, By: who, ID: hub.ID(who), Writes: writes, Robot: robot}
	}
	for name, c := range map[string]struct {
		approve func(w *fakeHub, run int64)
		want    []github.Agreement
	}{
		"nobody": {func(*fakeHub, int64) {}, nil},
		"the author": {func(w *fakeHub, run int64) {
			w.Approve(run, "ann", "ringfence", "approved")
		}, []github.Agreement{by("ann", true, false)}},
		"whatever its case": {func(w *fakeHub, run int64) {
			w.Approve(run, "ann", "Ringfence", "approved")
		}, []github.Agreement{by("ann", true, false)}},
		"who may only read": {func(w *fakeHub, run int64) {
			w.Approve(run, "dan", "ringfence", "approved")
		}, []github.Agreement{by("dan", false, false)}},
		"an app": {func(w *fakeHub, run int64) {
			w.Approve(run, "deploys[bot]", "ringfence", "approved")
		}, []github.Agreement{by("deploys[bot]", false, true)}},
		"another environment": {func(w *fakeHub, run int64) { w.Approve(run, "ann", "production", "approved") }, nil},
		"one that is pending": {func(w *fakeHub, run int64) { w.Approve(run, "ann", "ringfence", "pending") }, nil},
		"one that was rejected": {func(w *fakeHub, run int64) {
			w.Approve(run, "ann", "ringfence", "approved")
			w.Approve(run, "bea", "ringfence", "rejected")
		}, nil},
		"rejected elsewhere": {func(w *fakeHub, run int64) {
			w.Approve(run, "ann", "ringfence", "approved")
			w.Approve(run, "bea", "production", "rejected")
		}, []github.Agreement{by("ann", true, false)}},
	} {
		w, n := pulled(t)
		w.Permit("ann", "admin")
		w.Permit("bea", "write")
		w.Permit("dan", "read")
		run := w.Start(t, hub.Event{Name: "pull_request", Action: "labeled", Actor: "ann", Pull: n})
		head := w.Head("change")
		c.approve(w, run.ID)
		for i := range c.want {
			c.want[i].Head = head
		}
		got, err := w.as(bot, actions).Confirmations(t.Context(), run.ID, head, "ringfence")
		if diff := cmp.Diff(append([]github.Agreement{}, c.want...), got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
}

// The run has to be this pull request's at this head, and the token has to be
// allowed to ask.
func TestAConfirmationIsOfThisRun(t *testing.T) {
	actions := map[string]string{"actions": "read", "contents": "read"}
	w, n := pulled(t)
	w.Permit("ann", "admin")
	old := w.Start(t, hub.Event{Name: "pull_request", Action: "opened", Actor: "ann", Pull: n})
	w.Approve(old.ID, "ann", "ringfence", "approved")
	head := w.Push("change", "ann", "more", map[string]string{"x.js": "2"})
	_, err := w.as(bot, actions).Confirmations(t.Context(), old.ID, head, "ringfence")
	w.fails(err, github.Refused)
	push := w.Start(t, hub.Event{Name: "push", Actor: "ann"})
	w.Approve(push.ID, "ann", "ringfence", "approved")
	_, err = w.as(bot, actions).Confirmations(t.Context(), push.ID, push.SHA, "ringfence")
	w.fails(err, github.Refused)
	_, err = w.as(bot, actions).Confirmations(t.Context(), 7, head, "ringfence")
	w.fails(err, github.NotFound)
	_, err = w.as(bot, actions).Confirmations(t.Context(), 0, head, "ringfence")
	w.fails(err, github.NotAsked)
	_, err = w.as(bot, map[string]string{"contents": "read"}).Confirmations(t.Context(), old.ID, strings.Repeat("a", 40), "ringfence")
	if e := w.fails(err, github.Forbidden); e.Needs != "actions=read" {
		t.Errorf("it needs %q", e.Needs)
	}
}
