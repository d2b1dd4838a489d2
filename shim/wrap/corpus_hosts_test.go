package wrap_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
	"github.com/ringfence-dev/ringfence/internal/testkit/loaderlog"
	"github.com/ringfence-dev/ringfence/internal/testkit/static"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// outcome is what became of one extension. Every run is in a fresh workspace.
type outcome struct {
	ID string
	// Loader is the digest of the loader that it ran under.
	Loader string
	// Unwrapped says why it does not activate without the loader; then nothing
	// else is known. Plain are the runs without the loader, by host.
	Unwrapped string
	Plain     map[string]run
	// Observed is the run on the first half of the work, Enforced those on the
	// second half, by host.
	Observed run
	Enforced map[string]run
	// Static and Added count the grants of the analysis and those that the
	// observation added; Waiting is what waits for a person.
	Static, Added int
	Waiting       []string
	Problem       string
}

// run is what one run showed. Steps counts the work that was done, Failed what of
// it failed.
type run struct {
	Activated       bool
	Error           string
	Commands, Calls []string
	Steps, Failed   int
	AtStart, Later  []string
}

// judge runs one extension everywhere.
func judge(ctx context.Context, dir, id, scratch, bundle string) (outcome, error) {
	out := outcome{ID: id, Loader: loaderDigest(bundle), Plain: map[string]run{}, Enforced: map[string]run{}}
	siblings, err := dependencies(dir, filepath.Join(dir, id))
	if err != nil {
		return out, err
	}
	source, err := whole(ctx, dir, id, scratch)
	if err != nil {
		return out, err
	}
	at := func(extension string, kit exthost.Kit, half string) (run, string, error) {
		data, err := os.MkdirTemp(scratch, "data-")
		if err != nil {
			return run{}, "", err
		}
		r, err := exthost.Run(ctx, exthost.Options{
			Kit:       kit,
			Extension: extension,
			Siblings:  siblings,
			Data:      data,
			Half:      half,
			Exercise:  half != "",
			Snapshot:  2500 * time.Millisecond,
			Timeout:   75 * time.Second,
			Answers:   map[string]string{"ringfence: ": ""}, // what the loader says is read, and not followed
			Settings: map[string]any{
				"grunt.autoDetect":          "on",
				"gulp.autoDetect":           "on",
				"jake.autoDetect":           "on",
				"npm.autoDetect":            "on",
				"markdown.validate.enabled": true,
			},
		})
		if err != nil {
			return run{Error: err.Error()}, data, nil //nolint:nilerr // a host that hangs is a result
		}
		got := run{Activated: r.Activated, Error: r.Error, Steps: len(r.Steps)}
		got.Commands, got.Calls = exthost.Own(r.Start.Commands), ownCalls(r.Start.Calls)
		for _, how := range r.Steps {
			if how != "ok" {
				got.Failed++
			}
		}
		got.AtStart, got.Later, err = loaderlog.Denials(data, r.Start.MS)
		return got, data, err
	}
	for _, kit := range exthost.Kits() {
		if out.Plain[kit.String()], _, err = at(source, kit, ""); err != nil {
			return out, err
		}
	}
	if first := out.Plain[exthost.Current().String()]; !first.Activated {
		out.Unwrapped = firstLine(first.Error)
		return out, nil
	}
	granted, names, err := static.Policy(ctx, source)
	if err != nil {
		return out, err
	}
	out.Static = len(granted.Grants)
	o := options()
	o.Bundle, o.Browser, o.Policy, o.Mode, o.ObserveDays = bundle, wrap.BrowserUnfenced, granted, wrap.Observe, 7
	wrapped, err := wrapBeside(ctx, dir, source, scratch, "observed", o)
	if err != nil {
		out.Problem = err.Error()
		return out, nil
	}
	var data string
	if out.Observed, data, err = at(wrapped, exthost.Current(), "first"); err != nil {
		return out, err
	}
	decision, err := loaderlog.Decide(data, granted, names)
	if err != nil {
		return out, err
	}
	out.Added = len(decision.Observed.Grants)
	out.Waiting = loaderlog.Waiting(decision)
	if o.Policy, err = policy.Merge(granted, decision.Observed); err != nil {
		return out, err
	}
	o.Mode = wrap.Enforce
	if wrapped, err = wrapBeside(ctx, dir, source, scratch, "enforced", o); err != nil {
		return out, err
	}
	for _, kit := range exthost.Kits() {
		if out.Enforced[kit.String()], _, err = at(wrapped, kit, "second"); err != nil {
			return out, err
		}
	}
	return out, nil
}

// wrapBeside wraps to a folder that has the packages beside it which two
// extensions of the corpus look for there.
func wrapBeside(ctx context.Context, dir, source, scratch, name string, o wrap.Options) (string, error) {
	beside := filepath.Join(scratch, name)
	if err := os.MkdirAll(beside, 0o755); err != nil {
		return "", err
	}
	if err := os.Symlink(filepath.Join(dir, "node_modules"), filepath.Join(beside, "node_modules")); err != nil {
		return "", err
	}
	out := filepath.Join(beside, filepath.Base(source))
	_, err := wrap.Wrap(ctx, source, out, o)
	return out, err
}

