'use strict'

const assert = require('node:assert')
const { execFileSync } = require('node:child_process')
const { EventEmitter } = require('node:events')
const fs = require('node:fs')
const { Readable } = require('node:stream')
const test = require('node:test')
const { close } = require('./harden.js')

const told = Object.getOwnPropertyDescriptors(Object.prototype)
const { hasInstance } = Symbol
close()

test('prototypes that Node asks with a real object in hand take no new names', () => {
  for (const proto of [Object.prototype, Promise.prototype, EventEmitter.prototype, Readable.prototype]) {
    assert.throws(() => { proto.planted = 1 }, TypeError)
    assert.throws(() => Object.defineProperty(proto, 'planted', { get() { return 1 } }), TypeError)
    assert.throws(() => Object.setPrototypeOf(proto, new Proxy({}, {})), TypeError)
  }
  assert.throws(() => Object.defineProperty(Promise.prototype, 'constructor', { get() { return Promise } }), TypeError)
})

test('what inherits from a promise is given a constructor by assignment, the promise itself is not', async () => {
  // The helper that compilers to ES5 write for "class Mine extends Promise".
  function Mine() {}
  function Between() { this.constructor = Mine }
  Between.prototype = Promise.prototype
  Mine.prototype = new Between()
  assert.strictEqual(new Mine().constructor, Mine)
  assert.strictEqual(Promise.resolve(1).constructor, Promise)
  assert.throws(() => { Promise.prototype.constructor = Mine }, TypeError)
  assert.throws(() => { Promise.prototype.constructor = { [Symbol.species]: Mine } }, TypeError)
  assert.strictEqual(await Promise.resolve(1).then(x => x + 1), 2)
})

test('what was there stays as it was, and nothing is left behind', () => {
  assert.deepStrictEqual(Object.getOwnPropertyDescriptors(Object.prototype), told)
  assert.ok(!Object.hasOwn(EventEmitter, hasInstance))
  assert.ok(!Object.hasOwn(Object.getPrototypeOf(require('node:net').BlockList), hasInstance) ||
    Object.getPrototypeOf(require('node:net').BlockList) === Function.prototype)
  class Mine extends EventEmitter {}
  assert.strictEqual(Object.assign(new Mine(), { added: 1 }).added, 1)
  const { then } = Promise.prototype
  Promise.prototype.then = function (...args) { return then.apply(this, args) }
  Promise.prototype.then = then
})

test('no file handle is asked for a "then" above its class', async () => {
  const handle = await fs.promises.open(__filename)
  assert.ok(Object.hasOwn(Object.getPrototypeOf(handle), 'then'))
  await handle.close()
})

// What the engine says of its own short ways, in a process of its own: there is no way back.
const SAYS = `
const { harden } = require(process.argv[1])
const says = () => [%ArraySpeciesProtector(), %ArrayIteratorProtector(), %StringIteratorProtector()]
const before = says()
PRESS
harden()
const refused = []
const tried = { push: () => { Array.prototype.push = 1 }, iterator: () => { Array.prototype[Symbol.iterator] = 1 },
  next: () => { Object.getPrototypeOf([][Symbol.iterator]()).next = 1 },
  constructor: () => { Array.prototype.constructor = 1 }, species: () => { Object.defineProperty(Array, Symbol.species, { value: 1 }) },
  'Map.get': () => { Map.prototype.get = 1 }, 'String.slice': () => { String.prototype.slice = 1 } }
// What is assigned stays away without a word where libraries do so as they load.
const real = { push: Array.prototype.push, 'Map.get': Map.prototype.get, 'String.slice': String.prototype.slice }
const now = () => ({ push: Array.prototype.push, 'Map.get': Map.prototype.get, 'String.slice': String.prototype.slice })
for (const name of Object.keys(tried)) {
  try {
    (0, tried[name])()
    if (name in real && now()[name] === real[name]) refused.push(name + ' kept')
  } catch { refused.push(name) }
}
class Mine extends Array { get [Symbol.iterator]() { return 7 } }
const heir = Object.create(Array.prototype)
heir.push = 7
heir.toString = 7
console.log(JSON.stringify({ before, after: says(), refused,
  heir: [heir.push, heir.toString, new Mine().constructor === Mine, new Mine()[Symbol.iterator]] }))`
