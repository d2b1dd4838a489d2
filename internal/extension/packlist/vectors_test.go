package packlist

import (
	"encoding/json"
	"os"
	"strconv"
	"testing"
)

// The vectors were made by minimatch itself (testdata/vectors.cjs). What
// Compile refuses is counted: it may not be more than the few forms that are
// documented.
func TestPatternAgreesWithMinimatch(t *testing.T) {
	data, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Paths   []string
		Vectors [][2]string
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Vectors) < 1000 || len(file.Paths) < 80 {
		t.Fatalf("only %d patterns and %d paths", len(file.Vectors), len(file.Paths))
	}
	refused := 0
	for _, v := range file.Vectors {
		p, err := Compile(v[0])
		if err != nil {
			refused++
			continue
		}
		for i, path := range file.Paths {
			digit, err := strconv.ParseUint(v[1][i/4:i/4+1], 16, 8)
			if err != nil {
				t.Fatal(err)
			}
			want := digit>>(3-i%4)&1 == 1
			got, err := p.Match(path)
			if err != nil {
				t.Errorf("%q on %q: %v", v[0], path, err)
			} else if got != want {
				t.Errorf("%q on %q: %v, minimatch says %v", v[0], path, got, want)
			}
		}
	}
	if refused > len(file.Vectors)/50 {
		t.Errorf("%d of %d patterns are refused", refused, len(file.Vectors))
	}
	t.Logf("%d patterns on %d paths, %d refused", len(file.Vectors), len(file.Paths), refused)
}
