package tightness

import (
	"testing"

	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// What bounds nothing has a mark and a question, or it is found; TestPoliciesAgainstRecordings
// looks for it in the whole corpus.
func TestLinesWithoutABoundAreFound(t *testing.T) {
	for _, g := range []policy.Grant{
		{Section: policy.FilesRead, Pattern: "**"},
		{Section: policy.FilesWrite, Pattern: "**/a"},
		{Section: policy.NetworkConnect, Pattern: "https://*"},
		{Section: policy.Processes, Pattern: "**/git", Args: []string{"..."}},
	} {
		if got := Unbounded(policy.New("a.b", g)); len(got) != 1 {
			t.Errorf("%s is not found", g)
		}
		g.Mark = policy.Unresolved
		if got := Unbounded(policy.New("a.b", g)); len(got) != 1 {
			t.Errorf("%s asks nothing, and is not found", g)
		}
		g.Question = "Which?"
		if got := Unbounded(policy.New("a.b", g)); len(got) != 0 {
			t.Errorf("%s is found, though it is marked and asks", g)
		}
	}
	for _, g := range []policy.Grant{
		{Section: policy.FilesRead, Pattern: "${workspace}/**"},
		{Section: policy.NetworkConnect, Pattern: "https://*.example.com"},
		{Section: policy.Processes, Pattern: "git", Args: []string{"..."}},
	} {
		if got := Unbounded(policy.New("a.b", g)); len(got) != 0 {
			t.Errorf("%s is found, though it is bounded", g)
		}
	}
}
