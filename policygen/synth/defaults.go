package synth

import (
	"encoding/json"

	"github.com/ringfence-dev/ringfence/internal/facts"
)

// maxDefault bounds the text of a default that a line is made of.
const maxDefault = 300

// defaults learns what the manifest says the extension's settings are until a person sets them: a
// line of the policy that names a setting does not cover that (docs/guide/policy.md).
func (b *builder) defaults() {
	b.standard = map[string]string{}
	if b.in.Extension == nil {
		return
	}
	for _, s := range b.in.Extension.Manifest.Contributes.Settings {
		var text string
		if json.Unmarshal([]byte(s.Default), &text) == nil && text != "" && len(text) <= maxDefault {
			b.standard[s.Key] = text
		}
	}
}

// byDefault gives a value as it is while its settings have their defaults, or nothing where it has no
// setting with one. What cannot be made a line of it opens nothing: the line with the setting stands.
func (b *builder) byDefault(p facts.Pattern) (facts.Pattern, bool) {
	found := false
	out := make(facts.Pattern, len(p))
	for i, part := range p {
		out[i] = part
		if part.Kind != facts.Config {
			continue
		}
		text, ok := b.standard[part.Text]
		if !ok {
			return nil, false
		}
		out[i] = facts.Part{Kind: facts.Literal, Text: text}
		found = true
	}
	return out, found
}
