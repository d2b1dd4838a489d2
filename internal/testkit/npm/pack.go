package npm

import (
	"bytes"
	"context"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Package is one exact version of an npm package.
type Package struct {
	Name, Version string
	// Integrity is what the tarball hashes to, as lock files write it; without
	// a "sha512-…" in it, npm's own verification has to be enough.
	Integrity string
}

// String is the package the way npm's command line names it.
func (p Package) String() string { return p.Name + "@" + p.Version }

// Pack downloads the package's tarball into dir and returns its path. Install
// scripts do not run: a tarball is only ever read.
func Pack(ctx context.Context, dir string, p Package) (string, error) {
	cmd := exec.CommandContext(ctx, "npm", "pack", "--silent", "--ignore-scripts", p.String())
	cmd.Dir = dir
	cmd.WaitDelay = 5 * time.Second
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("npm pack %s: %w: %s", p, err, lastLine(stderr.String()))
	}
	name := filepath.Base(lastLine(string(out)))
	if !strings.HasSuffix(name, ".tgz") {
		return "", fmt.Errorf("npm pack %s: no tarball named in %q", p, out)
	}
	file := filepath.Join(dir, name)
	for _, want := range strings.Fields(p.Integrity) {
		if !strings.HasPrefix(want, "sha512-") {
			continue
		}
		if err := verify(file, want); err != nil {
			return "", fmt.Errorf("npm pack %s: %w", p, err)
		}
	}
	return file, nil
}

func verify(file, integrity string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha512.New()
	if _, err := io.Copy(h, f); err != nil {
		return err
	}
	if got := "sha512-" + base64.StdEncoding.EncodeToString(h.Sum(nil)); got != integrity {
		return fmt.Errorf("the tarball is %s, wanted %s: the registry serves something else under this version", got, integrity)
	}
	return nil
}

func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}
