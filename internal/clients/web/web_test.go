package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const canary = "s3cret-canary"

// serve runs a service that answers with a handler and a client for it. The
// sleeps are written down and not slept.
func serve(t *testing.T, h http.HandlerFunc) (*Client, string, *[]time.Duration) {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	var slept []time.Duration
	return &Client{
		Transport: Transport(func(string) string { return "" }), Agent: "ringfence/test",
		Now:   func() time.Time { return time.Date(2027, 1, 31, 12, 0, 0, 0, time.UTC) },
		Sleep: func(_ context.Context, d time.Duration) error { slept = append(slept, d); return nil },
	}, server.URL, &slept
}

func get(t *testing.T, c *Client, url string) (string, State, string) {
	t.Helper()
	body, err := c.Do(t.Context(), Request{Service: "osv", Method: http.MethodGet, URL: url, MaxBytes: 1000})
	state, why := Outcome(err)
	if err != nil && strings.Contains(err.Error(), "127.0.0.1") || strings.Contains(why, canary) {
		t.Errorf("the error repeats an address or a secret: %v", err)
	}
	return string(body), state, why
}

// Each way a service can fail has its state, and is tried again when it may
// help.
func TestStates(t *testing.T) {
	for _, c := range []struct {
		name   string
		answer http.HandlerFunc
		state  State
		why    string
		asked  int
		slept  []time.Duration
	}{
		{"an answer", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "yes") }, "ran", "", 1, nil},
		{"nothing there", status(404, ""), Failed, "it answers 404: it knows no such thing", 1, nil},
		{"not allowed", status(401, ""), Failed, "it answers 401", 1, nil},
		{"busy, three seconds", status(429, "3"), Unavailable, "it answers 429: it is busy", 3,
			[]time.Duration{3 * time.Second, 3 * time.Second}},
		{"busy until a date", status(503, "Sun, 31 Jan 2027 12:00:07 GMT"), Unavailable, "it answers 503: it is busy", 3,
			[]time.Duration{7 * time.Second, 7 * time.Second}},
		{"busy, and does not say how long", status(429, ""), Unavailable, "it answers 429: it is busy", 3,
			[]time.Duration{500 * time.Millisecond, 2 * time.Second}},
		{"busy for an hour", status(429, "3600"), Unavailable, "it answers 429: it is busy; it asks for a longer wait than a scan takes", 1, nil},
		{"busy for ages", status(429, strings.Repeat("9", 400)), Unavailable,
			"it answers 429: it is busy; it asks for a longer wait than a scan takes", 1, nil},
		{"busy until yesterday", status(429, "Sat, 30 Jan 2027 12:00:00 GMT"), Unavailable, "it answers 429: it is busy", 3,
			[]time.Duration{0, 0}},
		{"broken", status(500, ""), Unavailable, "it answers 500", 3, []time.Duration{500 * time.Millisecond, 2 * time.Second}},
		{"too long", func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, strings.Repeat("x", 1001))
		}, Failed, "its answer is over the limit of 1000 bytes", 1, nil},
		{"a bomb", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(bomb(t))
		}, Failed, "its answer is over the limit of 1000 bytes", 1, nil},
		{"cut short", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			fmt.Fprint(w, "half")
		}, Unavailable, "its answer breaks off", 3, []time.Duration{500 * time.Millisecond, 2 * time.Second}},
		{"hangs up", func(http.ResponseWriter, *http.Request) {
			panic(http.ErrAbortHandler)
		}, Unavailable, "no answer of it could be read", 3, []time.Duration{500 * time.Millisecond, 2 * time.Second}},
		{"sends elsewhere", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://evil.example/"+canary, http.StatusFound)
		}, Unavailable, "it sends us elsewhere, where we do not follow", 3, []time.Duration{500 * time.Millisecond, 2 * time.Second}},
		{"sends to a file", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		}, Unavailable, "it sends us elsewhere, where we do not follow", 3, []time.Duration{500 * time.Millisecond, 2 * time.Second}},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked := 0
			client, url, slept := serve(t, func(w http.ResponseWriter, r *http.Request) { asked++; c.answer(w, r) })
			_, state, why := get(t, client, url+"/?key="+canary)
			if state != c.state || why != c.why {
				t.Errorf("state %s (%s), want %s (%s)", state, why, c.state, c.why)
			}
			if asked != c.asked {
				t.Errorf("asked %d times, want %d", asked, c.asked)
			}
			if diff := cmp.Diff(c.slept, *slept); diff != "" {
				t.Errorf("waits (-want +got):\n%s", diff)
			}
		})
	}
}

