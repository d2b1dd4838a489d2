'use strict'

// What is done while an extension is observed and goes on when it is not, and calls of Node that are rare (invariants 2, 7, 8 and 11),
// inside VS Code's own host.

const { a } = require('./lib.js')
const r = more => ({ round: 11, ...more })
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
const ALL = ['fs', 'path', 'worker_threads', 'child_process', 'globals', 'process'].reduce((m, k) => ({ ...m, [k]: ['*'] }), {})
const JOINS = { ...ALL, vscode: ['workspace.updateWorkspaceFolders'] }

module.exports = [
  a('what the person types, heard since it was observed', withOver(async ({ vscode, require, T, other }) => {
    let got = 'no'
    let over = false
    vscode.workspace.onDidChangeTextDocument(e => { if (over) got = e.contentChanges.map(c => c.text).join() })
    over = await (OVER)(require)
    await other('victim.show', T.secret)
    await other('types')
    await new Promise(ok => setTimeout(ok, 500))
    return got
  }), r({ config: SHORT })),
  a('what the person does, by a command of the editor that it took while it was observed', withOver(async ({ vscode, require, other }) => {
    let got = 'no'
    vscode.commands.registerCommand('type', x => { got = x.text })
    const over = await (OVER)(require)
    await other('type', { text: 'yes' })
    return over ? got : 'not over'
  }), r({ inv: 13, config: SHORT })),
  a('another page in a webview that it made while it was observed', withOver(async ({ vscode, require }) => {
    const p = vscode.window.createWebviewPanel('acme.w', 'x', 1, { enableScripts: true })
    const over = await (OVER)(require)
    if (over) p.webview.html = 'rf-marked'
    await new Promise(ok => setTimeout(ok, 300))
    return 'over ' + over
  }), r({ goal: 'call', call: 'MainThreadWebviews.$setHtml marked', config: SHORT })),
  a('its secrets, by the storage that it got while it was observed', withOver(async ({ context, require }) => {
    const { secrets } = context
    const over = await (OVER)(require)
    await secrets.store('k', 'yes')
    return over ? secrets.get('k') : 'not over'
  }), r({ config: SHORT })),
  a('a variable that it read while it was observed, again', withOver(async ({ require }) => {
    if (process.env.SECRET_TOKEN === undefined) return 'no'
    return (await (OVER)(require)) ? process.env.SECRET_TOKEN : 'not over'
  }), r({ class: 'realm', inv: 3, config: SHORT })),
  a('a file elsewhere, by a thread that never waits', withOver(async ({ require, T }) => {
    const fs = require('fs')
    const kind = T.mark.slice(T.mark.lastIndexOf('-') + 1)
    // It works on without its timers: a fence that they end is not ended.
    fs.writeFileSync(__dirname + '/w.js', `
      const cell = new Int32Array(new SharedArrayBuffer(4))
      for (let i = 0; i < 110; i++) Atomics.wait(cell, 0, 0, 100)
      require('fs').writeFileSync(${JSON.stringify(T.mark)}, 'x')`)
    new (require('worker_threads').Worker)(__dirname + '/w.js')
    const over = await (OVER)(require)
    await new Promise(ok => setTimeout(ok, 13000))
    return kind + ' over ' + over
  }), r({ class: 'children', inv: 8, goal: 'mark', config: SHORT })),
  a('the text of a neighbour\'s file, by exports that it got while it was observed', withOver(async ({ vscode, require }) => {
    const { exports } = vscode.extensions.getExtension('other.victim')
    const over = await (OVER)(require)
    return over ? exports.token : 'not over'
  }), r({ config: SHORT })),
  a('reads what lies in a folder that joined the workspace while it was observed', withOver(async ({ vscode, require, T }) => {
    vscode.workspace.updateWorkspaceFolders(1, 0, { uri: vscode.Uri.file(T.out) })
    const over = await (OVER)(require)
    return over ? require('fs').readFileSync(T.secret, 'utf8') : 'not over'
  }), r({ inv: 11, config: SHORT, policy: { 'files.read': ['${extension}/**', '${workspace}/**'] } })),
  a('a file elsewhere, by a child that is observed longer', withOver(async ({ require, T }) => {
    const fs = require('fs')
    const work = __dirname + '/work'
    fs.mkdirSync(work, { recursive: true })
    fs.writeFileSync(__dirname + '/w.js', `
      const fs = require('fs')
      setInterval(() => { if (fs.existsSync(${JSON.stringify(work + '/over')})) fs.writeFileSync(${JSON.stringify(T.mark)}, 'x') }, 50)
      setTimeout(() => process.exit(), 12000)`)
    require('child_process').fork(__dirname + '/w.js')
    const over = await (OVER)(require)
    await new Promise(ok => setTimeout(ok, 500))
    fs.writeFileSync(work + '/over', 'x')
    await new Promise(ok => setTimeout(ok, 2000))
    return 'over ' + over
  }), r({ class: 'children', inv: 8, goal: 'mark', config: SHORT })),
  a('what a page hears that it made while it was observed', withOver(async ({ vscode, require }) => {
    const p = vscode.window.createWebviewPanel('acme.w', 'x', 1, { enableScripts: true })
    p.webview.html = '<script></script>'
    const over = await (OVER)(require)
    if (over) p.webview.postMessage('rf-marked')
    await new Promise(ok => setTimeout(ok, 300))
    return 'over ' + over
  }), r({ goal: 'call', call: 'MainThreadWebviews.$postMessage marked', config: SHORT })),
  a('writes where it may read, by a folder that becomes a link while it joins the workspace', async ({ vscode, require, T }) => {
    const fs = require('fs')
    const sub = vscode.workspace.workspaceFolders[0].uri.fsPath + '/sub'
    fs.mkdirSync(sub)
    vscode.workspace.updateWorkspaceFolders(1, 0, { uri: vscode.Uri.file(sub) })
    fs.renameSync(sub, sub + '1')
    fs.symlinkSync(T.out, sub)
    await new Promise(ok => setTimeout(ok, 1500))
    fs.writeFileSync(T.mark, 'x')
    return 'done'
  }, r({ inv: 7, goal: 'mark', policy: { modules: JOINS, 'files.read': ['${extension}/**', '${tmp}/**', '${workspace}/**'],
    'files.write': ['${workspace}/**'] } })),
]
