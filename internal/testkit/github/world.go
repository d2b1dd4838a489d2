package github

import (
	"fmt"
	"strings"
	"time"
)

// activity is one entry of GitHub's record of a branch.
type activity struct {
	ID            int64
	repository    string
	ref           string
	before, after string
	kind          string
	at            time.Time
	actor         string
}

const zero = "0000000000000000000000000000000000000000"

// refOf returns where a branch of a repository lies in the bare one. The branches
// of a fork are elsewhere: forks share objects with what they were forked from,
// and nothing else.
func (h *Hub) refOf(repository, branch string) string {
	if repository == h.Name {
		return "refs/heads/" + branch
	}
	return "refs/forks/" + repository + "/" + branch
}

// split reads a branch as tests write it: "branch", or "owner:branch" for a
// fork's.
func (h *Hub) split(branch string) (repository, name string) {
	owner, rest, fork := strings.Cut(branch, ":")
	if !fork {
		return h.Name, branch
	}
	_, repo, _ := strings.Cut(h.Name, "/")
	return owner + "/" + repo, rest
}

// Push commits files to a branch as an account and gives the commit. A branch
// that is not there begins at the default branch; a fork's is named
// owner:branch. Files named in gone are removed.
func (h *Hub) Push(branch, author, message string, files map[string]string, gone ...string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	repository, name := h.split(branch)
	parent := h.git.has(h.refOf(repository, name))
	if parent == "" {
		parent = h.git.has("refs/heads/" + h.Default)
	}
	texts := map[string]*string{}
	for path, text := range files {
		texts[path] = &text
	}
	for _, path := range gone {
		texts[path] = nil
	}
	tree, parents := "", []string(nil)
	if parent != "" {
		tree, parents = parent+"^{tree}", []string{parent}
	}
	sha := h.git.commit(h.git.tree(tree, texts), author, message, h.tick(), parents...)
	h.point(repository, name, sha, author)
	return sha
}

// Adopt takes commits of a clone on this machine: what base and head name there become
// the default branch, under its name in the clone, and a branch "change".
func (h *Hub) Adopt(clone, base, head string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.git.run("fetch", "-q", "--no-tags", "file://"+clone, "+"+base+":refs/heads/"+base, "+"+head+":refs/heads/change")
	h.git.run("symbolic-ref", "HEAD", "refs/heads/"+base)
	h.Default = base
	owner, _, _ := strings.Cut(h.Name, "/")
	for _, name := range []string{base, "change"} {
		h.moved(h.Name, name, "", h.git.has("refs/heads/"+name), owner)
	}
}

// Point lets a branch point to a commit that exists, as a push by an account
// would, forced or not.
func (h *Hub) Point(branch, sha, by string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	repository, name := h.split(branch)
	h.point(repository, name, sha, by)
}

// point moves a branch, writes it down, and brings pull requests up to date.
func (h *Hub) point(repository, branch, sha, by string) {
	ref := h.refOf(repository, branch)
	before := h.git.has(ref)
	if before == sha {
		return
	}
	h.git.run("update-ref", ref, sha)
	h.moved(repository, branch, before, sha, by)
}

// moved writes down that a branch moved.
func (h *Hub) moved(repository, branch, before, sha, by string) {
	kind := "push"
	switch {
	case before == "":
		before, kind = zero, "branch_creation"
	case !h.git.within(before, sha):
		kind = "force_push"
	}
	h.pushed = append(h.pushed, activity{h.id(), repository, "refs/heads/" + branch, before, sha, kind, h.tick(), by})
	for _, p := range h.pulls {
		if p.state != "open" {
			continue
		}
		if p.headRepo == repository && p.headRef == branch {
			p.head = sha
			h.refresh(p)
		} else if repository == h.Name && p.baseRef == branch {
			p.base = sha
			h.refresh(p)
		}
	}
}

// Pushed takes note of what an account pushed with git itself into Dir, and gives
// the branches that moved.
func (h *Hub) Pushed(by string) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var names []string
	for _, ref := range strings.Fields(h.git.run("for-each-ref", "--format=%(refname)", "refs/heads")) {
		before, sha := "", h.git.has(ref)
		for _, a := range h.pushed {
			if a.repository == h.Name && a.ref == ref {
				before = a.after
			}
		}
		if before != sha {
			name := strings.TrimPrefix(ref, "refs/heads/")
			names = append(names, name)
			h.moved(h.Name, name, before, sha, by)
		}
	}
	return names
}

