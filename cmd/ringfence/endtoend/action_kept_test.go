package endtoend

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/cmd/ringfence/cli"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/testkit/github"
)

const (
	keptLoader  = ".ringfence/loader.cjs"
	keptSidecar = ".ringfence/loader.json"
	keptPolicy  = ".ringfence/policy.json"
)

// fencedFiles is an extension that ships with its loader, as the command writes
// it: the policy, the loader and its table.
func fencedFiles(t *testing.T, code string) map[string]string {
	t.Helper()
	files := map[string]string{
		"package.json": manifest, "main.js": code, ".vscodeignore": "node_modules\n.ringfence/**\n", ".ringfence/config.yml": "fenced: true\n",
	}
	dir := t.TempDir()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out, errs bytes.Buffer
	c := cli.Command{Stdin: &bytes.Buffer{}, Stdout: &out, Stderr: &errs, Dir: dir}
	if code := c.Main(t.Context(), []string{"policy", "generate", "."}); code != exit.Fine {
		t.Fatalf("%d: %s", code, errs.String())
	}
	for _, name := range []string{keptPolicy, keptLoader, keptSidecar} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(data)
	}
	return files
}

// lacking is a copy without some names.
func lacking(files map[string]string, names ...string) map[string]string {
	out := maps.Clone(files)
	maps.DeleteFunc(out, func(name, _ string) bool { return slices.Contains(names, name) })
	return out
}

// On a pull request the loader has to be what the code and the policy give, and
// so has its table; who takes them out, or edits them, does not pass.
func TestALoaderThatIsNotWhatComesOut(t *testing.T) {
	if testing.Short() {
		t.Skip("short: runs the action often; TestAReleaseIsWrappedFromTheLoaderThatIsKept stays")
	}
	fresh := fencedFiles(t, usesGit)
	bare := lacking(fresh, keptPolicy, keptLoader, keptSidecar, ".ringfence/config.yml")
	for _, c := range []struct {
		name string
		// base and head are the files of both sides.
		base, head map[string]string
		gone       []string
		code       int
		drift      []string
	}{
		{"as it comes out", fresh, map[string]string{"README.md": "x"}, nil, exit.Fine, nil},
		{"other code", fresh, map[string]string{"main.js": usesGit + "// once more\n"}, nil, exit.No,
			[]string{keptSidecar + " is not what code and policy give"}},
		{"another version", fresh, map[string]string{"package.json": strings.Replace(manifest, "1.0.0", "1.0.1", 1)}, nil, exit.No,
			[]string{keptSidecar + " is not"}},
		{"a loader edited by hand", fresh, map[string]string{keptLoader: fresh[keptLoader] + "// mine\n"}, nil, exit.No,
			[]string{keptLoader + " is not the loader of this version of ringfence"}},
		{"a table edited by hand", fresh, map[string]string{keptSidecar: strings.Replace(fresh[keptSidecar], "enforce", "observe", 1)}, nil,
			exit.No, []string{keptSidecar + " is not"}},
		{"a loader taken out", fresh, nil, []string{keptLoader, keptSidecar}, exit.No,
			[]string{keptLoader + " is not there", keptSidecar + " is not there", keptLoader + " is removed"}},
		{"a table too large to read", fresh, map[string]string{keptSidecar: strings.Repeat("x", 9<<20)}, nil, exit.No,
			[]string{keptSidecar + " is not"}},
		{"a configuration that begins to ship it", bare, map[string]string{".ringfence/config.yml": "fenced: true\n"}, nil, exit.No,
			[]string{keptLoader + " is not there", keptPolicy + " is not there"}},
		{"no configuration, and a loader by hand", bare, map[string]string{keptPolicy: fresh[keptPolicy], keptLoader: "x"}, nil, exit.No,
			[]string{keptLoader + " is not the", keptSidecar + " is not there"}},
		{"neither", bare, map[string]string{"README.md": "x"}, nil, exit.Fine, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			hub := github.New(t, "acme/tool", c.base)
			head := hub.Push("change", "ann", "change", c.head, c.gone...)
			number := hub.Open("change", "ann", "Change")
			s := newStage(t, hub, hub.Token("github-actions[bot]", everything))
			got := s.run("pull_request", "refs/pull/1/merge", head, s.pull(number, "opened", "ann", head, hub.Name), mode("check"))
			if got.code != c.code {
				t.Fatalf("exit code %d\n%s\n%s", got.code, got.log, got.errs)
			}
			s.has("log", got.log, c.drift...)
			if c.drift == nil {
				return
			}
			s.has("log", got.log, "to put it right: ringfence policy generate .")
			patch, err := os.ReadFile(filepath.Join(got.directory, "ringfence.patch"))
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range c.drift {
				if name, _, _ := strings.Cut(line, " "); !strings.Contains(string(patch), "+++ b/"+name+"\n") {
					t.Errorf("the patch has no %s:\n%.500s", name, patch)
				}
			}
		})
	}
}

