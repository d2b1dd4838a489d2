package cli

import (
	"github.com/ringfence-dev/ringfence/internal/fence"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/shim/wrap"
	"github.com/spf13/cobra"
)

func wrapVerb(p *process.Process) *cobra.Command {
	var o fence.Options
	var latest string
	var update, refresh bool
	cmd := &cobra.Command{
		Use:   "wrap PATH --mode observe|enforce --out OUT",
		Short: "Put the loader into an extension",
		Long: `Write a copy of an extension in which the loader stands before its code. With --mode enforce it denies what the
policy does not grant; with --mode observe it writes down what is used, and begins to enforce after --observe-days.
No file of the original changes but package.json, and "ringfence unwrap" gives the original back.

PATH is a .vsix, a folder laid out as installed, or a repository (what would ship is wrapped). OUT is a .vsix or a folder
and must not be there yet. docs/guide/wrap.md says what a wrapped extension loses and what stays without a fence;
docs/reference/threat-model.md says what the loader does not stop.`,
		Example: `  ringfence wrap tool.vsix --mode observe -o tool.observed.vsix
  ringfence wrap tool.vsix --mode enforce --policy .ringfence/policy.json -o tool.fenced.vsix
  ringfence wrap --refresh tool.fenced.vsix -o tool.newer.vsix
  ringfence wrap --check-update tool.fenced.vsix --latest tool-1.3.0.vsix`,
		Args: arguments(1, 1, "extension"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if update {
				return fence.CheckUpdate(cmd.Context(), p, args[0], latest)
			}
			if refresh {
				return fence.Refresh(cmd.Context(), p, args[0], o)
			}
			return fence.Wrap(cmd.Context(), p, args[0], o)
		},
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVar(&o.Mode, "mode", "", "observe or enforce")
	fs.StringVarP(&o.Out, "out", "o", "", "what to write: a .vsix, or a folder")
	fs.StringVar(&o.Policy, "policy", "", "the policy; required to enforce")
	fs.IntVar(&o.Days, "observe-days", wrap.DefaultObserveDays, "how long --mode observe lasts; 0: for ever")
	fs.StringVar(&o.Level, "level", string(wrap.Shared), "shared, or host for an extension that is alone in its extension host")
	fs.BoolVar(&o.Consent, "consent", false, "ask, before the policy is enforced for the first time, whether the extension may run with it")
	fs.StringVar(
		&o.Browser,
		"browser",
		"",
		"what becomes of an entry for VS Code for the Web, where there is no loader: refuse (default), drop (the copy does not run there) or "+
			"unfenced (it runs there without a fence)",
	)
	fs.BoolVar(&o.AllowWeb, "allow-web", false, "the same as --browser unfenced")
	_ = fs.MarkHidden("allow-web")
	fs.BoolVar(&refresh, "refresh", false,
		"put the loader of this program into an extension that is wrapped; what else it was wrapped with stays")
	fs.BoolVar(&update, "check-update", false, "only compare the version inside with --latest; exits with 1 when that is newer")
	fs.StringVar(&latest, "latest", "", "a version, or an extension of that version")
	return cmd
}
