// Package osv asks the Open Source Vulnerabilities database for what is known
// of packages and extensions: POST /v1/querybatch for the names of the records,
// GET /v1/vulns/{id} for each record.
//
// It knows the service's shapes and nothing of extensions. A record counts only
// for a question it really is about, whatever list it came in.
package osv

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// Service is the name of the service in states and errors.
const Service = "osv"

// DefaultBase is where the service is.
const DefaultBase = "https://api.osv.dev"

// The ecosystems.
const (
	NPM         = "npm"
	Marketplace = "VSCode"
	OpenVSX     = "VSCode:https://open-vsx.org"
)

// The bounds: the service's own for a batch, ours for the rest.
const (
	batch      = 1000
	maxPages   = 5
	maxRecords = 500
	maxText    = 300
	sideBySide = 4
)

// Client asks the service.
type Client struct {
	Web  *web.Client
	Base string
}

// Query is one question: a package and, unless all are meant, its version.
type Query struct {
	Ecosystem, Name, Version string
}

// Record is what the database says about the package of a question.
type Record struct {
	ID      string
	Aliases []string
	Summary string
	// Level is the severity GitHub's database gives, in lower case; empty when
	// the record has none.
	Level string
	// All is set when every version there ever was is meant.
	All bool
}

// Malicious holds for records of malware.
func (r Record) Malicious() bool { return strings.HasPrefix(r.ID, "MAL-") }

type answer struct {
	Results []struct {
		Vulns         []struct{ ID string }
		NextPageToken string `json:"next_page_token"`
	}
}

type query struct {
	Package struct {
		Name      string `json:"name"`
		Ecosystem string `json:"ecosystem"`
	} `json:"package"`
	Version   string `json:"version,omitempty"`
	PageToken string `json:"page_token,omitempty"`
}

// Query asks all questions and gives the records of each, sorted. What could be
// had is given beside an error too.
func (c Client) Query(ctx context.Context, questions []Query) ([][]Record, error) {
	out := make([][]Record, len(questions))
	ids, err := c.names(ctx, questions)
	records, rerr := c.records(ctx, ids)
	for i, names := range ids {
		for _, id := range names {
			if r, ok := records[id].about(questions[i]); ok {
				out[i] = append(out[i], r)
			}
		}
	}
	return out, cmp.Or(err, rerr)
}

// names asks which records there are, question by question.
func (c Client) names(ctx context.Context, questions []Query) ([][]string, error) {
	out := make([][]string, len(questions))
	type open struct {
		at    int
		token string
	}
	var todo []open
	for i := range questions {
		todo = append(todo, open{at: i})
	}
	for page := 1; len(todo) > 0; page++ {
		if page > maxPages {
			return out, web.Unreadable(Service, "it has more pages than are read")
		}
		var next []open
		for part := range slices.Chunk(todo, batch) {
			var body struct {
				Queries []query `json:"queries"`
			}
			for _, o := range part {
				q := query{Version: questions[o.at].Version, PageToken: o.token}
				q.Package.Name, q.Package.Ecosystem = questions[o.at].Name, questions[o.at].Ecosystem
				body.Queries = append(body.Queries, q)
			}
			a, err := c.ask(ctx, body)
			if err != nil {
				return out, err
			}
			if len(a.Results) != len(part) {
				return out, web.Unreadable(Service, "it answers another number of questions")
			}
			for i, r := range a.Results {
				at := part[i].at
				for _, v := range r.Vulns {
					if !idRE().MatchString(v.ID) {
						return out, web.Unreadable(Service, "a record has no name that can be one")
					}
					out[at] = append(out[at], v.ID)
				}
				if r.NextPageToken != "" {
					next = append(next, open{at, r.NextPageToken})
				}
			}
		}
		todo = next
	}
	for i := range out {
		slices.Sort(out[i])
		out[i] = slices.Compact(out[i])
	}
	return out, nil
}

// idRE are names such as GHSA-35jh-r3h4-6jhm, MAL-2025-1 and CVE-2021-23337; they
// become part of an address.
var idRE = lazyregexp.Lazy(`^[A-Z][A-Za-z0-9]{1,20}-[A-Za-z0-9:-]{1,60}$`)

func (c Client) ask(ctx context.Context, body any) (answer, error) {
	var a answer
	data, err := json.Marshal(body)
	if err != nil {
		return a, web.Unreadable(Service, "the question is no JSON")
	}
	got, err := c.Web.Do(ctx, web.Request{Service: Service, Method: http.MethodPost, URL: c.Base + "/v1/querybatch", Body: data})
	if err != nil {
		return a, err
	}
	return a, web.Decode(Service, got, &a)
}

// records fetches each record once. The error is that of the first name in
// order that failed, so that the same trouble is told in the same words.
func (c Client) records(ctx context.Context, ids [][]string) (map[string]record, error) {
	all := slices.Concat(ids...)
	slices.Sort(all)
	all = slices.Compact(all)
	var over error
	if len(all) > maxRecords {
		over = web.Unreadable(Service, fmt.Sprintf("it has more than the %d records that are read", maxRecords))
		// Malware is read whatever else there is.
		slices.SortStableFunc(all, func(a, b string) int {
			return -cmp.Compare(len(prefix(a)), len(prefix(b)))
		})
		all = all[:maxRecords]
	}
	got, errs := make([]record, len(all)), make([]error, len(all))
	slots := make(chan struct{}, sideBySide)
	var wg sync.WaitGroup
	for i, id := range all {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			got[i], errs[i] = c.record(ctx, id)
		})
	}
	wg.Wait()
	out := map[string]record{}
	var first error
	for i, id := range all {
		first = cmp.Or(first, errs[i])
		if errs[i] == nil {
			out[id] = got[i]
		}
	}
	return out, cmp.Or(first, over)
}

// prefix is "MAL-" for malware.
func prefix(id string) string {
	if strings.HasPrefix(id, "MAL-") {
		return id[:4]
	}
	return ""
}

func (c Client) record(ctx context.Context, id string) (record, error) {
	body, err := c.Web.Do(ctx, web.Request{Service: Service, Method: http.MethodGet, URL: c.Base + "/v1/vulns/" + id})
	if err != nil {
		return record{}, err
	}
	return parse(id, body)
}
