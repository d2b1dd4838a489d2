'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const test = require('node:test')
const { createLog, redact } = require('./log.js')

test('what looks like a secret is cut', () => {
  assert.strictEqual(redact('https://user' + ':pw@a.com/x?token=1'), 'https://…@a.com/x?…')
  assert.strictEqual(redact('--token=ghp_abcdefghijklmnopqrstuvwxyz'), '--token=…')
  assert.strictEqual(redact('/home/u/task-list-of-many-things/x'), '/home/u/task-list-of-many-things/x')
  assert.ok(redact('x'.repeat(5000)).length < 400)
  assert.strictEqual(redact('x'.repeat(1000), 1000), 'x'.repeat(1000))
  assert.strictEqual(redact('x'.repeat(1001), 1000), 'x'.repeat(1000) + '…')
})

test('a record is written once, as JSON lines, into the folder that opens later', () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'rf-log-'))
  const log = createLog('a.b')
  log.note({ e: 'use', text: 'one' })
  log.note({ e: 'use', text: 'one' })
  log.note({ e: 'use', text: 'two' })
  log.open(dir)
  log.flush()
  const lines = fs.readFileSync(dir + '/ringfence.jsonl', 'utf8').trim().split('\n').map(l => JSON.parse(l))
  assert.deepStrictEqual(lines.map(l => [l.x, l.e, l.text]), [['a.b', 'use', 'one'], ['a.b', 'use', 'two']])
  fs.rmSync(dir, { recursive: true })
})

test('the log is bounded', () => {
  const log = createLog('a.b')
  for (let i = 0; i < 6000; i++) log.note({ e: 'use', text: 'n' + i })
  assert.strictEqual(log.state.dropped, 1000)
})

test('the file is turned over once, and a child that shares it stops', () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'rf-log-'))
  const file = dir + '/ringfence.jsonl'
  const line = '{"t":1,"x":"a.b","e":"use","text":"' + 'n'.repeat(950) + '"}\n'
  const full = line.repeat(Math.floor((1 << 20) / line.length))
  for (const older of ['one', 'two']) {
    fs.writeFileSync(file, full)
    const log = createLog('a.b')
    assert.ok(log.open(dir) !== null)
    for (const n of [1, 2, 3]) log.note({ e: 'use', text: older + n + 'x'.repeat(900) })
    log.flush()
    assert.strictEqual(fs.readFileSync(file + '.1', 'utf8'), full)
    assert.strictEqual(fs.readFileSync(file, 'utf8').trim().split('\n').length, 3)
    assert.ok(fs.readFileSync(file, 'utf8').includes(older + '3'))
  }
  assert.deepStrictEqual(fs.readdirSync(dir).sort(), ['ringfence.jsonl', 'ringfence.jsonl.1'])

  fs.writeFileSync(file, full + full.slice(0, full.length / 2))
  const child = createLog('a.b')
  child.attach(file)
  child.note({ e: 'use', text: 'z'.repeat(5000) })
  child.flush()
  assert.ok(!fs.readFileSync(file, 'utf8').includes('zzz'))
  fs.rmSync(dir, { recursive: true })
})
