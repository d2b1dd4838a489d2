package report

import (
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/org"
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

// OrganisationNote is something a person should know of the organisation's file.
type OrganisationNote struct {
	// Warning is true when it is in the way or to be put right.
	Warning bool
	// Where is the place in the extension; nowhere when there is none.
	Where finding.Location
	Text  string
}

// OrganisationNotes say which ceilings do not hold and why, what of the repository
// did not count, and which waivers are over or of no use.
func (r *Report) OrganisationNotes() []OrganisationNote {
	o := r.Organisation
	if o == nil {
		return nil
	}
	var out []OrganisationNote
	for _, c := range o.Ceilings {
		for _, b := range c.Breaches {
			n := OrganisationNote{Warning: b.Waiver == "", Text: fmt.Sprintf("the ceiling of %s is %s: %s", c.Of, c.State, b.Text())}
			if len(b.Places) > 0 {
				n.Where = b.Places[0].Where
			}
			out = append(out, n)
		}
		if c.More > 0 {
			out = append(out, OrganisationNote{Warning: true, Text: fmt.Sprintf("%s more above the ceiling of %s", plural(c.More, "line"), c.Of)})
		}
	}
	for _, text := range o.Tightened {
		out = append(out, OrganisationNote{Text: text})
	}
	for _, w := range o.Waivers {
		if w.Use == org.Expired || w.Use == org.Unused {
			out = append(out, OrganisationNote{Warning: w.Use == org.Expired, Text: w.Text()})
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
	add(answered, plural(answered, "finding")+" answered, which the verdict does not count")
	add(rated, plural(rated, "finding")+" rated otherwise")
	for _, s := range config.States() {
		if s != config.Applied {
			add(states[s], fmt.Sprintf("%d %s", states[s], s))
		}
	}
	return text
}
