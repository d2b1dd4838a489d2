package gate_test

import (
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/claims"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// A claim is borne out by a loader that enforces a policy without a way out of
// the fence, and by nothing less. want is a word of the reason; empty: it is.
func TestClaimsAfterThePolicy(t *testing.T) {
	made := []claims.Made{{File: "README.md", Claim: claims.Claim{Line: 3, Column: 1, Text: "is fenced in"}}}
	file := policy.Grant{Section: policy.FilesRead, Pattern: "${extension}/**"}
	host := policy.Grant{Section: policy.NetworkConnect, Pattern: "https://api.example.com"}
	for name, c := range map[string]struct {
		mode   claims.Fence
		policy policy.Policy
		want   string
	}{
		"no loader":         {claims.NoFence, policy.New("a.b", file), "all rights of its user"},
		"observed":          {claims.Observing, policy.New("a.b", file), "denies nothing"},
		"a word of its own": {claims.Fence("sealed"), policy.New("a.b", file), "all rights of its user"},
		"enforced":          {claims.Enforcing, policy.New("a.b", file, host), ""},
		"nothing granted":   {claims.Enforcing, policy.New("a.b"), ""},
		"a program": {claims.Enforcing,
			policy.New("a.b", policy.Grant{Section: policy.Processes, Pattern: "git", Args: []string{"status"}}),
			"start git status, and programs run outside"},
		"a shell": {claims.Enforcing, policy.New("a.b", policy.Grant{Section: policy.Processes, Pattern: "npm run x", Shell: true}),
			"npm run x"},
		"machine code": {claims.Enforcing,
			policy.New("a.b", policy.Grant{Section: policy.Code, Name: policy.Native, Pattern: "${extension}/a.node"}),
			"a.node, which no loader holds"},
		"a worker": {claims.Enforcing,
			policy.New("a.b", policy.Grant{Section: policy.Code, Name: policy.Worker, Pattern: "${extension}/a.js"}), ""},
		"any host": {claims.Enforcing, policy.New("a.b", policy.Grant{Section: policy.NetworkConnect, Pattern: "https://*"}),
			"no bounds for network.connect"},
		"any file": {claims.Enforcing, policy.New("a.b", policy.Grant{Section: policy.FilesRead, Pattern: "/**"}),
			"no bounds for files.read"},
		"not seen": {claims.Enforcing, policy.Policy{Extension: "a.b", Notes: []policy.Note{{Mark: policy.Incomplete, Question: "x"}}},
			"was not seen"},
	} {
		got := gate.Unborne(made, c.policy, c.mode)
		switch {
		case c.want == "" && got != nil,
			c.want != "" && (len(got) != 1 || !strings.Contains(got[0], c.want) || !strings.HasPrefix(got[0], `README.md:3 claims "is fenced in"`)):
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if got := gate.Unborne(nil, policy.New("a.b"), claims.NoFence); got != nil {
		t.Errorf("nothing is claimed: %q", got)
	}
	many := make([]claims.Made, 100)
	if got := gate.Unborne(many, policy.New("a.b"), claims.NoFence); len(got) != 11 || got[10] != "90 more sentences claim it" {
		t.Errorf("%d lines, the last %q", len(got), got[len(got)-1])
	}
}
