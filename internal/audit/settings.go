package audit

import (
	"context"
	"time"

	"github.com/ringfence-dev/ringfence/internal/checkout"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/org"
	"github.com/ringfence-dev/ringfence/internal/scan"
)

// Settings say how targets are scanned.
type Settings struct {
	Judging      Judging
	Organisation Organisation
	Services     Services
	Model        Model
	Target       Target
	Baseline     Baseline
	// Offline forbids the network, also to load what a target names.
	Offline bool
	// NoSecrets leaves the search for secrets out.
	NoSecrets bool
	// Explain says what is to be known beside the findings.
	Explain Explain
	// Jobs is how many targets are scanned side by side.
	Jobs int
	// Timeout is how long the code of one extension may be analysed.
	Timeout time.Duration
	Limits  extension.Limits
}

// Explain says what is to be known beside the findings.
type Explain struct {
	// CallPaths asks how execution gets to each use.
	CallPaths bool
	// Permissions asks which part of the code needs what, for the report.
	Permissions bool
}

// Judging says how to judge.
type Judging struct {
	// Profile is the name of a verdict's profile; empty: what the configuration says.
	Profile string
	// FailOn are the words of --fail-on; nil: what the configuration says.
	FailOn []string
	// Config is the name of a configuration; empty: a repository's own. NoConfig asks
	// for none.
	Config   string
	NoConfig bool
	// Today stands in for the clock, so that a test can be written down.
	Today string
	// Given is a configuration that somebody read already; nil: nobody did.
	Given *Given
	// Require are layers that must have looked, besides those the configuration
	// names.
	Require []finding.Module
}

// Given is a configuration by its name and its text; nil text: there is none, and
// none is looked for.
type Given struct {
	Name string
	Text []byte
}

// Organisation says which organisation's file counts.
type Organisation struct {
	// Org names the file; empty: none counts. Checkout is a clone of its repository.
	Org, Checkout string
	// Repository is the one that is judged, as owner/name.
	Repository string
	// Ask reads the file of a repository's commit where no clone is named; nil:
	// then only a clone is read.
	Ask func(context.Context, org.Source) ([]byte, error)

	// loaded is the file once it was read.
	loaded *org.Named
}

// Services says who may be asked.
type Services struct {
	Online   bool
	Registry string
	// Info is a file with the listing, Scorecard one with the repository's score.
	Info, Scorecard string
	// Unscored says why there is no score although one was asked for.
	Unscored string
	// Upload sends the archive to VirusTotal when it has never seen it; Endpoints
	// is how many hosts of the code it is asked about.
	Upload    bool
	Endpoints int
	// Names is how many names of the code are looked up in the DNS.
	Names int
	// Patience bounds the time all services of one scan take together.
	Patience time.Duration
}

// Model says which language model may be asked; the zero value: none.
type Model struct {
	// Address is that of an OpenAI-compatible service, Name the model there.
	Address, Name string
	// Record is a file for every question and answer; empty: none is written.
	Record string
	// SendCode is the consent to sending code.
	SendCode bool
	Budget   int
}

// Target says how a target is read, whatever it looks like.
type Target struct {
	// Verb is what was typed, for commands that are proposed; empty: scan.
	Verb string
	// Anything takes what VS Code would not load as well.
	Anything bool
	// Subject is what the report says it is about, Source what the target is;
	// empty: the target as it was written, and what it looks like.
	Subject string
	Source  extension.Source
	// Archive are the bytes of the .vsix that the target names, where it is no file
	// of this machine; nil: it is.
	Archive []byte
	// Watch is told which file of how many is read; nil: nobody but a terminal.
	Watch func(file string, done, all int)
	// FromSources asks to judge the author's files, built or not.
	FromSources bool
	// Place says where the author's files are; the zero value: in the clone that a
	// repository lies in.
	Place checkout.Place
}

// Baseline is the release before.
type Baseline struct {
	// Name is it as a target is named; empty: there is none.
	Name string
	// Scanned is that release when it was scanned already; nil: it was not.
	Scanned *scan.Baseline
}

// Problems are what is wrong with settings, a nil for each part that is sound.
func (s *Settings) Problems() []error {
	judging := s.Judging.check()
	if judging == nil {
		judging = s.Organisation.Check()
	}
	return []error{judging, s.Services.check(s.Offline), s.Model.Check(s.Services.Online)}
}

// Check returns the first of the problems.
func (s *Settings) Check() error {
	for _, err := range s.Problems() {
		if err != nil {
			return err
		}
	}
	return nil
}
