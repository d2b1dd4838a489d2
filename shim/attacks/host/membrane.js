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
  a('an object of VS Code\'s own, by all that is handed out', async ({ vscode, context, other, T }) => {
    const isRaw = other('raws')
    const got = []
    const events = []
    const hear = o => { for (const k of Object.keys(o)) if (/^onDid|^onWill/.test(k)) try { o[k](e => events.push(e)) } catch { /* no */ } }
    for (const ns of [vscode.workspace, vscode.window, vscode.debug, vscode.tasks, vscode.languages, vscode.extensions]) hear(ns)
    const made = [vscode.env]
    const taken = async f => { try { made.push(await f()) } catch (e) { made.push(e) } }
    for (const f of [() => vscode.Uri.file('/x'), () => new vscode.EventEmitter(), () => vscode.workspace.getConfiguration(),
      () => new vscode.WorkspaceEdit(), () => vscode.languages.createDiagnosticCollection('x'),
      () => new vscode.CancellationTokenSource(), () => vscode.window.createStatusBarItem(),
      () => vscode.window.createOutputChannel('y'), () => vscode.scm.createSourceControl('x', 'x'),
      () => vscode.comments.createCommentController('x', 'x'), () => vscode.tests.createTestController('x', 'x'),
      () => vscode.window.createTerminal('x'), () => vscode.commands.getCommands(), () => context.secrets.get('k'),
      () => vscode.workspace.openTextDocument(vscode.Uri.file(T.secret)),
      () => vscode.window.showTextDocument(vscode.Uri.file(T.secret)),
      () => vscode.Uri.from({ scheme: '' }), () => new vscode.Position(-1, 0), () => vscode.workspace.textDocuments[0].lineAt(-5),
      () => vscode.commands.executeCommand('none'), () => vscode.workspace.fs.stat(vscode.Uri.file(T.out)),
      () => vscode.workspace.fs.stat(vscode.Uri.file('/none'))]) await taken(f)
    for (const C of Object.values(vscode)) if (typeof C === 'function') await taken(() => new C(vscode.Uri.file('/x'), 0, 'x'))
    await new Promise(ok => setTimeout(ok, 600))
    const seen = new Set()
    const queue = [vscode, context, ...made, ...events]
    while (queue.length > 0 && seen.size < 60000) {
      const o = queue.pop()
      if (o === null || (typeof o !== 'object' && typeof o !== 'function') || seen.has(o)) continue
      seen.add(o)
      if (isRaw(o)) got.push(o)
      queue.push(Object.getPrototypeOf(o))
      for (const k of [...Reflect.ownKeys(o), 'constructor', '__proto__', 'prototype', 'toJSON']) {
        const p = Reflect.getOwnPropertyDescriptor(o, k)
        queue.push(p?.value, p?.get, p?.set)
        try { queue.push(o[k]) } catch { /* of a strict function */ }
      }
    }
    // A walk that saw little shows nothing.
    return got.length > 0 || seen.size < 1500 ? 'yes' : 'none'
  }, { round: 16, ...grant('documents', 'files.read', 'terminal', 'debug', 'task', 'extensions', 'clipboard', 'secrets') }),
  a('any class of the API, by each of its members', ({ vscode, other }) => {
    const changed = other('remembers')
    const poison = () => 'poisoned'
    const undo = []
    const set = (o, k) => {
      const d = Reflect.getOwnPropertyDescriptor(o, k)
      undo.push(() => (d === undefined ? delete o[k] : Object.defineProperty(o, k, d)))
      try { o[k] = poison } catch { /* it cannot be set */ }
      try { Object.defineProperty(o, k, { configurable: true, get: poison }) } catch { /* nor defined */ }
    }
    for (const C of Object.values(vscode)) {
      if (typeof C !== 'function') continue
      for (let o = C.prototype; o && o !== Object.prototype && o !== Error.prototype; o = Object.getPrototypeOf(o)) {
        for (const k of [...Reflect.ownKeys(o), 'toJSON', 'toString', 'constructor', Symbol.toPrimitive]) set(o, k)
      }
      for (const k of Reflect.ownKeys(C)) if (k !== 'prototype') set(C, k)
    }
    const n = changed()
    // The host needs them to go on.
    for (const f of undo.reverse()) try { f() } catch { /* it stays */ }
    return n > 0 ? 'yes' : 'no'
  }, { round: 16 }),
  a('a file, by each call that takes an address and each object that is one', async ({ vscode, T }) => {
    const fs = vscode.workspace.fs
    const own = vscode.Uri.file(T.ext + '/data.txt')
    const flips = n => { let i = 0; return () => (i++ < n ? own.fsPath : T.secret) }
    const members = next => ({ scheme: { get: () => 'file' }, authority: { get: () => '' }, query: { get: () => '' },
      fragment: { get: () => '' }, path: { get: next }, fsPath: { get: next },
      toJSON: { value: () => ({ $mid: 1, scheme: 'file', path: next(), fsPath: next() }) },
      toString: { value: () => 'file://' + next() }, with: { value() { return this } } })
    const kinds = [
      n => Object.defineProperties({}, members(flips(n))),
      n => Object.defineProperties(Object.create(vscode.Uri.prototype), members(flips(n))),
      n => {
        class Own extends vscode.Uri {}
        Object.defineProperties(Own.prototype, members(flips(n)))
        return Reflect.construct(Own, ['file', '', own.path, '', ''])
      },
      n => {
        const next = flips(n)
        return new Proxy(own, { get: (o, k) => (k === 'path' || k === 'fsPath' ? next() : Reflect.get(o, k)) })
      },
      n => {
        const u = vscode.Uri.file(own.fsPath)
        try { Object.defineProperties(u, members(flips(n))) } catch { /* it is fixed */ }
        return u
      },
    ]
    const calls = [u => fs.readFile(u), u => vscode.workspace.openTextDocument(u).then(d => d.getText()),
      u => vscode.window.showTextDocument(u).then(e => e.document.getText()),
      u => fs.copy(u, vscode.Uri.file(T.work + '/copied')).then(() => fs.readFile(vscode.Uri.file(T.work + '/copied'))),
      u => fs.rename(u, vscode.Uri.file(T.work + '/moved')).then(() => fs.readFile(vscode.Uri.file(T.work + '/moved'))),
      u => vscode.workspace.openNotebookDocument(u).then(d => JSON.stringify(d.metadata))]
    for (const kind of kinds) {
      for (let n = 0; n < 8; n++) {
        for (const call of calls) {
          let said = ''
          try { said = await call(kind(n)) } catch { /* refused */ }
          said = typeof said === 'string' ? said : Buffer.from(said ?? '').toString()
          if (said.includes('canary')) return said
        }
      }
    }
    return 'no'
  }, { round: 16, policy: { vscode: ['documents', { surface: 'files.read', resource: '${extension}/**' },
    { surface: 'files.write', resource: '${extension}/work/**' }] } }),
]
