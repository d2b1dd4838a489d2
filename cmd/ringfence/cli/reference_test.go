package cli

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const docs = "../../../docs"

// inProse is a text of the help as Markdown has it.
var inProse = strings.NewReplacer("<", "&lt;", "*", `\*`, "_", `\_`, "|", `\|`)

// commandsPage is the page of all commands that a person can find, made of their own help.
func commandsPage(root *cobra.Command) string {
	var list, b strings.Builder
	list.WriteString("# Every command and flag\n\n" +
		"<!-- Written by the tests of cmd/ringfence/cli from the commands themselves; UPDATE=1 rewrites it. -->\n\n" +
		"What `ringfence help COMMAND` prints, on a page. [commands.md](../guide/commands.md) says which to take for what you want.\n\n" +
		"| command | |\n|---|---|\n")
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		name := cmd.CommandPath()
		list.WriteString("| [`" + name + "`](#" + strings.ReplaceAll(name, " ", "-") + ") | " + inProse.Replace(cmd.Short) + " |\n")
		b.WriteString("\n## " + name + "\n\n" + inProse.Replace(cmd.Short) + ".\n\n    " + cmd.UseLine() + "\n")
		for paragraph := range strings.SplitSeq(cmd.Long, "\n\n") {
			switch {
			case strings.TrimSuffix(paragraph, ".") == cmd.Short || paragraph == "":
			case strings.Contains("\n"+paragraph, "\n "):
				b.WriteString("\n```text\n" + strings.TrimRight(paragraph, "\n") + "\n```\n")
			default:
				b.WriteString("\n" + inProse.Replace(paragraph) + "\n")
			}
		}
		if cmd.Example != "" {
			b.WriteString("\n```text\n" + strings.TrimRight(cmd.Example, "\n") + "\n```\n")
		}
		rows := ""
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { rows += flagRow(f) })
		if rows != "" {
			b.WriteString("\n| flag | |\n|---|---|\n" + rows)
		}
		for _, sub := range found(cmd) {
			walk(sub)
		}
	}
	walk(root)
	return list.String() + b.String()
}

// flagRow is a flag with what it takes, its short form and its default.
func flagRow(f *pflag.Flag) string {
	if f.Hidden || f.Name == "help" {
		return ""
	}
	takes, usage := pflag.UnquoteUsage(f)
	name := "`--" + f.Name
	if takes != "" {
		name += " " + takes
	}
	name += "`"
	if f.Shorthand != "" {
		name = "`-" + f.Shorthand + "`, " + name
	}
	if strings.Trim(f.DefValue, "[]") != "" && f.DefValue != "false" && f.DefValue != "0" && !strings.Contains(usage, "(default") {
		usage += " (default " + f.DefValue + ")"
	}
	return "| " + name + " | " + inProse.Replace(usage) + " |\n"
}

func commands() *cobra.Command {
	return (&Command{Stdin: &bytes.Buffer{}, Stdout: &bytes.Buffer{}, Stderr: &bytes.Buffer{}}).root()
}

// docs/reference/commands.md has every command and every flag; UPDATE=1 writes it.
func TestTheCommandsPage(t *testing.T) {
	file, want := filepath.Join(docs, "reference", "commands.md"), commandsPage(commands())
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("docs/reference/commands.md is not what the commands say; make generate writes it (-commands +page):\n%s", diff)
	}
}

// typed is a command in a page: a line of a block, or a span that begins so.
var typed = regexp.MustCompile("(?m)(?:^ {4}(?:\\$ )?|^\\$ |`|&& |\\| )(ringfence (?:[^`\n|&]|&&)*)")

// unknownIn names what a page tells people to type and that is no command or no flag of it.
func unknownIn(root *cobra.Command, text string) []string {
	var out []string
	for _, m := range typed.FindAllStringSubmatch(text, -1) {
		line, _, _ := strings.Cut(m[1], "   ") // what it is for stands behind blanks
		line, _, _ = strings.Cut(line, " && ")
		words := strings.Fields(regexp.MustCompile(`'[^']*'|"[^"]*"|\$\([^)]*\)`).ReplaceAllString(line, "X"))
		if len(words) > 1 && words[1] == "help" {
			continue // cobra adds it when it runs
		}
		cmd, rest, err := root.Find(words[1:])
		if err != nil {
			out = append(out, line+": "+err.Error())
			continue
		}
		if len(rest) > 0 && cmd.HasSubCommands() && regexp.MustCompile(`^[a-z]+$`).MatchString(rest[0]) {
			out = append(out, line+": no command "+rest[0])
		}
		if cmd.Name() == "explain" && cmd.Parent() == root && len(rest) > 0 {
			known, _ := cmd.ValidArgsFunction(cmd, nil, "")
			check, _, _ := strings.Cut(strings.TrimRight(rest[0], ".,;:)"), "/") // behind it, a severity
			if named := strings.Contains(check, "_"); named && !slices.Contains(known, check) {
				out = append(out, line+": no check "+check)
			}
		}
		for _, word := range rest {
			name, _, _ := strings.Cut(strings.TrimRight(word, ".,;:)…"), "=")
			long, isLong := strings.CutPrefix(name, "--")
			switch {
			case isLong && long == "help" || name == "-h" || name == "-" || name == "--":
			case isLong && cmd.Flag(long) == nil:
				out = append(out, line+": no flag "+name)
			case !isLong && len(name) == 2 && name[0] == '-' && cmd.Flags().ShorthandLookup(name[1:]) == nil:
				out = append(out, line+": no flag "+name)
			}
		}
	}
	return out
}

// What the pages tell people to type are commands and flags that there are.
func TestPagesNameCommandsThatThereAre(t *testing.T) {
	root, seen := commands(), 0
	look := func(name string) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		seen += len(typed.FindAll(text, -1))
		for _, u := range unknownIn(root, string(text)) {
			t.Errorf("%s: %s", name, u)
		}
	}
	look(filepath.Join(docs, "..", "README.md"))
	for _, dir := range []string{"guide", "reference"} {
		err := filepath.WalkDir(filepath.Join(docs, dir), func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && filepath.Ext(name) == ".md" {
				look(name)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 250 {
		t.Errorf("only %d commands were seen", seen)
	}
	for text, want := range map[string]int{
		"    ringfence scan . --format json\n": 0, "    ringfence scan . --fromat json\n": 1, "`ringfence polcy check .`": 1,
		"$ ringfence policy chekc .\n": 1, "`ringfence wrap x.vsix -o y.vsix`": 0, "`ringfence wrap x.vsix -q`": 1,
		"`ringfence explain chain_miner`": 0, "`ringfence explain chain_minor`": 1,
	} {
		if got := unknownIn(root, text); len(got) != want {
			t.Errorf("%s: %q, want %d", text, got, want)
		}
	}
}
