'use strict'

const assert = require('node:assert')
const test = require('node:test')

// As VS Code has it: an accessor that cannot be defined anew.
const wrapped = Symbol('wrapped')
const base = (e, sites) => e.name + sites.map(s => '\n  at ' + s).join('')
let current = base
const RealError = Error
Object.defineProperty(Error, 'prepareStackTrace', {
  configurable: false,
  get() { return current },
  set(v) {
    if (v === base || !v || v[wrapped]) { current = v || base; return }
    current = function (e, sites) { base(e, sites); return v.call(Error, e, sites) }
    Object.assign(current, { [wrapped]: true })
  },
})

const { files, holdHook } = require('./stacks.js')
let fenced = false
let prefix = __filename
const fence = { get prefix() { return prefix }, file: '' }
holdHook(() => (fenced ? fence : null))
// A sloppy function: its this is the global.
const sloppy = new Function('make', 'return make()')
const sites = () => sloppy(() => new Error('x').stack)
const keep = (_, all) => all

test('a hook gets sites that say where, and not of whom', () => {
  const was = Error.prepareStackTrace
  for (const set of [h => { Error.prepareStackTrace = h }, h => { RealError.prepareStackTrace = h },
      h => { Object.getOwnPropertyDescriptor(RealError, 'prepareStackTrace').set.call(RealError, h) }]) {
    set(keep)
    const got = sites()
    Error.prepareStackTrace = was
    assert.ok(got.length > 3)
    assert.deepStrictEqual(got.filter(s => s.getThis() !== undefined || s.getFunction() !== undefined), [])
    assert.strictEqual(got[0].getFileName(), __filename)
    assert.match(String(got[0]), /stacks\.test\.js/)
    assert.strictEqual(got[0].constructor, Object)
  }
})

test('a replaced call sees no site of the engine', () => {
  const was = Error.prepareStackTrace
  const { call } = Function.prototype
  const seen = []
  Error.prepareStackTrace = keep
  Function.prototype.call = function (...args) { seen.push(...args); return Reflect.apply(this, args[0], args.slice(1)) }
  try {
    sites()
  } finally {
    Function.prototype.call = call
    Error.prepareStackTrace = was
  }
  assert.ok(seen.some(Array.isArray))
  assert.deepStrictEqual(seen.filter(Array.isArray).flat().filter(s => s.getThis() !== undefined), [])
})

test('Error is what it was to everybody', () => {
  assert.ok(new TypeError('x') instanceof Error && new RealError('x') instanceof Error)
  assert.strictEqual(Object.getPrototypeOf(TypeError), Error)
  assert.strictEqual(new Error('x').constructor, Error)
  assert.strictEqual(Error.name, 'Error')
  assert.match(Function.prototype.toString.call(Error), /native code/)
  assert.match(require('node:util').inspect(Error), /^\[Function: Error\]/)
  class Mine extends Error { constructor() { super('m'); this.extra = 1 } }
  assert.ok(new Mine() instanceof Mine && new Mine().extra === 1 && /m/.test(new Mine().message))
  assert.match(new Error('text').stack, /^Error\n {2}at/)
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 1
  assert.strictEqual(new Error('x').stack.split('\n').length, 2)
  Error.stackTraceLimit = limit
  const own = {}
  Error.captureStackTrace(own)
  assert.match(own.stack, /stacks\.test/)
})

test('setting a hook back leaves the one that was there', () => {
  const was = Error.prepareStackTrace
  for (let i = 0; i < 50; i++) {
    Error.prepareStackTrace = keep
    Error.prepareStackTrace = was
  }
  assert.strictEqual(current, base)
})

