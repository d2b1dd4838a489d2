package github_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/clients/github"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	hub "github.com/ringfence-dev/ringfence/internal/testkit/github"
	"github.com/ringfence-dev/ringfence/internal/testkit/service"
)

// A limit that ends soon is waited for, with writes as well: GitHub says that
// it did nothing. One that does not is an error that says how long it lasts.
func TestLimits(t *testing.T) {
	for name, c := range map[string]struct {
		limit hub.Limit
		kind  github.Kind
		slept []time.Duration
		after time.Duration
	}{
		"secondary, a minute": {hub.Limit{Times: 1, Lasts: time.Minute, Secondary: true}, "", []time.Duration{time.Minute}, 0},
		"secondary, an hour":  {hub.Limit{Times: 1, Lasts: time.Hour, Secondary: true}, github.Limited, nil, time.Hour},
		"secondary, again and again": {hub.Limit{Times: 99, Lasts: time.Second, Secondary: true}, github.Limited,
			[]time.Duration{time.Second, time.Second}, time.Second},
		"primary, half a minute": {hub.Limit{Times: 1, Lasts: 30 * time.Second}, "", []time.Duration{31 * time.Second}, 0},
		"primary, half an hour":  {hub.Limit{Times: 1, Lasts: 30 * time.Minute}, github.Limited, nil, 30*time.Minute + time.Second},
		"primary, and again after that": {hub.Limit{Times: 2, Lasts: 10 * time.Second}, github.Limited, []time.Duration{11 * time.Second},
			11 * time.Second},
		"only for something else": {hub.Limit{Times: 1, Lasts: time.Hour, Operation: "POST …/git/refs"}, "", nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			w, n := pulled(t)
			w.Limit(c.limit)
			_, err := w.client().Comment(t.Context(), n, marker, marker)
			if github.KindOf(err) != c.kind {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.slept, w.slept); diff != "" {
				t.Errorf("waits (-want +got):\n%s", diff)
			}
			if c.kind != "" {
				if e := w.fails(err, c.kind); e.After != c.after {
					t.Errorf("after %s, want %s", e.After, c.after)
				}
			}
			if (len(w.Comments()) == 1) != (c.kind == "") {
				t.Errorf("%d comments", len(w.Comments()))
			}
		})
	}
}

func TestNoToken(t *testing.T) {
	w := newFakeHub(t)
	for token, kind := range map[string]github.Kind{"": github.NotAsked, "ghs_unknown": github.Unauthorized} {
		c, err := github.New(github.Config{API: w.API, GraphQL: w.GraphQL, Repository: w.Name, Token: token, Web: service.Web()})
		if err != nil {
			t.Fatal(err)
		}
		w.token = "ghs_unknown"
		_, _, err = c.Default(t.Context())
		w.fails(err, kind)
	}
}

