package process_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
)

func TestTheEnvironment(t *testing.T) {
	t.Setenv("RINGFENCE_TEST_ELSEWHERE", "not ours")
	p := process.Process{Env: []string{"A=1", "EMPTY=", "A=2"}}
	for name, want := range map[string]struct {
		value string
		ok    bool
	}{"A": {"2", true}, "EMPTY": {"", true}, "B": {"", false}, "RINGFENCE_TEST_ELSEWHERE": {"", false}} {
		if got, ok := p.Lookup(name); got != want.value || ok != want.ok {
			t.Errorf("%s: %q, %t", name, got, ok)
		}
	}
	if p.Today("") != "" || p.Today("2027-01-31") != "2027-01-31" {
		t.Error("a process without a clock knows a day that nobody said")
	}
	p.Now = func() time.Time { return time.Date(2027, 1, 31, 23, 30, 0, 0, time.FixedZone("west", -3600)) }
	if got := p.Today(""); got != "2027-02-01" {
		t.Errorf("the day is that of UTC, and not %s", got)
	}
}

// A program is not looked for where a stranger may have put one.
func TestLookPath(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile(filepath.Join(dir, "tool"), nil, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "text"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{dir: true, ".": false, "": false, "." + string(filepath.ListSeparator) + dir: true} {
		p := process.Process{Env: []string{"PATH=" + path}}
		if got, ok := p.LookPath("tool"); ok != want || ok && got != filepath.Join(dir, "tool") {
			t.Errorf("PATH=%s: %q, %t", path, got, ok)
		}
		if _, ok := p.LookPath("text"); ok {
			t.Errorf("PATH=%s: what nobody may run counts as a program", path)
		}
	}
}

func TestReading(t *testing.T) {
	dir := t.TempDir()
	p := process.Process{Stdin: strings.NewReader("from the pipe"), Dir: dir}
	if err := os.WriteFile(filepath.Join(dir, "file"), []byte("0123456789"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if data, err := p.ReadInput("file", 4); err != nil || string(data) != "01234" {
		t.Errorf("one byte more than it may have tells that a file is too long: %q, %v", data, err)
	}
	if data, err := p.ReadInput("-", 100); err != nil || string(data) != "from the pipe" {
		t.Errorf("standard input: %q, %v", data, err)
	}
	if data, err := p.ReadBounded("file", 10); err != nil || len(data) != 10 {
		t.Errorf("a file of as many bytes as it may have: %q, %v", data, err)
	}
	for what, err := range map[string]error{
		"nothing there": second(p.ReadInput("none", 4)), "a folder": second(p.ReadInput(".", 4)),
		"too long": second(p.ReadBounded("file", 9)), "a folder, bounded": second(p.ReadBounded(".", 9)),
		"a link": p.NotLinked("link"), "a folder that is not there": p.Replace(filepath.Join("none", "file"), nil),
	} {
		if exit.Code(err) != exit.Usage {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := p.NotLinked("file"); err != nil {
		t.Errorf("a file that is no link: %v", err)
	}
	if err := p.NotLinked("none"); err != nil {
		t.Errorf("what is not there is no link: %v", err)
	}
}

// A file is there as a whole or as it was, and nothing else is left in its folder.
func TestReplace(t *testing.T) {
	dir := t.TempDir()
	p := process.Process{Dir: dir}
	for _, text := range []string{"one", "another"} {
		if err := p.Replace("file", []byte(text)); err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(filepath.Join(dir, "file")); err != nil || string(data) != text {
			t.Errorf("%q, %v", data, err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := p.Replace("folder", []byte("text")); err == nil {
		t.Error("a folder was written over")
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("%v, %v", entries, err)
	}
}

// What a folder of a stranger leads to outside it is not read.
func TestOpenInside(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "secret"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	inside := filepath.Join(dir, "inside")
	if err := os.Mkdir(inside, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../secret", filepath.Join(inside, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(inside, "own"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"own": true, "link": false, "../secret": false, ".": false} {
		f, err := process.OpenInside(inside, name)
		if (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			_ = f.Close()
		}
	}
}

func second(_ []byte, err error) error { return err }
