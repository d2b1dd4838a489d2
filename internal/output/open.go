package output

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
)

// Opener opens a page in the browser of whoever sits at the machine. Where nobody does,
// and where no program opens files, it says where the page is and nothing else.
type Opener struct {
	Process *process.Process
	// System is the operating system, as runtime.GOOS.
	System string
	// Terminal reports that somebody reads what the program says.
	Terminal bool
	// Patience is how long the program that opens it is waited for. It may live as long
	// as the browser, which is no error.
	Patience time.Duration
}

// Prepare readies an output for --open: a page in a file, which is a temporary one when
// nobody named any. named reports that somebody chose the format.
func (w Opener) Prepare(o *Output, named bool, targets int) error {
	switch {
	case targets != 1:
		return exit.Usagef("--open shows one extension, and there are %d; --format html --out DIRECTORY/ writes a page for each", targets)
	case named && o.Format != page{}.Name():
		return exit.Usagef("--open shows a page; leave --format %s out, or write --format html", escape.Quoted(o.Format))
	case w.Process.Getenv("CI") != "" && w.Process.Getenv("CI") != "false":
		return exit.Usagef("--open needs somebody to look, and this is CI; " +
			"write the page with --format html --out report.html and keep it as an artifact")
	}
	o.Format = page{}.Name()
	if o.Out != "" {
		if o.directory() {
			return exit.Usagef("--open shows one file; name it with --out report.html")
		}
		return nil
	}
	dir, err := os.MkdirTemp("", "ringfence-")
	if err != nil {
		return fmt.Errorf("making a place for the page: %w", err)
	}
	o.Out = filepath.Join(dir, "report.html")
	return nil
}

// program finds what opens files, and what it is told before the file.
func (w Opener) program() (name, found string, args []string) {
	name = "xdg-open"
	switch w.System {
	case "darwin":
		name = "open"
	case "windows":
		// A shell would read more than a name into the name.
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler"}
	}
	found, _ = w.Process.LookPath(name)
	return name, found, args
}

// Open writes the path of the page to standard output and opens it.
func (w Opener) Open(ctx context.Context, o *Output) error {
	file, err := filepath.Abs(w.Process.Path(o.Out))
	if err != nil {
		return fmt.Errorf("finding the page: %w", err)
	}
	if err := w.Process.Say(escape.Printable(file, 2000) + "\n"); err != nil {
		return fmt.Errorf("saying where the page is: %w", err)
	}
	name, found, args := w.program()
	var why string
	switch {
	case !w.Terminal:
		why = "standard error is no terminal"
	case found == "":
		why = name + " is not on the PATH"
	default:
		why = w.run(ctx, found, append(args, file))
	}
	if why == "" {
		return nil
	}
	if _, err := fmt.Fprintf(w.Process.Stderr, "ringfence: the page was not opened, since %s; open it yourself\n", why); err != nil {
		return fmt.Errorf("saying that the page was not opened: %w", err)
	}
	return nil
}

// run starts the program and returns why it did not open the page; empty: it did, as
// far as is known.
func (w Opener) run(ctx context.Context, program string, args []string) string {
	cmd := exec.Command(program, args...) //nolint:gosec,noctx // it outlives us, and opens what we wrote
	cmd.Env = w.Process.Env
	if err := cmd.Start(); err != nil {
		return escape.Printable(err.Error(), 300)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case err := <-done:
		var code *exec.ExitError
		if errors.As(err, &code) {
			return fmt.Sprintf("%s ended with %d", filepath.Base(program), code.ExitCode())
		}
	case <-time.After(w.Patience):
	case <-ctx.Done():
	}
	return ""
}
