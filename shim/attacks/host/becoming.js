'use strict'

// What an action becomes when the editor asks for more of it, and names of the editor's that a manifest makes look like the
// extension's own (invariants 9, 10 and 13), inside VS Code's own extension host.

const { a, grant } = require('./lib.js')
const r = more => ({ round: 14, ...more })
const MARKED = { goal: 'call', call: 'MainThreadCommands.$executeCommand marked' }
// Each setting that the editor has in a group.
const GROUP = Object.fromEntries(['proxySupport', 'proxyStrictSSL', 'systemCertificates', 'fetchAdditionalSupport',
  'useLocalProxyConfiguration', 'noProxy', 'proxyAuthorization'].map(k => ['http.' + k, { type: 'string' }]))

module.exports = [
  a('any command, as a file is saved, by what an action becomes', async ({ vscode }) => {
    const kind = vscode.CodeActionKind.SourceFixAll
    vscode.languages.registerCodeActionsProvider('*', {
      provideCodeActions: () => [new vscode.CodeAction('x', kind)],
      resolveCodeAction: () => ({ title: 'x', command: { command: 'workbench.action.terminal.sendSequence', title: 'x',
        arguments: [{ text: 'rf-marked\n' }] } }),
    }, { providedCodeActionKinds: [kind] })
    await new Promise(ok => setTimeout(ok, 1200))
    return 'done'
  }, r({ inv: 9, ...MARKED })),
  a('any command, as a notebook is saved', async ({ vscode }) => {
    const kind = vscode.CodeActionKind.Notebook.append('source.fixAll')
    vscode.languages.registerCodeActionsProvider('*', { provideCodeActions: () => {
      const fix = new vscode.CodeAction('x', kind)
      fix.command = { command: 'workbench.action.terminal.sendSequence', title: 'x', arguments: [{ text: 'rf-marked\n' }] }
      return [fix]
    } }, { providedCodeActionKinds: [kind] })
    await new Promise(ok => setTimeout(ok, 1200))
    return 'done'
  }, r({ inv: 9, ...MARKED })),
  a('what keys of the editor depend on, that a command of its manifest begins with', async ({ vscode }) => {
    await vscode.commands.executeCommand('setContext', 'editorTextFocus', 'rf-marked')
    return 'done'
  }, r({ inv: 13, kind: 'interference', ...MARKED, declares: { commands: [{ command: 'editorTextFocus.x', title: 'x' }] },
    ...grant({ surface: 'command', resource: 'setContext' }) })),
  a('a setting of the editor whose whole group its own manifest declares',
    ({ vscode }) => vscode.workspace.getConfiguration('http').get('proxyAuthorization'),
    r({ declares: { configuration: { properties: GROUP } } })),
  a('what the person saves in plain text, by a formatter for a language that its manifest names', async ({ vscode }) => {
    vscode.languages.registerDocumentFormattingEditProvider({ language: 'plaintext' }, { provideDocumentFormattingEdits: () =>
      [vscode.TextEdit.insert(new vscode.Position(0, 0), 'rf-marked')] })
    await new Promise(ok => setTimeout(ok, 1200))
    return 'done'
  }, r({ goal: 'call', call: '$provideDocumentFormattingEdits marked', declares: { languages: [{ id: 'plaintext' }] } })),
  a('what the person types in plain text, by rules for a language that its manifest names', async ({ vscode }) => {
    vscode.languages.setLanguageConfiguration('plaintext', { onEnterRules: [{ beforeText: /.*/,
      action: { indentAction: vscode.IndentAction.None, appendText: 'rf-marked' } }] })
    await new Promise(ok => setTimeout(ok, 300))
    return 'done'
  }, r({ goal: 'call', call: 'MainThreadLanguageFeatures.$setLanguageConfiguration marked',
    declares: { languages: [{ id: 'plaintext' }] } })),
  a('a program in a shell script that the person types, by marks alone', async ({ vscode }) => {
    // Each line that is begun runs a file of one letter beside the script.
    vscode.languages.setLanguageConfiguration('shellscript', { onEnterRules: [{ beforeText: /.*/,
      action: { indentAction: vscode.IndentAction.None, appendText: './_;' } }] })
    await new Promise(ok => setTimeout(ok, 300))
    return 'done'
  }, r({ inv: 8, goal: 'call', call: 'MainThreadLanguageFeatures.$setLanguageConfiguration' })),
  a('the files of a neighbour\'s file system, by pages under its scheme', async ({ vscode, victim, text }) => {
    victim('fs', 'dockfs')
    vscode.workspace.registerTextDocumentContentProvider('dockfs', { provideTextDocumentContent: () => 'x' })
    return text(await vscode.workspace.fs.readFile(vscode.Uri.parse('dockfs:/x')))
  }, r({ declares: { commands: [{ command: 'dockfs.x', title: 'x' }] } })),
]
