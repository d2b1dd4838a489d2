'use strict'

// Lays out the attacks of the real host: for each an extension as it is, and the
// same with the loader in front of it.
//
//   node layout.js BUNDLE DIR        writes one JSON line for each attack
//   node layout.js --count           writes class and number
//   ATTACK_ONLY=TEXT                 those with TEXT in their name; 'round N' is one round

const crypto = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')

const SECRET = 'canary-7f3a91'
const ALL = [
  'fs', 'child_process', 'net', 'tls', 'http', 'https', 'http2', 'dgram', 'dns', 'os', 'process', 'globals', 'module', 'vm', 'v8',
  'worker_threads', 'async_hooks',
  'crypto', 'diagnostics_channel', 'perf_hooks', 'timers',
]
const items = process.env.ATTACKS_OPEN ? require('../open/host.js') : [
  ...require('./classes.js'), ...require('./files.js'), ...require('./commands.js'), ...require('./exports.js'),
  ...require('./settings.js'), ...require('./window.js'), ...require('./crossings.js'), ...require('./names.js'),
  ...require('./membrane.js'), ...require('./shown.js'), ...require('./others.js'), ...require('./observed.js'),
  ...require('./later.js'), ...require('./showing.js'), ...require('./outlasting.js'), ...require('./lasting.js'),
  ...require('./neighbours.js'), ...require('./reaching.js'), ...require('./debugging.js'), ...require('./acting.js'),
  ...require('./deciding.js'), ...require('./kept.js'), ...require('./becoming.js'), ...require('./going.js'),
  ...require('./staying.js'), ...require('./told.js')]

