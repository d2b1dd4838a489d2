'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { compileFunction } = require('node:vm')
const { createFence } = require('../policy/fence.js')
const { settle } = require('../policy/lasting.js')
const { createViews } = require('../kernel/membrane.js')
const { buildGlobals, isName } = require('./globals.js')

const made = () => buildGlobals(createFence({ extension: 'acme.toy', mode: 'enforce', policy: { schemaVersion: 1, extension: 'acme.toy' } },
  '/x/ext', []), createViews(), () => ({})).shadows
const shadows = made()

test('a name of the global is a parameter, or none', () => {
  for (const name of ['é', 'naïve', '変数', '$é', 'a\u200db']) {
    assert.ok(isName(name), name)
    compileFunction('', [name])
  }
  // Given to compileFunction as they are, Node 24 would end.
  for (const name of ['fs/promises', 'a-b', 'é;b', 'é,b', '(é)', ' é', '\u00a0é', 'é\u2028b', '\ufeffé', '\u3000é', 'é=1', '...é', '', '1é',
    'é=>0)//', '、']) assert.ok(!isName(name), name)
})

test('a timer is stopped by itself and by its number, and nobody else\'s by theirs', async () => {
  const ran = []
  const first = +setTimeout(() => {}, 0)
  setTimeout(() => ran.push('another\'s'), 5)
  shadows.clearTimeout(shadows.setTimeout(() => ran.push('by itself'), 1))
  const t = shadows.setTimeout(() => ran.push('by its number'), 1)
  shadows.clearTimeout(+t)
  for (let i = first; i < first + 50; i++) shadows.clearTimeout(i)
  shadows.clearTimeout({ _onTimeout: 1 })
  shadows.clearTimeout(undefined)
  await new Promise(ok => { setTimeout(ok, 50) })
  assert.deepStrictEqual(ran, ['another\'s'])
})

test('groups of a console are its own', () => {
  const real = console.log
  const said = []
  console.log = (...args) => { said.push(args) }
  try {
    const own = made().console
    own.group('head')
    own.log('in %s', 'it')
    own.log({ a: 1 }, 2)
    console.log('another')
    own.groupEnd()
    own.groupEnd()
    own.log('after')
  } finally {
    console.log = real
  }
  assert.deepStrictEqual(said, [['head'], ['  in %s', 'it'], [' ', { a: 1 }, 2], ['another'], ['after']])
})

test('a WebSocket of an observation is closed, unless the policy grants it', { skip: !('WebSocket' in globalThis) }, async () => {
  const sockets = []
  const server = require('node:net').createServer(s => { sockets.push(s.on('error', () => {})) })
  await new Promise(ok => { server.listen(0, '127.0.0.1', ok) })
  const address = '127.0.0.1:' + server.address().port
  const policy = { schemaVersion: 1, extension: 'acme.toy', modules: { globals: ['*'] }, 'network.connect': ['ws://' + address + '/kept'] }
  const fence = createFence({ extension: 'acme.toy', mode: 'enforce', policy }, '/x/ext', [])
  const { WebSocket } = buildGlobals(fence, createViews(), () => ({})).shadows
  fence.observe = true
  const other = new WebSocket('ws://' + address + '/other')
  const kept = new WebSocket('ws://' + address + '/kept')
  fence.observe = false
  settle(fence)
  // Closing or closed: Node 22 tells nobody of a connection that never stood.
  assert.ok(other.readyState >= 2)
  assert.strictEqual(kept.readyState, 0)
  kept.close()
  for (const s of sockets) s.destroy()
  server.close()
})

test('the texts of the editor are a list of its own', () => {
  globalThis._VSCODE_NLS_MESSAGES = ['honest']
  try {
    const g = made()
    assert.deepStrictEqual(g._VSCODE_NLS_MESSAGES, ['honest'])
    g._VSCODE_NLS_MESSAGES[0] = 'forged'
    assert.deepStrictEqual(globalThis._VSCODE_NLS_MESSAGES, ['honest'])
  } finally {
    delete globalThis._VSCODE_NLS_MESSAGES
  }
})

test('counts and timers of a console are its own', () => {
  const real = console.log
  const said = []
  console.log = line => { said.push(line) }
  try {
    const own = made().console
    own.count('x')
    console.count('x')
    own.count('x')
    own.countReset('x')
    own.count('x')
    own.time('t')
    own.timeLog('t')
    own.timeEnd('t')
    own.timeEnd('t')
  } finally {
    console.log = real
  }
  const t = said.filter(l => typeof l === 'string' && l.startsWith('t: '))
  assert.deepStrictEqual(said.filter(l => !t.includes(l)), ['x: 1', 'x: 1', 'x: 2', 'x: 1'])
  assert.ok(t.length === 2 && /^t: [0-9.]+ms$/.test(t[0]))
})

test('a console of the extension\'s own writes to its streams, and shares nothing with others', () => {
  const { Console } = shadows.console
  const said = []
  const stream = { write: s => { said.push(s) }, on() {}, once() {}, removeListener() {}, listenerCount: () => 0 }
  const own = new Console({ stdout: stream, stderr: stream })
  own.log('a %d', 1)
  own.group('b')
  own.error('c')
  class Heir extends Console { twice(s) { this.log(s + s) } }
  new Heir(stream).twice('d')
  assert.deepStrictEqual(said, ['a 1\n', 'b\n', '  c\n', 'dd\n'])
  assert.ok(own instanceof Console && Console(stream) instanceof Console)
  for (let o = own; o !== null; o = Object.getPrototypeOf(o)) {
    assert.ok(o !== console.Console.prototype)
    assert.deepStrictEqual(o === Object.prototype ? [] : Object.getOwnPropertySymbols(o), [])
  }
  assert.throws(() => new Console(), { code: 'ERR_CONSOLE_WRITABLE_STREAM' })
})
