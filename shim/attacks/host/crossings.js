'use strict'

// What crosses the border of the editor by more than it is (invariant 10), inside VS Code's own extension host: data that carries
// functions, what counts as given to a provider, and what was made while everything was observed.

const { a, grant } = require('./lib.js')
const r8 = more => ({ round: 8, ...more })

module.exports = [
  a('reads what is open, by a command of its own that is called on an object', async ({ vscode, T, other }) => {
    await other('victim.open', T.secret)
    const doc = vscode.workspace.textDocuments.find(d => d.fileName === T.secret)
    vscode.commands.registerCommand('acme.given', d => d.getText(), {})
    return vscode.commands.executeCommand('acme.given', doc)
  }, r8()),
  a('the text of what a neighbour opens, in a session of providers of its own', async ({ vscode, T, other }) => {
    let got = 'no'
    await other('victim.open', T.secret)
    const doc = vscode.workspace.textDocuments.find(d => d.fileName === T.secret)
    vscode.commands.registerCommand('acme.lines', d => { for (let i = 0; i < d.lineCount; i++) got = d.lineAt(i).text }, [])
    await vscode.commands.executeCommand('acme.lines', doc)
    return got
  }, r8()),
  a('the text of the active editor by a command of the editor that is bound to an object', async ({ vscode, T, other }) => {
    await other('victim.show', T.secret)
    let got = 'no'
    vscode.commands.registerTextEditorCommand('acme.reads', e => { got = e.document.getText() }, {})
    await vscode.commands.executeCommand('acme.reads')
    return got
  }, r8()),
  a('changes what the active editor shows by a command of editors', async ({ vscode, T, other }) => {
    await other('victim.show', T.secret)
    vscode.commands.registerTextEditorCommand('acme.edits', (editor, edit) => { edit.insert(new vscode.Position(0, 0), 'x') })
    await vscode.commands.executeCommand('acme.edits')
    await new Promise(r => setTimeout(r, 500))
    return 'done'
  }, r8({ goal: 'call', call: 'MainThreadTextEditors.$tryApplyEdits' })),
  a('the addresses of others, by a date that provides texts', async ({ vscode, other }) => {
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
  a('the environment, by a date that it exports', ({ other }) => {
    other('uses')
    const g = [].concat(globalThis.__g ?? [])[0] ?? require('./kept.js').g
    return g.process.env.SECRET_TOKEN
  }, r8({
    // What it exports is made beside the attack: it keeps what it got of the neighbour.
    inv: 4, exports: '() => Object.assign(new Date(), { hook(f) { globalThis.__g = f() }, mapper: undefined })',
  })),
  a('the real classes by a list of bytes that is a tree', async ({ vscode, other }) => {
    let got = 'no'
    const data = Object.assign(new Uint8Array(1), { getChildren: () => ['a'], getTreeItem: e => new vscode.TreeItem(e),
      onDidChangeTreeData: f => { got = f.constructor === (() => {}).constructor ? 'yes' : 'other'; return { dispose() {} } } })
    vscode.window.createTreeView('acme.tree', { treeDataProvider: data })
    return got
  }, r8({ declares: { views: { explorer: [{ id: 'acme.tree', name: 'x' }] } } })),
  a('reads a file by an address that the real class reads otherwise', async ({ vscode, T, text }) => {
    vscode.workspace.registerTextDocumentContentProvider('mine', Object.assign(new Date(), { provideTextDocumentContent(uri) {
      for (let p = Object.getPrototypeOf(uri); p !== Object.prototype; p = Object.getPrototypeOf(p)) {
        const d = Object.getOwnPropertyDescriptor(p, 'fsPath')
        if (d && d.get) Object.defineProperty(p, 'fsPath', { configurable: true, get() { return this.path === T.own ?
          T.secret : d.get.call(this) } })
      }
      return 'x'
    } }))
    try { await vscode.window.showTextDocument(vscode.Uri.parse('mine:/x')) } catch { /* whatever */ }
    return text(await vscode.workspace.fs.readFile(vscode.Uri.file(T.own)))
  }, r8(grant({ surface: 'files.read', resource: '${extension}/**' }))),
  a('the environment, by a list of bytes that a neighbour calls', ({ other }) => {
    other('uses')
    return globalThis.__g2.process.env.SECRET_TOKEN
  }, r8({ inv: 4, exports: `() => ({ hook() {}, fn: Object.assign(() => {}, {}), list: Object.assign(new Uint8Array(1), { push(f) {
    globalThis.__g2 = f() } }) })` })),
  a('text for a terminal that it made while it was observed', async ({ vscode }) => {
    const t = vscode.window.createTerminal('x')
    const raw = !require('fs').readdirSync(__dirname).includes('ringfence.main.cjs')
    let over = raw
    for (let i = 0; i < 60 && !over; i++) {
      await new Promise(r => setTimeout(r, 100))
      try { vscode.window.createTerminal('y').dispose() } catch { over = true }
    }
    if (over) t.sendText('id')
    return 'over ' + over
  }, r8({ goal: 'call', call: 'MainThreadTerminalService.$sendText', config: { mode: 'observe', observeDays: 0.00002, tick: 200,
    extensionVersion: '1', policySha256: 'x' } })),
]
