package packument

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

const (
	// maxDocument bounds the document of one package; those with thousands of
	// versions have ten megabytes.
	maxDocument = 24 << 20
	maxText     = 300
)

// History asks for the past of a package that ships, GET /{name}: when its
// versions were published, whether this one is deprecated, and how many may
// publish. known is false when the registry has no such package, or not this
// version of it.
func (c Client) History(ctx context.Context, p supplychain.Package) (h supplychain.History, known bool, err error) {
	if !supplychain.IsName(p.Name) || !supplychain.IsVersion(p.Version) {
		return h, false, &web.Error{Service: Service, State: web.Failed, Reason: "a package has a name or a version that npm does not know"}
	}
	body, err := c.Web.Do(ctx, web.Request{
		Service: Service, Method: http.MethodGet, URL: c.Base + "/" + strings.Replace(p.Name, "/", "%2f", 1), MaxBytes: maxDocument,
	})
	if web.IsNotFound(err) {
		return h, false, nil
	}
	if err != nil {
		return h, false, err
	}
	var a struct {
		Name string
		// Time holds days by version, and an object for what was taken down.
		Time     map[string]json.RawMessage
		Versions map[string]struct{ Deprecated json.RawMessage }
		// Maintainers are objects, and in old documents texts.
		Maintainers []json.RawMessage
	}
	if err := web.Decode(Service, body, &a); err != nil {
		return h, false, err
	}
	if a.Name != p.Name {
		return h, false, web.Unreadable(Service, "it answers another question")
	}
	version, _, _ := strings.Cut(p.Version, "+")
	its, known := a.Versions[version]
	if !known {
		return h, false, nil
	}
	h = supplychain.History{
		Package:     p,
		Published:   dayOf(a.Time[version]),
		First:       dayOf(a.Time["created"]),
		Deprecated:  deprecation(its.Deprecated),
		Maintainers: len(a.Maintainers),
	}
	for v := range a.Versions {
		h.Newest = max(h.Newest, dayOf(a.Time[v]))
	}
	return h, true, nil
}

// dayOf is the day of a time as the registry writes it; empty: it is none.
func dayOf(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return ""
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil || t.Year() < 2000 || t.Year() > 9999 {
		return ""
	}
	return t.UTC().Format(time.DateOnly)
}

// deprecation reads a text, or the bare true of some registries.
func deprecation(raw json.RawMessage) string {
	var text string
	var flag bool
	switch {
	case json.Unmarshal(raw, &text) == nil:
		return escape.Printable(strings.TrimSpace(text), maxText)
	case json.Unmarshal(raw, &flag) == nil && flag:
		return "no reason given"
	}
	return ""
}
