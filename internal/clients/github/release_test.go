package github_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/clients/github"
)

func TestAttach(t *testing.T) {
	w := newFakeHub(t)
	w.Release("v1.0.0", false)
	w.Attach("v1.0.0", "there.vsix", "old", true)
	w.Attach("v1.0.0", "broken.vsix", "ol", false)
	c := w.client()
	r, err := c.Release(t.Context(), "v1.0.0")
	if err != nil || len(r.Assets) != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
	for _, a := range []struct {
		attach github.Attach
		done   github.Done
		kind   github.Kind
	}{
		{github.Attach{Name: "new.vsix", Data: []byte("new"), Type: "application/zip"}, github.Created, ""},
		{github.Attach{Name: "there.vsix", Data: []byte("new")}, "", github.Exists},
		{github.Attach{Name: "there.vsix", Data: []byte("new"), Replace: true}, github.Updated, ""},
		{github.Attach{Name: "broken.vsix", Data: []byte("new")}, github.Updated, ""},
		{github.Attach{Name: "a b.vsix", Data: []byte("new")}, "", github.NotAsked},
		{github.Attach{Name: ".vsix", Data: []byte("new")}, "", github.NotAsked},
		{github.Attach{Name: "../x", Data: []byte("new")}, "", github.NotAsked},
		{github.Attach{Name: "empty.txt"}, "", github.NotAsked},
	} {
		done, err := c.AttachTo(t.Context(), r, a.attach)
		if done != a.done || github.KindOf(err) != a.kind {
			t.Errorf("%s: %s, %v", a.attach.Name, done, err)
		}
	}
	want := map[string]string{"new.vsix": "new", "there.vsix": "new", "broken.vsix": "new"}
	if diff := cmp.Diff(want, w.Assets("v1.0.0")); diff != "" {
		t.Errorf("assets (-want +got):\n%s", diff)
	}
}

// The same name is taken between our looking and our writing.
func TestAttachComesSecond(t *testing.T) {
	w := newFakeHub(t)
	w.Release("v1", false)
	r, err := w.client().Release(t.Context(), "v1")
	if err != nil {
		t.Fatal(err)
	}
	w.Attach("v1", "x.vsix", "theirs", true)
	_, err = w.client().AttachTo(t.Context(), r, github.Attach{Name: "x.vsix", Data: []byte("ours")})
	w.fails(err, github.Exists)
	if w.Assets("v1")["x.vsix"] != "theirs" {
		t.Error("it was replaced")
	}
}

func TestReleases(t *testing.T) {
	w := newFakeHub(t)
	w.Release("v1", false)
	w.Release("release/v2", true)
	for tag, kind := range map[string]github.Kind{"v1": "", "release/v2": "", "v3": github.NotFound, "..": github.NotAsked} {
		r, err := w.client().Release(t.Context(), tag)
		if github.KindOf(err) != kind || kind == "" && r.Tag != tag {
			t.Errorf("%s: %+v, %v", tag, r, err)
		}
	}
	_, err := w.as(bot, map[string]string{"contents": "read"}).Release(t.Context(), "release/v2")
	w.fails(err, github.NotFound)
	r, err := w.as(bot, map[string]string{"contents": "read"}).Release(t.Context(), "v1")
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.as(bot, map[string]string{"contents": "read"}).AttachTo(t.Context(), r, github.Attach{Name: "x.txt", Data: []byte("x")})
	if e := w.fails(err, github.Forbidden); e.Needs != "contents=write" {
		t.Errorf("%+v", e)
	}
}
