package web

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// What asks is repeated when that may help; what changes something only when
// the service says that it did nothing.
func TestAskRepeats(t *testing.T) {
	for _, c := range []struct {
		name, method string
		answer       http.HandlerFunc
		status       int
		asked        int
		slept        []time.Duration
	}{
		{"an answer", http.MethodGet, status(201, ""), 201, 1, nil},
		{"a refusal", http.MethodGet, status(403, ""), 403, 1, nil},
		{"a refusal for a while", http.MethodPost, status(403, "3"), 403, 3, []time.Duration{3 * time.Second, 3 * time.Second}},
		{"a refusal for a day", http.MethodPost, status(403, "86400"), 403, 1, nil},
		{"broken, asked", http.MethodGet, status(502, ""), 502, 3, []time.Duration{500 * time.Millisecond, 2 * time.Second}},
		{"broken, told", http.MethodPost, status(502, ""), 502, 1, nil},
		{"busy, told", http.MethodPost, status(429, ""), 429, 1, nil},
		{"busy for a while, told", http.MethodPatch, status(503, "1"), 503, 3, []time.Duration{time.Second, time.Second}},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked := 0
			client, url, slept := serve(t, func(w http.ResponseWriter, r *http.Request) { asked++; c.answer(w, r) })
			a, err := client.Ask(t.Context(), Request{Service: "x", Method: c.method, URL: url, Body: []byte("{}")})
			if err != nil || a.Status != c.status || asked != c.asked || !cmp.Equal(*slept, c.slept) {
				t.Errorf("status %d after %d requests and %v, %v", a.Status, asked, *slept, err)
			}
		})
	}
}

// A connection that breaks may have done what was asked for.
func TestAskDoesNotTellTwice(t *testing.T) {
	for method, want := range map[string]int{http.MethodGet: 3, http.MethodPost: 1} {
		asked := 0
		client, url, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			asked++
			w.Header().Set("Content-Length", "1000")
			fmt.Fprint(w, canary)
		})
		_, err := client.Ask(t.Context(), Request{Service: "x", Method: method, URL: url})
		if state, _ := Outcome(err); state != Unavailable || asked != want {
			t.Errorf("%s: asked %d times, %v", method, asked, err)
		}
	}
}

func TestAskKeepsItsBounds(t *testing.T) {
	client, url, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Said", "yes")
		w.WriteHeader(http.StatusUnprocessableEntity)
		fmt.Fprint(w, "0123456789")
	})
	a, err := client.Ask(t.Context(), Request{Service: "x", Method: http.MethodGet, URL: url, MaxBytes: 10})
	if err != nil || string(a.Body) != "0123456789" || a.Header.Get("X-Said") != "yes" {
		t.Errorf("%+v, %v", a, err)
	}
	if _, err := client.Ask(t.Context(), Request{Service: "x", Method: http.MethodGet, URL: url, MaxBytes: 9}); err == nil {
		t.Error("an answer over the bound was read")
	}
	client.Offline = true
	_, err = client.Ask(context.Background(), Request{Service: "x", Method: http.MethodGet, URL: url})
	if state, _ := Outcome(err); state != Skipped {
		t.Errorf("offline: %v", err)
	}
}
