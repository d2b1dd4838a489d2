package githubaction

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/clients/github"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Settings are the inputs by which the change is judged, as somebody wrote them.
type Settings struct {
	// Workspace is where relative paths of inputs start.
	Workspace string
	// Profile, FailOn, FailOnNew and Require say how to judge.
	Profile   string
	FailOn    []string
	FailOnNew string
	Require   []string
	// Cache is a folder that keeps what came of bases; empty: nothing is kept.
	Cache string
	// Organisation names the organisation's file, OrganisationClone a clone that has
	// it, Repository the repository that its waivers are about.
	Organisation, OrganisationClone, Repository string
	// Online says that services may be asked.
	Online bool
	// Scorecard is a file with the repository's score; Unscored says why there is none
	// although it was to be made.
	Scorecard, Unscored string
}

// readInputs reads the event and the inputs.
func (s *step) readInputs() error {
	r := s.runner
	var err error
	if s.event, err = r.ReadEvent(); err != nil {
		return exit.AsUsage(err)
	}
	s.mode = r.Read("mode")
	if !slices.Contains(Modes(), s.mode) {
		return exit.Usagef("unknown mode %s (%s)", escape.Quoted(s.mode), strings.Join(Modes(), ", "))
	}
	online, err := r.Flag("online")
	if err != nil {
		return exit.AsUsage(err)
	}
	for _, name := range []string{"sarif", "annotations", "summary", "comment", "replace-assets"} {
		if _, err := r.Flag(name); err != nil {
			return exit.AsUsage(err)
		}
	}
	s.settings = Settings{
		Profile: r.Read("profile"), FailOn: r.List("fail-on", ","), FailOnNew: r.Read("fail-on-new"), Require: r.List("require", ","),
		Cache: r.Read("cache"), Organisation: r.Read("org"), OrganisationClone: r.Read("org-checkout"), Online: online,
	}
	if s.settings.Organisation != "" {
		s.settings.Repository = s.event.Repository
	}
	s.options.Packages, s.options.BasePackages = r.List("package", ""), r.List("base-package", "")
	// A mode that writes the generated files writes those that are not there yet.
	s.options.Generate = s.mode == Commit || s.mode == Propose
	s.dir = r.Read("directory")
	if s.dir == "" {
		temp := s.program.Getenv("RUNNER_TEMP")
		if temp == "" {
			return exit.Usagef("RUNNER_TEMP names no folder; input directory does")
		}
		s.dir = filepath.Join(temp, "ringfence")
	}
	s.makeClient()
	return nil
}

// makeClient makes the one way on which the token goes out.
func (s *step) makeClient() {
	token := s.runner.Read("token")
	if token == "" {
		s.noClient = "there is no token"
		return
	}
	if err := s.runner.Mask(token); err != nil {
		s.noClient = err.Error()
		return
	}
	s.about = func(repository string) (*github.Client, error) {
		return github.New(github.Config{Web: s.program.Web(), API: s.event.API, GraphQL: s.event.GraphQL, Repository: repository, Token: token})
	}
	client, err := s.about(s.event.Repository)
	if err != nil {
		s.noClient = escape.Printable(err.Error(), finding.MaxMessage)
		return
	}
	s.client = client
	s.program.Forget(token)
}
