// Package scorecard asks the public service of OpenSSF Scorecard how it scores
// a repository, GET /projects/{host}/{owner}/{name}, and reads the same answer
// from a file, as the scorecard program writes it.
//
// It scores nothing itself: cmd/ringfence-scorecard does, which holds the
// library and its dependencies.
package scorecard

import (
	"context"
	"io"
	"math"
	"net/http"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// Service is the name of the service in states and errors.
const Service = "scorecard"

// DefaultBase is where the service is.
const DefaultBase = "https://api.scorecard.dev"

// maxBytes bounds an answer: the longest have a few hundred details.
const maxBytes = 8 << 20

// Client asks the service.
type Client struct {
	Web  *web.Client
	Base string
}

// Project returns the score of a repository, named as supplychain.RepositoryName does.
// What the service has not scored has no Score, which is no error.
func (c Client) Project(ctx context.Context, repository string) (supplychain.Scorecard, error) {
	out := supplychain.Scorecard{Repository: repository}
	if repository == "" || supplychain.RepositoryName("https://"+repository) != repository {
		return out, &web.Error{Service: Service, State: web.Failed, Reason: "the question is none that it knows"}
	}
	body, err := c.Web.Do(
		ctx,
		web.Request{Service: Service, Method: http.MethodGet, URL: c.Base + "/projects/" + repository, MaxBytes: maxBytes},
	)
	if web.IsNotFound(err) {
		return out, nil
	}
	if err != nil {
		return out, err
	}
	got, err := parse(body)
	if err != nil {
		return out, err
	}
	if !strings.EqualFold(got.Repository, repository) {
		return out, web.Unreadable(Service, "it answers another question")
	}
	got.Repository = repository
	return got, nil
}

// Read reads a result from a file. One about a checkout names no repository.
func Read(r io.Reader) (supplychain.Scorecard, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil || len(data) > maxBytes {
		return supplychain.Scorecard{}, web.Unreadable(Service, "it is too long or breaks off")
	}
	return parse(data)
}

var checkRE = lazyregexp.Lazy(`^[A-Za-z][A-Za-z-]{0,49}$`)

// parse reads an answer. -1 is the service's word for inconclusive.
func parse(body []byte) (supplychain.Scorecard, error) {
	var a struct {
		Repo   struct{ Name string }
		Score  *float64
		Checks []struct {
			Name  string
			Score int
		}
	}
	if err := web.Decode(Service, body, &a); err != nil {
		return supplychain.Scorecard{}, err
	}
	if a.Score == nil || len(a.Checks) > 200 || len(a.Checks) == 0 {
		return supplychain.Scorecard{}, web.Unreadable(Service, "it has no score and no checks")
	}
	out := supplychain.Scorecard{Repository: supplychain.RepositoryName("https://" + a.Repo.Name)}
	switch s := *a.Score; {
	case s == -1:
	case s < 0 || s > 10 || math.IsNaN(s):
		return supplychain.Scorecard{}, web.Unreadable(Service, "its score is none")
	default:
		out.Score = &s
	}
	// The three that pull the score down most are what a person looks at first.
	const few, passing = 3, 5
	slices.SortStableFunc(a.Checks, func(x, y struct {
		Name  string
		Score int
	}) int {
		if x.Score != y.Score {
			return x.Score - y.Score
		}
		return strings.Compare(x.Name, y.Name)
	})
	for _, k := range a.Checks {
		if k.Score < -1 || k.Score > 10 || !checkRE().MatchString(k.Name) {
			return supplychain.Scorecard{}, web.Unreadable(Service, "a check of it is none")
		}
		if k.Score >= 0 && k.Score < passing && len(out.Low) < few {
			out.Low = append(out.Low, k.Name)
		}
	}
	return out, nil
}
