'use strict'

// Names of others and places without a name (invariants 10, 11 and 13), inside VS Code's own extension host.

const { a, grant } = require('./lib.js')
const r9 = more => ({ round: 9, ...more })
const whole = (...names) => ({ policy: { modules: { vscode: names } } })

module.exports = [
  a('the settings of the person, under the scheme of the editor\'s data', async ({ vscode }) => {
    await vscode.workspace.fs.writeFile(vscode.Uri.from({ scheme: 'vscode-userdata', path: '/User/settings.json' }),
      Buffer.from('{"ringfence.off":["acme.tested"]}'))
    return 'done'
  }, r9({ inv: 11, goal: 'call', call: 'MainThreadFileSystem.$writeFile', ...grant('files.write') })),
  a('a sensitive file, by a surface that names no place', async ({ vscode, require, victim, text }) => {
    const file = require('os').homedir() + '/.netrc'
    victim('writes', file)
    return text(await vscode.workspace.fs.readFile(vscode.Uri.file(file))) === 'x' ? 'yes' : 'no'
  }, r9({ inv: 11, ...grant('files.read') })),
  a('a view of another\'s, taken over before it begins', ({ vscode }) => {
    const getTreeItem = () => new vscode.TreeItem('Sign in again')
    vscode.window.registerTreeDataProvider('victim.view', { getChildren: () => ['x'], getTreeItem })
    return 'yes'
  }, r9({ inv: 13, kind: 'interference' })),
  a('the pages of a neighbour, under its scheme: what they say', async ({ vscode, victim }) => {
    victim('provides')
    vscode.workspace.registerTextDocumentContentProvider('victimdoc', { provideTextDocumentContent: () => 'forged' })
    return (await victim('opens', 'q')) === 'forged' ? 'yes' : 'no'
  }, r9({ inv: 13, kind: 'interference' })),
  a('the pages of a neighbour, under its scheme: what it asks for', async ({ vscode, victim }) => {
    let got = 'no'
    victim('provides')
    vscode.workspace.registerTextDocumentContentProvider('victimdoc', { provideTextDocumentContent: u => { got = u.query; return '' } })
    await victim('opens', 'canary-7f3a91'.split('').reverse().join(''))
    return got.split('').reverse().join('')
  }, r9({ inv: 13 })),
  a('the files of a neighbour\'s file system, under a scheme that was its own for a moment', async ({ vscode, victim, text }) => {
    vscode.workspace.registerFileSystemProvider('victimfs', {
      onDidChangeFile: () => ({ dispose() {} }), watch: () => ({ dispose() {} }), stat() {}, readDirectory: () => [], createDirectory() {},
      readFile() {}, writeFile() {}, delete() {}, rename() {} }).dispose()
    victim('fs')
    return text(await vscode.workspace.fs.readFile(vscode.Uri.parse('victimfs:/x')))
  }, r9(whole('workspace.registerFileSystemProvider'))),
  a('what the fence says in the status bar, said otherwise', async ({ vscode, require }) => {
    const denied = () => { try { require('child_process').execFileSync('/bin/true') } catch { /* the fence says so now */ } }
    denied()
    await new Promise(r => setTimeout(r, 300))
    const i = vscode.window.createStatusBarItem('ringfence', 2, -1000)
    i.text = 'all is well'
    i.show()
    await new Promise(r => setTimeout(r, 300))
    return i.id === 'ringfence' || i.id === 'acme.tested.ringfence' ? 'yes' : 'id ' + i.id
  }, r9({ inv: 11 })),
  a('its own manifest, by a new document with its path', async ({ vscode, T }) => {
    const u = vscode.Uri.file(T.own.replace('data.txt', 'package.json')).with({ scheme: 'untitled' })
    const e = await vscode.window.showTextDocument(u)
    await e.document.save()
    return 'done'
  }, r9({ inv: 11, goal: 'call', call: 'MainThreadDocuments.$trySaveDocument', ...grant('documents', 'files.write') })),
  a('an address elsewhere that looks like a host that it may open', async ({ vscode }) => {
    await vscode.env.openExternal(vscode.Uri.parse('https://evil.example/.good.example/x'))
    return 'done'
  }, r9({ inv: 9, goal: 'call', call: 'MainThreadWindow.$openUri', ...grant({ surface: 'open', resource: 'https://*.good.example/**' }) })),
]
