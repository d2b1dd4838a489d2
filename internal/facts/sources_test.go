package facts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
)

// unbuilt is a repository whose main a build would make.
func unbuilt(more files) files {
	out := files{
		".vscodeignore": "**\n!dist/**\n",
		"package.json":  manifest(`"main": "./dist/extension.js"`),
		"tsconfig.json": `{"compilerOptions": {"outDir": "out", "baseUrl": ".", "paths": {"@lib/*": ["src/lib/*"]}}}`,
	}
	for name, text := range more {
		out[name] = text
	}
	return out
}

// repository returns the facts of a folder in which somebody develops.
func repository(t *testing.T, in files) *facts.Program {
	t.Helper()
	p, err := facts.Analyze(t.Context(), loadAs(t, in, extension.Repository), facts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func modules(p *facts.Program) []string {
	var out []string
	for _, m := range p.Modules {
		out = append(out, m.Path)
	}
	return out
}

func blindFiles(p *facts.Program) []string {
	var out []string
	for _, b := range p.BlindSpots {
		out = append(out, b.File)
	}
	return out
}

// A pull request has no dist. What spawns in the sources is seen, through
// TypeScript, imports with the ending of what is built, and paths of tsconfig.
func TestAnUnbuiltRepositoryIsJudgedByItsSources(t *testing.T) {
	p := repository(t, unbuilt(files{
		"src/extension.ts": "import { run } from './run.js';\nimport { log } from '@lib/log';\n" +
			"export function activate(c: vscode.ExtensionContext) { run('docker'); log() }",
		"src/run.ts":       "import * as cp from 'child_process';\nexport const run = (x: string) => cp.spawn(x, ['ps']);",
		"src/lib/log.ts":   "import fs from 'fs';\nimport type { T } from 'types-only';\nexport const log = () => fs.readFileSync('/etc/hosts');",
		"src/test/a.ts":    "import { run } from '../run'; run('rm');",
		"scripts/build.js": "require('child_process').exec('curl')",
	}))
	if p.Basis != facts.Sources {
		t.Fatalf("the basis is %q", p.Basis)
	}
	if diff := cmp.Diff([]string{"src/extension.ts", "src/lib/log.ts", "src/run.ts"}, modules(p)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	spawns := calls(p, "child_process.spawn")
	if len(spawns) != 1 || show(spawns[0].Args[0]) != "docker" || spawns[0].Where.File != "src/run.ts" {
		t.Errorf("%+v", spawns)
	}
	if len(calls(p, "fs.readFileSync")) != 1 {
		t.Errorf("what @lib/log does was not seen: %v", symbols(p))
	}
	if diff := cmp.Diff([]string{""}, blindFiles(p)); diff != "" {
		t.Errorf("blind (-want +got):\n%s", diff)
	}
}

// What is built is judged as it is, whatever lies beside it.
func TestABuiltRepositoryIsJudgedByWhatShips(t *testing.T) {
	p := repository(
		t,
		unbuilt(files{"src/extension.ts": "export function activate() {}", "dist/extension.js": "require('child_process').spawn('git')"}),
	)
	if p.Basis != facts.Package || !slices.Equal(modules(p), []string{"dist/extension.js"}) || len(p.BlindSpots) != 0 {
		t.Errorf("%s, %v, %v", p.Basis, modules(p), p.BlindSpots)
	}
}

// Packages and files that only a build brings are unknown, not harmless, and it
// does not matter whether somebody installed them.
func TestWhatABuildBringsIsUnknown(t *testing.T) {
	source := "import { LanguageClient } from 'vscode-languageclient/node';\nimport x from '@scope/pkg/deep';\n" +
		"import './generated/parser';\nimport * as vscode from 'vscode';\nimport 'node:os';\nexport function activate() {}\n" +
		"require('vscode-languageclient');"
	bare := repository(t, unbuilt(files{"src/extension.ts": source}))
	want := []string{"", "node_modules/@scope/pkg", "node_modules/vscode-languageclient", "src/generated/parser"}
	if diff := cmp.Diff(want, blindFiles(bare)); diff != "" {
		t.Errorf("blind (-want +got):\n%s", diff)
	}
	installed := repository(t, unbuilt(files{
		"src/extension.ts": source,
		"node_modules/vscode-languageclient/package.json": "{}",
		"node_modules/vscode-languageclient/index.js":     "require('child_process').spawn('x')",
	}))
	if diff := cmp.Diff(bare, installed); diff != "" {
		t.Errorf("with packages installed (+) it is another program:\n%s", diff)
	}
}

// A server that the client starts by the name it will have is read as well, and
// what that starts in turn.
func TestADeclarationSaysNothingOfWhatRuns(t *testing.T) {
	in := files{"src/extension.ts": "import { Repository } from './git';\nexport function activate() { const r: Repository = null; use(r) }"}
	for _, c := range []struct{ file, want string }{
		{"src/other.d.ts", "it is loaded and is not in the repository"},
		{"src/git.d.ts", "only its types are in the repository"},
	} {
		in[c.file] = "export interface Repository {}"
		p := repository(t, unbuilt(in))
		if got := blindFiles(p); !slices.Equal(got, []string{"", "src/git"}) || !strings.Contains(p.BlindSpots[1].Reason, c.want) {
			t.Errorf("%s: %+v", c.file, p.BlindSpots)
		}
	}
}

func TestFilesThatAreStartedByTheirBuiltNames(t *testing.T) {
	p := repository(t, unbuilt(files{
		"src/extension.ts": "import * as path from 'path'; import {fork} from 'child_process';\n" +
			"export function activate(c) { fork(c.asAbsolutePath(path.join('server', 'out', 'server.js'))) }",
		"server/tsconfig.json": `{"compilerOptions": {"outDir": "out", "rootDir": "src"}}`,
		"server/src/server.ts": "import {Worker} from 'worker_threads'; new Worker(__dirname + '/deep.js')",
		"server/src/deep.ts":   "import * as net from 'net'; net.connect(80, 'a.example')",
	}))
	want := []string{"server/src/server.ts", "src/extension.ts"}
	if got := modules(p); !slices.Contains(got, want[0]) || !slices.Contains(got, want[1]) {
		t.Errorf("files: %v", got)
	}
	var forked bool
	for _, e := range p.Entries {
		forked = forked || e.File == "server/src/server.ts" && e.Kind == facts.EntryFork
	}
	if !forked {
		t.Errorf("entries: %+v", p.Entries)
	}
}

// A repository without a source that could be the entry stays what it was: blind.
func TestNoSourceOfTheEntry(t *testing.T) {
	p := repository(t, unbuilt(files{"src/other.ts": "export const x = 1"}))
	if p.Basis != facts.Package || len(p.BlindSpots) != 1 || !strings.Contains(p.BlindSpots[0].Reason, "may have to be built") {
		t.Errorf("%s, %+v", p.Basis, p.BlindSpots)
	}
}

// Files are named as they lie when they run: a path beside __dirname is below
// dist.
func TestPathsAreThoseOfWhatRuns(t *testing.T) {
	p := repository(
		t,
		unbuilt(
			files{"src/a/extension.ts": "import * as fs from 'fs'; export function activate() { fs.readFileSync(__dirname + '/data.json') }"},
		),
	)
	reads := calls(p, "fs.readFileSync")
	if len(reads) != 1 || show(reads[0].Args[0]) != "${extension}/dist/data.json" {
		t.Errorf("%+v", reads)
	}
	// A compiler keeps the layout.
	p = repository(t, files{
		".vscodeignore":    "src\n",
		"package.json":     manifest(`"main": "./out/extension.js"`),
		"tsconfig.json":    `{"compilerOptions": {"outDir": "out", "rootDir": "src"}}`,
		"src/extension.ts": "import './deep/x'; export function activate() {}",
		"src/deep/x.ts":    "import * as fs from 'fs'; fs.readFileSync(__dirname + '/../../data.json')",
	})
	reads = calls(p, "fs.readFileSync")
	if len(reads) != 1 || show(reads[0].Args[0]) != "${extension}/out/deep/../../data.json" {
		t.Errorf("%+v", reads)
	}
}

// main.js is committed and loads what a build makes: the source of that is read,
// and what has none is blind. In an archive nobody builds any more.
func TestACommittedEntryThatLoadsWhatABuildMakes(t *testing.T) {
	in := files{
		".vscodeignore": "src\n", "package.json": manifest(`"main": "./main.js"`),
		"main.js":          "const bundled = true; module.exports = require(bundled ? './dist/extension.bundle' : './out/src/extension')",
		"tsconfig.json":    `{"compilerOptions": {"outDir": "out"}}`,
		"src/extension.ts": "import * as cp from 'child_process'; export function activate() { cp.spawn('docker') }",
	}
	p := repository(t, in)
	if p.Basis != facts.Sources || len(calls(p, "child_process.spawn")) != 1 {
		t.Errorf("%s, %v, blind %v", p.Basis, symbols(p), blindFiles(p))
	}
	delete(in, "src/extension.ts")
	p = repository(t, in)
	if p.Basis != facts.Package || len(p.BlindSpots) == 0 {
		t.Errorf("without a source: %s, blind %v", p.Basis, blindFiles(p))
	}
	if p := analyze(t, in); len(p.BlindSpots) != 0 {
		t.Errorf("as a folder that was installed: blind %v", blindFiles(p))
	}
	in["main.js"] = "require('./config.json'); require('./build/x.node')"
	if p := repository(t, in); len(p.BlindSpots) != 0 {
		t.Errorf("data and native code: blind %v", p.BlindSpots)
	}
}

// A clone that somebody built has the sources of one that nobody did.
func TestSourcesAreTheSameInABuiltClone(t *testing.T) {
	in := unbuilt(files{
		"src/extension.ts": "import {fork} from 'child_process'; export function activate(c) { fork(c.asAbsolutePath('dist/server.js'));" +
			" fork(c.asAbsolutePath('media/tool.js')) }",
		"src/server.ts": "import * as net from 'net'; net.connect(80, 'a.example')",
		"media/tool.js": "require('os').hostname()",
	})
	look := func() *facts.Program {
		p, err := facts.Analyze(t.Context(), loadAs(t, in, extension.Repository), facts.Options{Sources: true})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	in["package.json"] = manifest(
		`"main": "./dist/extension.js", "contributes": {"debuggers": [{"type": "t", "program": "./dist/adapter.js"}]}`,
	)
	clean := look()
	in["dist/adapter.js"] = "require('os')"
	in["dist/extension.js"], in["dist/server.js"], in["out/src/extension.js"] = "require('child_process').exec('x')", "require('dgram')", "1"
	if diff := cmp.Diff(clean, look()); diff != "" {
		t.Errorf("built (+) there is another program:\n%s", diff)
	}
	if got := modules(clean); !slices.Equal(got, []string{"media/tool.js", "src/extension.ts", "src/server.ts"}) {
		t.Errorf("files: %v", got)
	}
}

// More packages than are named are counted, and not passed over.
func TestPackagesBeyondTheBoundAreCounted(t *testing.T) {
	var source strings.Builder
	for i := range 230 {
		fmt.Fprintf(&source, "import 'package-%d';\n", i)
	}
	p := repository(t, unbuilt(files{"src/extension.ts": source.String() + "export function activate() {}"}))
	last := p.BlindSpots[slices.IndexFunc(p.BlindSpots, func(b facts.BlindSpot) bool { return strings.Contains(b.Reason, "more packages") })]
	if len(p.BlindSpots) != 202 || !strings.HasPrefix(last.Reason, "30 more packages and files") {
		t.Errorf("%d are blind, %+v", len(p.BlindSpots), last)
	}
}

// Files that start one another deeper than is followed are blind.
func TestFilesBeyondTheRoundsAreBlind(t *testing.T) {
	in := unbuilt(
		files{"src/extension.ts": "import {fork} from 'child_process'; export function activate(c) { fork(c.asAbsolutePath('media/w0.js')) }"},
	)
	for i := range 8 {
		in[fmt.Sprintf("media/w%d.js", i)] = fmt.Sprintf("const {fork} = require('child_process'); fork(__dirname + '/../media/w%d.js')", i+1)
	}
	var in0 []string
	for _, b := range repository(t, in).BlindSpots {
		if strings.Contains(b.Reason, "was not read") && b.File != "" {
			in0 = append(in0, b.File)
		}
	}
	if !slices.Equal(in0, []string{"media/w4.js"}) {
		t.Errorf("blind: %v", in0)
	}
}
