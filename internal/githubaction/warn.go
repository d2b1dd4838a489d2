package githubaction

import (
	"errors"
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/clients/github"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

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
