package dataflow

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/facts"
)

// sentence says where an arrival's data comes from and what it does.
func sentence(a Arrival) string {
	from, several := sources(a.Flows)
	verb, rest, _ := strings.Cut(ending(a.Sink), " ")
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
			settings = wording.AppendNew(settings, escape.Printable(f.Source.What, 80))
			continue
		}
		words = wording.AppendNew(words, sourceWords(f.Source))
	}
	if len(settings) > 0 {
		slices.Sort(settings)
		word := "the setting "
		if len(settings) > 1 {
			word = "the settings "
		}
		words = slices.Insert(words, 0, word+wording.Enumerate(settings))
	}
	return wording.Enumerate(words), len(words) > 1 || len(settings) > 1
}

func sourceWords(s facts.Source) string {
	what := escape.Printable(s.What, 80)
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
	return "data from " + escape.Printable(string(s.Kind), 40) + " (" + what + ")"
}

// ending says what the data does where it arrives.
func ending(s facts.Sink) string {
	name := SinkName(s)
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
