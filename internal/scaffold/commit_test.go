package scaffold

import (
	"strings"
	"testing"
)

func TestWhatIsWrongWithACommitIsSaid(t *testing.T) {
	whole := strings.Repeat("0123456789", 4)
	for _, x := range []struct{ named, built, want string }{
		{whole, "", ""},
		{"", "", `--action is missing: the commit of ringfence-dev/ringfence that the workflow is to use, all 40 digits; in the clone that ` +
			`ringfence was built in, "git rev-parse HEAD" prints one`},
		{"", whole, "ringfence init --action " + whole},
		{"01234ab", "", `--action "01234ab" is 7 of the 40 digits of a commit; in a clone of ringfence, "git rev-parse 01234ab" prints all`},
		{whole + "0", "", "it has 41 digits"},
		{strings.ToUpper("abcde" + whole[5:]), "", "it has 40 digits, and 40 small ones are wanted"},
		{"v1", "", `--action "v1" is no commit, and what a tag or a branch names can be moved`},
		{"main\n", "", `--action "main\n" is no commit`},
	} {
		got := ""
		if err := checkCommit(x.named, x.built); err != nil {
			got = err.Error()
		}
		if (x.want == "") != (got == "") || !strings.Contains(got, x.want) {
			t.Errorf("%q: %q and not %q", x.named, got, x.want)
		}
	}
}
