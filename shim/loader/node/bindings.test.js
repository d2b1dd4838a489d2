'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { bindingOf } = require('./bindings.js')

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
