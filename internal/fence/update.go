package fence

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/process"
)

// CheckUpdate compares an extension with the latest there is, which somebody has
// to name: no marketplace is asked.
func CheckUpdate(ctx context.Context, p *process.Process, target, latest string) error {
	if latest == "" {
		return exit.Usagef("unavailable: no marketplace is asked; --latest names a version, or the newer extension")
	}
	id, inside, err := versionOf(ctx, p, target)
	if err != nil {
		return err
	}
	newest := latest
	if _, err := os.Stat(p.Path(latest)); err == nil {
		other, version, err := versionOf(ctx, p, latest)
		if err != nil {
			return err
		}
		if other != id {
			return exit.Usagef("%s is %s, and %s is %s", escape.Quoted(target), escape.Quoted(id), escape.Quoted(latest), escape.Quoted(other))
		}
		newest = version
	}
	have, ok := parseVersion(inside)
	want, ok2 := parseVersion(newest)
	if !ok || !ok2 {
		return exit.Usagef("%s and %s cannot be compared: a version is 1.2.3; --latest takes one, or the newer extension",
			escape.Quoted(inside), escape.Quoted(newest))
	}
	answer := "up to date"
	if older(have, want) {
		answer = "out of date: " + escape.Printable(newest, 100) + " is newer"
	}
	if _, err := fmt.Fprintf(p.Stdout, "%s %s: %s\n", escape.Printable(id, 200), escape.Printable(inside, 100), answer); err != nil {
		return err
	}
	if older(have, want) {
		return exit.ErrNo
	}
	return nil
}

func versionOf(ctx context.Context, p *process.Process, target string) (id, version string, err error) {
	ext, err := extension.Load(ctx, p.Path(target), extension.Limits{})
	if err != nil {
		return "", "", exit.AsUsage(err)
	}
	defer ext.Close()
	return ext.ID(), ext.Manifest.Version, nil
}

// parseVersion reads 1.2.3, as the Marketplace takes them: three numbers.
func parseVersion(text string) (out [3]uint64, ok bool) {
	parts := strings.Split(text, ".")
	if len(parts) != len(out) {
		return out, false
	}
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 31)
		if err != nil {
			return out, false
		}
		out[i] = n
	}
	return out, true
}

func older(a, b [3]uint64) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}
