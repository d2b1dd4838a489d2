package endtoend

import (
	"maps"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/scaffold"
	"github.com/ringfence-dev/ringfence/internal/testkit/github"
)

// In the workflow of init the owner's pull request of documents waits for the
// environment where the label asks for it, and passes once they approved. Without
// rules for the environment the job runs, nobody is on record, and nothing is opened;
// without the label no job waits.
func TestTheWorkflowOfInitConfirms(t *testing.T) {
	if testing.Short() {
		t.Skip("short: runs the workflow eight times; the one on pushes stays")
	}
	approved := func(h *github.Hub) func(int64) {
		return func(run int64) { h.Approve(run, "acme", "ringfence", "approved") }
	}
	for name, c := range map[string]struct {
		label   bool
		state   string
		approve func(*github.Hub) func(int64)
		code    bool
		results map[string]string
		said    string
	}{
		"it waits": {true, "waiting", nil, false,
			map[string]string{"build": "success", "confirm": "waiting", "analyze": "waiting", "commit": "skipped"}, ""},
		"the owner approves": {true, "", approved, false,
			map[string]string{"build": "success", "confirm": "success", "analyze": "success", "commit": "skipped"}, "accepted by acme"},
		"the owner rejects": {true, "rejected", nil, false,
			map[string]string{"build": "success", "confirm": "failure", "analyze": "failure", "commit": "skipped"},
			"nobody approved the environment ringfence"},
		"there are no rules": {true, "", nil, false,
			map[string]string{"build": "success", "confirm": "success", "analyze": "failure", "commit": "skipped"},
			"nobody approved the environment ringfence"},
		"code comes with it": {true, "", approved, true,
			map[string]string{"build": "success", "confirm": "success", "analyze": "failure", "commit": "skipped"}, `it touches "main.js"`},
		"nobody asks for waiting": {false, "waiting", nil, false,
			map[string]string{"build": "success", "confirm": "skipped", "analyze": "failure", "commit": "skipped"}, "fails    settings"},
	} {
		t.Run(name, func(t *testing.T) {
			f := initialised(t)
			files := documentsOf(t)
			if c.code {
				files = maps.Clone(files)
				files["main.js"] = mainJS + "\n"
			}
			f.pull("rules", "acme", files)
			if c.label {
				f.hub.Label(f.event.Pull, confirmLabel, "acme")
				f.event.Action, f.event.Label = "labeled", confirmLabel
			}
			f.environments = map[string]string{"ringfence": c.state}
			if c.approve != nil {
				f.approve = c.approve(f.hub)
			}
			f.run(scaffold.Workflow)
			f.wants(c.results)
			if !strings.Contains(f.log["analyze"], c.said) {
				t.Errorf("the log lacks %q:\n%s", c.said, f.log["analyze"])
			}
		})
	}
}