func status(code int, retry string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if retry != "" {
			w.Header().Set("Retry-After", retry)
		}
		w.WriteHeader(code)
		fmt.Fprint(w, canary)
	}
}

func TestASecondTryHelps(t *testing.T) {
	n := 0
	c, url, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if n++; n == 1 {
			status(503, "1")(w, r)
			return
		}
		if r.Header.Get("User-Agent") != "ringfence/test" || r.Header.Get("Accept") != "application/json" {
			t.Errorf("headers %v", r.Header)
		}
		fmt.Fprint(w, "yes")
	})
	if body, state, why := get(t, c, url); body != "yes" || state != "ran" {
		t.Errorf("%q, %s, %s", body, state, why)
	}
}

func TestASlowServiceIsLeft(t *testing.T) {
	done := make(chan struct{})
	c, url, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(200)
		w.(http.Flusher).Flush()
		select {
		case <-r.Context().Done():
		case <-done:
		}
	})
	defer close(done)
	c.Timeout, c.Tries = 50*time.Millisecond, 1
	if _, state, why := get(t, c, url); state != Unavailable || why != "it did not answer in time" {
		t.Errorf("%s, %s", state, why)
	}
}

func TestNobodyIsThere(t *testing.T) {
	c, url, _ := serve(t, nil)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := "http://" + l.Addr().String()
	_ = l.Close()
	c.Tries = 1
	if _, state, why := get(t, c, closed); state != Unavailable || why != "it could not be reached" {
		t.Errorf("%s, %s", state, why)
	}
	tls := httptest.NewTLSServer(http.NotFoundHandler())
	defer tls.Close()
	if _, state, why := get(t, c, tls.URL); state != Unavailable || why != "its certificate is not to be trusted" {
		t.Errorf("a certificate nobody signed: %s, %s", state, why)
	}
	c.Transport = roundTrip(func(*http.Request) (*http.Response, error) { return nil, &net.DNSError{Name: canary} })
	if _, state, why := get(t, c, url); state != Unavailable || why != "nobody knows its name (DNS)" {
		t.Errorf("%s, %s", state, why)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestOfflineAsksNobody(t *testing.T) {
	c, url, _ := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("it was asked") })
	c.Offline = true
	if _, state, _ := get(t, c, url); state != Skipped {
		t.Errorf("state %s", state)
	}
	if _, state, _ := get(t, &Client{}, url); state != Skipped {
		t.Errorf("no transport: state %s", state)
	}
}

func TestACancelledScanAsksNoMore(t *testing.T) {
	c, url, _ := serve(t, status(500, ""))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := c.Do(ctx, Request{Service: "osv", Method: http.MethodGet, URL: url})
	if state, why := Outcome(err); state != Unavailable || why != "the scan was ended" {
		t.Errorf("%s, %s", state, why)
	}
}

// A proxy's password stands in the environment and nowhere else.
func TestProxy(t *testing.T) {
	var seen string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = r.Method + " " + r.Host + " " + r.Header.Get("Proxy-Authorization")
		w.WriteHeader(http.StatusForbidden)
	}))
	defer proxy.Close()
	for env, want := range map[string]string{
		strings.Replace(proxy.URL, "//", "//user:"+canary+"@", 1): "no answer of it could be read",
		"://" + canary:                                       "the proxy could not be reached",
		"http://user:" + canary + "@127.0.0.1:1":             "the proxy could not be reached",
		"socks9://user:" + canary + "@127.0.0.1:1/" + canary: "",
	} {
		c := &Client{Tries: 1, Transport: Transport(func(name string) string {
			if name == "https_proxy" {
				return env
			}
			return ""
		})}
		_, err := c.Do(t.Context(), Request{Service: "osv", Method: http.MethodGet, URL: "https://osv.invalid/v1"})
		state, why := Outcome(err)
		if state != Unavailable || want != "" && why != want {
			t.Errorf("%s: %s, %s", strings.ReplaceAll(env, canary, "…"), state, why)
		}
		if err != nil && strings.Contains(err.Error(), canary) {
			t.Errorf("the error repeats the proxy's password: %v", err)
		}
	}
	if !strings.HasPrefix(seen, "CONNECT osv.invalid:443 Basic ") {
		t.Errorf("the proxy saw %q", seen)
	}
}

