'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { begin, openPeriod, DAY } = require('./period.js')

// storage is a memory whose text can be looked at and replaced.
const storage = (text, kept = true) => {
  const m = { text, kept, read: () => Promise.resolve(m.text), write: t => { m.text = t; return Promise.resolve() } }
  return m
}
const isLost = e => e.ringfence === 'RF_STATE'

test('what is remembered goes on, and another subject begins anew', async () => {
  const m = storage()
  const first = await openPeriod(m, 'a', 7, false)
  assert.strictEqual(first.begun, true)
  await first.change(s => { s.granted = [{ section: 'files.read', name: '', entry: '/x' }]; s.ended = true })
  const second = await openPeriod(m, 'a', 7, true)
  assert.deepStrictEqual([second.begun, second.over(), second.state.granted.length], [false, true, 1])
  const other = await openPeriod(m, 'b', 7, false)
  assert.deepStrictEqual([other.begun, other.over(), other.state.granted.length], [true, false, 0])
})

test('what is gone or damaged is lost, and not begun anew', async () => {
  const m = storage()
  await begin(m, 'a')
  const whole = m.text
  for (const text of ['', 'x', '[]', 'null', '1', whole.slice(0, -2), whole.replace('"version":2', '"version":1'),
    whole.replace('"observed":0', '"observed":-1'), whole.replace('"granted":[]', '"granted":"x"'),
    whole.replace(',"consent":false', '')]) {
    await assert.rejects(openPeriod(storage(text), 'a', 7, false), isLost, text)
  }
  await assert.rejects(openPeriod(storage(undefined), 'a', 7, true), isLost)
  const begun = await openPeriod(storage(undefined, false), 'a', 7, true)
  assert.strictEqual(begun.begun, true, 'a memory of one session has nothing to lose')
})

test('several windows count the same time once, and one that was replaced counts no more', async () => {
  const m = storage()
  const [one, two] = [await openPeriod(m, 'a', 7, false), await openPeriod(m, 'a', 7, false)]
  const record = JSON.parse(m.text)
  record.last -= 3 * DAY
  m.text = JSON.stringify(record)
  await one.count()
  await two.count()
  const { observed } = JSON.parse(m.text)
  assert.ok(observed >= 3 * DAY && observed < 4 * DAY, observed / DAY)
  await begin(m, 'b')
  await assert.rejects(one.count(), isLost)
})

test('an extension has no say in what is kept', async () => {
  const m = storage()
  const p = await openPeriod(m, 'a', 7, false)
  Object.prototype.toJSON = function () { return this.version === 2 ? { ...this, ended: true, granted: [{ forged: true }] } : this }
  try {
    await p.change(s => { s.consent = true })
  } finally {
    delete Object.prototype.toJSON
  }
  const record = JSON.parse(m.text)
  assert.deepStrictEqual([record.ended, record.granted, record.consent], [false, [], true])
})

test('who begins anew keeps what is doubted of settings, where that can be read', async () => {
  const m = storage()
  const p = await openPeriod(m, 'a', 7, false)
  await p.change(s => { s.doubted = { 'acme.tool': ['/x'] }; s.from = 5; s.ended = true })
  await begin(m, 'a')
  const other = await openPeriod(m, 'b', 7, false)
  assert.deepStrictEqual([other.state.doubted, other.state.from, other.state.ended], [{ 'acme.tool': ['/x'] }, 5, false])
  const failing = { kept: true, read: () => Promise.reject(new Error('no')), write: t => { failing.text = t; return Promise.resolve() } }
  await begin(failing, 'a')
  assert.strictEqual(JSON.parse(failing.text).subject, 'a')
})
