package github_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/ringfence-dev/ringfence/internal/clients/github"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	hub "github.com/ringfence-dev/ringfence/internal/testkit/github"
)

const bot = "github-actions[bot]"

// all is what the token of a run can be given for the action.
var all = map[string]string{"contents": "write", "pull_requests": "write", "security_events": "write"}

// fakeHub is a stand-in with a repository, and a client whose waits are written
// down.
type fakeHub struct {
	*hub.Hub
	t     *testing.T
	slept []time.Duration
	// token is the last client's: no error may hold it.
	token string
}

func newFakeHub(t *testing.T) *fakeHub {
	t.Helper()
	return &fakeHub{Hub: hub.New(t, "acme/ext", map[string]string{"package.json": "{}", ".ringfence/policy.json": "old\n"}), t: t}
}

// as returns a client with a token of an account.
func (w *fakeHub) as(login string, permissions map[string]string) *github.Client {
	w.t.Helper()
	w.token = w.Token(login, permissions)
	c, err := github.New(github.Config{API: w.API, GraphQL: w.GraphQL, Repository: w.Name, Token: w.token, Web: &web.Client{
		Transport: web.Transport(func(string) string { return "" }), Agent: "ringfence/test", Now: w.Now,
		Sleep: func(_ context.Context, d time.Duration) error {
			w.slept = append(w.slept, d)
			w.Wait(d)
			return nil
		},
	}})
	if err != nil {
		w.t.Fatal(err)
	}
	return c
}

// client is one that may everything the action asks for.
func (w *fakeHub) client() *github.Client { return w.as(bot, all) }

// fails wants an error of a kind that says neither the token nor the address.
func (w *fakeHub) fails(err error, kind github.Kind) *github.Error {
	w.t.Helper()
	var e *github.Error
	if !errors.As(err, &e) || e.Kind != kind {
		w.t.Fatalf("%v is %q, want %q", err, github.KindOf(err), kind)
	}
	if strings.Contains(err.Error(), w.token) || strings.Contains(err.Error(), "127.0.0.1") || strings.ContainsAny(err.Error(), "\n\r") {
		w.t.Errorf("the error says too much: %q", err)
	}
	return e
}

func (w *fakeHub) asked(what string) int {
	n := 0
	for _, a := range w.Asked() {
		if strings.Contains(a, what) {
			n++
		}
	}
	return n
}
