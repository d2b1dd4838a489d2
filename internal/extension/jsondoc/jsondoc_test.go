package jsondoc

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestPositions(t *testing.T) {
	text := "\uFEFF{\n\t\"a\": 1, \"b/c\": [true,\r\n  {\"d~\": \"x\"}],\r \"😀\": \"😀\", \"é\": null}"
	d, err := Parse([]byte(text), 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		pointer    string
		value, key [2]int
	}{
		{"", [2]int{1, 1}, [2]int{1, 1}},
		{"/a", [2]int{2, 7}, [2]int{2, 2}},
		{"/b~1c", [2]int{2, 17}, [2]int{2, 10}},
		{"/b~1c/0", [2]int{2, 18}, [2]int{2, 18}},
		{"/b~1c/1/d~0", [2]int{3, 10}, [2]int{3, 4}},
		{"/😀", [2]int{4, 8}, [2]int{4, 2}},
		// A character outside the basic plane counts as two.
		{"/é", [2]int{4, 19}, [2]int{4, 14}},
		{"/nope", [2]int{}, [2]int{}},
		{"/a/x", [2]int{}, [2]int{}},
		{"/b~1c/2", [2]int{}, [2]int{}},
		{"/b~1c/-1", [2]int{}, [2]int{}},
		{"a", [2]int{}, [2]int{}},
	} {
		line, col, ok := d.Position(tc.pointer)
		if got := [2]int{line, col}; got != tc.value || ok != (tc.value != [2]int{}) {
			t.Errorf("value %q at %v, want %v", tc.pointer, got, tc.value)
		}
		line, col, _ = d.KeyPosition(tc.pointer)
		if got := [2]int{line, col}; got != tc.key {
			t.Errorf("key %q at %v, want %v", tc.pointer, got, tc.key)
		}
	}
}

func TestSyntaxErrors(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"", "1:1: expected a value, found end of file"},
		{"{", "1:2: expected a member name in double quotes, found end of file"},
		{"{\"a\":1,}", "1:8: expected a member name in double quotes, found character '}'"},
		{"[1,]", "1:4: expected a value, found character ']'"},
		{"[1 2]", "1:4: expected ',' or ']', found character '2'"},
		{"{\"a\" 1}", "1:6: expected ':' after the member name, found character '1'"},
		{"{\"a\":1 \"b\":2}", "1:8: expected ',' or '}', found character '\"'"},
		{"{} x", "1:4: unexpected character 'x' after the end of the document"},
		{"// hi\n{}", "1:1: comments are not allowed in JSON"},
		{"{\n  /* hi */}", "2:3: expected a member name in double quotes, found character '/'"},
		{"[\"a\nb\"]", "1:4: a string may not contain control character '\\n'"},
		{"[\"a", "1:4: the string does not end"},
		{`["\x"]`, "1:4: bad escape in a string: character 'x'"},
		{`["\u12"]`, `1:4: \u needs four hexadecimal digits`},
		{`["\ud800\u12"]`, `1:10: \u needs four hexadecimal digits`},
		{"01", "1:2: unexpected character '1' after the end of the document"},
		{"-", "1:2: expected a digit, found end of file"},
		{"1.", "1:3: expected a digit, found end of file"},
		{"1e+", "1:4: expected a digit, found end of file"},
		{"+1", "1:1: expected a value, found character '+'"},
		{"NaN", "1:1: expected a value, found character 'N'"},
		{"tru", "1:1: expected a value, found character 't'"},
		{"\xff", "1:1: expected a value, found byte 0xff"},
		{"[\"😀\", x]", "1:8: expected a value, found character 'x'"},
		{strings.Repeat("[", 12), "1:12: values nest deeper than 10 levels"},
		{"{\"" + strings.Repeat("k", 513) + "\":1}", "1:2: a member name is longer than 512 bytes"},
		{"[" + strings.Repeat("0,", 200_000) + "0]", "1:400000: the document has more than 200000 values"},
		{"\uFEFF\uFEFF{}", "1:1: expected a value, found character '\\ufeff'"},
	} {
		_, err := Parse([]byte(tc.text), 10)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || err.Error() != tc.want {
			t.Errorf("%.40q: %v, want %s", tc.text, err, tc.want)
		}
	}
}

