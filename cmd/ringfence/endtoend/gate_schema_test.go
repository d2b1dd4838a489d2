package endtoend

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ringfence-dev/ringfence/cmd/ringfence/cli"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/gate"
)

const schemas = "https://github.com/ringfence-dev/ringfence/docs/"

// gateSchema is the published schema of gate.json, with that of the report, whose
// findings it repeats. It is read once, for a test may go to another folder.
var gateSchema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	c := jsonschema.NewCompiler()
	for _, name := range []string{"gate.schema.json", "report.schema.json"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "schemas", name))
		if err != nil {
			return nil, err
		}
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		if err := c.AddResource(schemas+name, v); err != nil {
			return nil, err
		}
	}
	return c.Compile(schemas + "gate.schema.json")
})

// fitsGate holds one gate.json to its schema.
func fitsGate(t *testing.T, text string) {
	t.Helper()
	schema, err := gateSchema()
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err == nil {
		err = schema.Validate(v)
	}
	if err != nil {
		t.Errorf("gate.json does not fit docs/schemas/gate.schema.json: %v\n%.2000s", err, text)
	}
}

// The schema names the gates and states there are, and refuses what the program
// never writes.
func TestTheSchemaOfTheGate(t *testing.T) {
	var doc struct {
		Defs struct {
			Result struct {
				Properties map[string]struct{ Enum []string }
			}
		} `json:"$defs"`
	}
	data, err := os.ReadFile(filepath.Join(docs(t), "schemas", "gate.schema.json"))
	if err == nil {
		err = json.Unmarshal(data, &doc)
	}
	if err != nil {
		t.Fatal(err)
	}
	var names, states []string
	for _, n := range gate.Names() {
		names = append(names, string(n))
	}
	for _, s := range gate.States() {
		states = append(states, string(s))
	}
	if diff := cmp.Diff(
		[][]string{names, states},
		[][]string{doc.Defs.Result.Properties["gate"].Enum, doc.Defs.Result.Properties["state"].Enum},
	); diff != "" {
		t.Errorf("the program has (-), the schema (+):\n%s", diff)
	}

	files := extensionFiles(t, mainJS)
	dir := t.TempDir()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out, talk bytes.Buffer
	c := cli.Command{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &talk, Dir: dir, Env: []string{"PATH=" + os.Getenv("PATH")}}
	if code := c.Main(t.Context(), []string{"gate", ".", "--format", "json"}); code != exit.Fine {
		t.Fatalf("exit code %d\n%s%s", code, out.String(), talk.String())
	}
	good := out.String()
	fitsGate(t, good)
	schema, err := gateSchema()
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range [][2]string{
		{`"schemaVersion": 1`, `"schemaVersion": 2`},
		{`"base": ""`, `"base": "main"`},
		{`"state": "holds"`, `"state": "fails"`}, // and passes is still true
		{`"state": "holds"`, `"state": "accepted"`},
		{`"gate": "drift"`, `"gate": "luck"`},
		{`"fails": []`, `"fails": ["high"]`},
		{`"category": "sandbox"`, `"category": "fine"`},
		{`"new": []`, `"new": [{}]`},
		{`"path": ".",`, `"path": ".", "extra": 1,`},
		{`"notes": [],`, ``},
	} {
		text := strings.Replace(good, bad[0], bad[1], 1)
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil || text == good {
			t.Fatalf("%q: %v\n%s", bad[0], err, good)
		}
		if schema.Validate(v) == nil {
			t.Errorf("%s instead of %s is taken", bad[1], bad[0])
		}
	}
}
