'use strict'

// The vscode object (invariant 10), inside VS Code's own extension host: files and edits by the API of the editor.

const { a, grant } = require('./lib.js')

// memory is a file system of one's own, which keeps what is written and shows what it is made with.
const memory = `(vscode, text) => ({
  onDidChangeFile: () => ({ dispose() {} }), watch: () => ({ dispose() {} }), readDirectory: () => [], createDirectory() {}, delete() {},
  rename() {}, writeFile() {}, stat: () => ({ type: vscode.FileType.File, ctime: 0, mtime: 0, size: text.length }),
  readFile: () => new TextEncoder().encode(text),
})`
const withMemory = f => eval('(' + f.toString().replace('MEMORY', memory) + ')')

module.exports = [
  // Files.
  a('writes a file by a copy from an address of its own', withMemory(async ({ vscode, T }) => {
    vscode.workspace.registerFileSystemProvider('mine', (MEMORY)(vscode, 'written'))
    await vscode.workspace.fs.copy(vscode.Uri.parse('mine:/x'), vscode.Uri.file(T.mark), { overwrite: true })
    return 'yes'
  }), { goal: 'call', call: 'MainThreadFileSystem.$copy', policy: { modules: { vscode: ['workspace.registerFileSystemProvider'] } } }),
  a('takes a file away on another machine', async ({ vscode }) => {
    await vscode.workspace.fs.delete(vscode.Uri.parse('vscode-remote://x/y'))
    return 'yes'
  }, { goal: 'call', call: 'MainThreadFileSystem.$delete' }),
  a('writes a file on another machine', async ({ vscode }) => {
    await vscode.workspace.fs.writeFile(vscode.Uri.parse('vscode-remote://x/y'), new Uint8Array(1))
    return 'yes'
  }, { goal: 'call', call: 'MainThreadFileSystem.$writeFile' }),
  a('reads a file by workspace.fs', async ({ vscode, T, text }) => text(await vscode.workspace.fs.readFile(vscode.Uri.file(T.secret)))),
  a(
    'reads a file by an address with an address inside',
    async ({ vscode, T, text }) => text(await vscode.workspace.fs.readFile(Object.assign(vscode.Uri.file(T.secret), {
      uri: vscode.Uri.file(T.own),
    }))),
    grant({ surface: 'files.read', resource: '${extension}/**' })
  ),
  a('reads a file by an address whose class says another path', async ({ vscode, T, text }) => {
    const u = vscode.Uri.file(T.secret)
    for (let p = Object.getPrototypeOf(u); p !== Object.prototype; p = Object.getPrototypeOf(p)) {
      const d = Object.getOwnPropertyDescriptor(p, 'fsPath')
      if (d !== undefined) Object.defineProperty(p, 'fsPath', { configurable: true, get() {
        return new Error().stack.includes('ringfence.main') ? T.own : d.get.call(this)
      } })
    }
    return text(await vscode.workspace.fs.readFile(u))
  }, { round: 4, ...grant({ surface: 'files.read', resource: '${extension}/**' }) }),
  a('reads a file by an address that is made otherwise', async ({ vscode, T, text }) => {
    const { from } = vscode.Uri
    vscode.Uri.from = function (parts) {
      const u = from.call(vscode.Uri, parts)
      if (u.path === T.secret) Object.defineProperty(u, 'fsPath', { value: T.own })
      return u
    }
    return text(await vscode.workspace.fs.readFile(vscode.Uri.file(T.secret)))
  }, { round: 4, ...grant({ surface: 'files.read', resource: '${extension}/**' }) }),
  a('reads a file by an address that changes its scheme', async ({ vscode, T, text }) => {
    const u = vscode.Uri.file(T.secret)
    let n = 0
    Object.defineProperty(u, 'scheme', { get: () => (n++ < 2 ? 'memfs' : 'file') })
    return text(await vscode.workspace.fs.readFile(u))
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
  a('lists a folder by workspace.fs', async ({ vscode, T }) => ((await vscode.workspace.fs.readDirectory(vscode.Uri.file(T.out))).length > 0
    ? 'yes'
    : 'no')),
  a('stats a file by workspace.fs', async ({ vscode, T }) => ((await vscode.workspace.fs.stat(vscode.Uri.file(T.secret))).size === 13
    ? 'yes'
    : 'no')),
  a('writes a file by workspace.fs', async ({ vscode, T }) => {
    await vscode.workspace.fs.writeFile(vscode.Uri.file(T.mark), Buffer.from('x'))
  }, { goal: 'mark' }),
  a('copies a file out by workspace.fs', async ({ vscode, T }) => {
    await vscode.workspace.fs.copy(vscode.Uri.file(T.own), vscode.Uri.file(T.mark))
  }, {
    goal: 'call', call: 'MainThreadFileSystem.$copy',
    ...grant({ surface: 'files.read', resource: '${extension}/**' }, { surface: 'files.write', resource: '${extension}/**' }),
  }),
  a('copies a file in by workspace.fs', async ({ vscode, T }) => {
    await vscode.workspace.fs.copy(vscode.Uri.file(T.secret), vscode.Uri.file(T.own + '.copy'))
  }, {
    goal: 'call', call: 'MainThreadFileSystem.$copy',
    ...grant({ surface: 'files.read', resource: '${extension}/**' }, { surface: 'files.write', resource: '${extension}/**' }),
  }),
  a('opens a file as a document', async ({ vscode, T }) => (await vscode.workspace.openTextDocument(vscode.Uri.file(T.secret))).getText()),
  a('opens a file as a document by its name', async ({ vscode, T }) => (await vscode.workspace.openTextDocument(T.secret)).getText()),
  a(
    'shows a file and reads its document',
    async ({ vscode, T }) => (await vscode.window.showTextDocument(vscode.Uri.file(T.secret))).document.getText()
  ),
  a('reads what is open', async ({ vscode, T, other }) => {
    await other('victim.open', T.secret)
    return vscode.workspace.textDocuments.map(d => d.getText()).join('')
  }),
  a('reads what the active editor shows', async ({ vscode, T, other }) => {
    await other('victim.show', T.secret)
    return vscode.window.activeTextEditor.document.getText()
  }),
  a('changes what the active editor shows', async ({ vscode, T, other }) => {
    await other('victim.show', T.secret)
    return (await vscode.window.activeTextEditor.edit(b => b.insert(new vscode.Position(0, 0), 'x'))) ? 'yes' : 'no'
  }),
  a('saves a document of another', async ({ vscode, T, other }) => {
    await other('victim.open', T.secret)
    return (await vscode.workspace.textDocuments.find(d => d.fileName === T.secret).save()) !== undefined ? 'yes' : 'no'
  }, { goal: 'call', call: 'MainThreadDocuments.$trySaveDocument' }),
  a('applies an edit that makes a file', async ({ vscode, T }) => {
    const e = new vscode.WorkspaceEdit()
    e.createFile(vscode.Uri.file(T.mark))
    return (await vscode.workspace.applyEdit(e)) ? 'yes' : 'no'
  }),
  a('applies an edit that makes a file among the settings', async ({ vscode, T }) => {
    const e = new vscode.WorkspaceEdit()
    e.createFile(vscode.Uri.from({ scheme: 'vscode-userdata', path: T.mark }))
    return (await vscode.workspace.applyEdit(e)) ? 'yes' : 'no'
  }, { round: 5 }),
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
      if (Object.getOwnPropertyDescriptor(p, 'fsPath')?.get !== undefined)
        Object.defineProperty(p, 'fsPath', { configurable: true, get: () => T.own })
    }
    const e = new vscode.WorkspaceEdit()
    e.createFile(vscode.Uri.file(T.mark))
    return (await vscode.workspace.applyEdit(e)) ? 'yes' : 'no'
  }, grant({ surface: 'files.write', resource: '${extension}/**' })),
  a('a file system of its own', async ({ vscode }) => {
    vscode.workspace.registerFileSystemProvider('mine', {
      onDidChangeFile: () => ({ dispose() {} }), watch: () => ({ dispose() {} }), stat() {}, readDirectory: () => [], createDirectory() {},
      readFile() {}, writeFile() {}, delete() {}, rename() {},
    })
    return 'yes'
  }),
  a('hears of files beside the workspace', async ({ vscode, T, require, victim }) => {
    const dir = require('path').dirname(T.secret)
    const w = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(dir), '*'))
    const heard = new Promise(resolve => { w.onDidCreate(u => resolve(u.fsPath)); setTimeout(resolve, 3000, '') })
    await new Promise(resolve => { setTimeout(resolve, 300) })
    victim('writes', dir + '/heard.txt')
    return (await heard) === dir + '/heard.txt' ? 'yes' : 'no'
  }, { round: 6 }),
  a('the folders of a workspace by the file that lists them', async ({ vscode, require }) => {
    const file = vscode.workspace.workspaceFolders[0].uri.fsPath + '/mine.code-workspace'
    require('fs').writeFileSync(file, '{"folders":[{"path":"/"}]}')
    return 'yes'
  }, { class: 'files', inv: 11, round: 6, policy: { 'files.write': ['${workspace}/**'] } }),
  a('finds files', async ({ vscode }) => ((await vscode.workspace.findFiles('**/*')).length > 0 ? 'yes' : 'no')),
]
