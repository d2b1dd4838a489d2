package github

import (
	"encoding/base64"
	"net/http"
	"slices"
	"strings"
	"time"
)

func (c *call) repository() string { return c.params["owner"] + "/" + c.params["repo"] }

// ours reports that the path names the repository itself.
func (c *call) ours() bool { return strings.EqualFold(c.repository(), c.hub.Name) }

// git is the repository that the path names, its own or one beside it.
func (c *call) git() (gitRepo, bool) {
	if c.ours() {
		return c.hub.git, true
	}
	g, ok := c.hub.beside[strings.ToLower(c.repository())]
	return g, ok
}

func notFound() answer { return no(http.StatusNotFound, "Not Found") }

func getRepository(c *call) answer {
	if _, ok := c.git(); !ok {
		return notFound()
	}
	return answer{http.StatusOK, map[string]any{
		"full_name": c.repository(), "name": c.params["repo"], "default_branch": c.hub.Default, "owner": user(c.params["owner"]),
	}}
}

// listActivity returns a branch's record, newest first.
func listActivity(c *call) answer {
	if slices.ContainsFunc(c.hub.hidden, func(r string) bool { return strings.EqualFold(r, c.repository()) }) {
		return notFound()
	}
	ref := c.http.URL.Query().Get("ref")
	list := []map[string]any{}
	for _, a := range slices.Backward(c.hub.pushed) {
		if strings.EqualFold(a.repository, c.repository()) && (ref == "" || a.ref == ref || strings.TrimPrefix(a.ref, "refs/heads/") == ref) {
			list = append(list, map[string]any{
				"id":            a.ID,
				"before":        a.before,
				"after":         a.after,
				"ref":           a.ref,
				"timestamp":     a.at.Format(time.RFC3339),
				"activity_type": a.kind,
				"actor":         user(a.actor),
			})
		}
	}
	return answer{http.StatusOK, paged(c, list)}
}

func getPermission(c *call) answer {
	role, ok := c.hub.people[c.params["username"]]
	if !ok {
		role = "none"
	}
	if strings.HasPrefix(c.params["username"], "nobody") {
		return notFound()
	}
	return answer{http.StatusOK, map[string]any{"permission": role, "role_name": role, "user": nil}}
}

// compare answers base...head; both are commits or branches.
func compare(c *call) answer {
	base, head, ok := strings.Cut(c.params["basehead"], "...")
	g, there := c.git()
	if !there {
		return notFound()
	}
	base, head = g.has(base+"^{commit}"), g.has(head+"^{commit}")
	if !ok || base == "" || head == "" {
		return notFound()
	}
	shared, err := g.try(nil, "", "merge-base", base, head)
	if err != nil {
		return no(http.StatusNotFound, "No common ancestor between "+base+" and "+head+".")
	}
	ahead, behind := g.list(head, base), g.list(base, head)
	status := "diverged"
	switch {
	case base == head:
		status = "identical"
	case len(behind) == 0:
		status = "ahead"
	case len(ahead) == 0:
		status = "behind"
	}
	commits := []any{}
	for _, sha := range ahead {
		commits = append(commits, commitForm(g, sha))
	}
	files := []any{}
	for _, ch := range g.changes(shared, head) {
		word := map[string]string{"A": "added", "M": "modified", "D": "removed"}[ch[0]]
		files = append(files, map[string]any{"filename": ch[1], "status": word, "sha": zero})
	}
	return answer{
		http.StatusOK,
		map[string]any{
			"status":            status,
			"ahead_by":          len(ahead),
			"behind_by":         len(behind),
			"total_commits":     len(ahead),
			"commits":           paged(c, commits),
			"files":             files,
			"base_commit":       commitForm(g, base),
			"merge_base_commit": commitForm(g, shared),
		},
	}
}

// commitForm is a commit as lists show it. An address that belongs to no account
// has none.
func commitForm(g gitRepo, sha string) map[string]any {
	k := g.show(sha)
	var who any
	if login, ok := strings.CutSuffix(k.email, "@users.example"); ok {
		who = form("simple-user", user(login))
	}
	parents := []any{}
	for _, p := range k.parents {
		parents = append(parents, map[string]any{"sha": p})
	}
	person := map[string]any{"name": k.author, "email": k.email, "date": k.date}
	return map[string]any{
		"sha": k.sha, "author": who, "committer": who, "parents": parents,
		"commit": map[string]any{"message": k.message, "author": person, "committer": person, "tree": map[string]any{"sha": k.tree}},
	}
}

