package roff

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Nothing of a text is read as a request, and what a person copies is what was written.
func TestTextIsNoRequest(t *testing.T) {
	for plain, want := range map[string]string{
		"a plain line":            "a plain line",
		".SH a line of a request": `\&.SH a line of a request`,
		"one\n'br two":            "one\n\\&'br two",
		`C:\x --out "a"`:          `C:\ex \-\-out \(dqa\(dq`,
		"owner/…":                 `owner/\[u2026]`,
		"in a. line 'quoted'":     "in a. line 'quoted'",
	} {
		if diff := cmp.Diff(want, text(plain)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", plain, diff)
		}
	}
}

// A page has a section for what it has, and none for what it lacks.
func TestPage(t *testing.T) {
	whole := Page{
		Name: "tool-do", Short: "Do it", Version: "1.0", Usage: "tool do [flags]", About: "It does.\n\n  a  table\n\nMore.",
		Commands: []Item{{"x", "the x"}}, Options: []Item{{"-o, --out string", "where"}}, Exits: []Item{{"0", "fine"}},
		Example: "  tool do it", See: []string{"tool", "tool-do-x"},
	}
	want := `.TH TOOL\-DO 1 "" "ringfence 1.0" "ringfence"
.SH NAME
tool\-do \- Do it
.SH SYNOPSIS
.B tool do [flags]
.SH DESCRIPTION
It does.
.PP
.nf
  a  table
.fi
.PP
More.
.SH COMMANDS
.TP
.B x
the x
.SH OPTIONS
.TP
.B \-o, \-\-out string
where
.SH EXAMPLES
.PP
.nf
  tool do it
.fi
.SH EXIT STATUS
.TP
.B 0
fine
.SH SEE ALSO
.BR tool (1),
.BR tool\-do\-x (1)
`
	if diff := cmp.Diff(want, whole.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	bare := ".TH T 1 \"\" \"ringfence 1\" \"ringfence\"\n.SH NAME\nt \\- s\n.SH SYNOPSIS\n.B t\n.SH DESCRIPTION\na\n"
	if diff := cmp.Diff(bare, Page{Name: "t", Short: "s", Version: "1", Usage: "t", About: "a"}.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
