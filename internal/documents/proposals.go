package documents

import (
	"os"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// WriteProposals joins proposals with those that are in a file.
func WriteProposals(p *process.Process, file string, more policy.Proposals) error {
	if err := p.NotLinked(file); err != nil {
		return err
	}
	if _, err := os.Stat(p.Path(file)); err == nil {
		data, err := p.ReadInput(file, policy.MaxBytes)
		if err != nil {
			return err
		}
		before, err := policy.ParseProposals(file, data)
		if err != nil {
			return exit.AsUsage(err)
		}
		if before.Extension != more.Extension {
			return exit.Usagef("%s is about %s", escape.Quoted(file), escape.Quoted(before.Extension))
		}
		more = before.With(more.Entries...)
	}
	return p.Replace(file, more.Bytes())
}
