package recall

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
)

// Uses are the facts' uses of an extension of the corpus. It is parsed in this
// process: the corpus is nobody's attack.
func Uses(ctx context.Context, dir string) ([]facts.Use, error) {
	ext, err := extension.Load(ctx, dir, extension.DefaultLimits())
	if err != nil {
		return nil, fmt.Errorf("loading %s: %w", dir, err)
	}
	defer ext.Close()
	program, err := facts.Analyze(ctx, ext, facts.Options{})
	if err != nil {
		return nil, fmt.Errorf("analysing %s: %w", dir, err)
	}
	return program.Uses, nil
}
