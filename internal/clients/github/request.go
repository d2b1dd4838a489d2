package github

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	gh "github.com/google/go-github/v66/github"
)

// do sends a request for which the library has no method, or none that says all that
// is needed here; the reason stands where it is used. Lists are read by pages, and
// GraphQL by graph. 202, which the
// library takes for an error, is an answer like the others.
func (c *Client) do(ctx context.Context, method, path string, body, into any) (*gh.Response, error) {
	req, err := c.lib.NewRequest(method, path, body)
	if err != nil {
		return nil, err
	}
	resp, err := c.lib.Do(ctx, req, into)
	var accepted *gh.AcceptedError
	if errors.As(err, &accepted) && into != nil {
		err = json.Unmarshal(accepted.Raw, into)
	}
	return resp, err
}

// maxPages bounds what is read of a list.
const maxPages = 30

// pages reads a list page by page. each sees a page's elements; more is false
// when there is no need for further ones. cut reports that the list went on past
// what was read. The library reads pages by their number, and some of these lists have
// cursors; so all of them are read the same way.
func pages[T any](ctx context.Context, c *Client, path string, each func([]*T) (more bool)) (cut bool, err error) {
	sep := "?"
	if strings.Contains(path, "?") {
		sep = "&"
	}
	next := path + sep + "per_page=100"
	for range maxPages {
		var list []*T
		resp, err := c.do(ctx, http.MethodGet, next, nil, &list)
		if err != nil {
			return false, err
		}
		// A list may hold null, which is nothing to look at.
		if !each(slices.DeleteFunc(list, func(v *T) bool { return v == nil })) {
			return false, nil
		}
		// The next page is where the answer says, as its own address: lists that are
		// read with a cursor have no numbers. An address elsewhere gets no token.
		if next = nextPage(resp.Header.Get("Link")); next == "" {
			return false, nil
		}
	}
	return true, nil
}

// nextPage reads a Link header.
func nextPage(header string) string {
	for _, link := range strings.Split(header, ",") {
		address, rest, ok := strings.Cut(strings.TrimSpace(link), ">")
		if ok && strings.HasPrefix(address, "<") && strings.Contains(rest, `rel="next"`) {
			return address[1:]
		}
	}
	return ""
}

// graphError is one error of a GraphQL answer.
type graphError struct {
	Type    string `json:"type"`
	Message string `json:"message"`
}

// graph sends a GraphQL document. An answer that holds errors is an error,
// whatever else it holds. needs is the permission it takes, which GitHub's
// GraphQL does not say of itself.
func (c *Client) graph(ctx context.Context, query string, variables map[string]any, into any, doing, needs string) error {
	var answer struct {
		Data   json.RawMessage `json:"data"`
		Errors []graphError    `json:"errors"`
	}
	body := map[string]any{"query": query, "variables": variables}
	if _, err := c.do(ctx, http.MethodPost, c.graphql, body, &answer); err != nil {
		return c.fail(err, "%s", doing)
	}
	if len(answer.Errors) > 0 {
		return c.graphRefusal(answer.Errors[0], doing, needs)
	}
	if err := json.Unmarshal(answer.Data, into); err != nil {
		return &Error{Doing: doing, Kind: Unreadable, why: "its answer is not the JSON that is documented"}
	}
	return nil
}

// graphRefusal sorts the errors of GraphQL by their type; rules of a branch have
// none of their own.
func (c *Client) graphRefusal(e graphError, doing, needs string) error {
	out := &Error{Doing: doing, Kind: Refused, Said: c.said(e.Message)}
	lower := strings.ToLower(e.Message)
	switch {
	case e.Type == "STALE_DATA" || strings.Contains(lower, "expected branch to point to"):
		out.Kind = Stale
	case protects(lower):
		out.Kind = Protected
	case e.Type == "FORBIDDEN" || e.Type == "INSUFFICIENT_SCOPES":
		out.Kind, out.Needs = Forbidden, needs
	case e.Type == "NOT_FOUND":
		out.Kind = NotFound
	case e.Type == "RATE_LIMITED":
		out.Kind = Limited
	}
	return out
}
