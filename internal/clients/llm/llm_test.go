package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/testkit/service"
)

const path = "POST /v1/chat/completions"

// completion is the answer of testdata with a content.
func completion(t testing.TB, content string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "completion.json"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(content)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Replace(string(b), "CONTENT", string(text), 1)
}

type answer struct {
	Word string `json:"word"`
}

var question = Question{
	Task:   "say a word",
	Data:   "data",
	Name:   "word",
	Schema: json.RawMessage(`{"type":"object","properties":{"word":{"type":"string"}},"required":["word"],"additionalProperties":false}`),
}

func at(base string) *Client {
	return &Client{Web: service.Web(), Base: base + "/v1", Key: service.Canary, Model: "test-model", Budget: 100}
}

func TestAsk(t *testing.T) {
	for name, c := range map[string]struct{ content, want string }{
		"the object":     {`{"word":"yes"}`, "yes"},
		"between fences": {"Here you are:\n```json\n{\"word\":\"yes\"}\n```\nAnything else?", "yes"},
		"no object":      {"yes", ""},
		"another shape":  {`{"word":"yes","more":1}`, ""},
		"two objects":    {`{"word":"yes"} {"word":"no"}`, ""},
		"a list":         {`["yes"]`, ""},
		"nothing":        {"", ""},
	} {
		s := service.Run(t, map[string]string{path: completion(t, c.content)})
		var got answer
		err := at(s.URL).Ask(t.Context(), question, &got)
		if got.Word != c.want && err == nil || (err == nil) != (c.want != "") {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		if state, _ := web.Outcome(err); err != nil && state != web.Failed {
			t.Errorf("%s: %s", name, state)
		}
		asked := s.Asked()
		if len(asked) != 1 || !strings.Contains(asked[0], `"json_schema"`) || !strings.Contains(asked[0], `"strict":true`) ||
			strings.Contains(asked[0], service.Canary) {
			t.Errorf("%s: asked %q", name, asked)
		}
	}
}

// A server that does not know a form is asked in the next, and from then on in
// that alone.
func TestDegrades(t *testing.T) {
	for name, c := range map[string]struct {
		refused string
		forms   []string
	}{
		"the schema":     {`"json_schema"`, []string{"schema", "object", "object"}},
		"any object too": {`"response_format"`, []string{"schema", "object", "text", "text"}},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if strings.Contains(string(body), c.refused) {
				w.WriteHeader(http.StatusBadRequest)
				fmt.Fprint(w, `{"error":{"message":"`+service.Canary+`","type":"invalid_request_error","param":"response_format","code":null}}`)
				return
			}
			if !strings.Contains(string(body), "must match this JSON schema") {
				t.Error("the schema is nowhere")
			}
			fmt.Fprint(w, completion(t, "```\n{\"word\":\"yes\"}\n```"))
		}))
		defer server.Close()
		var forms []string
		client := at(server.URL)
		client.Record = func(e Exchange) { forms = append(forms, e.Form) }
		for range 2 {
			var got answer
			if err := client.Ask(t.Context(), question, &got); err != nil || got.Word != "yes" {
				t.Fatalf("%s: %+v, %v", name, got, err)
			}
		}
		if diff := cmp.Diff(c.forms, forms); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestTroubles(t *testing.T) {
	service.Troubles(t, web.Failed, func(way *web.Client, base string) error {
		c := at(base)
		c.Web = way
		var got answer
		return c.Ask(t.Context(), question, &got)
	})
}

// A server that is busy is asked again after the wait it asks for.
func TestBusyThenBack(t *testing.T) {
	n := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if n++; n < 3 {
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		fmt.Fprint(w, completion(t, `{"word":"yes"}`))
	}))
	defer server.Close()
	client := at(server.URL)
	var waits []time.Duration
	client.Web.Sleep = func(_ context.Context, d time.Duration) error { waits = append(waits, d); return nil }
	var got answer
	err := client.Ask(t.Context(), question, &got)
	if diff := cmp.Diff([]time.Duration{7 * time.Second, 7 * time.Second}, waits); diff != "" || err != nil || got.Word != "yes" {
		t.Errorf("%+v, %v (-want +got):\n%s", got, err, diff)
	}
}

func TestBudgetAndCache(t *testing.T) {
	s := service.Run(t, map[string]string{path: completion(t, `{"word":"yes"}`)})
	client := at(s.URL)
	client.Budget = 3
	client.Web.Cache, client.Web.Now = &web.Cache{Dir: t.TempDir()}, func() time.Time { return time.Unix(1_800_000_000, 0) }
	var got answer
	for n := range 4 {
		err := client.Ask(t.Context(), question, &got)
		if (err != nil) != (n == 3) {
			t.Errorf("question %d: %v", n, err)
		}
	}
	if n := len(s.Asked()); n != 1 {
		t.Errorf("asked %d times: the same question was answered before", n)
	}
	err := client.Ask(t.Context(), Question{Data: strings.Repeat("x", MaxQuestion+1)}, &got)
	if state, _ := web.Outcome(err); state != web.Failed {
		t.Errorf("a question that is too long: %v", err)
	}
}

func TestARefusalIsNoAnswer(t *testing.T) {
	s := service.Run(
		t,
		map[string]string{path: strings.Replace(completion(t, `{"word":"yes"}`), `"refusal": null`, `"refusal": "I cannot"`, 1)},
	)
	var got answer
	if err := at(s.URL).Ask(t.Context(), question, &got); err == nil {
		t.Errorf("%+v", got)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add("```json\n{\"word\":\"yes\"}\n```")
	f.Fuzz(func(t *testing.T, text string) {
		var got answer
		if err := decode(text, &got); err == nil && !strings.Contains(text, "{") && text != "null" && strings.TrimSpace(text) != "null" {
			t.Fatalf("%q is read as %+v", text, got)
		}
	})
}
