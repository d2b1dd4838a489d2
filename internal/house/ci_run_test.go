package house

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// .ci/run gives make empty caches, removes them, ends with the line of the
// tests, and has make's exit code; no such line is a failure.
func TestCIStartsFromNothing(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skipf("elsewhere: there is no bash: %v", err)
	}
	for _, tc := range []struct {
		name, line string
		made, exit int
	}{
		{"green", "tests: 2 passed, 0 failed, 1 skipped", 0, 0},
		{"red", "tests: 1 passed, 1 failed, 0 skipped", 2, 2},
		{"a linter complains", "tests: 1 passed, 0 failed, 0 skipped", 2, 2},
		{"nothing was counted", "", 0, 3},
	} {
		t.Run(tc.name, func(t *testing.T) {
			bin, tmp := t.TempDir(), t.TempDir()
			for _, name := range []string{"make", "git", "shellcheck", "go", "node", "npm"} {
				script := "#!" + bash + "\n"
				if name == "make" {
					script += `[[ $CI == true ]] || exit 9
for dir in "$RINGFENCE_CACHE" "$npm_config_cache" "$TOOLS_CACHE"; do
	[[ $dir == "$TMPDIR"/* && ! -e $dir ]] || exit 8
	mkdir -p "$dir/x" && chmod a-w "$dir/x"
done
[[ -z $LINE ]] || echo "$LINE" > "$TALLY"
exit "$MADE"
`
				}
				if err := os.WriteFile(filepath.Join(bin, name), []byte(script), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.CommandContext(t.Context(), bash, ".ci/run")
			cmd.Env = append(
				os.Environ(),
				"PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"),
				"TMPDIR="+tmp,
				"CI=",
				"LINE="+tc.line,
				"MADE="+string(rune('0'+tc.made)),
				"RINGFENCE_CACHE=/nowhere",
			)
			out, err := cmd.CombinedOutput()
			if cmd.ProcessState == nil {
				t.Fatal(err)
			}
			if code := cmd.ProcessState.ExitCode(); code != tc.exit {
				t.Errorf("exit code %d, want %d\n%s", code, tc.exit, out)
			}
			if tc.line != "" && !strings.HasSuffix(string(out), "\n"+tc.line+"\n") {
				t.Errorf("it does not end with %q:\n%s", tc.line, out)
			}
			if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
				t.Errorf("it leaves %v, %v", left, err)
			}
		})
	}
}

// make puts its own variables into the environment of what it runs, so one that
// has a name .ci/run exports would take its place. ?= leaves it alone.
func TestTheMakefileTakesNoNameOfCI(t *testing.T) {
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	run, err := os.ReadFile(filepath.Join(".ci", "run"))
	if err != nil {
		t.Fatal(err)
	}
	names := 0
	for line := range strings.Lines(string(run)) {
		words, ok := strings.CutPrefix(line, "export ")
		if !ok {
			continue
		}
		for word := range strings.FieldsSeq(words) {
			name, _, _ := strings.Cut(word, "=")
			names++
			for set := range strings.Lines(string(makefile)) {
				if own, op, ok := strings.Cut(set, "="); ok && strings.TrimRight(own, " :+") == name && !strings.HasSuffix(own, "?") {
					t.Errorf("the Makefile sets %s (%s=%s), which .ci/run exports", name, own, op)
				}
			}
		}
	}
	if names < 4 {
		t.Errorf("only %d names: this test does not see them", names)
	}
}
