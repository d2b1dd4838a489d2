package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ringfence-dev/ringfence/internal/bench/meter"
	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
)

// bundle is the largest bundle of the corpus.
const bundle = "GitHub.copilot-chat/dist/extension.js"

// results are all that was measured.
type results struct {
	babel     babel
	runs      int
	bundle    scanned
	files     []fileResult
	sizes     []sizeResult
	whole     []extensionResult
	bundleLen int64
}

// fileResult is one source file beside Babel.
type fileResult struct {
	source
	scanned
	// start is the CPU of scanning an extension of one empty function, starting
	// both processes and loading the catalogue, in the same turns.
	start time.Duration
	// babel is zero when Babel did not finish.
	babel time.Duration
}

// least is what a scan counts at least when the start is left out: two measured
// times are not told apart more finely, and a small difference would make the
// ratio as large as one likes.
const least = 20 * time.Millisecond

// ratio is how many times faster than Babel the facts are, with the start of the
// program left out as the start of Node is for Babel.
func (f fileResult) ratio() float64 {
	return f.babel.Seconds() / max(f.CPU-f.start, least).Seconds()
}

// gross is the same with the start of the program counted.
func (f fileResult) gross() float64 { return f.babel.Seconds() / f.CPU.Seconds() }

// sizeResult is one synthetic file.
type sizeResult struct {
	bytes int64
	scanned
}

// extensionResult is one whole extension.
type extensionResult struct {
	id string
	// largest is the largest file of any kind.
	largest int64
	scanned
}

// benchmarks measures, writes the page and gives the missed bounds.
func (b *bench) benchmarks(ctx context.Context, page string) error {
	r := results{runs: b.runs}
	dir, err := corpus.Fetch(ctx)
	if err != nil {
		return err
	}
	if r.babel, err = installPeers(ctx); err != nil {
		return err
	}
	if err := r.babel.unpackScript(b.dir); err != nil {
		return err
	}
	all, err := sources(dir)
	if err != nil {
		return err
	}
	empty := filepath.Join(b.dir, "empty.js")
	if err := os.WriteFile(empty, []byte("exports.activate = () => {};\n"), 0o600); err != nil {
		return err
	}
	for _, s := range all {
		f, err := b.beside(ctx, s, r.babel, empty)
		if err != nil {
			return err
		}
		say(
			"%-80s %6.2f MB  %6.2f s  Babel %6.2f s  %5.1f times  %4.0f MB",
			s.name,
			float64(s.bytes)/megabyte,
			f.CPU.Seconds(),
			f.babel.Seconds(),
			f.ratio(),
			float64(f.SumRSS)/megabyte,
		)
		r.files = append(r.files, f)
		if s.name == bundle {
			r.bundle, r.bundleLen = f.scanned, s.bytes
		}
	}
	if r.bundleLen == 0 {
		return fmt.Errorf("the corpus has no %s", bundle)
	}
	if err := b.sizes(ctx, all, &r); err != nil {
		return err
	}
	if err := b.extensions(ctx, dir, &r); err != nil {
		return err
	}
	bounds := r.bounds()
	for _, x := range bounds {
		say("%-60s %-24s want %s", x.what, x.got, x.want)
	}
	if err := os.WriteFile(page, r.page(bounds), 0o644); err != nil {
		return err
	}
	return missed(bounds)
}

// beside measures a file, the start of the program and Babel in turns: a machine
// that is slower for a while is slower for all three.
func (b *bench) beside(ctx context.Context, s source, peer babel, empty string) (fileResult, error) {
	f := fileResult{source: s}
	dir, size, err := b.alone(s.path)
	if err != nil {
		return f, err
	}
	defer os.RemoveAll(dir)
	nothing, _, err := b.alone(empty)
	if err != nil {
		return f, err
	}
	defer os.RemoveAll(nothing)
	var starts, scans []meter.Usage
	var babels []time.Duration
	for turn := range b.runs {
		start, err := b.once(ctx, nothing)
		if err != nil {
			return f, err
		}
		scan, err := b.once(ctx, dir)
		if err != nil {
			return f, err
		}
		starts, scans = append(starts, start), append(scans, scan)
		if len(babels) < turn {
			continue // it did not finish before
		}
		cpu, finished, err := peer.measure(ctx, s.path)
		if err != nil {
			return f, err
		}
		if finished {
			babels = append(babels, cpu)
		}
	}
	if len(babels) == b.runs {
		f.babel = median(babels, func(d time.Duration) time.Duration { return d })
	}
	f.start = median(starts, func(u meter.Usage) time.Duration { return u.CPU })
	if f.scanned, err = summed(dir, scans); err != nil {
		return f, err
	}
	err = seen(s.path, size, f.scanned.Report.Code)
	f.scanned.Report = nil
	return f, err
}

