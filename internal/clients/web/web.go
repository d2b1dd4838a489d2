// Package web is the one way to a service: time-outs, a few more tries with
// the patience a service asks for, a proxy, bounds of size, a cache on disk,
// and one kind of error that says whether the service was not asked, did not
// answer, or answered what nobody can read.
//
// It knows no service. Whoever makes a Client brings the environment's words,
// the clock, the sleep and the folder of the cache; the package reads none of
// them. Its errors hold neither addresses nor headers nor what a service wrote,
// so that no key and no query can get into a log or a report.
//
// Where a vendor's own library asks (VirusTotal), it asks through here (Vendor): its own address,
// errors and lack of bounds do not count.
package web

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// The defaults of a Client.
const (
	DefaultTimeout  = 15 * time.Second
	DefaultTries    = 3
	DefaultPatience = 20 * time.Second
	DefaultMaxBytes = 16 << 20
)

// Client asks services. Its fields must not change once it is used; it may be
// used from several goroutines.
type Client struct {
	// Offline refuses every request.
	Offline bool
	// Transport carries the requests; nil refuses them as well.
	Transport http.RoundTripper
	// Agent is the User-Agent.
	Agent string
	// Timeout bounds one try, with the reading of its answer; Tries how often a
	// request is sent; Patience the longest wait before another try. Zero takes
	// the defaults.
	Timeout, Patience time.Duration
	Tries             int
	// Sleep waits; nil never does, and tries again at once.
	Sleep func(context.Context, time.Duration) error
	// Now is the clock, for Retry-After as a date and the age of what is cached;
	// nil: neither counts.
	Now func() time.Time
	// Cache keeps answers; nil keeps none.
	Cache *Cache
}

// Request is one question.
type Request struct {
	// Service names the service in errors ("osv").
	Service string
	Method  string
	// URL is the address; see Base for what may stand in front.
	URL string
	// Accept is the content type asked for; empty: application/json.
	Accept string
	// Body is what to send, JSON unless Header says otherwise; nil sends none.
	Body []byte
	// Header are further headers, a key among them: no error repeats one, and
	// an answer is kept under the question alone.
	Header http.Header
	// MaxBytes bounds the answer; zero is DefaultMaxBytes.
	MaxBytes int64
	// Fresh passes the cache by.
	Fresh bool
}

// Do asks and gives the body of an answer with the status 200. Every error is
// an *Error.
func (c *Client) Do(ctx context.Context, r Request) ([]byte, error) {
	if c.Offline || c.Transport == nil {
		return nil, &Error{Service: r.Service, State: Skipped, Reason: "the network is not to be used"}
	}
	u, err := url.Parse(r.URL)
	if err != nil || check(u) != nil {
		return nil, &Error{Service: r.Service, State: Failed, Reason: "its address is none that may be asked"}
	}
	key := r.key()
	if !r.Fresh {
		if body, ok := c.Cache.get(key, c.Now); ok {
			return body, nil
		}
	}
	body, err := c.try(ctx, r, u)
	if err != nil {
		return nil, err
	}
	c.Cache.put(key, body, c.Now)
	return body, nil
}

// try sends a request until it is answered, as often as it may.
func (c *Client) try(ctx context.Context, r Request, u *url.URL) ([]byte, error) {
	tries := c.Tries
	if tries <= 0 {
		tries = DefaultTries
	}
	for n := 1; ; n++ {
		body, wait, err := c.once(ctx, r, u)
		if err == nil || !err.again || n >= tries || ctx.Err() != nil {
			if err == nil {
				return body, nil
			}
			return nil, err
		}
		if wait < 0 {
			wait = time.Duration(n*n) * 500 * time.Millisecond
		}
		if wait > positive(c.Patience, DefaultPatience) {
			err.Reason += "; it asks for a longer wait than a scan takes"
			return nil, err
		}
		if c.Sleep != nil && c.Sleep(ctx, wait) != nil {
			return nil, err
		}
	}
}

// once sends a request once. wait is what the service asks for; negative: it
// does not say.
func (c *Client) once(ctx context.Context, r Request, u *url.URL) (body []byte, wait time.Duration, e *Error) {
	ctx, cancel := context.WithTimeout(ctx, positive(c.Timeout, DefaultTimeout))
	defer cancel()
	status := 0
	fail := func(s State, again bool, reason string, args ...any) ([]byte, time.Duration, *Error) {
		return nil, -1, &Error{Service: r.Service, State: s, Reason: fmt.Sprintf(reason, args...), Status: status, again: again}
	}
	resp, e := c.send(ctx, r, u)
	if e != nil {
		return nil, -1, e
	}
	defer func() { _ = resp.Body.Close() }()
	status = resp.StatusCode
	switch {
	case resp.StatusCode == http.StatusOK:
	case resp.StatusCode == http.StatusNotFound:
		_, _, e = fail(Failed, false, "it answers 404: it knows no such thing")
		e.NotFound = true
		return nil, -1, e
	case resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode == http.StatusServiceUnavailable:
		_, _, e = fail(Unavailable, true, "it answers %d: it is busy", resp.StatusCode)
		return nil, c.retryAfter(resp.Header.Get("Retry-After")), e
	case resp.StatusCode >= 500:
		return fail(Unavailable, true, "it answers %d", resp.StatusCode)
	default:
		return fail(Failed, false, "it answers %d", resp.StatusCode)
	}
	body, e = r.read(resp.Body)
	if e != nil {
		e.Status = status
		return nil, -1, e
	}
	return body, -1, nil
}

