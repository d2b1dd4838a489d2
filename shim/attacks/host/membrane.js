'use strict'

// The border itself (invariants 5, 6 and 10), inside VS Code's own extension host: what a name leads to that VS Code walks, members of
// other classes, and objects that stand for addresses.

const { a, grant } = require('./lib.js')
const r9 = more => ({ round: 9, ...more })
const OWN = { configuration: { properties: { 'acme.obj': { type: 'object', default: { a: 1 } }, 'acme.flag': { type: 'string' } } } }
const whole = (...names) => ({ policy: { modules: { vscode: names } } })
// STANDS gives what VS Code takes for an address: an object of VS Code's (seen) that says of itself what the extension likes.
const STANDS = `((vscode, seen, path, more) => {
  const P = { scheme: 'file', authority: '', path, query: '', fragment: '', fsPath: path, $mid: 1, with() { return this },
    toString: () => 'file://' + path, toJSON: () => ({ $mid: 1, scheme: 'file', path, fsPath: path }), ...more }
  for (const [k, v] of Object.entries(Object.getOwnPropertyDescriptors(more ?? {}))) Object.defineProperty(P, k, v)
  try { Object.setPrototypeOf(seen, P); if (Object.getPrototypeOf(seen) === P) return seen } catch { /* it is fixed */ }
  return P
})`
const withStands = f => eval('(' + f.toString().replace('STANDS', STANDS) + ')')