func TestNew(t *testing.T) {
	good := github.Config{
		API:        "https://api.github.com",
		GraphQL:    "https://api.github.com/graphql",
		Repository: "a/b",
		Token:      "x",
		Web:        service.Web(),
	}
	if _, err := github.New(good); err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]func(*github.Config){
		"no address":            func(c *github.Config) { c.API = "" },
		"a plain address":       func(c *github.Config) { c.API = "http://git.example.com/api/v3" },
		"a plain GraphQL":       func(c *github.Config) { c.GraphQL = "http://git.example.com/api/graphql" },
		"no repository":         func(c *github.Config) { c.Repository = "a" },
		"a way out":             func(c *github.Config) { c.Repository = "../.." },
		"three parts":           func(c *github.Config) { c.Repository = "a/b/c" },
		"a header in the token": func(c *github.Config) { c.Token = "x\r\nX-Evil: 1" },
	} {
		c := good
		f(&c)
		if _, err := github.New(c); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

// Whatever GitHub, or something in its place, answers, there is an error and no
// panic, and the token is in none, even when the answer repeats it.
func TestHostileAnswers(t *testing.T) {
	const token = "ghs_secretsecret"
	deep := strings.Repeat(`{"a":`, 100_000)
	for _, status := range []int{200, 202, 204, 302, 401, 403, 404, 409, 422, 500} {
		for _, body := range []string{"", "null", "[]", "{}", "[null]", `"x"`, "<html>", deep,
			`{"message":"` + token + `\u001b[31m\n::error::x","errors":[{"message":"` + token + `"}]}`,
			`{"data":{"repository":null}}`, `{"data":null,"errors":[{"type":"` + token + `","message":"` + token + `"}]}`,
			`{"data":{"createCommitOnBranch":{"commit":{"oid":"x"}}}}`,
			`{"sha":"../../x","tree":{"sha":"../../y"},"object":{"sha":"x"},"number":-1,"id":-5}`} {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if got := r.Header.Get("Authorization"); got != "Bearer "+token {
					t.Errorf("authorization %q", got)
				}
				w.Header().Set("Link", `<https://evil.example/next>; rel="next"`)
				w.Header().Set("Location", "https://evil.example/")
				w.Header().Set("X-Accepted-Github-Permissions", "a="+token)
				w.WriteHeader(status)
				fmt.Fprint(w, body)
			}))
			c, err := github.New(
				github.Config{API: server.URL, GraphQL: server.URL + "/graphql", Repository: "a/b", Token: token, Web: service.Web()},
			)
			if err != nil {
				t.Fatal(err)
			}
			for what, err := range everything(t.Context(), c) {
				if err == nil {
					// An empty list or an accepted comment is an answer too.
					if status < 300 && (what == "comment" || what == "attach" || what == "agreements" || what == "pushers") {
						continue
					}
					t.Errorf("%s takes status %d with %.40q", what, status, body)
					continue
				}
				if strings.Contains(err.Error(), token) || strings.ContainsAny(err.Error(), "\n\x1b") || strings.Contains(err.Error(), "127.0.0.1") {
					t.Errorf("%s says %q", what, err)
				}
			}
			server.Close()
		}
	}
}

// A list that goes on elsewhere is not followed there with the token.
func TestTheTokenStaysHere(t *testing.T) {
	elsewhere := 0
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		elsewhere++
		fmt.Fprint(w, "[]")
	}))
	defer other.Close()
	next := ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.URL.RawQuery, "page=2") {
			w.Header().Set("Link", "<"+next+`/repos/a/b/pulls/1/reviews?page=2>; rel="next"`)
		}
		fmt.Fprint(w, "[]")
	}))
	defer server.Close()
	c, err := github.New(github.Config{API: server.URL, GraphQL: server.URL + "/graphql", Repository: "a/b", Token: "t", Web: service.Web()})
	if err != nil {
		t.Fatal(err)
	}
	for address, kind := range map[string]github.Kind{server.URL: "", other.URL: github.NotAsked} {
		next = address
		_, err := c.Agreements(t.Context(), github.Pull{Number: 1}, func(string) bool { return false }, nil)
		if github.KindOf(err) != kind {
			t.Errorf("%v", err)
		}
	}
	if elsewhere != 0 {
		t.Errorf("%d requests went elsewhere", elsewhere)
	}
}

// everything asks everything.
func everything(ctx context.Context, c *github.Client) map[string]error {
	sha := strings.Repeat("a", 40)
	out := map[string]error{}
	_, out["pull"] = c.Pull(ctx, 1)
	_, _, out["pushers"] = c.Pushers(ctx, github.Pull{Number: 1, HeadRepository: "a/b", HeadRef: "x"})
	_, out["agreements"] = c.Agreements(
		ctx,
		github.Pull{Number: 1, HeadRepository: "a/b", HeadRef: "x", Labels: []string{"l"}},
		func(string) bool { return true },
		nil,
	)
	_, out["confirmations"] = c.Confirmations(ctx, 1, sha, "ringfence")
	_, out["comment"] = c.Comment(ctx, 1, marker, marker)
	ch := github.Change{Branch: "x", Expected: sha, Headline: "h", Files: []github.File{{Path: ".ringfence/x", Data: []byte("x")}}}
	_, out["commit"] = c.CreateCommit(ctx, ch)
	_, out["propose"] = c.Propose(ctx, github.Proposal{Change: ch, Into: "main", Title: "t"})
	_, out["read"] = c.Read(ctx, sha, "a/b", 10)
	_, out["merge base"] = c.MergeBase(ctx, sha, sha)
	_, _, out["default"] = c.Default(ctx)
	_, out["on default"] = c.OnDefault(ctx, sha)
	_, out["release"] = c.Release(ctx, "v1")
	_, out["attach"] = c.AttachTo(ctx, github.Release{ID: 1}, github.Attach{Name: "xyz", Data: []byte("x")})
	out["sarif"] = c.UploadSARIF(ctx, github.Scan{SARIF: []byte("{}"), Commit: sha, Ref: "refs/heads/x", Polls: 2}).Err
	return out
}

