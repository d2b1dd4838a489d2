'use strict'

const assert = require('node:assert')
const { EventEmitter } = require('node:events')
const test = require('node:test')
const { Border } = require('./border.js')
const { ALL } = require('./types.js')

const border = () => new Border({ through: f => f, making: (f, args, target) => Reflect.construct(f, args, target) })

test('a function that a neighbour hands over is not that function', async () => {
  const b = border()
  const got = []
  const api = b.inward({ hook(f) { got.push(f) }, slot: undefined, list: [] }, ALL)
  const theirs = function () { return this }
  api.hook(theirs)
  api.hook({ on: theirs })
  api.hook([theirs])
  api.hook(Promise.resolve(theirs))
  api.hook(async () => theirs)
  api.hook(class { static from() { return theirs } })
  api.slot = theirs
  api.list.push(theirs)
  Object.defineProperty(api, 'late', { value: theirs, enumerable: true })
  const mine = b.outward(api, ALL)
  const seen = [got[0], got[1].on, got[2][0], await got[3], await got[4](), got[5].from(), mine.slot, mine.list[0], mine.late]
  for (const f of seen) {
    assert.strictEqual(typeof f, 'function')
    assert.notStrictEqual(f, theirs)
    assert.strictEqual(b.inward(f, ALL), theirs)
    assert.notStrictEqual(f.call(undefined), globalThis)
    assert.notStrictEqual(f(), globalThis)
  }
  // What it puts on the extension's own objects, and inherits from them.
  const below = Object.create(api)
  below.own = 1
  assert.deepStrictEqual([below.own, mine.own], [1, undefined])
})

test('what an extension exports is its own again, on both sides', async () => {
  const b = border()
  const mine = { f: x => x, deep: { g() { return this } }, list: [{ a: 1 }], get now() { return this.deep }, wait: async x => x }
  const api = b.inward(mine, ALL)
  assert.strictEqual(b.outward(api, ALL), mine)
  assert.strictEqual(b.outward(api.f, ALL), mine.f)
  assert.strictEqual(b.outward(api.list[0], ALL), mine.list[0])
  assert.strictEqual(api.f, api.f)
  assert.strictEqual(api.now, api.deep)
  assert.strictEqual(api.deep.g(), api.deep)
  const theirs = { at: 1 }
  assert.strictEqual(api.f(theirs), theirs)
  assert.strictEqual(await api.wait(theirs), theirs)
  assert.ok(api.wait(1) instanceof Promise && Array.isArray(api.list))
  assert.deepStrictEqual(Object.keys(api), ['f', 'deep', 'list', 'now', 'wait'])
  assert.strictEqual(Object.getPrototypeOf(api), Object.prototype)
  assert.strictEqual(api.constructor, Object)
  assert.strictEqual(api.f.call, Function.prototype.call)
  assert.strictEqual(Object.getPrototypeOf(api.f), Function.prototype)
  assert.throws(() => new api.f(), TypeError)
})

