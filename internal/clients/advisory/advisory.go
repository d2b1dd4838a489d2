// Package advisory asks an npm registry for the advisories about exact versions
// of packages, by the endpoint npm's own audit uses: POST
// /-/npm/v1/security/advisories/bulk.
//
// It sends names and versions and nothing else of a lock file.
package advisory

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// Service is the name of the service in states and errors.
const Service = "npm-advisories"

const (
	maxText = 300
	// maxAdvisories bounds what is kept of one answer.
	maxAdvisories = 5000
)

// Client asks the service.
type Client struct {
	Web *web.Client
	// Base is the registry. There is no default: the one the machine's npm is set
	// up for is the one that may learn of the packages.
	Base string
}

// entry is one advisory as the registry writes it.
type entry struct {
	URL                string
	Title              string
	Severity           string
	VulnerableVersions string `json:"vulnerable_versions"`
}

// Query returns the advisories about packages, sorted by Merge's order.
func (c Client) Query(ctx context.Context, packages []supplychain.Package) ([]supplychain.Advisory, error) {
	if len(packages) == 0 {
		return nil, nil
	}
	ask := map[string][]string{}
	for _, p := range packages {
		if !slices.Contains(ask[p.Name], p.Version) {
			ask[p.Name] = append(ask[p.Name], p.Version)
		}
	}
	body, err := json.Marshal(ask)
	if err != nil {
		return nil, web.Unreadable(Service, "the question is no JSON")
	}
	got, err := c.Web.Do(
		ctx,
		web.Request{Service: Service, Method: http.MethodPost, URL: c.Base + "/-/npm/v1/security/advisories/bulk", Body: body},
	)
	if err != nil {
		return nil, err
	}
	return parse(got, packages)
}

// parse reads an answer: of each advisory, the packages whose version is in its
// range. A range nobody can read is the end: leaving it out would be a package
// found clean.
func parse(body []byte, packages []supplychain.Package) ([]supplychain.Advisory, error) {
	var answer map[string][]entry
	if err := web.Decode(Service, body, &answer); err != nil {
		return nil, err
	}
	if answer == nil {
		return nil, web.Unreadable(Service, "it is not the JSON that is documented")
	}
	var out []supplychain.Advisory
	for _, p := range packages {
		for _, e := range answer[p.Name] {
			in, known := supplychain.Matches(p.Version, e.VulnerableVersions)
			switch {
			case !known:
				return nil, web.Unreadable(Service, "the versions an advisory is about cannot be read")
			case !slices.Contains(supplychain.Levels(), e.Severity):
				return nil, web.Unreadable(Service, "the severity of an advisory is none of npm's")
			case len(out) >= maxAdvisories:
				return nil, web.Unreadable(Service, "it has more advisories than are read")
			case !in:
				continue
			}
			title := escape.Printable(e.Title, maxText)
			out = append(out, supplychain.Advisory{
				Package: p, ID: name(e.URL), Source: Service, Title: title, Level: e.Severity,
				// npm's advisory for a package that was nothing but malware.
				Malicious: strings.HasPrefix(strings.ToLower(e.Title), "malware in "),
			})
		}
	}
	return supplychain.Merge(out), nil
}

// name is the advisory's name: the end of its address.
func name(url string) string {
	id := url[strings.LastIndex(url, "/")+1:]
	if !strings.HasPrefix(id, "GHSA-") || len(id) != len("GHSA-xxxx-xxxx-xxxx") ||
		strings.Trim(id[5:], "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return "an advisory without a name"
	}
	return id
}