// send sends a request once and gives the answer unread, whatever its status.
func (c *Client) send(ctx context.Context, r Request, u *url.URL) (*http.Response, *Error) {
	var body io.Reader
	if r.Body != nil {
		body = bytes.NewReader(r.Body)
	}
	req, err := http.NewRequestWithContext(ctx, r.Method, u.String(), body)
	if err != nil {
		return nil, &Error{Service: r.Service, State: Failed, Reason: "the request cannot be made"}
	}
	req.Header.Set("Accept", r.accept())
	req.Header.Set("User-Agent", c.Agent)
	if r.Body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for name, values := range r.Header {
		req.Header[name] = values
	}
	client := http.Client{Transport: c.Transport, CheckRedirect: sameHost}
	resp, err := client.Do(req)
	if err != nil {
		return nil, &Error{Service: r.Service, State: Unavailable, Reason: reason(err), again: true}
	}
	return resp, nil
}

// read reads an answer within the request's bound.
func (r Request) read(from io.Reader) ([]byte, *Error) {
	most := r.MaxBytes
	if most <= 0 {
		most = DefaultMaxBytes
	}
	body, err := io.ReadAll(io.LimitReader(from, most+1))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, &Error{Service: r.Service, State: Unavailable, Reason: "its answer breaks off", again: true}
	case err != nil:
		return nil, &Error{Service: r.Service, State: Unavailable, Reason: reason(err), again: true}
	case int64(len(body)) > most:
		return nil, &Error{Service: r.Service, State: Failed, Reason: fmt.Sprintf("its answer is over the limit of %d bytes", most)}
	}
	return body, nil
}

// retryAfter reads the header of that name: seconds or a date. Negative: it
// does not say.
func (c *Client) retryAfter(s string) time.Duration {
	const day = 24 * time.Hour
	digits := strings.Trim(s, "0123456789") == "" && s != ""
	switch {
	case digits && len(s) > 5:
		return day
	case digits:
		n := 0
		for _, d := range s {
			n = n*10 + int(d-'0')
		}
		return time.Duration(n) * time.Second
	}
	at, err := http.ParseTime(s)
	if err != nil || c.Now == nil {
		return -1
	}
	return min(max(at.Sub(c.Now()), 0), day)
}

// sameHost follows a redirect only to the same scheme and host: a service that
// moved is for a person to name.
func sameHost(req *http.Request, via []*http.Request) error {
	first := via[0].URL
	if len(via) > 3 || req.URL.Scheme != first.Scheme || req.URL.Host != first.Host || req.URL.User != nil {
		return errRedirect
	}
	return nil
}

var errRedirect = errors.New("redirected elsewhere")

// reason says why nothing was answered, in words of our own: what Go says holds
// addresses, and a proxy's may hold a password.
func reason(err error) string {
	var dns *net.DNSError
	var timeout net.Error
	var op *net.OpError
	switch {
	case errors.Is(err, errRedirect):
		return "it sends us elsewhere, where we do not follow"
	case errors.Is(err, context.Canceled):
		return "the scan was ended"
	case errors.Is(err, context.DeadlineExceeded) || errors.As(err, &timeout) && timeout.Timeout():
		return "it did not answer in time"
	case errors.As(err, &dns):
		return "nobody knows its name (DNS)"
	case certificate(err):
		return "its certificate is not to be trusted"
	case errors.As(err, &op) && op.Op == "proxyconnect":
		return "the proxy could not be reached"
	case errors.As(err, &op):
		return "it could not be reached"
	}
	return "no answer of it could be read"
}

func (r Request) accept() string {
	if r.Accept == "" {
		return "application/json"
	}
	return r.Accept
}

// key names a request for the cache.
func (r Request) key() string {
	sum := digest([]byte(strings.Join([]string{r.Method, r.URL, r.accept(), string(r.Body)}, "\x00")))
	return hex.EncodeToString(sum[:])
}

func positive(d, otherwise time.Duration) time.Duration {
	if d <= 0 {
		return otherwise
	}
	return d
}

// Base reads the address of a service as a person names it: https, or http on
// this machine, without a user, a query or a fragment. It has no slash at its
// end.
func Base(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || u.Opaque != "" {
		return "", errors.New("it is no address such as https://example.com/path")
	}
	if err := check(u); err != nil {
		return "", err
	}
	if u.RawQuery != "" || u.ForceQuery || u.Fragment != "" {
		return "", errors.New("it may have no query and no fragment")
	}
	return strings.TrimRight(u.String(), "/"), nil
}

// check refuses what must not be asked.
func check(u *url.URL) error {
	host := u.Hostname()
	ip := net.ParseIP(host)
	local := host == "localhost" || ip != nil && ip.IsLoopback()
	switch {
	case !slices.Contains([]string{"http", "https"}, u.Scheme) || host == "":
		return errors.New("it is no address such as https://example.com/path")
	case u.Scheme == "http" && !local:
		return errors.New("it has to be https; http is for this machine alone")
	case u.User != nil:
		return errors.New("it may name no user and no password")
	}
	return nil
}
