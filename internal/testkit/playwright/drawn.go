package playwright

import (
	"bytes"
	"context"
	_ "embed" // the program
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"time"
)

//go:embed draw.js
var draw string

// Drawing is how long a page took to be drawn.
type Drawing struct {
	// Clock is from the address to a frame that has all of it, and Work what the tab's main
	// thread worked for it, which other work on the machine does not change: the medians.
	Clock, Work time.Duration
	// Elements is how many the page has.
	Elements int
}

// Draw opens a page of this machine in a Chromium as often as asked.
func Draw(ctx context.Context, chromium, file string, times int) (Drawing, error) {
	dir, err := Folder(ctx)
	if err != nil {
		return Drawing{}, err
	}
	if found, err := exec.LookPath(chromium); err == nil {
		chromium = found
	}
	cmd := exec.CommandContext(ctx, "node", "-e", draw, dir, chromium, file, strconv.Itoa(times))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return Drawing{}, fmt.Errorf("drawing %s: %w: %s", file, err, stderr.Bytes())
	}
	var seen struct {
		Drawn, Worked []float64
		Elements      int
	}
	if err := json.Unmarshal(out, &seen); err != nil || len(seen.Drawn) == 0 || len(seen.Worked) == 0 {
		return Drawing{}, fmt.Errorf("drawing %s: %w: %s", file, err, out)
	}
	median := func(all []float64) time.Duration {
		slices.Sort(all)
		return time.Duration(all[len(all)/2] * float64(time.Millisecond))
	}
	return Drawing{Clock: median(seen.Drawn), Work: median(seen.Worked), Elements: seen.Elements}, nil
}
