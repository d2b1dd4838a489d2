package scaffold

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ringfence-dev/ringfence/internal/testkit/yamljson"
	"github.com/ringfence-dev/ringfence/policygen"
)

// where is the folder of schemas, as an editor names it; ours is beside.
const where = "https://raw.githubusercontent.com/ringfence-dev/ringfence/main/docs/schemas/"

func schemas(name string) string { return filepath.Join("..", "..", "docs", "schemas", name) }

// The configuration that init writes names its schema to editors, a file that is here, and
// is right by it; with a word that it does not know it is not.
func TestTheConfigurationNamesItsSchema(t *testing.T) {
	files, err := Files(Settings{Commit: sample, Branch: "main", Folder: "."})
	if err != nil {
		t.Fatal(err)
	}
	text := string(files[Configuration])
	first, _, _ := strings.Cut(text, "\n")
	name, ok := strings.CutPrefix(first, "# yaml-language-server: $schema="+where)
	if !ok {
		t.Fatalf("the first line is %q", first)
	}
	schema, err := jsonschema.NewCompiler().Compile(schemas(name))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(yamljson.Value(t, text)); err != nil {
		t.Error(err)
	}
	if schema.Validate(yamljson.Value(t, text+"profil: default\n")) == nil {
		t.Error("the schema takes anything")
	}
}

// The settings that the guide proposes are about the documents that there are, and name a
// schema that takes them.
func TestTheSettingsAreAboutTheDocuments(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "guide", "editor.md"))
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```json\n(\\{\n  \"json.schemas\".*?)```").FindSubmatch(page)
	if block == nil {
		t.Fatal("the guide proposes no settings")
	}
	var settings struct {
		Schemas []struct {
			FileMatch []string
			URL       string
		} `json:"json.schemas"`
	}
	if err := json.Unmarshal(block[1], &settings); err != nil || len(settings.Schemas) != 1 {
		t.Fatalf("%v, %+v", err, settings)
	}
	var want []string
	for _, name := range []string{
		policygen.PolicyFile, policygen.ObservedFile, policygen.ProposalsFile, policygen.AcceptedFile, policygen.OverrideFile,
	} {
		want = append(want, "**/"+path.Join(policygen.Dir, name))
	}
	got := slices.Sorted(slices.Values(settings.Schemas[0].FileMatch))
	if diff := cmp.Diff(slices.Sorted(slices.Values(want)), got); diff != "" {
		t.Errorf("(-documents +settings):\n%s", diff)
	}
	name, ok := strings.CutPrefix(settings.Schemas[0].URL, where)
	if !ok {
		t.Fatalf("the schema is %s", settings.Schemas[0].URL)
	}
	schema, err := jsonschema.NewCompiler().Compile(schemas(name))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(map[string]any{"schemaVersion": 1, "extension": "acme.tool"}); err != nil {
		t.Error(err)
	}
}
