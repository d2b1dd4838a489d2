'use strict'

// Addresses, schemes and names (invariants 6 and 10), inside VS Code's own extension host: addresses of the extension's own making,
// schemes and commands of others, and the loader's own files.

const { a, grant } = require('./lib.js')
const r8 = more => ({ round: 8, ...more })
const DUCK = `((vscode, path) => ({ $mid: 1, scheme: 'file', authority: '', path, query: '', fragment: '', fsPath: path,
  with() { return this }, toString: () => 'file://' + path, toJSON() { return { $mid: 1, scheme: 'file', path } } }))`
const withDuck = f => eval('(' + f.toString().replace('DUCK', DUCK) + ')')

module.exports = [
  a('reads any file, shown by an address of its own making', withDuck(async ({ vscode, T }) => {
    const e = await vscode.window.showTextDocument(DUCK(vscode, T.secret))
    vscode.commands.registerCommand('acme.given', d => d.getText(), {})
    return vscode.commands.executeCommand('acme.given', e.document)
  }), r8()),
  a('reads any file that it shows, as a document', async ({ vscode, T }) =>
    (await vscode.window.showTextDocument(vscode.Uri.file(T.secret))).document.getText(), r8(grant('documents'))),
  a('reads a file by an address that says its scheme late', withDuck(async ({ vscode, T, text }) => {
    const u = DUCK(vscode, T.secret)
    let n = 0
    Object.defineProperty(u, 'scheme', { enumerable: true, get: () => (new Error().stack.includes('ringfence.main') && n++ < 6 ?
      undefined : 'file') })
    u.uri = vscode.Uri.file(T.own)
    return text(await vscode.workspace.fs.readFile(u))
  }), r8(grant({ surface: 'files.read', resource: '${extension}/**' }))),
  a('writes a file by an address that says its scheme late', withDuck(async ({ vscode, T }) => {
    const u = DUCK(vscode, T.mark)
    let n = 0
    Object.defineProperty(u, 'scheme', { enumerable: true, get: () => (new Error().stack.includes('ringfence.main') && n++ < 3 ?
      undefined : 'file') })
    u.uri = vscode.Uri.file(T.own)
    await vscode.workspace.fs.writeFile(u, new Uint8Array(1))
    return 'yes'
  }), r8({ goal: 'mark', ...grant({ surface: 'files.write', resource: '${extension}/**' }) })),
  a('deletes a file on another machine by an address that says its scheme late', withDuck(async ({ vscode, T }) => {
    const u = DUCK(vscode, '/home')
    Object.defineProperty(u, 'scheme', { enumerable: true, get: () => (new Error().stack.split('\n').slice(0,
      5).join().includes('ringfence.main') ? undefined : 'vscode-remote') })
    u.toJSON = () => ({ $mid: 1, scheme: 'vscode-remote', authority: 'x', path: '/home' })
    u.uri = vscode.Uri.file(T.own)
    await vscode.workspace.fs.delete(u)
    return 'yes'
  }), r8({ goal: 'call', call: 'MainThreadFileSystem.$delete', ...grant({ surface: 'files.write', resource: '${extension}/**' }) })),
  a('copies on another machine, by a file system for its scheme', async ({ vscode }) => {
    vscode.workspace.registerFileSystemProvider('vscode-remote', { onDidChangeFile: () => ({ dispose() {} }),
      watch: () => ({ dispose() {} }), stat() {}, readDirectory: () => [], createDirectory() {}, readFile() {}, writeFile() {},
        delete() {},
      rename() {} })
    await vscode.workspace.fs.copy(vscode.Uri.parse('vscode-remote://x/y'), vscode.Uri.parse('vscode-remote://x/z'))
    return 'yes'
  }, r8({ goal: 'call', call: 'MainThreadFileSystem.$copy', policy: { modules: { vscode: ['workspace.registerFileSystemProvider'] } } })),
  a('writes what another machine has, by an edit of its own scheme', async ({ vscode }) => {
    vscode.workspace.registerFileSystemProvider('vscode-remote', { onDidChangeFile: () => ({ dispose() {} }),
      watch: () => ({ dispose() {} }), stat() {}, readDirectory: () => [], createDirectory() {}, readFile() {}, writeFile() {},
        delete() {},
      rename() {} })
    const e = new vscode.WorkspaceEdit()
    e.deleteFile(vscode.Uri.parse('vscode-remote://x/home'), { recursive: true })
    return (await vscode.workspace.applyEdit(e)) ? 'yes' : 'no'
  }, r8({ policy: { modules: { vscode: ['workspace.registerFileSystemProvider'] } } })),
  a('the page of its own permissions, forged', async ({ vscode }) => {
    vscode.workspace.registerTextDocumentContentProvider('ringfence.acme.tested', { provideTextDocumentContent: () => 'forged' })
    return 'yes'
  }, r8()),
  a('puts a folder into the workspace whose scheme is not the disk\'s', async ({ vscode }) => {
    return vscode.workspace.updateWorkspaceFolders(0, 0, { uri: vscode.Uri.parse('vscode-userdata:/') }) ? 'yes' : 'no'
  }, r8({ goal: 'call', call: 'MainThreadWorkspace.$updateWorkspaceFolders', policy: { modules: {
    vscode: ['workspace.updateWorkspaceFolders'] } } })),
  a('a webview that shows the disk as the data of the user', ({ vscode }) => {
    const p = vscode.window.createWebviewPanel('acme.w', 'x', 1, { enableScripts: true,
      localResourceRoots: [vscode.Uri.from({ scheme: 'vscode-userdata', path: '/' })] })
    return (p.webview.options.localResourceRoots ?? []).some(u => u.scheme === 'vscode-userdata' && u.path === '/') ? 'yes' : 'no'
  }, r8(grant('webview'))),
  a('takes over a command that another names in its activation events', async ({ vscode, victim }) => {
    vscode.commands.registerCommand('victim.later', x => 'yes')
    try { await victim('later') } catch { /* it is taken */ }
    return victim('victim.later')
  }, r8()),
  a('its own manifest, saved as a document', async ({ vscode, T }) => {
    const file = T.own.replace('data.txt', 'package.json')
    const e = await vscode.window.showTextDocument(vscode.Uri.file(file))
    await e.edit(b => b.insert(new vscode.Position(0, 0), ' '))
    return (await e.document.save()) ? 'yes' : 'no'
  }, r8({ ...grant('documents', 'files.write'), inv: 11, goal: 'call', call: 'MainThreadDocuments.$trySaveDocument' })),
  a('its own manifest, by saving all', async ({ vscode, T }) => {
    const file = T.own.replace('data.txt', 'package.json')
    const e = await vscode.window.showTextDocument(vscode.Uri.file(file))
    await e.edit(b => b.insert(new vscode.Position(0, 0), ' '))
    await vscode.workspace.saveAll()
    return 'yes'
  }, r8({ inv: 11, goal: 'call', call: 'MainThreadWorkspace.$saveAll', policy: { vscode: ['documents'], modules: {
    vscode: ['workspace.saveAll'] } } })),
  a('the state of the workspace through a text document of the log', async ({ vscode, context }) => {
    const u = vscode.Uri.joinPath(context.globalStorageUri, '..', 'ringfence', context.extension.id, 'ringfence.jsonl')
    const e = new vscode.WorkspaceEdit()
    e.createFile(u, { overwrite: true, contents: new Uint8Array(1) })
    return (await vscode.workspace.applyEdit(e)) ? 'yes' : 'no'
  }, r8({ inv: 11, ...grant('files.write') })),
  a('an edit of a file in a cell of a notebook', async ({ vscode, T }) => {
    const e = new vscode.WorkspaceEdit()
    e.insert(vscode.Uri.from({ scheme: 'vscode-notebook-cell', path: T.secret, fragment: 'x' }), new vscode.Position(0, 0), 'x')
    return (await vscode.workspace.applyEdit(e)) ? 'yes' : 'no'
  }, r8(grant({ surface: 'files.write', resource: '${extension}/**' }))),
  a('hears of files beside the workspace by a pattern that is bytes', async ({ vscode, T, require, victim }) => {
    const dir = require('path').dirname(T.secret)
    const w = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(dir), '*'))
    let got = 'no'
    w.onDidCreate(() => { got = 'yes' }, Object.assign(new Date(), {}), [])
    await new Promise(r => setTimeout(r, 300)); victim('writes', dir + '/heard.txt'); await new Promise(r => setTimeout(r, 600))
    return got
  }, r8()),
  a('a file elsewhere, by an edit that providers hand over', ({ vscode, T }) => {
    const e = new vscode.WorkspaceEdit()
    e.createFile(vscode.Uri.file(T.mark), { contents: new Uint8Array(1) })
    return 'yes'
  }, r8()),
  a('a file elsewhere, by a method of the class of edits', ({ vscode, T }) => {
    const e = new vscode.WorkspaceEdit()
    vscode.WorkspaceEdit.prototype.insert.call(e, vscode.Uri.file(T.secret), new vscode.Position(0, 0), 'x')
    return e.size === 1 ? 'yes' : 'no'
  }, r8()),
]
