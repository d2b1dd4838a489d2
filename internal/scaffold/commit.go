package scaffold

import (
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
)

// checkCommit refuses what is not the name of one commit, and says how to find it.
// built is the commit that this program was built at; empty: nobody knows.
func checkCommit(named, built string) error {
	how := `in the clone that ringfence was built in, "git rev-parse HEAD" prints one`
	if built != "" {
		how = "this program was built at " + built
	}
	digits := strings.Trim(named, "0123456789abcdefABCDEF") == ""
	switch {
	case commit().MatchString(named):
		return nil
	case named == "" && built != "":
		return exit.Usagef("--action is missing: the commit of ringfence-dev/ringfence that the workflow is to use, all 40 digits; "+
			"that of this program: ringfence init --action %s", built)
	case named == "":
		return exit.Usagef("--action is missing: the commit of ringfence-dev/ringfence that the workflow is to use, all 40 digits; %s", how)
	case digits && len(named) < 40:
		return exit.Usagef(`--action %s is %d of the 40 digits of a commit; in a clone of ringfence, "git rev-parse %s" prints all`,
			escape.Quoted(named), len(named), named)
	case digits:
		return exit.Usagef(`--action %s is no commit: it has %d digits, and 40 small ones are wanted; in a clone of ringfence, `+
			`"git rev-parse HEAD" prints them`, escape.Quoted(named), len(named))
	}
	return exit.Usagef("--action %s is no commit, and what a tag or a branch names can be moved: all 40 digits are wanted; %s",
		escape.Quoted(named), how)
}
