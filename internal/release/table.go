package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// programs and platforms are what a release holds: every program for every
// platform in every packing, or it is none. The installer takes zstd's where it
// can.
var (
	programs  = []string{"ringfence", "ringfence-scorecard"}
	platforms = []string{"darwin_amd64", "darwin_arm64", "linux_amd64", "linux_arm64", "windows_amd64", "windows_arm64"}
	packings  = []string{".tar.gz", ".tar.zst"}
)

// table is what release/checksums.txt says.
type table struct {
	// version is the release; empty on a branch, which is none.
	version string
	// sums gives the SHA-256 of each archive, in hex.
	sums map[string]string
}

const heading = "# The archives of one release and their SHA-256, as release/install.sh wants them.\n" +
	"# Written by `go run ./internal/release`; on a branch it is empty, because only\n" +
	"# the commit that a release's tag names knows its archives (docs/guide/releases.md).\n"

func (t table) String() string {
	var b strings.Builder
	b.WriteString(heading)
	if t.version != "" {
		fmt.Fprintf(&b, "version %s\n", t.version)
	}
	for _, name := range slices.Sorted(maps.Keys(t.sums)) {
		fmt.Fprintf(&b, "%s  %s\n", t.sums[name], name)
	}
	return b.String()
}

var (
	archiveName = regexp.MustCompile(
		`^(ringfence|ringfence-scorecard)_([0-9]+\.[0-9]+\.[0-9]+(?:-[0-9A-Za-z.-]+)?)_([a-z]+_[a-z0-9]+)(\.tar\.(?:gz|zst))$`,
	)
	hexSum = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// tableOf reads the archives in a folder. Their sums are taken here and not
// from a file beside them; that file must say the same.
func tableOf(dist string) (table, error) {
	said, err := saidSums(filepath.Join(dist, "checksums.txt"))
	if err != nil {
		return table{}, err
	}
	names, err := filepath.Glob(filepath.Join(dist, "*.tar.*"))
	if err != nil {
		return table{}, err
	}
	t := table{sums: map[string]string{}}
	for _, file := range names {
		name := filepath.Base(file)
		m := archiveName.FindStringSubmatch(name)
		switch {
		case m == nil || !slices.Contains(platforms, m[3]):
			return table{}, fmt.Errorf("%s is no archive of a release", name)
		case t.version == "":
			t.version = m[2]
		case t.version != m[2]:
			return table{}, fmt.Errorf("%s holds archives of %s and of %s", dist, t.version, m[2])
		}
		sum, err := sumOf(file)
		if err != nil {
			return table{}, err
		}
		if said[name] != sum {
			return table{}, fmt.Errorf("%s has the SHA-256 %s, and checksums.txt beside it says %q", name, sum, said[name])
		}
		t.sums[name] = sum
	}
	return t, t.whole()
}

// whole says what a release lacks.
func (t table) whole() error {
	var missing []string
	for _, program := range programs {
		for _, platform := range platforms {
			for _, packing := range packings {
				if name := program + "_" + t.version + "_" + platform + packing; t.sums[name] == "" {
					missing = append(missing, name)
				}
			}
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("a release holds every program for every platform, packed twice; missing: %s", strings.Join(missing, ", "))
	}
	return nil
}

func sumOf(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("reading %s: %w", filepath.Base(file), err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// saidSums reads a file of sha256sum.
func saidSums(file string) (map[string]string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the checksums of the build: %w", err)
	}
	sums := map[string]string{}
	for line := range strings.Lines(string(data)) {
		sum, name, ok := strings.Cut(strings.TrimRight(line, "\n"), "  ")
		if !ok || !hexSum.MatchString(sum) {
			return nil, fmt.Errorf("%s: no line of sha256sum: %.100q", file, line)
		}
		sums[name] = sum
	}
	return sums, nil
}

// parseTable reads a table as it is committed.
func parseTable(text string) (table, error) {
	rest, ok := strings.CutPrefix(text, heading)
	if !ok {
		return table{}, errors.New("it does not begin as a written one does")
	}
	t := table{sums: map[string]string{}}
	for line := range strings.Lines(rest) {
		line = strings.TrimSuffix(line, "\n")
		if v, ok := strings.CutPrefix(line, "version "); ok && t.version == "" {
			t.version = v
			continue
		}
		sum, name, ok := strings.Cut(line, "  ")
		if !ok || !hexSum.MatchString(sum) || !archiveName.MatchString(name) || t.sums[name] != "" {
			return table{}, fmt.Errorf("cannot read %q", line)
		}
		t.sums[name] = sum
	}
	if t.String() != text {
		return table{}, errors.New("it is not what would be written")
	}
	if t.version == "" && len(t.sums) == 0 {
		return t, nil
	}
	return t, t.whole()
}
