package endtoend

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/scaffold"
	"github.com/ringfence-dev/ringfence/internal/testkit/github"
)

// TestAPullRequestOfAClone takes a real repository through the workflow that ringfence
// init wrote in it: CLONE is the clone, what is checked out there is the change, BASE the
// branch it is to be merged into. Both are built by ringfence build. It says what the jobs
// said and what stands on the pull request, and fails where the required check does not
// pass. No Node is set up for it: it is this machine's (make pull).
func TestAPullRequestOfAClone(t *testing.T) {
	clone, base := os.Getenv("CLONE"), os.Getenv("BASE")
	if clone == "" || os.Getenv("BUILD") != "real" {
		t.Skip("make pull: it builds a clone that CLONE names")
	}
	head, err := exec.Command("git", "-C", clone, "rev-parse", "--abbrev-ref", "HEAD").Output()
	if err != nil {
		t.Fatalf("CLONE is %s, which is no clone with a commit: %v", clone, err)
	}
	if err := exec.Command("git", "-C", clone, "rev-parse", "--quiet", "--verify", base+"^{commit}").Run(); err != nil {
		t.Fatalf("%s has no branch %s; BASE names the one that the change is to be merged into", clone, base)
	}
	change := strings.TrimSpace(string(head))
	if change == base || change == "HEAD" {
		t.Fatalf("%s: check out the branch of the change; now it is %s, and BASE is %s", clone, change, base)
	}
	h := github.New(t, "acme/tool", map[string]string{"README.md": "x"})
	h.Permit("ann", "write")
	h.Adopt(clone, base, change)
	f := &flow{t: t, hub: h, built: t.TempDir()}
	f.event = github.Event{Name: "pull_request", Action: "opened", Actor: "ann", Pull: h.Open("change", "ann", change)}
	f.run(scaffold.Workflow)
	for _, id := range []string{"build", "base", "confirm", "analyze", "commit"} {
		t.Logf("job %s: %s\n%s", id, f.result[id], f.log[id])
	}
	for _, c := range h.Comments() {
		t.Logf("a comment:\n%s", c.Body)
	}
	if !f.whole.Passes("analyze") || !slices.Contains([]string{"success", "skipped"}, f.result["commit"]) {
		t.Errorf("THE PULL REQUEST IS RED (this test fails for that alone): %v", f.result)
	}
}