func TestBase(t *testing.T) {
	for in, want := range map[string]string{
		"https://api.osv.dev": "https://api.osv.dev", "https://mirror.example/osv/": "https://mirror.example/osv",
		"http://127.0.0.1:8080/x": "http://127.0.0.1:8080/x", "http://localhost:1": "http://localhost:1", "http://[::1]:1": "http://[::1]:1",
	} {
		if got, err := Base(in); err != nil || got != want {
			t.Errorf("%s: %s, %v", in, got, err)
		}
	}
	for _, in := range []string{
		"", "api.osv.dev", "http://api.osv.dev", "ftp://x", "file:///etc/passwd", "https://user@x", "https://x?k=1", "https://x#f", "https://",
		"http://127.0.0.1.evil.example", "http://localhost.evil.example", "javascript:1", "https:x", "http://10.0.0.1", "http://0.0.0.0",
	} {
		if got, err := Base(in); err == nil {
			t.Errorf("%q is taken as %s", in, got)
		}
	}
}

func TestCache(t *testing.T) {
	asked := 0
	c, url, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { asked++; fmt.Fprint(w, "answer ", asked) })
	c.Cache = &Cache{Dir: filepath.Join(t.TempDir(), "a[b]*", "cache")}
	now := c.Now()
	c.Now = func() time.Time { return now }
	want := func(name, body string) {
		t.Helper()
		if got, _, why := get(t, c, url+"/?q=1"); got != body {
			t.Errorf("%s: %q (%s), want %q", name, got, why, body)
		}
	}
	want("the first time", "answer 1")
	want("the second time", "answer 1")
	if got, _, _ := get(t, c, url+"/?q=2"); got != "answer 2" {
		t.Errorf("another question: %q", got)
	}
	now = now.Add(13 * time.Hour)
	want("the next day", "answer 3")
	now = now.Add(-26 * time.Hour)
	want("stored in the future", "answer 4")
	files, err := filepath.Glob(filepath.Join(glob(c.Cache.Dir), "*", "*"))
	if err != nil || len(files) != 2 {
		t.Fatalf("files %v, %v", files, err)
	}
	asked = 10
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(f); err != nil || info.Mode().Perm()&0o077 != 0 && filepath.Separator == '/' {
			t.Errorf("others may read the cache: %v", info.Mode())
		}
		if err := os.WriteFile(f, bytes.Replace(data, []byte("\nanswer"), []byte("\nANSWER"), 1), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want("one that somebody changed", "answer 11")
	for _, f := range files {
		if err := os.WriteFile(f, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want("an empty one", "answer 12")
}

func TestCacheKeepsNoErrors(t *testing.T) {
	n := 0
	c, url, _ := serve(t, func(w http.ResponseWriter, r *http.Request) { n++; status(404, "")(w, r) })
	c.Cache = &Cache{Dir: t.TempDir()}
	get(t, c, url)
	get(t, c, url)
	if n != 2 {
		t.Errorf("asked %d times", n)
	}
}

// A cache stays within its bound, and a folder that cannot be written costs
// nothing but the cache.
func TestCacheIsBounded(t *testing.T) {
	c := &Cache{Dir: t.TempDir(), MaxTotal: 4000}
	other := filepath.Join(c.Dir, "ab")
	if err := os.Mkdir(other, 0o700); err != nil {
		t.Fatal(err)
	}
	mine := filepath.Join(other, "not-ours")
	if err := os.WriteFile(mine, bytes.Repeat([]byte("x"), 9000), 0o600); err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return time.Unix(1, 0) }
	for i := range 50 {
		c.put(Request{URL: fmt.Sprint(i)}.key(), bytes.Repeat([]byte("x"), 300), now)
	}
	c.put(Request{URL: "large"}.key(), bytes.Repeat([]byte("x"), 3000), now)
	var total int64
	files, _ := filepath.Glob(filepath.Join(c.Dir, "*", "*"))
	for _, f := range files {
		info, err := os.Stat(f)
		if err != nil {
			t.Fatal(err)
		}
		total += info.Size()
	}
	if total -= 9000; total > 4000 || total < 2000 {
		t.Errorf("the cache holds %d bytes in %d files", total, len(files))
	}
	if _, err := os.Stat(mine); err != nil {
		t.Errorf("a file that is not the cache's is gone: %v", err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	(&Cache{Dir: file}).put(Request{}.key(), []byte("x"), now)
	(*Cache)(nil).put(Request{}.key(), []byte("x"), now)
}

func TestOutcome(t *testing.T) {
	if s, why := Outcome(errors.New(canary)); s != Failed || strings.Contains(why, canary) {
		t.Errorf("%s, %s", s, why)
	}
	if s, _ := Outcome(fmt.Errorf("more: %w", &Error{State: Unavailable})); s != Unavailable {
		t.Errorf("wrapped: %s", s)
	}
}
