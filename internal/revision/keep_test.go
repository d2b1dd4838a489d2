package revision

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// One git answers all reads of a commit while it is kept, and what one read leaves is
// never taken for the answer of the next.
func TestOneGitAnswersWhileItIsKept(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("elsewhere: the git that counts is a shell script")
	}
	r, run := clone(t)
	put(t, r.Top, "a.txt", "one")
	put(t, r.Top, "b.txt", strings.Repeat("long ", 100_000))
	run("add", ".")
	run("commit", "-qm", "x")
	commit := run("rev-parse", "HEAD")
	starts := filepath.Join(t.TempDir(), "starts")
	counting := filepath.Join(t.TempDir(), "git")
	script := "#!/bin/sh\necho x >> '" + starts + "'\nexec '" + r.Git + "' \"$@\"\n"
	if err := os.WriteFile(counting, []byte(script), 0o700); err != nil { //nolint:gosec // it is to be run
		t.Fatal(err)
	}
	r.Git = counting
	tree, err := r.Tree(t.Context(), commit, DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	since := func() int {
		data, err := os.ReadFile(starts)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(data), "x")
	}
	read := func(name, want string) {
		t.Helper()
		if got, err := tree.File(t.Context(), name, 1<<20); err != nil || string(got) != want {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
	}
	before := since()
	done := tree.Keep(t.Context())
	read("a.txt", "one")
	if _, err := tree.File(t.Context(), "none.txt", 10); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	read("a.txt", "one")
	read("b.txt", strings.Repeat("long ", 100_000))
	if n := since() - before; n != 1 {
		t.Errorf("%d gits for the reads of one review", n)
	}
	var large *TooLarge
	if _, err := tree.File(t.Context(), "b.txt", 10); !errors.As(err, &large) {
		t.Error(err)
	}
	read("a.txt", "one")
	done()
	done()
	read("a.txt", "one")

	// One that is ended under us gives an error and no text, and the next call its own.
	ctx, cancel := context.WithCancel(t.Context())
	done = tree.Keep(ctx)
	cancel()
	for range 100 {
		got, err := tree.File(t.Context(), "a.txt", 10)
		if err == nil && string(got) != "one" {
			t.Fatalf("%q", got)
		}
	}
	read("a.txt", "one")
	done()
}
