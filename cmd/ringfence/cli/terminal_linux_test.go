package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/ringfence-dev/ringfence/internal/exit"
)

// terminal opens a pair: what is written to the one end comes out of the other.
func terminal(t *testing.T) (writes, reads *os.File) {
	t.Helper()
	reads, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("elsewhere: there is no terminal to be had: %v", err)
	}
	t.Cleanup(func() { reads.Close() })
	var number, locked uint32
	for request, arg := range map[uintptr]*uint32{syscall.TIOCGPTN: &number, syscall.TIOCSPTLCK: &locked} {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, reads.Fd(), request, uintptr(unsafe.Pointer(arg))); errno != 0 {
			t.Fatal(errno)
		}
	}
	if writes, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0); err != nil {
		t.Skipf("elsewhere: there is no terminal to be had: %v", err)
	}
	return writes, reads
}

// onTerminal runs a command whose output is a terminal: all that was written to it, and what
// is read on it in the end.
func onTerminal(t *testing.T, dir string, args ...string) (written string, screen []string) {
	t.Helper()
	writes, reads := terminal(t)
	all := make(chan string)
	go func() {
		var b bytes.Buffer
		// It ends with an error when the other end is closed.
		_, _ = b.ReadFrom(reads)
		all <- b.String()
	}()
	cmd := Command{Stdin: &bytes.Buffer{}, Stdout: writes, Stderr: writes, Dir: dir, Env: append(os.Environ(), "NO_COLOR=1")}
	code := cmd.Main(t.Context(), args)
	writes.Close()
	written = <-all
	if code != exit.Fine && code != exit.No {
		t.Fatalf("%v: exit code %d\n%s", args, code, written)
	}
	for line := range strings.Lines(written) {
		parts := strings.Split(strings.TrimRight(line, "\r\n"), "\r\x1b[K")
		screen = append(screen, parts[len(parts)-1])
	}
	return written, screen
}

func folderOf(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const small = `{"name": "small", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": "main.js"}`

// What takes its time says what it reads, and what is printed then begins a line of its own:
// nothing of the progress is left on the screen.
func TestProgressOnATerminal(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("elsewhere: there is no git, and a change is judged in a clone")
	}
	dir := folderOf(t, map[string]string{
		"acme/one/package.json": small, "acme/one/main.js": "require('fs').readFileSync('/etc/hosts');\n", "acme/one/LICENSE": "none\n",
		"fleet.yml": "extensions:\n  - {repository: acme/one}\n",
	})
	one := filepath.Join(dir, "acme", "one")
	if out, err := exec.Command("git", "-C", one, "init", "--quiet").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	quiet := Command{Stdin: &bytes.Buffer{}, Stdout: &bytes.Buffer{}, Stderr: &bytes.Buffer{}, Dir: dir}
	if code := quiet.Main(t.Context(), []string{"fleet", "plan", "--list", "fleet.yml"}); code != exit.Fine {
		t.Fatalf("the plan was not made: %d", code)
	}
	for _, c := range []struct {
		args []string
		// first is how the first line begins that is read in the end.
		first string
	}{
		{[]string{"scan", "acme/one"}, "acme.small"},
		{[]string{"gate", "acme/one"}, "acme.small"},
		{[]string{"policy", "generate", "acme/one", "-o", "policy"}, "acme.small: 2 grants"},
		{[]string{"policy", "explain", "acme/one", "files.read"}, "files.read"},
		{[]string{"wrap", "acme/one", "--mode", "observe", "-o", "wrapped.vsix"}, "wrote wrapped.vsix"},
		{[]string{"wrap", "--refresh", "wrapped.vsix", "-o", "again.vsix"}, "wrote again.vsix"},
		{[]string{"fleet", "scan", "--plan", "plan.json", "--shard", "1", "-o", "part"}, "acme/one"},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			written, screen := onTerminal(t, dir, c.args...)
			if !strings.Contains(written, "\r\x1b[K") || !strings.Contains(written, "main.js") {
				t.Errorf("nobody is told what is read:\n%q", written)
			}
			if !strings.HasPrefix(screen[0], c.first) {
				t.Errorf("the first line does not begin with %q:\n%s", c.first, strings.Join(screen, "\n"))
			}
			for _, line := range screen {
				if strings.Contains(line, "one main.js") || strings.Contains(line, "vsix main.js") {
					t.Errorf("progress is left on the screen: %q", line)
				}
			}
		})
	}
}
