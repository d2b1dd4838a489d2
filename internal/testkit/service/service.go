// Package service runs a stand-in for a web service on this machine, for tests
// of those who ask one: it serves what a test says, and it can fail in every
// way a real one does.
package service

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// Canary is a text that hostile answers hold and that nobody may repeat.
const Canary = "c4nary-of-a-hostile-answer"

// Service is a running stand-in.
type Service struct {
	URL string
	mu  sync.Mutex
	// asked are the requests: method, path and body.
	asked []string
}

// Run serves answers by method and path ("POST /v1/querybatch"); anything else
// is a 404.
func Run(t *testing.T, answers map[string]string) *Service {
	t.Helper()
	return run(t, func(w http.ResponseWriter, r *http.Request) {
		body, ok := answers[r.Method+" "+r.URL.RequestURI()]
		if !ok {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, body)
	})
}

func run(t *testing.T, h http.HandlerFunc) *Service {
	t.Helper()
	s := &Service{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		s.asked = append(s.asked, r.Method+" "+r.URL.RequestURI()+" "+string(body))
		s.mu.Unlock()
		h(w, r)
	}))
	t.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

// Asked lists the requests so far.
func (s *Service) Asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string{}, s.asked...)
}

// Web is the way to the stand-in, without waits.
func Web() *web.Client {
	return &web.Client{Transport: web.Transport(func(string) string { return "" }), Agent: "ringfence/test"}
}

// slow is the service that takes longer than anybody waits.
const slow = "slow"

// Troubles runs a question against every way a service can fail and wants the
// right state, an error, and no word of the service's in it. ask gives the error
// of a question to the service at base, whose answer is of the form {…}; missing
// is what a 404 means to it, Ran where it is an answer.
func Troubles(t *testing.T, missing web.State, ask func(way *web.Client, base string) error) {
	t.Helper()
	for _, c := range []struct {
		name  string
		want  web.State
		serve http.HandlerFunc
	}{
		{"not found", missing, answer(http.StatusNotFound, Canary)},
		{slow, web.Unavailable, func(_ http.ResponseWriter, r *http.Request) {
			select {
			case <-r.Context().Done():
			case <-time.After(10 * time.Second):
			}
		}},
		{"refused", web.Failed, answer(http.StatusForbidden, Canary)},
		{"busy", web.Unavailable, answer(http.StatusTooManyRequests, Canary)},
		{"busy for a day", web.Unavailable, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "86400")
			w.WriteHeader(http.StatusTooManyRequests)
		}},
		{"breaks off", web.Unavailable, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			fmt.Fprint(w, `{"`+Canary)
		}},
		{"broken", web.Unavailable, answer(http.StatusBadGateway, "<html>"+Canary)},
		{"nothing", web.Failed, answer(http.StatusOK, "")},
		{"no JSON", web.Failed, answer(http.StatusOK, "<html>"+Canary)},
		{"cut short", web.Failed, answer(http.StatusOK, `{"`+Canary)},
		{"a list", web.Failed, answer(http.StatusOK, `["`+Canary+`"]`)},
		{"null", web.Failed, answer(http.StatusOK, `null`)},
		{"a number", web.Failed, answer(http.StatusOK, `1e999`)},
		{"deep", web.Failed, answer(http.StatusOK, strings.Repeat(`{"a":`, 100_000))},
	} {
		t.Run(c.name, func(t *testing.T) {
			way := Web()
			if c.name == slow {
				way.Timeout = 100 * time.Millisecond
			}
			err := ask(way, run(t, c.serve).URL)
			if state, _ := web.Outcome(err); state == supplychain.Ran && c.want == supplychain.Ran {
				return
			}
			if err == nil {
				t.Fatal("no error")
			}
			state, why := web.Outcome(err)
			if state != c.want || why == "" {
				t.Errorf("state %s (%s), want %s", state, why, c.want)
			}
			if strings.Contains(err.Error(), Canary) || strings.Contains(err.Error(), "127.0.0.1") {
				t.Errorf("the error repeats what the service wrote or where it is: %v", err)
			}
		})
	}
}

func answer(code int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(code)
		fmt.Fprint(w, body)
	}
}
