// Package proposal asks somebody who may guess, such as a language model, what
// the analysis left open, and keeps of the answers what may be proposed at all.
//
// A proposal grants nothing: it lies in a file of its own until a person moves it
// to accepted.json. Whoever answers has read code that a stranger wrote and may
// say what that stranger wants, so nothing of an answer is believed: it has to
// answer a question that was asked, name something, stay out of sensitive places
// and hold no secret. The package knows no model and no network.
package proposal

import (
	"context"
	"fmt"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/policygen/redaction"
)

// Question is a line of a policy whose resource is not known from the code.
type Question struct {
	// Grant is the line as it stands: the default scope of its kind.
	Grant policy.Grant
	// Places are those that need it, as the evidence has them.
	Places []evidence.Place
}

// Proposer answers questions with grants, each with a reason. What it says of
// origins and marks does not count.
type Proposer interface {
	Propose(ctx context.Context, extension string, questions []Question) ([]policy.Proposal, error)
}

// MostProposals bounds what is kept of one answer.
const MostProposals = 200

// Refused is an answer that is not proposed.
type Refused struct {
	Grant policy.Grant
	Why   string
}

// Outcome is what became of the answers.
type Outcome struct {
	Proposals policy.Proposals
	Refused   []Refused
}

// Questions lists the unresolved lines of a policy with their places.
func Questions(p policy.Policy, e evidence.Document) []Question {
	var out []Question
	for _, g := range p.Grants {
		if g.Mark != policy.Unresolved {
			continue
		}
		q := Question{Grant: g}
		if l, ok := e.Of(g); ok {
			q.Places = slices.Clone(l.Places)
		}
		out = append(out, q)
	}
	return out
}

// Gather asks and sifts. Without a question nobody is asked. An error is the
// proposer's own; what it answered badly is refused and no error.
func Gather(ctx context.Context, p policy.Policy, e evidence.Document, by Proposer) (Outcome, error) {
	out := Outcome{Proposals: policy.Proposals{Extension: p.Extension}}
	questions := Questions(p, e)
	if len(questions) == 0 {
		return out, nil
	}
	answers, err := by.Propose(ctx, p.Extension, questions)
	if err != nil {
		return out, fmt.Errorf("asking what the code leaves open: %w", err)
	}
	for i, a := range answers {
		// What was answered says nothing about trust: it is that of the question.
		g := a.Grant
		g.Mark, g.Question, g.TrustedOnly = policy.Sure, "", false
		why, asked := refusal(g, questions), question(g, questions)
		if why == "" && i >= MostProposals {
			why = "there are too many answers"
		}
		if why == "" && granted(p, g) {
			why = "the policy grants it already"
		}
		if why != "" {
			out.Refused = append(out.Refused, Refused{shown(g), why})
			continue
		}
		g.TrustedOnly = asked.TrustedOnly
		out.Proposals.Entries = append(out.Proposals.Entries, policy.Proposal{Grant: g, Origin: policy.Proposed, Reason: reason(a.Reason)})
	}
	out.Proposals = out.Proposals.With()
	return out, nil
}

// refusal says why an answer may not be proposed; empty: it may.
func refusal(g policy.Grant, questions []Question) string {
	switch {
	case g.Validate() != nil:
		return "it is no grant"
	case question(g, questions).Section == "":
		return "nobody asked"
	case g.Section == policy.Processes && policy.IsShell(g.Pattern):
		return "it is a shell"
	case len(policy.Sensitive(g)) > 0:
		return "it opens the sensitive place " + policy.Sensitive(g)[0]
	}
	if _, secret, _ := redaction.Grant(g); secret {
		return "it holds what looks like a key or a password"
	}
	for _, q := range questions {
		if q.Grant.Section == g.Section && includes(g, q.Grant) {
			return "it is as broad as the question"
		}
	}
	if policy.Unbounded(g) {
		return "it has no bounds"
	}
	return ""
}

// question is the line that a grant answers: one of the same kind that was not
// known. Where one of them holds in every workspace, the answer does.
func question(g policy.Grant, questions []Question) policy.Grant {
	var out policy.Grant
	for _, q := range questions {
		if q.Grant.Section == g.Section && q.Grant.Name == g.Name && q.Grant.Shell == g.Shell && (out.Section == "" || !q.Grant.TrustedOnly) {
			out = q.Grant
		}
	}
	return out
}

// includes reports that a grants all that b grants.
func includes(a, b policy.Grant) bool {
	b.TrustedOnly = a.TrustedOnly
	by, _, err := policy.Covered([]policy.Grant{a, b})
	return err == nil && by[1] == 0
}

// granted reports that a line of which the policy is sure includes the grant. The
// scope of an unresolved line does not count: an answer is to take its place.
func granted(p policy.Policy, g policy.Grant) bool {
	return slices.ContainsFunc(p.Grants, func(o policy.Grant) bool {
		return o.Mark != policy.Unresolved && !o.TrustedOnly && o.Section == g.Section && includes(o, g)
	})
}

// shown is a refused grant as it may be printed.
func shown(g policy.Grant) policy.Grant {
	if clean, _, ok := redaction.Grant(g); ok {
		return clean
	}
	return policy.Grant{Section: g.Section, Name: g.Name, Pattern: "…"}
}

func reason(text string) string {
	if text = escape.Printable(redaction.Text(text, "…"), policy.MaxQuestion); text == "" {
		return "no reason was given"
	}
	return text
}
