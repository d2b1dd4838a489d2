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
