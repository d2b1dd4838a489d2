package output_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/output"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/report"
)

func TestCheck(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		out  output.Output
		n    int
		want string
	}{
		{output.Output{Format: "text"}, 2, ""},
		{output.Output{Format: "jsn"}, 1, "did you mean json?"},
		{output.Output{Format: "json"}, 1, ""},
		{output.Output{Format: "json"}, 2, "need --out DIRECTORY"},
		{output.Output{Format: "json", Out: "new"}, 2, ""},
		{output.Output{Format: "json", Out: "file"}, 1, ""},
		{output.Output{Format: "json", Out: "file"}, 2, "is a file"},
		{output.Output{Format: "sarif", Out: "file"}, 2, ""},
		{output.Output{Format: "sarif", Out: "file"}, 1000, "name a directory"},
		{output.Output{Format: "sarif", Out: "new/"}, 1000, ""},
		{output.Output{Format: "sarif", OmitAnswered: true}, 1, ""},
		{output.Output{Format: "text", OmitAnswered: true}, 1, "--omit-answered"},
		{output.Output{Format: "json", OmitAnswered: true}, 1, "--omit-answered"},
	} {
		c.out.Process = &process.Process{Dir: dir}
		err := c.out.Check(c.n)
		if (err == nil) != (c.want == "") || err != nil && (exit.Code(err) != exit.Usage || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v of %d: %v, want %q", c.out, c.n, err, c.want)
		}
	}
}

// Every format writes a file of its own into a folder, and names of strangers do not
// lead out of it.
func TestAFolderGetsAFileEach(t *testing.T) {
	for _, f := range output.Formats {
		dir := t.TempDir()
		one := &report.Report{}
		one.Extension.ID, one.Extension.Version = "../a/b", "1.0.0"
		o := output.Output{Process: &process.Process{Stdout: &bytes.Buffer{}, Dir: dir}, Format: f.Name(), Out: "out/"}
		if err := o.Write([]*report.Report{one, one}); err != nil {
			t.Fatalf("%s: %v", f.Name(), err)
		}
		for _, name := range []string{"_a_b-1.0.0" + f.Suffix(), "_a_b-1.0.0_2" + f.Suffix()} {
			if data, err := os.ReadFile(filepath.Join(dir, "out", name)); err != nil || len(data) == 0 {
				t.Errorf("%s: %s: %d bytes, %v", f.Name(), name, len(data), err)
			}
		}
	}
}