// Policy, loader and table are one commit, or one proposal, and there is none
// where nothing differs.
func TestTheLoaderIsCommittedWithThePolicy(t *testing.T) {
	if testing.Short() {
		t.Skip("short: runs the action often; TestAReleaseIsWrappedFromTheLoaderThatIsKept stays")
	}
	old, fresh := fencedFiles(t, usesMore), fencedFiles(t, usesGit)
	for _, c := range []struct{ mode, branch, on string }{{"commit", "change", "change"}, {"pull-request", "main", "ringfence/policy"}} {
		t.Run(c.mode, func(t *testing.T) {
			hub := github.New(t, "acme/tool", old)
			hub.Permit("ann", "write")
			head := hub.Push(c.branch, "ann", "less", map[string]string{"main.js": usesGit, keptLoader: "stale\n"})
			s := newStage(t, hub, hub.Token("github-actions[bot]", everything))
			again := func(head string) outcome {
				if c.branch == "main" {
					return s.run("push", "refs/heads/main", head, map[string]any{"repository": map[string]any{"default_branch": "main"}}, mode(c.mode))
				}
				if len(hub.Pulls()) == 0 {
					hub.Open("change", "ann", "Less")
				}
				return s.run("pull_request", "refs/pull/1/merge", head, s.pull(1, "opened", "ann", head, hub.Name), mode(c.mode))
			}
			if got := again(head); got.code != exit.Fine {
				t.Fatalf("exit code %d\n%s\n%s", got.code, got.log, got.errs)
			}
			for _, name := range []string{keptPolicy, keptLoader, keptSidecar} {
				if text, ok := hub.File(c.on, name); !ok || strings.TrimSpace(text) != strings.TrimSpace(fresh[name]) {
					t.Errorf("%s is %.200q", name, text)
				}
			}
			graph := hub.Graph()
			if n := strings.Count(graph, "ringfence: generated policy"); n != 1 {
				t.Errorf("%d commits:\n%s", n, graph)
			}
			if c.mode == "commit" {
				head = hub.Head(c.on)
			}
			if got := again(head); got.code != exit.Fine || hub.Graph() != graph {
				t.Errorf("again: exit code %d\n%s\n%s", got.code, hub.Graph(), got.log)
			}
		})
	}
}

// A release is wrapped from the loader that was compared.
func TestAReleaseIsWrappedFromTheLoaderThatIsKept(t *testing.T) {
	files := fencedFiles(t, usesGit)
	hub := github.New(t, "acme/tool", files)
	id := hub.Release("v1.0.0", false)
	payload := map[string]any{"action": "published", "release": map[string]any{"id": id, "tag_name": "v1.0.0"}}
	inputs := map[string]string{
		"mode":    "release",
		"sarif":   "false",
		"package": packed(t, map[string]string{"package.json": manifest, "main.js": usesGit}),
	}
	s := newStage(t, hub, hub.Token("github-actions[bot]", everything))
	got := s.run("release", "refs/tags/v1.0.0", hub.Head("main"), payload, inputs)
	if got.code != exit.Fine {
		t.Fatalf("exit code %d\n%s\n%s", got.code, got.log, got.errs)
	}
	loader := string(member(t, hub.Assets("v1.0.0")["acme.tool-1.0.0.ringfence.vsix"], "extension/ringfence.main.cjs"))
	if !strings.HasPrefix(loader, files[keptLoader]) {
		t.Error("the package has another loader")
	}
	stale := hub.Push("main", "ann", "stale", map[string]string{keptLoader: "stale\n"})
	hub.Release("v2.0.0", false)
	inputs["tag"] = "v2.0.0"
	if got := s.run("release", "refs/tags/v2.0.0", stale, payload, inputs); got.code != exit.No || len(hub.Assets("v2.0.0")) > 0 {
		t.Errorf("a stale loader: exit code %d\n%s", got.code, got.log)
	}
}

// member is a file of an archive.
func member(t *testing.T, archive, name string) []byte {
	t.Helper()
	z, err := zip.NewReader(strings.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	data, err := fs.ReadFile(z, name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
