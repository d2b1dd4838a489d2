package documents

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/change"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Compare says what the second policy allows that the first does not; why names the
// evidence of the second. A first one that is not there allows nothing.
func Compare(p *process.Process, before, after, why string) (change.Diff, error) {
	var none change.Diff
	if _, err := os.Lstat(p.Path(after)); after != "-" && errors.Is(err, fs.ErrNotExist) {
		return none, exit.Usagef("there is no policy %s; ringfence policy generate . writes %s", escape.Quoted(after),
			policygen.Dir+"/"+policygen.PolicyFile)
	}
	is, err := ReadPolicy(p, after)
	if err != nil {
		return none, err
	}
	was := policy.New(is.Extension)
	if _, err := os.Lstat(p.Path(before)); before != "-" && errors.Is(err, fs.ErrNotExist) {
		if _, err := fmt.Fprintf(p.Stderr, "ringfence: there is no %s; compared with a policy that allows nothing\n",
			escape.Quoted(before)); err != nil {
			return none, err
		}
	} else if was, err = ReadPolicy(p, before); err != nil {
		return none, err
	}
	if was.Extension != is.Extension {
		return none, exit.Usagef("%s is about %s and %s about %s", escape.Quoted(before), escape.Quoted(was.Extension), escape.Quoted(after),
			escape.Quoted(is.Extension))
	}
	var e evidence.Document
	if why != "" {
		if e, err = ReadEvidence(p, why); err != nil {
			return none, err
		}
	}
	return change.Between(was, is, e)
}
