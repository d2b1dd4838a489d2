package probes

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
)

// bundlers are the tools that make renditions; those that minify make two.
var bundlers = []string{"esbuild", "webpack", "rollup", "ncc", "tsc", "babel"}

// processes says which bundlers share a process: ncc takes as long as all the
// others together.
var processes = [][]string{{"ncc"}, {"esbuild", "webpack", "rollup", "tsc", "babel"}}

// rendition is what a bundler made of a probe.
type rendition struct {
	Probe   string            `json:"probe"`
	Bundler string            `json:"bundler"` // "rollup", "rollup-min"
	Files   map[string]string `json:"files"`
	Main    string            `json:"main"`
	Entries []string          `json:"entries"`
}

// renditionFile is what node/bundle.js writes and node/run.js reads.
type renditionFile struct {
	Renditions []rendition `json:"renditions"`
	Failed     []struct {
		Probe, Bundler, Message string
	} `json:"failed"`
}

// The files of a cache entry.
const (
	renditionsName = "renditions.json"
	excludedName   = "excluded.json"
)

// bundled returns the renditions of all probes and the folder that holds them
// and those of what the probes exclude, from the cache when neither a probe nor
// a tool has changed.
func bundled(t *testing.T) (string, renditionFile) {
	t.Helper()
	dir, err := bundleOnce()
	if err != nil {
		unable(t, fmt.Errorf("bundling the probes: %w", err))
	}
	file := readRenditions(t, filepath.Join(dir, renditionsName))
	for _, f := range file.Failed {
		t.Errorf("%s cannot take %s: %s", f.Bundler, f.Probe, f.Message)
	}
	return dir, file
}

func readRenditions(t *testing.T, path string) renditionFile {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var file renditionFile
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatalf("reading %s: %v", path, err)
	}
	return file
}

var bundleOnce = sync.OnceValues(func() (string, error) { return bundle(context.Background()) })

func bundle(ctx context.Context) (string, error) {
	tools, err := digest("node/package.json", "node/package-lock.json")
	if err != nil {
		return "", err
	}
	all, err := digest("node", "testdata")
	if err != nil {
		return "", err
	}
	modules, err := npm.Cached(ctx, "probe-bundlers-"+tools, install)
	if err != nil {
		return "", err
	}
	return npm.Cached(ctx, "probe-bundles-"+all, func(ctx context.Context, dir string) error {
		if err := render(ctx, modules, filepath.Join(dir, renditionsName)); err != nil {
			return err
		}
		return render(ctx, modules, filepath.Join(dir, excludedName), "--excluded")
	})
}

// render runs node/bundle.js, a process for each of processes, and writes one
// file of what they made.
func render(ctx context.Context, modules, out string, flags ...string) error {
	work, err := os.MkdirTemp("", "probes")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	parts := make([]renditionFile, len(processes))
	errs := make([]error, len(processes))
	var wait sync.WaitGroup
	for i, names := range processes {
		wait.Go(func() {
			part := filepath.Join(work, fmt.Sprintf("%d.json", i))
			args := append([]string{"node/bundle.js", "testdata", modules, filepath.Join(work, fmt.Sprint(i)), part}, names...)
			if _, errs[i] = node(ctx, append(args, flags...)...); errs[i] != nil {
				return
			}
			text, err := os.ReadFile(part)
			errs[i] = errors.Join(err, json.Unmarshal(text, &parts[i]))
		})
	}
	wait.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	var whole renditionFile
	for _, p := range parts {
		whole.Renditions = append(whole.Renditions, p.Renditions...)
		whole.Failed = append(whole.Failed, p.Failed...)
	}
	text, err := json.Marshal(whole)
	if err != nil {
		return err
	}
	return os.WriteFile(out, text, 0o644)
}

// install puts the locked bundlers into dir. No script of theirs is run.
func install(ctx context.Context, dir string) error {
	for _, name := range []string{"package.json", "package-lock.json"} {
		text, err := os.ReadFile(filepath.Join("node", name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
	}
	cmd := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm ci: %w: %s", err, out)
	}
	return nil
}

func node(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "node", args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("node %s: %w: %s", args[0], err, stderr.String())
	}
	return out, nil
}

// digest is a short hash of files and folders, names included.
func digest(paths ...string) (string, error) {
	h := sha256.New()
	for _, path := range paths {
		err := filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.Name() == "node_modules" {
				return filepath.SkipDir
			}
			if d.IsDir() {
				return nil
			}
			text, err := os.ReadFile(file)
			fmt.Fprintf(h, "%s %d\n%s", filepath.ToSlash(file), len(text), text)
			return err
		})
		if err != nil {
			return "", fmt.Errorf("hashing %s: %w", path, err)
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil))[:16], nil
}

// unable skips a test that this machine cannot run; where it must run, that is
// a failure.
func unable(t *testing.T, err error) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(err)
	}
	t.Skip(err)
}
