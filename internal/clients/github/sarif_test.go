package github_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/clients/github"
	hub "github.com/ringfence-dev/ringfence/internal/testkit/github"
)

const results = `{"version":"2.1.0","runs":[{"automationDetails":{"id":"ringfence/./"},"results":[]}]}`

// Every way an upload can end has its state, and no other.
func TestUploadSARIF(t *testing.T) {
	twice := strings.Replace(results, "]}]}", `]},{"automationDetails":{"id":"ringfence/./"},"results":[]}]}`, 1)
	for _, c := range []struct {
		name   string
		scan   hub.Scanning
		token  map[string]string
		sarif  string
		state  github.ScanState
		kind   github.Kind
		errors []string
		waited time.Duration
	}{
		{"done", hub.Scanning{}, all, results, github.ScanDone, "", nil, 5 * time.Second},
		{"known late, then pending, then done", hub.Scanning{Lost: 1, Pending: 2}, all, results, github.ScanDone, "", nil, 75 * time.Second},
		{"pending for long", hub.Scanning{Pending: 99}, all, results, github.ScanPending, github.NoAnswer, nil, 155 * time.Second},
		{"never known", hub.Scanning{Lost: 99}, all, results, github.ScanPending, github.NotFound, nil, 155 * time.Second},
		{"failed", hub.Scanning{Pending: 1, Errors: []string{"a\x1b[31m b"}}, all, results, github.ScanFailed, "", []string{`a\x1b[31m b`},
			15 * time.Second},
		{"two runs of a category", hub.Scanning{}, all, twice, github.ScanFailed, "",
			[]string{"A delivery cannot contain multiple runs with the same category"}, 5 * time.Second},
		{"too large for GitHub", hub.Scanning{Most: 10}, all, results, github.ScanTooLarge, github.Refused, nil, 0},
		{"no JSON", hub.Scanning{}, all, "{", github.ScanRefused, github.Refused, nil, 0},
		{"no code scanning", hub.Scanning{Off: true}, all, results, github.ScanNotEnabled, github.Forbidden, nil, 0},
		{"a token that only reads", hub.Scanning{}, map[string]string{"security_events": "read"}, results, github.ScanForbidden, github.Forbidden,
			nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newFakeHub(t)
			w.Scan(c.scan)
			head := w.Head("main")
			out := w.as(
				bot,
				c.token,
			).UploadSARIF(
				t.Context(),
				github.Scan{SARIF: []byte(c.sarif), Commit: head, Ref: "refs/heads/main", Tool: "ringfence"},
			)
			if out.State != c.state || github.KindOf(out.Err) != c.kind {
				t.Fatalf("%s (%v), want %s (%s)", out.State, out.Err, c.state, c.kind)
			}
			if diff := cmp.Diff(c.errors, out.Errors); diff != "" {
				t.Errorf("errors (-want +got):\n%s", diff)
			}
			var waited time.Duration
			for _, d := range w.slept {
				waited += d
			}
			if waited != c.waited {
				t.Errorf("waited %s, want %s", waited, c.waited)
			}
			if c.kind != "" {
				w.fails(out.Err, c.kind)
			}
			taken := w.Uploads()
			if (out.ID != "") != (len(taken) == 1) {
				t.Fatalf("id %q, %d files", out.ID, len(taken))
			}
			if len(taken) == 1 &&
				(string(taken[0].SARIF) != c.sarif || taken[0].Commit != head || taken[0].Ref != "refs/heads/main" || !taken[0].Validated) {
				t.Errorf("GitHub has %+v", taken[0])
			}
		})
	}
}

// A file that is too long is not sent at all; the mirror is one that cannot be
// compressed either, but is short.
func TestSARIFIsMeasuredBeforeItIsSent(t *testing.T) {
	w := newFakeHub(t)
	noise := make([]byte, github.MaxSARIF+1)
	rng := rand.NewChaCha8([32]byte{})
	_, _ = rng.Read(noise)
	s := github.Scan{SARIF: noise, Commit: w.Head("main"), Ref: "refs/heads/main", Polls: -1}
	out := w.client().UploadSARIF(t.Context(), s)
	if out.State != github.ScanTooLarge || len(w.Asked()) != 0 {
		t.Errorf("%s after %d requests", out.State, len(w.Asked()))
	}
	w.fails(out.Err, github.NotAsked)
	s.SARIF, s.Unchecked = noise[:100_000], true
	if out := w.client().UploadSARIF(t.Context(), s); out.State != github.ScanPending || len(w.Uploads()) != 1 {
		t.Errorf("a short one: %s, %v", out.State, out.Err)
	}
}

func TestSARIFOfNothing(t *testing.T) {
	w := newFakeHub(t)
	for _, s := range []github.Scan{
		{Commit: "main", Ref: "refs/heads/main"}, {Commit: w.Head("main"), Ref: "main"}, {Commit: w.Head("main"), Ref: "refs/notes/x"},
	} {
		out := w.client().UploadSARIF(t.Context(), s)
		if out.State != github.ScanRefused || len(w.Asked()) != 0 {
			t.Errorf("%+v: %s", s, out.State)
		}
	}
}
