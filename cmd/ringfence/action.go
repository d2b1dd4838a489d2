package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/action"
	"github.com/ringfence-dev/ringfence/internal/clients/github"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/revision"
	"github.com/ringfence-dev/ringfence/internal/supply"
	"github.com/spf13/cobra"
)

func (c *Command) action() *cobra.Command {
	return &cobra.Command{
		Use:   "action",
		Short: "Run as a step of GitHub Actions: judge, and tell GitHub",
		Long: `Do what the action's inputs ask, which are read from the environment (INPUT_…), about the event that started
the run. Every way of telling GitHub may be closed to the run's token: then a warning says which permission it takes, and
the exit code is the gates' alone. docs/github-action.md has inputs, outputs, permissions and modes.`,
		Args: arguments(0, 0, "argument"),
		RunE: func(cmd *cobra.Command, _ []string) error { return c.runAction(cmd.Context()) },
	}
}

// step is one run of the action.
type step struct {
	c      *Command
	runner *action.Runner
	event  action.Event
	mode   string
	// hub is how GitHub is asked; nil: nobody is, and closed says why.
	hub    *github.Client
	closed string
	// about asks the same GitHub about another repository; nil where hub is.
	about func(repository string) (*github.Client, error)
	// commit and ref are what was checked out, as code scanning wants them.
	commit, ref string
	// repo is the checkout, and checkedOut its commit.
	repo       *revision.Repository
	checkedOut string
	// dir is where files are written.
	dir string
	// warnings are said at the end of the page as well.
	warnings []string
	options  gating
}

func (c *Command) env(name string) string {
	v, _ := c.getenv(name)
	return v
}

func (c *Command) runAction(ctx context.Context) error {
	s := &step{c: c, runner: action.NewRunner(c.Stdout, c.env)}
	var err error
	if s.event, err = s.runner.ReadEvent(); err != nil {
		return usageError{err}
	}
	if err := s.read(); err != nil {
		return err
	}
	targets, err := s.place(ctx)
	if err != nil {
		return err
	}
	if err := s.organisation(ctx); err != nil {
		_ = s.runner.Error("the gates were not judged: " + err.Error())
		return err
	}
	s.agreements(ctx)
	s.score(ctx)
	result, err := c.gateAll(ctx, targets, &s.options)
	if err != nil {
		_ = s.runner.Error("the gates were not judged: " + err.Error())
		return err
	}
	vsix, err := s.act(ctx, &result)
	if err != nil {
		return err
	}
	if err := s.tell(ctx, &result, vsix); err != nil {
		return err
	}
	if !result.document.Passes {
		return errNo
	}
	return nil
}

// read takes the inputs over into the gate's flags.
func (s *step) read() error {
	r := s.runner
	s.mode = r.Read("mode")
	if !slices.Contains(action.Modes(), s.mode) {
		return usagef("unknown mode %s (%s)", quoted(s.mode), strings.Join(action.Modes(), ", "))
	}
	online, err := r.Flag("online")
	if err != nil {
		return usageError{err}
	}
	for _, name := range []string{"sarif", "annotations", "summary", "comment", "replace-assets"} {
		if _, err := r.Flag(name); err != nil {
			return usageError{err}
		}
	}
	o := gating{scanOptions: scanOptions{limits: extension.DefaultLimits(), ways: true}}
	o.format, o.timeout = gateFormats[0], 10*time.Minute
	o.profile, o.failOn, o.failOnNew = r.Read("profile"), r.List("fail-on", ","), r.Read("fail-on-new")
	o.cache = r.Read("cache")
	o.required, o.packages, o.basePackages = r.List("require", ","), r.List("package", ""), r.List("base-package", "")
	o.central = central{org: r.Read("org"), checkout: r.Read("org-checkout")}
	if o.org != "" {
		o.repository = s.event.Repository
	}
	o.asking, o.modelOptions = asking{registry: string(supply.Marketplace), endpoints: 20, patience: 90 * time.Second}, modelOptions{}
	o.online, o.offline = online, !online
	// A mode that writes the generated files writes those that are not there yet.
	o.wanted = s.mode == action.Commit || s.mode == action.Propose
	s.options = o
	s.dir = r.Read("directory")
	if s.dir == "" {
		temp := s.c.env("RUNNER_TEMP")
		if temp == "" {
			return usagef("RUNNER_TEMP names no folder; input directory does")
		}
		s.dir = filepath.Join(temp, "ringfence")
	}
	s.client()
	return nil
}

