package strict

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// read reads a mapping of name, words, on and day, as a document's reader would.
func read(text string) (string, error) {
	r, n := New("x.yml", "a document", 400, []byte(text))
	if n == nil {
		return "nothing", r.Err()
	}
	fields, ok := r.Fields(n, "it", []string{"name", "words", "on", "day"})
	if !ok {
		return "", r.Err()
	}
	var out []string
	if f, ok := fields["name"]; ok {
		s, _ := r.Text(f.Value, "name", 20)
		out = append(out, s)
	}
	if f, ok := fields["words"]; ok {
		out = append(out, r.Words(f.Value, "word", []string{"red", "green"})...)
	}
	if f, ok := fields["on"]; ok {
		out = append(out, fmt.Sprint(r.Truth(f.Value, "on")))
	}
	if f, ok := fields["day"]; ok {
		out = append(out, r.Day(f.Value, "day"))
	}
	return strings.Join(out, "|"), r.Err()
}

// What stands there is what is read.
func TestWhatIsWrittenIsRead(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "nothing",
		"# a comment\n":                  "nothing",
		"null\n":                         "nothing",
		"name: x\n":                      "x",
		"name: 1.10\n":                   "1.10",
		"name: |\n  two\n  lines\n":      "two lines",
		"words: red\n":                   "red",
		"words: [green, red]\n":          "green|red",
		"on: true\nday: 2027-01-31\n":    "true|2027-01-31",
		"name: 'a: b'\n---\n# no more\n": "",
	} {
		got, err := read(text)
		if want == "" {
			if err == nil {
				t.Errorf("%q: %q, and no error", text, got)
			}
			continue
		}
		if err != nil || got != want {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

// What could mean something else is refused at its place, in words that print.
func TestWhatIsDoubtfulIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"nam: x\n":                          `x.yml:1:1: unknown key "nam"; did you mean name? (name, words, on, day)`,
		"name: x\nname: y\n":                "x.yml:2:1: name is set twice, first in line 1",
		"name: &a x\n":                      "x.yml:1:7: an anchor is not taken here",
		"name: &a x\nday: *a\n":             "an alias is not taken here",
		"name: !!str x\n":                   "x.yml:1:7: a tag is not taken here",
		"name: x\n---\nname: y\n":           "a second document begins here, and a document is one",
		"- name\n":                          "x.yml:1:1: it has to be a mapping of name, words, on, day",
		"[a]: x\n":                          "a key has to be a word",
		"name: [x]\n":                       "x.yml:1:7: name has to be text",
		"name:\n":                           "name has to be text",
		"name: ''\n":                        "name is empty",
		"name: 'aaaaaaaaaaaaaaaaaaaaaaaaa'": "name is over the limit of 20 characters",
		"name: \"a\\u202eb\"\n":             "name holds characters that do not print",
		"words: blue\n":                     `unknown word "blue" (red, green)`,
		"words: [red, red]\n":               `"red" is named twice`,
		"words: [red, green, red]\n":        "word has 3 entries, over the limit of 2",
		"on: yes\n":                         `unknown word for on "yes" (true, false)`,
		"day: 2027-02-30\n":                 "day has to be a day such as 2027-01-31",
		"name: [\n":                         "it is not YAML",
		"name: \xff\n":                      "x.yml: it is not text in UTF-8",
		"name: a\x00b\n":                    "x.yml: it is not text in UTF-8",
		strings.Repeat("#", 401):            "x.yml: it is over the limit of 400 bytes",
	} {
		got, err := read(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %q, %v", text, got, err)
		}
		if err != nil && (!utf8.ValidString(err.Error()) || strings.ContainsAny(err.Error(), "\x00\u202e\x1b")) {
			t.Errorf("%.40q: the error does not print: %q", text, err)
		}
	}
}

// All mistakes are told at once, in the order of the file, but for a flood of them.
func TestMistakesAreBounded(t *testing.T) {
	var lines []string
	for i := range 14 {
		lines = append(lines, fmt.Sprintf("k%d: x", i))
	}
	_, err := read(strings.Join(lines, "\n"))
	var all Errors
	if !errors.As(err, &all) || len(all) != 11 || all[10].Text != "and 4 more" || all[0].Line != 1 || all[9].Line != 10 {
		t.Errorf("%v", err)
	}
	if !slices.IsSortedFunc(all[:10], func(a, b *Error) int { return a.Line - b.Line }) {
		t.Errorf("the order is not the file's: %v", err)
	}
}
