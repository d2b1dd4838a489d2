package catalog

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// peers installs what testdata/npm pins (three Node binaries, the vscode
// declarations, the TypeScript compiler) into the cache, once per lock file,
// and returns the folder. Where that cannot be done the test is skipped, or
// fails when CI says that nothing may be skipped.
func peers(t *testing.T) string {
	t.Helper()
	dir, err := installPeers(t.Context())
	switch {
	case err == nil:
		return dir
	case os.Getenv("CI") == "true":
		t.Fatalf("installing what the catalogue is compared with: %v", err)
	default:
		t.Skipf("not compared: installing the packages failed: %v", err)
	}
	return ""
}

func installPeers(ctx context.Context) (string, error) {
	lock, err := os.ReadFile("testdata/npm/package-lock.json")
	if err != nil {
		return "", err
	}
	manifest, err := os.ReadFile("testdata/npm/package.json")
	if err != nil {
		return "", err
	}
	base := os.Getenv("RINGFENCE_CACHE")
	if base == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		base = filepath.Join(user, "ringfence")
	}
	sum := sha256.Sum256(append(lock, manifest...))
	dir := filepath.Join(base, "catalog-"+hex.EncodeToString(sum[:8]))
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	if err := os.MkdirAll(base, 0o755); err != nil {
		return "", err
	}
	// Installed aside and renamed when whole, so that a broken download is
	// never taken for the real thing.
	tmp, err := os.MkdirTemp(base, "catalog-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	for name, data := range map[string][]byte{"package.json": manifest, "package-lock.json": lock} {
		if err := os.WriteFile(filepath.Join(tmp, name), data, 0o644); err != nil {
			return "", err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
	cmd.Dir = tmp
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm ci: %w: %s", err, out)
	}
	if err := os.Rename(tmp, dir); err != nil && !errors.Is(err, fs.ErrExist) {
		if _, there := os.Stat(dir); there != nil {
			return "", err
		}
	}
	return dir, nil
}

// script runs one of testdata/npm's scripts under a Node binary.
func script(t *testing.T, node string, args ...string) []string {
	t.Helper()
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
