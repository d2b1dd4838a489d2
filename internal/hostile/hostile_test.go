package hostile

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ringfence-dev/ringfence/internal/bench/meter"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// The exit codes, as the README documents them.
const (
	fine       = 0
	no         = 1
	askedWrong = 2
)

// What one hostile input may cost. The child that parses may hold three
// gigabytes; a quadratic parse is stopped after twenty seconds and five for
// each megabyte. Two busy processors need a little more.
const (
	mostMemory = 3400 << 20
	mostTime   = 100 * time.Second
)

// program is the binary under test, built once.
var program string

// some returns a table of cases, each of which is a run of the whole program; with
// -short every fourth, so that each table stays and `make quick` is quick.
func some[T any](t *testing.T, table []T) []T {
	t.Helper()
	if !testing.Short() {
		return table
	}
	t.Run("the rest of the table", func(t *testing.T) {
		t.Skip("short: each case runs the whole program; every fourth stays")
	})
	var out []T
	for i := 0; i < len(table); i += 4 {
		out = append(out, table[i])
	}
	return out
}

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "hostile-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		program = filepath.Join(dir, "ringfence")
		cmd := exec.Command("go", "build", "-o", program, "../../cmd/ringfence")
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "building the program: %v\n%s", err, out)
			return 1
		}
		return m.Run()
	}())
}

// outcome is what a scan said.
type outcome struct {
	meter.Usage
	// report is nil when there is none.
	report *report.Report
}

// scan scans a target in a folder of its own and holds time and memory to the
// bounds. The scan fails on anything incomplete.
func scan(t *testing.T, target string, flags ...string) outcome {
	t.Helper()
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("memory is measured through Linux's /proc")
	}
	ctx, cancel := context.WithTimeout(t.Context(), mostTime)
	defer cancel()
	cmd := exec.Command(program, append([]string{"scan", "--offline", "--format", "json", "--fail-on", "incomplete", target}, flags...)...)
	cmd.Dir = t.TempDir()
	used, err := meter.Run(ctx, cmd)
	if err != nil {
		t.Fatalf("after %s: %v\n%s", used.Wall.Round(time.Second), err, used.Stderr)
	}
	t.Logf(
		"exit %d, %s, CPU %s, %d MB",
		used.ExitCode,
		used.Wall.Round(10*time.Millisecond),
		used.CPU.Round(10*time.Millisecond),
		used.SumRSS>>20,
	)
	if used.SumRSS > mostMemory {
		t.Errorf("it took %d MB of memory, and %d are allowed", used.SumRSS>>20, mostMemory>>20)
	}
	if text := string(
		used.Stderr,
	); strings.Contains(text, "panic") || strings.Contains(text, "goroutine ") ||
		strings.Contains(text, "this is a bug") {
		t.Errorf("it failed in a way it should not: %.2000s", text)
	}
	if left, err := os.ReadDir(cmd.Dir); err != nil || len(left) > 0 {
		t.Errorf("it wrote where it stood: %v, %v", left, err)
	}
	o := outcome{Usage: used}
	if bytes.HasPrefix(used.Stdout, []byte("{")) {
		if err := json.Unmarshal(used.Stdout, &o.report); err != nil {
			t.Fatalf("the report is no JSON: %v", err)
		}
	}
	return o
}

// refused wants the input to be refused with exit code 2 and one line on stderr
// that says all of the words, and no report.
func (o outcome) refused(t *testing.T, words ...string) {
	t.Helper()
	text := string(o.Stderr)
	if o.ExitCode != askedWrong || o.report != nil {
		t.Errorf("exit code %d (report: %t), want %d and none; %.500s", o.ExitCode, o.report != nil, askedWrong, text)
	}
	if strings.Count(text, "\n") != 1 || strings.ContainsAny(text, "\x00\x1b\r") {
		t.Errorf("the message is not one printable line: %.500q", text)
	}
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("the message does not say %q: %.500s", w, text)
		}
	}
}

// blind returns the first reason why a file, or a part of it, could not be seen;
// empty: it could.
func (o outcome) blind(file string) string {
	for _, b := range o.report.Code.BlindSpots {
		if b.File == file {
			return b.Reason
		}
	}
	return ""
}

// uses reports that a use of a symbol was first seen in a file, at that line
// when line is not zero.
func (o outcome) uses(symbol, file string, line int) bool {
	for _, c := range o.report.Code.Capabilities {
		for _, s := range c.Symbols {
			if s.Symbol == symbol && s.First.File == file && (line == 0 || s.First.Line == line) {
				return true
			}
		}
	}
	return false
}

// scanned wants a report in which the file main.js, which every extension here
// has, was seen, and an exit code that goes with what could not be seen.
func (o outcome) scanned(t *testing.T) {
	t.Helper()
	if o.report == nil {
		t.Fatalf("no report, exit code %d: %.500s", o.ExitCode, o.Stderr)
	}
	if !o.report.Code.Analysed {
		t.Errorf("the code was not analysed: %s", o.report.Code.Why)
	}
	if !o.uses("child_process.exec", "main.js", 1) {
		t.Error("what main.js does was not seen")
	}
	want := fine
	if o.report.Verdict.Incomplete {
		want = no
	}
	if o.ExitCode != want {
		t.Errorf("exit code %d, want %d (incomplete: %t)", o.ExitCode, want, o.report.Verdict.Incomplete)
	}
	for _, b := range o.report.Code.BlindSpots {
		if strings.TrimSpace(b.Reason) == "" {
			t.Errorf("blind without a reason: %+v", b)
		}
		if b.Reached && !o.report.Verdict.Incomplete {
			t.Errorf("%s can run and was not seen, and the verdict does not say so", b.File)
		}
	}
}

// The files that every extension here has. The marker stands for what a file
// tries to hide: unless the file is blind, it has to be found.
const (
	manifest = `{"name":"toy","publisher":"acme","version":"1.0.0","engines":{"vscode":"^1.90.0"},"main":"./main.js"}`
	marker   = `;require("fs").unlinkSync("marker");`
)

// loader is main.js: it does something of its own and loads other files.
func loader(files ...string) string {
	s := `exports.activate=(line)=>{require("child_process").exec(line);`
	for _, f := range files {
		s += fmt.Sprintf("require(%q);", "./"+f)
	}
	return s + "};\n"
}

// write writes files below a new folder and gives the folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
