package main

import (
	"fmt"
	"math"
	"time"
)

// The bounds that must hold.
const (
	leastSpeed  = 6.0  // MB of the largest bundle a second of CPU
	leastRatio  = 12.0 // times Babel's parse and traverse, geometric mean
	mostUneven  = 1.25 // the dearest megabyte over the cheapest, 1 to 16 MB
	rssBase     = 120e6
	rssPerByte  = 30.0
	cpuBase     = time.Second
	cpuPerMB    = 300 * time.Millisecond
	mostBinary  = 40e6
	mostBuild   = 5 * time.Minute
	megabyte    = 1e6
	leastSource = 64 << 10 // smaller files measure how processes start
)

// babelReference is what Babel's parse and traverse of the largest bundle took
// on the day the bound of 6 MB/s was first held against it (docs/measurements/benchmarks.md
// of 2026-11-20). Machines differ by a factor of two, the same one from day to
// day: a speed in MB/s says something only beside a peer's in the same run.
const babelReference = 14240 * time.Millisecond

// speedBound holds a speed against the bound as it is, and at the pace of the
// reference; Babel's time is zero when it did not finish.
func speedBound(speed float64, babel time.Duration) bound {
	b := bound{what: "speed on the largest bundle", want: fmt.Sprintf("at least %g MB/s", leastSpeed), got: fmt.Sprintf("%.1f MB/s", speed)}
	if babel > 0 {
		paced := speed * babel.Seconds() / babelReference.Seconds()
		b.got += fmt.Sprintf(
			" as run, %.1f MB/s where Babel takes %.1f s for it, as it did first (here %.1f s)",
			paced,
			babelReference.Seconds(),
			babel.Seconds(),
		)
		speed = max(speed, paced)
	}
	b.ok = speed >= leastSpeed
	return b
}

// cpuBound holds what every extension took against what it may, as it is and at
// the pace of the reference.
func cpuBound(whole []extensionResult, babel time.Duration) bound {
	b := bound{what: "CPU of every extension", want: "at most 1 s + 0.3 s/MB", ok: true}
	pace := 1.0
	if babel > 0 {
		pace = min(1, babelReference.Seconds()/babel.Seconds())
	}
	over := func(pace float64) string {
		text := ""
		for _, e := range whole {
			got, limit := e.CPU.Seconds()*pace, cpuLimit(e.Report.Code.Bytes).Seconds()
			if got > limit {
				text += fmt.Sprintf(", %s (%.4g of %.4g s)", e.id, got, limit)
			}
		}
		if text == "" {
			return "within"
		}
		return "over" + text
	}
	b.got = over(1)
	if b.got == "within" {
		return b
	}
	paced := over(pace)
	b.ok = paced == "within"
	b.got += fmt.Sprintf(
		"; %s where Babel takes %.1f s for the largest bundle (here %.1f s)",
		paced,
		babelReference.Seconds(),
		babel.Seconds(),
	)
	return b
}

// bound is one demand and how it went.
type bound struct {
	what, want, got string
	ok              bool
}

// rssLimit is what a scan may hold whose largest file has that many bytes.
func rssLimit(largest int64) float64 { return rssBase + rssPerByte*float64(largest) }

// cpuLimit is what a scan may take of an extension with that many bytes of code.
func cpuLimit(bytes int64) time.Duration {
	return cpuBase + time.Duration(float64(cpuPerMB)*float64(bytes)/megabyte)
}

// perMB is CPU a megabyte, in seconds.
func perMB(cpu time.Duration, bytes int64) float64 {
	return cpu.Seconds() / (float64(bytes) / megabyte)
}

// uneven is the largest of some figures over the smallest.
func uneven(figures []float64) float64 {
	least, most := math.Inf(1), 0.0
	for _, f := range figures {
		least, most = min(least, f), max(most, f)
	}
	return most / least
}

// geometricMean of ratios; zero of none.
func geometricMean(ratios []float64) float64 {
	if len(ratios) == 0 {
		return 0
	}
	sum := 0.0
	for _, r := range ratios {
		sum += math.Log(r)
	}
	return math.Exp(sum / float64(len(ratios)))
}

// missed makes an error of the bounds that do not hold; nil when all do.
func missed(bounds []bound) error {
	n, text := 0, ""
	for _, b := range bounds {
		if !b.ok {
			n++
			text += fmt.Sprintf("\n  %s: %s, want %s", b.what, b.got, b.want)
		}
	}
	if n == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d bounds are missed:%s", n, len(bounds), text)
}
