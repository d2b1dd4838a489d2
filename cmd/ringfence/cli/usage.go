package cli

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// columns is how wide a line of help is, at most.
const columns = 100

// usageTemplate is cobra's own, without what this program does not use (aliases, groups,
// further help topics), and with flags that are wrapped.
var usageTemplate = `Usage:{{if .Runnable}}
  {{.UseLine}}{{end}}{{if .HasAvailableSubCommands}}
  {{.CommandPath}} [command]{{end}}{{if .HasExample}}

Examples:
{{.Example}}{{end}}{{if .HasAvailableSubCommands}}

Available Commands:{{range .Commands}}{{if (or .IsAvailableCommand (eq .Name "help"))}}
  {{rpad .Name .NamePadding }} {{.Short}}{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}

Flags:
{{.LocalFlags.FlagUsagesWrapped ` + strconv.Itoa(columns) + ` | trimTrailingWhitespaces}}{{end}}{{if .HasAvailableInheritedFlags}}

Global Flags:
{{.InheritedFlags.FlagUsagesWrapped ` + strconv.Itoa(columns) + ` | trimTrailingWhitespaces}}{{end}}{{if .HasAvailableSubCommands}}

Use "{{.CommandPath}} [command] --help" for more information about a command.{{end}}
`

// folded breaks the long help of a command and of all below it into lines that fit.
func folded(cmd *cobra.Command) {
	var out []string
	for paragraph := range strings.SplitSeq(cmd.Long, "\n\n") {
		if strings.Contains("\n"+paragraph, "\n ") {
			out = append(out, paragraph) // a table or an example has its own lines
			continue
		}
		out = append(out, fold(paragraph))
	}
	cmd.Long = strings.Join(out, "\n\n")
	for _, sub := range cmd.Commands() {
		folded(sub)
	}
}

// fold breaks a paragraph at its blanks.
func fold(paragraph string) string { return foldBelow(paragraph, "") }

// foldBelow is fold for a paragraph whose further lines begin with an indentation.
func foldBelow(paragraph, indent string) string {
	var b strings.Builder
	at := 0
	for _, word := range strings.Fields(paragraph) {
		n := len([]rune(word))
		switch {
		case at == 0:
		case at+1+n > columns:
			b.WriteString("\n" + indent)
			at = len(indent)
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += n
	}
	return b.String()
}

// listItem reports a line that begins an item: "- " or "1. ".
func listItem(line string) bool {
	return strings.HasPrefix(line, "- ") || strings.HasPrefix(strings.TrimLeft(line, "0123456789"), ". ") && line[0] != '.'
}

// foldedPage breaks the prose of a page of Markdown into lines that fit. Code, tables and
// headings keep their lines.
func foldedPage(page string) string {
	var out, prose []string
	indent := ""
	flush := func() {
		if len(prose) > 0 {
			out = append(out, foldBelow(strings.Join(prose, " "), indent))
		}
		prose, indent = nil, ""
	}
	code := false
	for line := range strings.SplitSeq(page, "\n") {
		item := listItem(line)
		fence := strings.HasPrefix(line, "```")
		switch {
		case fence, code, line == "", strings.HasPrefix(line, "|"), strings.HasPrefix(line, "#"), strings.HasPrefix(line, "    "):
			flush()
			out = append(out, line)
			code = code != fence
		case item:
			flush()
			prose, indent = []string{line}, "  "
		default:
			prose = append(prose, line)
		}
	}
	flush()
	return strings.Join(out, "\n")
}
