package catalog

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
)

// peers installs what testdata/npm pins (the vscode declarations, the TypeScript
// compiler) into the cache, once per lock file, and returns the folder.
func peers(t *testing.T) string {
	t.Helper()
	var files [2][]byte
	names := [...]string{"package.json", "package-lock.json"}
	sum := sha256.New()
	for i, name := range names {
		data, err := os.ReadFile(filepath.Join("testdata", "npm", name))
		if err != nil {
			t.Fatal(err)
		}
		files[i] = data
		sum.Write(data)
	}
	dir, err := npm.Cached(t.Context(), "catalog-"+hex.EncodeToString(sum.Sum(nil)[:8]), func(ctx context.Context, dir string) error {
		for i, name := range names {
			if err := os.WriteFile(filepath.Join(dir, name), files[i], 0o644); err != nil {
				return err
			}
		}
		ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("npm ci: %w: %s", err, out)
		}
		return nil
	})
	fetched(t, err)
	return dir
}

// fetched skips a test whose packages could not be had, and fails it where CI says
// that nothing may be skipped.
func fetched(t *testing.T, err error) {
	t.Helper()
	switch {
	case err == nil:
	case os.Getenv("CI") == "true":
		t.Fatalf("fetching what the catalogue is compared with: %v", err)
	default:
		t.Skipf("not compared: fetching the packages failed: %v", err)
	}
}

// script runs one of testdata/npm's scripts under the Node of a major.
func script(t *testing.T, major string, args ...string) []string {
	t.Helper()
	node, err := npm.Node(t.Context(), major)
	fetched(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, node, append([]string{"--no-warnings"}, args...)...)
	// What the caller's environment does to Node must not show in the names.
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("running %s: %v\n%s", args[0], err, stderr.String())
	}
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
}

// golden compares lines with a file of testdata/names, or writes it when
// UPDATE=1.
func golden(t *testing.T, file string, got []string) {
	t.Helper()
	path := filepath.Join("testdata", "names", file)
	text := strings.Join(got, "\n") + "\n"
	if os.Getenv("UPDATE") == "1" {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want := readGolden(t, file)
	if added, gone := difference(got, want), difference(want, got); len(added)+len(gone) > 0 {
		t.Errorf("%s is not what the packages say; UPDATE=1 rewrites it, then read the diff\nnew: %q\ngone: %q", path, added, gone)
	}
}

func readGolden(t *testing.T, file string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "names", file))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

// difference lists what a has and b has not.
func difference(a, b []string) []string {
	in := map[string]bool{}
	for _, x := range b {
		in[x] = true
	}
	var out []string
	for _, x := range a {
		if !in[x] {
			out = append(out, x)
		}
	}
	return out
}
