package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/ringfence-dev/ringfence/internal/bench/meter"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// scanned is the median of several scans of one target, and what the scan said.
type scanned struct {
	CPU, Wall      time.Duration
	MaxRSS, SumRSS int64
	// Spread is the slowest run's CPU divided by the fastest's.
	Spread float64
	Report *report.Report
}

// scan scans a target and gives medians. A scan that fails is an error.
func (b *bench) scan(ctx context.Context, target string, runs int) (scanned, error) {
	var all []meter.Usage
	for range runs {
		u, err := b.once(ctx, target)
		if err != nil {
			return scanned{}, err
		}
		all = append(all, u)
	}
	return summed(target, all)
}

func (b *bench) once(ctx context.Context, target string) (meter.Usage, error) {
	one, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	u, err := meter.Run(one, exec.Command(b.program, "scan", "--format", "json", "--offline", "--no-secrets", "--fail-on", "none", target))
	if err == nil && u.ExitCode != 0 {
		err = fmt.Errorf("scanning %s: exit code %d: %s", filepath.Base(target), u.ExitCode, u.Stderr)
	}
	return u, err
}

func summed(target string, all []meter.Usage) (scanned, error) {
	s := scanned{
		CPU:    median(all, func(u meter.Usage) time.Duration { return u.CPU }),
		Wall:   median(all, func(u meter.Usage) time.Duration { return u.Wall }),
		MaxRSS: median(all, func(u meter.Usage) int64 { return u.MaxRSS }),
		SumRSS: median(all, func(u meter.Usage) int64 { return u.SumRSS }),
	}
	slices.SortFunc(all, func(x, y meter.Usage) int { return cmp.Compare(x.CPU, y.CPU) })
	s.Spread = float64(all[len(all)-1].CPU) / float64(all[0].CPU)
	if err := json.Unmarshal(all[0].Stdout, &s.Report); err != nil {
		return s, fmt.Errorf("reading the report of %s: %w", filepath.Base(target), err)
	}
	return s, nil
}

// scanFile scans one source file as an extension of its own.
func (b *bench) scanFile(ctx context.Context, file string, runs int) (scanned, error) {
	dir, size, err := b.alone(file)
	if err != nil {
		return scanned{}, err
	}
	defer os.RemoveAll(dir)
	s, err := b.scan(ctx, dir, runs)
	if err != nil {
		return s, fmt.Errorf("%s: %w", file, err)
	}
	return s, seen(file, size, s.Report.Code)
}

// alone makes an extension whose only file of code is a copy of this one.
func (b *bench) alone(file string) (dir string, size int64, err error) {
	if dir, err = os.MkdirTemp(b.dir, "file-"); err != nil {
		return "", 0, err
	}
	name := "main" + filepath.Ext(file)
	manifest := fmt.Sprintf(`{"name":"one","publisher":"bench","version":"1.0.0","engines":{"vscode":"^1.90.0"},"main":"./%s"}`, name)
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(manifest), 0o600); err != nil {
		return "", 0, err
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return "", 0, err
	}
	return dir, int64(len(data)), os.WriteFile(filepath.Join(dir, name), data, 0o600)
}

// seen is nil when the one file was looked at: one that was not seen was not
// measured.
func seen(file string, size int64, code report.Code) error {
	switch {
	case !code.Analysed:
		return fmt.Errorf("%s was not analysed: %s", file, code.Why)
	case code.Files != 1 || code.Bytes != size:
		return fmt.Errorf("%s: %d files of %d bytes were seen, want one of %d", file, code.Files, code.Bytes, size)
	}
	for _, blind := range code.BlindSpots {
		return fmt.Errorf("%s is blind at line %d: %s", file, blind.Line, blind.Reason)
	}
	return nil
}

// median of one figure of several runs; the lower one of two in the middle.
func median[T any, N cmp.Ordered](list []T, figure func(T) N) N {
	values := make([]N, len(list))
	for i, v := range list {
		values[i] = figure(v)
	}
	slices.Sort(values)
	return values[(len(values)-1)/2]
}
