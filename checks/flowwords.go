package checks

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// elsewhere is the end of a message about n more places.
func elsewhere(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " (and 1 more place like it)"
	}
	return fmt.Sprintf(" (and %d more places like it)", n)
}

// sentence says where an arrival's data comes from and what it does.
func sentence(a arrival) string {
	from, several := sources(a.flows)
	verb, rest, _ := strings.Cut(ending(a.sink), " ")
	if several {
		verb = map[string]string{"becomes": "become", "decides": "decide", "reaches": "reach"}[verb]
	}
	return from + " " + verb + " " + rest
}

// sources names where the data of some flows comes from, each once, the
// first three.
func sources(flows []facts.Flow) (from string, several bool) {
	var settings, words []string
	for _, f := range flows {
		if f.Source.Kind == facts.FromSetting {
			settings = appendNew(settings, finding.Printable(f.Source.What, 80))
			continue
		}
		words = appendNew(words, sourceWords(f.Source))
	}
	if len(settings) > 0 {
		slices.Sort(settings)
		word := "the setting "
		if len(settings) > 1 {
			word = "the settings "
		}
		words = slices.Insert(words, 0, word+enumerate(settings))
	}
	return enumerate(words), len(words) > 1 || len(settings) > 1
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// enumerate writes "a, b and c", and of a longer list the first three.
func enumerate(words []string) string {
	const most = 3
	if n := len(words) - most; n > 0 {
		words = append(slices.Clone(words[:most]), fmt.Sprintf("%d more", n))
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

func sourceWords(s facts.Source) string {
	what := finding.Printable(s.What, 80)
	switch s.Kind {
	case facts.FromSetting:
		return "the setting " + what
	case facts.FromFile:
		return "what the workspace holds (" + what + ")"
	case facts.FromNetwork:
		return "the response of " + what
	case facts.FromRequest:
		return "a request to the extension's server (" + what + ")"
	case facts.FromWebview:
		return "a message of a webview (" + what + ")"
	case facts.FromURI:
		return "a URI that anybody can link to (" + what + ")"
	case facts.FromClipboard:
		return "the clipboard's text"
	}
	return "data from " + finding.Printable(string(s.Kind), 40) + " (" + what + ")"
}

// ending says what the data does where it arrives.
func ending(s facts.Sink) string {
	name := sinkName(s)
	switch s.Kind {
	case facts.ToShell:
		return "becomes part of a line that " + name + " gives a shell"
	case facts.ToProcess:
		switch s.Role {
		case facts.AsArgs:
			return "becomes an argument of the program that " + name + " starts"
		case facts.AsEnv:
			return "becomes part of the environment of the program that " + name + " starts"
		}
		return "decides which program " + name + " starts"
	case facts.ToCode:
		return "decides which code " + name + " runs"
	case facts.ToWrite:
		return "decides which file " + name + " changes"
	case facts.ToRead:
		return "decides which file " + name + " reads"
	case facts.ToNetwork:
		return "decides which address " + name + " goes to"
	case facts.ToTask:
		switch s.Role {
		case facts.AsArgs:
			return "becomes an argument of what " + name + " runs"
		case facts.AsEnv:
			return "becomes part of the environment of what " + name + " runs"
		}
		return "decides what " + name + " runs"
	case facts.ToMarkup:
		return "becomes markup in " + name
	}
	return "reaches " + name
}

// sinkName writes a sink's symbol as a person does: require, not
// module.require.
func sinkName(s facts.Sink) string {
	switch {
	case s.Module == "globals", s.Module == "", s.Module == "module" && s.Member == "require":
		return finding.Printable(cmp.Or(s.Member, string(s.Kind)), 120)
	case s.Member == "":
		return finding.Printable(s.Module, 120)
	}
	return finding.Printable(s.Module+"."+s.Member, 120)
}
