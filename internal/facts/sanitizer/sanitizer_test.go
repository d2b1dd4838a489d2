package sanitizer

import "testing"

// A text that matches a list of harmless signs is clean; one that only begins so is not.
func TestMatched(t *testing.T) {
	for _, c := range []struct {
		pattern string
		matches bool
		want    Set
	}{
		{`/^[\w-]+$/`, true, All},
		{`/^[\w-]+$/`, false, 0},
		{`/^[\w-]+/`, true, 0},
		{`/[\w-]+$/`, true, 0},
		{`/^[\w-]+\$/`, true, 0},
		{`/^[\w/]+$/`, true, All &^ Paths},
		{`/^\w+\/\w+$/`, true, All &^ Paths},
		{`/^[\w$]+$/`, true, All &^ Shell},
		{`/^[^;]+$/`, true, 0},
		{`/^(a|b)$/`, true, All},
		{`/^a|b$/`, true, 0},
		{`/^.+$/`, true, 0},
		{`/^https?:\/\//`, true, Open},
		{`/^https?:\/\//`, false, 0},
		{`/^ftp:/`, true, 0},
		{`/[;&|]/`, false, Shell},
		{`/[;&|]/`, true, 0},
		{`/[;&]/`, false, 0},
		{`/\.\./`, false, Paths},
		{`/\.\./`, true, 0},
		{``, true, 0},
		{`/`, false, 0},
	} {
		if got := Matched(c.pattern, c.matches); got != c.want {
			t.Errorf("a text that matches %s (%t) is clean for %b, want %b", c.pattern, c.matches, got, c.want)
		}
	}
}

// A replacement cleans when every match goes and what is left is listed.
func TestReplaced(t *testing.T) {
	for _, c := range []struct {
		pattern string
		regexp  bool
		want    Set
	}{
		{"<", false, Markup},
		{">", false, 0},
		{`/[^\w-]/g`, true, All},
		{`/[^\w-]/`, true, 0},
		{`/[^\w-]+/gi`, true, All},
		{`/[^\w/]/g`, true, 0},
		{`/[^\s]/g`, true, 0},
		{`/</g`, true, Markup},
		{`/</`, true, 0},
		{`/[<>&]/g`, true, Markup},
		{`/[>&]/g`, true, 0},
		{``, true, 0},
	} {
		if got := Replaced(c.pattern, c.regexp); got != c.want {
			t.Errorf("a text without %s is clean for %b, want %b", c.pattern, got, c.want)
		}
	}
}

// A name that says nothing of cleaning cleans nothing, and no kind is a mark.
func TestFunctions(t *testing.T) {
	if Functions["escapeHtml"] != Markup || Functions["parseInt"] != All || Functions["format"] != 0 {
		t.Errorf("%v", Functions)
	}
	if All&(Open|UnderTrust|SetIn) != 0 || All&Paths != Paths {
		t.Errorf("all is %b", All)
	}
}
