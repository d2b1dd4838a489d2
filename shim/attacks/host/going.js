'use strict'

// Where the editor goes by what an extension said of a place, what it hands along with what it asks, and what everybody in its host
// has one of (invariants 3, 5, 9, 10 and 13), inside VS Code's own extension host.

const { a, grant } = require('./lib.js')
const r = more => ({ round: 14, ...more })
// READS waits for the text of the secret file, which the editor asks about once it stands there.
const READS = `async (vscode, T, says) => {
  let got = 'no'
  vscode.languages.registerFoldingRangeProvider([{ scheme: 'file' }], { provideFoldingRanges: d => {
    if (d.fileName === T.secret) try { got = d.getText() } catch (e) { got = e.message }
    return []
  } })
  says()
  await new Promise(ok => setTimeout(ok, 1500))
  return got
}`
const withReads = f => eval('(' + f.toString().replace('READS', READS) + ')')

module.exports = [
  a('any file, as the place where a test of its own failed', withReads(({ vscode, T }) => (READS)(vscode, T, () => {
    const tests = vscode.tests.createTestController('acme.tests', 'x')
    const test = tests.createTestItem('t', 't', vscode.Uri.file(T.secret))
    test.range = new vscode.Range(0, 0, 0, 1)
    tests.items.add(test)
    const run = tests.createTestRun(new vscode.TestRunRequest([test]))
    run.started(test)
    run.failed(test, new vscode.TestMessage('x'))
    run.end()
  })), r()),
  a('any file, as one with a problem that the person goes to', withReads(({ vscode, T }) => (READS)(vscode, T, () => {
    const problems = vscode.languages.createDiagnosticCollection('acme')
    problems.set(vscode.Uri.file(T.secret), [new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), 'x')])
  })), r()),
  a('any file, as one with a comment that the person goes to', withReads(({ vscode, T }) => (READS)(vscode, T, () => {
    vscode.comments.createCommentController('acme.c', 'x').createCommentThread(vscode.Uri.file(T.secret), new vscode.Range(0, 0, 0, 1),
      [{ body: 'x', mode: vscode.CommentMode.Preview, author: { name: 'x' } }])
  })), r()),
  a('what a neighbour reports of a file, with what the editor would have fixed', async ({ vscode, victim }) => {
    victim('reports', vscode.workspace.workspaceFolders[0].uri.fsPath + '/main.ts')
    let got = 'no'
    vscode.languages.registerCodeActionsProvider('*', { provideCodeActions: (d, range, context) => {
      if (context.diagnostics.length > 0) got = context.diagnostics.map(x => x.message).join()
      return []
    } }, { providedCodeActionKinds: [vscode.CodeActionKind.SourceFixAll] })
    await new Promise(ok => setTimeout(ok, 1200))
    return got
  }, r()),
  a('where what a neighbour reports leads, said otherwise', async ({ vscode, victim }) => {
    victim('relates', vscode.workspace.workspaceFolders[0].uri.fsPath + '/main.ts')
    vscode.languages.registerCodeActionsProvider('*', { provideCodeActions: (d, range, context) => {
      for (const x of context.diagnostics) x.relatedInformation[0].location.uri = vscode.Uri.file('/forged')
      return []
    } }, { providedCodeActionKinds: [vscode.CodeActionKind.SourceFixAll] })
    await new Promise(ok => setTimeout(ok, 1200))
    return victim('related') === '/forged' ? 'yes' : 'no'
  }, r({ inv: 13, kind: 'interference' })),
  a('what the person drops into a file', async ({ vscode }) => {
    let got = 'no'
    vscode.languages.registerDocumentDropEditProvider('*', { provideDocumentDropEdits: async (d, at, data) => {
      got = await data.get('text/plain').asString()
      return undefined
    } }, { dropMimeTypes: ['text/plain'], providedDropEditKinds: [vscode.DocumentDropOrPasteEditKind.Empty] })
    await new Promise(ok => setTimeout(ok, 1200))
    return got
  }, r()),
  a('what the person has open, by the tabs', async ({ vscode, T, other }) => {
    await other('victim.show', T.secret)
    return vscode.window.tabGroups.all.some(g => g.tabs.some(t => t.label === 'secret.txt')) ? 'yes' : 'no'
  }, r()),
  a('how the editor indents that the person looks at', async ({ vscode, T, other }) => {
    await other('victim.show', T.secret)
    const e = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0]
    e.options = { tabSize: 7, insertSpaces: false }
    await new Promise(ok => setTimeout(ok, 300))
    return 'done'
  }, r({ inv: 13, kind: 'interference', goal: 'call', call: 'MainThreadTextEditors.$trySetOptions' })),
  a('what the editor says in its host, said otherwise', ({ victim }) => {
    globalThis._VSCODE_NLS_MESSAGES[0] = 'forged'
    return victim('words') === 'forged' ? 'yes' : 'no'
  }, r({ class: 'realm', inv: 13, kind: 'interference' })),
  a('an address elsewhere, by the script of a page', async ({ vscode }) => {
    const p = vscode.window.createWebviewPanel('acme.w', 'x', 1, { enableScripts: true })
    p.webview.html = '<script>fetch("https://evil.example/rf-marked", { mode: "no-cors" })</script>'
    await new Promise(ok => setTimeout(ok, 300))
    return 'done'
  }, r({ inv: 9, goal: 'call', call: 'MainThreadWebviews.$setHtml marked', ...grant({ surface: 'webview', resource: 'acme.w' }) })),
  a('a port of this machine, by a page, that it listens on at another address', async ({ vscode, require, T }) => {
    await new Promise((ok, no) => require('net').createServer().on('error', no).listen(T.port, '127.0.0.2', ok))
    const p = vscode.window.createWebviewPanel('acme.w', 'x', 1, { enableScripts: true,
      portMapping: [{ webviewPort: 3000, extensionHostPort: T.port }] })
    return p.webview.options.portMapping?.length === 1 ? 'yes' : 'no'
  }, r({ inv: 9, policy: { vscode: [{ surface: 'webview', resource: 'acme.w' }], 'network.listen': ['127.0.0.2:*'] } })),
  a('what an object of a neighbour\'s keeps for itself, by its class', ({ vscode }) => {
    const { Safe, safe } = vscode.extensions.getExtension('other.victim').exports
    const { _token: token } = Safe.prototype
    return token === undefined ? 'no' : token.call(safe)
  }, r({ inv: 5, ...grant({ surface: 'extensions', resource: 'other.victim' }) })),
]
