package wrap_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/facts/worker"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// serve is the argument under which the test binary is the child that parses.
const serve = "serve-facts"

func TestMain(m *testing.M) {
	if os.Args[len(os.Args)-1] == serve {
		if err := worker.Serve(os.Stdin, os.Stdout, 2<<30); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const bundle = "'use strict';\nfunction start(module, require, text, sha256) {}\n"

func options() wrap.Options {
	return wrap.Options{Mode: wrap.Observe, Level: wrap.Shared, ObserveDays: 7, Bundle: bundle, Worker: []string{os.Args[0], serve}}
}

// files are the files of a small extension; package.json in the form of its
// author.
func files() map[string]string {
	return map[string]string{
		"package.json": "{\n\t\"name\": \"toy\",\n\t\"publisher\": \"Acme\",\n\t\"version\": \"1.2.3\",\n" +
			"\t\"engines\": {\"vscode\": \"^1.90.0\"},\n\t\"main\": \"./out/main\",\n\t\"l10n\": \"./l10n\"\n}",
		"out/main.js": "'use strict'; const fs = require('fs'); /* é */ import('./lazy.mjs'); exports.activate = () => " +
			"console.log(fs);",
		"out/lazy.mjs":          "import * as vscode from 'vscode'; export default import.meta.url; export const f = () => import('./main.js');",
		"out/data.json":         "[1]",
		"LICENSE":               "MIT",
		"NOTICE":                "by Acme",
		"package.nls.json":      "{}",
		"package.nls.de.json":   "{}",
		"l10n/bundle.l10n.json": "{}",
		"bin/cli":               "#!/usr/bin/env node\nrequire('fs')",
		"build/x.node":          "\x7fELF",
		"media/x.txt":           "text",
	}
}

func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "in")
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		mode := os.FileMode(0o644)
		if strings.HasPrefix(name, "bin/") {
			mode = 0o755
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// archive packs files as a .vsix, with what lies outside the extension's folder.
func archive(t *testing.T, files map[string]string, outer map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	put := func(name, text string) {
		h := &zip.FileHeader{Name: name, Method: zip.Deflate}
		h.SetMode(0o644)
		if strings.HasPrefix(name, "extension/bin/") {
			h.SetMode(0o755)
		}
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range outer {
		put(name, text)
	}
	for name, text := range files {
		put("extension/"+name, text)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "in.vsix")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// contents are all files of a folder or archive, each with whether it may be
// run.
func contents(t *testing.T, path string) map[string]string {
	t.Helper()
	out := map[string]string{}
	add := func(name string, mode fs.FileMode, data []byte) {
		if mode&0o111 != 0 {
			name += "*"
		}
		out[name] = string(data)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		err := filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			data, err := os.ReadFile(name)
			rel, _ := filepath.Rel(path, name)
			add(filepath.ToSlash(rel), info.Mode(), data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		add(f.Name, f.Mode(), data)
	}
	return out
}

func mustWrap(t *testing.T, in, out string, o wrap.Options) wrap.Result {
	t.Helper()
	r, err := wrap.Wrap(t.Context(), in, out, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// checked is what testdata/check.js says of a wrapped folder.
type checked struct {
	Config struct {
		Version          int
		Extension, Entry string
		Mode             string
		ObserveDays      int
		Policy           map[string]any
		PolicySHA256     string `json:"policySha256"`
		Files            map[string]struct {
			Kind, Reason string
			Free         []string
			Edits        []any
			Detected     bool
			CJS          *struct{ File string }
		}
		Addons map[string]string
	}
	Problems              []string
	Edits, Compiled, Rest int
}

func check(t *testing.T, dir, loader string) checked {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node on the PATH")
	}
	out, err := exec.CommandContext(t.Context(), node, "testdata/check.js", dir, loader).Output()
	var c checked
	if err == nil {
		err = json.Unmarshal(out, &c)
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		t.Fatalf("%v: %s", err, exit.Stderr)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAFolderIsWrappedAndUnwrapped(t *testing.T) {
	in := folder(t, files())
	out, back := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "back")
	r := mustWrap(t, in, out, options())
	if r.ID != "acme.toy" || r.Main != "out/main.js" || r.Loader != "out/ringfence.main.cjs" ||
		len(r.Blind)+len(r.Unconverted)+len(r.Dropped) > 0 {
		t.Errorf("%+v", r)
	}
	before, after := contents(t, in), contents(t, out)
	for name, text := range before {
		if name != "package.json" && after[name] != text {
			t.Errorf("%s is another one", name)
		}
		delete(after, name)
	}
	if d := cmp.Diff([]string{"out/lazy.mjs.ringfence.cjs", "out/ringfence.main.cjs"}, sorted(after)); d != "" {
		t.Errorf("what is added: %s", d)
	}
	u, err := wrap.Unwrap(t.Context(), out, back)
	if err != nil || !u.Same || len(u.Missing) > 0 {
		t.Errorf("%+v, %v", u, err)
	}
	if d := cmp.Diff(before, contents(t, back)); d != "" {
		t.Errorf("unwrapping gives another one: %s", d)
	}
}

func sorted(m map[string]string) []string {
	var out []string
	for name := range m {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

func TestTheManifestChangesOnlyWhereItMust(t *testing.T) {
	in := folder(t, files())
	out := filepath.Join(t.TempDir(), "out")
	mustWrap(t, in, out, options())
	got := contents(t, out)["package.json"]
	want := strings.Replace(strings.TrimSuffix(files()["package.json"], "\n}"), `"./out/main"`, `"./out/ringfence.main.cjs"`, 1)
	rest, ok := strings.CutPrefix(got, want)
	rest, ok2 := strings.CutPrefix(rest, ",\n\t\"contributes\": {\n\t\t\"commands\": [\n\t\t\t{\n\t\t\t\t\"category\": "+
		"\"ringfence\",\n\t\t\t\t\"command\": \"ringfence.menu.acme.toy\",\n\t\t\t\t"+
		"\"title\": \"What acme.toy may do, and its fence\"\n\t\t\t}\n\t\t]\n\t}")
	if !ok || !ok2 || !strings.HasPrefix(rest, ",\n\t\"realEntryPoint\": \"./out/main\",\n\t\"ringfence\": {") {
		t.Errorf("package.json is now\n%s", got)
	}
}

func TestTheLoaderIsToldWhatItNeeds(t *testing.T) {
	in := folder(t, files())
	out := filepath.Join(t.TempDir(), "out")
	o := options()
	o.Mode = wrap.Enforce
	o.Policy = policy.New("acme.toy", policy.Grant{Section: policy.Modules, Name: "fs", Pattern: "readFile"})
	r := mustWrap(t, in, out, o)
	c := check(t, out, r.Loader)
	if len(c.Problems) > 0 {
		t.Errorf("%v", c.Problems)
	}
	if c.Config.Mode != "enforce" || c.Config.ObserveDays != 0 || c.Config.Extension != "acme.toy" || c.Config.Entry != "out/main.js" ||
		c.Config.Policy["extension"] != "acme.toy" {
		t.Errorf("%+v", c.Config)
	}
	kinds := map[string]string{}
	for name, f := range c.Config.Files {
		kinds[name] = f.Kind
	}
	want := map[string]string{
		"out/main.js":           "cjs",
		"out/lazy.mjs":          "esm",
		"out/data.json":         "json",
		"package.nls.json":      "json",
		"package.nls.de.json":   "json",
		"l10n/bundle.l10n.json": "json",
		"bin/cli":               "cjs",
	}
	if d := cmp.Diff(want, kinds); d != "" {
		t.Error(d)
	}
	if len(c.Config.Addons) != 1 || c.Compiled != 3 || c.Edits != 2 {
		t.Errorf("%d addons, %d compiled, %d edits", len(c.Config.Addons), c.Compiled, c.Edits)
	}
}

func TestAnArchiveIsWrappedAndUnwrapped(t *testing.T) {
	outer := map[string]string{
		"extension.vsixmanifest": `<PackageManifest><Metadata><Identity Id="toy" Publisher="Acme" Version="1.2.3"/></Metadata></PackageManifest>`,
		"[Content_Types].xml":    "<Types/>", ".signature.p7s": "signed",
	}
	in := archive(t, files(), outer)
	out, back := filepath.Join(t.TempDir(), "out.vsix"), filepath.Join(t.TempDir(), "back.vsix")
	r := mustWrap(t, in, out, options())
	if d := cmp.Diff([]string{".signature.p7s"}, r.Dropped); d != "" {
		t.Errorf("what is dropped: %s", d)
	}
	after := contents(t, out)
	if after["extension.vsixmanifest"] != outer["extension.vsixmanifest"] || after["extension/out/ringfence.main.cjs"] == "" ||
		after[".signature.p7s"] != "" {
		t.Errorf("%v", sorted(after))
	}
	if u, err := wrap.Unwrap(t.Context(), out, back); err != nil || !u.Same {
		t.Errorf("%+v, %v", u, err)
	}
	want := contents(t, in)
	delete(want, ".signature.p7s")
	if d := cmp.Diff(want, contents(t, back)); d != "" {
		t.Errorf("unwrapping gives another one: %s", d)
	}
	// An archive as it is installed.
	dir := filepath.Join(t.TempDir(), "dir")
	mustWrap(t, in, dir, options())
	if got := contents(
		t,
		dir,
	); got["out/ringfence.main.cjs"] != after["extension/out/ringfence.main.cjs"] ||
		got["extension.vsixmanifest"] != "" {
		t.Errorf("%v", sorted(got))
	}
}

func TestTheSameExtensionGivesTheSameBytes(t *testing.T) {
	in := archive(t, files(), map[string]string{"extension.vsixmanifest": "<PackageManifest/>"})
	var got [2][]byte
	for i := range got {
		out := filepath.Join(t.TempDir(), "out.vsix")
		mustWrap(t, in, out, options())
		data, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		got[i] = data
	}
	if !bytes.Equal(got[0], got[1]) {
		t.Error("the archives differ")
	}
	// The mirror: another policy is another archive.
	out := filepath.Join(t.TempDir(), "out.vsix")
	o := options()
	o.Mode = wrap.Enforce
	mustWrap(t, in, out, o)
	if data, _ := os.ReadFile(out); bytes.Equal(data, got[0]) {
		t.Error("the mode makes no difference")
	}
}

func TestWhatIsRefused(t *testing.T) {
	with := func(change func(map[string]string)) map[string]string {
		f := files()
		change(f)
		return f
	}
	manifest := func(from, to string) map[string]string {
		return with(func(f map[string]string) { f["package.json"] = strings.Replace(f["package.json"], from, to, 1) })
	}
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"no main":             {manifest(`"main": "./out/main",`, ""), "nothing to fence"},
		"main missing":        {manifest("./out/main", "./out/none"), "is not there"},
		"main outside":        {manifest("./out/main", "../other/main"), "outside the extension"},
		"main outside, deep":  {manifest("./out/main", "./out/../../x.js"), "outside the extension"},
		"main is JSON":        {manifest("./out/main", "./out/data.json"), "no JavaScript"},
		"main is text":        {manifest("./out/main", "./media/x.txt"), "no JavaScript"},
		"main is native":      {manifest("./out/main", "./build/x.node"), "machine code"},
		"main does not parse": {with(func(f map[string]string) { f["out/main.js"] = "let = = 1" }), "cannot be read"},
		"main twice":          {manifest(`"version"`, `"main": "./x", "version"`), "more than once"},
		"browser too":         {manifest(`"version"`, `"browser": "./web.js", "version"`), "--browser drop"},
		"browser only":        {manifest(`"main": "./out/main"`, `"browser": "./web.js"`), "browsers only"},
		"own realEntryPoint":  {manifest(`"version"`, `"realEntryPoint": "./x", "version"`), "realEntryPoint"},
		"wrapped":             {manifest(`"version"`, `"ringfence": {}, "version"`), "wrapped already"},
		"loader's name":       {with(func(f map[string]string) { f["out/ringfence.main.cjs"] = "1" }), "a file"},
		"loader's NAME":       {with(func(f map[string]string) { f["out/RingFence.main.CJS"] = "1" }), "a file"},
		"copy's name":         {with(func(f map[string]string) { f["out/lazy.mjs.ringfence.cjs"] = "1" }), "a file"},
		"folder as main": {with(func(f map[string]string) {
			f["package.json"] = strings.Replace(f["package.json"], "./out/main", "./out", 1)
			f["out/index.js"], f["out/package.json"] = "1", `{"main": "main.js"}`
		}), "of its own"},
		"no version":   {manifest(`"version": "1.2.3",`, ""), "no publisher, name or version"},
		"huge":         {with(func(f map[string]string) { f["package.json"] += strings.Repeat(" ", 5<<20) }), "limit"},
		"deep":         {manifest(`"version"`, `"x": `+strings.Repeat("[", 1000)+strings.Repeat("]", 1000)+`, "version"`), "deep"},
		"not a folder": {map[string]string{"x": ""}, "package.json"},
	} {
		out := filepath.Join(t.TempDir(), "out")
		_, err := wrap.Wrap(t.Context(), folder(t, c.files), out, options())
		var refusal *wrap.Refusal
		if !errors.As(err, &refusal) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want something of %q", name, err, c.want)
		}
		if _, err := os.Lstat(out); err == nil {
			t.Errorf("%s: something is written", name)
		}
		if left, _ := filepath.Glob(filepath.Join(filepath.Dir(out), ".ringfence-*")); len(left) > 0 {
			t.Errorf("%s: %v is left behind", name, left)
		}
	}
}

func TestLinksAreRefusedWhenTheyWouldBeLost(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("elsewhere: links need rights there")
	}
	for name, target := range map[string]string{"leaves": "/etc/passwd", "a folder": "media", "broken": "nothing"} {
		in := folder(t, files())
		if err := os.Symlink(target, filepath.Join(in, "link")); err != nil {
			t.Fatal(err)
		}
		_, err := wrap.Wrap(t.Context(), in, filepath.Join(t.TempDir(), "out"), options())
		var refusal *wrap.Refusal
		if !errors.As(err, &refusal) || !strings.Contains(err.Error(), "would be lost") {
			t.Errorf("%s: %v", name, err)
		}
	}
	// The mirror: a link to a file inside becomes that file.
	in := folder(t, files())
	if err := os.Symlink("LICENSE", filepath.Join(in, "LICENCE")); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "out")
	mustWrap(t, in, out, options())
	if contents(t, out)["LICENCE"] != "MIT" {
		t.Error("the link's file is not there")
	}
}

func TestNothingIsWrittenOver(t *testing.T) {
	in := folder(t, files())
	for _, out := range []string{in, filepath.Join(in, "out2"), t.TempDir()} {
		if _, err := wrap.Wrap(t.Context(), in, out, options()); err == nil {
			t.Errorf("%s is written", out)
		}
	}
}

func TestAPolicyOfAnotherIsRefused(t *testing.T) {
	o := options()
	o.Policy = policy.New("acme.other")
	if _, err := wrap.Wrap(
		t.Context(),
		folder(t, files()),
		filepath.Join(t.TempDir(), "out"),
		o,
	); err == nil ||
		!strings.Contains(err.Error(), "acme.other") {
		t.Errorf("%v", err)
	}
	o.Policy = policy.New("ACME.Toy")
	mustWrap(t, folder(t, files()), filepath.Join(t.TempDir(), "out"), o)
}
