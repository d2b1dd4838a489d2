'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { Border } = require('./border.js')
const { classSeen } = require('./classes.js')

// What stands for VS Code: classes with members that a type has, and some that none has.
class Uri {
  constructor(path) { this.scheme = 'file'; this.path = path; this._inner = { secret: 1 } }
  get fsPath() { return this.path }
  toString() { return 'file://' + this.path }
  with(change) { return new Uri(change.path) }
}
class TreeItem {
  constructor(label) { this.label = label }
}
class FileSystemError extends Error {}

function border() {
  const b = new Border({ through: f => f })
  return { b, Uri: classSeen(b, Uri, 'Uri', () => {}), TreeItem: classSeen(b, TreeItem, 'TreeItem', () => {}),
    FileSystemError: classSeen(b, FileSystemError, 'FileSystemError', () => {}) }
}

test('an object is the same each time, and itself again for VS Code', () => {
  const { b, ...seen } = border()
  const real = new Uri('/x')
  const u = b.outward(real, 'Uri')
  assert.strictEqual(b.outward(real, 'Uri'), u)
  assert.strictEqual(b.inward(u, 'Uri'), real)
  assert.ok(u instanceof seen.Uri && !(u instanceof Uri))
  assert.strictEqual(u.fsPath, '/x')
  assert.strictEqual('' + u, 'file:///x')
  assert.ok(u.with({ path: '/y' }) instanceof seen.Uri)
})

test('what no type has is not there, and what is only read stays', () => {
  const { b } = border()
  const u = b.outward(new Uri('/x'), 'Uri')
  assert.strictEqual(u._inner, undefined)
  assert.ok(!('_inner' in u) && !Reflect.ownKeys(u).includes('_inner'))
  assert.throws(() => { u.path = '/y' }, TypeError)
  u.mine = 1
  assert.deepStrictEqual([u.mine, u.path, b.real(u).mine], [1, '/x', undefined])
})

test('no prototype and no function leads to the other side', () => {
  const { b } = border()
  const reached = new Set()
  const queue = [b.outward(new Uri('/x'), 'Uri'), b.outward({ uri: new Uri('/y'), list: [new TreeItem('a')] }, '?')]
  while (queue.length > 0) {
    const o = queue.pop()
    if (o === null || (typeof o !== 'object' && typeof o !== 'function') || reached.has(o)) continue
    reached.add(o)
    queue.push(Object.getPrototypeOf(o))
    for (const k of Reflect.ownKeys(o)) try { queue.push(o[k]) } catch { /* of a strict function */ }
    queue.push(o.constructor)
  }
  for (const raw of [Uri, Uri.prototype, TreeItem, TreeItem.prototype]) assert.ok(!reached.has(raw))
})

test('a class of the extension\'s own is asked by VS Code', () => {
  const { b, ...seen } = border()
  class Mine extends seen.TreeItem {
    constructor() { super('a'); this.extra = 1; this.onDidChange = listener => { this.listener = listener } }
    get tooltip() { return 'of ' + this.label }
  }
  const mine = new Mine()
  const given = b.inward(mine, 'TreeItem')
  assert.ok(given instanceof TreeItem)
  // An event that the constructor keeps in a field is one that VS Code listens to.
  assert.deepStrictEqual([given.label, given.tooltip, given.extra, 'onDidChange' in given], ['a', 'of a', 1, true])
  given.onDidChange(() => 'told')
  assert.strictEqual(mine.listener(), 'told')
  assert.strictEqual(b.outward(given, 'TreeItem'), mine)
  // The mirror: without a class of its own what is added stays on the extension's side.
  assert.strictEqual(b.inward(Object.assign(new seen.TreeItem('b'), { extra: 1 }), 'TreeItem').extra, undefined)
})

test('an address in a field that a constructor puts beside VS Code\'s is VS Code\'s own there, as a getter\'s is', () => {
  const { b, ...seen } = border()
  class Field extends seen.TreeItem { constructor() { super('a'); this.more = new seen.Uri('/x') } }
  class Getter extends seen.TreeItem { get more() { return new seen.Uri('/x') } }
  const [field, getter] = [new Field(), new Getter()].map(x => b.inward(x, 'TreeItem').more)
  assert.deepStrictEqual([field instanceof Uri, getter instanceof Uri], [true, true])
})

test('a class of ES5 below one of the API calls it', () => {
  const b = new Border({ through: f => f })
  class Item { constructor(label) { this.label = label } }
  const compat = f => Object.assign(f, { apply: (...e) => Reflect.construct(f, e[1] ?? [], e[0].constructor),
    call: (self, ...e) => Reflect.construct(f, e, self.constructor) })
  const Seen = classSeen(b, compat(Item), 'TreeItem', () => {})
  function Own(label) { const self = Seen.call(this, label) || this; self.mine = 1; return self }
  Object.setPrototypeOf(Own, Seen)
  Own.prototype = Object.create(Seen.prototype, { constructor: { value: Own } })
  const one = new Own('x')
  assert.deepStrictEqual([one instanceof Own, one instanceof Seen, one.label, one.mine, b.inward(one, 'TreeItem').label],
    [true, true, 'x', 1, 'x'])
  function Other() { return Seen.apply(this, arguments) || this }
  Other.prototype = Object.create(Seen.prototype, { constructor: { value: Other } })
  assert.strictEqual(new Other('y').label, 'y')
  assert.throws(() => new Border({}) && classSeen(b, class Plain {}, 'Uri', () => {}).call({}), TypeError)
})

