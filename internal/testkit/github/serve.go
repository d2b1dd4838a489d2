package github

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// answer is what is said to a request.
type answer struct {
	status int
	body   any
}

// no is a refusal in GitHub's form.
func no(status int, message string) answer {
	return answer{
		status,
		map[string]any{"message": message, "documentation_url": "https://docs.github.com/rest", "status": strconv.Itoa(status)},
	}
}

// handlers are the operations by Operation.name.
func handlers() map[string]func(*call) answer {
	return map[string]func(*call) answer{
		"GET …/actions/runs/{run_id}":           getRun,
		"GET …/actions/runs/{run_id}/approvals": listApprovals,
		"GET …":          getRepository,
		"GET …/activity": listActivity,
		"GET …/collaborators/{username}/permission": getPermission,
		"GET …/compare/{basehead}":                  compare,
		"GET …/git/ref/{ref}":                       getRef,
		"POST …/git/refs":                           createRef,
		"PATCH …/git/refs/{ref}":                    updateRef,
		"DELETE …/git/refs/{ref}":                   deleteRef,
		"GET …/git/commits/{commit_sha}":            getCommit,
		"GET …/git/trees/{tree_sha}":                getTree,
		"GET …/git/blobs/{file_sha}":                getBlob,
		"GET …/pulls":                               listPulls,
		"POST …/pulls":                              createPull,
		"GET …/pulls/{pull_number}":                 getPull,
		"PATCH …/pulls/{pull_number}":               updatePull,
		"GET …/pulls/{pull_number}/commits":         listPullCommits,
		"GET …/pulls/{pull_number}/reviews":         listReviews,
		"GET …/issues/{issue_number}/timeline":      listTimeline,
		"POST …/issues/{issue_number}/comments":     createComment,
		"PATCH …/issues/comments/{comment_id}":      updateComment,
		"POST …/code-scanning/sarifs":               uploadSARIF,
		"GET …/code-scanning/sarifs/{sarif_id}":     getSARIF,
		"GET …/releases":                            listReleases,
		"GET …/releases/tags/{tag}":                 getRelease,
		"GET …/releases/{release_id}/assets":        listAssets,
		"POST …/releases/{release_id}/assets":       uploadAsset,
		"DELETE …/releases/assets/{asset_id}":       deleteAsset,
	}
}

// name is the operation in short: the repository's path is three dots.
func (o Operation) name() string { return o.Method + " …" + strings.TrimPrefix(o.Path, repo) }

// sends reports the operation that has an address of its own.
func (o Operation) sends() bool { return o.Method == "POST" && strings.HasSuffix(o.Path, "/assets") }

// find looks an operation up by the path of a request.
func find(method, path string) (Operation, map[string]string, bool) {
	for _, op := range Operations() {
		if params, ok := match(op.Path, path); ok && op.Method == method {
			return op, params, true
		}
	}
	return Operation{}, nil, false
}

// match compares a path with an operation's. Names of branches and tags have as
// many segments as they like.
func match(pattern, path string) (map[string]string, bool) {
	params := map[string]string{}
	want, have := strings.Split(pattern, "/"), strings.Split(path, "/")
	for i, w := range want {
		if i >= len(have) {
			return nil, false
		}
		h := have[i]
		if w == "{ref}" || w == "{tag}" {
			h, have = strings.Join(have[i:], "/"), have[:i+1]
		}
		text, err := url.PathUnescape(h)
		switch {
		case err != nil:
			return nil, false
		case strings.HasPrefix(w, "{") && text != "":
			params[strings.Trim(w, "{}")] = text
		case w != text:
			return nil, false
		}
	}
	return params, len(want) == len(have)
}

