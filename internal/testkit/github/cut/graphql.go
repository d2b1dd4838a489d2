package main

import (
	"bytes"
	"fmt"

	kit "github.com/ringfence-dev/ringfence/internal/testkit/github"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"
	"github.com/vektah/gqlparser/v2/parser"
)

// cutGraphQL keeps the types the stand-in answers, and of their fields those
// whose types and arguments are kept too. An input loses no field: a mutation
// is judged by all of them.
func cutGraphQL(data []byte) ([]byte, error) {
	doc, err := parser.ParseSchema(&ast.Source{Name: "schema.graphql", Input: string(data)})
	if err != nil {
		return nil, err
	}
	kept := map[string]bool{"String": true, "Int": true, "Boolean": true, "ID": true, "Float": true}
	for _, name := range kit.GraphTypes() {
		kept[name] = true
	}
	out := &ast.SchemaDocument{}
	for _, d := range doc.Definitions {
		if !kept[d.Name] {
			continue
		}
		clean := *d
		clean.Description, clean.Directives, clean.Interfaces, clean.Fields = "", nil, nil, nil
		for _, f := range d.Fields {
			if !kept[f.Type.Name()] {
				if d.Kind == ast.InputObject {
					return nil, fmt.Errorf("%s.%s is of the type %s, which is not kept", d.Name, f.Name, f.Type.Name())
				}
				continue
			}
			field := *f
			field.Description, field.Directives = "", nil
			field.Arguments = nil
			whole := true
			for _, a := range f.Arguments {
				whole = whole && kept[a.Type.Name()]
				arg := *a
				arg.Description, arg.Directives = "", nil
				field.Arguments = append(field.Arguments, &arg)
			}
			if whole {
				clean.Fields = append(clean.Fields, &field)
			}
		}
		out.Definitions = append(out.Definitions, &clean)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# The part of GitHub's GraphQL schema that is asked here, from %s (MIT).\n", graphql)
	formatter.NewFormatter(&b).FormatSchemaDocument(out)
	return b.Bytes(), nil
}
