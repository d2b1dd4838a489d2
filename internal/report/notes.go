package report

import (
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/config"
)

// Note is something a person should know about the configuration.
type Note struct {
	// Warning is true when something is to be put right.
	Warning bool
	// Line is where in the configuration; 0: not in it.
	Line int
	Text string
}

// Notes say what is to be known of the configuration: entries that are over, of
// no use or refused, and a configuration that was not read.
func (c Config) Notes() []Note {
	var out []Note
	if c.PassedOver != "" {
		out = append(out, Note{Text: c.PassedOver})
	}
	for _, e := range c.Entries {
		if e.State != config.Applied || e.Refused > 0 {
			out = append(out, Note{
				Warning: e.State != config.Unchecked, Line: e.Line,
				Text: fmt.Sprintf("%s (%s): %s", e.Rule, e.Check, e.Text),
			})
		}
	}
	return out
}

// Summary says which configuration was applied and what it did, in one
// sentence.
func (c Config) Summary() string {
	if c.Origin == NoConfig {
		return "none"
	}
	answered, rated := 0, 0
	states := map[config.State]int{}
	for _, e := range c.Entries {
		states[e.State]++
		switch {
		case e.IsSeverity():
			rated += e.Findings
		default:
			answered += e.Findings
		}
	}
	text := c.File
	add := func(n int, s string) {
		if n > 0 {
			text += ", " + s
		}
	}
	add(answered, plural(answered, "finding")+" answered")
	add(rated, plural(rated, "finding")+" rated otherwise")
	for _, s := range config.States() {
		if s != config.Applied {
			add(states[s], fmt.Sprintf("%d %s", states[s], s))
		}
	}
	return text
}
