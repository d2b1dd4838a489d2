package org

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/yamljson"
)

var example = regexp.MustCompile("(?s)```yaml\n(.*?)```")

// The page's examples are files that are read, alone and by the schema.
func TestExamplesOfThePage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "guide", "organisations.md"))
	if err != nil {
		t.Fatal(err)
	}
	s := schema(t)
	found := example.FindAllSubmatch(page, -1)
	if len(found) < 4 {
		t.Fatalf("the page shows only %d examples", len(found))
	}
	for _, m := range found {
		if bytes.Contains(m[1], []byte("\njobs:\n")) {
			continue // a workflow
		}
		if _, err := Parse("docs/guide/organisations.md", m[1]); err != nil {
			t.Errorf("%v\n%s", err, m[1])
			continue
		}
		if err := s.Validate(yamljson.Value(t, string(m[1]))); err != nil {
			t.Errorf("%v\n%s", err, m[1])
		}
	}
}
