package web

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// Vendor lets a vendor's own library ask through a Client. Libraries bring
// their own address, their own errors and no bounds; here the address is
// replaced by Base, the errors are ours, and the rest is the Client's.
type Vendor struct {
	Web     *Client
	Service string
	// Library is the address the library was written for, and Base where the
	// service is asked in its stead ("https://mirror.example/x"). A request to
	// anywhere else is refused: it would carry the key there.
	Library, Base string
	// MaxBytes bounds an answer, MaxSend what is sent; zero: DefaultMaxBytes.
	MaxBytes, MaxSend int64
	// Fresh passes the cache by for the requests it holds for; nil: for none.
	Fresh func(method, path string) bool
	// Context ends the requests: some libraries know none.
	Context context.Context
}

// Client is what such a library is given. Every error of it wraps an *Error.
func (v Vendor) Client() *http.Client { return &http.Client{Transport: v} }

// passed are the headers a library may set.
var passed = [...]string{"Authorization", "Content-Type", "X-Apikey"}

// RoundTrip sends one request.
func (v Vendor) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		defer func() { _ = req.Body.Close() }()
	}
	address, err := v.address(req.URL)
	if err != nil {
		return nil, err
	}
	r := Request{Service: v.Service, Method: req.Method, URL: address, MaxBytes: v.MaxBytes, Header: http.Header{}}
	r.Fresh = v.Fresh != nil && v.Fresh(req.Method, req.URL.Path)
	for _, name := range passed {
		if value := req.Header.Get(name); value != "" {
			r.Header.Set(name, value)
		}
	}
	if req.Body != nil {
		most := v.MaxSend
		if most <= 0 {
			most = DefaultMaxBytes
		}
		r.Body, err = io.ReadAll(io.LimitReader(req.Body, most+1))
		if err != nil || int64(len(r.Body)) > most {
			return nil, &Error{Service: v.Service, State: Failed, Reason: "the question is too long or cannot be read"}
		}
	}
	ctx := v.Context
	if ctx == nil {
		ctx = req.Context()
	}
	body, err := v.Web.Do(ctx, r)
	if err != nil {
		return nil, err
	}
	return &http.Response{
		Status: "200 OK", StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: req,
		Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)),
	}, nil
}

// address puts Base in the place of the library's address. An address that a
// service answered with (a place to upload to) has to be the service's own.
func (v Vendor) address(u *url.URL) (string, error) {
	refused := &Error{Service: v.Service, State: Failed, Reason: "it names an address that is not its own, where nothing is sent"}
	from, err := url.Parse(v.Library)
	base, berr := url.Parse(v.Base)
	if err != nil || berr != nil || u.User != nil {
		return "", refused
	}
	switch {
	case u.Scheme == from.Scheme && u.Host == from.Host && strings.HasPrefix(u.Path, from.Path):
		to := *u
		to.Scheme, to.Host = base.Scheme, base.Host
		to.Path, to.RawPath = strings.TrimRight(base.Path, "/")+strings.TrimPrefix(u.Path, strings.TrimRight(from.Path, "/")), ""
		return to.String(), nil
	case u.Scheme == base.Scheme && u.Host == base.Host:
		return u.String(), nil
	}
	return "", refused
}

// Cause returns the *Error behind what a library made of it; an error that has
// none is an answer that cannot be read, and its words are the library's or the
// service's.
func Cause(service string, err error) error {
	var e *Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &e):
		return e
	}
	return Unreadable(service, "it is not the JSON that is documented")
}
