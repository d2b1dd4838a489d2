package probes

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
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

func TestEveryUseIsFoundInEveryBundle(t *testing.T) {
	if testing.Short() {
		t.Skip("bundling takes a minute; run without -short")
	}
	_, file := bundled(t)
	probes := map[string]probe{}
	for _, p := range readProbes(t) {
		probes[p.name] = p
	}
	own := runtimes(t, file)
	counts := map[string][2]int{}
	for _, r := range file.Renditions {
		p, ok := probes[r.Probe]
		if !ok {
			continue // an empty program
		}
		count := counts[r.Bundler]
		count[1]++
		if message := check(t, p, r.Files, r.Main, own[r.Bundler]); message != "" {
			t.Errorf("%s by %s:\n%s", r.Probe, r.Bundler, message)
		} else {
			count[0]++
		}
		counts[r.Bundler] = count
	}
	for _, b := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%-12s %d of %d renditions as announced", b, counts[b][0], counts[b][1])
	}
}

// runtimes finds, by bundler, the uses of its own runtime: those in the
// renditions of empty programs.
func runtimes(t *testing.T, file renditionFile) map[string]map[symbol]bool {
	own := map[string]map[symbol]bool{}
	for _, r := range file.Renditions {
		if !strings.HasPrefix(r.Probe, "empty/") {
			continue
		}
		program, err := analyze(t.Context(), t, r.Files, r.Main)
		if err != nil {
			t.Fatalf("analyzing %s by %s: %v", r.Probe, r.Bundler, err)
		}
		for _, u := range program.Uses {
			s := canonical(u.Module, u.Member, u.Kind)
			if !powerful(u) || own[r.Bundler][s] {
				continue
			}
			t.Logf("%s itself uses %s (%s)", r.Bundler, s, r.Probe)
			if own[r.Bundler] == nil {
				own[r.Bundler] = map[symbol]bool{}
			}
			own[r.Bundler][s] = true
		}
	}
	return own
}

// TestTheProbesAreTrue runs every probe as it is written, which needs nothing
// but Node; TestTheBundlesAreTrue runs every rendition too.
func TestTheProbesAreTrue(t *testing.T) { runProbes(t) }

func TestTheBundlesAreTrue(t *testing.T) {
	if testing.Short() {
		t.Skip("bundling takes a minute; run without -short")
	}
	path, _ := bundled(t)
	runProbes(t, path)
}

// runProbes runs probes against stand-ins and reports those that do other
// things than they announce.
func runProbes(t *testing.T, renditions ...string) {
	t.Helper()
	out, err := node(t.Context(), append([]string{"node/run.js", "testdata", t.TempDir()}, renditions...)...)
	if err != nil {
		unable(t, fmt.Errorf("running the probes in Node: %w", err))
	}
	var result struct {
		Jobs, Ran int
		Bad       []struct{ Probe, As, Message string }
	}
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	if err := json.Unmarshal(lines[len(lines)-1], &result); err != nil {
		t.Fatalf("reading what node/run.js printed: %v", err)
	}
	if result.Ran < required {
		t.Errorf("only %d programs ran", result.Ran)
	}
	for _, b := range result.Bad {
		t.Errorf("%s (%s): %s", b.Probe, b.As, b.Message)
	}
	t.Logf("%d of %d programs ran, %d disagree", result.Ran, result.Jobs, len(result.Bad))
}

// bundled returns the renditions of all probes and the file that holds them,
// from the cache when neither a probe nor a tool has changed.
func bundled(t *testing.T) (string, renditionFile) {
	t.Helper()
	dir, err := bundleOnce()
	if err != nil {
		unable(t, fmt.Errorf("bundling the probes: %w", err))
	}
	path := filepath.Join(dir, "renditions.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var file renditionFile
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatalf("reading %s: %v", path, err)
	}
	for _, f := range file.Failed {
		t.Errorf("%s cannot take %s: %s", f.Bundler, f.Probe, f.Message)
	}
	return path, file
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
				out := filepath.Join(work, fmt.Sprintf("%d.json", i))
				args := append([]string{"node/bundle.js", "testdata", modules, filepath.Join(work, fmt.Sprint(i)), out}, names...)
				if _, errs[i] = node(ctx, args...); errs[i] != nil {
					return
				}
				text, err := os.ReadFile(out)
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
		return os.WriteFile(filepath.Join(dir, "renditions.json"), text, 0o644)
	})
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
