package cli

import (
	"github.com/ringfence-dev/ringfence/internal/githubaction"
	"github.com/ringfence-dev/ringfence/internal/output"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/spf13/pflag"
)

// outputFlags are the flags that say where reports go and how.
func outputFlags(fs *pflag.FlagSet, o *output.Output) {
	fs.StringVarP(&o.Format, "format", "f", output.Formats.Default(), "how to write the result: "+output.Formats.String())
	fs.StringVarP(&o.Out, "out", "o", "", "file to write to instead of standard output, or a directory for a file each")
	fs.BoolVar(&o.Verbose, "verbose", false, "for people: everything about each finding, not one screen")
	fs.BoolVar(&o.OmitAnswered, "omit-answered", false,
		"leave findings that somebody answered out of SARIF: code scanning shows them as open alerts")
	fs.BoolVar(&o.NoColor, "no-color", false, "no colours (also: NO_COLOR, or output that is no terminal)")
}

// runnerLog returns what writes text for people into the log of a runner of GitHub Actions: a line
// of it that begins with two colons would be a command there, and names and code in it are a
// stranger's. It is nil elsewhere.
func runnerLog(p *process.Process) func(text string) error {
	if p.Getenv("GITHUB_ACTIONS") != "true" {
		return nil
	}
	return func(text string) error {
		return githubaction.NewRunner(p.Stdout, p.Getenv).Fenced(text, githubaction.FenceWord())
	}
}
