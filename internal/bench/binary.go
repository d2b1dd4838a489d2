package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// measureBinary builds the program with an empty build cache and an empty
// module cache, and says how long that took and how large it is.
func measureBinary(ctx context.Context, dir string) error {
	program := filepath.Join(dir, "ringfence")
	env := append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-modcacherw",
		"GOCACHE="+filepath.Join(dir, "cache"), "GOMODCACHE="+filepath.Join(dir, "modules"))
	timed := func(args ...string) (time.Duration, error) {
		cmd := exec.CommandContext(ctx, "go", args...)
		cmd.Env = env
		start := time.Now()
		if out, err := cmd.CombinedOutput(); err != nil {
			return 0, fmt.Errorf("go %s: %w\n%s", args[0], err, out)
		}
		return time.Since(start), nil
	}
	download, err := timed("mod", "download")
	if err != nil {
		return err
	}
	build, err := timed("build", "-trimpath", "-o", program, "./cmd/ringfence")
	if err != nil {
		return err
	}
	info, err := os.Stat(program)
	if err != nil {
		return err
	}
	size := float64(info.Size())
	fmt.Printf(
		"modules fetched in %.0f s\nbuilt from an empty cache in %.0f s\nbinary %.1f MB\n",
		download.Seconds(),
		build.Seconds(),
		size/megabyte,
	)
	return missed([]bound{
		{"size of the binary", fmt.Sprintf("under %g MB", mostBinary/megabyte), fmt.Sprintf("%.1f MB", size/megabyte), size < mostBinary},
		{"build from empty caches", "within " + mostBuild.String(), (download + build).Round(time.Second).String(), download+build <= mostBuild},
	})
}
