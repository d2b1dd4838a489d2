'use strict'

// What a grant of the editor's API reaches beside what it says (invariants 9, 10 and 11), inside VS Code's own extension host.

const { a, grant } = require('./lib.js')
const r = more => ({ round: 12, ...more })

module.exports = [
  a('hooks of git, moved in with their folder by the editor', async ({ vscode, T, victim }) => {
    // Each kind has a folder of its own.
    const at = p => vscode.Uri.file(T.mark + '.d' + p)
    const { fs } = vscode.workspace
    await fs.createDirectory(at('/x/hooks'))
    await fs.writeFile(at('/x/hooks/pre-commit'), new TextEncoder().encode('#!/bin/sh'))
    await fs.rename(at('/x'), at('/.git'))
    return victim('there', T.mark + '.d/.git/hooks/pre-commit') ? 'yes' : 'no'
  }, r({ round: 12, inv: 11, ...grant({ surface: 'files.write', resource: '/**' }, { surface: 'files.read', resource: '/**' }) })),
  a('a sensitive file, copied with the folder it lies in by the editor', async ({ vscode, require, T, victim, text }) => {
    const home = require('os').homedir()
    victim('writes', home + '/.netrc')
    const { fs } = vscode.workspace
    await fs.copy(vscode.Uri.file(home), vscode.Uri.file(T.out + '/h'), { overwrite: true })
    return text(await fs.readFile(vscode.Uri.file(T.out + '/h/.netrc'))) === 'x' ? 'yes' : 'no'
  }, r({ inv: 11, ...grant({ surface: 'files.write', resource: '/**' }, { surface: 'files.read', resource: '/**' }) })),
  a('tasks of the workspace, moved in with their folder by an edit', async ({ vscode, T, require }) => {
    const w = vscode.workspace.workspaceFolders[0].uri
    const e = new vscode.WorkspaceEdit()
    e.renameFile(vscode.Uri.joinPath(w, 'rf-marked'), vscode.Uri.joinPath(w, '.vscode'))
    return (await vscode.workspace.applyEdit(e)) ? 'yes' : 'no'
  }, r({ inv: 11, ...grant({ surface: 'files.write', resource: '${workspace}/**' }) })),
  a('a file elsewhere, opened by a name that is read from two places', async ({ vscode, T, require }) => {
    const before = process.cwd()
    process.chdir(__dirname)
    try {
      return (await vscode.workspace.openTextDocument(T.secret.slice(1))).getText()
    } finally { process.chdir(before) }
  }, r({ ...grant('documents', { surface: 'files.read', resource: '${extension}/**' }) })),
  a('what becomes of a file elsewhere that it shows', async ({ vscode, T, other }) => {
    let got = 'no'
    vscode.workspace.onDidChangeTextDocument(e => { got = e.contentChanges.map(c => c.text).join() })
    await vscode.window.showTextDocument(vscode.Uri.file(T.secret))
    await other('types')
    await new Promise(ok => setTimeout(ok, 500))
    return got
  }, r({ ...grant('documents') })),
  a('reads any file, by places that a command shows', async ({ vscode, T }) => {
    let got = 'no'
    vscode.languages.registerFoldingRangeProvider([{ scheme: 'file' }], { provideFoldingRanges: d => {
      if (d.fileName === T.secret) try { got = d.getText() } catch (e) { got = e.message }
      return []
    } })
    const at = new vscode.Range(0, 0, 0, 1)
    const own = vscode.Uri.file(T.own)
    await vscode.commands.executeCommand('editor.action.showReferences', own, new vscode.Position(0, 0),
      [new vscode.Location(vscode.Uri.file(T.secret), at)])
    await new Promise(ok => setTimeout(ok, 800))
    return got
  }, r({ ...grant({ surface: 'command', resource: 'editor.action.showReferences' }) })),
  a('reads any file, as the place where something is defined', async ({ vscode, T }) => {
    let got = 'no'
    vscode.languages.registerFoldingRangeProvider([{ scheme: 'file' }], { provideFoldingRanges: d => {
      if (d.fileName === T.secret) try { got = d.getText() } catch (e) { got = e.message }
      return []
    } })
    vscode.languages.registerDefinitionProvider('*', { provideDefinition: () =>
      new vscode.Location(vscode.Uri.file(T.secret), new vscode.Range(0, 0, 0, 1)) })
    await new Promise(ok => setTimeout(ok, 1500))
    return got
  }, r({ round: 12 })),
  a('reads any notebook, by the symbols of its cells', async ({ vscode, T }) => {
    let got = 'no'
    vscode.languages.registerDocumentSymbolProvider('*', { provideDocumentSymbols: d => {
      if (d.uri.path === T.secret) try { got = d.getText() } catch (e) { got = e.message }
      return []
    } })
    await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(T.secret), 'x')
    await new Promise(ok => setTimeout(ok, 1000))
    return got
  }, r({ round: 12, ...grant({ surface: 'command', resource: 'vscode.openWith' }) })),
  a('an address elsewhere, by the command that opens files', async ({ vscode }) => {
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.parse('https://evil.example/rf-marked'))
    return 'done'
  }, r({ inv: 9, goal: 'call', call: 'MainThreadCommands.$executeCommand marked',
    ...grant({ surface: 'command', resource: 'vscode.open' }) })),
  a('an address elsewhere that has the granted host behind a mark', async ({ vscode }) => {
    for (const mark of ['#', '?', '\\', '@x#']) {
      try {
        const authority = 'evil.example' + mark + '.good.example'
        await vscode.env.openExternal(vscode.Uri.from({ scheme: 'https', authority, path: '/rf-marked' }))
      } catch { /* another one may be */ }
    }
    return 'done'
  }, r({ inv: 9, goal: 'call', call: 'MainThreadWindow.$openUri marked',
    ...grant({ surface: 'open', resource: 'https://*.good.example/*' }) })),
  a('a task, by what a debugger begins with', async ({ vscode }) => {
    await vscode.debug.startDebugging(undefined, { type: 'acme', request: 'launch', name: 'x', preLaunchTask: 'rf-marked' })
    return 'done'
  }, r({ inv: 8, goal: 'call', call: 'MainThreadDebugService.$startDebugging marked', ...grant({ surface: 'debug', resource: 'acme' }) })),
  a('an address elsewhere, by what a debugger does when its server is ready', async ({ vscode }) => {
    await vscode.debug.startDebugging(undefined, { type: 'acme', request: 'launch', name: 'x',
      serverReadyAction: { action: 'openExternally', pattern: '.', uriFormat: 'https://evil.example/rf-marked' } })
    return 'done'
  }, r({ inv: 9, goal: 'call', call: 'MainThreadDebugService.$startDebugging marked', ...grant({ surface: 'debug', resource: 'acme' }) })),
  a('what the person saves in a language of another\'s, by a formatter', async ({ vscode }) => {
    vscode.languages.registerDocumentFormattingEditProvider('*', { provideDocumentFormattingEdits: () =>
      [vscode.TextEdit.insert(new vscode.Position(0, 0), 'rf-marked')] })
    await new Promise(ok => setTimeout(ok, 1200))
    return 'done'
  }, r({ goal: 'call', call: '$provideDocumentFormattingEdits marked' })),
  a('its own manifest, changed as a neighbour saves it', async ({ vscode, T, other }) => {
    const file = T.own.replace('data.txt', 'package.json')
    vscode.workspace.onWillSaveTextDocument(e =>
      e.waitUntil(Promise.resolve([vscode.TextEdit.insert(new vscode.Position(0, 0), 'rf-marked')])))
    await other('victim.show', file)
    await other('test.save', file)
    await new Promise(ok => setTimeout(ok, 500))
    return 'done'
  }, r({ inv: 11, goal: 'call', call: 'MainThreadBulkEdits.$tryApplyWorkspaceEdit marked', ...grant('documents') })),
  a('the settings of the person, changed in the editor that they look at', async ({ vscode, victim, other }) => {
    await other('test.settings')
    await new Promise(ok => setTimeout(ok, 300))
    await vscode.window.activeTextEditor.edit(b => b.insert(new vscode.Position(0, 0), '{"ringfence.off":["acme.tested"]} // rf-marked'))
    return 'done'
  }, r({ inv: 11, goal: 'call', call: 'MainThreadTextEditors.$tryApplyEdits marked', ...grant('documents') })),
  a('start-up files of a shell, changed in the editor that the person looks at', async ({ vscode, require, victim, other }) => {
    const file = require('os').homedir() + '/.bashrc'
    victim('writes', file)
    await other('victim.show', file)
    await vscode.window.activeTextEditor.edit(b => b.insert(new vscode.Position(0, 0), 'id # rf-marked'))
    return 'done'
  }, r({ inv: 11, goal: 'call', call: 'MainThreadTextEditors.$tryApplyEdits marked', ...grant('documents') })),
]