test('what the extension gives comes back as it was', () => {
  const { b } = border()
  const element = { name: 'x', list: [1, { deep: true }], f: () => 1 }
  const given = b.inward(element, '?')
  assert.notStrictEqual(given, element)
  assert.strictEqual(b.outward(given, '?'), element)
  assert.deepStrictEqual(JSON.parse(JSON.stringify(given)), { name: 'x', list: [1, { deep: true }] })
  assert.ok(Array.isArray(given.list))
  element.list.push(3)
  assert.strictEqual(given.list.length, 3)
})

test('what VS Code freezes is what it was then', () => {
  const { b } = border()
  const options = { name: 'x', env: { A: '1' }, f() {} }
  const given = b.inward(options, 'TerminalOptions')
  assert.ok(Object.isFrozen(Object.freeze(given)))
  options.name = 'y'
  options.more = 1
  assert.deepStrictEqual([given.name, given.env.A, Object.keys(given), 'more' in Object.getOwnPropertyDescriptors(given)],
    ['x', '1', ['name', 'env', 'f'], false])
  assert.throws(() => { given.name = 'z' }, TypeError)
  assert.strictEqual(b.outward(given, '?'), options)
})

test('a function is called with what each side has', () => {
  const { b, ...seen } = border()
  let heard
  const given = b.inward(uri => { heard = uri; return uri }, ['f', 'Uri', 'Uri'])
  const real = new Uri('/z')
  assert.strictEqual(given(real), real)
  assert.ok(heard instanceof seen.Uri)
})

test('data has no functions, and an error is a copy', () => {
  const { b, ...seen } = border()
  const data = b.outward({ a: 1, f: () => 1, class: new (class { x = 1 })() }, '?')
  assert.deepStrictEqual([data.a, data.f, Reflect.ownKeys(data.class)], [1, undefined, []])
  const e = new TypeError('no')
  e.inner = new Uri('/x')
  const copy = b.outward(e, '?')
  assert.deepStrictEqual([copy.message, copy.name, copy.inner], ['no', 'TypeError', undefined])
  assert.ok(b.outward(new FileSystemError('x'), '?') instanceof seen.FileSystemError)
  assert.ok(b.outward(new FileSystemError('x'), '?') instanceof Error)
})

test('data crosses without what was put on it', () => {
  const { b } = border()
  const date = Object.assign(new Date(5), { getTreeItem: () => 1 })
  assert.notStrictEqual(b.inward(date), date)
  assert.notStrictEqual(b.outward(Object.assign(new Date(5), { f() {} })), date)
  for (const plain of [new ArrayBuffer(2), new URL('https://x/'), new Headers()]) {
    assert.strictEqual(b.inward(plain), plain)
    assert.strictEqual(b.outward(plain), plain)
  }
  // What is put on it later does not cross either.
  for (const changes of [new Date(5), Object.assign(/x/g, { lastIndex: 3 })]) {
    for (const way of ['inward', 'outward']) {
      const crossed = b[way](changes)
      assert.notStrictEqual(crossed, changes)
      assert.deepStrictEqual(crossed, changes)
      assert.strictEqual(crossed.lastIndex, changes.lastIndex)
    }
  }
  for (const bytes of [new Uint8Array([1, 2, 3]).subarray(1), Buffer.from('ab'), new BigInt64Array(2)]) {
    const out = b.inward(Object.assign(bytes, { getTreeItem: () => 1 }))
    assert.strictEqual(out.getTreeItem, undefined)
    assert.deepStrictEqual([out.constructor, out.length, out.byteOffset, out.buffer],
      [bytes.constructor, bytes.length, bytes.byteOffset, bytes.buffer])
  }
  // A piece of something larger shows nothing of the rest.
  const piece = b.outward(Buffer.from('a secret').subarray(0, 1))
  assert.deepStrictEqual([piece.toString(), piece.buffer.byteLength, piece.constructor], ['a', 1, Buffer])
  const { MessageChannel } = globalThis
  for (const holder of [new WeakRef(() => {}), new WeakMap(), new AbortController(), new MessageChannel().port1]) {
    assert.notStrictEqual(b.inward(holder), holder)
  }
})

test('where a text is taken an object becomes one, and what the language makes of its own stays that', () => {
  const { b } = border()
  let n = 0
  assert.strictEqual(b.inward({ toString: () => 'text ' + n++ }, 0), 'text 0')
  for (const own of [/x/g, new Date(5), new Uint8Array(2), new Error('no')]) {
    const seen = b.inward(own, 0)
    assert.strictEqual(Object.getPrototypeOf(seen), Object.getPrototypeOf(own))
  }
  assert.ok(b.inward(/x/, 0).test('x'))
})

