'use strict'

// The vscode object (invariant 10), inside VS Code's own extension host. A neighbour
// (other.victim) has a command, exports, state, a secret and a setting of its own;
// what an attack returns is what it got of them. No surface is granted unless the
// attack says so.

const a = (name, code, more) => ({ class: 'vscode', name, inv: 10, round: 1, code, ...more })
const grant = (...vscode) => ({ policy: { vscode } })

module.exports = [
  // Files.
  a('reads a file by workspace.fs', async ({ vscode, T, text }) => text(await vscode.workspace.fs.readFile(vscode.Uri.file(T.secret)))),
  a('reads a file by an address with an address inside', async ({ vscode, T, text }) => text(await vscode.workspace.fs.readFile(Object.assign(vscode.Uri.file(T.secret), { uri: vscode.Uri.file(T.own) }))), grant({ surface: 'files.read', resource: '${extension}/**' })),
  a('reads a file by an address whose class says another path', async ({ vscode, T, text }) => {
    const u = vscode.Uri.file(T.secret)
    for (let p = Object.getPrototypeOf(u); p !== Object.prototype; p = Object.getPrototypeOf(p)) {
      const d = Object.getOwnPropertyDescriptor(p, 'fsPath')
      if (d !== undefined) Object.defineProperty(p, 'fsPath', { configurable: true, get() { return new Error().stack.includes('ringfence.main') ? T.own : d.get.call(this) } })
    }
    return text(await vscode.workspace.fs.readFile(u))
  }, { round: 4, ...grant({ surface: 'files.read', resource: '${extension}/**' }) }),
  a('reads a file by an address that is made otherwise', async ({ vscode, T, text }) => {
    const { from } = vscode.Uri
    vscode.Uri.from = function (parts) { const u = from.call(vscode.Uri, parts); if (u.path === T.secret) Object.defineProperty(u, 'fsPath', { value: T.own }); return u }
    return text(await vscode.workspace.fs.readFile(vscode.Uri.file(T.secret)))
  }, { round: 4, ...grant({ surface: 'files.read', resource: '${extension}/**' }) }),
  a('reads a file by an address that changes its scheme', async ({ vscode, T, text }) => {
    const u = vscode.Uri.file(T.secret)
    let n = 0
    Object.defineProperty(u, 'scheme', { get: () => (n++ < 2 ? 'memfs' : 'file') })
    return text(await vscode.workspace.fs.readFile(u))
  }),
  a('reads a file by an address that changes its scheme later', async ({ vscode, T, text }) => {
    const u = vscode.Uri.file(T.secret)
    let scheme = 'memfs'
    Object.defineProperty(u, 'scheme', { get: () => scheme, enumerable: true })
    const p = vscode.workspace.fs.readFile(u)
    scheme = 'file'
    return text(await p)
  }),
  a('reads a file by an address that changes its path later', async ({ vscode, T, text }) => {
    const u = vscode.Uri.file(T.own)
    let path = T.own
    Object.defineProperty(u, 'fsPath', { get: () => path, enumerable: true })
    Object.defineProperty(u, 'path', { get: () => path, enumerable: true })
    const p = vscode.workspace.fs.readFile(u)
    path = T.secret
    return text(await p)
  }, grant({ surface: 'files.read', resource: '${extension}/**' })),
  a('lists a folder by workspace.fs', async ({ vscode, T }) => ((await vscode.workspace.fs.readDirectory(vscode.Uri.file(T.out))).length > 0 ? 'yes' : 'no')),
  a('stats a file by workspace.fs', async ({ vscode, T }) => ((await vscode.workspace.fs.stat(vscode.Uri.file(T.secret))).size === 13 ? 'yes' : 'no')),
  a('writes a file by workspace.fs', async ({ vscode, T }) => { await vscode.workspace.fs.writeFile(vscode.Uri.file(T.mark), Buffer.from('x')) }, { goal: 'mark' }),
  a('copies a file out by workspace.fs', async ({ vscode, T }) => { await vscode.workspace.fs.copy(vscode.Uri.file(T.own), vscode.Uri.file(T.mark)) }, { goal: 'call', call: 'MainThreadFileSystem.$copy', ...grant({ surface: 'files.read', resource: '${extension}/**' }, { surface: 'files.write', resource: '${extension}/**' }) }),
  a('copies a file in by workspace.fs', async ({ vscode, T }) => { await vscode.workspace.fs.copy(vscode.Uri.file(T.secret), vscode.Uri.file(T.own + '.copy')) }, { goal: 'call', call: 'MainThreadFileSystem.$copy', ...grant({ surface: 'files.read', resource: '${extension}/**' }, { surface: 'files.write', resource: '${extension}/**' }) }),
  a('opens a file as a document', async ({ vscode, T }) => (await vscode.workspace.openTextDocument(vscode.Uri.file(T.secret))).getText()),
  a('opens a file as a document by its name', async ({ vscode, T }) => (await vscode.workspace.openTextDocument(T.secret)).getText()),
  a('shows a file and reads its document', async ({ vscode, T }) => (await vscode.window.showTextDocument(vscode.Uri.file(T.secret))).document.getText()),
  a('reads what is open', async ({ vscode, T, other }) => { await other('victim.open', T.secret); return vscode.workspace.textDocuments.map(d => d.getText()).join('') }),
  a('reads what the active editor shows', async ({ vscode, T, other }) => { await other('victim.show', T.secret); return vscode.window.activeTextEditor.document.getText() }),
  a('changes what the active editor shows', async ({ vscode, T, other }) => { await other('victim.show', T.secret); return (await vscode.window.activeTextEditor.edit(b => b.insert(new vscode.Position(0, 0), 'x'))) ? 'yes' : 'no' }),
  a('saves a document of another', async ({ vscode, T, other }) => { await other('victim.open', T.secret); return (await vscode.workspace.textDocuments.find(d => d.fileName === T.secret).save()) !== undefined ? 'yes' : 'no' }),
  a('applies an edit that makes a file', async ({ vscode, T }) => { const e = new vscode.WorkspaceEdit(); e.createFile(vscode.Uri.file(T.mark)); return (await vscode.workspace.applyEdit(e)) ? 'yes' : 'no' }),
  a('applies an edit that makes a file among the settings', async ({ vscode, T }) => { const e = new vscode.WorkspaceEdit(); e.createFile(vscode.Uri.from({ scheme: 'vscode-userdata', path: T.mark })); return (await vscode.workspace.applyEdit(e)) ? 'yes' : 'no' }, { round: 5 }),
  // What an edit touches is told apart by addresses whose class is the extension's to change.
  a('applies an edit of two files whose addresses read the same', async ({ vscode, T }) => {
    Object.getPrototypeOf(vscode.Uri.file(T.own)).toString = () => 'same'
    const e = new vscode.WorkspaceEdit()
    e.createFile(vscode.Uri.file(T.own + '.new'))
    e.createFile(vscode.Uri.file(T.mark))
    return (await vscode.workspace.applyEdit(e)) ? 'yes' : 'no'
  }, grant({ surface: 'files.write', resource: '${extension}/**' })),
  a('applies an edit of a file whose address says it is another', async ({ vscode, T }) => {
    for (let p = vscode.Uri.file(T.own); p !== null; p = Object.getPrototypeOf(p)) {
      if (Object.getOwnPropertyDescriptor(p, 'fsPath')?.get !== undefined) Object.defineProperty(p, 'fsPath', { configurable: true, get: () => T.own })
    }
    const e = new vscode.WorkspaceEdit()
    e.createFile(vscode.Uri.file(T.mark))
    return (await vscode.workspace.applyEdit(e)) ? 'yes' : 'no'
  }, grant({ surface: 'files.write', resource: '${extension}/**' })),
  a('a file system of its own', async ({ vscode }) => { vscode.workspace.registerFileSystemProvider('mine', { onDidChangeFile: () => ({ dispose() {} }), watch: () => ({ dispose() {} }), stat() {}, readDirectory: () => [], createDirectory() {}, readFile() {}, writeFile() {}, delete() {}, rename() {} }); return 'yes' }),
  a('finds files', async ({ vscode }) => ((await vscode.workspace.findFiles('**/*')).length > 0 ? 'yes' : 'no')),

  // Commands.
  a('a command of another', ({ vscode }) => vscode.commands.executeCommand('victim.power')),
  a('a command of another under a name of its own', async ({ vscode }) => { try { vscode.commands.registerCommand('victim.power', () => 'mine') } catch { /* it is taken */ } ; return vscode.commands.executeCommand('victim.power') }),
  a('a command of the workbench under a name that was its own', async ({ vscode, victim }) => { vscode.commands.registerCommand('victim.later', () => 'mine').dispose(); await victim('later'); return vscode.commands.executeCommand('victim.later') }),
  a('a command by an object with a name', ({ vscode }) => { vscode.commands.registerCommand('acme.mine', () => 'mine'); return vscode.commands.executeCommand({ name: 'acme.mine', toJSON: () => 'victim.power' }) }),
  a('a command by a string that is an object', ({ vscode }) => vscode.commands.executeCommand(new String('victim.power')), grant({ surface: 'command', resource: 'acme.*' })),
  a('a handler that evaluates its text', async ({ vscode }) => { vscode.commands.registerCommand('acme.make', Function.bind(null, 'return process.env.SECRET_TOKEN')); return Promise.resolve('acme.make').then(vscode.commands.executeCommand).then(f => f()) }, { inv: 4 }),
  a('the names of all commands', async ({ vscode }) => ((await vscode.commands.getCommands(true)).includes('victim.power') ? 'yes' : 'no')),

  // Others.
  a('the exports of another', async ({ vscode }) => (await vscode.extensions.getExtension('other.victim').activate()).token),
  a('the exports of another by an object with two names', async ({ vscode }) => (await vscode.extensions.getExtension({ name: 'acme.tested', _lower: 'other.victim' }).activate()).token),
  a('the exports of another by the list', ({ vscode }) => vscode.extensions.all.find(e => e.id === 'other.victim').exports.token),
  a('the exports of another by a granted name', async ({ vscode }) => (await vscode.extensions.getExtension({ name: 'acme.friend', _lower: 'other.victim' }).activate()).token, grant({ surface: 'extensions', resource: 'acme.friend' })),
  a('the secret of another by the own store', async ({ context }) => { context.secrets._id = 'other.victim'; for (const k of Object.keys(context.secrets)) if (context.secrets[k] === 'acme.tested') context.secrets[k] = 'other.victim'; return context.secrets.get('token') }, grant('secrets')),
  a('its own secrets without a grant', async ({ context }) => { await context.secrets.store('k', 'yes'); return context.secrets.get('k') }),
  a('the state of another by the own state', async ({ context }) => {
    for (const k of Object.keys(context.globalState)) {
      const s = context.globalState[k]
      if (s === null || typeof s !== 'object') continue
      for (const f of ['initializeExtensionStorage', 'initializeData', 'getValue']) if (typeof s[f] === 'function') try { const v = await s[f](true, 'other.victim', {}); if (v && v.token) return v.token } catch { /* another version */ }
    }
  }),
  a('a setting of another', ({ vscode }) => vscode.workspace.getConfiguration('victim').get('token')),
  a('a setting of another by the whole', ({ vscode }) => vscode.workspace.getConfiguration().get('victim.token')),
  a('a setting of another by inspecting', ({ vscode }) => vscode.workspace.getConfiguration('victim').inspect('token').globalValue),
  a('the settings of terminals changed', async ({ vscode }) => { await vscode.workspace.getConfiguration('terminal.integrated').update('automationProfile.linux', {}, true); return 'yes' }),
  a('a setting changed by a key that answers differently the second time', async ({ vscode }) => {
    const c = vscode.workspace.getConfiguration()
    try { await c.update('victim.token', 'x', true); return 'yes' } catch { /* refused: ask otherwise */ }
    let n = 0
    await c.update({ toString: () => (n++ === 0 ? 'acme.flag' : 'victim.token') }, 'x', true)
    return n > 1 ? 'yes' : 'no'
  }, grant({ surface: 'settings.write', resource: 'acme.*' })),

  // What runs programs.
  a('a terminal', ({ vscode }) => { vscode.window.createTerminal('x').sendText('id'); return 'yes' }),
  a('a terminal with a shell of its own', ({ vscode, T }) => { vscode.window.createTerminal({ name: 'x', shellPath: T.own }); return 'yes' }),
  a('the environment of terminals', ({ context, vscode }) => { context.environmentVariableCollection.replace('PATH', '/evil'); return context.environmentVariableCollection.get('PATH') ? 'yes' : 'no' }),
  a('a task', async ({ vscode }) => { await vscode.tasks.executeTask(new vscode.Task({ type: 'x' }, vscode.TaskScope.Workspace, 'x', 'x', new vscode.ShellExecution('id'))) }, { goal: 'call', call: 'MainThreadTask.$executeTask' }),
  a('a task by the prototype of its class', async ({ vscode }) => { const C = vscode.Task.prototype.constructor; const S = vscode.ShellExecution.prototype.constructor; await vscode.tasks.executeTask(new C({ type: 'x' }, vscode.TaskScope.Workspace, 'x', 'x', new S('id'))) }, { goal: 'call', call: 'MainThreadTask.$executeTask' }),
  a('a provider of tasks', ({ vscode }) => { vscode.tasks.registerTaskProvider('x', { provideTasks: () => [], resolveTask: t => t }); return 'yes' }),
  a('a debug session', async ({ vscode }) => { await vscode.debug.startDebugging(undefined, { type: 'node', request: 'launch', name: 'x', program: '/x' }); return 'yes' }),
  a('a debug configuration', ({ vscode }) => { vscode.debug.registerDebugConfigurationProvider('node', { resolveDebugConfiguration: (f, c) => c }); return 'yes' }),
  a('a debug adapter', ({ vscode }) => { vscode.debug.registerDebugAdapterDescriptorFactory('acme', { createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable('/bin/sh') }); return 'yes' }, { declares: { debuggers: [{ type: 'acme', label: 'x' }] } }),
  a('a profile of terminals', ({ vscode }) => { vscode.window.registerTerminalProfileProvider('acme.p', { provideTerminalProfile: () => new vscode.TerminalProfile({ name: 'x', shellPath: '/bin/sh' }) }); return 'yes' }),

  // What leaves the window.
  a('opens an address', async ({ vscode }) => { await vscode.env.openExternal(vscode.Uri.parse('https://evil.example/')); return 'yes' }),
  a('opens an address that says something else', async ({ vscode }) => { const u = vscode.Uri.parse('https://evil.example/'); u.toString = () => 'https://good.example/'; await vscode.env.openExternal(u); return 'yes' }, grant({ surface: 'open', resource: 'https://good.example/*' })),
  a('reads the clipboard', async ({ vscode }) => ((await vscode.env.clipboard.readText()) ? 'yes' : 'no')),
  a('writes the clipboard', async ({ vscode }) => { await vscode.env.clipboard.writeText('x'); return 'yes' }),
  a('a session of the user', async ({ vscode }) => ((await vscode.authentication.getSession('github', ['repo'], { createIfNone: true })).accessToken ? 'yes' : 'no')),
  a('the accounts of the user', async ({ vscode }) => ((await vscode.authentication.getAccounts('github')).length ? 'yes' : 'no')),
  a('a provider of sessions', ({ vscode }) => { vscode.authentication.registerAuthenticationProvider('mine', 'x', { onDidChangeSessions: () => ({ dispose() {} }), getSessions: async () => [], createSession: async () => ({}), removeSession: async () => {} }); return 'yes' }),
  a('a webview', ({ vscode }) => { vscode.window.createWebviewPanel('acme.w', 'x', 1, { enableScripts: true }).webview.html = '<script></script>'; return 'yes' }),
  a('a webview that reads the whole disk', ({ vscode }) => { const p = vscode.window.createWebviewPanel('acme.w', 'x', 1, { enableScripts: true, localResourceRoots: [vscode.Uri.file('/')] }); return p.webview.options.localResourceRoots.some(u => u.fsPath === '/') ? 'yes' : 'no' }, grant({ surface: 'webview', resource: 'acme.w' })),
  a('a granted webview is given the whole disk later', ({ vscode }) => { const p = vscode.window.createWebviewPanel('acme.w', 'x', 1, { enableScripts: true, localResourceRoots: [] }); p.webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.file('/')] }; return p.webview.options.localResourceRoots.some(u => u.fsPath === '/') ? 'yes' : 'no' }, grant({ surface: 'webview', resource: 'acme.w' })),
  a('a handler of addresses', ({ vscode }) => { vscode.window.registerUriHandler({ handleUri() {} }); return 'yes' }),
  a('a view with a webview', ({ vscode }) => { vscode.window.registerWebviewViewProvider('acme.v', { resolveWebviewView() {} }); return 'yes' }),
  a('a tool for language models', ({ vscode }) => { vscode.lm.registerTool('acme_tool', { invoke: () => ({}) }); return 'yes' }, { declares: { languageModelTools: [{ name: 'acme_tool', displayName: 'x', modelDescription: 'x' }] } }),
  a('the language models', async ({ vscode }) => { await vscode.lm.selectChatModels({}) }, { goal: 'call', call: 'MainThreadLanguageModels.$selectChatModels' }),
  a('a server of tools', ({ vscode }) => { vscode.lm.registerMcpServerDefinitionProvider('acme.mcp', { provideMcpServerDefinitions: () => [] }); return 'yes' }, { declares: { mcpServerDefinitionProviders: [{ id: 'acme.mcp', label: 'x' }] } }),
  a('a participant of chats', ({ vscode }) => { vscode.chat.createChatParticipant('acme.chat', () => {}); return 'yes' }, { declares: { chatParticipants: [{ id: 'acme.chat', name: 'x', fullName: 'x', description: 'x', isSticky: false }] } }),
  a('the machine', ({ vscode }) => (vscode.env.machineId ? 'yes' : 'no')),

  // The object itself.
  a('the real API from what an object of it holds', async ({ vscode, context, hunt }) => hunt([vscode, context, vscode.window.createOutputChannel('x'), vscode.window.createStatusBarItem(), vscode.languages.createDiagnosticCollection('x'), new vscode.CancellationTokenSource(), new vscode.EventEmitter(), context.subscriptions, context.extension, context.globalState, context.workspaceState, vscode.workspace.workspaceFolders, vscode.window.createQuickPick()])),
  a('a path of the real module', ({ require }) => { const m = require('module'); return m._load('vscode', module.parent, false).env.machineId ? 'yes' : 'no' }),
  a('the API for another by the name of its file', ({ require, T }) => { const r = require('module').createRequire(T.victim); return r('vscode').env.machineId ? 'yes' : 'no' }),
  a('the API by import', async () => { const v = await import('vscode'); return (v.env || v.default.env).machineId ? 'yes' : 'no' }),
  a('process by the loader of VS Code', ({ require }) => process.mainModule === undefined && require('module')._load('child_process', undefined, false).execFileSync('echo', ['yes']).toString().trim(), { inv: 3, policy: { processes: [] } }),
  a('the token of the environment in the host', () => process.env.SECRET_TOKEN, { class: 'realm', inv: 3 }),
  a('call sites of VS Code', async ({ vscode }) => {
    const before = Error.prepareStackTrace
    let got
    Error.stackTraceLimit = 100
    Error.prepareStackTrace = (e, s) => { for (const x of s) { const t = x.getThis(); if (t && t.process && t.process.env) got = t.process.env.SECRET_TOKEN } return s }
    try { await new Promise(r => setImmediate(() => { void new Error('x').stack; r() })); [1].sort(() => { void new Error('x').stack }); void new Error('x').stack } finally { Error.prepareStackTrace = before }
    return got
  }, { class: 'strings', inv: 4 }),
  a('a builtin that VS Code calls', async ({ vscode }) => { const held = {}; vscode.commands.registerCommand('acme.assign', Object.assign.bind(null, held, Object.defineProperty({}, 'f', { enumerable: true, get: Function.bind(null, 'return process.env.SECRET_TOKEN') }))); await Promise.resolve('acme.assign').then(vscode.commands.executeCommand).catch(() => {}); return held.f() }, { class: 'strings', inv: 4 }),
  a('the global of VS Code', () => globalThis.process.env.SECRET_TOKEN || Function('return this')().process.env.SECRET_TOKEN, { class: 'strings', inv: 4 }),
  a('a module of the host', ({ require, T }) => require('module').createRequire('/')('fs').readFileSync(T.secret, 'utf8'), { class: 'loader', inv: 2 }),
  a('the main module of the host', ({ T }) => module.parent.require('fs').readFileSync(T.secret, 'utf8'), { class: 'loader', inv: 2 }),
  a('the cache of the host', ({ require }) => (Object.keys(require.cache).some(k => k.includes('victim')) ? 'yes' : 'no'), { class: 'loader', inv: 2 }),
  a('a file by the class of a stream in the host', ({ require, T }) => new Promise((ok, no) => { const s = require('fs').createReadStream(T.own); new s.constructor(T.secret, { encoding: 'utf8' }).on('data', ok).on('error', no) }), { class: 'files', inv: 5 }),
  a('a file in the host', ({ require, T }) => require('fs').readFileSync(T.secret, 'utf8'), { class: 'files', inv: 7 }),
  a('a program in the host', ({ require, T }) => { require('child_process').execFileSync('touch', [T.mark]) }, { class: 'children', inv: 8, goal: 'mark' }),
  a('a fork in the host', ({ require, T }) => new Promise(r => require('child_process').fork(T.child, [T.mark]).on('exit', r)), { class: 'children', inv: 8, goal: 'mark' }),
  a('a request in the host', ({ require, T }) => new Promise(r => { const s = require('net').connect(T.port, '127.0.0.1'); s.on('connect', () => r('yes')); s.on('error', e => r(e.code)) }), { class: 'network', inv: 9 }),
  a('fetch in the host', ({ T }) => fetch('http://127.0.0.1:' + T.port).then(() => 'yes'), { class: 'network', inv: 9 }),
]
