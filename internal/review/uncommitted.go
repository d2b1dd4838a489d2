package review

import (
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/baseline"
	"github.com/ringfence-dev/ringfence/internal/checkout"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// uncommitted returns a note about the documents of an extension that lie in the folder
// and that the checked-out commit does not have, or has otherwise; none when there is
// nothing to say. A review on somebody's machine judges what lies there, and a pull
// request what is committed: without the note the first passes and the second fails.
// A checkout of a workflow is its commit, and is not asked about.
func (r *reviewer) uncommitted(ctx context.Context, at string, here baseline.Documents) []string {
	if r.repo.base == nil || r.machine.Workflow {
		return nil
	}
	head, err := checkout.Head(ctx, r.machine.Git, r.repo.top)
	if err != nil {
		// A clone without a commit has no base either, and that is an error already.
		return nil
	}
	var files []string
	for _, name := range slices.Sorted(maps.Keys(here.Texts)) {
		switch file := path.Join(at, name); {
		case !head.Has(file):
			files = append(files, file)
		case !head.Holds(file, here.Texts[name]):
			files = append(files, file+" (HEAD has another)")
		}
	}
	if len(files) == 0 {
		return nil
	}
	return []string{escape.Printable("judged here as it lies, and not committed: "+strings.Join(files, ", ")+
		"; a pull request has what is committed", finding.MaxMessage)}
}
