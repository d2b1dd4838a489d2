'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { createFence, setRoot, rescope } = require('./fence.js')
const { keep, observedUntil, settle, stays } = require('./lasting.js')
const { openPeriod, DAY } = require('./period.js')

const made = policy => createFence({ extension: 'acme.toy', mode: 'observe',
  policy: { schemaVersion: 1, extension: 'acme.toy', ...policy } }, '/x/ext', [])

test('what is observed is over at the next question, and does not come back', () => {
  const fence = made({})
  let over = false
  observedUntil(fence, () => over)
  assert.strictEqual(fence.observe, true)
  over = true
  assert.strictEqual(fence.observe, false)
  over = false
  assert.strictEqual(fence.observe, false)
  // A person who switches the fence off has the last word.
  fence.observe = true
  over = true
  assert.strictEqual(fence.observe, true)
})

test('what is left of the time is what the count will say, for a clock that was set back too', async () => {
  let text
  const memory = { kept: true, read: async () => text, write: async t => { text = t } }
  const p = await openPeriod(memory, 'a', 1, false)
  assert.ok(p.left() > DAY - 60000 && p.left() <= DAY, p.left())
  p.state.observed = DAY - 20
  p.state.last = Date.now() + 3600000
  for (const end = process.hrtime.bigint() + 40000000n; process.hrtime.bigint() < end;);
  assert.ok(p.left() <= 0, p.left())
  p.state.observed = 0
  p.state.ended = true
  assert.strictEqual(p.left(), 0)
})

test('what lasts is asked once, and one that fails keeps no other from it', () => {
  const fence = made({})
  const asked = []
  keep(fence, () => { throw new Error('gone') })
  const forget = keep(fence, () => asked.push('forgotten'))
  keep(fence, () => asked.push('kept'))
  forget()
  settle(fence)
  settle(fence)
  assert.deepStrictEqual(asked, ['kept'])
})

test('what is granted for good is what the policy grants, whatever is observed', () => {
  const fence = made({ 'files.read': ['${workspace}/**'] })
  setRoot(fence, 'workspace', ['/w'])
  rescope(fence)
  assert.deepStrictEqual([fence.observe, stays(fence, false, '/w/a'), stays(fence, true, '/w/a'), stays(fence, false, '/o/a')],
    [true, true, false, false])
  fence.off = true
  assert.strictEqual(stays(fence, true, '/o/a'), true)
})
