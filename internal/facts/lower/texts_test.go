package lower

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

func TestTextsNumberEveryStringOnce(t *testing.T) {
	texts := newTexts()
	if n := texts.add(""); n != 0 {
		t.Errorf(`"" is number %d, want 0`, n)
	}
	// More than there is room for at the start, each twice.
	const many = 5000
	for range 2 {
		for i := range many {
			if n := texts.add("s" + strconv.Itoa(i)); n != ir.Str(i+1) {
				t.Fatalf("s%d is number %d, want %d", i, n, i+1)
			}
		}
	}
	if len(texts.list) != many+1 || texts.list[many] != "s4999" {
		t.Errorf("there are %d strings, the last is %q", len(texts.list), texts.list[len(texts.list)-1])
	}
}

func TestTextsOfTheParser(t *testing.T) {
	texts := newTexts()
	known := texts.add("fs")
	for _, s := range []string{"", "fs", "child_process", "é", "a😀b", "\x00", strings.Repeat("a", 99)} {
		if got := texts.of(utf16.Encode([]rune(s)), 1000); got != s {
			t.Errorf("%q becomes %q", s, got)
		}
	}
	if n := len(texts.list); n != int(known)+1 {
		t.Errorf("looking made %d strings", n-int(known)-1)
	}
	for s, want := range map[string]string{"abc": "abc", "abcd": "abc", "aé": "aé", "aéb": "aé", "éé": "é\xc3",
		"😀": "\xf0\x9f\x98"} {
		if got := texts.of(utf16.Encode([]rune(s)), 3); got != want {
			t.Errorf("three bytes of %q are %q, want %q", s, got, want)
		}
	}
	if got := texts.of([]uint16{'a', 0xD800, 'b'}, 9); got != "a\xed\xa0\x80b" {
		t.Errorf("a lone surrogate becomes %q", got)
	}
}
