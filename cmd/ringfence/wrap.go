package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/documents"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/shim"
	"github.com/ringfence-dev/ringfence/shim/wrap"
	"github.com/spf13/cobra"
)

// wrapOptions are the flags of wrap.
type wrapOptions struct {
	mode, level, policy, out string
	days                     int
	browser                  string
	allowWeb, consent        bool
	checkUpdate              bool
	latest                   string
}

func (c *Command) wrap() *cobra.Command {
	var o wrapOptions
	cmd := &cobra.Command{
		Use:   "wrap PATH --mode observe|enforce --out OUT",
		Short: "Put the loader into an extension",
		Long: `Write a copy of an extension in which the loader stands before its code. With --mode enforce it denies what the
policy does not grant; with --mode observe it writes down what is used, and begins to enforce after --observe-days.
No file of the original changes but package.json, and "ringfence unwrap" gives the original back.

PATH is a .vsix, a folder laid out as installed, or a repository (what would ship is wrapped). OUT is a .vsix or a folder
and must not be there yet. docs/wrap.md says what a wrapped extension loses and what stays without a fence;
docs/threat-model.md says what the loader does not stop.`,
		Example: `  ringfence wrap tool.vsix --mode observe -o tool.observed.vsix
  ringfence wrap tool.vsix --mode enforce --policy .ringfence/policy.json -o tool.fenced.vsix
  ringfence wrap --check-update tool.fenced.vsix --latest tool-1.3.0.vsix`,
		Args: arguments(1, 1, "extension"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.checkUpdate {
				return c.checkUpdate(cmd.Context(), args[0], o.latest)
			}
			return c.runWrap(cmd.Context(), args[0], o)
		},
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVar(&o.mode, "mode", "", "observe or enforce")
	fs.StringVarP(&o.out, "out", "o", "", "what to write: a .vsix, or a folder")
	fs.StringVar(&o.policy, "policy", "", "the policy; required to enforce")
	fs.IntVar(&o.days, "observe-days", wrap.DefaultObserveDays, "how long --mode observe lasts; 0: for ever")
	fs.StringVar(&o.level, "level", string(wrap.Shared), "shared, or host for an extension that is alone in its extension host")
	fs.BoolVar(&o.consent, "consent", false, "ask, before the policy is enforced for the first time, whether the extension may run with it")
	fs.StringVar(&o.browser, "browser", "", "what becomes of an entry for VS Code for the Web, where there is no loader: refuse (default), drop (the copy does not run there) or unfenced (it runs there without a fence)")
	fs.BoolVar(&o.allowWeb, "allow-web", false, "the same as --browser unfenced")
	_ = fs.MarkHidden("allow-web")
	fs.BoolVar(&o.checkUpdate, "check-update", false, "only compare the version inside with --latest; exits with 1 when that is newer")
	fs.StringVar(&o.latest, "latest", "", "a version, or an extension of that version")
	return cmd
}

func (c *Command) runWrap(ctx context.Context, target string, o wrapOptions) error {
	browsers := []string{"", string(wrap.BrowserRefuse), string(wrap.BrowserDrop), string(wrap.BrowserUnfenced)}
	modes, levels := []string{string(wrap.Observe), string(wrap.Enforce)}, []string{string(wrap.Shared), string(wrap.Host)}
	switch {
	case !slices.Contains(modes, o.mode):
		return exit.Usagef("--mode is observe or enforce")
	case !slices.Contains(levels, o.level):
		return exit.Usagef("--level is shared or host")
	case !slices.Contains(browsers, o.browser):
		return exit.Usagef("--browser is refuse, drop or unfenced")
	case o.allowWeb && o.browser != "" && o.browser != string(wrap.BrowserUnfenced):
		return exit.Usagef("--allow-web and --browser %s are two answers", o.browser)
	case o.out == "":
		return exit.Usagef("where to? --out names a .vsix or a folder")
	case o.days < 0:
		return exit.Usagef("--observe-days is a number of days, or 0 for ever")
	case o.mode == string(wrap.Enforce) && o.policy == "":
		return exit.Usagef("to enforce takes a policy: --policy .ringfence/policy.json")
	}
	if o.allowWeb {
		o.browser = string(wrap.BrowserUnfenced)
	}
	var p policy.Policy
	if o.policy != "" {
		var err error
		if p, err = documents.ReadPolicy(c.process(), o.policy); err != nil {
			return err
		}
	}
	bundle, err := shim.Bundle()
	if err != nil {
		return err
	}
	r, err := wrap.Wrap(ctx, c.process().Path(target), c.process().Path(o.out), wrap.Options{
		Mode: wrap.Mode(o.mode), Level: wrap.Level(o.level), ObserveDays: o.days, Policy: p, Browser: wrap.Browser(o.browser), Consent: o.consent,
		Bundle: bundle, Worker: c.process().Worker(),
	})
	if err != nil {
		return refused(target, err)
	}
	if err := c.tellWrapped(o, r); err != nil {
		return err
	}
	return nil
}

// refused makes what is wrong with the extension a matter of who named it.
func refused(target string, err error) error {
	var refusal *wrap.Refusal
	if errors.As(err, &refusal) {
		return exit.Usagef("%s is left as it is: %w", finding.Quoted(target), err)
	}
	return err
}

// tellWrapped prints what was written, and on standard error what it loses.
func (c *Command) tellWrapped(o wrapOptions, r wrap.Result) error {
	name := func(s string) string { return finding.Printable(s, 200) }
	if _, err := fmt.Fprintf(c.Stdout, "%s %s, to %s: %s\n  main was %s and is %s; %d files in the table\n",
		name(r.ID), name(r.Version), o.mode, name(o.out), name(r.Main), name(r.Loader), r.Files); err != nil {
		return err
	}
	for _, f := range r.Added {
		if _, err := fmt.Fprintf(c.Stdout, "  added %s\n", name(f)); err != nil {
			return err
		}
	}
	var lines []string
	if r.Repository {
		lines = append(lines, "what a repository would ship was wrapped")
	}
	switch r.BrowserIs {
	case wrap.BrowserDrop:
		lines = append(lines, fmt.Sprintf("%s is not the browser entry of the copy, which does not run in VS Code for the Web", finding.Quoted(r.Browser)))
	case wrap.BrowserUnfenced:
		lines = append(lines, fmt.Sprintf("%s runs in browsers WITHOUT a fence", finding.Quoted(r.Browser)))
	}
	for _, f := range r.Dropped {
		lines = append(lines, fmt.Sprintf("%s is left out: it signs the original", finding.Quoted(f)))
	}
	for _, n := range r.Blind {
		lines = append(lines, fmt.Sprintf("%s could not be read and will not be run: %s", finding.Quoted(n.File), n.Text))
	}
	for _, n := range r.Unconverted {
		lines = append(lines, fmt.Sprintf("%s runs only where the editor has hooks for modules: %s", finding.Quoted(n.File), n.Text))
	}
	lines = append(lines, "the copy has no Marketplace signature and gets no automatic updates (ringfence wrap --check-update)")
	for _, line := range lines {
		if _, err := fmt.Fprintf(c.Stderr, "ringfence: %s\n", line); err != nil {
			return err
		}
	}
	return nil
}