// sizes measures files of 1 to 16 MB of the same code.
func (b *bench) sizes(ctx context.Context, all []source, r *results) error {
	unit, err := block(ctx, all)
	if err != nil {
		return err
	}
	for _, n := range []int{1, 2, 4, 8, 16} {
		file := filepath.Join(b.dir, fmt.Sprintf("size%d.js", n))
		text := []byte("const modules = [];\n")
		for range n {
			text = append(text, unit...)
		}
		if err := os.WriteFile(file, text, 0o600); err != nil {
			return err
		}
		s, err := b.scanFile(ctx, file, b.runs)
		if err != nil {
			return err
		}
		s.Report = nil
		r.sizes = append(r.sizes, sizeResult{int64(len(text)), s})
		say("synthetic %6.2f MB  %6.2f s  %5.3f s/MB", float64(len(text))/megabyte, s.CPU.Seconds(), perMB(s.CPU, int64(len(text))))
	}
	return nil
}

// extensions measures whole extensions.
func (b *bench) extensions(ctx context.Context, dir string, r *results) error {
	list, err := corpus.List(dir)
	if err != nil {
		return err
	}
	list = append(list, corpus.Extension{ID: corpus.VSIX, Dir: filepath.Join(dir, corpus.VSIX)})
	slices.SortFunc(list, func(a, b corpus.Extension) int { return compareFold(a.ID, b.ID) })
	for _, e := range list {
		x := extensionResult{id: e.ID}
		if x.largest, err = largest(ctx, e.Dir); err != nil {
			return err
		}
		if x.scanned, err = b.scan(ctx, e.Dir, b.runs); err != nil {
			return err
		}
		say("%-40s %6.2f MB  %6.2f s  %4.0f MB", e.ID, float64(x.Report.Code.Bytes)/megabyte, x.CPU.Seconds(), float64(x.SumRSS)/megabyte)
		r.whole = append(r.whole, x)
	}
	return nil
}

// bounds holds the results against what must be reached.
func (r *results) bounds() []bound {
	speed := float64(r.bundleLen) / megabyte / r.bundle.CPU.Seconds()
	var ratios, perSize []float64
	var onBundle time.Duration // Babel's
	for _, f := range r.files {
		if f.bytes == r.bundleLen {
			onBundle = f.babel
		}
		if f.babel > 0 {
			ratios = append(ratios, f.ratio())
		}
	}
	for _, s := range r.sizes {
		perSize = append(perSize, perMB(s.CPU, s.bytes))
	}
	mean, growth := geometricMean(ratios), uneven(perSize)
	out := []bound{
		speedBound(speed, onBundle),
		{
			fmt.Sprintf("speed over Babel's, %d files", len(ratios)),
			fmt.Sprintf("at least %g times", leastRatio),
			fmt.Sprintf("%.1f times", mean),
			mean >= leastRatio,
		},
		{
			"CPU per MB from 1 to 16 MB, dearest over cheapest",
			fmt.Sprintf("at most %g", mostUneven),
			fmt.Sprintf("%.2f", growth),
			growth <= mostUneven,
		},
	}
	rss := bound{what: "memory of every file and extension", want: "at most 120 MB + 30 x the largest file", got: "within", ok: true}
	note := func(name string, got, limit float64) {
		if got <= limit {
			return
		}
		if rss.ok {
			rss.ok, rss.got = false, "over"
		}
		rss.got += fmt.Sprintf(", %s (%.4g of %.4g MB)", name, got, limit)
	}
	for _, f := range r.files {
		note(f.name, float64(f.SumRSS)/megabyte, rssLimit(f.bytes)/megabyte)
	}
	for _, s := range r.sizes {
		note(fmt.Sprintf("the synthetic file of %.0f MB", mb(s.bytes)), float64(s.SumRSS)/megabyte, rssLimit(s.bytes)/megabyte)
	}
	for _, e := range r.whole {
		note(e.id, float64(e.SumRSS)/megabyte, rssLimit(e.largest)/megabyte)
	}
	return append(out, rss, cpuBound(r.whole, onBundle))
}
