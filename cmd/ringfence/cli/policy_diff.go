package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/ringfence-dev/ringfence/internal/documents"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/format"
	"github.com/ringfence-dev/ringfence/internal/html"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/policygen/change"
)

// differenceFormats are those of package change, which knows no page, and the page.
var differenceFormats = append(slices.Clone(change.Formats), format.New("html", html.Diff))

func policyDiffVerb(p *process.Process) *cobra.Command {
	var name, out, why string
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Say what the second policy allows that the first does not",
		Long: `Compare two policies by what they allow, not by their text: a line is wider when no line of the old policy is
proven to include it. Exits with 1 when the new policy is wider; what is narrower is listed and never a reason. One
of the two may be "-", standard input. An old policy that is not there allows nothing.`,
		Example: `  git show main:.ringfence/policy.json | ringfence policy diff - .ringfence/policy.json
  ringfence policy diff old.json new.json -f markdown --evidence evidence.json`,
		Args: arguments(2, 2, "two policies"),
		RunE: func(_ *cobra.Command, args []string) error {
			written, err := differenceFormats.Find(name)
			if err != nil {
				return exit.Usagef("unknown format %s%s", escape.Quoted(name), differenceFormats.Hint(name))
			}
			if args[0] == "-" && args[1] == "-" {
				return exit.Usagef("one of the two can be standard input; the other is a file: ringfence policy diff - new.json")
			}
			d, err := documents.Compare(p, args[0], args[1], why)
			if err != nil {
				return err
			}
			data, err := written.Bytes(d)
			if err != nil {
				return err
			}
			if out == "" && name == differenceFormats.Default() {
				err = p.Say(string(data))
			} else {
				err = p.Write(out, data)
			}
			if err != nil {
				return err
			}
			if len(d.Wider) > 0 {
				return exit.ErrNo
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&name, "format", "f", differenceFormats.Default(), "how to write the result: "+differenceFormats.String())
	cmd.Flags().StringVarP(&out, "out", "o", "", "file to write to instead of standard output")
	cmd.Flags().StringVar(&why, "evidence", "", "the new policy's evidence, for the places that need each line")
	return cmd
}
