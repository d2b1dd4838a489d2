package githubaction_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/githubaction"
)

func TestInputsAreReadAsTheTableHasThem(t *testing.T) {
	env := map[string]string{
		"INPUT_FAIL_ON_NEW": " low ",
		"INPUT_REQUIRE":     "code, network\nsecrets\n",
		"INPUT_PACKAGE":     "a b.vsix\n\nx=c,d.vsix",
		"INPUT_SARIF":       "yes",
	}
	r := githubaction.NewRunner(&bytes.Buffer{}, func(name string) string { return env[name] })
	if got := r.Read("fail-on-new"); got != "low" {
		t.Errorf("%q", got)
	}
	if got := r.Read("mode"); got != githubaction.Check {
		t.Errorf("a default: %q", got)
	}
	if diff := cmp.Diff([]string{"code", "network", "secrets"}, r.List("require", ",")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"a b.vsix", "x=c,d.vsix"}, r.List("package", "")); diff != "" {
		t.Error(diff)
	}
	if _, err := r.Flag("sarif"); err == nil {
		t.Error("yes is a flag")
	}
	if on, err := r.Flag("comment"); !on || err != nil {
		t.Errorf("%v, %v", on, err)
	}
	seen := map[string]bool{}
	for _, in := range append(githubaction.Inputs(), githubaction.Outputs()...) {
		if in.Help == "" || strings.ToLower(in.Name) != in.Name || strings.Contains(in.Name, "_") {
			t.Errorf("%+v", in)
		}
	}
	for _, in := range githubaction.Inputs() {
		if seen[in.Name] {
			t.Errorf("%s is listed twice", in.Name)
		}
		seen[in.Name] = true
	}
}

// Whatever is in the text, no line of it is a command, since nobody who wrote it
// knew the word.
func TestAFenceHoldsWhatIsInIt(t *testing.T) {
	var out bytes.Buffer
	r := githubaction.NewRunner(&out, func(string) string { return "" })
	word := strings.Repeat("0a", 16)
	if err := r.Fenced("  ::set-output name=x::y\nplain", word); err != nil {
		t.Fatal(err)
	}
	if want := "::stop-commands::" + word + "\n  ::set-output name=x::y\nplain\n::" + word + "::\n"; out.String() != want {
		t.Errorf("%q", out.String())
	}
	for text, bad := range map[string]string{"x": "short", "y": "::" + word, "a ::" + word + ":: b": word} {
		if err := r.Fenced(text, bad); err == nil {
			t.Errorf("%q behind %q", text, bad)
		}
	}
}
