// Package githubaction is the program as a step of GitHub Actions. It reads what a run
// is about from the environment and the event's payload, asks GitHub who agreed to the
// change, has the change reviewed, and publishes what came of it: annotations, the
// summary of the job, one comment, results for code scanning, outputs, and in some
// modes a commit, a pull request or the files of a release.
//
// It decides nothing: gates are package review's, and the exit code is the gates'. Every
// way of publishing may be closed to the run's token; then a warning says which
// permission it takes. What it needs of the program's other verbs comes in as Program.
//
// All that is said may hold a stranger's words, names, messages, paths. A workflow
// command is one line and escaped by the library, Markdown is escaped by package
// markdown, and neither is ever cut in the middle of an escape. The token goes to this
// GitHub's API and nowhere else.
package githubaction

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/checkout"
	"github.com/ringfence-dev/ringfence/internal/clients/github"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/org"
	"github.com/ringfence-dev/ringfence/internal/review"
	"github.com/ringfence-dev/ringfence/internal/revision"
)

// Program is what the action needs of the program it is a part of.
type Program struct {
	// Stdout is the log of the run, Getenv gives a variable of it.
	Stdout io.Writer
	Getenv func(string) string
	// Forget takes a value out of the environment, ours and that of whatever is
	// started from here on.
	Forget func(value string)
	// Git is how git is started, Worker starts the child that parses.
	Git    checkout.Git
	Worker []string
	// Version is the version of this program.
	Version string
	// Web sends requests.
	Web func() *web.Client
	// Organisation reads the organisation's file that the settings name, before
	// anything is judged; ask reads it from GitHub.
	Organisation func(ctx context.Context, s Settings, ask AskFile) error
	// Review judges the change.
	Review func(ctx context.Context, targets []string, s Settings, o review.Options) (review.Result, error)
}

// AskFile reads a file of a repository's commit.
type AskFile func(ctx context.Context, source org.Source) ([]byte, error)

// step is one run of the action.
type step struct {
	program  Program
	runner   *Runner
	event    Event
	mode     string
	settings Settings
	options  review.Options
	// client is how GitHub is asked; nil: nobody is, and noClient says why.
	client   *github.Client
	noClient string
	// about asks the same GitHub about another repository; nil where client is.
	about func(repository string) (*github.Client, error)
	// commit and ref are what was checked out, as code scanning wants them.
	commit, ref string
	// repo is the clone, and checkedOut its commit.
	repo       *revision.Repository
	checkedOut string
	// dir is where files are written.
	dir string
	// warnings are said at the end of the page as well.
	warnings []string
}

// Run runs the action. Its error is exit.ErrNo where the change does not pass.
func Run(ctx context.Context, p Program) error {
	s := &step{program: p, runner: NewRunner(p.Stdout, p.Getenv)}
	if err := s.readInputs(); err != nil {
		return err
	}
	targets, err := s.readClone(ctx)
	if err != nil {
		return err
	}
	if err := p.Organisation(ctx, s.settings, s.askFile); err != nil {
		_ = s.runner.Error("the gates were not judged: " + err.Error())
		return err
	}
	s.askAgreement(ctx)
	s.score(ctx)
	result, err := p.Review(ctx, targets, s.settings, s.options)
	if err != nil {
		_ = s.runner.Error("the gates were not judged: " + err.Error())
		return err
	}
	vsix, err := s.runMode(ctx, &result)
	if err != nil {
		return err
	}
	if err := s.publish(ctx, &result, vsix); err != nil {
		return err
	}
	if !result.Document.Passes {
		return exit.ErrNo
	}
	return nil
}

// warn says what did not work, once in the log and once on the page.
func (s *step) warn(format string, args ...any) {
	text := escape.Logged(fmt.Sprintf(format, args...), finding.MaxMessage)
	s.warnings = append(s.warnings, text)
	_ = s.runner.Warn(text)
}

// denied explains an error of GitHub's; what the reader can do comes with it.
func (s *step) denied(what string, err error) {
	var e *github.Error
	hint := ""
	if errors.As(err, &e) && (e.Kind == github.Forbidden || e.Kind == github.NotFound) {
		switch {
		case s.event.ReadOnly():
			hint = "; the token of a pull request from a fork or by Dependabot only reads, and the gates were judged all the same"
		case strings.Contains(e.Said, "not permitted to create or approve pull requests"):
			hint = "; the branch is there, and whoever owns the repository ticks \"Allow GitHub Actions to create and approve pull " +
				"requests\" in its settings (Actions, General)"
		case e.Needs != "":
			hint = "; the job lacks the permission " + e.Needs
		}
	}
	s.warn("%s: %v%s", what, err, hint)
}
