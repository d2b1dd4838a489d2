'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { createObserver, createTimeline } = require('./observer.js')

const Observer = createObserver(PerformanceObserver)

test('an observer is told of marks, and is itself', async () => {
  const told = await new Promise(r => {
    new Observer(function (list, self) { r([list.getEntries().map(e => e.name), self === this, self instanceof Observer]) }).observe({
      entryTypes: ['mark', 'http'] })
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
  // A kind is the text it was when it was looked at.
  const odd = new Observer(() => {})
  for (const type of [{ toString: () => 'http' }, ['http']]) odd.observe({ type })
  let m = 0
  odd.observe({ entryTypes: [{ toString: () => (m++ === 0 ? 'mark' : 'http') }] })
  assert.strictEqual(m, 1)
  odd.disconnect()
  o.disconnect()
  assert.ok(Observer.supportedEntryTypes.includes('mark') && !Observer.supportedEntryTypes.includes('http'))
  assert.throws(() => new Observer(), TypeError)
  assert.throws(() => o.observe(), TypeError)
})

test('the timeline has what a program marks, and not what others requested', () => {
  const own = createTimeline(performance)
  performance.mark('kept')
  const { getEntries } = performance
  // What a fetch leaves behind, left here by hand.
  const info = { startTime: 1, redirectStartTime: 0, redirectEndTime: 0, postRedirectStartTime: 1, finalServiceWorkerStartTime: 0,
    finalNetworkResponseStartTime: 0, finalNetworkRequestStartTime: 0, endTime: 2, encodedBodySize: 0, decodedBodySize: 0 }
  performance.markResourceTiming(info, 'http://127.0.0.1/of-another', 'fetch', globalThis, '', {}, 200, '')
  assert.strictEqual(performance.getEntriesByType('resource').length, 1)
  assert.deepStrictEqual(own.getEntriesByName('kept').map(e => e.name), ['kept'])
  assert.deepStrictEqual(own.getEntriesByType('resource'), [])
  assert.ok(own.now() > 0 && own.timeOrigin === performance.timeOrigin && own instanceof Performance)
  assert.strictEqual(own.mark('mine').name, 'mine')
  assert.ok(getEntries.call(performance).some(e => e.name === 'mine'))
  own.clearMarks('mine')
  assert.strictEqual(own.getEntries().some(e => e.name === 'mine'), false)
})

test('the timeline is the extension\'s, and leads to the host\'s by no event', () => {
  const own = createTimeline(performance)
  assert.ok(own.now() > 0 && own.timeOrigin === performance.timeOrigin)
  const heard = []
  own.addEventListener('x', e => heard.push(e.target !== performance && e.currentTarget !== performance))
  const { Event } = globalThis
  own.dispatchEvent(new Event('x'))
  assert.deepStrictEqual(heard, [true])
  performance.addEventListener('x', () => heard.push('the host\'s'))
  own.dispatchEvent(new Event('x'))
  assert.deepStrictEqual(heard, [true, true])
})
