package exthost

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

//go:embed all:workspace
var workspaceFiles embed.FS

// PrepareWorkspace fills dir with a small project that has something for most
// kinds of extension: sources in several languages, task files, a bin folder of
// test doubles for tools, and a git repository with history, a remote, a stash,
// a tag, a branch and uncommitted changes.
func PrepareWorkspace(ctx context.Context, dir string) error {
	sub, err := fs.Sub(workspaceFiles, "workspace")
	if err != nil {
		return err
	}
	if err := os.CopyFS(dir, sub); err != nil {
		return fmt.Errorf("preparing a workspace: %w", err)
	}
	tools, err := filepath.Glob(filepath.Join(dir, "bin", "*"))
	if err != nil {
		return err
	}
	for _, tool := range tools { // embedding loses the mode
		if err := os.Chmod(tool, 0o755); err != nil {
			return fmt.Errorf("preparing a workspace: %w", err)
		}
	}
	modules := filepath.Join(dir, "node_modules", ".bin") // where task extensions look first
	if err := os.MkdirAll(modules, 0o755); err != nil {
		return fmt.Errorf("preparing a workspace: %w", err)
	}
	for _, tool := range []string{"grunt", "gulp", "jake"} {
		if err := os.Symlink(filepath.Join(dir, "bin", tool), filepath.Join(modules, tool)); err != nil {
			return fmt.Errorf("preparing a workspace: %w", err)
		}
	}
	return makeRepository(ctx, dir)
}

func makeRepository(ctx context.Context, dir string) error {
	origin := dir + "-origin.git"
	for _, line := range []string{
		"init -q -b main .",
		"init -q --bare " + origin,
		"add .",
		"commit -q -m first",
		"tag v1",
		"remote add origin " + origin,
		"push -q -u origin main",
		"branch topic",
		"!README.md",
		"commit -q -a -m second",
		"!main.ts",
		"stash -q",
		"!main.js",
		"!style.css",
		"add style.css",
	} {
		if file, ok := strings.CutPrefix(line, "!"); ok {
			if err := appendLine(filepath.Join(dir, file)); err != nil {
				return fmt.Errorf("preparing a workspace: %w", err)
			}
			continue
		}
		if err := git(ctx, dir, strings.Fields(line)); err != nil {
			return fmt.Errorf("preparing a workspace: %w", err)
		}
	}
	return nil
}

func git(ctx context.Context, dir string, args []string) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	// Nobody's configuration or hooks, and always the same commits.
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=Example", "GIT_AUTHOR_EMAIL=example@example.com", "GIT_AUTHOR_DATE=2026-01-01T00:00:00Z",
		"GIT_COMMITTER_NAME=Example", "GIT_COMMITTER_EMAIL=example@example.com", "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z",
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("git %s: %w: %s", strings.Join(args, " "), err, bytes.TrimSpace(out))
	}
	return nil
}

func appendLine(file string) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if _, err := f.WriteString("\n"); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
