// Package openvsx asks the Open VSX registry how it lists an extension: GET
// /api/{namespace}/{name}.
//
// It sends the extension's name and nothing else.
package openvsx

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// Service is the name of the service in states and errors.
const Service = "open-vsx"

// DefaultBase is where the service is.
const DefaultBase = "https://open-vsx.org"

// Client asks the service.
type Client struct {
	Web  *web.Client
	Base string
}

// nameRE are names that are one part of an address; "." and ".." are none.
var nameRE = lazyregexp.Lazy(`^[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}$`)

// Listing looks an extension up by publisher.name. The registry counts
// downloads, which are more than installs.
func (c Client) Listing(ctx context.Context, id string) (*supplychain.Listing, error) {
	namespace, name, ok := strings.Cut(id, ".")
	if !ok || !nameRE().MatchString(namespace) || !nameRE().MatchString(name) {
		return nil, web.Unreadable(Service, "the extension has no name that could be asked for")
	}
	got, err := c.Web.Do(ctx, web.Request{
		Service: Service, Method: http.MethodGet, URL: c.Base + "/api/" + url.PathEscape(namespace) + "/" + url.PathEscape(name),
	})
	if web.IsNotFound(err) {
		return &supplychain.Listing{Registry: supplychain.OpenVSX}, nil
	}
	if err != nil {
		return nil, err
	}
	return parse(id, got)
}

func parse(id string, body []byte) (*supplychain.Listing, error) {
	var e struct {
		Namespace, Name string
		Verified        *bool
		Timestamp       string
		DownloadCount   *int64
		ReviewCount     *int64
		Version         string
		// AllVersions has an address for each version, and for two words.
		AllVersions map[string]string
	}
	if err := web.Decode(Service, body, &e); err != nil {
		return nil, err
	}
	if !strings.EqualFold(e.Namespace+"."+e.Name, id) {
		return nil, web.Unreadable(Service, "it answers with another extension")
	}
	out := &supplychain.Listing{
		Registry:  supplychain.OpenVSX,
		Published: true,
		Verified:  e.Verified,
		Installs:  count(e.DownloadCount),
		Ratings:   count(e.ReviewCount),
	}
	if t, err := time.Parse(time.RFC3339, e.Timestamp); err == nil {
		out.Updated = t.UTC().Format(time.DateOnly)
	}
	for v := range e.AllVersions {
		r := supplychain.Release{Version: escape.Printable(v, 100)}
		if v == e.Version {
			r.Day = out.Updated
		}
		if v != "latest" && v != "pre-release" {
			out.Releases = append(out.Releases, r)
		}
	}
	out.Releases = supplychain.Sorted(out.Releases)
	return out, nil
}

func count(n *int64) *int64 {
	if n == nil || *n < 0 {
		return nil
	}
	return n
}