module.exports = [
  a('the addresses of others, by what a setting of its own leads to', async ({ vscode, other }) => {
    const c = vscode.workspace.getConfiguration('acme')
    const Obj = c.get('obj.constructor')
    const protoOf = c.get('obj.constructor.getPrototypeOf') ?? Object.getPrototypeOf
    const define = c.get('obj.constructor.defineProperty') ?? Object.defineProperty
    if (typeof Obj !== 'function') return 'no way'
    let got = 'no'
    let p = protoOf(vscode.Uri.file('/x'))
    for (let i = 0; i < 3 && p; i++) {
      try { define(p, 'fsPath', { configurable: true, get() { got = this.path; return this.path } }) } catch (e) { got = e.message }
      p = protoOf(p)
    }
    const seen = other('address')
    return got + ' ' + (seen === undefined)
  }, r9({ declares: OWN })),
  a('code of nobody\'s, by what a setting of its own leads to and a neighbour maps with', async ({ vscode, other }) => {
    const F = vscode.workspace.getConfiguration('acme').get('obj.constructor.constructor')
    other('uses')
    const [f] = await globalThis.map(['return process.env.SECRET_TOKEN'], F)
    return f()
  }, r9({ declares: OWN, inv: 4, exports: '() => ({ mapLater(f) { globalThis.map = f } })' })),
  a('what the loader remembers, by the method of another class', async ({ vscode, context }) => {
    const { secrets } = context
    try { await secrets.store('ringfence.x', 'yes'); return await secrets.get('ringfence.x') } catch { /* refused */ }
    await new Promise(r => setTimeout(r, 500))
    const text = await vscode.WorkspaceEdit.prototype.get.call(secrets, 'ringfence.record')
    return typeof text === 'string' && text.length > 0 ? 'yes' : 'got ' + text
  }, r9({ inv: 11, config: { mode: 'observe', observeDays: 1, extensionVersion: '1', policySha256: 'x' } })),
  a('any command, by a page whose script follows links', ({ vscode }) => {
    const p = vscode.window.createWebviewPanel('acme.w', 'x', 1, { enableScripts: true, enableCommandUris: true })
    p.webview.html = '<a id=a href=\'command:workbench.action.terminal.sendSequence?{"text":"id\\n"}\'></a><script>a.click()</script>'
    return p.webview.options.enableCommandUris === true ? 'yes' : 'no'
  }, r9(grant({ surface: 'webview', resource: 'acme.w' }))),
  a('the addresses of others, by what its own state leads to', async ({ vscode, context, other }) => {
    const get = k => context.globalState.get(k)
    const lookup = get('__lookupGetter__')
    const define = get('__defineGetter__')
    if (typeof define !== 'function') return 'no way: ' + typeof define
    const protoOf = o => lookup.call(o, '__proto__').call(o)
    let got = 'no'
    let p = protoOf(vscode.Uri.file('/x'))
    for (let i = 0; i < 3 && p; i++) {
      try { define.call(p, 'fsPath', function () { got = this.path; return this.path }) } catch (e) { got = e.message }
      p = protoOf(p)
    }
    other('address')
    return got
  }, r9()),
  a('reads any file, shown by a class of its own below that of addresses', async ({ vscode, T }) => {
    class U extends vscode.Uri { toJSON() { return vscode.Uri.file(T.secret).toJSON() } }
    let d
    try { d = (await vscode.window.showTextDocument(new U('file', '', T.own, '', ''))).document } catch (e) { d = undefined }
    d ??= vscode.workspace.textDocuments.find(x => x.fileName === T.secret)
    if (d === undefined) return 'not open'
    let got = d.fileName
    const look = x => { try { got = x.getText() } catch (e) { got = e.message } }
    const view = vscode.window.createTreeView('acme.tree', { treeDataProvider: {
      getChildren: e => (e === undefined ? [d] : []), getParent: x => { look(x); return undefined },
      getTreeItem: x => { look(x); return new vscode.TreeItem('x') } } })
    await Promise.race([view.reveal(d).catch(() => {}), new Promise(r => setTimeout(r, 2000))])
    return got
  }, r9({ inv: 6, declares: { views: { explorer: [{ id: 'acme.tree', name: 'x' }] } } })),
  a('the whole disk in a page, by folders that are no list', async ({ vscode }) => {
    const roots = { length: 1, map(f) { return [vscode.Uri.file('/rf-marked')].map(f) },
      toJSON: () => [{ $mid: 1, scheme: 'file', path: '/rf-marked' }] }
    vscode.window.createWebviewPanel('acme.w', 'x', 1, { enableScripts: true, localResourceRoots: roots }).webview.html = '<p>'
    await new Promise(r => setTimeout(r, 300))
    return 'done'
  }, r9({ inv: 6, goal: 'call', call: 'MainThreadWebviewPanels.$createWebviewPanel marked',
    ...grant({ surface: 'webview', resource: 'acme.w' }) })),
  a('reads a file, by a document that stands for its address', withStands(async ({ vscode, T, text }) => {
    const { document } = await vscode.window.showTextDocument(vscode.Uri.file(T.own))
    return text(await vscode.workspace.fs.readFile(STANDS(vscode, document, T.secret)))
  }), r9({ inv: 6, ...grant({ surface: 'files.read', resource: '${extension}/**' }) })),
  a('writes a file, by a document that stands for its address', withStands(async ({ vscode, T }) => {
    const { document } = await vscode.window.showTextDocument(vscode.Uri.file(T.own))
    await vscode.workspace.fs.writeFile(STANDS(vscode, document, T.mark), new Uint8Array(1))
    return 'done'
  }), r9({ inv: 6, goal: 'mark', ...grant({ surface: 'files.write', resource: '${extension}/**' }) })),
  a('writes any file, by a folder of the workspace that stands for its address', withStands(async ({ vscode, T }) => {
    vscode.workspace.registerFileSystemProvider('mine', { onDidChangeFile: () => ({ dispose() {} }), watch: () => ({ dispose() {} }),
      stat() {}, readDirectory: () => [], createDirectory() {}, readFile() {}, writeFile() {}, delete() {}, rename() {} })
    const [folder] = vscode.workspace.workspaceFolders
    const fenced = () => new Error().stack.includes('ringfence.main')
    let asked = 0
    const u = STANDS(vscode, folder, T.mark, { get scheme() { return fenced() && asked++ < 2 ? 'mine' : 'file' } })
    await vscode.workspace.fs.writeFile(u, new Uint8Array(1))
    return 'done after ' + asked
  }), r9({ inv: 6, goal: 'mark', ...whole('workspace.registerFileSystemProvider') })),
  a('an edit that makes a file elsewhere, by a document that stands for its address', withStands(async ({ vscode, T }) => {
    const { document } = await vscode.window.showTextDocument(vscode.Uri.file(T.own))
    const e = new vscode.WorkspaceEdit()
    let asked = 0
    const fenced = () => new Error().stack.includes('ringfence.main')
    const u = STANDS(vscode, document, '/rf-marked', { get scheme() { return fenced() && asked++ < 2 ? 'untitled' : 'file' } })
    e.createFile(u, { contents: new Uint8Array(1) })
    vscode.languages.registerRenameProvider('*', { provideRenameEdits: () => e })
    await new Promise(r => setTimeout(r, 2500))
    return 'asked ' + asked
  }), r9({ inv: 6, goal: 'call', call: '$provideRenameEdits marked' })),
  a('the secret of another, by what a setting of its own leads to', async ({ vscode, context }) => {
    const c = vscode.workspace.getConfiguration('acme')
    const define = c.get('obj.constructor.defineProperty') ?? Object.defineProperty
    define(context.secrets, '_id', { value: 'other.victim' })
    return context.secrets.get('token')
  }, r9({ declares: OWN, ...grant('secrets') })),
]
