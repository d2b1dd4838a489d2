'use strict'

// What is made while an extension is observed and goes on when it is not (invariants 5, 7 and 10), inside VS Code's own extension host.

const { a } = require('./lib.js')
const r = more => ({ round: 12, ...more })
// OVER waits until the loader enforces.
const OVER = `(async (require) => {
  if (!require('fs').readdirSync(__dirname).includes('ringfence.main.cjs')) return true
  for (let i = 0; i < 80; i++) {
    await new Promise(r => setTimeout(r, 100))
    try { require('child_process').execFileSync('/bin/true') } catch { return true }
  }
  return false
})`
const withOver = f => eval('(' + f.toString().replace('OVER', OVER) + ')')
const SHORT = { mode: 'observe', observeDays: 0.00002, tick: 200, extensionVersion: '1', policySha256: 'x' }

module.exports = [
  a('what a file elsewhere says, by another name that it gave it while it was observed', withOver(async ({ require, T }) => {
    const fs = require('fs')
    fs.linkSync(T.secret, __dirname + '/other.txt')
    const over = await (OVER)(require)
    return over ? fs.readFileSync(__dirname + '/other.txt', 'utf8') : 'not over'
  }), r({ class: 'files', inv: 7, config: SHORT })),
  a('a file elsewhere, by a descriptor that it opened while it was observed', withOver(async ({ require, T }) => {
    const fs = require('fs')
    const fd = fs.openSync(T.secret)
    const over = await (OVER)(require)
    const b = Buffer.alloc(13)
    fs.readSync(fd, b, 0, 13, 0)
    return over ? String(b) : 'not over'
  }), r({ round: 12, class: 'files', inv: 7, config: SHORT })),
  a('a file elsewhere, written by a descriptor that it opened while it was observed', withOver(async ({ require, T, victim }) => {
    const fs = require('fs')
    const fd = fs.openSync(T.mark + '.f', 'w')
    const over = await (OVER)(require)
    fs.writeSync(fd, 'yes')
    return over ? victim('text', T.mark + '.f') : 'not over'
  }), r({ round: 12, class: 'files', inv: 7, config: SHORT })),
  a('a table elsewhere, by a database that it opened while it was observed', withOver(async ({ require, T, victim }) => {
    const { DatabaseSync } = require('node:sqlite')
    const d = new DatabaseSync(T.mark + '.db')
    d.exec('create table t (x)')
    const over = await (OVER)(require)
    d.exec("insert into t values ('yes')")
    const [row] = d.prepare('select x from t').all()
    return over ? row.x : 'not over'
  }), r({ round: 12, class: 'files', inv: 7, config: SHORT, policy: { modules: { fs: ['*'], sqlite: ['*'], child_process: ['*'] } } })),
  a('what comes into a folder elsewhere, heard since it was observed', withOver(async ({ require, T, victim }) => {
    let got = 'no'
    const w = require('fs').watch(T.out, (e, name) => { if (name === 'heard.txt') got = 'yes' })
    const over = await (OVER)(require)
    victim('writes', T.out + '/heard.txt')
    await new Promise(ok => setTimeout(ok, 500))
    w.close()
    return over ? got : 'not over'
  }), r({ class: 'files', inv: 7, config: SHORT })),
  a('a file elsewhere, when its time is over and nobody has counted', async ({ require, T }) => {
    for (const end = Date.now() + 5000; Date.now() < end;);
    return require('fs').readFileSync(T.secret, 'utf8')
  }, r({ inv: 12, config: SHORT })),
  a('the whole disk in a page that it made while it was observed', withOver(async ({ vscode, require }) => {
    const p = vscode.window.createWebviewPanel('acme.w', 'x', 1, { enableScripts: true, localResourceRoots: [vscode.Uri.file('/')] })
    const over = await (OVER)(require)
    return over && p.webview.options.localResourceRoots.some(u => u.path === '/') ? 'yes' : 'over ' + over
  }), r({ config: SHORT })),
  a('a page in a view that it registered while it was observed', withOver(async ({ vscode, require, other }) => {
    vscode.window.registerWebviewViewProvider('acme.v', { resolveWebviewView: v => { v.webview.html = 'rf-marked' } })
    const over = await (OVER)(require)
    if (over) await other('test.view')
    await new Promise(ok => setTimeout(ok, 500))
    return 'over ' + over
  }), r({ goal: 'call', call: 'MainThreadWebviews.$setHtml marked', config: SHORT })),
  a('the program that the person debugs, by what it registered while it was observed', withOver(async ({ vscode, require, victim }) => {
    let over = false
    vscode.debug.registerDebugConfigurationProvider('node', {
      resolveDebugConfiguration: (folder, c) => ({ ...c, program: over ? 'rf-marked' : c.program }) })
    over = await (OVER)(require)
    await victim('debugs')
    await new Promise(ok => setTimeout(ok, 800))
    return 'over ' + over
  }), r({ goal: 'call', call: '$resolveDebugConfiguration marked', config: SHORT })),
  a('addresses that are opened for it, by what it registered while it was observed', withOver(async ({ vscode, require, other }) => {
    let got = 'no'
    vscode.window.registerUriHandler({ handleUri: u => { got = u.query } })
    const over = await (OVER)(require)
    await other('test.link', 'yes')
    await new Promise(ok => setTimeout(ok, 500))
    return over ? got : 'not over'
  }), r({ config: SHORT })),
  a('what a neighbour stores under a scheme that it took while it was observed', withOver(async ({ vscode, require, victim }) => {
    let got = 'no'
    vscode.workspace.registerFileSystemProvider('victimfs', {
      onDidChangeFile: () => ({ dispose() {} }), watch: () => ({ dispose() {} }), stat: () => ({ type: 1, ctime: 0, mtime: 0, size: 1 }),
      readDirectory: () => [], createDirectory() {}, readFile: () => new Uint8Array(1), delete() {}, rename() {},
      writeFile: (u, b) => { got = new TextDecoder().decode(b) } })
    const over = await (OVER)(require)
    await victim('stores')
    return over ? got : 'not over'
  }), r({ config: SHORT })),
  a('a list of a neighbour\'s that it got while it was observed', withOver(async ({ vscode, require }) => {
    const { list } = vscode.extensions.getExtension('other.victim').exports
    const over = await (OVER)(require)
    return over ? list[0] : 'not over'
  }), r({ config: SHORT })),
  a('what a neighbour gives one by one, by exports that it got while it was observed', withOver(async ({ vscode, require }) => {
    const { each } = vscode.extensions.getExtension('other.victim').exports
    const over = await (OVER)(require)
    return over ? [...each].join() : 'not over'
  }), r({ config: SHORT })),
  a('what a neighbour exports, said otherwise by exports that it got while it was observed',
    withOver(async ({ vscode, require, victim }) => {
    const { exports } = vscode.extensions.getExtension('other.victim')
    const over = await (OVER)(require)
    exports.token = 'forged'
    return over && victim('exported') === 'forged' ? 'yes' : 'over ' + over
  }), r({ inv: 13, kind: 'interference', config: SHORT })),
]
