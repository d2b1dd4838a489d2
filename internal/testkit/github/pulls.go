package github

import (
	"net/http"
	"slices"
	"strings"
	"time"
)

// pull is a pull request.
type pull struct {
	number                     int
	author, title, body, state string
	headRepo, headRef, head    string
	baseRef, base, merge       string
	draft                      bool
	labels                     []string
	reviews                    []map[string]any
	timeline                   []any
}

// Pull is what a test sees of a pull request.
type Pull struct {
	Number                      int
	Author, Title, Body, State  string
	HeadRef, Head, BaseRef      string
	Base, Merge, HeadRepository string
	Draft                       bool
	Labels                      []string
}

// Pulls lists the pull requests, oldest first.
func (h *Hub) Pulls() []Pull {
	h.mu.Lock()
	defer h.mu.Unlock()
	var out []Pull
	for _, p := range h.pulls {
		out = append(
			out,
			Pull{
				p.number,
				p.author,
				p.title,
				p.body,
				p.state,
				p.headRef,
				p.head,
				p.baseRef,
				p.base,
				p.merge,
				p.headRepo,
				p.draft,
				slices.Clone(p.labels),
			},
		)
	}
	return out
}

// Open opens a pull request from a branch ("branch" or a fork's "owner:branch")
// into the default branch and gives its number.
func (h *Hub) Open(branch, author, title string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	repository, name := h.split(branch)
	return h.open(repository, name, h.Default, author, title).number
}

func (h *Hub) open(repository, branch, base, author, title string) *pull {
	p := &pull{
		number: int(
			h.id(),
		),
		author:   author,
		title:    title,
		state:    "open",
		headRepo: repository,
		headRef:  branch,
		head:     h.git.has(h.refOf(repository, branch)),
		baseRef:  base,
		base:     h.git.has("refs/heads/" + base),
	}
	h.tick()
	h.pulls = append(h.pulls, p)
	h.refresh(p)
	return p
}

// pull finds a pull request by the path.
func (c *call) pull() *pull {
	name := c.params["pull_number"] + c.params["issue_number"]
	for _, p := range c.hub.pulls {
		if p.number == atoi(name) && c.ours() {
			return p
		}
	}
	return nil
}

func (h *Hub) find(number int) *pull {
	for _, p := range h.pulls {
		if p.number == number {
			return p
		}
	}
	h.t.Errorf("there is no pull request %d", number)
	return &pull{}
}

// Label puts a label on a pull request as an account; Unlabel takes it away.
func (h *Hub) Label(number int, label, by string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.find(number)
	if !slices.Contains(p.labels, label) {
		p.labels = append(p.labels, label)
	}
	h.labeled(p, "labeled", label, by, nil)
}

// LabelThroughApp is an app that puts a label on with an account's word.
func (h *Hub) LabelThroughApp(number int, label, by string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.find(number)
	if !slices.Contains(p.labels, label) {
		p.labels = append(p.labels, label)
	}
	h.labeled(p, "labeled", label, by, form("nullable-integration", map[string]any{"id": 7, "name": "triage"}))
}

// Unlabel takes a label away as an account.
func (h *Hub) Unlabel(number int, label, by string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.find(number)
	p.labels = slices.DeleteFunc(p.labels, func(l string) bool { return l == label })
	h.labeled(p, "unlabeled", label, by, nil)
}

func (h *Hub) labeled(p *pull, event, label, by string, app any) {
	p.timeline = append(p.timeline, form("labeled-issue-event", map[string]any{
		"id": h.id(), "event": event, "label": map[string]any{"name": label, "color": "ededed"}, "actor": form("simple-user", user(by)),
		"created_at": h.tick().Format(time.RFC3339), "performed_via_github_app": app,
	}))
}

// Review reviews a pull request as an account: "APPROVED", "CHANGES_REQUESTED",
// "COMMENTED" or "DISMISSED". It is given for the head of the moment.
func (h *Hub) Review(number int, by, state string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.find(number)
	p.reviews = append(p.reviews, map[string]any{
		"id":                 h.id(),
		"user":               user(by),
		"state":              state,
		"commit_id":          p.head,
		"body":               "",
		"submitted_at":       h.tick().Format(time.RFC3339),
		"author_association": "NONE",
	})
}

