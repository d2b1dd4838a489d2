'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { createFence } = require('../policy/fence.js')
const { createViews } = require('../kernel/membrane.js')
const { buildProcess } = require('./process.js')

const policy = { schemaVersion: 1, extension: 'acme.toy', modules: { process: ['*'] }, 'env.read': ['*'] }
function built(child) {
  const fence = createFence({ extension: 'acme.toy', mode: 'enforce', policy }, '/x/ext', [])
  fence.child = child
  return { fence, p: buildProcess(fence, createViews(), () => undefined, []) }
}
const soon = () => new Promise(ok => { setImmediate(ok) })

test('a process of the extension\'s own hears of its exceptions and warnings as long as it listens', async () => {
  const { p } = built(true)
  const events = ['uncaughtException', 'unhandledRejection', 'warning', 'SIGUSR2']
  const before = events.map(e => process.listenerCount(e))
  const heard = []
  const f = e => { heard.push(e.message) }
  for (const e of events) p.on(e, f)
  p.prependOnceListener('warning', e => { heard.push('first ' + e.name + ' ' + e.code) })
  assert.deepStrictEqual(events.map(e => process.listenerCount(e)), before.map(n => n + 1))
  p.emitWarning('careful', { type: 'Toy', code: 'TOY1' })
  await soon()
  p.emitWarning(new RangeError('far'))
  await soon()
  assert.deepStrictEqual(heard, ['first Toy TOY1', 'careful', 'far'])
  const { once, EventEmitter } = require('node:events')
  const warned = once(p, 'warning')
  const emitter = new EventEmitter()
  emitter.setMaxListeners(1).on('a', f).on('a', f)
  const [w] = await warned
  assert.deepStrictEqual([w.name, w.emitter], ['MaxListenersExceededWarning', undefined])
  for (const e of events) p.off(e, f)
  assert.deepStrictEqual(events.map(e => process.listenerCount(e)), before)
  p.once('SIGUSR2', f)
  p.removeAllListeners()
  assert.deepStrictEqual(events.map(e => process.listenerCount(e)), before)
  p.exitCode = 7
  assert.strictEqual(process.exitCode, 7)
  process.exitCode = undefined
})

test('in the editor\'s process only its end is told, and how it ends is not the extension\'s', () => {
  const { p } = built(false)
  const events = ['uncaughtException', 'unhandledRejection', 'warning', 'SIGINT', 'SIGUSR2']
  const before = events.map(e => process.listenerCount(e))
  for (const e of events) p.on(e, () => {})
  assert.deepStrictEqual(events.map(e => process.listenerCount(e)), before)
  const ends = process.listenerCount('exit')
  const f = () => {}
  p.prependListener('exit', f)
  assert.strictEqual(process.listenerCount('exit'), ends + 1)
  p.removeListener('exit', f)
  assert.strictEqual(process.listenerCount('exit'), ends)
  p.exitCode = 7
  assert.notStrictEqual(process.exitCode, 7)
})

test('what is written into the environment is what children inherit', () => {
  const { fence, p } = built(false)
  p.env.TOY = 'a'
  p.env.GONE = 'b'
  delete p.env.GONE
  assert.deepStrictEqual({ ...fence.changed() }, { TOY: 'a' })
})

test('a child that is given the whole environment asks for no variable, and gets those that the policy grants', () => {
  process.env.RF_TOY_GRANTED = 'yes'
  process.env.RF_TOY_OTHER = 'no'
  const said = []
  const given = { ...policy, 'env.read': ['RF_TOY_GRANTED'] }
  const fence = createFence({ extension: 'acme.toy', mode: 'enforce', policy: given }, '/x', [])
  fence.log = { note: x => { said.push(x) }, write: x => { said.push(x) } }
  const p = buildProcess(fence, createViews(), () => undefined, [])
  p.env.TOY = 'a'
  assert.ok(fence.isWhole(p.env) && !fence.isWhole({ ...p.env }))
  assert.deepStrictEqual({ ...fence.changed(p.env) }, { RF_TOY_GRANTED: 'yes', TOY: 'a' })
  assert.deepStrictEqual({ ...fence.changed() }, { TOY: 'a' })
  const before = said.length
  fence.changed(p.env)
  assert.strictEqual(said.length, before)
  assert.strictEqual(p.env.RF_TOY_OTHER, undefined)
  assert.strictEqual(said.length, before + 1, 'a variable that the code reads is asked for')
  delete process.env.RF_TOY_GRANTED
  delete process.env.RF_TOY_OTHER
})

test('the process stands where the extension knows of a folder, and every other is as if it were not there', () => {
  const fs = require('node:fs')
  const { join } = require('node:path')
  const root = fs.realpathSync(fs.mkdtempSync(join(require('node:os').tmpdir(), 'rf-stand-')))
  const before = process.cwd()
  for (const dir of ['ext', 'other', 'read']) fs.mkdirSync(join(root, dir))
  const given = { ...policy, 'files.read': [join(root, 'read') + '/**'] }
  const fence = createFence({ extension: 'acme.toy', mode: 'enforce', policy: given }, join(root, 'ext'), [])
  const p = buildProcess(fence, createViews(), () => undefined, [])
  try {
    for (const dir of ['ext', 'read']) {
      p.chdir(join(root, dir))
      assert.strictEqual(process.cwd(), join(root, dir))
    }
    const said = dir => { try { p.chdir(dir) } catch (e) { return [e.code, e.syscall, e.ringfence] } }
    assert.deepStrictEqual(said(join(root, 'other')), ['ENOENT', 'chdir', 'RF_DENIED_CALL'])
    assert.deepStrictEqual(said(join(root, 'other')), said(join(root, 'none')))
    p.chdir(before)
  } finally {
    process.chdir(before)
    fs.rmSync(root, { recursive: true })
  }
})

test('an extension in a host reads nothing from it, and there is a stream to ask', async () => {
  const { stdin } = built(false).p
  assert.strictEqual(stdin, built(false).p.stdin === stdin ? null : stdin)
  assert.ok(!stdin.isTTY && stdin !== process.stdin)
  stdin.setEncoding('utf8')
  let text = ''
  for await (const chunk of stdin) text += chunk
  assert.strictEqual(text, '')
})

test('what a child writes to leads to no real socket, where it is a terminal', () => {
  const { Socket } = require('node:net')
  const { WriteStream } = require('node:tty')
  const { createCore } = require('./core.js')
  const fence = createFence({ extension: 'acme.toy', mode: 'enforce', policy }, '/x/ext', [])
  fence.child = true
  const views = createViews()
  const core = createCore(fence, views, { __proto__: null, loaderFile: '/x/loader.js', globals: { shadows: {} } })
  // Not a stream of this test's own: an object of the class is enough.
  const terminal = Object.assign(Object.create(WriteStream.prototype), { isTTY: true })
  const real = Object.getOwnPropertyDescriptor(process, 'stdout')
  Object.defineProperty(process, 'stdout', { value: terminal, configurable: true })
  try {
    const { stdout } = buildProcess(fence, views, core.requireCore, [])
    let classes = 0
    for (let p = stdout; p !== null; p = Object.getPrototypeOf(p)) {
      assert.ok(p !== WriteStream.prototype && p !== Socket.prototype)
      if (Object.hasOwn(p, 'constructor')) { classes++; assert.notStrictEqual(p.constructor, Socket) }
    }
    assert.ok(classes > 2)
  } finally {
    Object.defineProperty(process, 'stdout', real)
  }
})
