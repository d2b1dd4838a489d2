'use strict'

const assert = require('node:assert')
const test = require('node:test')
const pattern = require('../../pattern/index.js')
const { IN_ORDER } = require('./fence.js')
const { compilePolicy } = require('./policy.js')
const table = require('./table.json')

test('the roots of the table are those of logs, and those that patterns know', () => {
  assert.deepStrictEqual([...IN_ORDER].sort(), table.roots)
  for (const root of table.roots) assert.notStrictEqual(pattern.parsePath('linux', '${' + root + '}/**'), null, root)
  assert.strictEqual(pattern.parsePath('linux', '${nowhere}/**'), null)
  for (const root of table.own) assert.ok(table.roots.includes(root), root)
})

test('every section of the table is read, and has a title', () => {
  for (const { name, title } of table.sections) {
    assert.ok(title.startsWith('may '), name)
    assert.strictEqual(compilePolicy('linux', { schemaVersion: 1, [name]: 'no list' }, []), null, name)
    assert.notStrictEqual(compilePolicy('linux', { schemaVersion: 1, [name]: [] }, []), null, name)
  }
})
