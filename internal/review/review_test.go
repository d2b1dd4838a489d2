package review_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/checkout"
	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/review"
	"github.com/ringfence-dev/ringfence/internal/scan"
	"github.com/ringfence-dev/ringfence/internal/sourcemap"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

const (
	manifest = `{"name": "tool", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": "./main.js"}`
	usesGit  = "const { spawn } = require(\"child_process\");\nexports.activate = () => { spawn(\"git\", [\"status\"]); };\n"
	usesMore = usesGit + "exports.deactivate = () => { spawn(\"docker\", [\"run\"]); };\n"
)

// clone is a repository of one commit.
type clone struct {
	t   *testing.T
	dir string
}

func newClone(t *testing.T, files map[string]string) clone {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skipf("no git: %v", err)
	}
	c := clone{t, t.TempDir()}
	c.git("init", "-q", "-b", "main")
	c.write(files)
	c.git("add", ".")
	c.git("-c", "user.name=T", "-c", "user.email=t@example.test", "commit", "-qm", "as it was")
	return c
}

func (c clone) git(args ...string) {
	c.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = c.dir, append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		c.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
}

func (c clone) write(files map[string]string) {
	c.t.Helper()
	for name, text := range files {
		file := filepath.Join(c.dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			c.t.Fatal(err)
		}
	}
}

// machine is all that a review takes: git, and a scan that asks nobody.
func (c clone) machine(scans *[]string) review.Machine {
	git, _ := exec.LookPath("git")
	return review.Machine{
		Version: "1", Git: checkout.Git{Program: git, Path: os.Getenv("PATH")}, Path: func(p string) string { return filepath.Join(c.dir, p) },
		Scan: func(ctx context.Context, r review.Request, use func(scan.Result) error) error {
			*scans = append(*scans, r.File)
			ext, err := extension.LoadAs(ctx, r.File, r.Source, extension.DefaultLimits())
			if err != nil {
				return exit.AsUsage(err)
			}
			conf, err := config.Parse(r.Config.Name, r.Config.Text, config.Words{})
			if err != nil {
				return exit.AsUsage(err)
			}
			o := scan.Options{Subject: r.Subject, Profile: verdict.Profiles()[0], Config: report.Configured{Config: conf, Origin: report.NoConfig}}
			o.Base = func(_ context.Context, ext *extension.Extension, p *facts.Program) (string, *checks.Base, error) {
				if r.Baseline == nil {
					return "", nil, nil
				}
				return r.BaselineName, r.Baseline.Compare(ext, p), nil
			}
			o.Origins = func(ctx context.Context, ext *extension.Extension) (*sourcemap.Finder, func()) {
				options, done := checkout.Origins(ctx, checkout.Git{}, r.File, ext, r.Place)
				return sourcemap.NewFinder(ext, options), done
			}
			return scan.Scan(ctx, ext, o, use)
		},
		NotExtension: func(context.Context, string, *extension.Extension) error { return nil },
		Outside:      func(string) error { return nil },
		Replace:      func(name string, data []byte) error { return os.WriteFile(name, data, 0o600) },
		Warn:         func(text string) { c.t.Log(text) },
	}
}

func (c clone) review(o review.Options) (review.Result, []string, error) {
	var scans []string
	r, err := review.Run(c.t.Context(), nil, o, c.machine(&scans))
	return r, scans, err
}

// TestAChangeThatNeedsMore: a review without a command line says what is wider, where,
// and what to type.
func TestAChangeThatNeedsMore(t *testing.T) {
	c := newClone(t, map[string]string{"package.json": manifest, "main.js": usesGit, ".vscodeignore": "x\n"})
	c.write(map[string]string{"main.js": usesMore})
	r, scans, err := c.review(review.Options{Base: "HEAD", Threshold: finding.High})
	if err != nil {
		t.Fatal(err)
	}
	if len(scans) != 2 || len(r.Extensions) != 1 || r.Document.Passes {
		t.Fatalf("%d scans, %d extensions, passes: %t", len(scans), len(r.Extensions), r.Document.Passes)
	}
	x := r.Extensions[0]
	wider := x.Judged.Gates.Of(gate.Widening)
	details := strings.Join(wider.Details, "\n")
	if wider.State != gate.Fails || !strings.Contains(details, "docker") || !strings.Contains(wider.Command, "ringfence policy explain . ") {
		t.Errorf("%+v", wider)
	}
	if x.Judged.ID != "acme.tool" || x.Judged.Path != "." || !x.Judged.Widened {
		t.Errorf("%+v", x.Judged)
	}
	// The gate opens when what it objects to is put right, and only that one.
	r.Accept(gate.Drift, "commit 1")
	if r.Document.Passes {
		t.Error("another gate opens it")
	}
	r.Accept(gate.Widening, "somebody")
	if !r.Document.Passes || !r.Document.Extensions[0].Passes || r.Extensions[0].Page.Outcome.Of(gate.Widening).By != "somebody" {
		t.Errorf("%+v", r.Document)
	}
}

