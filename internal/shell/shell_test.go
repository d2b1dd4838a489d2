package shell

import (
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// words are what a folder of a stranger's may be called.
var words = []string{
	"dist", "a folder", "it's", "$(id)", "`id`", "a;b", "a&&b", "a\nb", "*", "~", "#x", "!x", "a\\b", `"`, "ä", "", "=x", "{a,b}",
	"-rf", "--out=x",
}

// A quoted word is one word of a shell, and says the same.
func TestQuotedWordsAreOneWord(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("elsewhere: no POSIX shell here")
	}
	for _, w := range words {
		out, err := exec.Command("/bin/sh", "-c", `printf '%s|%s' "$#" "$1"`, "sh").Output()
		if err != nil || string(out) != "0|" {
			t.Fatalf("%q, %v", out, err)
		}
		out, err = exec.Command("/bin/sh", "-c", "set -- "+Quote(w)+`; printf '%s|%s' "$#" "$1"`).Output()
		want := w
		if strings.HasPrefix(w, "-") {
			want = "./" + w // and is no flag
		}
		if err != nil || string(out) != "1|"+want {
			t.Errorf("%q became %q, %v", w, out, err)
		}
	}
}

// What needs no quotation marks has none: commands are read by people.
func TestPlainWordsStay(t *testing.T) {
	for _, w := range []string{"dist", "./a/b-c_d.vsix", "../acme.tool.vsix", "."} {
		if Quote(w) != w {
			t.Errorf("%s became %s", w, Quote(w))
		}
	}
}
