'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { buildEditor } = require('./editor.js')
const { createFence } = require('../policy/fence.js')
const { Permissions } = require('./permissions.js')

const readFile = { c: 'vscode.files.read', f: 'promise', a: [[0, '', 'path']] }

// permissions are those of an extension with an empty policy and pages under acme, where somebody has file systems for some schemes.
function permissions(...systems) {
  const fence = createFence({ extension: 'a.b', mode: 'enforce', level: 'shared',
    policy: { schemaVersion: 1, extension: 'a.b', modules: {} } }, '/x', [])
  const api = { workspace: { fs: { isWritableFileSystem: s => (systems.includes(s) ? true : undefined) } } }
  const addresses = { made: v => v, textOf: u => u.scheme + ':' + u.path, fsPath: u => u.path }
  const border = { real: v => v, outward: v => v, inward: v => v, isMine: () => false }
  const p = new Permissions(fence, api, addresses, border)
  p.pages = ['acme']
  return (member, scheme, path = '/x') => p.check(member, 'files.read', readFile, [{ scheme, path }]) === null
}

test('what has no file yet is looked for in no file system, and opened by nobody without a grant', () => {
  const may = permissions()
  assert.ok(may('workspace.fs.stat', 'untitled', 'Untitled-3'))
  assert.ok(!may('workspace.fs.readFile', 'untitled', '/etc/passwd'))
  assert.ok(!may('workspace.openTextDocument', 'untitled', 'Untitled-3'))
  assert.ok(!may('workspace.fs.readFile', 'file', 'Untitled-3'))
})

test('pages are documents, and no files', () => {
  const may = permissions()
  assert.ok(may('workspace.openTextDocument', 'acme'))
  assert.ok(!may('workspace.fs.readFile', 'acme'))
  assert.ok(!may('workspace.openTextDocument', 'other'))
})

test('pages of a scheme that somebody has a file system for are that one\'s files', () => {
  assert.ok(!permissions('acme')('workspace.openTextDocument', 'acme'))
})

test('the editor\'s own schemas are read by anybody, and nothing else under its scheme', () => {
  const fence = createFence({ extension: 'a.b', mode: 'enforce', level: 'shared',
    policy: { schemaVersion: 1, extension: 'a.b', modules: {} } }, '/x', [])
  const api = { workspace: { fs: { isWritableFileSystem: () => undefined } } }
  const addresses = { made: v => v, textOf: u => u.scheme + '://' + u.authority + u.path, fsPath: u => u.path }
  const border = { real: v => v, outward: v => v, inward: v => v, isMine: () => false }
  const p = new Permissions(fence, api, addresses, border)
  const may = (surface, member, scheme, authority) =>
    p.check(member, surface, { ...readFile, c: 'vscode.' + surface }, [{ scheme, authority, path: '/s.json' }]) === null
  assert.ok(may('files.read', 'workspace.fs.readFile', 'vscode', 'schemas-associations'))
  assert.ok(may('files.read', 'workspace.openTextDocument', 'vscode', 'schemas'))
  for (const authority of ['settings', 'defaultsettings', 'schemas.x', 'Schemas', '', undefined]) {
    assert.ok(!may('files.read', 'workspace.fs.readFile', 'vscode', authority), '' + authority)
  }
  assert.ok(!may('files.read', 'workspace.fs.readFile', 'vscode-userdata', 'schemas'))
  assert.ok(!may('files.write', 'workspace.fs.writeFile', 'vscode', 'schemas'))
})

test('a key of conditions that the policy names is set, and no other that is not the extension\'s', () => {
  const executes = { c: 'vscode.command', f: 'promise', a: [[0, '', 'commandId'], [1, '', 'args']] }
  const sets = (lines, own = () => false) => {
    const vscode = lines.map(resource => ({ surface: 'command', resource }))
    const policy = { schemaVersion: 1, extension: 'a.b', vscode }
    const fence = createFence({ extension: 'a.b', mode: 'enforce', level: 'shared', policy }, '/x', [])
    assert.notStrictEqual(fence.policy, null)
    const border = { real: v => v, outward: v => v, inward: v => v, isMine: () => false }
    const p = new Permissions(fence, {}, {}, border)
    p.isOwnContext = own
    return key => p.check('commands.executeCommand', 'command', executes, ['setContext', key, true]) === null
  }
  // What the analysis writes of executeCommand('setContext', 'hasGitRepository', …).
  const may = sets(['setContext', 'setContext hasGitRepository'])
  assert.ok(may('hasGitRepository'))
  const object = { toString: () => 'hasGitRepository' }
  for (const key of ['hasGitRepositoryX', 'hasgitrepository', 'editorTextFocus', 'victim.on', '', undefined, object]) {
    assert.ok(!may(key), '' + key)
  }
  assert.ok(!sets(['setContext'])('hasGitRepository') && !sets(['setContext hasGitRepository'])('hasGitRepository'))
  const owns = sets(['setContext'], key => key === 'own.x')
  assert.ok(owns('own.x') && !owns('hasGitRepository'))
})

