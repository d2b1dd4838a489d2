package evidence

import (
	"bytes"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// The published schema and Parse agree: on what ringfence writes, and on what
// neither takes. Each change is one of a document that both take.
func TestSchemaAndParserAgree(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../../docs/schemas/evidence.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	valid := func(data []byte) bool {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		return err == nil && schema.Validate(v) == nil
	}
	d, _ := sample()
	written, err := d.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	empty, err := Document{Extension: "a.b", Tool: "dev", Digests: map[string]string{}, Lines: []Line{}, Incomplete: []string{}}.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	long := d
	long.Lines[0].Origins, long.Lines[0].More = []string{}, 3
	long.Lines[0].Places = append(long.Lines[0].Places, Place{Where: d.Lines[0].Places[0].Where, Symbol: "fs.readFile"})
	more, err := long.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"a document": written, "an empty one": empty, "one with more places": more} {
		if _, err := Parse(data); err != nil || !valid(data) {
			t.Errorf("%s: the parser says %v, the schema %t", name, err, valid(data))
		}
	}
	hash := strings.Repeat("a", 64)
	for old, bad := range map[string]string{
		`"schemaVersion": 1`: `"schemaVersion": 2`, `"extension": "acme.tool"`: `"extension": ""`, `"tool": "dev"`: `"tool": "a\nb"`,
		`"tool": "dev",`: ``, `"tool":`: `"tol":`, hash: hash[1:], `"` + hash + `"`: `7`, `"incomplete": []`: `"incomplete": null`,
		`"static"`: `"statical"`, `"origins": [
        "static"
      ]`: `"origins": ["static", "static"]`, `"grant": "{`: `"grant": "`, `"line": 3`: `"line": -3`, `"column": 3`: `"column": "3"`,
		`"symbol": "child_process.spawn"`: `"symbol": ""`, `"activate"`: `"a\u001b[2J"`, `"path": [
            "activate",
            "run"
          ]`: `"path": []`, `"where"`: `"were"`,
	} {
		text := strings.Replace(string(written), old, bad, 1)
		if text == string(written) {
			t.Errorf("%s is not in the document\n%s", old, written)
			continue
		}
		if _, err := Parse([]byte(text)); err == nil || valid([]byte(text)) {
			t.Errorf("%s: the parser says %v, the schema takes it: %t", bad, err, valid([]byte(text)))
		}
	}
}
