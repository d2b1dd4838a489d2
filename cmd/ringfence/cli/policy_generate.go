package cli

import (
	"time"

	"github.com/ringfence-dev/ringfence/internal/audit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/generate"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func policyGenerateVerb(p *process.Process) *cobra.Command {
	o := generate.Options{
		Scan: audit.Settings{
			Limits: extension.DefaultLimits(), Explain: audit.Explain{CallPaths: true}, Target: audit.Target{Verb: "policy generate"},
		},
	}
	cmd := &cobra.Command{
		Use:   "generate PATH",
		Short: "Write the policy of an extension: what its code needs, and nothing else",
		Long: `Analyse an extension and write what it needs as policy.json, and why as evidence.json, both into PATH/.ringfence
or where --out says. PATH is a repository, a folder laid out as installed, a .vsix or npm:NAME@VERSION, as for scan;
for the last two --out is needed.

What was observed, accepted and overridden goes into the policy as well; these documents are read beside the policy of
a repository, or from --documents: on a pull request that is the base's folder, because a change may not accept
itself. The same code gives the same policy.json, however it is formatted.

An extension that has to be built is given as --package: the policy is made of what is in it and written beside the
documents of PATH, whose extension it has to be. "ringfence build" makes one. Of a folder that is not built the author's
files are judged, without the packages they load. Such a policy says "basis": "sources", and is not written over one of
the package unless --sources says so.

Where config.yml beside these documents says "fenced: true", or they lie there already, loader.cjs and loader.json are
written as well: the loader that the extension ships with (docs/guide/wrap.md).

With --llm a language model is asked what the lines marked unresolved are about. What it says goes into
proposals.json beside the policy, which grants nothing until a person accepts it ("ringfence policy accept").`,
		Example: `  ringfence policy generate .
  ringfence build . --out ../tool.vsix && ringfence policy generate . --package ../tool.vsix
  ringfence policy generate head --documents base/.ringfence -o out
  ringfence policy generate some.vsix -o out`,
		Args: arguments(1, 1, "extension"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.Scan.Model.Check(o.Scan.Services.Online); err != nil {
				return err
			}
			return generate.Generate(cmd.Context(), p, args[0], o)
		},
	}
	cmd.Flags().StringVar(&o.Package, "package", "", "the built extension, a .vsix; PATH is its repository")
	cmd.Flags().BoolVar(&o.Scan.Target.FromSources, "sources", false,
		"judge the author's files, built or not: the policy says \"basis\": \"sources\"")
	cmd.Flags().StringVarP(&o.Out, "out", "o", "", "folder to write to (default PATH/"+policygen.Dir+")")
	generateFlags(cmd.Flags(), &o, true)
	return cmd
}

// generateFlags are the flags of generate and explain; asks says that a model may be asked
// what the code leaves open.
func generateFlags(fs *pflag.FlagSet, o *generate.Options, asks bool) {
	fs.StringVar(&o.Documents, "documents", "",
		"folder with observed.json, accepted.json and policy.override.json (default: the repository's own)")
	fs.BoolVar(&o.Scan.Offline, "offline", false, "use no network; npm:… is refused")
	if asks {
		fs.BoolVar(&o.Scan.Services.Online, "online", false, "allow --llm to ask")
		modelFlags(fs, &o.Scan.Model, "what the code leaves open")
		fs.DurationVar(&o.Scan.Services.Patience, "services-timeout", 5*time.Minute, "how long the model may take in all")
	}
	fs.DurationVar(&o.Scan.Timeout, "timeout", 10*time.Minute, "how long to analyse the code; past it nothing is granted")
	fs.StringVar(&o.Scan.Judging.Today, "today", "", "the day on which rulings may be over, as 2027-01-31")
	_ = fs.MarkHidden("today")
}
