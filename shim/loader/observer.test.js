'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { createObserver } = require('./observer.js')

const Observer = createObserver(PerformanceObserver)

test('an observer is told of marks, and is itself', async () => {
  const told = await new Promise(r => {
    new Observer(function (list, self) { r([list.getEntries().map(e => e.name), self === this, self instanceof Observer]) }).observe({ entryTypes: ['mark', 'http'] })
    performance.mark('mine')
  })
  assert.deepStrictEqual(told, [['mine'], true, true])
})

test('an observer is told of nobody\'s requests', () => {
  const o = new Observer(() => {})
  o.observe({ type: 'http' })
  o.observe({ entryTypes: ['http', 'net', 'dns'] })
  let n = 0
  o.observe({ get type() { return n++ === 0 ? 'mark' : 'http' } })
  assert.deepStrictEqual([n, o.takeRecords()], [1, []])
  o.disconnect()
  assert.ok(Observer.supportedEntryTypes.includes('mark') && !Observer.supportedEntryTypes.includes('http'))
  assert.throws(() => new Observer(), TypeError)
  assert.throws(() => o.observe(), TypeError)
})
