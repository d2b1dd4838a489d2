package revision

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// clone makes a repository with git itself, which must be there.
func clone(t *testing.T) (*Repository, func(args ...string) string) {
	t.Helper()
	git, err := exec.LookPath("git")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("no git: %v", err)
	}
	dir := t.TempDir()
	run := func(args ...string) string {
		t.Helper()
		cmd := exec.Command(
			git,
			append([]string{"-c", "user.name=T", "-c", "user.email=t@example.test", "-c", "commit.gpgsign=false"}, args...)...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	run("init", "-q")
	r, err := Find(git, os.Getenv("PATH"), dir)
	if err != nil {
		t.Fatal(err)
	}
	return r, run
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// content is every file below a folder, links as their targets.
func content(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		rel = filepath.ToSlash(rel)
		if d.Type()&fs.ModeSymlink != 0 {
			to, err := os.Readlink(name)
			out[rel] = "-> " + to
			return err
		}
		data, err := os.ReadFile(name)
		out[rel] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestACommitIsReadAndWritten(t *testing.T) {
	r, git := clone(t)
	put(t, r.Top, "a.txt", "one\n")
	put(t, r.Top, "pkg/b/c.txt", "two\n")
	put(t, r.Top, "pkg/b/empty", "")
	git("add", ".")
	git("commit", "-qm", "first")
	first := git("rev-parse", "HEAD")
	put(t, r.Top, "a.txt", "changed\n")
	git("commit", "-qam", "second")

	id, err := r.Commit(t.Context(), "HEAD~1")
	if err != nil || id != first {
		t.Fatalf("%q, %v; want %s", id, err, first)
	}
	tree, err := r.Tree(t.Context(), id, DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a.txt", "pkg/b/c.txt", "pkg/b/empty"}, tree.Names("")); diff != "" {
		t.Error(diff)
	}
	data, err := tree.File(t.Context(), "a.txt", 100)
	if err != nil || string(data) != "one\n" {
		t.Errorf("%q, %v", data, err)
	}
	for _, name := range []string{"none", "pkg", "a.txt/x"} {
		if _, err := tree.File(t.Context(), name, 100); !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, ErrLink) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var large *TooLarge
	if _, err := tree.File(t.Context(), "a.txt", 3); !errors.As(err, &large) {
		t.Errorf("a file past its bound: %v", err)
	}
	dir := t.TempDir()
	skipped, err := tree.Export(t.Context(), "pkg", dir)
	if err != nil || len(skipped) > 0 {
		t.Fatalf("%q, %v", skipped, err)
	}
	if diff := cmp.Diff(map[string]string{"b/c.txt": "two\n", "b/empty": ""}, content(t, dir)); diff != "" {
		t.Error(diff)
	}
	second, err := r.Tree(t.Context(), git("rev-parse", "HEAD"), DefaultLimits())
	if err != nil || !slices.Equal(second.Parents, []string{first}) {
		t.Errorf("parents %q, %v", second.Parents, err)
	}
}

func TestARevisionThatIsNoneIsRefused(t *testing.T) {
	r, git := clone(t)
	put(t, r.Top, "a", "1")
	git("add", ".")
	git("commit", "-qm", "m")
	for _, rev := range []string{"", "--help", "-c", "a\nb", "HEAD~5", strings.Repeat("a", 300)} {
		if id, err := r.Commit(t.Context(), rev); err == nil {
			t.Errorf("%q gives %s", rev, id)
		}
	}
	absent := strings.Repeat("a", 40)
	if _, err := r.Tree(t.Context(), absent, DefaultLimits()); !errors.Is(err, ErrMissing) {
		t.Errorf("a commit the clone does not hold: %v", err)
	}
	blob := git("rev-parse", "HEAD:a")
	if _, err := r.Tree(t.Context(), blob, DefaultLimits()); err == nil || errors.Is(err, ErrMissing) {
		t.Errorf("a file taken for a commit: %v", err)
	}
	if _, err := Find(r.Git, "", "/"); err == nil {
		t.Error("the root of the file system is a clone")
	}
}

// Who can write to .git can put another object under a name, or send readers to
// another one. Git gives that out; it is not believed.
func TestAnObjectIsWhatItsNameSays(t *testing.T) {
	r, git := clone(t)
	put(t, r.Top, "policy.json", "strict\n")
	git("add", ".")
	git("commit", "-qm", "m")
	commit, strict := git("rev-parse", "HEAD"), git("rev-parse", "HEAD:policy.json")
	put(t, r.Top, "other", "lax\n")
	lax := git("hash-object", "-w", "other")

	read := func() (string, error) {
		tree, err := r.Tree(t.Context(), commit, DefaultLimits())
		if err != nil {
			return "", err
		}
		data, err := tree.File(t.Context(), "policy.json", 100)
		return string(data), err
	}
	git("replace", strict, lax)
	if shown := git("cat-file", "-p", strict); shown != "lax" {
		t.Fatalf("the attack does not work on git itself: %q", shown)
	}
	if got, err := read(); got != "strict\n" || err != nil {
		t.Errorf("with a replacement: %q, %v", got, err)
	}
	object := func(id string) string { return filepath.Join(r.Top, ".git", "objects", id[:2], id[2:]) }
	data, err := os.ReadFile(object(lax))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(object(strict), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(object(strict), data, 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := read(); err == nil || got != "" {
		t.Errorf("with another object under its name: %q, %v", got, err)
	}
}

// Nothing that a clone's configuration names is started, and nothing is left
// behind in it.
func TestNothingOfTheCloneRuns(t *testing.T) {
	r, git := clone(t)
	ran := filepath.Join(t.TempDir(), "ran")
	script := filepath.Join(t.TempDir(), "evil")
	if err := os.WriteFile(script, []byte("#!/bin/sh\necho \"$0 $*\" >> '"+ran+"'\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	put(t, r.Top, ".gitattributes", "* filter=evil diff=evil export-subst\nsecret export-ignore\n")
	put(t, r.Top, "a.txt", "one $Format:%H$\n")
	put(t, r.Top, "secret", "kept\n")
	git("add", ".")
	git("commit", "-qm", "m")
	commit := git("rev-parse", "HEAD")
	for _, kv := range [][2]string{
		{"core.fsmonitor", script}, {"core.pager", script}, {"core.sshCommand", script}, {"core.editor", script},
		{"diff.external", script}, {"diff.evil.textconv", script}, {"filter.evil.smudge", script}, {"filter.evil.clean", script},
		{"filter.evil.process", script}, {"filter.evil.required", "true"}, {"credential.helper", script}, {"core.gitProxy", script},
		{"core.alternateRefsCommand", script}, {"alias.cat-file", "!" + script}, {"alias.rev-parse", "!" + script},
		{"core.hooksPath", filepath.Dir(script)}, {"uploadpack.packObjectsHook", script},
		{"remote.origin.url", "ext::" + script}, {"remote.origin.promisor", "true"}, {"protocol.ext.allow", "always"},
		{"extensions.partialClone", "origin"}, {"core.repositoryFormatVersion", "1"}, {"core.worktree", "/"},
	} {
		git("config", kv[0], kv[1])
	}
	tracked := func() map[string]string { return content(t, filepath.Join(r.Top, ".git")) }
	before := tracked()
	id, err := r.Commit(t.Context(), "HEAD")
	if err != nil || id != commit {
		t.Fatalf("%q, %v", id, err)
	}
	tree, err := r.Tree(t.Context(), id, DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := tree.Export(t.Context(), "", dir); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		".gitattributes": "* filter=evil diff=evil export-subst\nsecret export-ignore\n",
		"a.txt":          "one $Format:%H$\n",
		"secret":         "kept\n",
	}
	if diff := cmp.Diff(want, content(t, dir)); diff != "" {
		t.Error(diff)
	}
	// An object that is not there would be fetched in a partial clone.
	if _, err := r.Tree(t.Context(), strings.Repeat("b", 40), DefaultLimits()); !errors.Is(err, ErrMissing) {
		t.Errorf("%v", err)
	}
	if diff := cmp.Diff(before, tracked()); diff != "" {
		t.Errorf("the clone was changed:\n%s", diff)
	}
	if log, err := os.ReadFile(ran); err == nil {
		t.Errorf("it ran: %s", log)
	}
	// The mirror: the same clone in the hands of somebody who asks git for a
	// missing object as it comes.
	cmd := exec.Command(r.Git, "cat-file", "-p", strings.Repeat("b", 40))
	cmd.Dir = r.Top
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull)
	_ = cmd.Run()
	if _, err := os.Stat(ran); err != nil {
		t.Errorf("the attack does not work on git itself: %v", err)
	}
}

// A tree that git would never write, made by hand.
func TestNamesThatLeaveAreNotWritten(t *testing.T) {
	r, git := clone(t)
	put(t, r.Top, "f", "outside\n")
	blob := git("hash-object", "-w", "f")
	outside := t.TempDir()
	link := func(target string) string {
		put(t, r.Top, "link", target)
		return git("hash-object", "-w", "link")
	}
	tree := func(entries ...[3]string) string {
		var b strings.Builder
		for _, e := range entries {
			raw := make([]byte, 20)
			for i := range raw {
				var v byte
				for _, c := range []byte(e[2][2*i : 2*i+2]) {
					v = v<<4 | (c & 0xf) + (c>>6)*9
				}
				raw[i] = v
			}
			b.WriteString(e[0] + " " + e[1] + "\x00" + string(raw))
		}
		put(t, r.Top, "tree", b.String())
		return git("hash-object", "-w", "-t", "tree", "--literally", "tree")
	}
	commit := func(root string) string { return git("commit-tree", "-m", "m", root) }
	deep := tree([3]string{"100644", "f", blob})
	names := tree(
		[3]string{"100644", "../../escaped", blob}, [3]string{"40000", "..", deep}, [3]string{"40000", ".git", deep},
		[3]string{"40000", ".GIT", deep}, [3]string{"100644", `a\b`, blob}, [3]string{"120000", "abs", link(outside)},
		[3]string{"120000", "dir", link("../" + filepath.Base(outside))}, [3]string{"100644", "good", blob},
		[3]string{"120000", "inside", link("good")}, [3]string{"160000", "module", blob},
	)
	read, err := r.Tree(t.Context(), commit(names), DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "in", "here")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	skipped, err := read.Export(t.Context(), "", dir)
	if err != nil {
		t.Fatal(err)
	}
	got := content(t, filepath.Dir(filepath.Dir(dir)))
	if diff := cmp.Diff(map[string]string{"in/here/good": "outside\n", "in/here/inside": "-> good"}, got); diff != "" {
		t.Error(diff)
	}
	if n := len(read.Skipped) + len(skipped); n != 8 {
		t.Errorf("%d entries are said to be left out, want 8: %q %q", n, read.Skipped, skipped)
	}
	twice := tree([3]string{"120000", "x", link("..")}, [3]string{"40000", "x", deep})
	if _, err := r.Tree(t.Context(), commit(twice), DefaultLimits()); err == nil {
		t.Error("a tree with one name twice was read")
	}
	small := DefaultLimits()
	small.Files = 1
	if _, err := r.Tree(t.Context(), commit(names), small); err == nil {
		t.Error("more files than allowed were read")
	}
}
