package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/action"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/revision"
	"github.com/ringfence-dev/ringfence/sarif"
)

// The names of what the gate writes into its directory. Files of one extension
// lie in a folder of their own where there are several.
const (
	gateJSON     = "gate.json"
	gateMarkdown = "gate.md"
	gateSARIF    = "results.sarif"
	gateReport   = "report.json"
	gatePatch    = "ringfence.patch"
)

// writeGate writes the result on standard output and everything into --dir.
func (c *Command) writeGate(g gated, o gating) error {
	files, err := g.files()
	if err != nil {
		return err
	}
	if o.dir != "" {
		if err := writeInto(c.path(o.dir), files); err != nil {
			return err
		}
	}
	text := []byte(g.document.Text())
	switch o.format {
	case "json":
		text = files[gateJSON]
	case "markdown":
		text = files[gateMarkdown]
	default:
		for _, x := range g.extensions {
			if len(x.policies.Patch) > 0 {
				text = append(text, printablePatch(x.policies.Patch)...)
			}
		}
	}
	if c.env("GITHUB_ACTIONS") == "true" && o.format == gateFormats[0] {
		// A line of it that begins with two colons would be a command there.
		return action.NewRunner(c.Stdout, c.env).Fenced(string(text), word())
	}
	if _, err := c.Stdout.Write(text); err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	return nil
}

// maxPatchLines is how much of a patch is printed; the file has all of it.
const maxPatchLines = 200

// printablePatch is a patch for a terminal: half of it is a stranger's.
func printablePatch(patch []byte) string {
	var b strings.Builder
	b.WriteString("\n")
	n := 0
	for line := range strings.Lines(string(patch)) {
		if n++; n > maxPatchLines {
			fmt.Fprintf(&b, "… and more, in %s of --dir\n", gatePatch)
			break
		}
		b.WriteString(printableLine(line) + "\n")
	}
	return b.String()
}

func printableLine(line string) string { return oneLine(errors.New(strings.TrimRight(line, "\r\n"))) }

// files are all files of a result, by their names with slashes.
func (g gated) files() (map[string][]byte, error) {
	out := map[string][]byte{}
	data, err := g.document.JSON()
	if err != nil {
		return nil, err
	}
	out[gateJSON] = data
	var page strings.Builder
	var reports []*report.Report
	taken := map[string]bool{}
	for _, x := range g.extensions {
		dir := g.folder(x, taken)
		if page.Len() > 0 {
			page.WriteString("\n")
		}
		page.WriteString(x.page.Summary(action.MaxSummary / len(g.extensions)))
		reports = append(reports, inRepository(x.report, x.judged.Path))
		var b bytes.Buffer
		if err := report.Write(&b, x.report); err != nil {
			return nil, err
		}
		out[dir+gateReport] = b.Bytes()
		out[dir+"policy.json"] = x.policies.Head.Bytes()
		if out[dir+evidenceFile], err = x.policies.Evidence.Bytes(); err != nil {
			return nil, err
		}
		if len(x.policies.Patch) > 0 {
			out[dir+gatePatch] = x.policies.Patch
		}
	}
	out[gateMarkdown] = []byte(page.String())
	return out, g.sarif(out, reports)
}

// sarif writes as many files as code scanning's bound of runs asks for.
func (g gated) sarif(out map[string][]byte, reports []*report.Report) error {
	var series sarif.Series
	for n := 0; n*sarif.MaxRuns < len(reports); n++ {
		name := gateSARIF
		if n > 0 {
			name = fmt.Sprintf("results-%d.sarif", n+1)
		}
		var b bytes.Buffer
		if err := series.Write(&b, reports[n*sarif.MaxRuns:min(len(reports), (n+1)*sarif.MaxRuns)]); err != nil {
			return err
		}
		out[name] = b.Bytes()
	}
	return nil
}

// folder names an extension's folder in the directory: its path with plain
// characters, which no two extensions share.
func (g gated) folder(x gatedExtension, taken map[string]bool) string {
	if len(g.extensions) == 1 {
		return ""
	}
	stem := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '_'
	}, x.judged.Path)
	stem = stem[:min(len(stem), 100)]
	name := stem
	for n := 2; taken[strings.ToLower(name)]; n++ {
		name = fmt.Sprintf("%s_%d", stem, n)
	}
	taken[strings.ToLower(name)] = true
	return name + "/"
}

// inRepository is a report that code scanning reads as one of the folder, also
// where the package that was built from it was scanned: the files of the package
// lie at the same places below it.
func inRepository(r *report.Report, at string) *report.Report {
	out := *r
	out.Subject, out.Extension.Source = at, extension.Repository
	return &out
}

// writeInto writes files into a directory. What of its path lies in a repository
// may not be a link, nor may a folder below it: they could lead to where nothing
// of ours belongs.
func writeInto(dir string, files map[string][]byte) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	if repo, err := revision.Find("", "", dir); err == nil {
		for at := dir; at != repo.Top; at = filepath.Dir(at) {
			if info, err := os.Lstat(at); err == nil && info.Mode()&(os.ModeSymlink|os.ModeIrregular) != 0 {
				return usagef("--dir leads through %s, which is a link of the repository", quoted(at))
			}
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return usageError{err}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	defer func() { _ = root.Close() }()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := writeNew(root, filepath.FromSlash(name), files[name]); err != nil {
			return fmt.Errorf("writing %s: %w", quoted(name), err)
		}
	}
	return nil
}

// writeNew puts a file where there was perhaps another; a link is replaced and
// not followed.
func writeNew(root *os.Root, name string, data []byte) error {
	if dir := filepath.Dir(name); dir != "." {
		if info, err := root.Lstat(dir); err == nil && !info.IsDir() {
			return errors.New("its folder is none")
		}
		if err := root.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}
