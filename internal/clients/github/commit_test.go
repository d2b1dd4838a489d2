package github_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/clients/github"
	hub "github.com/ringfence-dev/ringfence/internal/testkit/github"
)

func change(w *fakeHub, branch string, files map[string]string, gone ...string) github.Change {
	ch := github.Change{Branch: branch, Expected: w.Head(branch), Headline: "ringfence: generated files", Gone: gone}
	for path, data := range files {
		ch.Files = append(ch.Files, github.File{Path: path, Data: []byte(data)})
	}
	return ch
}

func TestAChangeIsOneCommit(t *testing.T) {
	w := newFakeHub(t)
	w.Push("main", "acme", "loader", map[string]string{".ringfence/old.js": "x", "src/.ringfence/same": "same"})
	ch := change(
		w,
		"main",
		map[string]string{".ringfence/policy.json": "new\n", "src/.ringfence/a b.js": "\x00\xff", "src/.ringfence/same": "same"},
		".ringfence/old.js",
		".ringfence/never",
	)
	ch.Message = "Made from main."
	got, err := w.client().CreateCommit(t.Context(), ch)
	if err != nil {
		t.Fatal(err)
	}
	want := github.Commit{
		Done:  github.Created,
		SHA:   w.Head("main"),
		Paths: []string{".ringfence/old.js", ".ringfence/policy.json", "src/.ringfence/a b.js"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("commit (-want +got):\n%s", diff)
	}
	const graph = `main
  github-actions[bot]: ringfence: generated files D:.ringfence/old.js M:.ringfence/policy.json A:src/.ringfence/a b.js
  acme: loader A:.ringfence/old.js A:src/.ringfence/same
  acme: start
`
	if diff := cmp.Diff(graph, w.Graph()); diff != "" {
		t.Errorf("graph (-want +got):\n%s", diff)
	}
	if text, _ := w.File("main", "src/.ringfence/a b.js"); text != "\x00\xff" {
		t.Errorf("the file holds %q", text)
	}
}

// Where nothing differs there is no commit, and no run that starts because of
// one.
func TestNothingToChangeIsNoCommit(t *testing.T) {
	w := newFakeHub(t)
	got, err := w.client().CreateCommit(
		t.Context(),
		change(w, "main", map[string]string{".ringfence/policy.json": "old\n"}, ".ringfence/gone"),
	)
	if err != nil || got.Done != github.Unchanged || got.SHA != w.Head("main") || w.asked("graphql") != 0 {
		t.Errorf("%+v, %v", got, err)
	}
}

// The branch moves between our looking and our writing: nothing is written.
func TestTheHeadMoves(t *testing.T) {
	w := newFakeHub(t)
	ch := change(w, "main", map[string]string{".ringfence/policy.json": "new"})
	w.Before("graphql createCommitOnBranch", func() { w.Push("main", "acme", "meanwhile", map[string]string{"x": "1"}) })
	_, err := w.client().CreateCommit(t.Context(), ch)
	w.fails(err, github.Stale)
	if text, _ := w.File("main", ".ringfence/policy.json"); text != "old" {
		t.Errorf("the file holds %q", text)
	}
}

func TestACommitThatMayNotBe(t *testing.T) {
	for name, c := range map[string]struct {
		set   func(*fakeHub)
		token map[string]string
		kind  github.Kind
	}{
		"allowed":   {func(*fakeHub) {}, all, ""},
		"a ruleset": {func(w *fakeHub) { w.Protect("main", "") }, all, github.Protected},
		"a protected branch": {func(w *fakeHub) {
			w.Protect("main", "Protected branch update failed for refs/heads/main.")
		}, all, github.Protected},
		"a token that only reads":  {func(*fakeHub) {}, map[string]string{"contents": "read"}, github.Forbidden},
		"a token for other things": {func(*fakeHub) {}, map[string]string{"issues": "write"}, github.Forbidden},
	} {
		t.Run(name, func(t *testing.T) {
			w := newFakeHub(t)
			c.set(w)
			before := w.Head("main")
			_, err := w.as(bot, c.token).CreateCommit(t.Context(), change(w, "main", map[string]string{".ringfence/policy.json": "new"}))
			if c.kind == "" {
				if err != nil || w.Head("main") == before {
					t.Errorf("%v", err)
				}
				return
			}
			if e := w.fails(err, c.kind); strings.HasPrefix(e.Needs, "contents=") != (c.kind == github.Forbidden) {
				t.Errorf("needs %q", e.Needs)
			}
			if w.Head("main") != before {
				t.Error("a commit was made")
			}
		})
	}
}

// What lies in the place of our files decides whether they are written: a link
// would lead elsewhere.
func TestNothingIsWrittenThroughALink(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"the folder is a link": {".ringfence": hub.Link(".github/workflows")},
		"the file is a link":   {".ringfence/policy.json": hub.Link("../package.json")},
		"the folder is a file": {".ringfence": "x"},
		"a plain folder":       {".ringfence/other": "x"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newFakeHub(t)
			w.Push("hostile", "mallory", "links", files)
			_, err := w.client().CreateCommit(t.Context(), change(w, "hostile", map[string]string{".ringfence/policy.json": "new"}))
			if strings.HasPrefix(name, "a plain") {
				if err != nil {
					t.Error(err)
				}
				return
			}
			w.fails(err, github.Refused)
		})
	}
}

// Refused before anything is sent.
func TestPathsThatAreNotSent(t *testing.T) {
	w := newFakeHub(t)
	for _, path := range []string{".github/workflows/x.yml", ".ringfence/../.github/workflows/x.yml", "src/x.js", ".github/.ringfence/x"} {
		_, err := w.client().CreateCommit(t.Context(), change(w, "main", map[string]string{path: "x"}))
		w.fails(err, github.NotAsked)
		_, err = w.client().CreateCommit(t.Context(), change(w, "main", nil, path))
		w.fails(err, github.NotAsked)
		_, err = w.client().Propose(
			t.Context(),
			github.Proposal{Change: change(w, "main", map[string]string{path: "x"}), Into: "other", Title: "t"},
		)
		w.fails(err, github.NotAsked)
	}
	twice := change(w, "main", map[string]string{".ringfence/x": "x"}, ".ringfence/x")
	_, err := w.client().CreateCommit(t.Context(), twice)
	w.fails(err, github.NotAsked)
	if len(w.Asked()) != 0 {
		t.Errorf("asked %v", w.Asked())
	}
}
