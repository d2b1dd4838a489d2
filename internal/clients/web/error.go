package web

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"

	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// State is what became of a request.
type State = supplychain.State

// The states of a request that was not answered.
const (
	Skipped     = supplychain.Skipped
	Unavailable = supplychain.Unavailable
	Failed      = supplychain.Failed
)

// Error says why a request has no answer. None of its words were written by a
// service.
type Error struct {
	Service  string
	State    State
	Reason   string
	NotFound bool
	// Status is the status of the answer; zero: there was none.
	Status int
	again  bool
}

// Error returns the service and the reason.
func (e *Error) Error() string { return e.Service + ": " + e.Reason }

// Outcome returns the state and the reason of any error of a client; no error is
// Ran.
func Outcome(err error) (State, string) {
	var e *Error
	switch {
	case err == nil:
		return supplychain.Ran, ""
	case errors.As(err, &e):
		return e.State, e.Reason
	}
	return Failed, "its answer cannot be read"
}

// IsNotFound reports that a service knows no such thing.
func IsNotFound(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.NotFound
}

// Unreadable is the error for an answer that is not of the shape its service
// documents. what is our own word for what is wrong.
func Unreadable(service, what string) error {
	return &Error{Service: service, State: Failed, Reason: "its answer cannot be read: " + what}
}

// Decode reads a JSON answer. Fields nobody asked for are passed over: services
// add them.
func Decode(service string, body []byte, into any) error {
	if err := json.Unmarshal(body, into); err != nil {
		return Unreadable(service, "it is not the JSON that is documented")
	}
	return nil
}

func certificate(err error) bool {
	var verify *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	var host x509.HostnameError
	var record tls.RecordHeaderError
	return errors.As(err, &verify) || errors.As(err, &authority) || errors.As(err, &host) || errors.As(err, &record)
}
