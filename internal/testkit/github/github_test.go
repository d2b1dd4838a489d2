package github

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// errors collects what a test would have failed with.
type errors struct {
	testing.TB
	said []string
}

func (e *errors) Errorf(format string, args ...any) {
	e.said = append(e.said, fmt.Sprintf(format, args...))
}
func (e *errors) Helper() {}

// asked sends one request to a stand-in and gives the status, the answer, and
// what the stand-in objected to.
func asked(t *testing.T, method, path, token, body string, set func(*Hub)) (int, map[string]any, []string) {
	t.Helper()
	h := New(t, "acme/ext", map[string]string{"a": "b"})
	e := &errors{TB: t}
	h.t = e
	if set != nil {
		set(h)
	}
	if token == "" {
		token = h.Token("github-actions[bot]", map[string]string{"contents": "write", "pull_requests": "write", "security_events": "write"})
	}
	req, err := http.NewRequestWithContext(
		t.Context(),
		method,
		h.URL+strings.ReplaceAll(path, "HEAD", h.Head("main")),
		strings.NewReader(strings.ReplaceAll(body, "HEAD", h.Head("main"))),
	)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	_ = json.Unmarshal(text, &out)
	return resp.StatusCode, out, e.said
}

// What GitHub's description does not know fails a test; the mirror of each is
// the request that it knows.
func TestRequestsAreHeldToTheDescription(t *testing.T) {
	const refs, sarifs = "/api/v3/repos/acme/ext/git/refs", "/api/v3/repos/acme/ext/code-scanning/sarifs"
	for _, c := range []struct {
		name, method, path, body string
		status                   int
		fits                     bool
	}{
		{"a ref", "POST", refs, `{"ref":"refs/heads/x","sha":"HEAD"}`, 201, true},
		{"a ref without its commit", "POST", refs, `{"ref":"refs/heads/x"}`, 422, false},
		{"a ref that is a number", "POST", refs, `{"ref":5,"sha":"HEAD"}`, 422, false},
		{"no JSON", "POST", refs, `{`, 422, false},
		{"an upload to nowhere", "POST", sarifs, `{"commit_sha":"HEAD","ref":"main","sarif":"x"}`, 422, false},
		{"an upload of half a commit", "POST", sarifs, `{"commit_sha":"abc","ref":"refs/heads/main","sarif":"x"}`, 422, false},
		{"an upload with more", "POST", sarifs, `{"commit_sha":"HEAD","ref":"refs/heads/main","sarif":"x","more":1}`, 422, false},
		{"an upload", "POST", sarifs, `{"commit_sha":"HEAD","ref":"refs/heads/main","sarif":"x"}`, 400, true},
		{"a pull request that is none", "GET", "/api/v3/repos/acme/ext/pulls/x", "", 422, false},
		{"a pull request that is not there", "GET", "/api/v3/repos/acme/ext/pulls/7", "", 404, true},
		{"a state that is none", "GET", "/api/v3/repos/acme/ext/pulls?state=asleep", "", 422, false},
		{"another operation", "GET", "/api/v3/repos/acme/ext/stargazers", "", 404, false},
		{"no address of the API", "GET", "/repos/acme/ext", "", 404, false},
	} {
		status, _, said := asked(t, c.method, c.path, "", c.body, nil)
		if status != c.status || (len(said) == 0) != c.fits {
			t.Errorf("%s: status %d, %.300q", c.name, status, said)
		}
	}
}

// The same for the answers: one that lacks what GitHub's has is noticed.
func TestAnswersAreHeldToTheDescription(t *testing.T) {
	op, params, ok := find("GET", "/repos/acme/ext/pulls/1")
	if !ok {
		t.Fatal("no such operation")
	}
	req, err := http.NewRequestWithContext(t.Context(), "GET", "http://x/repos/acme/ext/pulls/1", nil)
	if err != nil {
		t.Fatal(err)
	}
	header := http.Header{"Content-Type": {"application/json"}}
	whole, err := complete(op, 200, map[string]any{"number": 1})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		status int
		change func(map[string]any)
		fits   bool
	}{
		"whole":                 {200, func(map[string]any) {}, true},
		"without its head":      {200, func(m map[string]any) { delete(m, "head") }, false},
		"numbered by a text":    {200, func(m map[string]any) { m["number"] = "1" }, false},
		"in a state of its own": {200, func(m map[string]any) { m["state"] = "asleep" }, false},
		"an unknown success":    {299, func(map[string]any) {}, false},
	} {
		body := map[string]any{}
		for k, v := range whole.(map[string]any) {
			body[k] = v
		}
		c.change(body)
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		if err := checkAnswer(req, op, params, c.status, header, text); (err == nil) != c.fits {
			t.Errorf("%s: %.200v", name, err)
		}
	}
}