// TestAChangeOfTheReadme: what the base needs as well is not new.
func TestAChangeOfTheReadme(t *testing.T) {
	c := newClone(t, map[string]string{"package.json": manifest, "main.js": usesMore, ".vscodeignore": "x\n"})
	c.write(map[string]string{"README.md": "x"})
	r, _, err := c.review(review.Options{Base: "HEAD", Threshold: finding.High})
	if err != nil || !r.Document.Passes {
		t.Fatalf("%v\n%s", err, r.Text())
	}
	files, err := r.Files()
	if err != nil {
		t.Fatal(err)
	}
	written := []string{review.JSONFile, review.MarkdownFile, review.SARIFFile, review.ReportFile, review.PolicyFile, "evidence.json"}
	for _, name := range written {
		if len(files[name]) == 0 {
			t.Errorf("there is no %s", name)
		}
	}
}

// TestABaseIsKept: a base that was judged is not scanned again, one that changed is,
// and an entry that cannot be read is none.
func TestABaseIsKept(t *testing.T) {
	c := newClone(t, map[string]string{"package.json": manifest, "main.js": usesGit, ".vscodeignore": "x\n"})
	o := review.Options{Base: "HEAD", Threshold: finding.High, Cache: review.Cache{Dir: "cache", Key: "flags"}}
	c.write(map[string]string{".gitignore": "cache\n", "main.js": usesMore})
	run := func(want int) string {
		t.Helper()
		r, scans, err := c.review(o)
		if err != nil || len(scans) != want {
			t.Fatalf("%d scans, want %d: %v", len(scans), want, err)
		}
		data, err := r.Document.JSON()
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	first := run(2)
	if second := run(1); second != first {
		t.Errorf("a base that is known gives another result:\n%s\n%s", first, second)
	}
	o.Cache.Key = "other flags"
	run(2)
	run(1)
	entries, err := filepath.Glob(filepath.Join(c.dir, "cache", "*"))
	if err != nil || len(entries) != 2 {
		t.Fatalf("%q, %v", entries, err)
	}
	for _, name := range entries {
		if err := os.WriteFile(name, []byte(`{"report": ""}`), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run(2)
	c.git("add", ".")
	c.git("-c", "user.name=T", "-c", "user.email=t@example.test", "commit", "-qm", "another base")
	run(2)
}

// TestWhatCannotBeReviewed is asked wrongly, and says what to do.
func TestWhatCannotBeReviewed(t *testing.T) {
	c := newClone(t, map[string]string{"package.json": manifest, "main.js": usesGit, "note.txt": "x"})
	empty := newClone(t, map[string]string{"README.md": "x"})
	for name, x := range map[string]struct {
		c    clone
		o    review.Options
		want string
	}{
		"no such base":             {c, review.Options{Base: "gone"}, `--base "gone"`},
		"no extension":             {empty, review.Options{}, "there is no extension in"},
		"no folder":                {c, review.Options{Start: "note.txt"}, "is no folder"},
		"a package of no base":     {c, review.Options{BasePackages: []string{"a.vsix"}}, "--base-package needs --base"},
		"a package elsewhere":      {c, review.Options{Packages: []string{"sub=a.vsix"}}, `there is no extension at "sub"`},
		"a package that is none":   {c, review.Options{Packages: []string{"note.txt"}}, "is no .vsix"},
		"a package that is absent": {c, review.Options{Packages: []string{"a.vsix"}}, "this makes it: ringfence build . --out a.vsix"},
	} {
		_, scans, err := x.c.review(x.o)
		if err == nil || exit.Code(err) != exit.Usage || !strings.Contains(err.Error(), x.want) || len(scans) > 0 {
			t.Errorf("%s: %v after %d scans", name, err, len(scans))
		}
	}
	m := c.machine(new([]string))
	m.Outside = func(string) error { return errors.New("the file lies in the repository") }
	if _, err := review.Run(t.Context(), nil, review.Options{Base: "HEAD"}, m); err == nil {
		t.Error("a change may bring what it is judged by")
	}
}
