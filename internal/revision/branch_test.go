package revision

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The branch that changes go into is the remote's, then the user's, then the one
// that is checked out; a pull request's branch is taken only when nothing else says.
func TestDefaultBranch(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("no git")
	}
	home := t.TempDir()
	config := filepath.Join(home, "config")
	if err := os.WriteFile(config, []byte("[user]\nname = a\nemail = a@users.example\n[init]\ndefaultBranch = trunk\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	env := []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "GIT_CONFIG_GLOBAL=" + config, "GIT_CONFIG_NOSYSTEM=1"}
	do := func(dir string, args ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), git, args...)
		cmd.Dir, cmd.Env = dir, env
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	for name, c := range map[string]struct {
		steps        [][]string
		branch, from string
	}{
		"a clone": {[][]string{{"update-ref", "refs/remotes/origin/master", "HEAD"},
			{"symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/master"}}, "master", "origin/HEAD"},
		"a name with a slash": {[][]string{{"symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/release/1.x"}},
			"release/1.x", "origin/HEAD"},
		"a link to something else": {[][]string{{"symbolic-ref", "refs/remotes/origin/HEAD", "refs/heads/topic"}}, "topic",
			"what is checked out"},
		"no remote":                  {nil, "topic", "what is checked out"},
		"the user's, which is there": {[][]string{{"branch", "trunk"}}, "trunk", "git's init.defaultBranch"},
		"the clone's own setting is not": {[][]string{{"config", "init.defaultBranch", "evil"}, {"branch", "evil"}}, "topic",
			"what is checked out"},
		"main, and another is checked out": {[][]string{{"branch", "main"}}, "main", "the branch of that name"},
		"master of the remote": {[][]string{{"update-ref", "refs/remotes/origin/master", "HEAD"}}, "master",
			"the branch of that name"},
		"both":             {[][]string{{"branch", "main"}, {"branch", "master"}}, "topic", "what is checked out"},
		"no branch at all": {[][]string{{"checkout", "-q", "--detach"}}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			do(dir, "init", "-q", "-b", "topic")
			do(dir, "commit", "-q", "--allow-empty", "-m", "x")
			for _, s := range c.steps {
				do(dir, s...)
			}
			r, err := Find(git, os.Getenv("PATH"), dir)
			if err != nil {
				t.Fatal(err)
			}
			if branch, from := r.DefaultBranch(t.Context(), env); branch != c.branch || from != c.from {
				t.Errorf("%q from %q, want %q from %q", branch, from, c.branch, c.from)
			}
		})
	}
}
