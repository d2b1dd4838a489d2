'use strict'

// The vscode object (invariant 10), inside VS Code's own extension host: what leaves the window, and the object itself.

const { a, grant } = require('./lib.js')

module.exports = [
  // What leaves the window.
  a('opens an address', async ({ vscode }) => { await vscode.env.openExternal(vscode.Uri.parse('https://evil.example/')); return 'yes' }),
  a('opens an address that says something else', async ({ vscode }) => {
    const u = vscode.Uri.parse('https://evil.example/')
    u.toString = () => 'https://good.example/'
    await vscode.env.openExternal(u)
    return 'yes'
  }, grant({ surface: 'open', resource: 'https://good.example/*' })),
  a('reads the clipboard', async ({ vscode }) => ((await vscode.env.clipboard.readText()) ? 'yes' : 'no')),
  a('writes the clipboard', async ({ vscode }) => { await vscode.env.clipboard.writeText('x'); return 'yes' }),
  a('a session of the user', async ({ vscode }) => ((await vscode.authentication.getSession('github', ['repo'], {
    createIfNone: true,
  })).accessToken
    ? 'yes'
    : 'no')),
  a('the accounts of the user', async ({ vscode }) => ((await vscode.authentication.getAccounts('github')).length ? 'yes' : 'no')),
  a('a provider of sessions', ({ vscode }) => {
    vscode.authentication.registerAuthenticationProvider('mine', 'x', {
      onDidChangeSessions: () => ({ dispose() {} }), getSessions: async () => [], createSession: async () => ({}),
      removeSession: async () => {},
    })
    return 'yes'
  }),
  a('a webview', ({ vscode }) => {
    vscode.window.createWebviewPanel('acme.w', 'x', 1, { enableScripts: true }).webview.html = '<script></script>'
    return 'yes'
  }),
  a('a webview that reads the whole disk', ({ vscode }) => {
    const p = vscode.window.createWebviewPanel('acme.w', 'x', 1, { enableScripts: true, localResourceRoots: [vscode.Uri.file('/')] })
    return p.webview.options.localResourceRoots.some(u => u.fsPath === '/') ? 'yes' : 'no'
  }, grant({ surface: 'webview', resource: 'acme.w' })),
  a('a granted webview is given the whole disk later', ({ vscode }) => {
    const p = vscode.window.createWebviewPanel('acme.w', 'x', 1, { enableScripts: true, localResourceRoots: [] })
    p.webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.file('/')] }
    return p.webview.options.localResourceRoots.some(u => u.fsPath === '/') ? 'yes' : 'no'
  }, grant({ surface: 'webview', resource: 'acme.w' })),
  a('a handler of addresses', ({ vscode }) => { vscode.window.registerUriHandler({ handleUri() {} }); return 'yes' }),
  a('a view with a webview', ({ vscode }) => {
    vscode.window.registerWebviewViewProvider('acme.v', { resolveWebviewView() {} })
    return 'yes'
  }),
  a('a tool for language models', ({ vscode }) => {
    vscode.lm.registerTool('acme_tool', { invoke: () => ({}) })
    return 'yes'
  }, { declares: { languageModelTools: [{ name: 'acme_tool', displayName: 'x', modelDescription: 'x' }] } }),
  a('the language models', async ({ vscode }) => { await vscode.lm.selectChatModels({}) }, {
    goal: 'call', call: 'MainThreadLanguageModels.$selectChatModels',
  }),
  a('a server of tools', ({ vscode }) => {
    vscode.lm.registerMcpServerDefinitionProvider('acme.mcp', { provideMcpServerDefinitions: () => [] })
    return 'yes'
  }, { declares: { mcpServerDefinitionProviders: [{ id: 'acme.mcp', label: 'x' }] } }),
  a('a participant of chats', ({ vscode }) => {
    vscode.chat.createChatParticipant('acme.chat', () => {})
    return 'yes'
  }, { declares: { chatParticipants: [{ id: 'acme.chat', name: 'x', fullName: 'x', description: 'x', isSticky: false }] } }),
  a('the machine', ({ vscode }) => (vscode.env.machineId ? 'yes' : 'no')),

  // The object itself.
  a('the real API from what an object of it holds', async ({ vscode, context, hunt }) => hunt([
    vscode, context, vscode.window.createOutputChannel('x'), vscode.window.createStatusBarItem(),
    vscode.languages.createDiagnosticCollection('x'), new vscode.CancellationTokenSource(), new vscode.EventEmitter(),
    context.subscriptions, context.extension, context.globalState, context.workspaceState, vscode.workspace.workspaceFolders,
    vscode.window.createQuickPick(),
  ])),
  a('a path of the real module', ({ require }) => {
    const m = require('module')
    return m._load('vscode', module.parent, false).env.machineId ? 'yes' : 'no'
  }),
  a('the API for another by the name of its file', ({ require, T }) => {
    const r = require('module').createRequire(T.victim)
    return r('vscode').env.machineId ? 'yes' : 'no'
  }),
  a('the API by import', async () => { const v = await import('vscode'); return (v.env || v.default.env).machineId ? 'yes' : 'no' }),
  a('process by the loader of VS Code', ({ require }) => process.mainModule === undefined &&
    require('module')._load('child_process', undefined, false).execFileSync('echo', ['yes']).toString().trim(), {
      inv: 3, policy: { processes: [] },
    }),
  a('the token of the environment in the host', () => process.env.SECRET_TOKEN, { class: 'realm', inv: 3 }),
  a('call sites of VS Code', async ({ vscode }) => {
    const before = Error.prepareStackTrace
    let got
    Error.stackTraceLimit = 100
    Error.prepareStackTrace = (e, s) => {
      for (const x of s) { const t = x.getThis(); if (t && t.process && t.process.env) got = t.process.env.SECRET_TOKEN }
      return s
    }
    try {
      await new Promise(r => setImmediate(() => { void new Error('x').stack; r() }));
      [1].sort(() => { void new Error('x').stack })
      void new Error('x').stack
    } finally { Error.prepareStackTrace = before }
    return got
  }, { class: 'strings', inv: 4 }),
  a('an error of another by the hook of stacks', async ({ victim }) => {
    const before = Error.prepareStackTrace
    let got
    try {
      Error.prepareStackTrace = e => { got = e.message; return '' }
      victim('fails')
    } finally { Error.prepareStackTrace = before }
    return got
  }, { class: 'realm', inv: 13, round: 6 }),
  a('a builtin that VS Code calls', async ({ vscode }) => {
    const held = {}
    vscode.commands.registerCommand('acme.assign', Object.assign.bind(null, held, Object.defineProperty({}, 'f', {
      enumerable: true, get: Function.bind(null, 'return process.env.SECRET_TOKEN'),
    })))
    await Promise.resolve('acme.assign').then(vscode.commands.executeCommand).catch(() => {})
    return held.f()
  }, { class: 'strings', inv: 4 }),
  a(
    'the global of VS Code', () => globalThis.process.env.SECRET_TOKEN || Function('return this')().process.env.SECRET_TOKEN,
    { class: 'strings', inv: 4 }
  ),
  a(
    'a module of the host', ({ require, T }) => require('module').createRequire('/')('fs').readFileSync(T.secret, 'utf8'),
    { class: 'loader', inv: 2 }
  ),
  a('the main module of the host', ({ T }) => module.parent.require('fs').readFileSync(T.secret, 'utf8'), { class: 'loader', inv: 2 }),
  a('the cache of the host', ({ require }) => (Object.keys(require.cache).some(k => k.includes('victim'))
    ? 'yes'
    : 'no'), { class: 'loader', inv: 2 }),
  a('a file by the class of a stream in the host', ({ require, T }) => new Promise((ok, no) => {
    const s = require('fs').createReadStream(T.own)
    new s.constructor(T.secret, { encoding: 'utf8' }).on('data', ok).on('error', no)
  }), { class: 'files', inv: 5 }),
  a('a file in the host', ({ require, T }) => require('fs').readFileSync(T.secret, 'utf8'), { class: 'files', inv: 7 }),
  a('a program in the host', ({ require, T }) => {
    require('child_process').execFileSync('touch', [T.mark])
  }, { class: 'children', inv: 8, goal: 'mark' }),
  a(
    'a fork in the host', ({ require, T }) => new Promise(r => require('child_process').fork(T.child, [T.mark]).on('exit', r)),
    { class: 'children', inv: 8, goal: 'mark' }
  ),
  a('a request in the host', ({ require, T }) => new Promise(r => {
    const s = require('net').connect(T.port, '127.0.0.1')
    s.on('connect', () => r('yes'))
    s.on('error', e => r(e.code))
  }), { class: 'network', inv: 9 }),
  a('fetch in the host', ({ T }) => fetch('http://127.0.0.1:' + T.port).then(() => 'yes'), { class: 'network', inv: 9 }),
]