// form is a pull request as the API shows it.
func (h *Hub) pullForm(p *pull) map[string]any {
	labels := []any{}
	for _, l := range p.labels {
		labels = append(labels, map[string]any{"name": l, "id": number(l)})
	}
	side := func(repository, ref, sha string) map[string]any {
		owner, name, _ := strings.Cut(repository, "/")
		return map[string]any{
			"ref": ref, "sha": sha, "label": owner + ":" + ref, "user": user(owner),
			"repo": map[string]any{"full_name": repository, "name": name, "owner": user(owner), "default_branch": h.Default},
		}
	}
	return map[string]any{
		"number":             p.number,
		"id":                 p.number,
		"title":              p.title,
		"body":               p.body,
		"state":              p.state,
		"draft":              p.draft,
		"user":               user(p.author),
		"labels":             labels,
		"head":               side(p.headRepo, p.headRef, p.head),
		"base":               side(h.Name, p.baseRef, p.base),
		"merge_commit_sha":   p.merge,
		"commits":            len(h.git.list(p.head, p.base)),
		"author_association": "NONE",
	}
}

func getPull(c *call) answer {
	p := c.pull()
	if p == nil {
		return notFound()
	}
	return answer{http.StatusOK, c.hub.pullForm(p)}
}

func listPulls(c *call) answer {
	q := c.http.URL.Query()
	list := []any{}
	for _, p := range slices.Backward(c.hub.pulls) {
		owner, _, _ := strings.Cut(p.headRepo, "/")
		if state := q.Get("state"); state != "all" && p.state != strings.ToLower(state) && (state != "" || p.state != "open") {
			continue
		}
		if q.Get("head") != "" && q.Get("head") != owner+":"+p.headRef || q.Get("base") != "" && q.Get("base") != p.baseRef {
			continue
		}
		list = append(list, c.hub.pullForm(p))
	}
	return answer{http.StatusOK, paged(c, list)}
}

// invalid is GitHub's refusal of fields.
func invalid(resource, field, code, message string) answer {
	return answer{http.StatusUnprocessableEntity, map[string]any{
		"message": "Validation Failed", "documentation_url": "https://docs.github.com/rest",
		"errors": []any{map[string]any{"resource": resource, "field": field, "code": code, "message": message}},
	}}
}

func createPull(c *call) answer {
	var in struct {
		Title, Body, Head, Base string
		Draft                   bool
	}
	c.decode(&in)
	repository, branch := c.hub.split(in.Head)
	owner, _, _ := strings.Cut(repository, "/")
	head, base := c.hub.git.has(c.hub.refOf(repository, branch)), c.hub.git.has("refs/heads/"+in.Base)
	switch {
	case c.hub.noPulls && strings.HasSuffix(c.token.Login, "[bot]"):
		return no(http.StatusForbidden, "GitHub Actions is not permitted to create or approve pull requests.")
	case head == "":
		return invalid("PullRequest", "head", "invalid", "")
	case base == "":
		return invalid("PullRequest", "base", "invalid", "")
	case c.hub.git.within(head, base):
		return invalid("PullRequest", "", "custom", "No commits between "+in.Base+" and "+branch)
	}
	for _, p := range c.hub.pulls {
		if p.state == "open" && p.headRepo == repository && p.headRef == branch && p.baseRef == in.Base {
			return invalid("PullRequest", "", "custom", "A pull request already exists for "+owner+":"+branch+".")
		}
	}
	p := c.hub.open(repository, branch, in.Base, c.token.Login, in.Title)
	p.body, p.draft = in.Body, in.Draft
	return answer{http.StatusCreated, c.hub.pullForm(p)}
}

func updatePull(c *call) answer {
	var in struct{ Title, Body, State *string }
	c.decode(&in)
	p := c.pull()
	if p == nil {
		return notFound()
	}
	for to, from := range map[*string]*string{&p.title: in.Title, &p.body: in.Body, &p.state: in.State} {
		if from != nil {
			*to = *from
		}
	}
	return answer{http.StatusOK, c.hub.pullForm(p)}
}

func listPullCommits(c *call) answer {
	p := c.pull()
	if p == nil {
		return notFound()
	}
	list := []any{}
	for _, sha := range c.hub.git.list(p.head, p.base) {
		list = append(list, commitForm(c.hub.git, sha))
	}
	return answer{http.StatusOK, paged(c, list[:min(len(list), 250)])}
}

func listReviews(c *call) answer {
	p := c.pull()
	if p == nil {
		return notFound()
	}
	return answer{http.StatusOK, paged(c, p.reviews)}
}

func listTimeline(c *call) answer {
	p := c.pull()
	if p == nil {
		return notFound()
	}
	return answer{http.StatusOK, paged(c, p.timeline)}
}
