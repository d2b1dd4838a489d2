package github

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
)

// The bounds of one exchange.
const (
	// patience is the longest wait that is granted to a limit; GitHub's secondary
	// limits ask for a minute.
	patience = 70 * time.Second
	// uploadTime is how long the sending of an asset may take.
	uploadTime = 10 * time.Minute
	maxAnswer  = 32 << 20
	maxSend    = 512 << 20
)

// transport carries the library's requests over the project's way to services.
// It adds the token, and only for addresses of its own.
type transport struct {
	web   web.Client
	token string
	// own are how addresses begin that the token may go to; one without a slash at
	// its end is a whole address.
	own []string
}

func (t *transport) client() *http.Client {
	return &http.Client{Transport: t, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// passed are the headers that the library may set.
var passed = [...]string{"Content-Type", "X-Github-Api-Version"}

// RoundTrip sends one request. Every error of it is an *Error.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		defer func() { _ = req.Body.Close() }()
	}
	switch {
	case t.token == "":
		return nil, &Error{Kind: NotAsked, why: "there is no token to ask with"}
	case !t.owns(req.URL):
		return nil, &Error{Kind: NotAsked, why: "it names an address that is not its own, where no token is sent"}
	}
	r := web.Request{
		Service:  Service,
		Method:   req.Method,
		URL:      req.URL.String(),
		Accept:   req.Header.Get("Accept"),
		MaxBytes: maxAnswer,
		Header:   http.Header{},
	}
	r.Header.Set("Authorization", "Bearer "+t.token)
	for _, name := range passed {
		if v := req.Header.Get(name); v != "" {
			r.Header.Set(name, v)
		}
	}
	if req.Body != nil {
		body, err := io.ReadAll(io.LimitReader(req.Body, maxSend+1))
		if err != nil || len(body) > maxSend {
			return nil, &Error{Kind: NotAsked, why: "the question is too long or cannot be read"}
		}
		r.Body = body
	}
	a, err := t.ask(req.Context(), r)
	if err != nil {
		return nil, err
	}
	if a.Header.Get("Content-Type") == "" {
		a.Header.Set("Content-Type", "application/octet-stream")
	}
	return &http.Response{
		Status: http.StatusText(a.Status), StatusCode: a.Status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: req,
		Header: a.Header, Body: io.NopCloser(bytes.NewReader(a.Body)), ContentLength: int64(len(a.Body)),
	}, nil
}

// ask asks, and once more where a limit ends soon.
func (t *transport) ask(ctx context.Context, r web.Request) (web.Answer, error) {
	client := t.web
	if len(r.Body) > 1<<20 {
		client.Timeout = uploadTime
	}
	for again := true; ; again = false {
		a, err := client.Ask(ctx, r)
		var e *web.Error
		switch {
		case errors.As(err, &e) && e.State == web.Skipped:
			return a, &Error{Kind: NotAsked, why: e.Reason}
		case errors.As(err, &e):
			return a, &Error{Kind: NoAnswer, Status: e.Status, why: e.Reason}
		case err != nil:
			return a, &Error{Kind: NoAnswer, why: "no answer of it could be read"}
		}
		wait, limited := t.limited(a)
		if !limited {
			return a, nil
		}
		if !again || a.Wait >= 0 || wait < 0 || wait > t.web.Patience || t.web.Sleep == nil || t.web.Sleep(ctx, wait) != nil {
			return a, &Error{Kind: Limited, Status: a.Status, After: max(wait, 0), why: "too many requests were made with this token"}
		}
	}
}

// limited reports that an answer is about a limit on requests, and how long it
// lasts; negative: nobody knows.
func (t *transport) limited(a web.Answer) (time.Duration, bool) {
	if a.Status != http.StatusForbidden && a.Status != http.StatusTooManyRequests {
		return 0, false
	}
	spent := a.Header.Get("X-Ratelimit-Remaining") == "0"
	secondary := bytes.Contains(a.Body, []byte("secondary rate limit")) || bytes.Contains(a.Body, []byte("secondary-rate-limits"))
	switch {
	case a.Wait >= 0:
		return a.Wait, true
	case !spent && !secondary && a.Status != http.StatusTooManyRequests:
		return 0, false
	}
	reset, err := strconv.ParseInt(a.Header.Get("X-Ratelimit-Reset"), 10, 64)
	if err != nil || !spent || t.web.Now == nil {
		return -1, true
	}
	return max(time.Unix(reset, 0).Sub(t.web.Now())+time.Second, 0), true
}

func (t *transport) owns(u *url.URL) bool {
	if u.User != nil {
		return false
	}
	plain := *u
	plain.RawQuery, plain.Fragment = "", ""
	address := plain.String()
	for _, base := range t.own {
		if address == base || strings.HasSuffix(base, "/") && strings.HasPrefix(address, base) {
			return true
		}
	}
	return false
}
