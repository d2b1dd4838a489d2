'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const net = require('node:net')
const test = require('node:test')
const { wrongDescriptor, wrongPath, wrongPort } = require('./wrongarguments.js')

const thrown = f => {
  try {
    f()
  } catch (e) {
    return [e.name, e.code, e.message.replace(/ \[ERR_.*$/, ''), e.syscall, e.path]
  }
  return 'nothing'
}
class Named {}

test('what is no path, descriptor or port is called that in the words of Node', () => {
  const others = [1, 1n, Symbol('s'), {}, [], () => {}, function named() {}, new Named(), new Map(), '', 'a\0b']
  for (const value of [undefined, null, true, ...others]) {
    const ours = wrongPath('path', value, 'open')
    assert.deepStrictEqual(thrown(() => { throw ours }), thrown(() => fs.openSync(value)), String(value))
  }
  for (const value of [undefined, null, false, '', {}, [], 'a rather long text of many words', -1, 1.5, NaN, 2 ** 31, 4711]) {
    const ours = wrongDescriptor(value, 'fstat')
    const theirs = thrown(() => fs.fstatSync(value))
    // Of a number that is too large Node's message groups the digits.
    if (value === 2 ** 31) assert.strictEqual(ours.code, theirs[1])
    else assert.deepStrictEqual(thrown(() => { throw ours }), theirs, String(value))
  }
  for (const port of ['x', ' ', -1, 65536, 1.5, NaN, Infinity]) {
    const theirs = thrown(() => net.connect({ port, host: '127.0.0.1' }))
    assert.deepStrictEqual(thrown(() => { throw wrongPort('Port', port) }), theirs, String(port))
  }
  for (const port of [0, 1, 65535, '80', '0x50', ' 80']) assert.strictEqual(wrongPort('Port', port), null)
})

test('a path that only the loader cannot read has no error of Node\'s', () => {
  assert.strictEqual(wrongPath('path', Buffer.from([0xff]), 'open'), null)
})