func TestGraphQLIsHeldToTheSchema(t *testing.T) {
	mutation := func(input string) string {
		return `{"query":"mutation($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } ` +
			`}","variables":{"input":` + input + `}}`
	}
	const branch = `"branch":{"repositoryNameWithOwner":"acme/ext","branchName":"main"}`
	for _, c := range []struct {
		name, body string
		fits       bool
	}{
		{"a commit", mutation(`{` + branch + `,"message":{"headline":"h"},"expectedHeadOid":"HEAD"}`), true},
		{"without the head", mutation(`{` + branch + `,"message":{"headline":"h"}}`), false},
		{"without a headline", mutation(`{` + branch + `,"message":{},"expectedHeadOid":"HEAD"}`), false},
		{"a file without contents",
			mutation(`{` + branch + `,"message":{"headline":"h"},"expectedHeadOid":"HEAD","fileChanges":{"additions":[{"path":"x"}]}}`), false},
		{"more than is known", mutation(`{` + branch + `,"message":{"headline":"h"},"expectedHeadOid":"HEAD","force":true}`), false},
		{"a field that is none", `{"query":"{ repository(owner: \"acme\", name: \"ext\") { nothing } }"}`, false},
	} {
		_, answer, said := asked(t, "POST", "/api/graphql", "", c.body, nil)
		if (len(said) == 0) != c.fits || (answer["errors"] == nil) != c.fits {
			t.Errorf("%s: %v, %.300q", c.name, answer, said)
		}
	}
}

// Every operation asks for its permission: a token that has all others is
// refused and told which.
func TestTokensMayOnlyWhatTheyWereGiven(t *testing.T) {
	names := []string{"contents", "pull_requests", "issues", "security_events"}
	for _, op := range Operations() {
		for _, needed := range op.Needs {
			name, level, _ := strings.Cut(needed, "=")
			if name == "metadata" {
				continue
			}
			with := Token{Permissions: map[string]string{name: level}}
			if !with.may(op.Needs) {
				t.Errorf("%s with %s is refused", op.name(), needed)
			}
			if with = (Token{Permissions: map[string]string{name: "read"}}); with.may(op.Needs) != (level == "read") {
				t.Errorf("%s with %s=read", op.name(), name)
			}
		}
		others := map[string]string{}
		for _, n := range names {
			if !strings.Contains(strings.Join(op.Needs, " "), n) {
				others[n] = "write"
			}
		}
		if !strings.Contains(op.Needs[0], "metadata") && (Token{Permissions: others}).may(op.Needs) {
			t.Errorf("%s with %v is answered", op.name(), others)
		}
		if (Token{}).may(op.Needs) {
			t.Errorf("%s with nothing is answered", op.name())
		}
	}
	if status, answer, _ := asked(
		t,
		"GET",
		"/api/v3/repos/acme/ext",
		"ghs_unknown",
		"",
		nil,
	); status != 401 ||
		answer["message"] != "Bad credentials" {
		t.Errorf("an unknown token: %d, %v", status, answer)
	}
}

// Every operation has somebody who answers it, and a place in the description.
func TestOperations(t *testing.T) {
	all := handlers()
	for _, op := range Operations() {
		if all[op.name()] == nil {
			t.Errorf("nobody answers %s", op.name())
		}
		if _, err := route(op); err != nil {
			t.Error(err)
		}
		delete(all, op.name())
	}
	for name := range all {
		t.Errorf("%s is no operation", name)
	}
}
