package finding

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// An edit reads back as it was, however the report around it was indented.
func TestAnEditReadsBack(t *testing.T) {
	for _, value := range []string{`{"a":[1,"\u003cb\u003e"],"c":null}`, `"x y"`, `true`, `null`, `[]`} {
		want := Edit{File: "package.json", Pointer: "/a", Value: JSON(value)}
		for _, indent := range []string{"", "  "} {
			text, err := json.MarshalIndent(want, "", indent)
			if err != nil {
				t.Fatal(err)
			}
			var got Edit
			if err := json.Unmarshal(text, &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s:\n%s", value, diff)
			}
		}
	}
}
