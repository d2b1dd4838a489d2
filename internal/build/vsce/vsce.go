// Package vsce installs vsce, which packs an extension, by the lock file in this
// program.
package vsce

import (
	"context"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/escape"
)

// Version is the one that the lock file names.
const Version = "3.9.2"

// lock pins vsce and all it depends on by checksum.
//
//go:embed package.json package-lock.json
var lock embed.FS

// Install installs vsce and what it depends on into an empty folder, without
// running any script of theirs.
func Install(ctx context.Context, npm string, env []string, dir string) error {
	for _, name := range []string{"package.json", "package-lock.json"} {
		data, err := lock.ReadFile(name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
	cmd.Dir, cmd.Env, cmd.WaitDelay = dir, env, 5*time.Second
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("installing vsce: npm ci: %w: %s", err, escape.Printable(strings.TrimSpace(string(out[max(0, len(out)-400):])), 400))
	}
	return nil
}

// Script is what Node runs, in a folder in which it was installed.
func Script(dir string) string {
	return filepath.Join(dir, "node_modules", "@vscode", "vsce", "vsce")
}
