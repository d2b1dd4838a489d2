package exthost

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRecorderNamesWhatCallsAreAbout(t *testing.T) {
	dir := t.TempDir()
	got := run(t, Options{Extension: "resources", Record: dir, Resources: true})
	if !got.Activated {
		t.Fatalf("not activated: %s\n%s", got.Error, got.Output)
	}
	rec, err := ReadRecording(dir)
	if err != nil {
		t.Fatal(err)
	}
	about := map[int]string{}
	for _, c := range rec.Calls {
		var words []string
		for _, r := range c.About {
			words = append(words, string(r.Role)+" "+r.Value)
		}
		if len(words) > 0 && c.Module != "path" {
			about[c.Line] = strings.Join(words, " | ")
		}
	}
	if diff := cmp.Diff(wantedResources(t), about); diff != "" {
		t.Errorf("resources by line (-want +got):\n%s", diff)
	}
	for _, file := range glob(t, filepath.Join(dir, "*")) {
		if data, err := os.ReadFile(file); err != nil || strings.Contains(string(data), "not recorded") {
			t.Errorf("content was recorded, or: %v", err)
		}
	}
}

func wantedResources(t *testing.T) map[int]string {
	t.Helper()
	data, err := os.ReadFile("testdata/resources/main.js")
	if err != nil {
		t.Fatal(err)
	}
	want := map[int]string{}
	for i, line := range strings.Split(string(data), "\n") {
		if _, comment, ok := strings.Cut(line, "; // "); ok {
			want[i+1] = comment
		}
	}
	return want
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("nothing at %s: %v", pattern, err)
	}
	return files
}
