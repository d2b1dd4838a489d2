package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/nearest"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/sarif"
	"github.com/spf13/pflag"
)

// formats are the output formats, the default first.
var formats = []string{"text", "json", "sarif"}

// output is where reports go and how.
type output struct {
	format       string
	out          string
	noColor      bool
	omitAnswered bool
}

func (o *output) flags(fs *pflag.FlagSet) {
	fs.StringVarP(&o.format, "format", "f", formats[0], "how to write the result: "+strings.Join(formats, ", "))
	fs.StringVarP(&o.out, "out", "o", "", "file to write to instead of standard output, or a directory for a file each")
	fs.BoolVar(&o.omitAnswered, "omit-answered", false, "leave findings that somebody answered out of SARIF: code scanning shows them as open alerts")
	fs.BoolVar(&o.noColor, "no-color", false, "no colours (also: NO_COLOR, or output that is no terminal)")
}

// check refuses what cannot be written before anything is read. n is how many
// reports there will be.
func (o *output) check(c *Command, n int) error {
	known := false
	for _, f := range formats {
		known = known || f == o.format
	}
	switch {
	case !known:
		return exit.Usagef("unknown format %s%s (%s)", quoted(o.format), nearest.Hint(o.format, formats), strings.Join(formats, ", "))
	case o.omitAnswered && o.format != "sarif":
		return exit.Usagef("--omit-answered is for --format sarif; the other formats mark what is answered")
	case n > 1 && o.format == "json" && o.out == "":
		return exit.Usagef("several extensions as JSON need --out DIRECTORY, for a report each")
	case n > sarif.MaxRuns && o.format == "sarif" && !o.directory(c):
		return exit.Usagef("code scanning takes %d extensions in a file; name a directory with --out DIRECTORY/", sarif.MaxRuns)
	case n > 1 && o.out != "" && o.format != "sarif":
		if info, err := os.Stat(c.path(o.out)); err == nil && !info.IsDir() {
			return exit.Usagef("--out %s is a file, and several extensions need a directory", quoted(o.out))
		}
	}
	return nil
}

// directory reports that --out names a directory: one that is there, or a name
// with a slash at its end.
func (o *output) directory(c *Command) bool {
	if strings.HasSuffix(o.out, "/") || strings.HasSuffix(o.out, string(filepath.Separator)) {
		return true
	}
	info, err := os.Stat(c.path(o.out))
	return o.out != "" && err == nil && info.IsDir()
}

// write writes reports in their order.
func (o *output) write(c *Command, reports []*report.Report) error {
	if len(reports) == 0 {
		return nil
	}
	if o.directory(c) || len(reports) > 1 && o.out != "" && o.format != "sarif" {
		return o.writeEach(c, reports)
	}
	color := o.out == "" && o.color(c)
	var b bytes.Buffer
	if err := o.render(&b, reports, color, &sarif.Series{OmitAnswered: o.omitAnswered}); err != nil {
		return err
	}
	if o.out != "" {
		return writeFile(c.path(o.out), b.Bytes())
	}
	if _, err := c.Stdout.Write(b.Bytes()); err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	return nil
}

func (o *output) render(w io.Writer, reports []*report.Report, color bool, series *sarif.Series) error {
	if o.format == "sarif" {
		return series.Write(w, reports)
	}
	for i, r := range reports {
		if o.format == "json" {
			if err := report.Write(w, r); err != nil {
				return err
			}
			continue
		}
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if err := report.WriteText(w, r, report.TextOptions{Color: color}); err != nil {
			return err
		}
	}
	return nil
}

func (o *output) writeEach(c *Command, reports []*report.Report) error {
	dir := c.path(o.out)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return unwritable(fmt.Errorf("making the output directory: %w", err))
	}
	taken := map[string]bool{}
	series := sarif.Series{OmitAnswered: o.omitAnswered}
	for _, r := range reports {
		var b bytes.Buffer
		if err := o.render(&b, []*report.Report{r}, false, &series); err != nil {
			return err
		}
		if err := writeFile(filepath.Join(dir, fileName(r, o.format, taken)), b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// fileName names a report's file for its extension. The id is a stranger's
// text: only plain characters of it reach the disk.
func fileName(r *report.Report, format string, taken map[string]bool) string {
	plain := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-' || r == '_' {
				return r
			}
			return '_'
		}, s)
	}
	stem := strings.TrimLeft(plain(r.Extension.ID+"-"+r.Extension.Version), ".-")
	if len(stem) > 120 {
		stem = stem[:120]
	}
	if stem == "" {
		stem = "extension"
	}
	suffix := map[string]string{"text": ".txt", "json": ".json", "sarif": ".sarif"}[format]
	name := stem + suffix
	for n := 2; taken[strings.ToLower(name)]; n++ {
		name = fmt.Sprintf("%s_%d%s", stem, n, suffix)
	}
	taken[strings.ToLower(name)] = true
	return name
}

func writeFile(path string, data []byte) error {
	if err := os.WriteFile(path, data, 0o644); err != nil {
		return unwritable(fmt.Errorf("writing the result: %w", err))
	}
	return nil
}

// unwritable makes an output that cannot be there a matter of who named it; a full
// disk is not.
func unwritable(err error) error {
	for _, wrong := range []error{fs.ErrNotExist, fs.ErrExist, fs.ErrPermission, syscall.ENOTDIR, syscall.EISDIR, syscall.EROFS, syscall.ENAMETOOLONG} {
		if errors.Is(err, wrong) {
			return exit.AsUsage(err)
		}
	}
	return err
}

// color says whether the text is shown with colours: on a terminal, unless
// somebody asked for none.
func (o *output) color(c *Command) bool {
	if v, _ := c.getenv("NO_COLOR"); v != "" || o.noColor {
		return false
	}
	if term, _ := c.getenv("TERM"); term == "dumb" {
		return false
	}
	return isTerminal(c.Stdout)
}
