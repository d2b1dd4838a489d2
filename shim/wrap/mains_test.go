package wrap_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// bufferutil ships an addon for each platform, which every Node loads.
var bufferutil = npm.Package{
	Name:      "bufferutil",
	Version:   "4.0.9",
	Integrity: "sha512-WDtdLmJvAuNNPzByAYpRo2rF1Mmradw6gvWsQKf63476DDXmomT9zUiGypLcG4ibIM67vhAj8jJRdbmEws2Aqw==",
}

// enforced wraps files under a policy's document.
func enforced(t *testing.T, files map[string]string, document string) string {
	t.Helper()
	p, err := policy.Parse("policy.json", []byte(document))
	if err != nil {
		t.Fatal(err)
	}
	o := withLoader(t)
	o.Mode, o.Policy = wrap.Enforce, p
	out := filepath.Join(t.TempDir(), "wrapped")
	mustWrap(t, folder(t, files), out, o)
	return out
}

// TestAnAddonIsLoadedByItsDigest on every host, and not without a grant, by the
// digest of another, or when its bytes were changed since.
func TestAnAddonIsLoadedByItsDigest(t *testing.T) {
	inHost(t)
	dir := fetched(t, bufferutil, func(context.Context, string) error { return nil })
	addon, err := os.ReadFile(filepath.Join(dir, "prebuilds", "linux-x64", "bufferutil.node"))
	if err != nil {
		t.Skip(err)
	}
	sum := sha256.Sum256(addon)
	files := map[string]string{
		"package.json": `{"name": "native", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": "./main.js", ` +
			`"activationEvents": ["*"]}`,
		"main.js": `exports.activate = c => c.subscriptions.push(require('vscode').commands.registerCommand('native.load', () => { try ` +
			`{ return typeof require('./addon.node').unmask } catch (e) { return e.code } }))`,
		"addon.node": string(addon),
	}
	grant := func(digest string) string {
		return fmt.Sprintf(
			`{"schemaVersion": 1, "extension": "acme.native", "code": [{"code": "native", "path": "${extension}/addon.node", "sha256": %q}]}`,
			digest,
		)
	}
	for name, c := range map[string]struct {
		document, want string
		change         bool
	}{
		"granted":            {grant(hex.EncodeToString(sum[:])), "function", false},
		"not granted":        {`{"schemaVersion": 1, "extension": "acme.native"}`, "EACCES", false},
		"another digest":     {grant(strings.Repeat("ab", 32)), "EACCES", false},
		"changed afterwards": {grant(hex.EncodeToString(sum[:])), "RF_CHANGED_FILE", true},
	} {
		t.Run(name, func(t *testing.T) {
			out := enforced(t, files, c.document)
			if c.change {
				if err := os.WriteFile(filepath.Join(out, "addon.node"), append(addon, 0), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			for _, kit := range exthost.Kits() {
				r, err := exthost.Run(t.Context(), exthost.Options{Kit: kit, Extension: out, Commands: [][]any{{"native.load"}}})
				if err != nil {
					t.Fatal(err)
				}
				if got := string(r.Results["native.load"]); got != `"`+c.want+`"` {
					t.Errorf("%s: %s, want %s; %s %v", kit, got, c.want, r.Error, r.Steps)
				}
			}
		})
	}
}

// TestModulesThatAwaitRunOnEveryHost: a main that imports, by statements, by import() and round about, modules with an
// await outside functions; and what require says of one.
func TestModulesThatAwaitRunOnEveryHost(t *testing.T) {
	inHost(t)
	out := enforced(t, map[string]string{
		"package.json": `{"name": "waits", "publisher": "acme", "version": "1.0.0", "type": "module", "engines": {"vscode": "^1.100.0"}, ` +
			`"main": "./main.js", "activationEvents": ["*"]}`,
		"main.js": `import * as vscode from 'vscode'
import { order, top } from './top.js'
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
const tried = f => { try { return f() } catch (e) { return e.code } }
const main = await Promise.resolve('main')
export function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('waits.report', async () => ({
    main, top, order, lazy: (await import('./lazy.js')).default, fails: await import('./fails.js').catch(e => e.message),
    others: tried(() => readFileSync('/etc/passwd')), required: tried(() => createRequire(import.meta.url)('./other.js')) })))
}
`,
		"top.js": "import { later, order } from './below.js'\nimport './round.js'\nexport { order }\nexport const top = await later()\n" +
			"order.push('top')\n",
		"below.js": "export const order = ['below']\nexport const later = async () => 'later'\nawait null\norder.push('below again')\n",
		"round.js": "import './top.js'\nimport { order } from './below.js'\norder.push('round')\n",
		"lazy.js":  "for await (const x of ['lazy']) globalThis.got = x\nexport default globalThis.got\n",
		"fails.js": "await Promise.reject(new Error('no'))\n",
		"other.js": "await 1\nexport {}\n",
	}, `{"schemaVersion": 1, "extension": "acme.waits", "modules": {"fs": ["readFileSync"], "module": ["createRequire"]},
		"files.read": ["${extension}/**"]}`)
	const want = `{"main":"main","top":"later","order":["below","below again","round","top"],"lazy":"lazy","fails":"no","others":"EACCES",` +
		`"required":"ERR_REQUIRE_ASYNC_MODULE"}`
	for _, kit := range exthost.Kits() {
		r, err := exthost.Run(t.Context(), exthost.Options{Kit: kit, Extension: out, Commands: [][]any{{"waits.report"}}})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(r.Results["waits.report"]); got != want {
			t.Errorf("%s: %s; %s %v", kit, got, r.Error, r.Steps)
		}
	}
}

// TestModulesOfTheOtherKindRunOnEveryHost: an extension whose main is an ES module,
// with everything that only such modules have, works and is fenced.
func TestModulesOfTheOtherKindRunOnEveryHost(t *testing.T) {
	inHost(t)
	out := enforced(t, map[string]string{
		"package.json": `{"name": "esm", "publisher": "acme", "version": "1.0.0", "type": "module", "engines": {"vscode": "^1.100.0"}, ` +
			`"main": "./out/main.js", "activationEvents": ["*"]}`,
		"out/main.js": `import * as vscode from 'vscode'
import fs, { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { name, count, later } from './lib.js'
import commonjs from './old.cjs'
let top = 'none'
later().then(x => { top = x })
export function activate(context) {
  const tried = f => { try { return f() } catch (e) { return e.code } }
  context.subscriptions.push(vscode.commands.registerCommand('esm.report', async () => ({
    name, count, top, commonjs: commonjs.kind, lazy: (await import('./lazy.js')).default, url: ` +
			`import.meta.url.endsWith('/out/main.js'), dir: import.meta.dirname === undefined || import.meta.dirname.endsWith('out'),
    own: tried(() => readFileSync(join(context.extensionPath, 'out', 'data.txt'), 'utf8')), others: tried(() => ` +
			`fs.readFileSync('/etc/passwd', 'utf8')),
    program: await import('node:child_process').then(m => tried(() => '' + m.execFileSync('id')), e => e.code), text: tried(() => ` +
			`Function('return 1')()), self: typeof globalThis.process.mainModule,
  })))
}
`,
		"out/lib.js":   "export const name = 'lib'\nexport let count = 0\ncount++\nexport const later = async () => 'later'\n",
		"out/lazy.js":  "import { name } from './lib.js'\nexport default 'lazy ' + name\n",
		"out/old.cjs":  "module.exports = { kind: 'commonjs' }\n",
		"out/data.txt": "data",
	}, `{"schemaVersion": 1, "extension": "acme.esm", "modules": {"fs": ["readFileSync"]}, "files.read": ["${extension}/**"]}`)
	const want = `{"name":"lib","count":1,"top":"later","commonjs":"commonjs","lazy":"lazy ` +
		`lib","url":true,"dir":true,"own":"data","others":"EACCES","program":"MODULE_NOT_FOUND","text":"RF_DENIED_CODE","self":"undefined"}`
	for _, kit := range exthost.Kits() {
		r, err := exthost.Run(t.Context(), exthost.Options{Kit: kit, Extension: out, Commands: [][]any{{"esm.report"}}})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(r.Results["esm.report"]); got != want {
			t.Errorf("%s: %s; %s %v", kit, got, r.Error, r.Steps)
		}
	}
}
