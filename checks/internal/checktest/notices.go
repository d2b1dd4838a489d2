package checktest

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Notices shows what Family is for: a check that was left out, a page or fixture that
// went missing, and a check that says nothing any more are all noticed.
func Notices(t *testing.T, list func() []check.Check) {
	if testing.Short() {
		t.Skip("short: tries each mistake on a copy of the folder; the tests that see them stay")
	}
	whole := func(t *testing.T) string {
		dir := filepath.Join(t.TempDir(), "family")
		if err := os.CopyFS(dir, os.DirFS(".")); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	notices := func(t *testing.T, problems []string, word string) {
		t.Helper()
		if !slices.ContainsFunc(problems, func(p string) bool { return strings.Contains(p, word) }) {
			t.Errorf("nobody noticed; the problems are %q", problems)
		}
	}
	remove := func(t *testing.T, path string) {
		t.Helper()
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("nothing where all is well", func(t *testing.T) {
		if got := incomplete(t, whole(t), list()); got != nil {
			t.Errorf("%q", got)
		}
	})
	for i, c := range list() {
		t.Run("left out "+c.Name, func(t *testing.T) {
			notices(t, incomplete(t, ".", slices.Delete(list(), i, i+1)), c.Name)
		})
		t.Run("silenced "+c.Name, func(t *testing.T) {
			c.Run = silent
			notices(t, badFixture(t, c, filepath.Join("testdata", c.Name, "bad")), "no finding matches")
		})
	}
	c := list()[0]
	t.Run("a page missing", func(t *testing.T) {
		dir := whole(t)
		remove(t, filepath.Join(dir, c.Name+".md"))
		notices(t, incomplete(t, dir, list()), "pages against the list")
	})
	for _, part := range []string{"", "bad", "ok"} {
		t.Run("a fixture missing "+part, func(t *testing.T) {
			dir := whole(t)
			remove(t, filepath.Join(dir, "testdata", c.Name, part))
			notices(t, incomplete(t, dir, list()), c.Name+" has no fixture")
		})
	}
	t.Run("a list out of order", func(t *testing.T) {
		wrong := list()
		slices.Reverse(wrong)
		notices(t, incomplete(t, ".", wrong), "not sorted")
	})
	t.Run("a check without needs", func(t *testing.T) {
		wrong := list()
		wrong[0].Needs = nil
		notices(t, incomplete(t, ".", wrong), "a field is missing")
	})
	t.Run("a fixture whose example went", func(t *testing.T) {
		dir := whole(t)
		remove(t, filepath.Join(dir, "testdata", c.Name, "ok"))
		notices(t, badPage(t, dir, c), "is not a line of the fixture ok")
	})
	t.Run("a fixture that wants what is not there", func(t *testing.T) {
		dir := whole(t)
		bad := filepath.Join(dir, "testdata", c.Name, "bad")
		if err := os.CopyFS(filepath.Join(dir, "twin", "ok"), os.DirFS(bad)); err != nil {
			t.Fatal(err)
		}
		notices(t, badFixture(t, c, filepath.Join(dir, "twin", "ok")), "lines want a finding")
	})
}

func silent(context.Context, check.Input) []finding.Finding { return nil }
