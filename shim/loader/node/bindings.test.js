'use strict'

const assert = require('node:assert')
const EventEmitter = require('node:events')
const test = require('node:test')
const { bindingOf } = require('./bindings.js')
const { alone } = require('./core.js')

test('a binding is what libraries read of it, and what has power is none', () => {
  assert.ok(Object.keys(bindingOf('natives')).includes('fs'))
  assert.strictEqual(bindingOf('natives').fs, '')
  const uv = bindingOf('uv')
  assert.deepStrictEqual([uv.errname(-2), uv.UV_ENOENT], ['ENOENT', -2])
  assert.strictEqual(bindingOf('util').isDate(new Date()), true)
  assert.ok(bindingOf('buffer').kStringMaxLength > 1e6)
  assert.strictEqual(bindingOf('constants').os.signals.SIGTERM, 15)
  assert.notStrictEqual(bindingOf('constants').os.signals, require('node:os').constants.signals)
  for (const name of ['fs', 'spawn_sync', 'process_wrap', 'tcp_wrap', 'inspector', 'constructor', '__proto__', 7, undefined]) {
    assert.strictEqual(bindingOf(name), undefined)
  }
})

test('cluster says that this process stands alone, can be listened on, and starts nothing', () => {
  const told = []
  const fence = { log: { note: r => told.push(r.code) }, memo: null }
  const cluster = alone(fence)
  assert.ok(cluster instanceof EventEmitter)
  assert.strictEqual(cluster.on('exit', () => {}), cluster)
  assert.deepStrictEqual([cluster.isMaster, cluster.isWorker, cluster.worker], [true, false, undefined])
  cluster.setupPrimary({ exec: 'x.js' })
  assert.throws(() => cluster.fork(), { code: 'EACCES', ringfence: 'RF_DENIED_CALL' })
  assert.deepStrictEqual(told, ['RF_DENIED_CALL'])
})
