'use strict'

const assert = require('node:assert')
const test = require('node:test')
const vm = require('node:vm')

// Two loaders in one host, each with modules of its own, as two versions have.
function loader() {
  for (const key of Object.keys(require.cache)) if (key.startsWith(__dirname) && key !== __filename) delete require.cache[key]
  return require('./functions.js')
}
const RealFunction = Function
// The loader's files, which speak for nobody: one file in a bundle, two here.
const fence = (name, file) =>
  ({ __proto__: null, prefix: `/${name}/`, file: __dirname + file, always: false,
  evaluate: (kind, words) => `${name} ${kind}${words.join()}`, wasm: () => new Error(name),
  through: f => { through.push(name); return f } })
const through = []
const run = (file, text) => vm.compileFunction(text, [], { filename: file })()

const one = loader()
const isFenced = one.guard(fence('one', '/functions.js'))
const guarded = Function
const two = loader()
assert.notStrictEqual(one, two)
const isFencedByTwo = two.guard(fence('two', '/stacks.js'))

test('a second loader joins the first, whatever its version', () => {
  assert.strictEqual(Function, guarded)
  assert.strictEqual(isFencedByTwo, isFenced)
  assert.strictEqual(Object.getOwnPropertyDescriptor(globalThis, '__ringfence__').writable, false)
})

test('each text is compiled by the fence that made it', () => {
  assert.strictEqual(run('/one/a.js', 'return Function("x")'), 'one x')
  assert.strictEqual(run('/two/a.js', 'return (() => {}).constructor("x")'), 'two x')
  assert.strictEqual(run('/two/a.js', 'return (async () => {}).constructor("x")'), 'two async x')
  assert.throws(() => run('/two/a.js', 'return new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))'), /two/)
})

test('a folder of another name below one is the one that it is below', () => {
  assert.strictEqual(run('/two/one/a.js', 'return Function("x")'), 'two x')
  assert.strictEqual(run('/elsewhere/one/a.js', 'return Function("return 7")')(), 7)
})

test('evaluated code whose name is of two folders is of nobody', () => {
  const named = (file, name) => vm.compileFunction(`return { ${JSON.stringify(name)}: text => eval(text) }`, [], { filename: file })()[name]
  const text = '(() => Function("x"))()'
  assert.strictEqual(named('/two/a.js', 'plain')(text), 'two x')
  // From Node 22 on evaluated code has no name, and whoever evaluated it says whose it is.
  const twice = named('/two/a.js', 'x (/one/a.js:1:1')
  if (require('node:util').getCallSites === undefined) assert.throws(() => twice(text), /RF_DENIED_CODE/)
  else assert.strictEqual(twice(text), 'two x')
})

test('with several fences nobody compiles what nobody answers for', async () => {
  await assert.rejects(Promise.resolve('return 1').then(Function), /RF_DENIED_CODE/)
})

test('others compile as before', () => {
  assert.strictEqual(new Function('return 7')(), 7)
  assert.ok(new Function('') instanceof RealFunction)
  assert.ok(new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])) instanceof WebAssembly.Module)
})

test('a function given to others stands on the stack with a name of its fence', () => {
  const through = one.createThrough('/one')
  const f = Function.bind(null, 'text')
  assert.strictEqual(through(f)(), 'one text')
  assert.strictEqual(through(f), through(f))
  assert.notStrictEqual(f(), 'one text')
})

test('a builtin of something frozen is exported by a copy that stands on the stack', () => {
  const through = one.createThrough('/one')
  const logger = Object.freeze({ log: Function.bind(null, 'text'), level: 3 })
  const api = one.createSealed(through)({ inner: Object.freeze({ logger }), list: Object.freeze([logger.log]) })
  assert.strictEqual(api.inner.logger.log(), 'one text')
  assert.strictEqual(api.list[0](), 'one text')
  assert.strictEqual(api.inner.logger.level, 3)
  const plain = { logger: Object.freeze({ level: 3 }) }
  assert.strictEqual(one.createSealed(through)(plain).logger, plain.logger)
  const f = Object.freeze(Object.assign(() => {}, { log: logger.log }))
  assert.throws(() => one.createSealed(through)(f), /RF_DENIED_CODE/)
})

test('what a fence binds of the language speaks for the fence', () => {
  through.length = 0
  assert.strictEqual(run('/one/a.js', 'return Math.max.bind(null, 1)')(3), 3)
  run('/other/a.js', 'return Math.max.bind(null, 1)')
  run('/one/a.js', 'return (function () {}).bind(null)')
  assert.deepStrictEqual(through, ['one'])
})

test('what is called through a fence is what it was', () => {
  const make = one.createThrough('/one')
  class Point { constructor(x) { this.x = x } }
  const P = make(Point.bind(null, 1))
  assert.ok(new P() instanceof Point)
  assert.strictEqual(new P().x, 1)
  assert.strictEqual(P.name, 'bound Point')
  assert.strictEqual(make(Math.max)(1, 2), 2)
})

test('above every class of functions stands the one that asks', () => {
  for (const f of [async () => {}, function * () {}, async function * () {}]) {
    assert.strictEqual(Object.getPrototypeOf(f.constructor), Function)
  }
  assert.strictEqual(run('/one/a.js', 'return Object.getPrototypeOf((async () => {}).constructor)("x")'), 'one x')
})
