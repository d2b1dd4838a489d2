'use strict'

// What is said at one time and is something else at another, and what the editor does for whoever asks it (invariants 6, 8 and 10), inside
// VS Code's own extension host: snippets, debuggers, ports of pages, servers for agents, files that are moved.

const { a, grant } = require('./lib.js')
const r10 = more => ({ round: 10, ...more })

module.exports = [
  a('what is on the clipboard, by a snippet', async ({ vscode, T, other }) => {
    await other('victim.show', T.secret)
    const e = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0]
    await e.insertSnippet(new vscode.SnippetString('${CLIPBOARD} rf-marked'))
    return 'done'
  }, r10({ goal: 'call', call: 'MainThreadTextEditors.$tryInsertSnippet marked', ...grant('documents', 'files.read') })),
  a('a debugger of another type under a name that is granted', async ({ vscode }) => {
    await vscode.debug.startDebugging(undefined, { type: 'node', request: 'launch', name: 'acme', program: '/x' })
    return 'done'
  }, r10({ goal: 'call', call: 'MainThreadDebugService.$startDebugging', ...grant({ surface: 'debug', resource: 'acme' }) })),
  a('what the person breaks at', async ({ vscode, victim }) => {
    const heard = new Promise(r => { vscode.debug.onDidChangeBreakpoints(e => r(e.added[0].condition)); setTimeout(r, 1500) })
    victim('breaks')
    return vscode.debug.breakpoints[0]?.condition ?? heard
  }, r10()),
  a('ports of this machine, by a page', ({ vscode, T }) => {
    const p = vscode.window.createWebviewPanel('acme.w', 'x', 1, { enableScripts: true,
      portMapping: [{ webviewPort: 3000, extensionHostPort: T.port }] })
    return p.webview.options.portMapping?.length === 1 ? 'yes' : 'no'
  }, r10(grant({ surface: 'webview', resource: 'acme.w' }))),
  a('a program by a server of tools for agents that no class made', async ({ vscode }) => {
    vscode.lm.registerMcpServerDefinitionProvider('acme.mcp', {
      provideMcpServerDefinitions: () => [{ label: 'rf-marked', command: '/bin/sh', args: ['-c', 'id'], env: {} }] })
    await new Promise(r => setTimeout(r, 500))
    return 'done'
  }, r10({ inv: 8, goal: 'call', call: 'MainThreadMcpShape.$upsertMcpCollection marked', ...grant('ai'),
    declares: { mcpServerDefinitionProviders: [{ id: 'acme.mcp', label: 'x' }] } })),
  a('reads what it may not, moved by the editor to where it may', async ({ vscode, T, text }) => {
    const to = vscode.Uri.file(T.own.replace('data.txt', 'work/moved'))
    await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(to, '..'))
    await vscode.workspace.fs.rename(vscode.Uri.file(T.secret), to)
    return text(await vscode.workspace.fs.readFile(to))
  }, r10({ policy: { vscode: ['files.write', { surface: 'files.read', resource: '${extension}/**' }] } })),
  a('what a neighbour does with an expression that it was given before', async ({ other }) => {
    other('uses')
    let got = 'no'
    globalThis.__re.exec = s => { got = s; return null }
    other('tests')
    return got
  }, r10({ exports: '() => ({ pattern: globalThis.__re = /x/ })' })),
  a('closes the editor that the person looks at', async ({ vscode, T, other }) => {
    await other('victim.show', T.secret)
    ;(vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0]).hide()
    await new Promise(r => setTimeout(r, 300))
    return 'done'
  }, r10({ goal: 'call', call: 'MainThreadTextEditors.$tryHideEditor', inv: 13, kind: 'interference' })),
]
