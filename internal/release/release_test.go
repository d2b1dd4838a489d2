package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// built is the folder that a release build wrote; `make release-dry` runs these
// tests over it.
func built(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("RELEASE_DIST")
	if dir == "" {
		t.Skip("make release-dry: it builds a release and runs this over it")
	}
	return dir
}

// TestReleaseIsWhole: every program for every platform, with its sum and its
// bill of materials.
func TestReleaseIsWhole(t *testing.T) {
	dir := built(t)
	made, err := tableOf(dir)
	if err != nil {
		t.Error(err)
	}
	for name := range made.sums {
		if stem, ok := strings.CutSuffix(name, packings[0]); ok {
			checkBill(t, filepath.Join(dir, stem+".cdx.json"))
		}
	}
}

// TestReleaseInstalls: the action's installer takes the archive for this machine
// from what was built, in either packing, against the table that was made of it;
// with another byte in the archive it takes nothing.
func TestReleaseInstalls(t *testing.T) {
	dir := built(t)
	made, err := tableOf(dir)
	if made.version == "" {
		t.Fatal(err) // what is missing says the test above
	}
	s := newStep(t)
	write(t, filepath.Join(s.dir, "action/release/checksums.txt"), made.String())
	here := []string{"INPUT_MIRROR=file://" + filepath.ToSlash(dir), "RUNNER_OS=", "RUNNER_ARCH="}
	for packing, path := range map[string]string{packingHere: os.Getenv("PATH"), ".tar.gz": withoutZstd(t)} {
		here := append(here, "PATH="+path, "RUNNER_TOOL_CACHE="+t.TempDir())
		name := "ringfence_" + made.version + "_" + runtime.GOOS + "_" + runtime.GOARCH + packing
		outputs, said, code := s.run(here...)
		if code != 0 || !strings.Contains(said, name) {
			t.Fatalf("exit code %d, without %s\n%s", code, name, said)
		}
		out, err := exec.CommandContext(t.Context(), outputs["binary"], "version").CombinedOutput()
		if want := "ringfence " + made.version + " "; err != nil || !strings.HasPrefix(string(out), want) {
			t.Errorf("the program says %q (%v), and the release is %s", out, err, made.version)
		}

		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		data[len(data)-1] ^= 1
		other := t.TempDir()
		write(t, filepath.Join(other, name), string(data))
		here = append(here, "INPUT_MIRROR=file://"+filepath.ToSlash(other), "RUNNER_TOOL_CACHE="+t.TempDir())
		if outputs, said, code := s.run(here...); code != 3 || len(outputs) > 0 {
			t.Errorf("another archive: exit code %d, outputs %v\n%s", code, outputs, said)
		}
	}
}

// A bill of materials is CycloneDX by CycloneDX's own schema, names the modules
// that were linked, and is the same each time. The program is one that the tests
// built: a test's own binary names no modules.
func TestBillOfMaterials(t *testing.T) {
	program := actionlintProgram(t)
	first, err := sbom(program)
	if err != nil {
		t.Fatal(err)
	}
	again, err := sbom(program)
	if err != nil || !bytes.Equal(first, again) {
		t.Errorf("the second time it is another (%v)", err)
	}
	file := filepath.Join(t.TempDir(), "x.cdx.json")
	write(t, file, string(first))
	checkBill(t, file)
	for _, want := range []string{`"pkg:golang/github.com/bmatcuk/doublestar/v4@v`, `"h1:`, `"pkg:golang/std@1.`} {
		if !strings.Contains(string(first), want) {
			t.Errorf("it does not name %s", want)
		}
	}
	write(t, file, strings.Replace(string(first), `"type": "library"`, `"type": "thing"`, 1))
	if err := billSchema(t).Validate(instance(t, file)); err == nil {
		t.Error("the schema takes anything")
	}
	if _, err := sbom(file); err == nil {
		t.Error("a file that is no program has a bill of materials")
	}
}

func checkBill(t *testing.T, file string) {
	t.Helper()
	if err := billSchema(t).Validate(instance(t, file)); err != nil {
		t.Errorf("%s: %v", filepath.Base(file), err)
	}
}

func instance(t *testing.T, file string) any {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// billSchema is CycloneDX's schema, with the two it refers to.
func billSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	dir := filepath.Join(linters(t), "node_modules/@cyclonedx/cyclonedx-library/res/schema")
	c := jsonschema.NewCompiler()
	for _, name := range []string{"bom-1.6", "spdx", "jsf-0.82"} {
		v, ok := instance(t, filepath.Join(dir, name+".SNAPSHOT.schema.json")).(map[string]any)
		if !ok {
			t.Fatalf("%s is no schema", name)
		}
		id, _ := v["$id"].(string)
		if err := c.AddResource(id, v); err != nil {
			t.Fatal(err)
		}
		// The names by which they refer to each other here.
		if err := c.AddResource(strings.TrimSuffix(id, name+".schema.json")+name+".SNAPSHOT.schema.json", v); err != nil {
			t.Fatal(err)
		}
	}
	s, err := c.Compile("http://cyclonedx.org/schema/bom-1.6.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}
