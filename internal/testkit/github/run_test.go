package github

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A run of a pull request has the merge commit checked out, and an event that
// names the head; one of a push has the branch.
func TestStart(t *testing.T) {
	h := New(t, "acme/ext", map[string]string{"a": "1"})
	h.Push("fred:change", "fred", "change", map[string]string{"b": "2"})
	n := h.Open("fred:change", "fred", "A change")
	h.Push("main", "acme", "more", map[string]string{"c": "3"})
	r := h.Start(t, Event{Name: "pull_request", Action: "opened", Actor: "fred", Pull: n})
	for _, f := range []string{"a", "b", "c"} {
		if _, err := os.Stat(filepath.Join(r.Workspace, f)); err != nil {
			t.Error(err)
		}
	}
	if r.SHA != h.Pulls()[0].Merge || r.Ref != "refs/pull/"+strings.TrimSpace(jsonText(t, n))+"/merge" {
		t.Errorf("%s at %s", r.Ref, r.SHA)
	}
	var event struct {
		Pull struct {
			Head struct {
				SHA  string
				Repo struct {
					FullName string `json:"full_name"`
				}
			}
		} `json:"pull_request"`
	}
	if err := json.Unmarshal([]byte(r.read("event.json")), &event); err != nil {
		t.Fatal(err)
	}
	if event.Pull.Head.SHA != h.Head("fred:change") || event.Pull.Head.Repo.FullName != "fred/ext" {
		t.Errorf("%+v", event)
	}
	r = h.Start(t, Event{Name: "push", Actor: "acme"})
	if _, err := os.Stat(filepath.Join(r.Workspace, "b")); err == nil || r.SHA != h.Head("main") {
		t.Errorf("a push of main has the change in it")
	}
}

func jsonText(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestOutputs(t *testing.T) {
	r := Run{t: t, dir: t.TempDir()}
	if len(r.Outputs()) != 0 {
		t.Error("outputs of nothing")
	}
	if err := os.WriteFile(filepath.Join(r.dir, "output"), []byte("a<<END\none\ntwo=2\nEND\nb=3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := r.Outputs(); got["a"] != "one\ntwo=2" || got["b"] != "3" || len(got) != 2 {
		t.Errorf("%v", got)
	}
}
