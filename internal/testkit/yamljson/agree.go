package yamljson

import (
	"errors"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/config/strict"
	"github.com/ringfence-dev/ringfence/internal/escape"
)

// Mistake is a document that is refused. Want is part of what is said of it, Beyond
// says that it is well-formed as far as a schema can tell.
type Mistake struct {
	Name, Text, Want string
	Beyond           bool
}

// fewest is how many mistakes have to be shown to a schema.
const fewest = 15

// Agree wants a parser and the schema beside it to refuse the same: the parser
// each mistake, at its place and printably, the schema those that it can tell. The
// full document both take.
func Agree(t *testing.T, full string, mistakes []Mistake, parse func([]byte) error, schema func(any) error) {
	t.Helper()
	if err := parse([]byte(full)); err != nil {
		t.Errorf("the parser refuses what is whole: %v", err)
	}
	if err := schema(Value(t, full)); err != nil {
		t.Errorf("the schema refuses what is read: %v", err)
	}
	refused := 0
	for _, m := range mistakes {
		err := parse([]byte(m.Text))
		var es strict.Errors
		if !errors.As(err, &es) || !strings.Contains(err.Error(), m.Want) {
			t.Errorf("%s: %v\nwant %s", m.Name, err, m.Want)
		} else if !escape.IsPrintable(err.Error(), 1<<20) {
			t.Errorf("%s: %q does not print", m.Name, err)
		}
		if m.Beyond {
			continue
		}
		refused++
		if schema(Value(t, m.Text)) == nil {
			t.Errorf("%s: the schema accepts it", m.Name)
		}
	}
	if refused < fewest {
		t.Errorf("only %d mistakes are shown to the schema", refused)
	}
}
