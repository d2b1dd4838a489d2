'use strict'

// What the workbench does by itself with what an extension gave it, and names that its own manifest says (invariants 5, 9, 10, 11
// and 13), inside VS Code's own extension host.

const { a, grant } = require('./lib.js')
const r = more => ({ round: 13, ...more })

module.exports = [
  a('any command, as a file is saved', async ({ vscode }) => {
    vscode.languages.registerCodeActionsProvider('*', { provideCodeActions: () => {
      const fix = new vscode.CodeAction('x', vscode.CodeActionKind.SourceFixAll)
      fix.command = { command: 'workbench.action.terminal.sendSequence', title: 'x', arguments: [{ text: 'rf-marked\n' }] }
      return [fix]
    } }, { providedCodeActionKinds: [vscode.CodeActionKind.SourceFixAll] })
    await new Promise(ok => setTimeout(ok, 1200))
    return 'done'
  }, r({ goal: 'call', call: 'MainThreadCommands.$executeCommand marked' })),
  a('what is on the clipboard, by what pastes', async ({ vscode }) => {
    let got = 'no'
    vscode.languages.registerDocumentPasteEditProvider('*', { provideDocumentPasteEdits: async (d, ranges, data) => {
      got = await data.get('text/plain').asString()
      return []
    } }, { pasteMimeTypes: ['text/plain'], providedPasteEditKinds: [vscode.DocumentDropOrPasteEditKind.Empty] })
    await new Promise(ok => setTimeout(ok, 1200))
    return got
  }, r({ ...grant('documents') })),
  a('what is put on the clipboard, by what copies', async ({ vscode }) => {
    vscode.languages.registerDocumentPasteEditProvider('*', {
      prepareDocumentPaste: (d, ranges, data) => { data.set('text/plain', new vscode.DataTransferItem('rf-marked')) },
      provideDocumentPasteEdits: () => [],
    }, { copyMimeTypes: ['text/plain'], pasteMimeTypes: ['text/plain'],
      providedPasteEditKinds: [vscode.DocumentDropOrPasteEditKind.Empty] })
    await new Promise(ok => setTimeout(ok, 1200))
    return 'done'
  }, r({ goal: 'call', call: '$prepareDocumentPaste marked', ...grant('documents') })),
  a('the bytes of any file, by a notebook of its own kind', async ({ vscode, T, text }) => {
    let got = 'no'
    vscode.workspace.registerNotebookSerializer('acme-nb', {
      deserializeNotebook: bytes => { got = text(bytes); return new vscode.NotebookData([]) }, serializeNotebook: () => new Uint8Array() })
    await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(T.secret), 'acme-nb')
    await new Promise(ok => setTimeout(ok, 500))
    return got
  }, r({ declares: { notebooks: [{ type: 'acme-nb', displayName: 'x', selector: [{ filenamePattern: '*.acme' }] }] },
    ...grant('documents', { surface: 'command', resource: 'vscode.openWith' }) })),
  a('the text of any file, by what a neighbour would make of it', async ({ vscode, victim, T }) => {
    victim('formats')
    const edits = await vscode.commands.executeCommand('vscode.executeFormatDocumentProvider', vscode.Uri.file(T.secret), {})
    return edits.map(e => e.newText).join()
  }, r({ ...grant({ surface: 'command', resource: 'vscode.executeFormatDocumentProvider' }) })),
  a('any file of a language that its manifest names, as the place where something is defined', async ({ vscode, T }) => {
    let got = 'no'
    vscode.languages.registerFoldingRangeProvider([{ scheme: 'file' }], { provideFoldingRanges: d => {
      if (d.fileName === T.secret) try { got = d.getText() } catch (e) { got = e.message }
      return []
    } })
    vscode.languages.registerDefinitionProvider('*', { provideDefinition: () =>
      new vscode.Location(vscode.Uri.file(T.secret), new vscode.Range(0, 0, 0, 1)) })
    await new Promise(ok => setTimeout(ok, 1500))
    return got
  }, r({ manifest: { activationEvents: ['onCommand:acme.attack', 'onLanguage:plaintext'] } })),
  a('any command, by a page that runs the command of several', ({ vscode }) => {
    const p = vscode.window.createWebviewPanel('acme.w', 'x', 1, { enableScripts: true, enableCommandUris: ['runCommands'] })
    p.webview.html = '<a id=x href=\'command:runCommands?{"commands":[{"command":"workbench.action.terminal.sendSequence"}]}\'>'
    return [...p.webview.options.enableCommandUris].includes('runCommands') ? 'yes' : 'no'
  }, r({ declares: { commands: [{ command: 'runCommands', title: 'x' }] }, ...grant('webview') })),
  a('a command of a neighbour\'s that its own manifest names', async ({ vscode, victim }) => {
    vscode.commands.registerCommand('victim.hidden', () => 'yes')
    try { victim('hidden') } catch { /* it is taken */ }
    return victim('victim.hidden')
  }, r({ inv: 13, kind: 'interference', declares: { commands: [{ command: 'victim.hidden', title: 'x' }] } })),
  a('what keys of the editor depend on, that its own manifest names', async ({ vscode }) => {
    await vscode.commands.executeCommand('setContext', 'editorTextFocus', 'rf-marked')
    return 'done'
  }, r({ inv: 13, kind: 'interference', goal: 'call', call: 'MainThreadCommands.$executeCommand marked',
    declares: { commands: [{ command: 'acme.do', title: 'x' }],
      menus: { 'editor/context': [{ command: 'acme.do', when: 'editorTextFocus' }] } },
    ...grant({ surface: 'command', resource: 'setContext' }) })),
  a('another address, by a socket that has too many listeners', async ({ require, T, victim }) => {
    victim('notes')
    let C
    Error.prepareStackTrace = e => { if (e.emitter) C = e.emitter.constructor; return String(e) }
    const s = require('net').connect(T.own.length > 0 ? 9 : 0, '127.0.0.1').on('error', () => {})
    for (let i = 0; i < 12; i++) s.on('close', () => {})
    await new Promise(ok => setTimeout(ok, 300))
    Error.prepareStackTrace = undefined
    if (C === undefined) return 'no'
    return new Promise(ok => {
      new C().on('error', e => ok(e.message)).on('connect', () => ok('yes')).connect(T.port, '127.0.0.1')
    })
  }, r({ class: 'network', inv: 5, policy: { 'network.connect': ['tcp://127.0.0.1:9'] } })),
  a('a file of a neighbour\'s, as it pipes it by promised functions', async ({ require, T, victim }) => {
    let got = 'no'
    const stream = require('stream')
    const { promises } = stream
    Object.defineProperty(stream, 'promises', { configurable: true, get: () => ({ ...promises, pipeline: (from, ...x) => {
      from.on('data', d => { got = String(d) })
      return promises.pipeline(from, ...x)
    } }) })
    try { await victim('promised', T.secret) } catch { /* it was read twice */ }
    await new Promise(ok => setTimeout(ok, 300))
    return got
  }, r({ class: 'files', inv: 5 })),
]
