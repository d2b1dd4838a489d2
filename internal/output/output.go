// Package output writes reports where somebody asked for them: on standard output, in
// a file, or in a folder with a file for each. Formats is the list of formats; what is
// said in a format is the business of internal/report and sarif.
package output

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// Output is where reports go and how.
type Output struct {
	Process *process.Process
	// Format is a name of Formats.
	Format string
	// Out is a file, or a folder for a file each; empty: standard output.
	Out string
	// NoColor asks for no colours, OmitAnswered leaves answered findings out.
	NoColor, OmitAnswered bool
	// Verbose writes everything for people, not a screen of it.
	Verbose bool
}

// Check refuses what cannot be written before anything is read. n is how many
// reports there will be.
func (o *Output) Check(n int) error {
	f, err := Formats.Find(o.Format)
	if err != nil {
		return err
	}
	if err := f.Check(n, o); err != nil {
		return err
	}
	if n > 1 && o.Out != "" && !f.Joins() {
		if info, err := os.Stat(o.Process.Path(o.Out)); err == nil && !info.IsDir() {
			return exit.Usagef(`--out "%s" is a file, and several extensions need a directory`, escape.Printable(o.Out, 120))
		}
	}
	return nil
}

// Permissions reports that the format shows which part of the code needs what.
func (o *Output) Permissions() bool {
	f, err := Formats.Find(o.Format)
	return err == nil && f.Permissions()
}

// directory reports that --out names a directory: one that is there, or a name
// with a slash at its end.
func (o *Output) directory() bool {
	if strings.HasSuffix(o.Out, "/") || strings.HasSuffix(o.Out, string(filepath.Separator)) {
		return true
	}
	info, err := os.Stat(o.Process.Path(o.Out))
	return o.Out != "" && err == nil && info.IsDir()
}

// Write writes reports in their order.
func (o *Output) Write(reports []*report.Report) error {
	if len(reports) == 0 {
		return nil
	}
	f, err := Formats.Find(o.Format)
	if err != nil {
		return err
	}
	if o.directory() || len(reports) > 1 && o.Out != "" && !f.Joins() {
		return o.writeEach(f, reports)
	}
	var b bytes.Buffer
	series := f.Series(Options{Color: o.Out == "" && o.color(), OmitAnswered: o.OmitAnswered, Verbose: o.Verbose})
	if err := series.Write(&b, reports); err != nil {
		return err
	}
	if o.Out != "" {
		return WriteFile(o.Process.Path(o.Out), b.Bytes())
	}
	if o.Format == Formats.Default() {
		return o.Process.Say(b.String())
	}
	if _, err := o.Process.Stdout.Write(b.Bytes()); err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	return nil
}

func (o *Output) writeEach(f Format, reports []*report.Report) error {
	dir := o.Process.Path(o.Out)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return unwritable(fmt.Errorf("making the output directory: %w", err))
	}
	taken := map[string]bool{}
	series := f.Series(Options{OmitAnswered: o.OmitAnswered, Verbose: o.Verbose})
	for _, r := range reports {
		var b bytes.Buffer
		if err := series.Write(&b, []*report.Report{r}); err != nil {
			return err
		}
		if err := WriteFile(filepath.Join(dir, FileName(r, f.Suffix(), taken)), b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// WriteFile writes a result. A place where it cannot be is a matter of who named it.
func WriteFile(path string, data []byte) error {
	if err := os.WriteFile(path, data, 0o644); err != nil {
		return unwritable(fmt.Errorf("writing the result: %w", err))
	}
	return nil
}

// unwritable makes an output that cannot be there a matter of who named it; a full
// disk is not.
func unwritable(err error) error {
	for _, wrong := range []error{fs.ErrNotExist, fs.ErrExist, fs.ErrPermission, syscall.ENOTDIR, syscall.EISDIR, syscall.EROFS,
		syscall.ENAMETOOLONG} {
		if errors.Is(err, wrong) {
			return exit.AsUsage(err)
		}
	}
	return err
}

// color says whether the text is shown with colours: on a terminal, unless somebody
// asked for none.
func (o *Output) color() bool {
	if o.Process.Getenv("NO_COLOR") != "" || o.NoColor || o.Process.Getenv("TERM") == "dumb" {
		return false
	}
	return process.IsTerminal(o.Process.Stdout)
}
