// Package policygen makes an extension's policy: a fold of four lists of grants
// into one, and nothing else. What the static analysis found, what running the
// extension showed, what a person accepted and what a person ordered are its
// inputs; the same inputs give the same bytes, and neither a clock nor a version
// nor the place of a line in the code can change them.
//
// Package pattern is the language of resources, policy the document and its
// laws, change the difference of two policies for readers, lint what is
// doubtful about one, evidence why each line is there.
package policygen

import (
	"fmt"

	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// The folder in a repository that holds the documents, and their names.
const (
	Dir           = ".ringfence"
	PolicyFile    = "policy.json"
	ObservedFile  = "observed.json"
	AcceptedFile  = "accepted.json"
	ProposalsFile = "proposals.json"
	OverrideFile  = "policy.override.json"
	// EvidenceFile says why each line is in the policy.
	EvidenceFile = "evidence.json"
	// LoaderFile and SidecarFile are the loader of an extension that ships with it.
	LoaderFile  = "loader.cjs"
	SidecarFile = "loader.json"
)

// Inputs are the four lists. A zero one is empty.
type Inputs struct {
	Static   policy.Policy
	Observed policy.Policy
	Accepted policy.Proposals
	Override policy.Override
	// Today is the day on which the override is read, as 2027-01-31. Where it is
	// empty, every ruling with a last day is over.
	Today string
}

// Result is the policy and what did not go into it.
type Result struct {
	Policy policy.Policy
	// Withheld are observed grants that would open a sensitive place: having
	// done it once is no reason to be allowed to.
	Withheld []policy.Grant
	// Expired are the override's rulings whose day is over.
	Expired []policy.Ruling
}

// Fold joins the inputs.
func Fold(in Inputs) (Result, error) {
	var out Result
	observed := policy.Policy{Extension: in.Observed.Extension, Notes: in.Observed.Notes}
	for _, g := range in.Observed.Grants {
		if len(policy.Sensitive(g)) > 0 {
			out.Withheld = append(out.Withheld, g)
			continue
		}
		observed.Grants = append(observed.Grants, g)
	}
	p, err := policy.Merge(in.Static, observed)
	if err != nil {
		return out, fmt.Errorf("joining what was observed: %w", err)
	}
	if p, err = policy.Merge(p, in.Accepted.Policy()); err != nil {
		return out, fmt.Errorf("joining what was accepted: %w", err)
	}
	out.Policy, out.Expired, err = p.Apply(in.Override, in.Today)
	return out, err
}
