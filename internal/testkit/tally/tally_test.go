package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestMain lets the test start itself as the program: what is held is the exit
// code and the words of real runs of go test.
func TestMain(m *testing.M) {
	if os.Getenv("TALLY_MAIN") == "1" {
		_ = os.Unsetenv("TALLY_MAIN") // the tests it starts are no programs
		main()
	}
	os.Exit(m.Run())
}

// tallied runs the program in a module with these files.
func tallied(t *testing.T, ci string, files map[string]string) (string, int) {
	t.Helper()
	dir := t.TempDir()
	files["go.mod"] = "module m\n\ngo 1.24\n"
	for n, text := range files {
		n = filepath.Join(dir, n)
		if err := os.MkdirAll(filepath.Dir(n), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(n, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	last := filepath.Join(dir, "last")
	cmd := exec.Command(self, "-vet=off", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TALLY_MAIN=1", "TALLY="+last, "CI="+ci, "GOFLAGS=", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	kept, _ := os.ReadFile(last)
	if !strings.HasSuffix(string(out), "\n"+string(kept)) ||
		!regexp.MustCompile(`^tests: \d+ passed, \d+ failed, \d+ skipped\n$`).Match(kept) {
		t.Errorf("the last line, and what is kept of it: %q\n%s", kept, out)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

func body(text string) string {
	return fmt.Sprintf("package a\n\nimport \"testing\"\n\nvar _ testing.T\n\n%s\n", text)
}

func TestHowARunEnds(t *testing.T) {
	const pass = "func TestPass(t *testing.T) {}\n"
	for _, tc := range []struct {
		name, ci, code string
		exit           int
		last           string
		want           []string
		not            string
	}{
		{"all pass", "true", pass, 0, "1 passed, 0 failed, 0 skipped", []string{"ok  \tm/a"}, "skipped,"},
		{"subtests count, not what holds them", "true",
			`func TestA(t *testing.T) { t.Run("x", func(*testing.T) {}); t.Run("y", func(*testing.T) {}) }`, 0, "2 passed, 0 failed, 0 skipped", nil,
			"skipped,"},
		{"could not run", "", pass + `func TestB(t *testing.T) { t.Skip("no network:\nit is cut") }`, 0, "1 passed, 0 failed, 1 skipped",
			[]string{"skipped, could not run:\n  m/a TestB: no network: it is cut\n"}, "has failed"},
		{"could not run, in CI", "true", pass + `func TestB(t *testing.T) { t.Skip("no network") }`, 1, "1 passed, 1 failed, 0 skipped",
			[]string{"  m/a TestB: no network\n", "has failed"}, ""},
		{"no reason", "", pass + `func TestB(t *testing.T) { t.SkipNow() }`, 0, "1 passed, 0 failed, 1 skipped",
			[]string{"m/a TestB: no reason given"}, ""},
		{"a target of its own", "true", pass + `func TestB(t *testing.T) { t.Skip("make browser: 1 GB") }`, 0, "1 passed, 0 failed, 1 skipped",
			[]string{"skipped, a target of its own:\n  m/a TestB: make browser: 1 GB\n"}, "could not run"},
		{"another system", "true", pass + `func TestB(t *testing.T) { t.Skip("elsewhere: root reads all") }`, 0, "1 passed, 0 failed, 1 skipped",
			[]string{"skipped, not for this system or user:\n"}, "could not run"},
		{"a failure once, whole", "",
			pass + `func TestB(t *testing.T) { t.Log("before"); t.Run("in", func(t *testing.T) { t.Error("one\ntwo") }) }`, 1,
			"1 passed, 1 failed, 0 skipped", []string{"before", "one\n", "two\n", "--- FAIL: TestB/in", "FAIL\tm/a"}, ""},
		{"a panic", "", pass + `func TestB(t *testing.T) { panic("boom") }`, 1, "1 passed, 1 failed, 0 skipped", []string{"panic: boom"}, ""},
		{"it does not build", "", "func TestB(t *testing.T) { undefinedName() }", 1, "0 passed, 1 failed, 0 skipped",
			[]string{"undefined: undefinedName", "[build failed]"}, ""},
		{"no tests", "", "", 1, "0 passed, 0 failed, 0 skipped", []string{"no test ran"}, ""},
		{"nothing but skips", "", `func TestB(t *testing.T) { t.Skip("make browser: 1 GB") }`, 1, "0 passed, 0 failed, 1 skipped",
			[]string{"no test ran"}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			out, exit := tallied(t, tc.ci, map[string]string{"a/a_test.go": body(tc.code)})
			if exit != tc.exit {
				t.Errorf("exit code %d, want %d", exit, tc.exit)
			}
			for _, w := range append(tc.want, "\ntests: "+tc.last+"\n") {
				if !strings.Contains(out, w) {
					t.Errorf("it does not say %q", w)
				}
			}
			if tc.not != "" && strings.Contains(out, tc.not) {
				t.Errorf("it says %q", tc.not)
			}
			if t.Failed() {
				t.Log(out)
			}
		})
	}
}

// testscript says what a transcript ran in behind the reason of its skip.
func TestTheReasonOfATranscript(t *testing.T) {
	said := []string{
		"=== CONT  TestScripts/gate\n", "    cmd.go:380: short: many commands\n", "        and long\n",
		"    testscript.go:609: WORK=$WORK\n", "        PATH=/bin\n", "        > [short] skip\n",
	}
	if got, want := reason(said), "short: many commands and long"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTheSlowestAreListed(t *testing.T) {
	var said strings.Builder
	of := newTally(&said, false)
	for _, line := range []string{
		`{"Action":"run","Package":"m/a","Test":"TestSlow"}`,
		`{"Action":"run","Package":"m/a","Test":"TestSlow/part"}`,
		`{"Action":"pass","Package":"m/a","Test":"TestSlow/part","Elapsed":9.5}`,
		`{"Action":"pass","Package":"m/a","Test":"TestSlow","Elapsed":9.6}`,
		`{"Action":"pass","Package":"m/a","Test":"TestQuick","Elapsed":0.5}`,
		`{"Action":"pass","Package":"m/b","Test":"TestSlower","Elapsed":70}`,
	} {
		if err := of.read(strings.NewReader(line + "\n")); err != nil {
			t.Fatal(err)
		}
	}
	of.slowest()
	want := "\nslowest of 2 tests of 8 s or more:\n    70.0 s  m/b TestSlower\n     9.5 s  m/a TestSlow/part\n"
	if said.String() != want {
		t.Errorf("it says %q, want %q", said.String(), want)
	}

	said.Reset()
	of = newTally(&said, false)
	of.timed = []timed{{name{"m/a", "TestQuick"}, 1}}
	if of.slowest(); said.String() != "" {
		t.Errorf("nothing was slow, and it says %q", said.String())
	}
}