const says = press =>
  JSON.parse(execFileSync(process.execPath,
  ['--allow-natives-syntax', '-e', "'use strict';" + SAYS.replace('PRESS', press), require.resolve('./harden.js')], { encoding: 'utf8' }))

test('lists are fixed, and the engine walks and copies them as before', () => {
  const found = says('')
  assert.deepStrictEqual(found.before, [true, true, true])
  assert.deepStrictEqual(found.after, [true, true, true])
  assert.deepStrictEqual(found.refused, ['push kept', 'iterator', 'next', 'constructor', 'species',
    'Map.get kept', 'String.slice kept'])
  assert.deepStrictEqual(found.heir, [7, 7, true, 7])
  // The mirror: what the engine says is not always yes.
  assert.deepStrictEqual(says('Array.prototype.constructor = Array').after, [false, true, true])
})

test('in a child errors, functions and dates take new names, what stands there stays, and at level host they take none', () => {
  const takes = inChild => JSON.parse(execFileSync(process.execPath, ['-e', `'use strict'
    require(process.argv[1]).harden(${inChild})
    const said = (object, key) => {
      try { Object.defineProperty(object, key, { value: () => 'mine', configurable: true }); return true } catch { return false }
    }
    const names = ['Error', 'TypeError', 'Function', 'Date', 'Number', 'Object', 'Array', 'String', 'Map', 'Promise', 'RegExp', 'URL']
    console.log(JSON.stringify([names.filter(n => said(globalThis[n].prototype, 'added')),
      [[Error.prototype, 'message'], [Function.prototype, 'call'], [Date.prototype, 'getTime']].filter(([o, k]) => said(o, k)).length]))`,
  require.resolve('./harden.js')], { encoding: 'utf8' }))
  assert.deepStrictEqual(takes(true), [['Error', 'TypeError', 'Function', 'Date', 'Number'], 0])
  assert.deepStrictEqual(takes(false), [[], 0])
})

test('classes in a table of the language\'s, and how an address is walked, are held where a fence runs', () => {
  const script = `
    const { restrain } = require(${JSON.stringify(require.resolve('./harden.js'))})
    let fenced = false
    restrain(() => fenced)
    fenced = true
    const throws = f => { try { f(); return false } catch (e) { return e instanceof TypeError } }
    const walked = Object.getPrototypeOf(new URLSearchParams('a=b').entries())
    const all = [() => { Intl.NumberFormat = class {} }, () => { Atomics.load = () => 42 }, () => { walked.next = () => ({ done: true }) },
      () => { Object.defineProperty(CustomEvent.prototype, 'detail', { get: () => 42 }) }]
    for (const f of all) if (!throws(f)) throw new Error(String(f))
    const works = [...new URLSearchParams('a=b')].join() === 'a,b' && new Intl.NumberFormat('en').format(5) === '5' &&
      Atomics.load(new Int32Array(1), 0) === 0 && new CustomEvent('x', { detail: 7 }).detail === 7
    if (!works) throw new Error('it does not work')
    const { Readable, setDefaultHighWaterMark } = require('node:stream')
    const before = new Readable().readableHighWaterMark
    setDefaultHighWaterMark(false, 7)
    fenced = false
    if (new Readable().readableHighWaterMark !== before) throw new Error('the mark of everybody')
    setDefaultHighWaterMark(false, 7)
    if (new Readable().readableHighWaterMark !== 7) throw new Error('the mark of who is not fenced')`
  execFileSync(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'pipe'] })
})
