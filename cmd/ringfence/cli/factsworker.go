package cli

import (
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/facts/worker"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/spf13/cobra"
)

// parseMemory is the most memory the child that parses may hold. Past it the
// child dies, and the file it was on is blind.
const parseMemory = 3 << 30

// factsWorkerVerb is the child process that parses: what a file can break there is
// not the program that judges it.
func factsWorkerVerb(p *process.Process) *cobra.Command {
	return &cobra.Command{
		Use:    process.WorkerVerb,
		Hidden: true,
		Args:   arguments(0, 0, "argument"),
		RunE: func(*cobra.Command, []string) error {
			p.Memory.Leave() // the worker knows better
			if err := worker.Serve(p.Stdin, p.Stdout, parseMemory); err != nil {
				return fmt.Errorf("serving the parser: %w", err)
			}
			return nil
		},
	}
}