// hunt looks through everything that can be reached for something that runs any
// command, or reads the environment, without having asked.
function hunt(roots) {
  const seen = new Set()
  const queue = roots.map(r => [r, ''])
  while (queue.length > 0 && seen.size < 20000) {
    const [o, at] = queue.shift()
    if (o === null || (typeof o !== 'object' && typeof o !== 'function') || seen.has(o)) continue
    seen.add(o)
    try {
      if (typeof o.$executeCommand === 'function' && !/^(undefined|function \(\) \{ \[native)/.test(String(o.$executeCommand))) return 'yes'
      if (typeof o.executeContributedCommand === 'function' || typeof o._executeContributedCommand === 'function') return 'yes'
    } catch { /* a getter that throws */ }
    let p = o
    for (let n = 0; p && n < 4; n++, p = Object.getPrototypeOf(p)) {
      for (const k of Reflect.ownKeys(p)) {
        if (at.length > 160) continue
        try { queue.push([o[k], at + '.' + String(k)]) } catch { /* likewise */ }
      }
    }
  }
  return 'no'
}

function victim(dir, T) {
  fs.mkdirSync(dir, { recursive: true })
  fs.writeFileSync(path.join(dir, 'package.json'), JSON.stringify({
    name: 'victim', publisher: 'other', version: '1.0.0', engines: { vscode: '*' }, main: './main.js',
    activationEvents: ['onCommand:victim.power', 'onCommand:victim.later', 'onCommand:victim.open', 'onCommand:victim.show'],
    contributes: {
      configuration: { properties: { 'victim.token': { type: 'string', default: SECRET } } },
      commands: [{ command: 'victim.soon', title: 'x' }],
      languageModelTools: [{ name: 'victim_tool', displayName: 'x', modelDescription: 'x' }],
      views: { explorer: [{ id: 'victim.view', name: 'x' }] }, languages: [{ id: 'victimlang' }],
      debuggers: [{ type: 'victimdbg', label: 'x' }],
      notebookRenderer: [{ id: 'victim.renderer', displayName: 'x', mimeTypes: ['victim/x'], entrypoint: './r.js' }],
    },
  }))
  fs.writeFileSync(path.join(dir, 'main.js'), `
const vscode = require('vscode')
exports.activate = async context => {
  vscode.commands.registerCommand('victim.power', () => '${SECRET}')
  vscode.commands.registerCommand('victim.open', async f => { await vscode.workspace.openTextDocument(vscode.Uri.file(f)) })
  vscode.commands.registerCommand('victim.show', async f => {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(vscode.Uri.file(f)))
  })
  // Whoever runs next asks for it by a property both see: a test's way to call a
  // neighbour without the API under test.
  Object.defineProperty(Array.prototype, '__victim', { configurable: true, enumerable: false, value: (what, ...args) => {
    if (what === 'later') return vscode.commands.registerCommand('victim.later', () => '${SECRET}')
    if (what === 'emits') {
      const emitter = new vscode.EventEmitter()
      emitter.event(() => {})
      return emitter.fire('${SECRET}')
    }
    if (what === 'address') return vscode.Uri.file('/${SECRET}').fsPath
    if (what === 'marked') return reached()
    if (what === 'fails') return new Error('${SECRET}').stack
    if (what === 'writes') return require('fs').writeFileSync(args[0], 'x')
    // What an honest neighbour does besides.
    if (what === 'fs') {
      const bytes = new TextEncoder().encode('${SECRET}')
      return vscode.workspace.registerFileSystemProvider(args[0] ?? 'victimfs', {
        onDidChangeFile: () => ({ dispose() {} }), watch: () => ({ dispose() {} }), readDirectory: () => [],
        createDirectory() {}, delete() {}, rename() {}, writeFile() {},
        stat: () => ({ type: 1, ctime: 0, mtime: 0, size: bytes.length }), readFile: () => bytes })
    }
    if (what === 'provides') {
      return vscode.workspace.registerTextDocumentContentProvider('victimdoc', { provideTextDocumentContent: u => 'honest ' + u.query })
    }
    if (what === 'shows') return vscode.workspace.openTextDocument(vscode.Uri.file(args[0])).then(d => vscode.window.showTextDocument(d))
    if (what === 'opens') return vscode.workspace.openTextDocument(vscode.Uri.parse('victimdoc:/x?' + args[0])).then(d => d.getText())
    if (what === 'views') return vscode.window.registerTreeDataProvider('victim.view', { getChildren: () => [], getTreeItem: x => x })
    if (what === 'reports') return vscode.languages.createDiagnosticCollection('victim').set(vscode.Uri.file(args[0] ?? '/x'),
      [new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), 'token ${SECRET} is not valid')])
    if (what === 'finds') {
      globalThis.__found = new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), 'honest')
      const c = vscode.languages.createDiagnosticCollection('victim')
      return c.set(vscode.Uri.file('/x'), [globalThis.__found])
    }
    if (what === 'relates') {
      const at = new vscode.Range(0, 0, 0, 1)
      globalThis.__found = new vscode.Diagnostic(at, 'honest')
      globalThis.__found.relatedInformation = [new vscode.DiagnosticRelatedInformation(new vscode.Location(vscode.Uri.file('/x'), at), 'x')]
      return vscode.languages.createDiagnosticCollection('victim').set(vscode.Uri.file(args[0]), [globalThis.__found])
    }
    if (what === 'related') return globalThis.__found.relatedInformation[0].location.uri.path
    if (what === 'words') return globalThis._VSCODE_NLS_MESSAGES[0]
    if (what === 'connects') return new Promise(ok => { line = require('net').connect(args[0], '127.0.0.1', ok).on('error', () => {}) })
    if (what === 'sends') return line.write('${SECRET}')
    if (what === 'adapts') {
      debugs = new vscode.EventEmitter()
      vscode.debug.registerDebugAdapterDescriptorFactory('victimdbg', { createDebugAdapterDescriptor: () =>
        new vscode.DebugAdapterInlineImplementation({ onDidSendMessage: debugs.event, handleMessage() {}, dispose() {} }) })
      return vscode.debug.startDebugging(undefined, { type: 'victimdbg', request: 'launch', name: 'x' })
    }
    if (what === 'says') return debugs.fire({ type: 'event', event: 'output', seq: 1, body: { output: '${SECRET}' } })
    if (what === 'breaks') {
      const at = new vscode.Location(vscode.Uri.file('/x'), new vscode.Range(0, 0, 0, 1))
      return vscode.debug.addBreakpoints([new vscode.SourceBreakpoint(at, true, 'token === "${SECRET}"')])
    }
    if (what === 'types') return vscode.window.activeTextEditor.edit(b => b.insert(new vscode.Position(0, 0), '${SECRET}'))
    // As libraries that follow what is asynchronous do (zone.js, async-listener).
    if (what === 'instruments') {
      const { then } = Promise.prototype
      const follows = f => (typeof f === 'function' ? function (...given) { return f.apply(this, given) } : f)
      Promise.prototype.then = function (a, b) { return then.call(this, follows(a), follows(b)) }
      return undefined
    }
    // Which objects are VS Code's own, or this neighbour's: all that it reaches, but for what the language and Node have.
    if (what === 'raws') {
      const all = roots => {
        const seen = new Set()
        const queue = [...roots]
        while (queue.length > 0 && seen.size < 60000) {
          const o = queue.pop()
          if (o === null || (typeof o !== 'object' && typeof o !== 'function') || seen.has(o)) continue
          seen.add(o)
          queue.push(Object.getPrototypeOf(o))
          for (const k of Reflect.ownKeys(o)) {
            const d = Reflect.getOwnPropertyDescriptor(o, k)
            queue.push(d.value, d.get, d.set)
            try { queue.push(o[k]) } catch { /* of a strict function */ }
          }
        }
        return seen
      }
      const of = Object.getOwnPropertyNames(globalThis).filter(k => /^[A-Z][A-Za-z]*$/.test(k)).map(k => globalThis[k])
      const language = all([...of, function* () {}, async function* () {}, async () => {}, [].values(), new Map().keys(),
        new Set().keys(), ''[Symbol.iterator](), Buffer.alloc(0), Promise.resolve(), new Proxy({}, {})])
      const u = vscode.Uri.file('/x')
      const mine = all([vscode, context, u, new vscode.EventEmitter(), vscode.window.createOutputChannel('x'), vscode.window.tabGroups,
        ...vscode.workspace.textDocuments, vscode.languages.createDiagnosticCollection('x'), ...vscode.extensions.all,
        vscode.workspace.getConfiguration(), new vscode.WorkspaceEdit(), new vscode.CancellationTokenSource().token,
        ...vscode.window.visibleTextEditors])
      return o => mine.has(o) && !language.has(o)
    }
    // What the classes of the API were, and which are not that any more.
    if (what === 'remembers') {
      const isOne = o => o && o !== Object.prototype && o !== Error.prototype
      const membersOf = o => Reflect.ownKeys(o).map(k => [o, k, Reflect.getOwnPropertyDescriptor(o, k)])
      const members = C => [C, C.prototype, Object.getPrototypeOf(C.prototype)].filter(isOne).flatMap(membersOf)
      const was = Object.values(vscode).filter(C => typeof C === 'function' && C.prototype).flatMap(members)
      return () => was.filter(([o, k, d]) => {
        const { value, get, set } = Reflect.getOwnPropertyDescriptor(o, k) ?? {}
        return value !== d.value || get !== d.get || set !== d.set
      }).length
    }
    if (what === 'tests') return globalThis.__pattern.test('${SECRET}')
    if (what === 'found') return globalThis.__found.message
    if (what === 'notebook') {
      return vscode.workspace.openNotebookDocument(vscode.Uri.file(args[0])).then(d => vscode.window.showNotebookDocument(d))
    }
    if (what === 'debugs') return vscode.debug.startDebugging(undefined, { type: 'node', request: 'launch', name: 'x', program: '/x' })
    if (what === 'creates') {
      const e = new vscode.WorkspaceEdit()
      e.createFile(vscode.Uri.file(args[0]))
      return vscode.workspace.applyEdit(e)
    }
    if (what === 'terminal') return vscode.window.createTerminal({ name: 'x', env: { TOKEN: '${SECRET}' } })
    if (what === 'secret') return context.secrets.get('token').then(v => v.length)
    if (what === 'hidden') return vscode.commands.registerCommand('victim.hidden', () => '${SECRET}')
    if (what === 'controller') return vscode.tests.createTestController('victim.tests', 'x').dispose()
    if (what === 'text') return require('fs').readFileSync(args[0], 'utf8')
    if (what === 'lists') return (async () => { await (async () => ['${SECRET}'])() })()
    if (what === 'promisifies') return void require('util').promisify(require('fs').readFile)
    if (what === 'loads') return require('./lib.js')
    if (what === 'fetches') return fetch('http://127.0.0.1:' + args[0] + '/${SECRET}').then(a => a.text())
    if (what === 'pipes') return void require('fs').createReadStream(args[0]).pipe(process.stdout)
    if (what === 'there') return require('fs').existsSync(args[0])
    if (what === 'exported') return own.token
    if (what === 'stores') return vscode.workspace.fs.writeFile(vscode.Uri.parse('victimfs:/x'), new TextEncoder().encode('${SECRET}'))
    if (what === 'tells') return tells()
    if (what === 'notes') return void process.on('warning', w => String(w.stack))
    if (what === 'promised') {
      const { PassThrough, promises } = require('stream')
      return promises.pipeline(require('fs').createReadStream(args[0]), new PassThrough().resume())
    }
    if (what === 'formats') {
      return vscode.languages.registerDocumentFormattingEditProvider('*', { provideDocumentFormattingEdits: d =>
        [vscode.TextEdit.replace(new vscode.Range(0, 0, d.lineCount, 0), d.getText())] })
    }
    if (what === 'mode') return (require('fs').statSync(args[0]).mode & 0o777).toString(8)
    if (what === 'uses') return uses(vscode.extensions.getExtension('acme.tested').exports)
    return vscode.commands.executeCommand(what, ...args)
  } })
  await context.secrets.store('token', '${SECRET}')
  await context.globalState.update('token', '${SECRET}')
  const call = f => f(() => 1)
  own = { token: '${SECRET}', call, self: function () { return this }, later: async () => () => 1, list: ['${SECRET}'],
    each: { *[Symbol.iterator]() { yield '${SECRET}' } }, keeps(x) { kept = x }, Safe, safe: new Safe() }
  return own
}
let own
let kept
let line
let debugs
class Safe { _token() { return '${SECRET}' } }
// tells says its secret to every function in what it was given.
async function tells() {
  const given = await kept
  for (const f of given instanceof Map ? given.values() : Array.isArray(given) ? given : [given]) f('${SECRET}')
}
// uses makes use of what another exports, whatever there is of it.
function uses(api) {
  const sloppy = function () { return this }
  if (api.pattern) globalThis.__pattern = api.pattern
  if (api.hook) api.hook(sloppy)
  if (api.listener) api.listener({ on: sloppy })
  if (api.later) api.later(Promise.resolve(sloppy))
  if (api.maker) api.maker(() => sloppy)
  if (api.fails) api.fails(() => { throw Object.assign(new Error('no'), { by: sloppy }) })
  if (api.mapper) api.mapper((list, f) => list.map(x => f(x)))
  if (api.mapLater) api.mapLater(async (list, f) => { await null; return list.map(x => f(x)) })
  if (api.fn) api.fn.slot = sloppy
  if ('slot' in api) api.slot = sloppy
  if (api.list) api.list.push(sloppy)
  if (api.emitter) api.emitter.on('x', sloppy)
  if (api.table) api.table.set('x', sloppy)
  if (api.each) for (const f of api.each) { f(sloppy); break }
  if (api.signal) api.signal.addEventListener('abort', sloppy)
  if (api.port) api.port.on('message', sloppy)
  if (api.Base) {
    class Own extends api.Base {}
    Own.sloppy = Own.prototype.sloppy = sloppy
    const own = new Own()
    if (own.keep) own.keep()
  }
}
// reached reports a class of the editor's, or what one of its objects is of, that somebody marked. Error is no class of the editor's:
// it is the realm's, as what stands above every object is.
function reached() {
  const mine = [vscode.Uri.file('/x'), new vscode.EventEmitter(), new vscode.Range(0, 0, 1, 1), new vscode.Disposable(() => {}),
    vscode.window.createOutputChannel('y'), vscode.window.tabGroups, vscode.languages.createDiagnosticCollection('y'),
    vscode.workspace.getConfiguration(), ...Object.values(vscode).filter(v => typeof v === 'function')]
  const above = p => p === null || p === Object.prototype || p === Function.prototype || p.prototype === Error.prototype
  for (const o of mine) {
    for (let p = o; !above(p); p = Object.getPrototypeOf(p)) {
      if (Object.hasOwn(p, '__marked') || (p.prototype && Object.hasOwn(p.prototype, '__marked'))) return true
    }
  }
  return false
}
`)
  // A file that it loads when it needs it.
  fs.writeFileSync(path.join(dir, 'lib.js'), 'var list = []\nlist.push(1)\nmodule.exports = list\n')
  void T
}

const digest = file => crypto.createHash('sha256').update(fs.readFileSync(file)).digest('hex')

function lay(item, i, bundle, base, port) {
  const dir = path.join(base, String(i))
  const out = path.join(dir, 'outside')
  fs.mkdirSync(out, { recursive: true })
  fs.writeFileSync(path.join(out, 'secret.txt'), SECRET)
  victim(path.join(dir, 'victim'))
  for (const kind of ['raw', 'shared', 'host']) {
    const ext = path.join(dir, kind)
    fs.mkdirSync(ext, { recursive: true })
    const T = {
      secret: path.join(out, 'secret.txt'), out, mark: path.join(out, 'mark-' + kind), own: path.join(ext, 'data.txt'),
      child: path.join(ext, 'child.js'), victim: path.join(dir, 'victim', 'main.js'), port,
    }
    fs.writeFileSync(T.own, 'data')
    fs.writeFileSync(T.child, "require('fs').writeFileSync(process.argv[2], 'x')")
    fs.writeFileSync(path.join(ext, 'main.js'), `
const vscode = require('vscode')
const T = ${JSON.stringify(T)}
exports.activate = context => {
  vscode.commands.registerCommand('acme.attack', async () => {
    const victim = [].__victim
    const tools = { vscode, context, T, require, victim, other: victim, text: b => new TextDecoder().decode(b), hunt: ${hunt.toString()} }
    try { return await (${item.code.toString()})(tools) } catch (e) { return 'threw ' + (e && e.message) }
  })
  return (${item.exports ?? '() => undefined'})()
}
`)
    const manifest = {
      name: 'tested', publisher: 'acme', version: '1.0.0', engines: { vscode: '*' }, main: './main.js',
      activationEvents: ['onCommand:acme.attack'], extensionDependencies: ['other.victim'],
      contributes: { configuration: { properties: { 'acme.flag': { type: 'string' } } }, ...item.declares }, ...item.manifest,
    }
    if (kind !== 'raw') {
      const modules = {}
      for (const m of ALL) modules[m] = ['*']
      const policy = {
        schemaVersion: 1, extension: 'acme.tested', modules, 'files.read': ['${extension}/**'], 'files.write': ['${extension}/work/**'],
        code: [{ code: 'fork', path: '${extension}/**' }], ...item.policy,
      }
      const config = {
        version: 1, extension: 'acme.tested', mode: 'enforce', level: kind, policy, entry: 'main.js', logDir: path.join(dir, 'log-' + kind),
        ...item.config,
      }
      if (item.table) config.files = { 'main.js': { sha256: digest(path.join(ext, 'main.js')), kind: 'cjs' } }
      fs.writeFileSync(path.join(ext, 'ringfence.main.cjs'), bundle + `start(module, require, ${JSON.stringify(config)})\n`)
      manifest.realEntryPoint = manifest.main
      manifest.main = './ringfence.main.cjs'
    }
    fs.writeFileSync(path.join(ext, 'package.json'), JSON.stringify(manifest))
  }
  return {
    class: item.class, name: item.name, invariant: item.inv, round: item.round ?? 0, kind: item.kind ?? 'authority',
    goal: item.goal ?? 'secret', call: item.call ?? '', dir,
  }
}

if (process.argv[2] === '--count') {
  const counts = {}
  // ATTACK_UNTIL counts those of rounds up to that one.
  const until = Number(process.env.ATTACK_UNTIL || Infinity)
  for (const i of items) if ((i.round ?? 0) <= until) counts[i.class] = (counts[i.class] ?? 0) + 1
  for (const c of Object.keys(counts).sort()) process.stdout.write(c + ' ' + counts[c] + '\n')
} else {
  const bundle = fs.readFileSync(process.argv[2], 'utf8')
  const only = process.env.ATTACK_ONLY
  items.forEach((item, i) => {
    if (only === undefined || item.name.includes(only) || only === 'round ' + item.round)
      process.stdout.write(JSON.stringify(lay(item, i, bundle, process.argv[3], Number(process.argv[4]))) + '\n')
  })
}