test('a class that an extension exports is one for its neighbours', () => {
  const b = border()
  const seen = []
  class Base {
    #secret = 1
    static made = 0
    static make() { return new Base('static') }
    constructor(name) { this.name = name; Base.made++ }
    get secret() { return this.#secret }
    hello() { return 'mine ' + this.name }
    tell() { return this.hello() }
    keep() { seen.push(this); return this }
  }
  const { Base: Theirs } = b.inward({ Base }, ALL)
  const one = new Theirs('a')
  assert.ok(one instanceof Theirs && Theirs.make() instanceof Theirs && !(one instanceof Base))
  assert.deepStrictEqual([one.name, one.secret, one.tell(), Theirs.made, Theirs.name], ['a', 1, 'mine a', 2, 'Base'])
  assert.strictEqual(one.constructor, Theirs)
  assert.throws(() => Theirs('a'), TypeError)

  class Below extends Theirs {
    #own = 2
    field = 'f'
    constructor() { super('b') }
    hello() { return 'theirs ' + this.#own + this.field + ' ' + super.hello() }
  }
  const two = new Below()
  assert.ok(two instanceof Below && two instanceof Theirs)
  assert.strictEqual(two.tell(), 'theirs 2f mine b')
  assert.strictEqual(two.keep(), two)
  assert.strictEqual(two.constructor, Below)
  // The extension has an object of its own class, whose methods are the neighbour's.
  assert.ok(seen[0] instanceof Base && seen[0] !== two && !(seen[0] instanceof Below))
  assert.notStrictEqual(seen[0].hello, Below.prototype.hello)
  assert.strictEqual(seen[0].hello(), 'theirs 2f mine b')
})

test('a class that a neighbour exports is one for the extension', () => {
  const b = border()
  class Base {
    static make() { return new Base('static') }
    constructor(name) { this.name = name; this._inner = Base }
    hello() { return 'theirs ' + this.name }
    tell() { return this.hello() }
    self() { return this }
  }
  const real = { Base, last: undefined }
  const api = b.outward(real, ALL)
  const one = new api.Base('a')
  assert.ok(one instanceof api.Base && api.Base.make() instanceof api.Base && !(one instanceof Base) && !({} instanceof api.Base))
  assert.deepStrictEqual([one.name, one.tell(), one._inner, one.self() === one], ['a', 'theirs a', undefined, true])
  class Below extends api.Base {
    constructor() { super('b') }
    hello() { return 'mine ' + super.hello() }
  }
  const two = new Below()
  assert.ok(two instanceof Below && two instanceof api.Base && !(one instanceof Below))
  assert.strictEqual(two.tell(), 'mine theirs b')
  assert.strictEqual(two.self(), two)
  api.last = two
  assert.ok(real.last instanceof Base && real.last !== two)
  assert.strictEqual(real.last.tell(), 'mine theirs b')
})

test('errors of classes, emitters and what is gone through one by one', async () => {
  const b = border()
  class Failed extends Error {
    constructor() { super('no'); this.name = 'Failed'; this.about = { at: 1 } }
    get text() { return 'about ' + this.about.at }
  }
  const emitter = new EventEmitter()
  const mine = { Failed, fails() { throw new Failed() }, later: async () => { throw new Failed() }, emitter, * each() { yield 1; yield 2 } }
  const api = b.inward(mine, ALL)
  const isOne = e => e instanceof api.Failed && e instanceof Error && !(e instanceof Failed) && e.text === 'about 1' && e.about.at === 1
  assert.throws(() => api.fails(), isOne)
  await assert.rejects(api.later(), isOne)
  const heard = []
  api.emitter.on('x', v => heard.push(v))
  emitter.emit('x', 1)
  assert.deepStrictEqual([heard, [...api.each()]], [[1], [1, 2]])

  class Theirs extends Error {}
  const other = b.outward({ Theirs, fails() { throw new Theirs('x') }, * each() { yield 3 }, async * slow() { yield 4 } }, ALL)
  assert.throws(() => other.fails(), e => e instanceof other.Theirs && !(e instanceof Theirs))
  const slow = []
  for await (const v of other.slow()) slow.push(v)
  assert.deepStrictEqual([[...other.each()], slow], [[3], [4]])
})

test('no member of what is handed over leads to the other side', () => {
  const b = border()
  class Real { go() { return this } static s() {} }
  const theirs = { Real, real: new Real(), f() {}, list: [() => 1], get g() { return Real } }
  const raw = new Set([Real, Real.prototype, theirs, theirs.f, theirs.list, Real.prototype.go, Real.s, theirs.real])
  const walk = root => {
    const reached = new Set()
    const queue = [root]
    while (queue.length > 0) {
      const o = queue.pop()
      if (o === null || (typeof o !== 'object' && typeof o !== 'function') || reached.has(o)) continue
      reached.add(o)
      queue.push(Object.getPrototypeOf(o))
      for (const k of Reflect.ownKeys(o)) {
        try { queue.push(o[k]) } catch { /* of a strict function */ }
        const d = Reflect.getOwnPropertyDescriptor(o, k)
        queue.push(d.get, d.set, d.value)
      }
    }
    return reached
  }
  const out = walk(b.outward(theirs, ALL))
  for (const r of raw) assert.ok(!out.has(r))
  const c = border()
  const given = walk(c.inward(theirs, ALL))
  for (const r of raw) assert.ok(!given.has(r))
})

test('what objects of a class keep for themselves is not shown by the class', () => {
  const b = border()
  class Safe {
    _token() { return 'secret' }
    $token() { return 'secret' }
    shown() { return this._token().length }
  }
  const Seen = b.outward(Safe, ALL)
  assert.deepStrictEqual([Seen.prototype._token, Seen.prototype.$token], [undefined, undefined])
  assert.strictEqual(new Seen().shown(), 6)
  class Below extends Seen { more() { return super.shown() } }
  assert.strictEqual(new Below().more(), 6)
})
