package cli

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/output"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/report"
)

func convertVerb(p *process.Process) *cobra.Command {
	var out output.Output
	cmd := &cobra.Command{
		Use:   "convert REPORT…",
		Short: "Write saved JSON reports in another format",
		Long: `Write reports that "ringfence scan --format json" saved in another format, without the extension. A report
is read as what it is, a stranger's file: one that ringfence would not have written is refused.`,
		Example: `  ringfence convert report.json                          for people
  ringfence convert report.json -f sarif -o r.sarif      for code scanning
  ringfence convert report.json -f junit -o results.xml  for GitLab, Jenkins and others
  ringfence scan . -f json | ringfence convert -         from standard input`,
		Args: arguments(1, -1, "report"),
		RunE: func(_ *cobra.Command, args []string) error {
			out.Process = p
			if err := out.Check(len(args)); err != nil {
				return err
			}
			var reports []*report.Report
			for _, name := range args {
				r, err := readReport(p, name)
				if err != nil {
					return err
				}
				reports = append(reports, r)
			}
			return out.Write(reports)
		},
	}
	outputFlags(cmd.Flags(), &out)
	return cmd
}

func readReport(p *process.Process, name string) (*report.Report, error) {
	in := p.Stdin
	if name != "-" {
		f, err := os.Open(p.Path(name))
		if err != nil {
			return nil, exit.AsUsage(err)
		}
		defer f.Close()
		in = f
	}
	r, err := report.Read(in)
	if err != nil {
		return nil, exit.Usagef("%s: %w", escape.Quoted(name), err)
	}
	return r, nil
}
