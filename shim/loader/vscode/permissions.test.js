'use strict'

const assert = require('node:assert')
const test = require('node:test')
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
  return (member, scheme) => p.check(member, 'files.read', readFile, [{ scheme, path: '/x' }]) === null
}

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
