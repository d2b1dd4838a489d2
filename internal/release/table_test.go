package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// dist is a folder as a release build leaves it: an archive of every program
// for every platform, each with words of its own, and their sums.
func dist(t *testing.T, version string) string {
	t.Helper()
	dir := t.TempDir()
	var sums strings.Builder
	for _, program := range programs {
		for _, platform := range platforms {
			for _, packing := range packings {
				name := fmt.Sprintf("%s_%s_%s%s", program, version, platform, packing)
				file := filepath.Join(dir, name)
				write(t, file, name)
				sum, err := sumOf(file)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&sums, "%s  %s\n", sum, name)
			}
		}
	}
	write(t, filepath.Join(dir, "checksums.txt"), sums.String())
	return dir
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestTableNamesEveryArchiveAndReadsBack(t *testing.T) {
	made, err := tableOf(dist(t, "1.2.3"))
	if err != nil {
		t.Fatal(err)
	}
	read, err := parseTable(made.String())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(made, read, cmp.AllowUnexported(table{})); diff != "" {
		t.Error(diff)
	}
	if read.version != "1.2.3" || len(read.sums) != len(programs)*len(platforms)*len(packings) {
		t.Errorf("version %s, %d archives", read.version, len(read.sums))
	}
}

// A folder that is not whole makes no table.
func TestTableOfHalfARelease(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(dir string)
		want  string
	}{
		"an archive is missing": {func(dir string) {
			os.Remove(filepath.Join(dir, "ringfence_1.2.3_linux_arm64.tar.gz"))
		}, "missing: ringfence_1.2.3_linux_arm64.tar.gz"},
		"a packing is missing": {func(dir string) {
			os.Remove(filepath.Join(dir, "ringfence_1.2.3_darwin_arm64.tar.zst"))
		}, "missing: ringfence_1.2.3_darwin_arm64.tar.zst"},
		"an unknown packing": {func(dir string) {
			write(t, filepath.Join(dir, "ringfence_1.2.3_linux_arm64.tar.xz"), "x")
		}, "no archive of a release"},
		"an archive changed": {func(dir string) {
			write(t, filepath.Join(dir, "ringfence_1.2.3_linux_arm64.tar.gz"), "other")
		}, "checksums.txt beside it says"},
		"two versions": {func(dir string) {
			write(t, filepath.Join(dir, "ringfence_1.2.4_linux_arm64.tar.gz"), "x")
		}, "archives of 1.2.3 and of 1.2.4"},
		"a strange name": {func(dir string) {
			write(t, filepath.Join(dir, "other_1.2.3_linux_arm64.tar.gz"), "x")
		}, "no archive of a release"},
		"a strange platform": {func(dir string) {
			write(t, filepath.Join(dir, "ringfence_1.2.3_plan9_amd64.tar.gz"), "x")
		}, "no archive of a release"},
		"no sums": {func(dir string) { os.Remove(filepath.Join(dir, "checksums.txt")) }, "checksums of the build"},
	} {
		dir := dist(t, "1.2.3")
		c.spoil(dir)
		if _, err := tableOf(dir); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// The table in the repository is one that this program writes: empty on a
// branch, whole in a release, never edited by hand.
func TestCommittedTable(t *testing.T) {
	text, err := os.ReadFile("../../release/checksums.txt")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parseTable(string(text)); err != nil {
		t.Errorf("release/checksums.txt: %v", err)
	}
	for _, wrong := range []string{"version 1.2.3\n", strings.Repeat("a", 64) + "  ringfence_1.2.3_linux_amd64.tar.gz\n", "ringfence\n"} {
		if _, err := parseTable(heading + wrong); err == nil {
			t.Errorf("a table of %q is taken", wrong)
		}
	}
}
