package web

import (
	"context"
	"net/http"
	"net/url"
	"time"
)

// Answer is what a service said, whatever its status. Header and Body are the
// service's own words.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	// Wait is what Retry-After asks for; negative: it does not say.
	Wait time.Duration
}

// Ask sends a request to a service whose refusals mean something and gives the
// answer whatever its status is; only where there is none is there an error,
// which is an *Error. It keeps nothing and looks nothing up in the cache.
//
// What asks is repeated as Do repeats it. What changes something is repeated
// only when the service says that it did nothing, by naming a time to come back:
// after a broken connection nobody knows, and the second comment would be one
// too many.
func (c *Client) Ask(ctx context.Context, r Request) (Answer, error) {
	if c.Offline || c.Transport == nil {
		return Answer{}, &Error{Service: r.Service, State: Skipped, Reason: "the network is not to be used"}
	}
	u, err := url.Parse(r.URL)
	if err != nil || check(u) != nil {
		return Answer{}, &Error{Service: r.Service, State: Failed, Reason: "its address is none that may be asked"}
	}
	tries := c.Tries
	if tries <= 0 {
		tries = DefaultTries
	}
	for n := 1; ; n++ {
		a, e := c.ask(ctx, r, u)
		if n >= tries || ctx.Err() != nil || !again(r.Method, a, e) {
			return a, plain(e)
		}
		wait := a.Wait
		if wait < 0 {
			wait = time.Duration(n*n) * 500 * time.Millisecond
		}
		if wait > positive(c.Patience, DefaultPatience) || c.Sleep != nil && c.Sleep(ctx, wait) != nil {
			return a, plain(e)
		}
	}
}

// plain keeps a nil *Error from becoming an error that is not nil.
func plain(e *Error) error {
	if e == nil {
		return nil
	}
	return e
}

func (c *Client) ask(ctx context.Context, r Request, u *url.URL) (Answer, *Error) {
	ctx, cancel := context.WithTimeout(ctx, positive(c.Timeout, DefaultTimeout))
	defer cancel()
	resp, e := c.send(ctx, r, u)
	if e != nil {
		return Answer{Wait: -1}, e
	}
	defer func() { _ = resp.Body.Close() }()
	body, e := r.read(resp.Body)
	if e != nil {
		e.Status = resp.StatusCode
		return Answer{Wait: -1}, e
	}
	return Answer{resp.StatusCode, resp.Header, body, c.retryAfter(resp.Header.Get("Retry-After"))}, nil
}

// again reports that a request is worth repeating, and safe to repeat.
func again(method string, a Answer, e *Error) bool {
	asks := method == http.MethodGet || method == http.MethodHead
	switch {
	case e != nil:
		return e.again && asks
	case a.Status == http.StatusTooManyRequests || a.Status == http.StatusServiceUnavailable || a.Status == http.StatusForbidden:
		return a.Wait >= 0 || asks && a.Status != http.StatusForbidden
	default:
		return asks && a.Status >= 500
	}
}
