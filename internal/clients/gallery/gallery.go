// Package gallery asks the Visual Studio Marketplace how it lists an extension:
// POST /_apis/public/gallery/extensionquery, which is what VS Code itself asks.
//
// It sends the extension's name and nothing else; the question which extensions
// are the best known names none at all.
package gallery

import (
	"context"
	"encoding/json"
	"math"
	"net/http"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// Service is the name of the service in states and errors.
const Service = "marketplace"

// DefaultBase is where the service is.
const DefaultBase = "https://marketplace.visualstudio.com"

// The query's words: look an extension up by its name, and answer with its
// versions, without their files and properties, and its statistics.
const (
	filterName   = 7
	flagsWanted  = 0x1 | 0x100
	queryVersion = "application/json;api-version=3.0-preview.1"
)

// Client asks the service.
type Client struct {
	Web  *web.Client
	Base string
}

type criterion struct {
	FilterType int    `json:"filterType"`
	Value      string `json:"value"`
}

type filter struct {
	Criteria   []criterion `json:"criteria"`
	PageNumber int         `json:"pageNumber"`
	PageSize   int         `json:"pageSize"`
	// SortBy is what the list is sorted by; zero: what suits the gallery.
	SortBy int `json:"sortBy,omitempty"`
}

// question is the body of a query.
func question(service string, f filter, flags int) ([]byte, error) {
	body, err := json.Marshal(struct {
		Filters []filter `json:"filters"`
		Flags   int      `json:"flags"`
	}{[]filter{f}, flags})
	if err != nil {
		return nil, web.Unreadable(service, "the question is no JSON")
	}
	return body, nil
}

// Listing looks an extension up by publisher.name.
func (c Client) Listing(ctx context.Context, id string) (*supplychain.Listing, error) {
	body, err := question(Service, filter{Criteria: []criterion{{filterName, id}}, PageNumber: 1, PageSize: 1}, flagsWanted)
	if err != nil {
		return nil, err
	}
	got, err := c.Web.Do(ctx, web.Request{
		Service: Service, Method: http.MethodPost, URL: c.Base + "/_apis/public/gallery/extensionquery", Accept: queryVersion, Body: body,
	})
	if err != nil {
		return nil, err
	}
	return parse(id, got)
}

// answer is the part of the gallery's answer that is read.
type answer struct {
	Results []struct {
		Extensions []entry
	}
}

type entry struct {
	ExtensionName string
	DisplayName   string
	LastUpdated   string
	Publisher     struct {
		PublisherName    string
		Domain           *string
		IsDomainVerified *bool
	}
	Versions   []struct{ Version, LastUpdated string }
	Statistics []struct {
		StatisticName string
		Value         float64
	}
}

// statistic is a count of that name; nil: it does not say.
func (e entry) statistic(name string) (out *int64) {
	for _, s := range e.Statistics {
		if s.StatisticName == name {
			out = whole(s.Value)
		}
	}
	return out
}

func parse(id string, body []byte) (*supplychain.Listing, error) {
	var a answer
	if err := web.Decode(Service, body, &a); err != nil {
		return nil, err
	}
	if len(a.Results) != 1 || len(a.Results[0].Extensions) > 1 {
		return nil, web.Unreadable(Service, "it does not answer one question with one extension")
	}
	out := &supplychain.Listing{Registry: supplychain.Marketplace}
	if len(a.Results[0].Extensions) == 0 {
		return out, nil
	}
	e := a.Results[0].Extensions[0]
	if !strings.EqualFold(e.Publisher.PublisherName+"."+e.ExtensionName, id) {
		return nil, web.Unreadable(Service, "it answers with another extension")
	}
	out.Published = true
	// A verified publisher is one whose domain was proved; the word among the
	// publisher's flags is weaker.
	if v := e.Publisher.IsDomainVerified; v != nil {
		verified := *v && e.Publisher.Domain != nil && *e.Publisher.Domain != ""
		out.Verified = &verified
	}
	out.Installs, out.Ratings = e.statistic("install"), e.statistic("ratingcount")
	if out.Installs != nil && out.Ratings == nil {
		// The gallery leaves out the statistics of what nobody has rated.
		out.Ratings = new(int64)
	}
	out.Updated = day(e.LastUpdated)
	for _, v := range e.Versions {
		out.Releases = append(out.Releases, supplychain.Release{Version: escape.Printable(v.Version, 100), Day: day(v.LastUpdated)})
	}
	out.Releases = supplychain.Sorted(out.Releases)
	return out, nil
}

// day is the day of a time; empty when it is none.
func day(s string) string {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return ""
	}
	return t.UTC().Format(time.DateOnly)
}

// whole is a count; nil when it cannot be one.
func whole(v float64) *int64 {
	if v < 0 || v > 1e15 || v != math.Trunc(v) {
		return nil
	}
	n := int64(v)
	return &n
}
