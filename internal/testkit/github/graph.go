package github

import (
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator"
)

//go:embed testdata/schema.graphql
var schemaText string

var schema = sync.OnceValues(func() (*ast.Schema, error) {
	return gqlparser.LoadSchema(&ast.Source{Name: "schema.graphql", Input: schemaText})
})

// graphNo is an error of GraphQL.
type graphNo struct{ kind, message string }

// resolve returns the value of a field from its arguments.
type resolve func(args map[string]any) (any, *graphNo)

// serveGraph answers one GraphQL document.
func (h *Hub) serveGraph(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		h.t.Errorf("reading a request: %v", err)
	}
	var in struct {
		Query     string         `json:"query"`
		Variables map[string]any `json:"variables"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		h.t.Errorf("a GraphQL request is no JSON: %v", err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	c := &call{hub: h, http: r, body: body, header: http.Header{}}
	name, field, variables := h.document(in.Query, in.Variables)
	a, refused := h.admit(c, name, nil, r.Header)
	if !refused && field != nil {
		h.happen(name)
		a = answer{http.StatusOK, h.execute(c, field, variables)}
	} else if !refused {
		a = answer{http.StatusOK, map[string]any{"errors": []any{map[string]any{"message": "the document does not fit the schema"}}}}
	}
	text, err := json.Marshal(a.body)
	if err != nil {
		h.t.Errorf("%v", err)
	}
	h.answered[fmt.Sprintf("%s %d", name, a.status)]++
	for key, values := range c.header {
		w.Header()[key] = values
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(a.status)
	_, _ = w.Write(text)
}

// document holds a document and its variables to GitHub's schema and gives its
// one field.
func (h *Hub) document(query string, variables map[string]any) (string, *ast.Field, map[string]any) {
	s, err := schema()
	if err != nil {
		h.t.Errorf("reading GitHub's schema: %v", err)
		return "graphql", nil, nil
	}
	doc, errs := gqlparser.LoadQueryWithRules(s, query, nil)
	if len(errs) > 0 {
		h.t.Errorf("a document does not fit GitHub's schema: %v", errs)
		return "graphql", nil, nil
	}
	op := doc.Operations[0]
	field, ok := op.SelectionSet[0].(*ast.Field)
	if !ok || len(doc.Operations) != 1 || len(op.SelectionSet) != 1 {
		h.t.Errorf("the stand-in answers documents of one field")
		return "graphql", nil, nil
	}
	checked, verr := validator.VariableValues(s, op, variables)
	if verr != nil {
		h.t.Errorf("the variables do not fit GitHub's schema: %v", verr)
		return "graphql " + field.Name, nil, nil
	}
	return "graphql " + field.Name, field, checked
}

func (h *Hub) execute(c *call, field *ast.Field, variables map[string]any) map[string]any {
	roots := map[string]resolve{
		"repository":           func(args map[string]any) (any, *graphNo) { return h.graphRepository(c, args) },
		"createCommitOnBranch": func(args map[string]any) (any, *graphNo) { return h.createCommit(c, args) },
	}
	value, no := project(field, roots[field.Name], variables)
	if no != nil {
		return map[string]any{"data": map[string]any{field.Alias: nil}, "errors": []any{map[string]any{
			"type": no.kind, "path": []any{field.Name}, "message": no.message, "locations": []any{map[string]any{"line": 1, "column": 1}},
		}}}
	}
	return map[string]any{"data": map[string]any{field.Alias: value}}
}

// project returns of a value what was selected.
func project(field *ast.Field, value any, variables map[string]any) (any, *graphNo) {
	if f, ok := value.(resolve); ok {
		if f == nil {
			return nil, &graphNo{"NOT_FOUND", "the stand-in has no field " + field.Name}
		}
		v, no := f(field.ArgumentMap(variables))
		if no != nil {
			return nil, no
		}
		return project(field, v, variables)
	}
	switch v := value.(type) {
	case map[string]any:
		out := map[string]any{}
		for _, s := range field.SelectionSet {
			sub, ok := s.(*ast.Field)
			if !ok {
				return nil, &graphNo{"", "the stand-in knows no fragments"}
			}
			inner, ok := v[sub.Name]
			if !ok {
				return nil, &graphNo{"", "the stand-in has no field " + sub.Name}
			}
			got, no := project(sub, inner, variables)
			if no != nil {
				return nil, no
			}
			out[sub.Alias] = got
		}
		return out, nil
	case []any:
		out := []any{}
		for _, one := range v {
			got, no := project(field, one, variables)
			if no != nil {
				return nil, no
			}
			out = append(out, got)
		}
		return out, nil
	}
	return value, nil
}

var notAccessible = &graphNo{"FORBIDDEN", "Resource not accessible by integration"}

func (h *Hub) graphRepository(c *call, args map[string]any) (any, *graphNo) {
	if !strings.EqualFold(fmt.Sprintf("%s/%s", args["owner"], args["name"]), h.Name) {
		return nil, &graphNo{
			"NOT_FOUND",
			"Could not resolve to a Repository with the name " + quoted(fmt.Sprint(args["owner"], "/", args["name"])) + ".",
		}
	}
	return map[string]any{"pullRequest": resolve(func(args map[string]any) (any, *graphNo) {
		wanted := fmt.Sprint(args["number"])
		if !c.token.may([]string{"issues=read", "pull_requests=read"}) {
			return nil, notAccessible
		}
		for _, p := range h.pulls {
			if strconv.Itoa(p.number) == wanted {
				return map[string]any{"comments": resolve(func(args map[string]any) (any, *graphNo) { return h.graphComments(c, p, args), nil })}, nil
			}
		}
		return nil, &graphNo{"NOT_FOUND", "Could not resolve to a PullRequest with the number of " + wanted + "."}
	})}, nil
}

func (h *Hub) graphComments(c *call, p *pull, args map[string]any) any {
	nodes := []any{}
	for _, k := range h.comments {
		if k.pull == p.number {
			nodes = append(
				nodes,
				map[string]any{"fullDatabaseId": strconv.FormatInt(k.id, 10), "body": k.body, "viewerDidAuthor": k.author == c.token.Login},
			)
		}
	}
	from := 0
	if after, ok := args["after"].(string); ok {
		from = min(atoi(after), len(nodes))
	}
	first := atoi(fmt.Sprint(args["first"]))
	to := min(from+first, len(nodes))
	return map[string]any{"nodes": nodes[from:to], "pageInfo": map[string]any{"hasNextPage": to < len(nodes), "endCursor": strconv.Itoa(to)}}
}

// commitInput is CreateCommitOnBranchInput.
type commitInput struct {
	Branch struct {
		Repository string `json:"repositoryNameWithOwner"`
		Name       string `json:"branchName"`
	} `json:"branch"`
	Message  struct{ Headline, Body string } `json:"message"`
	Expected string                          `json:"expectedHeadOid"`
	Changes  struct {
		Additions []struct{ Path, Contents string }
		Deletions []struct{ Path string }
	} `json:"fileChanges"`
}

func (h *Hub) createCommit(c *call, args map[string]any) (any, *graphNo) {
	var in commitInput
	text, err := json.Marshal(args["input"])
	if err == nil {
		err = json.Unmarshal(text, &in)
	}
	if err != nil {
		h.t.Errorf("the input of createCommitOnBranch: %v", err)
	}
	at := h.git.has("refs/heads/" + in.Branch.Name)
	switch {
	case !c.token.may([]string{"contents=write"}):
		return nil, notAccessible
	case !strings.EqualFold(in.Branch.Repository, h.Name) || at == "":
		return nil, &graphNo{"NOT_FOUND", "A branch with that name does not exist."}
	case at != in.Expected:
		return nil, &graphNo{"STALE_DATA", "Expected branch to point to " + quoted(in.Expected) + " but it did not.  Pull and try again."}
	case h.rules[in.Branch.Name] != "":
		return nil, &graphNo{"UNPROCESSABLE", h.rules[in.Branch.Name]}
	}
	files := map[string]*string{}
	for _, a := range in.Changes.Additions {
		data, err := base64.StdEncoding.DecodeString(a.Contents)
		if err != nil {
			return nil, &graphNo{"UNPROCESSABLE", "the contents of a file are no base64"}
		}
		if strings.HasPrefix(a.Path, ".github/workflows/") && !c.token.may([]string{"workflows=write"}) {
			return nil, &graphNo{
				"FORBIDDEN",
				"refusing to allow a GitHub App to create or update workflow `" + a.Path + "` without `workflows` permission",
			}
		}
		plain := string(data)
		files[a.Path] = &plain
	}
	for _, d := range in.Changes.Deletions {
		if h.git.has(at+":"+d.Path) == "" {
			return nil, &graphNo{"UNPROCESSABLE", "A path was requested for deletion which does not exist as of commit oid `" + at + "`: " + d.Path}
		}
		files[d.Path] = nil
	}
	message := in.Message.Headline
	if in.Message.Body != "" {
		message += "\n\n" + in.Message.Body
	}
	sha := h.git.commit(h.git.tree(at+"^{tree}", files), c.token.Login, message, h.tick(), at)
	h.point(h.Name, in.Branch.Name, sha, c.token.Login)
	return map[string]any{"commit": map[string]any{"oid": sha}}, nil
}
