package fleet

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/build"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// Scanner is one shard of a plan, and how it is scanned.
type Scanner struct {
	// Plan is the file of the plan, Number the shard of it, from 1.
	Plan   string
	Number int
	// Out is the folder for the part; it must not hold one yet.
	Out string
	// Below is the process as it is in the folder that holds the targets: reports name
	// what lies there by its path in it.
	Below *process.Process
	// Begin is called once before anything is scanned.
	Begin func(context.Context) error
	// Scan scans extensions below that folder, and returns for each a report or an
	// error. It says on the line of progress what it reads, and counts each.
	Scan func(ctx context.Context, repository string, names []string, progress *process.Progress) ([]*report.Report, []error)
	// FileName names a report's file.
	FileName func(r *report.Report, taken map[string]bool) string
}

// Run scans what the plan gives to the shard and writes its part.
func (s *Scanner) Run(ctx context.Context, p *process.Process) error {
	plan, digest, err := ReadPlanFile(p, s.Plan)
	if err != nil {
		return err
	}
	if s.Number > len(plan.Shards) {
		return exit.Usagef("the plan has %d shards and no shard %d; --shard counts from 1", len(plan.Shards), s.Number)
	}
	if _, err := os.Lstat(p.Path(filepath.Join(s.Out, PartFile))); err == nil {
		return exit.Usagef("%s holds a part already", escape.Quoted(s.Out))
	}
	if err := s.Begin(ctx); err != nil {
		return err
	}
	if err := os.MkdirAll(p.Path(s.Out), 0o755); err != nil {
		return exit.AsUsage(err)
	}
	part := Part{Plan: digest, Shard: s.Number}
	taken := map[string]bool{}
	targets := plan.Shards[s.Number-1].Targets
	// A target is an extension until its repository was searched for others.
	progress := process.NewProgress(p, len(targets))
	defer progress.Done()
	for _, t := range targets {
		result, err := s.target(ctx, t, progress, func(r *report.Report) (File, error) {
			var b bytes.Buffer
			if err := report.Write(&b, r); err != nil {
				return File{}, err
			}
			if b.Len() > report.MaxBytes {
				return File{}, fmt.Errorf("the report of %s is over the limit of %d bytes", escape.Quoted(r.Subject), report.MaxBytes)
			}
			name := s.FileName(r, taken)
			return NewFile(name, b.Bytes()), p.Replace(filepath.Join(s.Out, name), b.Bytes())
		})
		if err != nil {
			return err
		}
		part.Results = append(part.Results, result)
		progress.Done()
		if err := printResult(p, t, result); err != nil {
			return err
		}
	}
	data, err := part.Bytes()
	if err != nil {
		return err
	}
	// The part comes last: one that is there names reports that are.
	return p.Replace(filepath.Join(s.Out, PartFile), data)
}

// target scans what a target holds. What cannot be scanned is said in the
// result; an error is our own.
func (s *Scanner) target(
	ctx context.Context, t Target, progress *process.Progress, keep func(*report.Report) (File, error),
) (Result, error) {
	p := s.Below
	out := Result{Target: t.Name}
	lost := func(format string, args ...any) {
		// Where the root lies is nobody's business who reads the report.
		text := strings.ReplaceAll(fmt.Sprintf(format, args...), p.Dir+string(filepath.Separator), "")
		out.Unreachable = append(out.Unreachable, escape.Printable(text, finding.MaxMessage))
	}
	if err := unlinked(p, "", t.Name); err != nil {
		lost("%s cannot be scanned: %v", t.Name, err)
		return out, nil
	}
	names := []string{t.Name}
	if t.Path == "" {
		found, err := build.Discover(ctx, p.Path(t.Name))
		if err != nil {
			lost("looking for extensions in %s: %v", t.Name, err)
			return out, ctx.Err()
		}
		for _, u := range found.Unreadable {
			lost("%s may hold an extension: %s", path.Join(t.Name, u.Path), u.Reason)
		}
		names = nil
		for _, x := range found.Projects {
			names = append(names, path.Join(t.Name, x.Path))
		}
		if len(names)+len(out.Unreachable) == 0 {
			lost("%s holds no extension", t.Name)
		}
	}
	progress.Grow(len(names) - 1)
	reports, errs := s.Scan(ctx, t.Repository, names, progress)
	if err := ctx.Err(); err != nil {
		return out, fmt.Errorf("scanning %s: %w", escape.Quoted(t.Name), err)
	}
	for i, r := range reports {
		if r == nil {
			lost("%v", errs[i])
			continue
		}
		f, err := keep(r)
		if err != nil {
			return out, err
		}
		out.Reports = append(out.Reports, f)
	}
	return out, nil
}

// printResult says on stderr what became of a target: a shard's log is where people look
// first.
func printResult(p *process.Process, t Target, r Result) error {
	_, err := fmt.Fprintf(p.Stderr, "%s: %d scanned\n", escape.Printable(t.Name, 300), len(r.Reports))
	for _, why := range r.Unreachable {
		if err == nil {
			_, err = fmt.Fprintf(p.Stderr, "  not scanned: %s\n", why)
		}
	}
	return err
}
