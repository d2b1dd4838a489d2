package github

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// GitHub's answers have dozens of fields that must be there and that nobody
// reads. The stand-in says what it has state for; the rest is filled in as the
// description asks: null where that is allowed, otherwise empty.

// complete fills the body of an answer up.
func complete(op Operation, status int, body any) (any, error) {
	where, err := route(op)
	if err != nil {
		return body, err
	}
	plain, err := plainJSON(body)
	if err != nil {
		return body, err
	}
	response := where.Operation.Responses.Status(status)
	if response == nil || response.Value == nil {
		return plain, nil
	}
	media := response.Value.Content["application/json"]
	if media == nil {
		return plain, nil
	}
	return fill(media.Schema, plain, 0), nil
}

// form fills a value up by the name of its schema.
func form(name string, value map[string]any) any {
	doc, err := described()
	if err != nil {
		return value
	}
	plain, err := plainJSON(value)
	if err != nil {
		return value
	}
	return fill(doc.Components.Schemas[name], plain, 0)
}

func plainJSON(v any) (out any, err error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return out, json.Unmarshal(text, &out)
}

func visit(schema *openapi3.Schema, body []byte) error {
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		return err
	}
	return schema.VisitJSON(v)
}

// fill adds to given what its schema requires. missing is what is not given at
// all.
func fill(ref *openapi3.SchemaRef, given any, depth int) any {
	if ref == nil || ref.Value == nil || depth > 20 {
		return given
	}
	s := ref.Value
	switch v := given.(type) {
	case map[string]any:
		required, properties := shape(s)
		for name, p := range properties {
			if sub, ok := v[name]; ok {
				v[name] = fill(p, sub, depth+1)
			}
		}
		for _, name := range required {
			if _, ok := v[name]; !ok {
				v[name] = empty(properties[name], name, depth+1)
			}
		}
	case []any:
		for i, sub := range v {
			v[i] = fill(s.Items, sub, depth+1)
		}
	}
	return given
}

// shape returns what an object requires. Of alternatives it takes the first, which
// whoever needs another fills up by name before.
func shape(s *openapi3.Schema) (required []string, properties map[string]*openapi3.SchemaRef) {
	properties = map[string]*openapi3.SchemaRef{}
	parts := append(openapi3.SchemaRefs{}, s.AllOf...)
	if len(s.OneOf) > 0 {
		parts = append(parts, s.OneOf[0])
	}
	if len(s.AnyOf) > 0 && len(s.AnyOf) < 3 {
		parts = append(parts, s.AnyOf[0])
	}
	for _, p := range parts {
		r, sub := shape(p.Value)
		required = append(required, r...)
		for k, v := range sub {
			properties[k] = v
		}
	}
	for k, v := range s.Properties {
		properties[k] = v
	}
	return append(required, s.Required...), properties
}

// empty is the least value that fits.
func empty(ref *openapi3.SchemaRef, name string, depth int) any {
	if ref == nil || ref.Value == nil || ref.Value.Nullable {
		return nil
	}
	s := ref.Value
	if len(s.Enum) > 0 {
		return s.Enum[0]
	}
	for _, parts := range []openapi3.SchemaRefs{s.AllOf, s.OneOf, s.AnyOf} {
		if len(parts) > 0 && (s.Type == nil || !s.Type.Is("object")) {
			return fill(parts[0], empty(parts[0], name, depth+1), depth+1)
		}
	}
	switch {
	case s.Type == nil || s.Type.Is("object"):
		return fill(ref, map[string]any{}, depth)
	case s.Type.Is("array"):
		return []any{}
	case s.Type.Is("string"):
		return emptyText(s, name)
	case s.Type.Is("boolean"):
		return false
	default:
		if s.Min != nil {
			return *s.Min
		}
		return float64(0)
	}
}

func emptyText(s *openapi3.Schema, name string) string {
	switch {
	case s.Format == "date-time":
		return "2027-01-02T03:00:00Z"
	case strings.Contains(s.Pattern, "[0-9a-fA-F]"):
		return strings.Repeat("0", 40)
	case strings.HasSuffix(name, "url"):
		return "https://github.example/"
	case s.MinLength > 0:
		return strings.Repeat("x", int(s.MinLength)) //nolint:gosec // a description's own small number
	}
	return ""
}

// user is an account as answers name it.
func user(login string) map[string]any {
	kind := "User"
	if strings.HasSuffix(login, "[bot]") {
		kind = "Bot"
	}
	// An account that was renamed keeps its number, which the tests write as
	// "new-name was old-name".
	now, was, renamed := strings.Cut(login, " was ")
	if !renamed {
		was = login
	}
	return map[string]any{"login": now, "type": kind, "id": number(was)}
}

// ID is the number of an account that has always had its name.
func ID(login string) int64 { return number(login) }

// number is a number that belongs to a name.
func number(name string) int64 {
	n := int64(1)
	for _, r := range name {
		n = (n*31 + int64(r)) % 1_000_003
	}
	return n
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[T any](m map[string]T) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}

func quoted(s string) string { return fmt.Sprintf("%q", s) }