// client makes the one way on which the token goes out.
func (s *step) client() {
	token := s.runner.Read("token")
	if token == "" {
		s.closed = "there is no token"
		return
	}
	if err := s.runner.Mask(token); err != nil {
		s.closed = err.Error()
		return
	}
	s.about = func(repository string) (*github.Client, error) {
		return github.New(github.Config{
			Web: s.c.way(scanOptions{asking: asking{online: true}}), API: s.event.API, GraphQL: s.event.GraphQL,
			Repository: repository, Token: token,
		})
	}
	hub, err := s.about(s.event.Repository)
	if err != nil {
		s.closed = finding.Printable(err.Error(), finding.MaxMessage)
		return
	}
	s.hub = hub
	s.c.forget(token)
}

// forget takes a value out of the environment, ours and that of whatever is
// started from here on.
func (c *Command) forget(value string) {
	c.Env = slices.DeleteFunc(slices.Clone(c.Env), func(kv string) bool {
		name, v, _ := strings.Cut(kv, "=")
		if !strings.Contains(v, value) {
			return false
		}
		_ = os.Unsetenv(name)
		return true
	})
}

// warn says what did not work, once in the log and once on the page.
func (s *step) warn(format string, args ...any) {
	text := finding.Printable(fmt.Sprintf(format, args...), finding.MaxMessage)
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
			hint = "; the branch is there, and whoever owns the repository ticks \"Allow GitHub Actions to create and approve pull requests\" in its settings (Actions, General)"
		case e.Needs != "":
			hint = "; the job lacks the permission " + e.Needs
		}
	}
	s.warn("%s: %v%s", what, err, hint)
}

// agreements asks who agreed to the pull request. What cannot be asked was not
// agreed to.
func (s *step) agreements(ctx context.Context) {
	p := s.event.Pull
	if p == nil {
		return
	}
	s.options.forge = true
	s.options.agreed.change = gate.Change{Head: p.Head.SHA, Author: p.Author}
	if s.hub == nil {
		s.warn("nobody was asked who agreed to the change: %s", s.closed)
		return
	}
	pull, err := s.hub.Pull(ctx, p.Number)
	if err != nil {
		s.denied("who agreed to the change could not be read, and so nothing is accepted", err)
		return
	}
	if pull.Head != p.Head.SHA {
		s.warn("the pull request has moved on from %s, which is judged here; what was agreed to since counts for the next run", p.Head.SHA)
	}
	var event *github.Labeled
	if s.event.Action == "labeled" && s.event.Label != "" && !s.event.SenderBot {
		event = &github.Labeled{Label: s.event.Label, By: s.event.Sender, Head: p.Head.SHA}
	}
	all, err := s.hub.Agreements(ctx, pull, func(label string) bool { return label != "" && len(action.Accepts(label)) > 0 }, event)
	if err != nil {
		s.denied("who agreed to the change could not be read, and so nothing is accepted", err)
		return
	}
	s.options.agreed.change.AuthorID = pull.AuthorID
	s.confirmations(ctx, pull)
	if len(all) == 0 {
		return
	}
	pushers, complete, err := s.hub.Pushers(ctx, pull)
	switch {
	case err != nil:
		s.denied("who has commits in the change could not be read, and so no label and no review counts", err)
		return
	case !complete && !p.Fork():
		s.warn("some commits of the change are nobody's that GitHub knows, so that it cannot be told who may agree to it: no label and no review counts")
		return
	}
	for _, a := range pushers {
		s.options.agreed.change.Pushed = append(s.options.agreed.change.Pushed, a.Login)
		s.options.agreed.change.PushedIDs = append(s.options.agreed.change.PushedIDs, a.ID)
	}
	for _, a := range all {
		for _, n := range action.Accepts(a.Label) {
			s.agreed(n, a)
		}
	}
}

// agreed hands the gates one account's word about one of them.
func (s *step) agreed(n gate.Name, a github.Agreement) {
	s.options.agreed.approvals = append(s.options.agreed.approvals, gate.Approval{
		Gate: n, By: a.By, ID: a.ID, Means: string(a.Means), Head: a.Head, Writes: a.Writes, Robot: a.Robot, Confirms: a.Means == github.ByEnvironment,
	})
}

// word is a random word for the log's fence.
func word() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // it never fails
	return hex.EncodeToString(b[:])
}