// refresh computes what depends on the ends of a pull request. One that has no
// commits of its own any more is closed, as GitHub does.
func (h *Hub) refresh(p *pull) {
	h.git.run("update-ref", fmt.Sprintf("refs/pull/%d/head", p.number), p.head)
	if h.git.within(p.head, p.base) {
		p.state = "closed"
		return
	}
	p.merge = h.git.merge(p.base, p.head, h.now)
	if p.merge != "" {
		h.git.run("update-ref", fmt.Sprintf("refs/pull/%d/merge", p.number), p.merge)
	}
}

// Head returns the commit a branch points to; empty: there is none.
func (h *Hub) Head(branch string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.git.has(h.refOf(h.split(branch)))
}

// Ref returns the commit of any ref of the bare repository; empty: none.
func (h *Hub) Ref(name string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.git.has(name)
}

// File returns a file of a revision, and whether it is there.
func (h *Hub) File(rev, path string) (string, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	out, err := h.git.try(nil, "", "cat-file", "blob", rev+":"+path)
	return out, err == nil
}

// Graph writes the branches of the repository down: one line a commit, newest
// first, with its author, its message and what it changes.
func (h *Hub) Graph() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var b strings.Builder
	for _, ref := range strings.Fields(h.git.run("for-each-ref", "--format=%(refname)", "refs/heads")) {
		fmt.Fprintf(&b, "%s\n", strings.TrimPrefix(ref, "refs/heads/"))
		for _, sha := range strings.Fields(h.git.run("rev-list", "--first-parent", ref)) {
			c := h.git.show(sha)
			subject, _, _ := strings.Cut(c.message, "\n")
			fmt.Fprintf(&b, "  %s: %s", c.author, subject)
			if len(c.parents) > 0 {
				for _, ch := range h.git.changes(c.parents[0], sha) {
					fmt.Fprintf(&b, " %s:%s", ch[0], ch[1])
				}
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// Permit returns an account a role in the repository ("write", "read", "admin").
func (h *Hub) Permit(login, permission string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.people[login] = permission
}

// Protect lets the rules of a branch refuse every change that does not come
// through a pull request; the message is what GitHub says then, empty for that
// of a ruleset.
func (h *Hub) Protect(branch, message string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if message == "" {
		message = "Repository rule violations found\n\nChanges must be made through a pull request.\n\n"
	}
	h.rules[branch] = message
}

// ForbidPulls is the setting that lets no workflow open a pull request.
func (h *Hub) ForbidPulls() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.noPulls = true
}

// HideActivity lets nobody read the record of a repository's branches any more.
func (h *Hub) HideActivity(repository string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.hidden = append(h.hidden, repository)
}

// Beside commits files to a branch of another repository, which anybody with a
// token may read, and gives the commit. The default branch is main; what is
// committed to "fork" is on no branch, as a commit of a fork is that GitHub shows
// under the repository's own name.
func (h *Hub) Beside(name, branch string, files map[string]string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	g := h.nextTo(name)
	texts := map[string]*string{}
	for path, text := range files {
		texts[path] = &text
	}
	tree, parents := "", []string(nil)
	if parent := g.has("refs/heads/main"); parent != "" {
		tree, parents = parent+"^{tree}", []string{parent}
	}
	owner, _, _ := strings.Cut(name, "/")
	sha := g.commit(g.tree(tree, texts), owner, "change", h.tick(), parents...)
	if branch != "fork" {
		g.run("update-ref", "refs/heads/"+branch, sha)
	}
	return sha
}

// BesideDir is the bare repository of another one, for git itself.
func (h *Hub) BesideDir(name string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.nextTo(name).dir
}

func (h *Hub) nextTo(name string) gitRepo {
	g, ok := h.beside[strings.ToLower(name)]
	if !ok {
		g = newRepo(h.t)
		h.beside[strings.ToLower(name)] = g
	}
	return g
}
