'use strict'

const assert = require('node:assert')
const EventEmitter = require('node:events')
const test = require('node:test')
const { alone } = require('./core.js')

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
