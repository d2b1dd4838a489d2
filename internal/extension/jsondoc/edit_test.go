package jsondoc

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSet(t *testing.T) {
	const file = "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": [1, 2]\n  },\n  \"e\": {}\n}\n"
	for name, tc := range map[string]struct{ in, pointer, value, want string }{
		"a value is replaced":    {file, "/a", `"x"`, strings.Replace(file, "1,", `"x",`, 1)},
		"an element is replaced": {file, "/b/c/1", `9`, strings.Replace(file, "2]", "9]", 1)},
		"a member is added as its neighbours are": {file, "/b/d", `{"x":1}`,
			strings.Replace(file, "[1, 2]\n", "[1, 2],\n    \"d\": {\n      \"x\": 1\n    }\n", 1)},
		"a list on one line stays there": {file, "/b/c", `["x",{"y":",\\n"}]`, strings.Replace(file, "[1, 2]", `["x", {"y": ",\\n"}]`, 1)},
		"an element is added":            {file, "/b/c/-", `3`, strings.Replace(file, "2]", "2, 3]", 1)},
		"an empty object is filled":      {file, "/e/f", `true`, strings.Replace(file, "{}", "{\n    \"f\": true\n  }", 1)},
		"objects on the way are made": {file, "/g/h/i", `[]`,
			strings.Replace(file, "{}\n", "{},\n  \"g\": {\n    \"h\": {\n      \"i\": []\n    }\n  }\n", 1)},
		"one line stays one":           {`{"a": 1}`, "/b", `{"x": [1,2], "y":3}`, `{"a": 1, "b": {"x": [1, 2], "y": 3}}`},
		"an empty document gets lines": {"{}\n", "/k", `"v"`, "{\n  \"k\": \"v\"\n}\n"},
		"tabs and carriage returns":    {"{\r\n\t\"a\": 1\r\n}", "/b", `{"x":1}`, "{\r\n\t\"a\": 1,\r\n\t\"b\": {\r\n\t\t\"x\": 1\r\n\t}\r\n}"},
		"escaped names":                {`{"a/b": {"~": 1}}`, "/a~1b/~0", `2`, `{"a/b": {"~": 2}}`},
	} {
		got, err := Set([]byte(tc.in), tc.pointer, []byte(tc.value), 20)
		if diff := cmp.Diff(tc.want, string(got)); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", name, err, diff)
		}
	}
}

func TestRename(t *testing.T) {
	for in, want := range map[string]string{
		"{\n\t\"a\" :\r\n 1,\n \"b\": {}}": "{\n\t\"x\\\"y\" :\r\n 1,\n \"b\": {}}",
		`{"\u0061": "\"a\""}`:              `{"x\"y": "\"a\""}`,
		`{"z":0,"a":{"a":1}}`:              `{"z":0,"x\"y":{"a":1}}`,
	} {
		got, err := Rename([]byte(in), "/a", `x"y`, 20)
		if diff := cmp.Diff(want, string(got)); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", in, err, diff)
		}
	}
	for in, want := range map[string]string{`{"b": 1}`: "there is no", `{"a": 1, "x\"y": 2}`: "cannot be named",
		`{"a": 1, "a": 2}`: "more than once", `[1]`: "there is no"} {
		if got, err := Rename([]byte(in), "/a", `x"y`, 20); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, %v, want %q", in, got, err, want)
		}
	}
}

func TestRemove(t *testing.T) {
	const file = "{\n  \"a\": 1,\n  \"b\": [1, 2, 3],\n  \"c\": {\n    \"d\": 1\n  }\n}\n"
	for pointer, want := range map[string]string{
		"/a":   strings.Replace(file, "\"a\": 1,\n  ", "", 1),
		"/c":   strings.Replace(file, ",\n  \"c\": {\n    \"d\": 1\n  }", "", 1),
		"/c/d": strings.Replace(file, "{\n    \"d\": 1\n  }", "{}", 1),
		"/b/0": strings.Replace(file, "1, 2, 3", "2, 3", 1),
		"/b/1": strings.Replace(file, "1, 2, 3", "1, 3", 1),
		"/b/2": strings.Replace(file, "1, 2, 3", "1, 2", 1),
	} {
		got, err := Remove([]byte(file), pointer, 20)
		if diff := cmp.Diff(want, string(got)); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", pointer, err, diff)
		}
	}
}

// Where nobody can say what was meant, nothing is changed.
func TestEditsThatAreRefused(t *testing.T) {
	for _, tc := range []struct{ in, pointer, want string }{
		{`{"a": 1, "a": 2}`, "/a", "written more than once"},
		{`{"a": 1, "a": {"b": 1}}`, "/a/b", "written more than once"},
		{`{"a": 1`, "/a", "1:8"},
		{`{"a": 1}`, "", "names no place"},
		{`{"a": 1}`, "a", "names no place"},
	} {
		if got, err := Set([]byte(tc.in), tc.pointer, []byte("1"), 20); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("Set %s %s: %s, %v", tc.in, tc.pointer, got, err)
		}
		if got, err := Remove([]byte(tc.in), tc.pointer, 20); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("Remove %s %s: %s, %v", tc.in, tc.pointer, got, err)
		}
	}
	for pointer, want := range map[string]string{"/a/b": "into a number", "/l/3": "past the end", "/l/01": "past the end"} {
		if got, err := Set([]byte(`{"a": 1, "l": [0]}`), pointer, []byte("1"), 20); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Set %s: %s, %v", pointer, got, err)
		}
	}
	if _, err := Set([]byte("{}"), "/a", []byte("{"), 20); err == nil {
		t.Error("a value that is no JSON was written")
	}
	if _, err := Remove([]byte("{}"), "/a", 20); err == nil {
		t.Error("nothing was removed")
	}
	// The mirror: twice elsewhere is nobody's business here.
	if _, err := Set([]byte(`{"a": {"x": 1, "x": 2}, "b": 1}`), "/b", []byte("2"), 20); err != nil {
		t.Error(err)
	}
}

// What was set is there, what was removed is not, and the rest is as it was.
func FuzzEdit(f *testing.F) {
	f.Add([]byte(`{"a": [1, {"b": null}], "c": "d"}`), "/a/1/b", []byte(`{"x": [1]}`))
	f.Add([]byte("{\r\n\t\"a\": {}\r\n}"), "/a/x/y", []byte(`1`))
	f.Fuzz(func(t *testing.T, data []byte, pointer string, value []byte) {
		set, err := Set(data, pointer, value, 50)
		if err != nil {
			return
		}
		d, err := Parse(set, 50)
		if err != nil {
			t.Fatal(err)
		}
		if v := d.Find(pointer); v != nil {
			var got, want any
			_ = json.Unmarshal([]byte(d.Raw(v)), &got)
			_ = json.Unmarshal(value, &want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%q at %q in %q gives %q:\n%s", value, pointer, data, set, diff)
			}
			if _, err := Remove(set, pointer, 50); err != nil {
				t.Fatalf("%q cannot be removed from %q: %v", pointer, set, err)
			}
		} else if !strings.HasSuffix(pointer, "-") && !strings.Contains(pointer, "-/") {
			t.Fatalf("%q is not in %q", pointer, set)
		}
	})
}
