package synth

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// trust learns what a workspace that nobody trusts can choose: settings that it
// may set, and places at which such a setting or the content of its files
// arrives. What only that justifies is granted in trusted workspaces only.
func (b *builder) trust() {
	b.own, b.flowing = map[string]bool{}, map[finding.Location]bool{}
	b.defaults()
	if b.in.Extension == nil {
		return
	}
	m := b.in.Extension.Manifest
	restricted := map[string]bool{}
	if s := m.Capabilities.UntrustedWorkspaces; s != nil && s.Level == "limited" {
		for _, i := range s.RestrictedConfigurations {
			restricted[i.Value] = true
		}
	}
	for _, s := range m.Contributes.Settings {
		scope := s.EffectiveScope()
		b.own[s.Key] = s.Restricted || restricted[s.Key] || slices.Contains([]string{"application", "machine", "application-machine"}, scope)
	}
	for _, f := range b.in.Program.Flows {
		if f.Source.Kind == facts.FromFile || f.Source.Kind == facts.FromSetting && b.settable(f.Source.What) {
			b.flowing[f.Sink.Where] = true
		}
	}
}

// settable reports a setting whose value a workspace chooses even when nobody
// trusts it. Of another's setting that is supposed.
func (b *builder) settable(id string) bool {
	key, _ := b.declared(id)
	return !b.own[key]
}

// trusted reports that a pattern is what a workspace says.
func (c call) trusted(pattern string) bool {
	for rest := pattern; ; {
		_, after, ok := strings.Cut(rest, "${config:")
		if !ok {
			return false
		}
		id, tail, _ := strings.Cut(after, "}")
		if c.settable(id) {
			return true
		}
		rest = tail
	}
}

// flows reports that what a workspace chooses arrives here. It is asked about
// what no constant of the code explains.
func (c call) flows() bool { return c.flowing[c.place.Where] }
