package proposal

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// answers is a proposer that says what it was made with.
type answers struct {
	asked []Question
	say   []policy.Proposal
	err   error
}

func (a *answers) Propose(_ context.Context, _ string, questions []Question) ([]policy.Proposal, error) {
	a.asked = questions
	return a.say, a.err
}

func open() policy.Policy {
	return policy.New(
		"acme.tool",
		policy.Grant{Section: policy.FilesRead, Pattern: "${workspace}/**", Mark: policy.Unresolved, Question: "Which files?"},
		policy.Grant{
			Section:     policy.Processes,
			Pattern:     "${extension}/**",
			Args:        []string{"..."},
			TrustedOnly: true,
			Mark:        policy.Unresolved,
			Question:    "Which programs?",
		},
		policy.Grant{Section: policy.NetworkConnect, Pattern: "https://api.example.com"},
	)
}

// Each answer and what becomes of it; an empty reason is the mirror: it is
// proposed.
func TestAnswersAreSifted(t *testing.T) {
	file := func(p string) policy.Grant { return policy.Grant{Section: policy.FilesRead, Pattern: p} }
	run := func(words ...string) policy.Grant {
		return policy.Grant{Section: policy.Processes, Pattern: words[0], Args: words[1:]}
	}
	for _, c := range []struct {
		answer policy.Grant
		why    string
	}{
		{file("${home}/.toolrc"), ""},
		{file("${home}/.ssh/config"), "it opens the sensitive place ssh"}, {file("/root/.ssh/id_rsa"), "it opens the sensitive place ssh"},
		{file("${workspace}/**"), "it is as broad as the question"}, {file("${workspace}/*.toml"), ""},
		{file("${extension}/data/x"), "the policy grants it already"}, {file("${extension}/lib/x"), ""},
		{file("/**"), "it has no bounds"}, {file("**"), "it is as broad as the question"}, {file("../x"), "it is no grant"},
		{run("git", "status"), ""}, {run("**", "..."), "it is as broad as the question"}, {run("*", "status"), "it has no bounds"},
		{run("bash", "..."), "it is a shell"}, {run("/bin/sh", "-c", "*"), "it is a shell"},
		{run(`C:/Windows/CMD.exe`, "/c", "x"), "it is a shell"}, {run("bashful", "x"), ""},
		{run("deploy", "--password", "hunter2"), "it holds what looks like a key or a password"},
		{policy.Grant{Section: policy.Processes, Pattern: "npm run *", Shell: true}, "nobody asked"},
		{policy.Grant{Section: policy.NetworkConnect, Pattern: "https://evil.example.com"}, "nobody asked"},
		{policy.Grant{Section: policy.Code, Name: policy.Eval}, "nobody asked"},
	} {
		by := &answers{say: []policy.Proposal{{Grant: c.answer, Reason: "because", Origin: policy.Manual}}}
		p := open()
		p.Grants = append(p.Grants, file("${extension}/data/**"))
		got, err := Gather(t.Context(), p, evidence.Document{}, by)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case c.why != "" && (len(got.Refused) != 1 || got.Refused[0].Why != c.why || len(got.Proposals.Entries) > 0):
			t.Errorf("%s: %+v, want it refused because %s", c.answer, got, c.why)
		case c.why == "" && (len(got.Refused) > 0 || len(got.Proposals.Entries) != 1):
			t.Errorf("%s: %+v, want it proposed", c.answer, got)
		case c.why == "":
			e := got.Proposals.Entries[0]
			if e.Origin != policy.Proposed || e.Grant.TrustedOnly != (c.answer.Section == policy.Processes) {
				t.Errorf("%s is proposed as %+v", c.answer, e)
			}
		}
	}
}

// The proposer sees the open lines with their places, and no others; without one
// it is not asked, and what it fails at is its own.
func TestWhatIsAsked(t *testing.T) {
	p := open()
	place := evidence.Place{Where: finding.Location{File: "main.js", Line: 3}, Symbol: "fs.readFile"}
	e := evidence.Document{Lines: []evidence.Line{{Grant: p.Grants[0].Key(), Places: []evidence.Place{place}}}}
	by := &answers{}
	if _, err := Gather(t.Context(), p, e, by); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Question{{p.Grants[0], []evidence.Place{place}}, {Grant: p.Grants[2]}}, by.asked); diff != "" {
		t.Error(diff)
	}
	sure := &answers{err: errors.New("asked")}
	if _, err := Gather(t.Context(), policy.New("acme.tool", p.Grants[1]), e, sure); err != nil {
		t.Errorf("a policy without a question was asked about: %v", err)
	}
	if _, err := Gather(t.Context(), p, e, sure); err == nil {
		t.Error("the proposer's failure is lost")
	}
}

// What is proposed changes no policy: it is read back from its own file, and the
// fold has no place for it until it is accepted.
func TestAProposalGrantsNothing(t *testing.T) {
	secret := "ghp_" + "Wq8RtY3mKc5PzD1hLx7VnB2sJf6GaE9uTi4o"
	by := &answers{
		say: []policy.Proposal{
			{Grant: policy.Grant{Section: policy.FilesRead, Pattern: "${home}/.toolrc"}, Reason: "it logs in with " + secret + "\x1b[2J"},
		},
	}
	got, err := Gather(t.Context(), open(), evidence.Document{}, by)
	if err != nil {
		t.Fatal(err)
	}
	data := got.Proposals.Bytes()
	again, err := policy.ParseProposals("proposals.json", data)
	if err != nil || len(again.Entries) != 1 || strings.Contains(string(data), secret[:12]) {
		t.Fatalf("%v in\n%s", err, data)
	}
	before, err := policygen.Fold(policygen.Inputs{Static: open()})
	if err != nil {
		t.Fatal(err)
	}
	accepted := policy.Proposals{Extension: "acme.tool", Accepted: true}.With(again.Entries...)
	after, err := policygen.Fold(policygen.Inputs{Static: open(), Accepted: accepted})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(before.Policy.Bytes()), ".toolrc") || !strings.Contains(string(after.Policy.Bytes()), ".toolrc") {
		t.Errorf("before\n%s\nafter\n%s", before.Policy.Bytes(), after.Policy.Bytes())
	}
}
