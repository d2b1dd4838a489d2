package worker_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/facts/sidecar"
	"github.com/ringfence-dev/ringfence/internal/facts/worker"
)

func TestTheChildReadsTables(t *testing.T) {
	c := child(t, serve)
	for _, text := range []string{"", "import(x)", "export default import.meta.url", strings.Repeat("f(é, import('a'));\n", 1000)} {
		want, err := worker.Table("a.js", text, sidecar.IfESM)
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Table(t.Context(), "a.js", text, sidecar.IfESM)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%.40q is another one through the child:\n%s", text, d)
		}
		works(t, c) // the other question, of the same child
	}
	_, err := c.Table(t.Context(), "a.js", "let = = 1", sidecar.Never)
	if b := blind(t, err, ""); b.Offset != 6 {
		t.Errorf("the error is at %d", b.Offset)
	}
}

func TestNonsenseIsNoTable(t *testing.T) {
	if f, err := child(t, liar).Table(t.Context(), "a.js", "f()", sidecar.Never); err == nil {
		t.Errorf("nonsense was taken for %+v", f)
	}
}
