package hosts_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
	"github.com/ringfence-dev/ringfence/internal/testkit/static"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// nodeModules are the modules whose tests run, with the beginnings of the names of their files.
var nodeModules = []struct {
	name  string
	files *regexp.Regexp
}{
	{"buffer", regexp.MustCompile(`^test-buffer`)},
	{"child_process", regexp.MustCompile(`^test-child-process`)},
	{"crypto", regexp.MustCompile(`^test-crypto`)},
	{"dns", regexp.MustCompile(`^test-dns`)},
	{"events", regexp.MustCompile(`^test-(event-|events|eventtarget|eventsource)`)},
	{"fs", regexp.MustCompile(`^test-fs`)},
	{"http", regexp.MustCompile(`^test-http-`)},
	{"https", regexp.MustCompile(`^test-https`)},
	{"net", regexp.MustCompile(`^test-net`)},
	{"path", regexp.MustCompile(`^test-path`)},
	{"stream", regexp.MustCompile(`^test-streams?[0-9]?-`)},
	{"timers", regexp.MustCompile(`^test-timers`)},
	{"tls", regexp.MustCompile(`^test-tls`)},
	{"url", regexp.MustCompile(`^test-(url|whatwg-url)`)},
	{"util", regexp.MustCompile(`^test-util`)},
	{"worker_threads", regexp.MustCompile(`^test-worker`)},
	{"zlib", regexp.MustCompile(`^test-zlib`)},
}

func moduleOf(file string) string {
	for _, m := range nodeModules {
		if m.files.MatchString(file) {
			return m.name
		}
	}
	return ""
}

// The ways a test can end.
const (
	passed  = "passed"
	failed  = "failed"
	skipped = "skipped"
	late    = "late"
)

// nodeTest is what became of one of Node's own tests: its name and how it ended, none of its code.
type nodeTest struct {
	Module, Name string
	// Out says why it is not counted: it needs flags or Node's internals, or does not pass raw.
	Out string `json:",omitempty"`
	// Raw and Inside are how it ended without the loader and under it.
	Raw, Inside string `json:",omitempty"`
	// Said is the end of what it wrote under the loader, when it did not pass.
	Said string `json:",omitempty"`
}

// internals is what a test of Node's insides names.
var (
	internals = regexp.MustCompile(`internalBinding|require\(['"](node:)?internal/|internal/test/binding`)
	flagged   = regexp.MustCompile(`(?m)^// (Flags|Env):`)
)

// runner is what the tests run with.
type runner struct {
	node, host, tree, loader, scratch string
}

// nodeHost stands for the editor: another program, which requires an extension. What it is told
// by is gone when the extension runs.
const nodeHost = `'use strict'
const [, , file, loader] = process.argv
process.argv.length = 1
process.argv.push('')
process.env.NODE_TEST_FILE = file
require(loader ?? file)
`

