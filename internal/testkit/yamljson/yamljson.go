// Package yamljson shows a YAML document to a JSON schema as an editor does: what
// is a date or a number to YAML is the text that stands there.
package yamljson

import (
	"testing"

	"go.yaml.in/yaml/v4"
)

// Value returns a document as a schema sees it.
func Value(t testing.TB, text string) any {
	t.Helper()
	var doc yaml.Node
	if err := yaml.Load([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	return plain(&doc)
}

func plain(n *yaml.Node) any {
	switch n.Kind {
	case yaml.AliasNode:
		return plain(n.Alias)
	case yaml.DocumentNode:
		return plain(n.Content[0])
	case yaml.MappingNode:
		m := map[string]any{}
		for i := 0; i < len(n.Content); i += 2 {
			m[n.Content[i].Value] = plain(n.Content[i+1])
		}
		return m
	case yaml.SequenceNode:
		list := []any{}
		for _, c := range n.Content {
			list = append(list, plain(c))
		}
		return list
	}
	switch {
	case n.ShortTag() == "!!null":
		return nil
	case n.ShortTag() == "!!bool":
		return n.Value == "true"
	}
	return n.Value
}
