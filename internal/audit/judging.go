package audit

import (
	"slices"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/didyoumean"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// check refuses words that --profile and --fail-on do not know.
func (j *Judging) check() error {
	if _, ok := verdict.ByName(j.Profile); !ok && j.Profile != "" {
		return exit.Usagef("unknown profile %s%s (%s)", escape.Quoted(j.Profile),
			didyoumean.Hint(j.Profile, strings.Split(ProfileNames(" "), " ")), ProfileNames(", "))
	}
	words := verdict.FailWords()
	for _, w := range j.FailOn {
		if !slices.Contains(words, w) {
			return exit.Usagef("unknown word %s for --fail-on%s (%s)", escape.Quoted(w), didyoumean.Hint(w, words), strings.Join(words, ", "))
		}
		if w == "none" && len(j.FailOn) > 1 {
			return exit.Usagef("--fail-on none leaves nothing for %s", strings.Join(j.FailOn, ","))
		}
	}
	if _, err := time.Parse(time.DateOnly, j.Today); err != nil && j.Today != "" {
		return exit.Usagef("--today %s is no day such as 2027-01-31", escape.Quoted(j.Today))
	}
	if j.Config != "" && j.NoConfig {
		return exit.Usagef("--config and --no-config contradict each other")
	}
	return nil
}