// The mirror: what JSON.parse takes.
func TestValues(t *testing.T) {
	for _, tc := range []struct {
		text string
		want string
	}{
		{"\uFEFF null ", "null"},
		{"-0.5e+3", "number -0.5e+3"},
		{"0", "number 0"},
		{`"a\"\\\/\b\f\n\r\t\u00e9"`, "string a\"\\/\b\f\n\r\té"},
		{`"\ud83d\ude00"`, "string 😀"},
		{`"\ud83d"`, "string \uFFFD"},
		{`"\ud83dx"`, "string \uFFFDx"},
		{`"\ud83d\u0041"`, "string \uFFFDA"},
		{"\"a\xffb\"", "string a\uFFFDb"},
		{strings.Repeat("[", 11) + strings.Repeat("]", 11), "array"},
		{`{"__proto__": 1}`, "object"},
	} {
		d, err := Parse([]byte(tc.text), 10)
		if err != nil {
			t.Errorf("%q: %v", tc.text, err)
			continue
		}
		got := d.Root.Kind.String()
		if d.Root.Text != "" {
			got += " " + d.Root.Text
		}
		if got != tc.want {
			t.Errorf("%q is %q, want %q", tc.text, got, tc.want)
		}
	}
}

func TestTheLastOfTwoMembersCounts(t *testing.T) {
	d, err := Parse([]byte(`{"a": 1, "b": {"x/y": 1, "x/y": 2}, "a": "last"}`), 10)
	if err != nil {
		t.Fatal(err)
	}
	if got := d.Root.Get("a").Text; got != "last" {
		t.Errorf("a is %q", got)
	}
	if diff := cmp.Diff([]string{"/b/x~1y", "/a"}, d.Duplicates); diff != "" {
		t.Error(diff)
	}
	if _, col, _ := d.Position("/a"); col != 42 {
		t.Errorf("a is at column %d", col)
	}
}

// A place far into one long line is where counting from its start says.
func TestPositionsOnALongLine(t *testing.T) {
	text := "[\n" + strings.Repeat("\"é😀\", ", 5000) + "0\n]"
	d, err := Parse([]byte(text), 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{0, 1, 127, 128, 2500, 4999, 5000} {
		line, col, ok := d.Position(fmt.Sprintf("/%d", i))
		if !ok || line != 2 || col != 7*i+1 {
			t.Errorf("element %d is at %d:%d, want 2:%d", i, line, col, 7*i+1)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"{}", "[1,2,{\"a\":null}]", "\uFEFF{\"a\\u00e9\": [true,false,-1.5e3]}", "{\"a\":1,\"a\":2}",
		"[\"\\ud83d\\ude00\"]", "[[[[", "{\"a\":\r\n}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Parse(data, 100)
		text := strings.TrimPrefix(string(data), bom)
		if utf8.ValidString(text) && (err == nil) != json.Valid([]byte(text)) && !strings.Contains(fmt.Sprint(err), "more than") &&
			!strings.Contains(fmt.Sprint(err), "deeper") &&
			!strings.Contains(fmt.Sprint(err), "longer") {
			t.Fatalf("%q: %v, and the standard library says %v", data, err, json.Valid([]byte(text)))
		}
		if err != nil {
			return
		}
		var visit func(v *Value, pointer string)
		visit = func(v *Value, pointer string) {
			if d.Find(pointer) != v {
				t.Fatalf("%q does not lead back", pointer)
			}
			if line, col, ok := d.Position(pointer); !ok || line < 1 || col < 1 {
				t.Fatalf("%q is at %d:%d", pointer, line, col)
			}
			for i, item := range v.Items {
				visit(item, fmt.Sprintf("%s/%d", pointer, i))
			}
			for _, m := range v.Members {
				visit(m.Value, Pointer(pointer, m.Name))
			}
		}
		visit(d.Root, "")
	})
}
