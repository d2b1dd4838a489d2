package main

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/ringfence-dev/ringfence/internal/report"
)

func TestFigures(t *testing.T) {
	if got := geometricMean([]float64{2, 8}); math.Abs(got-4) > 1e-9 {
		t.Errorf("geometric mean of 2 and 8: %g", got)
	}
	if got := geometricMean(nil); got != 0 {
		t.Errorf("geometric mean of nothing: %g", got)
	}
	if got := uneven([]float64{0.2, 0.25, 0.22}); math.Abs(got-1.25) > 1e-9 {
		t.Errorf("uneven: %g", got)
	}
	if got := median([]int{5, 1, 9}, func(n int) int { return n }); got != 5 {
		t.Errorf("median: %d", got)
	}
	if got := cpuLimit(10e6); got != 4*time.Second {
		t.Errorf("10 MB may take %s", got)
	}
	if got := rssLimit(10e6); got != 420e6 {
		t.Errorf("10 MB may take %g", got)
	}
}

// good are results that hold every bound.
func good() *results {
	scan := func(cpu time.Duration, rss int64) scanned {
		return scanned{CPU: cpu, MaxRSS: rss, SumRSS: rss, Report: &report.Report{Code: report.Code{Bytes: 10e6}}}
	}
	r := &results{runs: 1, bundle: scan(time.Second, 1), bundleLen: 10e6}
	r.files = []fileResult{{source{"a.js", "a.js", 1e6}, scan(time.Second, 1e8), 100 * time.Millisecond, 13 * time.Second}}
	for _, n := range []int64{1, 2, 4, 8, 16} {
		r.sizes = append(r.sizes, sizeResult{n * 1e6, scan(time.Duration(n)*time.Second, 1)})
	}
	r.whole = []extensionResult{{"acme.toy", 1e6, scan(time.Second, 1e8)}}
	return r
}

// Each bound is missed alone and named when its figure is bad.
func TestMissedBoundsAreNamed(t *testing.T) {
	if err := missed(good().bounds()); err != nil {
		t.Fatalf("good results: %v", err)
	}
	for want, spoil := range map[string]func(*results){
		"speed on the largest bundle": func(r *results) { r.bundle.CPU = 2 * time.Second },
		"speed over Babel's":          func(r *results) { r.files[0].babel = 10 * time.Second },
		"CPU per MB from 1 to 16":     func(r *results) { r.sizes[4].CPU = 21 * time.Second },
		"memory of every":             func(r *results) { r.files[0].SumRSS = 151e6 },
		"over, acme.toy (152":         func(r *results) { r.whole[0].SumRSS = 152e6 },
		"CPU of every extension":      func(r *results) { r.whole[0].CPU = 5 * time.Second },
		"at least 12 times":           func(r *results) { r.files[0].babel = 0 },
	} {
		r := good()
		spoil(r)
		bounds := r.bounds()
		err := missed(bounds)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "1 of 5") {
			t.Errorf("want %q missed alone, got: %v", want, err)
		}
		if page := r.page(bounds); bytes.Count(page, []byte("**missed**")) != 1 {
			t.Errorf("%s: the page does not say so", want)
		}
	}
}

func TestASlowDayIsToldFromASlowProgram(t *testing.T) {
	for _, c := range []struct {
		speed float64
		babel time.Duration
		ok    bool
	}{
		{6.1, 0, true}, {5.9, 0, false}, {5.9, babelReference, false}, {6.1, babelReference / 2, true},
		{3.1, 2 * babelReference, true}, {2.9, 2 * babelReference, false},
	} {
		if b := speedBound(c.speed, c.babel); b.ok != c.ok {
			t.Errorf("%g MB/s with Babel at %v: held %t, want %t (%s)", c.speed, c.babel, b.ok, c.ok, b.got)
		}
	}
}

func TestASlowDayIsToldFromASlowExtension(t *testing.T) {
	for _, c := range []struct {
		cpu, babel time.Duration // of four seconds allowed
		ok         bool
	}{
		{4 * time.Second, 0, true}, {5 * time.Second, 0, false}, {5 * time.Second, babelReference, false},
		{5 * time.Second, 2 * babelReference, true}, {9 * time.Second, 2 * babelReference, false},
		{4 * time.Second, babelReference / 2, true}, // a fast day asks for no more
	} {
		whole := []extensionResult{{"acme.toy", 1, scanned{CPU: c.cpu, Report: &report.Report{Code: report.Code{Bytes: 10e6}}}}}
		b := cpuBound(whole, c.babel)
		if b.ok != c.ok {
			t.Errorf("%v with Babel at %v: held %t, want %t (%s)", c.cpu, c.babel, b.ok, c.ok, b.got)
		}
		if c.cpu > 4*time.Second && !strings.Contains(b.got, "acme.toy") {
			t.Errorf("%v of 4 s as run is not named: %s", c.cpu, b.got)
		}
	}
}
