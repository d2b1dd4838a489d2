// Package github is a stand-in for GitHub, for tests of those who ask it: a
// bare git repository, pull requests with their labels, reviews and comments,
// code scanning, releases, and tokens that may only what they were given. It
// keeps state, so that what one request changes the next one sees, and it can
// refuse, be busy, and move on in the middle of things as GitHub does.
//
// It is held to GitHub's own words: every request and every answer of the REST
// API is checked against GitHub's OpenAPI description, every GraphQL document
// against its schema, both cut down by the command in cut and otherwise as
// published. What does not fit fails the test, whoever is wrong. Where the
// descriptions are silent, on messages and orders, the stand-in does what is
// known of GitHub; it proves nothing about that.
package github

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Hub is a running stand-in with one repository and its forks.
type Hub struct {
	// URL is where it listens. API and GraphQL are what a run would be told; their
	// form is that of a GitHub Enterprise Server.
	URL, API, GraphQL string
	// Name is the repository, owner/name; Default its default branch.
	Name, Default string
	// Dir is the bare repository, with the commits of the forks as well.
	Dir string

	t  testing.TB
	mu sync.Mutex
	// everything below is guarded by mu
	git      gitRepo
	beside   map[string]gitRepo
	now      time.Time
	tokens   map[string]Token
	people   map[string]string
	pulls    []*pull
	pushed   []activity
	comments []*comment
	releases []*release
	uploads  []*upload
	limits   []Limit
	rules    map[string]string
	hooks    map[string][]func()
	scanning Scanning
	noPulls  bool
	hidden   []string
	runs     []*workflowRun
	lastID   int64
	asked    []string
	answered map[string]int
}

// Token is who asks and what for: permissions by name ("contents") with "read"
// or "write". A login that ends with [bot] is an app's.
type Token struct {
	Login       string
	Permissions map[string]string
}

// New starts a stand-in for owner/name, whose default branch main has one
// commit with these files.
func New(t testing.TB, name string, files map[string]string) *Hub {
	t.Helper()
	h := &Hub{
		t:        t,
		Name:     name,
		Default:  "main",
		now:      time.Date(2027, 1, 2, 3, 0, 0, 0, time.UTC),
		tokens:   map[string]Token{},
		people:   map[string]string{},
		rules:    map[string]string{},
		hooks:    map[string][]func(){},
		answered: map[string]int{},
		beside:   map[string]gitRepo{},
	}
	h.git = newRepo(t)
	h.Dir = h.git.dir
	owner, _, _ := strings.Cut(name, "/")
	h.people[owner] = "admin"
	h.Push(h.Default, owner, "start", files)
	if _, err := described(); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	h.URL, h.API, h.GraphQL = server.URL, server.URL+"/api/v3", server.URL+"/api/graphql"
	return h
}

// Token makes a token for an account that has these permissions ("contents",
// "write", …).
func (h *Hub) Token(login string, permissions map[string]string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	token := fmt.Sprintf("ghs_t0ken%dof%s", len(h.tokens)+1, strings.NewReplacer("[", "", "]", "", "-", "").Replace(login))
	h.tokens[token] = Token{login, permissions}
	return token
}

// Asked lists the requests so far: method, path and who asked.
func (h *Hub) Asked() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.asked)
}

// Answers counts the answers by operation and status ("POST …/sarifs 202").
func (h *Hub) Answers() map[string]int {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := map[string]int{}
	for k, v := range h.answered {
		out[k] = v
	}
	return out
}

// Before runs f once, just before the next request of an operation is carried
// out ("POST …/git/refs", "graphql createCommitOnBranch"): the world moves on.
// f may call the Hub's methods.
func (h *Hub) Before(operation string, f func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.hooks[operation] = append(h.hooks[operation], f)
}

// tick moves the clock of the stand-in on and gives the time.
func (h *Hub) tick() time.Time {
	h.now = h.now.Add(time.Second)
	return h.now
}

// Wait lets time pass.
func (h *Hub) Wait(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = h.now.Add(d)
}

// Now is the time of the stand-in.
func (h *Hub) Now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

func (h *Hub) id() int64 {
	h.lastID++
	return h.lastID
}

// call is one request that is being answered.
type call struct {
	hub    *Hub
	http   *http.Request
	params map[string]string
	body   []byte
	token  Token
	header http.Header
}

// decode reads the request's body, which fits the description already.
func (c *call) decode(into any) {
	if err := json.Unmarshal(c.body, into); err != nil {
		c.hub.t.Errorf("the body of %s %s: %v", c.http.Method, c.http.URL.Path, err)
	}
}

// ServeHTTP answers one request.
func (h *Hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/api/graphql" {
		h.serveGraph(w, r)
		return
	}
	path, uploads := strings.CutPrefix(r.URL.EscapedPath(), "/api/uploads")
	if !uploads {
		var ok bool
		if path, ok = strings.CutPrefix(r.URL.EscapedPath(), "/api/v3"); !ok {
			h.t.Errorf("%s %s is no address of the API", r.Method, r.URL.Path)
			http.NotFound(w, r)
			return
		}
	}
	op, params, ok := find(r.Method, path)
	if !ok || uploads != op.sends() {
		h.t.Errorf("%s %s is no operation that the stand-in knows", r.Method, r.URL.Path)
		http.NotFound(w, r)
		return
	}
	h.serve(w, r, op, params)
}