test('a fence does not get at the setter', () => {
  fenced = true
  const { set, get, value, writable } = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')
  assert.deepStrictEqual([set, get, typeof value, writable], [undefined, undefined, 'function', true])
  assert.notStrictEqual(value, base)
  // What is put back the same way is the hook from before, and what is put there hears as one that is set.
  Object.defineProperty(Error, 'prepareStackTrace', { value: keep })
  const heard = sites()
  Object.defineProperty(Error, 'prepareStackTrace', { value })
  assert.strictEqual(current, base)
  assert.strictEqual(heard.find(s => s.getThis && s.getThis() !== undefined && s.getThis() !== null), undefined)
  fenced = false
  assert.strictEqual(typeof Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace').set, 'function')
})

test('an older helper of classes inherits from Error', () => {
  const extend = (child, parent) => {
    for (const key in parent) if (Object.prototype.hasOwnProperty.call(parent, key)) child[key] = parent[key]
    for (const key of Object.getOwnPropertyNames(parent)) Object.getOwnPropertyDescriptor(parent, key)
    child.prototype = Object.create(parent.prototype)
    child.prototype.constructor = child
    return child
  }
  for (const inside of [true, false]) {
    fenced = inside
    const Mine = extend(function Mine(text) { this.message = text; Error.captureStackTrace(this, Mine) }, Error)
    const e = new Mine('text')
    assert.ok(e instanceof Error && e instanceof Mine)
    assert.match(e.stack, /stacks\.test/)
    assert.deepStrictEqual(Object.assign({}, Error), { stackTraceLimit: Error.stackTraceLimit })
    assert.deepStrictEqual([Object.keys(Error), 'prepareStackTrace' in Error, Reflect.ownKeys(Error).includes('prepareStackTrace')],
      [['stackTraceLimit'], true, true])
    assert.deepStrictEqual(new Error('a', { cause: 1 }).cause, 1)
    assert.ok(Error('b') instanceof Error && Reflect.construct(Error, ['c'], Mine) instanceof Mine)
    fenced = false
  }
})

test('what a neighbour adds to Error, and takes away, is there and away', () => {
  Error.more = 1
  Object.defineProperty(Error, 'fixed', { value: 2, configurable: false })
  assert.deepStrictEqual([Error.more, RealError.more, Object.getOwnPropertyDescriptor(Error, 'fixed').configurable], [1, 1, false])
  assert.ok(delete Error.more)
  assert.deepStrictEqual(['more' in RealError, Error.fixed], [false, 2])
  assert.throws(() => Object.defineProperty(Error, 'prepareStackTrace', { value: 1 }), TypeError)
})

test('a neighbour may freeze Error', () => {
  const script = `
    let hook
    Object.defineProperty(Error, 'prepareStackTrace', { configurable: false, get: () => hook, set(v) { hook = v } })
    require(${JSON.stringify(require.resolve('./stacks.js'))}).holdHook(() => null)
    Object.freeze(Error)
    class Mine extends Error {}
    const e = new Mine('text')
    console.log(Object.isFrozen(Error), e instanceof Error, e.message, Object.keys(Error).join(), Error.name, 'more' in Error)`
  const said = require('node:child_process').execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })
  assert.strictEqual(said, 'true true text stackTraceLimit Error false\n')
})

test('the files of a stack are read whatever the hook does', () => {
  assert.ok(files().includes(__filename))
  Error.prepareStackTrace = () => { throw new Error('no') }
  const got = files()
  Error.prepareStackTrace = undefined
  assert.ok(got.includes(__filename))
})

test('a hook that is set again and again is set once', () => {
  const was = Error.prepareStackTrace
  prefix = '/elsewhere/'
  fenced = true
  for (let i = 0; i < 20000; i++) Error.prepareStackTrace = () => i
  fenced = false
  let { stack } = new Error('of another')
  assert.match(stack, /^Error/)
  Error.prepareStackTrace = was
  prefix = __filename
  stack = undefined
})

test('a hook of a fence is told of its own errors, and those of others look as before', () => {
  const was = Error.prepareStackTrace
  const told = []
  const theirs = []
  Error.prepareStackTrace = e => { theirs.push(e.message); return 'theirs' }
  for (const [of, mine] of [['/elsewhere/', false], [__filename, true]]) {
    prefix = of
    fenced = true
    Error.prepareStackTrace = e => { told.push(e.message); return 'mine' }
    fenced = false
    const { stack } = new Error('of ' + of)
    assert.strictEqual(stack, mine ? 'mine' : 'theirs')
  }
  // Node alone made it: whose it is nobody knows.
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  void new Error('of nobody').stack
  Error.stackTraceLimit = limit
  Error.prepareStackTrace = was
  prefix = __filename
  assert.deepStrictEqual(told, ['of ' + __filename])
  assert.deepStrictEqual(theirs, ['of /elsewhere/', 'of nobody'])
})

