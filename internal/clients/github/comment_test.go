package github_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/clients/github"
	hub "github.com/ringfence-dev/ringfence/internal/testkit/github"
)

const marker = "<!-- ringfence 0123 -->"

// pulled is a world with a pull request.
func pulled(t *testing.T) (*fakeHub, int) {
	t.Helper()
	w := newFakeHub(t)
	w.Permit("ann", "write")
	w.Push("change", "ann", "a change", map[string]string{"x.js": "1"})
	return w, w.Open("change", "ann", "A change")
}

func TestOneCommentIsKept(t *testing.T) {
	w, n := pulled(t)
	c := w.client()
	for i, step := range []struct {
		body string
		want github.Done
	}{
		{"one", github.Created}, {"one", github.Unchanged}, {"two\nlines", github.Updated}, {"two\r\nlines\n", github.Unchanged},
	} {
		done, err := c.Comment(t.Context(), n, marker, marker+"\n"+step.body)
		if err != nil || done != step.want {
			t.Errorf("step %d: %s, %v", i, done, err)
		}
	}
	if diff := cmp.Diff([]hub.Comment{{Pull: n, Author: bot, Body: marker + "\ntwo\nlines"}}, w.Comments()); diff != "" {
		t.Errorf("comments (-want +got):\n%s", diff)
	}
}

// A stranger's comment with the marker is not ours, though the token could
// change it; nor is one of ours that only quotes the marker.
func TestAStrangersCommentIsLeftAlone(t *testing.T) {
	w, n := pulled(t)
	w.Comment(n, "mallory", marker+"\nall is well")
	w.Comment(n, "other[bot]", marker+"\nall is well")
	w.Comment(n, bot, "see "+marker)
	for i := range 120 {
		w.Comment(n, "ann", fmt.Sprintf("talk %d", i))
	}
	before := w.Comments()
	if done, err := w.client().Comment(t.Context(), n, marker, marker+"\nreject"); err != nil || done != github.Created {
		t.Fatalf("%s, %v", done, err)
	}
	if done, err := w.as(bot, all).Comment(t.Context(), n, marker, marker+"\nreject!"); err != nil || done != github.Updated {
		t.Fatalf("the second page: %s, %v", done, err)
	}
	want := append(before, hub.Comment{Pull: n, Author: bot, Body: marker + "\nreject!"})
	if diff := cmp.Diff(want, w.Comments()); diff != "" {
		t.Errorf("comments (-want +got):\n%s", diff)
	}
}

func TestACommentThatMayNotBe(t *testing.T) {
	w, n := pulled(t)
	_, err := w.as(bot, map[string]string{"contents": "read"}).Comment(t.Context(), n, marker, marker)
	w.fails(err, github.Forbidden)
	_, err = w.as(bot, map[string]string{"pull_requests": "read"}).Comment(t.Context(), n, marker, marker)
	if e := w.fails(
		err,
		github.Forbidden,
	); e.Needs != "issues=write; pull_requests=write" ||
		e.Said != "Resource not accessible by integration" {
		t.Errorf("%+v", e)
	}
	_, err = w.client().Comment(t.Context(), n+1, marker, marker)
	w.fails(err, github.NotFound)
	asked := len(w.Asked())
	for _, body := range []string{"no marker", marker + strings.Repeat("ü", 65_536)} {
		_, err = w.client().Comment(t.Context(), n, marker, body)
		w.fails(err, github.NotAsked)
	}
	if len(w.Asked()) != asked || len(w.Comments()) != 0 {
		t.Error("what is refused here was sent")
	}
	if _, err = w.client().Comment(t.Context(), n, marker, marker+strings.Repeat("ü", 65_536-len(marker))); err != nil {
		t.Errorf("the longest text: %v", err)
	}
}
