package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ringfence-dev/ringfence/cmd/ringfence/cli/roff"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
)

func manVerb(p *process.Process) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "man [COMMAND]",
		Short: "Print the manual page of a command, or write those of all",
		Long:  "Print the manual page of a command, made of the words of its help. Without a command it is the page of ringfence itself.",
		Example: `  ringfence man scan | man -l -                    read one (on macOS: | mandoc -a)
  ringfence man --out ~/.local/share/man/man1      write all, for man ringfence-scan`,
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			if out != "" {
				if len(args) > 0 {
					return exit.Usagef("man: --out writes the pages of all commands; take %s away", escape.Quoted(args[0]))
				}
				return writeManuals(p.Path(out), root)
			}
			asked, rest, err := root.Find(args)
			if err != nil {
				return exit.AsUsage(err)
			}
			if len(rest) > 0 {
				return unknownCommand(asked, rest)
			}
			_, err = io.WriteString(p.Stdout, manual(asked))
			return err
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "a folder to write the pages of all commands to, a file each")
	return cmd
}

// writeManuals writes the page of a command and of all below it that a person can find.
func writeManuals(dir string, cmd *cobra.Command) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("making the folder of the manual pages: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, manualName(cmd)+".1"), []byte(manual(cmd)), 0o644); err != nil {
		return fmt.Errorf("writing a manual page: %w", err)
	}
	for _, sub := range found(cmd) {
		if err := writeManuals(dir, sub); err != nil {
			return err
		}
	}
	return nil
}

// found are the commands below one that a person can find. Help is each page itself.
func found(cmd *cobra.Command) (out []*cobra.Command) {
	for _, sub := range cmd.Commands() {
		if !sub.Hidden && sub.Name() != "help" {
			out = append(out, sub)
		}
	}
	return out
}

// manualName is what man is asked for: ringfence-policy-generate.
func manualName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// manual is the page of a command as man reads it. All its words are those of the help;
// it has no day, so that one version gives one page.
func manual(cmd *cobra.Command) string {
	page := roff.Page{Name: manualName(cmd), Short: cmd.Short, Version: toolVersion, Usage: cmd.UseLine(), About: cmd.Long}
	page.Example = cmd.Example
	if page.About == "" {
		page.About = cmd.Short + "."
	}
	if cmd.HasParent() {
		page.See = append(page.See, manualName(cmd.Parent()))
	}
	for _, sub := range found(cmd) {
		page.Commands = append(page.Commands, roff.Item{Name: sub.Name(), Text: sub.Short})
		page.See = append(page.See, manualName(sub))
	}
	for line := range strings.Lines(cmd.LocalFlags().FlagUsages() + cmd.InheritedFlags().FlagUsages()) {
		if left, right, ok := strings.Cut(strings.TrimSpace(line), "   "); ok {
			page.Options = append(page.Options, roff.Item{Name: left, Text: strings.TrimSpace(right)})
		}
	}
	for code, means := range []string{
		exit.Fine: "fine", exit.No: "the answer is no", exit.Usage: "wrong use, or not an extension",
		exit.Broken: "an error of ringfence or its surroundings",
	} {
		page.Exits = append(page.Exits, roff.Item{Name: strconv.Itoa(code), Text: means})
	}
	return page.String()
}
