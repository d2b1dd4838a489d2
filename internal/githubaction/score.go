package githubaction

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/review"
)

// ScorecardVariable is the variable by which action.yml names what its installer
// put there when input scorecard asks for it.
const ScorecardVariable = "RINGFENCE_SCORECARD_PROGRAM"

// scoreFile is the score in the directory.
const scoreFile = "scorecard.json"

const (
	maxScore     = 8 << 20
	scoreTimeout = 5 * time.Minute
)

// score lets ringfence-scorecard score what is checked out. It reads files and asks
// nobody; it gets neither the token nor another variable of the run. Both sides of
// a change are judged by the one score, so that none of it is new. Whatever becomes
// of it, the layer says so.
func (s *step) score(ctx context.Context) {
	program := s.program.Getenv(ScorecardVariable)
	if program == "" {
		return
	}
	data, err := s.runScorecard(ctx, program)
	if err == nil {
		dir := s.path(s.dir)
		if err = review.WriteFiles(dir, map[string][]byte{scoreFile: data}); err == nil {
			s.settings.Scorecard = filepath.Join(dir, scoreFile)
			return
		}
	}
	s.settings.Unscored = "ringfence-scorecard gave no score: " + escape.Printable(err.Error(), 200)
	s.warn("the repository was not scored: %v", err)
}

func (s *step) runScorecard(ctx context.Context, program string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, scoreTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "-offline", s.settings.Workspace) //nolint:gosec // the program that the action installed
	cmd.Env = []string{"PATH=" + s.program.Git.Path, "HOME=" + s.program.Getenv("RUNNER_TEMP"), "TMPDIR=" + s.program.Getenv("RUNNER_TEMP")}
	cmd.Dir, cmd.WaitDelay = s.program.Getenv("RUNNER_TEMP"), 5*time.Second
	out := bounded{most: maxScore, end: cancel}
	said := bounded{most: 4 << 10}
	cmd.Stdout, cmd.Stderr = &out, &said
	err := cmd.Run()
	switch {
	case out.over:
		return nil, fmt.Errorf("it says more than %d bytes; without the input scorecard it is not run", maxScore)
	case ctx.Err() != nil:
		return nil, fmt.Errorf("it took longer than %s; without the input scorecard it is not run", scoreTimeout)
	case err != nil:
		return nil, fmt.Errorf("%w: %s; without the input scorecard it is not run", err, said.beginning.Bytes())
	}
	return out.beginning.Bytes(), nil
}

// bounded keeps the beginning of what is written to it; end is called when that is
// not all.
type bounded struct {
	// beginning is no embedded Buffer: that would be read into past Write.
	beginning bytes.Buffer
	most      int
	over      bool
	end       func()
}

// Write takes everything and keeps what fits.
func (b *bounded) Write(p []byte) (int, error) {
	b.beginning.Write(p[:min(len(p), b.most-b.beginning.Len())])
	if b.beginning.Len() == b.most && !b.over {
		if b.over = true; b.end != nil {
			b.end()
		}
	}
	return len(p), nil
}
