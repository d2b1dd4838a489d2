package output_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/output"
	"github.com/ringfence-dev/ringfence/internal/process"
)

// machine is a machine with a program that opens files, which runs script, and what was
// said at its two streams.
func machine(t *testing.T, script string, env ...string) (output.Opener, *bytes.Buffer, *bytes.Buffer) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("elsewhere: the program that opens files is a shell script here")
	}
	bin := t.TempDir()
	if script != "" {
		if err := os.WriteFile(filepath.Join(bin, "xdg-open"), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	var said, warned bytes.Buffer
	p := &process.Process{Dir: t.TempDir(), Env: append([]string{"PATH=" + bin}, env...), Stdout: &said, Stderr: &warned}
	return output.Opener{Process: p, System: "linux", Terminal: true, Patience: 20 * time.Second}, &said, &warned
}

// A page is opened where somebody sits. Where nobody does, where nothing opens files and
// where what opens them fails, the path is said all the same, and why.
func TestOpen(t *testing.T) {
	const works = `echo "$1" > "${0%/*}/opened"`
	for _, c := range []struct {
		script   string
		terminal bool
		want     string
	}{
		{works, true, ""},
		{works, false, "standard error is no terminal"},
		{"", true, "xdg-open is not on the PATH"},
		{"exit 3", true, "xdg-open ended with 3"},
	} {
		open, said, warned := machine(t, c.script)
		open.Terminal = c.terminal
		o := output.Output{Process: open.Process, Out: "r.html"}
		if err := open.Prepare(&o, false, 1); err != nil || o.Format != "html" {
			t.Fatalf("%s %v", o.Format, err)
		}
		if err := open.Open(t.Context(), &o); err != nil {
			t.Fatal(err)
		}
		page := filepath.Join(open.Process.Dir, "r.html")
		if said.String() != page+"\n" || !strings.Contains(warned.String(), c.want) || (c.want == "") != (warned.Len() == 0) {
			t.Errorf("%+v: %q %q", c, said, warned)
		}
		opened, _ := os.ReadFile(filepath.Join(strings.TrimPrefix(open.Process.Env[0], "PATH="), "opened"))
		if want := c.want == ""; (strings.TrimSpace(string(opened)) == page) != want {
			t.Errorf("%+v: opened %q", c, opened)
		}
	}
}

// Nobody looks in CI, several pages are not one, and a page is no other format.
func TestOpenIsRefused(t *testing.T) {
	for _, c := range []struct {
		env, format string
		named       bool
		targets     int
		out, want   string
	}{
		{"CI=false", "text", false, 1, "", ""},
		{"CI=true", "text", false, 1, "", "--format html --out report.html"},
		{"CI=1", "html", true, 1, "", "--format html --out report.html"},
		{"X=1", "html", true, 1, "", ""},
		{"X=1", "json", true, 1, "", "leave --format"},
		{"X=1", "html", false, 2, "", "a page for each"},
		{"X=1", "html", false, 1, "pages/", "name it with --out report.html"},
	} {
		open, _, _ := machine(t, "exit 0", c.env)
		o := output.Output{Process: open.Process, Format: c.format, Out: c.out}
		err := open.Prepare(&o, c.named, c.targets)
		if (err == nil) != (c.want == "") || err != nil && (exit.Code(err) != exit.Usage || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: %v", c, err)
		}
		if err == nil {
			if filepath.Base(o.Out) != "report.html" {
				t.Errorf("%+v: %s", c, o.Out)
			}
			_ = os.RemoveAll(filepath.Dir(o.Out))
		}
	}
}