class Uri {
  static from() { return new Uri() }
  static file() { return new Uri() }
  get fsPath() { return '' }
  toString() { return '' }
}

// under is the API of an extension under a policy, what was written down of it, and what VS Code was asked to do.
// VS Code has a part that no catalogue knows: what only holds members.
function under(modules, mode = 'enforce') {
  const acted = []
  const noted = []
  const speech = {
    registerProvider(id) { acted.push(id); return { dispose() {} } }, listen(id) { acted.push(id); return 'heard' },
    voices: [{ name: 'a' }], count: 3,
  }
  const api = {
    speech, commands: { getCommands: () => Promise.resolve([]) }, window: { visibleTextEditors: [], terminals: [] },
    extensions: { all: [], onDidChange() {}, getExtension: () => undefined }, workspace: { textDocuments: [], fs: {} },
    debug: {}, env: {}, tasks: {}, Uri,
  }
  const fence = createFence({ extension: 'a.b', mode, level: 'shared', policy: { schemaVersion: 1, extension: 'a.b', modules } }, '/x', [])
  assert.notStrictEqual(fence.policy, null)
  fence.through = f => f
  fence.log.note = r => { if (r.e === 'denied' || r.e === 'use') noted.push(r.e + ' ' + r.name + ' ' + r.text) }
  return { ...buildEditor(fence, api), acted, noted, speech }
}

// What a compiler wrote for import * before it wrote getters.
function importStar(mod) {
  const result = {}
  for (const k in mod) if (Object.hasOwnProperty.call(mod, k)) result[k] = mod[k]
  return result
}

test('who copies all of the API asks for nothing that it does not use', () => {
  for (const mode of ['enforce', 'observe']) {
    const at = under({}, mode)
    const copy = importStar(at.api)
    assert.deepStrictEqual(Object.keys(copy.speech), ['registerProvider', 'listen', 'voices', 'count'])
    assert.deepStrictEqual(at.noted, [], mode)
    assert.notStrictEqual(copy.speech, at.speech)
    assert.strictEqual(copy.speech, at.api.speech)
  }
})

test('what it holds is granted by the name of the whole', () => {
  const no = under({})
  const { speech } = importStar(no.api)
  assert.strictEqual(speech.listen, undefined)
  assert.strictEqual(typeof speech.registerProvider('x').dispose, 'function')
  assert.deepStrictEqual([speech.voices, speech.count, no.acted], [[], 3, []])
  assert.ok(no.noted.length > 0 && no.noted.every(n => n === 'denied vscode speech'), no.noted.join())
  const yes = under({ vscode: ['speech'] })
  assert.strictEqual(yes.api.speech.listen('now'), 'heard')
  assert.strictEqual(yes.api.speech.voices[0].name, 'a')
  assert.deepStrictEqual(yes.acted, ['now'])
  assert.notStrictEqual(yes.api.speech.voices, yes.speech.voices)
})

test('the command of what a person takes while typing is one that may run, read once', () => {
  const at = under({})
  const { border } = at
  const command = (name, more) => border.itemCommand({ title: 'x', command: name, ...more })
  assert.strictEqual(command('editor.action.triggerSuggest').command, 'editor.action.triggerSuggest')
  assert.deepStrictEqual(command('cursorMove', { arguments: [{ to: 'left' }] }).arguments, [{ to: 'left' }])
  for (const name of ['workbench.action.terminal.sendSequence', 'vscode.open', 'setContext', 'ringfence.menu.a.b', 'other.own']) {
    assert.strictEqual(command(name), undefined, name)
  }
  assert.strictEqual(border.itemCommand(undefined), undefined)
  let n = 0
  const flips = { title: 'x', get command() { return n++ === 0 ? 'cursorMove' : 'other.own' } }
  assert.deepStrictEqual([border.itemCommand(flips).command, n], ['cursorMove', 1])
  assert.ok(at.noted.includes('denied command other.own'), at.noted.join())
})
