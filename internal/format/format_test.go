package format_test

import (
	"strconv"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/format"
)

func TestFind(t *testing.T) {
	list := format.List[format.Document[int]]{
		format.Text("text", strconv.Itoa),
		format.Text("json", func(n int) string { return "[" + strconv.Itoa(n) + "]" }),
	}
	for name, want := range map[string]string{"text": "7", "json": "[7]"} {
		f, err := list.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := f.Bytes(7); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	_, err := list.Find("jsn")
	if exit.Code(err) != exit.Usage || err.Error() != `unknown format "jsn"; did you mean json? (text, json)` {
		t.Errorf("an unknown word: %v", err)
	}
	if list.Default() != "text" {
		t.Errorf("the default is %s", list.Default())
	}
}