func getCommit(c *call) answer {
	g, ok := c.git()
	if !ok {
		return notFound()
	}
	sha := g.has(c.params["commit_sha"] + "^{commit}")
	if sha == "" {
		return notFound()
	}
	k := g.show(sha)
	person := map[string]any{"name": k.author, "email": k.email, "date": k.date}
	return answer{http.StatusOK, map[string]any{
		"sha": sha, "tree": map[string]any{"sha": k.tree}, "message": k.message, "author": person, "committer": person, "parents": []any{},
		"verification": map[string]any{"verified": false, "reason": "unsigned"},
	}}
}

func getTree(c *call) answer {
	g, ok := c.git()
	if !ok {
		return notFound()
	}
	sha := g.has(c.params["tree_sha"] + "^{tree}")
	if sha == "" {
		return notFound()
	}
	entries := []any{}
	for line := range strings.Lines(g.run("-c", "core.quotePath=false", "ls-tree", sha)) {
		meta, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		f := strings.Fields(meta)
		entries = append(entries, map[string]any{"path": name, "mode": f[0], "type": f[1], "sha": f[2]})
	}
	return answer{http.StatusOK, map[string]any{"sha": sha, "tree": entries, "truncated": false}}
}

func getBlob(c *call) answer {
	g, ok := c.git()
	if !ok {
		return notFound()
	}
	data, err := g.try(nil, "", "cat-file", "blob", c.params["file_sha"])
	if err != nil {
		return notFound()
	}
	// try cuts one line end off; the length says whether there was one.
	if size := g.run("cat-file", "-s", c.params["file_sha"]); atoi(size) == len(data)+1 {
		data += "\n"
	}
	text := base64.StdEncoding.EncodeToString([]byte(data))
	var lines strings.Builder
	for len(text) > 60 {
		lines.WriteString(text[:60] + "\n")
		text = text[60:]
	}
	lines.WriteString(text + "\n")
	return answer{
		http.StatusOK,
		map[string]any{"sha": c.params["file_sha"], "size": len(data), "encoding": "base64", "content": lines.String()},
	}
}

func (h *Hub) refForm(branch, sha string) map[string]any {
	return map[string]any{"ref": "refs/heads/" + branch, "object": map[string]any{"sha": sha, "type": "commit"}}
}

func getRef(c *call) answer {
	g, there := c.git()
	branch, ok := strings.CutPrefix(c.params["ref"], "heads/")
	if !ok || !there {
		return notFound()
	}
	sha := g.has("refs/heads/" + branch)
	if sha == "" {
		return notFound()
	}
	return answer{http.StatusOK, c.hub.refForm(branch, sha)}
}

func createRef(c *call) answer {
	var in struct{ Ref, SHA string }
	c.decode(&in)
	branch, ok := strings.CutPrefix(in.Ref, "refs/heads/")
	switch {
	case !ok:
		return no(http.StatusUnprocessableEntity, "Reference name must contain at least three slash-separated components.")
	case c.hub.git.has("refs/heads/"+branch) != "":
		return no(http.StatusUnprocessableEntity, "Reference already exists")
	case c.hub.git.has(in.SHA+"^{commit}") == "":
		return no(http.StatusUnprocessableEntity, "Object does not exist")
	}
	c.hub.point(c.hub.Name, branch, in.SHA, c.token.Login)
	return answer{http.StatusCreated, c.hub.refForm(branch, in.SHA)}
}

func updateRef(c *call) answer {
	var in struct {
		SHA   string
		Force bool
	}
	c.decode(&in)
	branch, _ := strings.CutPrefix(c.params["ref"], "heads/")
	at := c.hub.git.has("refs/heads/" + branch)
	switch {
	case at == "":
		return no(http.StatusUnprocessableEntity, "Reference does not exist")
	case c.hub.rules[branch] != "":
		return no(http.StatusUnprocessableEntity, c.hub.rules[branch])
	case c.hub.git.has(in.SHA+"^{commit}") == "":
		return no(http.StatusUnprocessableEntity, "Object does not exist")
	case !in.Force && !c.hub.git.within(at, in.SHA):
		return no(http.StatusUnprocessableEntity, "Update is not a fast forward")
	}
	c.hub.point(c.hub.Name, branch, in.SHA, c.token.Login)
	return answer{http.StatusOK, c.hub.refForm(branch, in.SHA)}
}

func deleteRef(c *call) answer {
	branch, _ := strings.CutPrefix(c.params["ref"], "heads/")
	if c.hub.git.has("refs/heads/"+branch) == "" {
		return no(http.StatusUnprocessableEntity, "Reference does not exist")
	}
	for _, p := range c.hub.pulls {
		if p.state == "open" && p.headRepo == c.hub.Name && p.headRef == branch {
			p.state = "closed"
		}
	}
	c.hub.git.run("update-ref", "-d", "refs/heads/"+branch)
	return answer{http.StatusNoContent, nil}
}
