package policygen

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

func read(p string) policy.Grant { return policy.Grant{Section: policy.FilesRead, Pattern: p} }

func TestFoldJoinsWhatEveryoneSays(t *testing.T) {
	proposals := policy.Proposals{
		Extension: "acme.tool",
		Accepted:  true,
	}.With(
		policy.Proposal{Grant: read("${home}/c"), Reason: "r", Origin: policy.Manual},
	)
	unresolved := read("${workspace}/**")
	unresolved.Mark, unresolved.Question = policy.Unresolved, "Which?"
	in := Inputs{
		Static:   policy.New("acme.tool", unresolved, read("${home}/a")),
		Observed: policy.New("acme.tool", read("${workspace}/**"), read("${home}/.ssh/config")),
		Accepted: proposals,
		Override: policy.Override{Rulings: []policy.Ruling{{Deny: true, Grant: read("${home}/a")}, {Grant: read("${home}/.npmrc")}}},
	}
	got, err := Fold(in)
	if err != nil {
		t.Fatal(err)
	}
	want := policy.New("acme.tool", read("${home}/.npmrc"), read("${home}/c"), read("${workspace}/**"))
	want.Denied = []policy.Grant{read("${home}/a")}
	if diff := cmp.Diff(want, got.Policy); diff != "" {
		t.Error(diff)
	}
	// Seen once is no reason; said by a person is.
	if diff := cmp.Diff([]policy.Grant{read("${home}/.ssh/config")}, got.Withheld); diff != "" {
		t.Error(diff)
	}
	again, err := Fold(Inputs{Static: got.Policy})
	if err != nil || cmp.Diff(got.Policy, again.Policy) != "" {
		t.Errorf("folding the result changes it: %v", err)
	}
	if in.Observed.Extension = "evil.tool"; true {
		if _, err := Fold(in); err == nil {
			t.Error("another extension's observations were joined")
		}
	}
}
