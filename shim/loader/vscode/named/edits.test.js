'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { askedWhereSaid, createEdits } = require('./edits.js')

// WorkspaceEdit is as VS Code has it: a list, and a method by which it is read.
class WorkspaceEdit {
  constructor() { this._edits = [] }
  _allEntries() { return this._edits }
}
const uri = path => ({ scheme: 'file', path, fsPath: path, toString: () => 'file://' + path })
const fresh = u => uri('' + u.path)
const editOf = (...entries) => { const e = new WorkspaceEdit(); e._edits.push(...entries); return shown(e) }

// What the extension has of an edit is not VS Code's edit.
const seen = new Map()
const border = { real: v => seen.get(v) ?? v, outward: v => v }
const shown = real => { const v = {}; seen.set(v, real); return v }

// checker lets edits touch /open, and says what it was asked.
function checker() {
  const asked = []
  const edits = createEdits({ WorkspaceEdit }, border,
    u => { asked.push(u.path); return u.path.startsWith('/open/') ? null : { path: u.path } },
    fresh, u => 'file://' + u.path)
  return { asked, edits }
}

test('an edit that stays where it may becomes one of the loader\'s making', () => {
  const { asked, edits } = checker()
  const given = editOf({ _type: 1, from: uri('/open/a'), to: uri('/open/b') }, { _type: 2, uri: uri('/open/a'), edit: 1 })
  const args = [given]
  assert.strictEqual(edits(args), null)
  assert.notStrictEqual(args[0], given)
  assert.deepStrictEqual(args[0]._edits.map(e => [e._type, e.from?.path, e.to?.path, e.uri?.path, e.edit]),
    [[1, '/open/a', '/open/b', undefined, undefined], [2, undefined, undefined, '/open/a', 1]])
  assert.deepStrictEqual(asked, ['/open/a', '/open/b'])
})

test('one file elsewhere refuses the whole', () => {
  for (const entry of [{ _type: 1, to: uri('/b') }, { _type: 1, from: uri('/b') }, { _type: 2, uri: uri('/b') },
      { _type: 6, uri: uri('/b') }]) {
    assert.strictEqual(checker().edits([editOf({ _type: 2, uri: uri('/open/a') }, entry)]).path, '/b')
  }
})

test('two addresses that read the same are two', () => {
  const same = path => ({ ...uri(path), toString: () => 'file:///open/a' })
  const asked = []
  const edits = createEdits({ WorkspaceEdit }, border,
    u => { asked.push(u.path); return null }, u => same(u.path), u => 'file://' + u.path)
  assert.strictEqual(edits([editOf({ _type: 1, to: same('/open/a') }, { _type: 1, to: same('/b') })]), null)
  assert.deepStrictEqual(asked, ['/open/a', '/b'])
})

test('what answers a second time otherwise is asked once', () => {
  const { edits } = checker()
  let n = 0
  const entry = { _type: 1, get to() { return uri(n++ > 0 ? '/b' : '/open/a') } }
  const given = editOf(entry)
  given._allEntries = () => [{ _type: 1, to: uri('/open/other') }]
  const args = [given]
  assert.strictEqual(edits(args), null)
  assert.deepStrictEqual(args[0]._allEntries().map(e => e.to.path), ['/open/a'])
  assert.strictEqual(n, 1)
})

test('what cannot be read is refused', () => {
  const { edits } = checker()
  for (const bad of [undefined, null, 'x', {}, editOf({ _type: 1 }), editOf({ _type: 2, uri: '/open/a' }),
    new Proxy(editOf(), { get: () => 1 })]) assert.strictEqual(edits([bad]).odd, true)
  assert.strictEqual(createEdits({}, border, () => null, fresh, u => u.path)([editOf()]).odd, true)
})

test('an edit asks for each of its files where it says them', () => {
  const asked = []
  const along = []
  const ways = {}
  const permissions = {
    fresh: u => (u === undefined ? u : uri('' + u.path)),
    along: (from, to) => { along.push([from.path, to?.path]); return from.path === '/open/full' ? {} : null },
    no: (member, u) => new Error('along ' + u.path),
    says: (member, u, text) => { asked.push([member, u.path, text]); return u.path.startsWith('/open/') ? null : new Error(u.path) },
  }
  const border = { ways, call: (f, self, args) => f.apply(self, args) }
  askedWhereSaid({ border, permissions })
  const said = (name, ...args) => ways['WorkspaceEdit.' + name].call({ real: {} }, args, (...given) => given.map(u => u.path), undefined)
  assert.deepStrictEqual(said('replace', uri('/open/a')), ['/open/a'])
  assert.deepStrictEqual(said('renameFile', uri('/open/a'), uri('/open/b')), ['/open/a', '/open/b'])
  assert.throws(() => said('renameFile', uri('/open/a'), uri('/etc/b')), /etc/)
  assert.throws(() => said('renameFile', uri('/open/full'), uri('/open/b')), /along/)
  assert.throws(() => said('deleteFile', uri('/open/full')), /along/)
  assert.deepStrictEqual(along, [['/open/a', '/open/b'], ['/open/full', '/open/b'], ['/open/full', undefined]])
  for (const name of ['replace', 'insert', 'delete', 'set', 'createFile', 'deleteFile']) {
    assert.throws(() => said(name, uri('/etc/x')), /etc/, name)
  }
  assert.deepStrictEqual(asked[0], ['WorkspaceEdit.replace', '/open/a', true])
  assert.ok(asked.filter(x => x[0].endsWith('File')).every(x => !x[2]))
})

test('a folder that an edit moves or takes away is asked for what lies below it', () => {
  const asked = []
  const edits = createEdits({ WorkspaceEdit }, border, () => null, fresh, u => 'file://' + u.path,
    (from, to) => { asked.push([from.path, to?.path]); return from.path === '/home' ? { path: '/home/.netrc' } : null })
  assert.strictEqual(edits([editOf({ _type: 1, from: uri('/x'), to: uri('/y') }, { _type: 2, uri: uri('/z') })]), null)
  assert.strictEqual(edits([editOf({ _type: 1, from: uri('/home') })]).path, '/home/.netrc')
  assert.deepStrictEqual(asked, [['/x', '/y'], ['/home', undefined]])
})