test('VS Code reads no edit out of an object of the extension\'s', () => {
  const { b } = border()
  assert.strictEqual(b.inward({ _allEntries: () => [] })._allEntries, undefined)
  assert.strictEqual(typeof b.inward({ entries: () => [] }).entries, 'function')
})

test("the language's own functions stand behind no border", () => {
  const { b } = border()
  assert.strictEqual(b.outward(Object, '?'), Object)
  assert.strictEqual(b.outward(Object.prototype.__lookupGetter__, '?'), Object.prototype.__lookupGetter__)
  for (const f of [() => {}, async () => {}]) assert.strictEqual(b.outward(f.constructor, '?'), undefined)
  assert.notStrictEqual(b.outward(Date.now.bind(Date), '?'), undefined)
})

test("a method of one class means nothing on another's object", () => {
  const { b, ...seen } = border()
  const store = b.outward({ with: () => 'secret' }, { with: ['f', 0] })
  assert.throws(() => seen.Uri.prototype.with.call(store, 'x'), TypeError)
  assert.strictEqual(seen.Uri.prototype.with.call(b.outward(new Uri('/x'), 'Uri'), { path: '/y' }).path, '/y')
})

test('what VS Code handed out is itself, whatever was put above it', () => {
  const { b, ...seen } = border()
  const real = { scheme: undefined }
  const shown = b.outward(real, { scheme: 0 })
  Object.setPrototypeOf(shown, { scheme: 'file', path: '/x' })
  assert.strictEqual(b.inward(shown, '?'), real)
  class Own extends seen.Uri { get path() { return '/other' } }
  assert.strictEqual(b.inward(new Own('/x'), 'Uri').path, '/x')
})

test('a provider reads the document that it is asked about where documents are granted', () => {
  for (const grants of [true, false]) {
    const { b } = border()
    b.powers['TextDocument.getText'] = { surface: 'documents' }
    b.refuse = surface => (grants ? null : new Error(surface))
    const provider = b.inward({ provideHover: document => document.getText() + document.languageId }, 'HoverProvider')
    const document = { uri: 1, languageId: 'c', getText: () => 'text ' }
    if (grants) assert.strictEqual(provider.provideHover(document), 'text c')
    else assert.throws(() => provider.provideHover(document), /documents/)
  }
})

test("what another made and VS Code hands on is a copy", () => {
  const b = new Border({ through: f => f })
  class Diagnostic { constructor(range, message) { this.message = message; this.tags = [1] } }
  const Own = classSeen(b, Diagnostic, 'Diagnostic', () => {})
  const real = new Diagnostic(0, 'honest')
  const seen = b.outward(real, 'Diagnostic')
  seen.message = 'forged'
  seen.tags.push(2)
  assert.deepStrictEqual([real.message, real.tags, seen.message, b.outward(real, 'Diagnostic') === seen], ['honest', [1], 'forged', true])
  const mine = new Own(0, 'mine')
  mine.message = 'said'
  assert.strictEqual(b.real(mine).message, 'said')
})

test('a signal crosses as one that ends with it', () => {
  const { b } = border()
  for (const [there, back] of [['inward', 'outward'], ['outward', 'inward']]) {
    const c = new AbortController()
    const other = b[there](c.signal)
    assert.ok(other !== c.signal && other instanceof AbortSignal && !other.aborted)
    assert.deepStrictEqual([b[there](c.signal) === other, b[back](other) === c.signal], [true, true])
    c.abort('why')
    assert.deepStrictEqual([other.aborted, other.reason], [true, 'why'])
  }
  assert.strictEqual(b.inward(AbortSignal.abort('done')).reason, 'done')
})

test('where a report of another leads is seen as a copy', () => {
  const b = new Border({ through: f => f })
  class Location { constructor(uri) { this.uri = uri } }
  class DiagnosticRelatedInformation { constructor(location) { this.location = location } }
  for (const [name, C] of Object.entries({ Location, DiagnosticRelatedInformation })) classSeen(b, C, name, () => {})
  const real = new DiagnosticRelatedInformation(new Location('honest'))
  b.outward(real, 'DiagnosticRelatedInformation').location.uri = 'forged'
  assert.strictEqual(real.location.uri, 'honest')
})

// saved is a border that grants files.write for nothing, and says which documents are as they were saved.
function saved(clean) {
  const border = new Border({ through: f => f })
  border.powers['TextDocument.save'] = { surface: 'files.write', promise: true, changes: true }
  border.refuse = () => new Error('not granted')
  border.isSaved = real => clean && real.isDirty === false
  const asked = []
  const save = isDirty => border.allowed({ kinds: ['TextDocument'], real: { isDirty } }, 'save', () => asked.push(isDirty))
  return { asked, save }
}

test('of a document with nothing to save that is the answer, and VS Code is not asked', async () => {
  const { asked, save } = saved(true)
  assert.strictEqual(await save(false), true)
  await assert.rejects(save(true), /not granted/)
  assert.deepStrictEqual(asked, [])
})

test('where the policy grants the file it is asked as ever', async () => {
  const { save } = saved(false)
  await assert.rejects(save(false), /not granted/)
})
