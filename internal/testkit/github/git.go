package github

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// gitRepo is a bare repository, worked on with git's own commands.
type gitRepo struct {
	t   testing.TB
	dir string
}

func newRepo(t testing.TB) gitRepo {
	t.Helper()
	g := gitRepo{t, filepath.Join(t.TempDir(), "hub.git")}
	if out, err := exec.Command("git", "init", "-q", "--bare", "-b", "main", g.dir).CombinedOutput(); err != nil {
		t.Fatalf("making a bare repository: %v: %s", err, out)
	}
	return g
}

// try runs git without anybody's configuration.
func (g gitRepo) try(env []string, stdin string, args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"--git-dir", g.dir}, args...)...)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + g.dir, "GIT_CONFIG_NOSYSTEM=1", "LC_ALL=C"}, env...)
	cmd.Stdin = strings.NewReader(stdin)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", strings.Join(args, " "), err, stderr.String())
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}

func (g gitRepo) run(args ...string) string {
	out, err := g.try(nil, "", args...)
	if err != nil {
		g.t.Errorf("the stand-in's repository: %v", err)
	}
	return out
}

// has returns the name of an object that is there; empty: it is not.
func (g gitRepo) has(rev string) string {
	out, err := g.try(nil, "", "rev-parse", "--verify", "--quiet", rev)
	if err != nil {
		return ""
	}
	return out
}

// linkMark makes a file's text the target of a symbolic link.
const linkMark = "\x00link:"

// Link is the text of a file that is a symbolic link.
func Link(target string) string { return linkMark + target }

// tree makes a tree from another one and files; a nil text removes one.
func (g gitRepo) tree(from string, files map[string]*string) string {
	index := []string{"GIT_INDEX_FILE=" + filepath.Join(g.dir, "index.tmp")}
	defer func() { _ = os.Remove(filepath.Join(g.dir, "index.tmp")) }()
	read := []string{"read-tree", "--empty"}
	if from != "" {
		read = []string{"read-tree", from}
	}
	if _, err := g.try(index, "", read...); err != nil {
		g.t.Errorf("%v", err)
	}
	var lines strings.Builder
	for _, path := range sortedKeys(files) {
		text := files[path]
		if text == nil {
			fmt.Fprintf(&lines, "0 %s\t%s\n", strings.Repeat("0", 40), path)
			continue
		}
		mode := "100644"
		data, isLink := strings.CutPrefix(*text, linkMark)
		if isLink {
			mode = "120000"
		}
		blob, err := g.try(nil, data, "hash-object", "-w", "--stdin")
		if err != nil {
			g.t.Errorf("%v", err)
		}
		fmt.Fprintf(&lines, "%s %s\t%s\n", mode, blob, path)
	}
	if _, err := g.try(index, lines.String(), "update-index", "--add", "--replace", "--index-info"); err != nil {
		g.t.Errorf("%v", err)
	}
	out, err := g.try(index, "", "write-tree")
	if err != nil {
		g.t.Errorf("%v", err)
	}
	return out
}

// address is the e-mail address of an account, by which commits are told to be
// theirs.
func address(login string) string { return login + "@users.example" }

func (g gitRepo) commit(tree, author, message string, at time.Time, parents ...string) string {
	args := []string{"commit-tree", tree, "-F", "-"}
	for _, p := range parents {
		args = append(args, "-p", p)
	}
	when := at.Format(time.RFC3339)
	out, err := g.try([]string{
		"GIT_AUTHOR_NAME=" + author, "GIT_AUTHOR_EMAIL=" + address(author), "GIT_AUTHOR_DATE=" + when,
		"GIT_COMMITTER_NAME=" + author, "GIT_COMMITTER_EMAIL=" + address(author), "GIT_COMMITTER_DATE=" + when,
	}, message, args...)
	if err != nil {
		g.t.Errorf("%v", err)
	}
	return out
}

// merge merges two commits; empty: they cannot be.
func (g gitRepo) merge(base, head string, at time.Time) string {
	tree, err := g.try(nil, "", "merge-tree", "--write-tree", base, head)
	if err != nil {
		return ""
	}
	return g.commit(strings.Fields(tree)[0], "web-flow", "Merge "+head+" into "+base, at, base, head)
}

// within reports that one commit is an ancestor of another, or the same.
func (g gitRepo) within(older, newer string) bool {
	_, err := g.try(nil, "", "merge-base", "--is-ancestor", older, newer)
	return err == nil
}

// gitCommit is what is read of a commit.
type gitCommit struct {
	sha, tree, author, email, date, message string
	parents                                 []string
}

func (g gitRepo) show(sha string) gitCommit {
	text := g.run("log", "-1", "--format=%H%x00%T%x00%P%x00%an%x00%ae%x00%aI%x00%B", sha)
	f := strings.SplitN(text, "\x00", 7)
	if len(f) != 7 {
		return gitCommit{sha: sha}
	}
	return gitCommit{
		sha:     f[0],
		tree:    f[1],
		parents: strings.Fields(f[2]),
		author:  f[3],
		email:   f[4],
		date:    f[5],
		message: strings.TrimRight(f[6], "\n"),
	}
}

// list returns the commits that from has and without has not, oldest first.
func (g gitRepo) list(from, without string) []string {
	return strings.Fields(g.run("rev-list", "--reverse", "--topo-order", from, "^"+without))
}

// changes returns the files that differ between two commits, with git's letter.
func (g gitRepo) changes(a, b string) [][2]string {
	var out [][2]string
	for line := range strings.Lines(g.run("-c", "core.quotePath=false", "diff-tree", "-r", "--no-renames", "--name-status", a, b)) {
		if status, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t"); ok {
			out = append(out, [2]string{status, name})
		}
	}
	return out
}