func (h *Hub) serve(w http.ResponseWriter, r *http.Request, op Operation, params map[string]string) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		h.t.Errorf("reading a request: %v", err)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	h.mu.Lock()
	defer h.mu.Unlock()
	c := &call{hub: h, http: r, params: params, body: body, header: http.Header{}}
	a, refused := h.admit(c, op.name(), op.Needs, r.Header)
	if !refused {
		if err := checkRequest(r, op, params); err != nil {
			h.t.Errorf("%s does not fit GitHub's description: %v", op.name(), err)
			a = no(http.StatusUnprocessableEntity, "Invalid request.")
		} else {
			h.happen(op.name())
			a = handlers()[op.name()](c)
		}
	}
	text := []byte{}
	if a.body != nil {
		filled, err := complete(op, a.status, a.body)
		if err != nil {
			h.t.Errorf("%s answers %d with what is no answer: %v", op.name(), a.status, err)
		}
		if text, err = json.Marshal(filled); err != nil {
			h.t.Errorf("%s: %v", op.name(), err)
		}
		c.header.Set("Content-Type", "application/json; charset=utf-8")
	}
	if err := checkAnswer(r, op, params, a.status, c.header, text); err != nil {
		h.t.Errorf("the stand-in's %d for %s does not fit GitHub's description: %v", a.status, op.name(), err)
	}
	h.answered[fmt.Sprintf("%s %d", op.name(), a.status)]++
	for name, values := range c.header {
		w.Header()[name] = values
	}
	w.WriteHeader(a.status)
	_, _ = w.Write(text)
}

// admit looks at the token and at what is programmed to go wrong. The refusal,
// if there is one, is in the first result.
func (h *Hub) admit(c *call, name string, needs []string, header http.Header) (answer, bool) {
	token, bearer := strings.CutPrefix(header.Get("Authorization"), "Bearer ")
	who, known := h.tokens[token]
	h.asked = append(h.asked, fmt.Sprintf("%s %s %s", c.http.Method, c.http.URL.RequestURI(), who.Login))
	c.token = who
	c.header.Set("X-Ratelimit-Remaining", "4999")
	c.header.Set("X-Ratelimit-Limit", "5000")
	c.header.Set("X-Ratelimit-Reset", strconv.FormatInt(h.now.Add(time.Hour).Unix(), 10))
	if !bearer || !known {
		return no(http.StatusUnauthorized, "Bad credentials"), true
	}
	if l, ok := h.limited(name); ok {
		return l.answer(c), true
	}
	if len(needs) > 0 && !who.may(needs) {
		c.header.Set("X-Accepted-Github-Permissions", strings.Join(needs, "; "))
		return no(http.StatusForbidden, "Resource not accessible by integration"), true
	}
	return answer{}, false
}

// may reports that a token has all permissions of one of the entries.
func (t Token) may(needs []string) bool {
	for _, entry := range needs {
		ok := true
		for _, one := range strings.Split(entry, ",") {
			name, level, _ := strings.Cut(strings.TrimSpace(one), "=")
			have := t.Permissions[name]
			// Whoever has any permission may read what a repository is.
			ok = ok && (have == "write" || have == level && level == "read" || name == "metadata" && len(t.Permissions) > 0)
		}
		if ok {
			return true
		}
	}
	return false
}

// happen runs what was planned for an operation. The lock is given up for it.
func (h *Hub) happen(name string) {
	planned := h.hooks[name]
	if len(planned) == 0 {
		return
	}
	h.hooks[name] = planned[1:]
	h.mu.Unlock()
	defer h.mu.Lock()
	planned[0]()
}

// paged returns one page of a list and says where the next one is.
func paged[T any](c *call, all []T) []T {
	q := c.http.URL.Query()
	size, page := 30, 1
	if n, err := strconv.Atoi(q.Get("per_page")); err == nil && n > 0 {
		size = min(n, 100)
	}
	if n, err := strconv.Atoi(q.Get("page")); err == nil && n > 0 {
		page = n
	}
	from := min((page-1)*size, len(all))
	to := min(from+size, len(all))
	if to < len(all) {
		q.Set("page", strconv.Itoa(page+1))
		c.header.Set("Link", fmt.Sprintf(`<%s%s?%s>; rel="next"`, c.hub.URL, c.http.URL.EscapedPath(), q.Encode()))
	}
	return append([]T{}, all[from:to]...)
}
