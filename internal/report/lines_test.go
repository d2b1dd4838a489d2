package report

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report/linehash"
)

func TestFindingsCarryTheHashOfTheirLine(t *testing.T) {
	dir := t.TempDir()
	manifest := `{"name": "x", "publisher": "p", "version": "1.0.0", "engines": {"vscode": "*"}}`
	code := "a();\r\n\ta();\r\na();" + strings.Repeat(" b();", 60)
	for name, text := range map[string]string{"package.json": manifest, "a.js": code, "empty.js": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e, err := extension.LoadAs(t.Context(), dir, extension.Directory, extension.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	of := func(text string, line int) string { return linehash.Of([]byte(text), []int{line})[line] }
	var fs []finding.Finding
	var want, got []string
	for _, c := range []struct {
		where finding.Location
		want  string
	}{
		{finding.Location{File: "a.js", Line: 2, Column: 2}, of(code, 2)},
		{finding.Location{File: "a.js", Line: 3}, of(code, 3)},
		{finding.Location{File: "a.js", Line: 3, Column: 90}, of(code, 3)},
		{finding.Location{File: "a.js"}, of(code, 1)},
		{finding.Location{}, of(manifest, 1)},
		{finding.Location{File: "empty.js", Line: 1}, of("", 1)},
		{finding.Location{File: "a.js", Line: 9}, ""},
		{finding.Location{File: "gone.js", Line: 1}, ""},
	} {
		fs, want = append(fs, finding.Finding{Where: c.where}), append(want, c.want)
	}
	// A finding that is shown in the sources is known by the line that ships.
	fs = append(fs, finding.Finding{
		Where:  finding.Location{File: "a.js", Line: 2, Column: 2},
		Origin: &finding.Origin{File: "package.json", Line: 1, Column: 1, InTree: true},
	}, finding.Finding{
		Where:  finding.Location{File: "a.js", Line: 2, Column: 2},
		Origin: &finding.Origin{File: "package.json", Line: 1, Column: 1},
	})
	want = append(want, of(code, 2), of(code, 2))
	hashLines(e, fs)
	for _, f := range fs {
		got = append(got, f.LineHash)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if want[0] == "" || want[0] == want[1] {
		t.Errorf("lines 2 and 3 are both %q: the test shows nothing", want[0])
	}
}

func TestABuiltReportHashesItsLines(t *testing.T) {
	r := build(t, program(), nil, "default")
	n := 0
	for _, f := range r.Findings {
		if f.Where.File == "package.json" && f.LineHash == "" || strings.HasPrefix(f.Where.File, "dist/") && f.LineHash != "" {
			t.Errorf("%s in %q: line hash %q; of dist/a.js there is no text", f.Check, f.Where.File, f.LineHash)
		}
		if f.LineHash != "" {
			n++
		}
	}
	if n == 0 {
		t.Error("no finding has one")
	}
}

func TestALineHashFromOutsideIsOne(t *testing.T) {
	r := build(t, program(), nil, "default")
	for i := range r.Findings {
		r.Findings[i].LineHash = "ff:1"
	}
	good := written(t, r)
	if _, err := Read(bytes.NewReader(good)); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"ff", "ff:0", "ff:01", "0ff:1", "FF:1", "ff:1 ", "11111111111111111:1", ":1", "ff:-1", "<b>:1", "ff:1:1"} {
		data := bytes.ReplaceAll(good, []byte(`"ff:1"`), []byte(`"`+bad+`"`))
		if _, err := Read(
			bytes.NewReader(data),
		); err == nil ||
			!strings.Contains(err.Error(), "line hash") && !strings.Contains(err.Error(), "as this program writes it") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