// run runs one test, raw or under the loader, in a process group of its own.
func (r runner) run(ctx context.Context, name string, inside bool) (how, said string, err error) {
	dir, err := os.MkdirTemp(r.scratch, "run-")
	if err != nil {
		return "", "", err
	}
	defer os.RemoveAll(dir)
	const limit = 60 * time.Second
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	args := []string{r.host, filepath.Join(r.tree, "test", "parallel", name)}
	if inside {
		args = append(args, r.loader)
	}
	cmd := exec.CommandContext(ctx, r.node, args...)
	cmd.Dir = r.tree
	cmd.Env = []string{
		"PATH=" + filepath.Dir(r.node) + ":" + os.Getenv("PATH"), "HOME=" + dir, "NODE_TEST_DIR=" + dir,
		"NODE_SKIP_FLAG_CHECK=1", "LANG=C.UTF-8",
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 2 * time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err = cmd.Run()
	if cmd.Process != nil {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
	said = out.String()
	if len(said) > 3000 {
		said = said[:1500] + "\n…\n" + said[len(said)-1500:]
	}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return late, said, nil
	case errors.As(err, &exit), errors.Is(err, exec.ErrWaitDelay):
		return failed, said, nil
	case err != nil:
		return "", "", err
	case strings.Contains(said, "# Skipped:"):
		return skipped, said, nil
	}
	return passed, said, nil
}

// both runs a test raw, if nothing is known of that, and under the loader: a second time where
// it fails, since some fail on a busy machine.
func (r runner) both(ctx context.Context, t nodeTest) (nodeTest, error) {
	for _, inside := range []bool{false, true} {
		if inside && t.Raw != passed {
			t.Out = "raw: " + t.Raw
			return t, nil
		}
		if inside && os.Getenv("NODE_TESTS_AGAIN") == "raw" {
			return t, nil
		}
		if !inside && t.Raw != "" {
			continue
		}
		how, said, err := r.run(ctx, t.Name, inside)
		if err == nil && how != passed && how != skipped {
			how, said, err = r.run(ctx, t.Name, inside)
		}
		if err != nil {
			return t, err
		}
		if !inside {
			t.Raw = how
			continue
		}
		t.Inside = how
		if how != passed {
			t.Said = strings.ReplaceAll(said, r.tree, "${tree}")
		}
	}
	return t, nil
}

// everything grants all that a policy can grant to somebody outside an editor.
func everything(t *testing.T) policy.Policy {
	t.Helper()
	all, err := static.EveryModule()
	if err != nil {
		t.Fatal(err)
	}
	all = append(all, []policy.Grant{
		{Section: policy.FilesRead, Pattern: "**"}, {Section: policy.FilesWrite, Pattern: "**"},
		{Section: policy.NetworkConnect, Pattern: "*:*"}, {Section: policy.NetworkConnect, Pattern: "unix:**"},
		{Section: policy.NetworkListen, Pattern: "*:*"}, {Section: policy.NetworkListen, Pattern: "unix:**"},
		{Section: policy.Processes, Pattern: "**", Args: []string{"..."}}, {Section: policy.Processes, Pattern: "**", Shell: true},
		{Section: policy.EnvRead, Pattern: "*"},
		{Section: policy.Code, Name: policy.Eval}, {Section: policy.Code, Name: policy.VM}, {Section: policy.Code, Name: policy.Wasm},
		{Section: policy.Code, Name: policy.Load},
		{Section: policy.Code, Name: policy.Worker, Pattern: "**"}, {Section: policy.Code, Name: policy.Fork, Pattern: "**"},
	}...)
	return policy.New("acme.tested", all...)
}

// plant puts the tests that run into an extension and wraps it.
func plant(t *testing.T, from string, tests []nodeTest) runner {
	t.Helper()
	kit, err := exthost.Kits()[0].Install(t.Context())
	if major := os.Getenv("NODE_TESTS_NODE"); major != "" {
		for _, k := range exthost.Kits() {
			if strings.HasSuffix(k.String(), "Node "+major) || strings.Contains(k.String(), "Node "+major+".") {
				kit, err = k.Install(t.Context())
			}
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	scratch := t.TempDir()
	source := filepath.Join(scratch, "source")
	put := func(name, text string) {
		file := filepath.Join(source, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	put("package.json", `{"name":"tested","publisher":"acme","version":"1.0.0","main":"main.js","engines":{"vscode":"^1.80.0"}}`)
	put("main.js", "'use strict'\nrequire(process.env.NODE_TEST_FILE)\n")
	for _, dir := range []string{"common", "fixtures"} {
		if err := os.CopyFS(filepath.Join(source, "test", dir), os.DirFS(filepath.Join(from, dir))); err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range tests {
		text, err := os.ReadFile(filepath.Join(from, "parallel", n.Name))
		if err != nil {
			t.Fatal(err)
		}
		put(filepath.Join("test", "parallel", n.Name), string(text))
	}
	o := withLoader(t)
	o.Mode, o.ObserveDays, o.Policy = wrap.Enforce, 0, everything(t)
	tree := filepath.Join(scratch, "tree")
	wrapped, err := wrap.Wrap(t.Context(), source, tree, o)
	if err != nil {
		t.Fatal(err)
	}
	host := filepath.Join(scratch, "host.js")
	if err := os.WriteFile(host, []byte(nodeHost), 0o644); err != nil {
		t.Fatal(err)
	}
	return runner{node: kit.Node, host: host, tree: tree, loader: filepath.Join(tree, filepath.FromSlash(wrapped.Loader)), scratch: scratch}
}

// found lists the tests of a folder: those that are counted out say why.
func found(from string, only *regexp.Regexp) ([]nodeTest, error) {
	entries, err := os.ReadDir(filepath.Join(from, "parallel"))
	var out []nodeTest
	for _, e := range entries {
		module := moduleOf(e.Name())
		if module == "" || filepath.Ext(e.Name()) != ".js" || !only.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(from, "parallel", e.Name()))
		if err != nil {
			return nil, err
		}
		n := nodeTest{Module: module, Name: e.Name()}
		switch {
		case flagged.Match(text):
			n.Out = "flags"
		case internals.Match(text):
			n.Out = "internals"
		}
		out = append(out, n)
	}
	return out, err
}

// TestNodesOwnTests runs Node's own tests, which lie in the folder NODE_TESTS (test of Node's
// repository, or a mirror), as they are and under a policy that grants everything. What passes
// raw and fails inside is the loader's, and listed. NODE_TESTS_DIR keeps what is known: with raw results
// there only the loader is measured again, and with NODE_TESTS_AGAIN=failed only where it failed.
// NODE_TESTS_AGAIN=raw leaves the loader out, NODE_TESTS_ONLY is a regexp of names, NODE_TESTS_NODE a major
// version, NODE_TESTS_JOBS how many run at a time.
func TestNodesOwnTests(t *testing.T) {
	from, keep := os.Getenv("NODE_TESTS"), os.Getenv("NODE_TESTS_DIR")
	if from == "" {
		t.Skip("make node-tests: Node's own tests (CONTRIBUTING.md)")
	}
	if keep == "" {
		keep = t.TempDir()
	}
	if err := os.MkdirAll(keep, 0o755); err != nil {
		t.Fatal(err)
	}
	only, err := regexp.Compile(os.Getenv("NODE_TESTS_ONLY"))
	if err != nil {
		t.Fatal(err)
	}
	all, err := found(from, only)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(keep, "all.json")
	known := map[string]nodeTest{}
	if text, err := os.ReadFile(file); err == nil {
		var before []nodeTest
		if err := json.Unmarshal(text, &before); err != nil {
			t.Fatal(err)
		}
		for _, n := range before {
			known[n.Name] = n
		}
	}
	again := os.Getenv("NODE_TESTS_AGAIN")
	var todo []nodeTest
	for _, n := range all {
		k, ok := known[n.Name]
		if n.Out != "" || ok && (k.Raw != passed || again == "failed" && k.Inside == passed) {
			if !ok {
				known[n.Name] = n
			}
			continue
		}
		n.Raw = k.Raw
		todo = append(todo, n)
	}
	r := plant(t, from, todo)
	jobs, _ := strconv.Atoi(os.Getenv("NODE_TESTS_JOBS"))
	var wait sync.WaitGroup
	var mu sync.Mutex
	work := make(chan nodeTest)
	save := func() error {
		text, err := json.MarshalIndent(slices.SortedFunc(values(known), byName), "", " ")
		if err != nil {
			return err
		}
		return os.WriteFile(file, append(text, '\n'), 0o600)
	}
	for range cmp.Or(jobs, 2) {
		wait.Go(func() {
			for n := range work {
				done, err := r.both(t.Context(), n)
				if err != nil {
					t.Errorf("%s: %v", n.Name, err)
					continue
				}
				mu.Lock()
				known[n.Name] = done
				if len(known)%20 == 0 {
					err = save()
				}
				mu.Unlock()
				if err != nil {
					t.Error(err)
				}
				if done.Inside != "" && done.Inside != passed {
					t.Logf("%s %s: %s", done.Module, done.Name, done.Inside)
				}
			}
		})
	}
	for _, n := range todo {
		work <- n
	}
	close(work)
	wait.Wait()
	if err := save(); err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + tally(slices.SortedFunc(values(known), byName)))
}

func values(m map[string]nodeTest) func(func(nodeTest) bool) {
	return func(yield func(nodeTest) bool) {
		for _, v := range m {
			if !yield(v) {
				return
			}
		}
	}
}

func byName(a, b nodeTest) int {
	return cmp.Or(strings.Compare(a.Module, b.Module), strings.Compare(a.Name, b.Name))
}

// tally counts by module.
func tally(all []nodeTest) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-16s %6s %6s %7s  counted out: flags, internals, not passed raw\n", "module", "raw", "inside", "")
	var raw, in int
	for _, m := range nodeModules {
		n := map[string]int{}
		for _, t := range all {
			if t.Module != m.name {
				continue
			}
			switch {
			case t.Out == "":
				n["raw"]++
				if t.Inside == passed {
					n["in"]++
				}
			case strings.HasPrefix(t.Out, "raw"):
				n["not"]++
			default:
				n[t.Out]++
			}
		}
		raw, in = raw+n["raw"], in+n["in"]
		fmt.Fprintf(&b, "%-16s %6d %6d %6.1f%%  %d, %d, %d\n", m.name, n["raw"], n["in"], share(n["in"], n["raw"]),
			n["flags"], n["internals"], n["not"])
	}
	fmt.Fprintf(&b, "%-16s %6d %6d %6.1f%%\n", "all", raw, in, share(in, raw))
	return b.String()
}

func share(n, of int) float64 { return 100 * float64(n) / float64(max(1, of)) }