test('a hook of a fence gets no object of Node from an error that Node made', () => {
  const was = Error.prepareStackTrace
  const told = []
  fenced = true
  prefix = __filename
  Error.prepareStackTrace = e => { told.push(e); return '' }
  fenced = false
  const Node = require('node:events')
  const emitter = new Node()
  let warning
  const { emitWarning } = process
  process.emitWarning = w => { warning = w }
  for (let i = 0; i < 12; i++) emitter.on('x', () => {})
  process.emitWarning = emitWarning
  void warning.stack
  void new Error('one of its own', { cause: emitter }).stack
  Error.prepareStackTrace = was
  assert.strictEqual(warning.emitter, emitter)
  assert.deepStrictEqual(told.map(e => [e.name, e.emitter, e.cause, e instanceof Error]),
    [['MaxListenersExceededWarning', undefined, undefined, true], ['Error', undefined, emitter, true]])
  assert.match(told[0].message, /12|11/)
})

test('how long stacks are is nobody\'s to say for others, and a fence reads what it set', () => {
  const was = Error.stackTraceLimit
  const lines = f => { const n = x => (x === 0 ? new Error('x') : n(x - 1)); return n(f).stack.split('\n').length - 1 }
  const ways = [v => { Error.stackTraceLimit = v }, v => Reflect.set({}, 'stackTraceLimit', v, Error),
    v => Reflect.set(TypeError, 'stackTraceLimit', v, Error),
    v => Object.defineProperty(Error, 'stackTraceLimit', { value: v })]
  for (const set of ways) {
    for (const v of [0, 1, -1, 'x', undefined]) {
      fenced = true
      set(v)
      assert.strictEqual(Error.stackTraceLimit, v)
      assert.strictEqual(Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit').value, v)
      fenced = false
      assert.strictEqual(Error.stackTraceLimit, was)
      assert.strictEqual(lines(50), was)
    }
  }
  fenced = true
  assert.ok(delete Error.stackTraceLimit)
  for (const f of [() => Object.freeze(Error), () => Object.preventExtensions(Error),
    () => Object.defineProperty(Error, 'stackTraceLimit', { get: () => 0 }),
    () => Object.defineProperty(Error, 'stackTraceLimit', { value: 0, configurable: false })]) assert.throws(f, TypeError)
  // What looks far back for a moment sees what it asked for, and puts back what it found.
  Error.stackTraceLimit = Infinity
  assert.ok(lines(60) > 60)
  Error.stackTraceLimit = was
  fenced = false
  assert.strictEqual(lines(60), was)
  // Others have what they set themselves, whatever a fence set before or sets after.
  fenced = true
  Error.stackTraceLimit = 30
  fenced = false
  Error.stackTraceLimit = 3
  assert.strictEqual(lines(60), 3)
  fenced = true
  Error.stackTraceLimit = 1
  fenced = false
  assert.strictEqual(lines(60), 3)
  class Mine extends Error {}
  fenced = true
  Mine.stackTraceLimit = 0
  assert.strictEqual(Mine.stackTraceLimit, 0)
  fenced = false
  Error.stackTraceLimit = was
  assert.strictEqual(lines(60), was)
})

test('a hook of a fence is told of an error without frames that the fence looks at', () => {
  const was = Error.prepareStackTrace
  fenced = true
  Error.prepareStackTrace = keep
  const o = {}
  Error.captureStackTrace(o, function nobody() {})
  const got = o.stack
  const other = {}
  Error.captureStackTrace(other, function nobody() {})
  fenced = false
  const not = other.stack
  Error.prepareStackTrace = was
  assert.deepStrictEqual(got, [])
  assert.strictEqual(typeof not, 'string')
})
