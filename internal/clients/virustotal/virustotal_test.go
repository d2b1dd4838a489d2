package virustotal

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
	"github.com/ringfence-dev/ringfence/internal/testkit/service"
)

const digest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

// answerOf reads an answer of testdata, whose README says where it is from.
func answerOf(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func at(base string) Client { return Client{Web: service.Web(), Base: base, Key: service.Canary} }

func TestAsk(t *testing.T) {
	s := service.Run(t, map[string]string{
		"GET /api/v3/files/" + digest:         answerOf(t, "file"),
		"GET /api/v3/domains/updates.example": answerOf(t, "domain"),
		"GET /api/v3/ip_addresses/192.0.2.7":  answerOf(t, "address"),
	})
	for _, want := range []supplychain.Reputation{
		{Kind: supplychain.ReputationFile, Subject: digest, Known: true, Malicious: 3, Suspicious: 1},
		{Kind: supplychain.ReputationDomain, Subject: "updates.example", Known: true, Malicious: 1, Suspicious: 2},
		{Kind: supplychain.ReputationAddress, Subject: "192.0.2.7", Known: true},
		// What it has never seen is unknown, which is neither clean nor an error.
		{Kind: supplychain.ReputationFile, Subject: strings.Repeat("0", 64)},
		{Kind: supplychain.ReputationDomain, Subject: "unseen.example"},
	} {
		got, err := at(s.URL).Ask(t.Context(), want.Kind, want.Subject)
		if err != nil {
			t.Errorf("%s: %v", want.Subject, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", want.Subject, diff)
		}
	}
}

// A second question about the same digest is answered by the cache, without a
// key in it.
func TestAnswersAreKeptByDigest(t *testing.T) {
	s := service.Run(t, map[string]string{"GET /api/v3/files/" + digest: answerOf(t, "file")})
	c := at(s.URL)
	dir := t.TempDir()
	c.Web.Cache, c.Web.Now = &web.Cache{Dir: dir}, func() time.Time { return time.Unix(1_800_000_000, 0) }
	for range 2 {
		if r, err := c.Ask(t.Context(), supplychain.ReputationFile, digest); err != nil || r.Malicious != 3 {
			t.Fatalf("%+v, %v", r, err)
		}
	}
	if n := len(s.Asked()); n != 1 {
		t.Errorf("asked %d times", n)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil || strings.Contains(string(data), service.Canary) {
		t.Errorf("the key is in the cache (%v)", err)
	}
}

func TestTroubles(t *testing.T) {
	service.Troubles(t, supplychain.Ran, func(way *web.Client, base string) error {
		c := at(base)
		c.Web = way
		_, err := c.Ask(t.Context(), supplychain.ReputationFile, digest)
		return err
	})
	service.Troubles(t, web.Failed, func(way *web.Client, base string) error {
		c := at(base)
		c.Web = way
		_, err := c.Upload(t.Context(), strings.NewReader("hello"))
		return err
	})
}

func TestWithoutAKeyNobodyIsAsked(t *testing.T) {
	s := service.Run(t, nil)
	c := at(s.URL)
	c.Key = ""
	_, err := c.Ask(t.Context(), supplychain.ReputationFile, digest)
	if state, why := web.Outcome(err); state != web.Unavailable || why != "there is no key to ask with" {
		t.Errorf("%s, %s", state, why)
	}
	_, err = c.Upload(t.Context(), strings.NewReader("hello"))
	if state, _ := web.Outcome(err); state != web.Unavailable || len(s.Asked()) != 0 {
		t.Errorf("%v, asked %v", err, s.Asked())
	}
}

// Questions that would lead elsewhere in the service are never sent.
func TestHostileSubjects(t *testing.T) {
	s := service.Run(t, nil)
	for kind, subjects := range map[supplychain.ReputationKind][]string{
		supplychain.ReputationFile:    {"", "../users/me", strings.ToUpper(digest), digest + "/comments"},
		supplychain.ReputationDomain:  {"", "a/b", "a b", "..", "a%2fb", "é.example", strings.Repeat("a", 300)},
		supplychain.ReputationAddress: {"", "192.0.2", "fe80::1%eth0", "192.0.2.7/32"},
		"other":                       {digest},
	} {
		for _, subject := range subjects {
			_, err := at(s.URL).Ask(t.Context(), kind, subject)
			if state, _ := web.Outcome(err); state != web.Failed {
				t.Errorf("%s %q: %v", kind, subject, err)
			}
		}
	}
	if asked := s.Asked(); len(asked) != 0 {
		t.Errorf("asked %v", asked)
	}
}

func TestHostileAnswers(t *testing.T) {
	for name, change := range map[string][2]string{
		"another file":      {`"id": "e3b0`, `"id": "f3b0`},
		"another kind":      {`"type": "file"`, `"type": "url"`},
		"a negative count":  {`"malicious": 3`, `"malicious": -3`},
		"a count past all":  {`"malicious": 3`, `"malicious": 100000`},
		"a count of text":   {`"malicious": 3`, `"malicious": "3"`},
		"a broken count":    {`"malicious": 3`, `"malicious": 3.5`},
		"no count":          {`"malicious": 3`, `"harmful": 3`},
		"no counts":         {`"last_analysis_stats"`, `"stats"`},
		"an error with 200": {`"data"`, `"error": {"code": "` + service.Canary + `", "message": "` + service.Canary + `"}, "data"`},
	} {
		s := service.Run(t, map[string]string{"GET /api/v3/files/" + digest: strings.Replace(answerOf(t, "file"), change[0], change[1], 1)})
		r, err := at(s.URL).Ask(t.Context(), supplychain.ReputationFile, digest)
		if state, why := web.Outcome(err); state != web.Failed || strings.Contains(why+err.Error(), service.Canary) || r.Known {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
}

const analysis = "GET /api/v3/analyses/MTdhYjI0Njk1ZWU5NTQ6MTc5MDAwMDAwMA=="

func TestUpload(t *testing.T) {
	s := service.Run(t, map[string]string{
		"POST /api/v3/files": `{"data":{"type":"analysis","id":"MTdhYjI0Njk1ZWU5NTQ6MTc5MDAwMDAwMA=="}}`,
		analysis:             answerOf(t, "analysis"),
	})
	r, err := at(s.URL).Upload(t.Context(), strings.NewReader("hello"))
	want := supplychain.Reputation{
		Kind: supplychain.ReputationFile, Subject: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824", Known: true, Suspicious: 2,
	}
	if diff := cmp.Diff(want, r); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	asked := s.Asked()
	if len(asked) != 2 || !strings.Contains(asked[0], `name="file"; filename="extension.vsix"`) || !strings.Contains(asked[0], "hello") {
		t.Errorf("asked %q", asked)
	}
}

// A large file goes to an address the service names, and only to one of its own:
// the key goes along.
func TestUploadOfALargeFile(t *testing.T) {
	large := func() *strings.Reader { return strings.NewReader(strings.Repeat("x", 31<<20)) }
	answers := map[string]string{
		"POST /_ah/upload/abc": `{"data":{"type":"analysis","id":"MTdhYjI0Njk1ZWU5NTQ6MTc5MDAwMDAwMA=="}}`,
		analysis:               answerOf(t, "analysis"),
	}
	s := service.Run(t, answers)
	answers["GET /api/v3/files/upload_url"] = `{"data":"` + s.URL + `/_ah/upload/abc"}`
	if r, err := at(s.URL).Upload(t.Context(), large()); err != nil || r.Suspicious != 2 {
		t.Errorf("%+v, %v", r, err)
	}
	other := service.Run(t, nil)
	for _, address := range []string{other.URL + "/x", "https://evil.example/x", "file:///etc/passwd",
		strings.Replace(s.URL, "//", "//user@", 1), ":"} {
		answers["GET /api/v3/files/upload_url"] = `{"data":"` + address + `"}`
		_, err := at(s.URL).Upload(t.Context(), large())
		if state, _ := web.Outcome(err); state != web.Failed {
			t.Errorf("%s: %v", address, err)
		}
	}
	if asked := other.Asked(); len(asked) != 0 {
		t.Errorf("the file went elsewhere: %.80q", asked)
	}
}

func TestAnAnalysisThatIsNotDone(t *testing.T) {
	queued := strings.Replace(answerOf(t, "analysis"), "completed", "queued", 1)
	s := service.Run(t, map[string]string{
		"POST /api/v3/files": `{"data":{"type":"analysis","id":"MTdhYjI0Njk1ZWU5NTQ6MTc5MDAwMDAwMA=="}}`, analysis: queued,
	})
	c := at(s.URL)
	waits := 0
	c.Web.Sleep = func(context.Context, time.Duration) error {
		if waits++; waits > 3 {
			return context.DeadlineExceeded
		}
		return nil
	}
	r, err := c.Upload(t.Context(), strings.NewReader("hello"))
	if state, why := web.Outcome(err); state != web.Unavailable || why != "its analysis was not done in time" || r.Known || waits != 4 {
		t.Errorf("%+v, %s, %s after %d waits", r, state, why, waits)
	}
}

func TestWhatIsTooLargeIsNotSent(t *testing.T) {
	l := &limited{r: strings.NewReader("12345"), left: 4}
	got := make([]byte, 10)
	n, err := l.Read(got)
	if n != 0 || err == nil || !l.over {
		t.Errorf("%d, %v, %t", n, err, l.over)
	}
	l = &limited{r: strings.NewReader("1234"), left: 4}
	if n, err := l.Read(got); n != 4 || err != nil || l.over {
		t.Errorf("%d, %v, %t", n, err, l.over)
	}
}