// whole is the extension with the packages inside that it loads and that VS Code's
// build keeps once, beside its own extensions: an extension that is installed
// has them inside, and what is not inside is not loaded.
func whole(ctx context.Context, dir, id, scratch string) (string, error) {
	source := filepath.Join(dir, id)
	ext, err := extension.Load(ctx, source, extension.Limits{})
	if err != nil {
		return "", err
	}
	defer ext.Close()
	program, err := facts.Analyze(ctx, ext, facts.Options{})
	if err != nil {
		return "", err
	}
	var missing []string
	for _, i := range program.Imports {
		_, there := os.Stat(filepath.Join(dir, "node_modules", i.Module, "package.json"))
		_, had := os.Stat(filepath.Join(source, "node_modules", i.Module))
		if there == nil && had != nil && !catalog.Default().HasModule(i.Module) && !slices.Contains(missing, i.Module) {
			missing = append(missing, i.Module)
		}
	}
	if len(missing) == 0 {
		return source, nil
	}
	out := filepath.Join(scratch, "whole", id)
	if err := os.CopyFS(out, os.DirFS(source)); err != nil {
		return "", err
	}
	if err := os.Symlink(filepath.Join(dir, "node_modules"), filepath.Join(scratch, "whole", "node_modules")); err != nil {
		return "", err
	}
	for _, name := range missing {
		if err := os.CopyFS(filepath.Join(out, "node_modules", name), os.DirFS(filepath.Join(dir, "node_modules", name))); err != nil {
			return "", err
		}
	}
	return out, nil
}

func dependencies(dir, source string) ([]string, error) {
	var m struct{ ExtensionDependencies []string }
	data, err := os.ReadFile(filepath.Join(source, "package.json"))
	if err == nil {
		err = json.Unmarshal(data, &m)
	}
	var out []string
	for _, id := range m.ExtensionDependencies {
		if _, err := os.Stat(filepath.Join(dir, id)); err == nil {
			out = append(out, filepath.Join(dir, id))
		}
	}
	return out, err
}

// ownCalls leaves out what the loader shows itself with, and what it asks for before the
// extension runs: the names of all commands.
func ownCalls(calls []string) []string {
	return slices.DeleteFunc(slices.Clone(calls), func(c string) bool {
		return strings.HasPrefix(c, "MainThreadStatusBar.") || strings.HasPrefix(c, "MainThreadOutputService.") ||
			strings.HasPrefix(c, "MainThreadMessageService.") ||
			c == "MainThreadCommands.$registerCommand" || c == "MainThreadCommands.$getCommands"
	})
}

// hostSets are the pages of extensions in real hosts, and where their extensions are from.
var hostSets = []struct {
	name, page string
	fetch      func(context.Context) (string, error)
}{
	{"corpus", "exthost.md", corpus.Fetch},
	{"third", "exthost-third.md", corpus.FetchThird},
}

// TestHostsTable runs the corpus and the third-party extensions. EXTHOST=all writes both pages below docs/measurements,
// EXTHOST=corpus and EXTHOST=third one, EXTHOST=id,id only tells. EXTHOST_DIR keeps what was measured, so that a
// broken-off run goes on, under the same loader.
func TestHostsTable(t *testing.T) {
	wanted := os.Getenv("EXTHOST")
	if wanted == "" {
		t.Skip("make exthost: 20 minutes of extension hosts")
	}
	inHost(t)
	for _, set := range hostSets {
		whole := wanted == "all" || wanted == set.name
		dir, err := set.fetch(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		list, err := corpus.List(dir)
		if err != nil {
			t.Fatal(err)
		}
		var chosen []string
		for _, e := range list {
			if whole || slices.Contains(strings.Split(wanted, ","), e.ID) {
				chosen = append(chosen, e.ID)
			}
		}
		if len(chosen) == 0 {
			continue
		}
		page, problems := hostsPage(set.name, judged(t, dir, chosen))
		for _, p := range problems {
			t.Error(p)
		}
		if !whole {
			t.Log("\n" + page)
			continue
		}
		if err := os.WriteFile(filepath.Join("..", "..", "docs", "measurements", set.page), []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// judged runs the extensions of a folder, four at a time: most of a run is waiting.
func judged(t *testing.T, dir string, chosen []string) []outcome {
	keep := os.Getenv("EXTHOST_DIR")
	if keep == "" {
		keep = t.TempDir()
	}
	o := withLoader(t)
	ids := make(chan string)
	results := make(chan outcome)
	const workers = 4
	for range workers {
		go func() {
			for id := range ids {
				results <- kept(t, keep, dir, id, o.Bundle)
			}
		}()
	}
	go func() {
		for _, id := range chosen {
			ids <- id
		}
		close(ids)
	}()
	var all []outcome
	for range chosen {
		r := <-results
		t.Logf("%s: %s %s", r.ID, r.Unwrapped, r.Problem)
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b outcome) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// kept is judge, or what it said before.
func kept(t *testing.T, keep, dir, id, bundle string) outcome {
	file := filepath.Join(keep, id+".json")
	var before outcome
	if data, err := os.ReadFile(file); err == nil && json.Unmarshal(data, &before) == nil {
		if before.Loader == loaderDigest(bundle) {
			return before
		}
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	scratch := t.TempDir()
	defer os.RemoveAll(scratch)
	begun := time.Now()
	defer func() { t.Logf("%s took %s", id, time.Since(begun).Round(time.Second)) }()
	out, err := judge(t.Context(), dir, id, scratch, bundle)
	if err != nil {
		t.Errorf("%s: %v", id, err)
		out.ID, out.Problem = id, firstLine(err.Error())
		return out
	}
	data, err := json.Marshal(out)
	if err == nil {
		err = os.WriteFile(file, data, 0o600)
	}
	if err != nil {
		t.Error(err)
	}
	return out
}

func loaderDigest(bundle string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(bundle))) }

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}
