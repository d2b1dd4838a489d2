package escape

import (
	"slices"
	"strings"
	"testing"
)

func TestPrintableHidesNothingAndStartsNoLine(t *testing.T) {
	for in, want := range map[string]string{
		"plain text":           "plain text",
		"naïve 日本 😀":           "naïve 日本 😀",
		"a\nb\r\tc":            `a\nb\r\tc`,
		"\x1b[31mred":          `\x1b[31mred`,
		"\u202egnp.exe":        `\u202egnp.exe`,
		"a\u200bb\ufe0fc":      `a\u200bb\ufe0fc`,
		"\U000e0101x":          `\u{e0101}x`,
		"a\u2028b":             `a\u2028b`,
		"bad\xffutf":           `bad\xffutf`,
		"\x00":                 `\x00`,
		"no\u00a0break":        `no\u00a0break`,
		"blank\u2800\u3164end": `blank\u2800\u3164end`,
		"C:\\path stays":       `C:\path stays`,
	} {
		got := Printable(in, 200)
		if got != want {
			t.Errorf("Printable(%q) = %q, want %q", in, got, want)
		}
		if again := Printable(got, 200); again != got {
			t.Errorf("Printable(%q) changes its own output to %q", in, again)
		}
	}
}

func TestPrintableCuts(t *testing.T) {
	for _, n := range []int{1, 5, 9, 10} {
		got := Printable("0123456789\n", n)
		if len([]rune(got)) > n || !strings.HasSuffix(got, "…") {
			t.Errorf("cut to %d gives %q", n, got)
		}
	}
	if got := Printable("0123456789", 10); got != "0123456789" {
		t.Errorf("text of exactly the limit became %q", got)
	}
}

func FuzzPrintable(f *testing.F) {
	f.Add("a\x1b[0m\u202e\xff", 7)
	f.Fuzz(func(t *testing.T, s string, n int) {
		n = 1 + (n&0xff+0xff)%0xff
		got := Printable(s, n)
		if len([]rune(got)) > n || Printable(got, n) != got {
			t.Fatalf("%q is longer than %d or not final", got, n)
		}
		for _, r := range got {
			if !visible(r) {
				t.Fatalf("%q holds %U", got, r)
			}
		}
	})
}

func TestALogLineIsNoCommand(t *testing.T) {
	for in, want := range map[string]string{
		"x ##[group]y": "x #_#[group]y", "a\n##[error]b": `a\n#_#[error]b`, "#\x00#[x": `#\x00#[x`, "## [x]": "## [x]", "": "",
	} {
		if got := Logged(in, 200); got != want {
			t.Errorf("Logged(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestFold(t *testing.T) {
	for _, c := range []struct {
		text          string
		width, before int
		want          []string
	}{
		{"", 10, 0, []string{""}},
		{"one two three", 100, 0, []string{"one two three"}},
		{"one two three", 7, 0, []string{"one two", "three"}},
		{"one two three", 8, 4, []string{"one", "two", "three"}},
		{"one two three", 7, -6, []string{"one two three"}},
		{"a wordthatislong b", 5, 0, []string{"a", "wordthatislong", "b"}},
		{"ä ö ü ß", 3, 0, []string{"ä ö", "ü ß"}},
	} {
		if got := Fold(c.text, c.width, c.before); !slices.Equal(got, c.want) {
			t.Errorf("%q in %d less %d is %q, want %q", c.text, c.width, c.before, got, c.want)
		}
	}
}
