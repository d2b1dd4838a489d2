// Package fence puts the loader into an extension and takes it out again as somebody asks
// for it, and says what was written, what the copy loses and whether it is out of date.
// How an extension is wrapped is shim/wrap's business.
package fence

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/documents"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/shell"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/shim"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// Options say how an extension is wrapped.
type Options struct {
	// Mode is observe or enforce, Level shared or host.
	Mode, Level string
	// Policy is the file of the policy; enforcing takes one.
	Policy string
	// Out is the .vsix or the folder to write.
	Out string
	// Days is how long observing lasts; 0: for ever.
	Days int
	// Browser says what becomes of an entry for VS Code for the Web.
	Browser string
	// AllowWeb is the earlier name of Browser unfenced.
	AllowWeb bool
	// Consent asks before the policy is enforced for the first time.
	Consent bool
}

// Wrap writes a copy of an extension in which the loader stands before its code, and says
// what the copy loses.
func Wrap(ctx context.Context, p *process.Process, target string, o Options) error {
	browsers := []string{"", string(wrap.BrowserRefuse), string(wrap.BrowserDrop), string(wrap.BrowserUnfenced)}
	modes, levels := []string{string(wrap.Observe), string(wrap.Enforce)}, []string{string(wrap.Shared), string(wrap.Host)}
	switch {
	case !slices.Contains(modes, o.Mode):
		return exit.Usagef("--mode is observe or enforce")
	case !slices.Contains(levels, o.Level):
		return exit.Usagef("--level is shared or host")
	case !slices.Contains(browsers, o.Browser):
		return exit.Usagef("--browser is refuse, drop or unfenced")
	case o.AllowWeb && o.Browser != "" && o.Browser != string(wrap.BrowserUnfenced):
		return exit.Usagef("--allow-web and --browser %s are two answers", o.Browser)
	case o.Out == "":
		return exit.Usagef("where to? --out names a .vsix or a folder")
	case o.Days < 0:
		return exit.Usagef("--observe-days is a number of days, or 0 for ever")
	case o.Mode == string(wrap.Enforce) && o.Policy == "":
		return exit.Usagef("to enforce takes a policy: --policy .ringfence/policy.json")
	}
	if o.AllowWeb {
		o.Browser = string(wrap.BrowserUnfenced)
	}
	var granted policy.Policy
	if o.Policy != "" {
		var err error
		if granted, err = documents.ReadPolicy(p, o.Policy); err != nil {
			return err
		}
	}
	bundle, err := shim.Bundle()
	if err != nil {
		return err
	}
	progress := process.NewProgress(p, 1)
	r, err := wrap.Wrap(ctx, p.Path(target), p.Path(o.Out), wrap.Options{
		Mode: wrap.Mode(
			o.Mode,
		),
		Level:       wrap.Level(o.Level),
		ObserveDays: o.Days,
		Policy:      granted,
		Browser:     wrap.Browser(o.Browser),
		Consent:     o.Consent,
		Bundle:      bundle,
		Worker:      p.Worker(),
		Progress:    func(file string) { progress.At(target, file) },
	})
	progress.Done()
	if err != nil {
		return refused(target, err)
	}
	return printWrapped(p, o, r)
}

// refused makes what is wrong with the extension a matter of who named it.
func refused(target string, err error) error {
	var refusal *wrap.Refusal
	if errors.As(err, &refusal) {
		return exit.Usagef("%s is left as it is: %w", escape.Quoted(target), err)
	}
	return err
}

func filesOf(n int) string {
	if n == 1 {
		return "1 file"
	}
	return fmt.Sprintf("%d files", n)
}

// say writes a warning on lines of at most 100 columns, and a command on a line of its own.
func say(p *process.Process, words, command string) error {
	begin := "ringfence: "
	var b strings.Builder
	for _, line := range escape.Fold(words, 98, len(begin)-2) {
		b.WriteString(begin + line + "\n")
		begin = "  "
	}
	if command != "" {
		b.WriteString("  " + command + "\n")
	}
	_, err := fmt.Fprint(p.Stderr, b.String())
	return err
}

// printWrapped prints what was written, and on standard error what it loses.
func printWrapped(p *process.Process, o Options, r wrap.Result) error {
	name := func(s string) string { return escape.Printable(s, 200) }
	does := "denies what the policy does not grant"
	if o.Mode == string(wrap.Observe) {
		does = "writes down what is used"
	}
	if _, err := fmt.Fprintf(p.Stdout, "wrote %s: %s %s with the loader, which %s\n"+
		"  starts    %s, the loader, which then loads %s\n"+
		"  changed   package.json, which names the loader; no other file of the extension is changed\n"+
		"  digests   of %s: the loader loads none that is changed later\n",
		name(o.Out), name(r.ID), name(r.Version), does, name(r.Loader), name(r.Main), filesOf(r.Files)); err != nil {
		return err
	}
	for _, f := range r.Added {
		if _, err := fmt.Fprintf(p.Stdout, "  added     %s\n", name(f)); err != nil {
			return err
		}
	}
	var lines []string
	if r.Repository {
		lines = append(lines, "what a repository would ship was wrapped")
	}
	switch r.BrowserIs {
	case wrap.BrowserDrop:
		lines = append(lines, fmt.Sprintf("%s is not the browser entry of the copy, which does not run in VS Code for the Web",
			escape.Quoted(r.Browser)))
	case wrap.BrowserUnfenced:
		lines = append(lines, fmt.Sprintf("%s runs in browsers WITHOUT a fence", escape.Quoted(r.Browser)))
	}
	for _, f := range r.Dropped {
		lines = append(lines, fmt.Sprintf("%s is left out: it signs the original", escape.Quoted(f)))
	}
	for _, n := range r.Blind {
		lines = append(lines, fmt.Sprintf("%s could not be read and will not be run: %s", escape.Quoted(n.File), n.Text))
	}
	for _, n := range r.Unconverted {
		lines = append(lines, fmt.Sprintf("%s runs only where the editor has hooks for modules: %s", escape.Quoted(n.File), n.Text))
	}
	for _, line := range lines {
		if err := say(p, line, ""); err != nil {
			return err
		}
	}
	return say(p, "the copy has no Marketplace signature and gets no automatic updates. To see whether it is out of date:",
		"ringfence wrap --check-update "+shell.Quote(name(o.Out))+" --latest VERSION")
}