// What is answered has to be what was asked for, where its name tells: another
// commit, another folder or another file is none.
func TestAnotherObjectThanTheOneAskedFor(t *testing.T) {
	commit, folder, blob := strings.Repeat("a", 40), strings.Repeat("b", 40), "587be6b4c3f93f93c489c0111bba5596147a26cb" // "x\n"
	good := map[string]string{
		"/commits/" + commit: `{"sha":"` + commit + `","tree":{"sha":"` + folder + `"}}`,
		"/trees/" + folder:   `{"sha":"` + folder + `","tree":[{"path":"x","mode":"100644","type":"blob","sha":"` + blob + `"}]}`,
		"/blobs/" + blob:     `{"sha":"` + blob + `","size":2,"encoding":"base64","content":"eAo=\n"}`,
	}
	for path, c := range map[string]struct{ from, to string }{
		"":                   {},
		"/commits/" + commit: {commit, strings.Repeat("c", 40)},
		"/trees/" + folder:   {`"sha":"` + folder, `"sha":"` + commit},
		"/blobs/" + blob:     {"eAo=", "eQo="},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			for at, text := range good {
				if strings.HasSuffix(r.URL.Path, at) {
					if at == path {
						text = strings.Replace(text, c.from, c.to, 1)
					}
					fmt.Fprint(w, text)
				}
			}
		}))
		client, err := github.New(
			github.Config{API: server.URL, GraphQL: server.URL + "/graphql", Repository: "a/b", Token: "t", Web: service.Web()},
		)
		if err != nil {
			t.Fatal(err)
		}
		got, err := client.Read(t.Context(), commit, "x", 10)
		if path == "" && (err != nil || string(got) != "x\n") || path != "" && github.KindOf(err) != github.Unreadable {
			t.Errorf("%s: %q, %v", path, got, err)
		}
		server.Close()
	}
}

func TestReading(t *testing.T) {
	w := newFakeHub(t)
	data := strings.Repeat("0123456789", 30) + "\n"
	base := w.Head("main")
	head := w.Push("side", "ann", "files", map[string]string{"a/b/c.txt": data, "link": hub.Link("a/b/c.txt"), "empty": ""})
	w.Push("main", "acme", "more", map[string]string{"x": "1"})
	c := w.as(bot, map[string]string{"contents": "read"})
	for path, want := range map[string]github.Kind{"a/b/c.txt": "", "a/b": github.Refused, "link": github.Refused, "link/x": github.Refused,
		"nothing": github.NotFound, "a/nothing/c": github.NotFound} {
		got, err := c.Read(t.Context(), head, path, 1000)
		if github.KindOf(err) != want || want == "" && string(got) != data {
			t.Errorf("%s: %q, %v", path, got, err)
		}
	}
	if _, err := c.Read(t.Context(), head, "a/b/c.txt", 300); github.KindOf(err) != github.Refused {
		t.Errorf("a file over the bound: %v", err)
	}
	if got, err := c.MergeBase(t.Context(), w.Head("main"), head); got != base || err != nil {
		t.Errorf("merge base %s, %v", got, err)
	}
	branch, sha, err := c.Default(t.Context())
	if branch != "main" || sha != w.Head("main") || err != nil {
		t.Errorf("default branch %s at %s, %v", branch, sha, err)
	}
	for commit, want := range map[string]bool{base: true, sha: true, head: false} {
		if got, err := c.OnDefault(t.Context(), commit); got != want || err != nil {
			t.Errorf("%s on the default branch: %t, %v", commit, got, err)
		}
	}
	c, err = github.New(github.Config{API: w.API, GraphQL: w.GraphQL, Repository: w.Name, Token: "x", Web: &web.Client{Offline: true}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Pull(t.Context(), 1)
	w.fails(err, github.NotAsked)
}
