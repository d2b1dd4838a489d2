package endtoend

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/internal/testkit/fraction"
	"github.com/ringfence-dev/ringfence/internal/testkit/multitool"
	"github.com/ringfence-dev/ringfence/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Every extension of the corpus is scanned, and what code scanning would get
// passes the schema, Microsoft's validator with GitHub's rules, and our own
// limits. The SARIF is made from the saved reports, which are all it is ever
// made from.
func TestCodeScanningTakesEveryScanOfTheCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("short: scans the whole corpus; scan_sarif.txtar stays")
	}
	dir, err := corpus.Fetch(t.Context())
	fetched(t, err)
	tool, err := multitool.Fetch(t.Context())
	fetched(t, err)
	list, err := corpus.List(dir)
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"scan", "--fail-on", "none", "-f", "json", "-o", filepath.Join(t.TempDir(), "reports") + "/"}
	taken := 1
	for i, e := range list {
		if fraction.Has(i, 6) {
			args = append(args, e.ID)
			taken++
		}
	}
	args = append(args, corpus.VSIX)
	ringfence(t, dir, args...)
	reports, err := filepath.Glob(filepath.Join(args[6], "*.json"))
	if err != nil || len(list) < 35 || len(reports) != taken {
		t.Fatalf("%d reports of %d extensions, %v", len(reports), taken, err)
	}
	fraction.Note(t, taken, len(list)+1, "extensions")
	out := t.TempDir()
	var files []string
	for group := range slices.Chunk(reports, sarif.MaxRuns) {
		files = append(files, filepath.Join(out, fmt.Sprintf("%d.sarif", len(files))))
		ringfence(t, dir, append([]string{"convert", "-f", "sarif", "-o", files[len(files)-1]}, group...)...)
	}
	schema, err := jsonschema.NewCompiler().Compile(tool.Schema())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range sarif.Check(data) {
			t.Errorf("%s: %s", filepath.Base(f), p)
		}
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s: %v", filepath.Base(f), err)
		}
		sameHashes(t, tool, data, dir)
		runs, results := bytes.Count(data, []byte(`"automationDetails"`)), bytes.Count(data, []byte(`"ruleIndex"`))
		t.Logf("%s: %d runs, %d results, %d bytes", filepath.Base(f), runs, results, len(data))
		if runs == 0 || results == 0 {
			t.Errorf("%s: %d runs with %d results show nothing", filepath.Base(f), runs, results)
		}
	}
	complaints, err := tool.Validate(t.Context(), files...)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range complaints {
		if !c.Excused() {
			t.Errorf("%+v", c)
		}
	}
}

// sameHashes compares the fingerprints of a document with what the multitool
// makes of the same lines of the same files. The hash covers the first hundred
// characters of a line: what stands behind them has a fingerprint of its own, and
// there the multitool's must be another.
func sameHashes(t *testing.T, tool multitool.Tool, doc []byte, root string) {
	t.Helper()
	theirs, err := tool.LineHashes(t.Context(), doc, root)
	if err != nil {
		t.Fatal(err)
	}
	var ours struct {
		Runs []struct {
			Results []struct {
				PartialFingerprints struct{ PrimaryLocationLineHash string }
				Locations           []struct {
					PhysicalLocation struct {
						Region struct{ StartColumn int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(doc, &ours); err != nil {
		t.Fatal(err)
	}
	same, behind := 0, 0
	for i, r := range ours.Runs {
		for j, res := range r.Results {
			switch got, want := res.PartialFingerprints.PrimaryLocationLineHash, theirs[i][j]; {
			case want == "": // inside the archive, where it cannot look
			case len(res.Locations) > 0 && res.Locations[0].PhysicalLocation.Region.StartColumn > 100:
				if behind++; got == want {
					t.Errorf("%v: %s is the hash of the beginning of its line", res.Locations, got)
				}
			case got != want:
				t.Errorf("%v: %s, and the multitool says %s", res.Locations, got, want)
			default:
				same++
			}
		}
	}
	if same < 3 || behind < 10 {
		t.Errorf("only %d hashes of beginnings and %d of what stands behind them could be compared", same, behind)
	}
	t.Logf("%d line hashes are the multitool's", same)
}

// fetched skips where the network is missing; where it must be there, it is a
// failure.
func fetched(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
}

// ringfence runs the program, which TestMain has put on the PATH.
func ringfence(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "ringfence", args...)
	cmd.Dir = dir
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("ringfence %s: %v\n%s", strings.Join(args, " "), err, said)
	}
}
