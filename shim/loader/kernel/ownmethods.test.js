'use strict'

const test = require('node:test')
const assert = require('node:assert')
const { execFileSync } = require('node:child_process')

// A process of its own for each, since what is replaced stays.
const says = code => execFileSync(process.execPath, ['-e', code + ';process.stdout.write(require(' +
  JSON.stringify(require.resolve('./ownmethods.js')) + ').replaced())'], { encoding: 'utf8' })

test('a realm that nobody touched', () => assert.equal(says(''), ''))

test('what was replaced before, whatever it looks like', () => {
  for (const [code, want] of [
    ['const { then } = Promise.prototype; Promise.prototype.then = function (x, y) { return then.call(this, x, y) }',
      'Promise.prototype.then'],
    ['Promise.prototype.then = Promise.prototype.then.bind(Promise.resolve())', 'Promise.prototype.then'],
    ['Array.prototype.map = new Proxy(Array.prototype.map, {})', 'Array.prototype.map'],
    ['const { apply } = Reflect; Function.prototype.call = function (...x) { return apply(this, x[0], x.slice(1)) }',
      'Function.prototype.call'],
    ['const { toString } = Function.prototype; const f = function (x) { return x }; JSON.parse = f; ' +
      'Function.prototype.toString = function () { return "function parse() { [native code] }" }', 'Function.prototype.toString'],
    ['Set.prototype[Symbol.iterator] = function () { return [][Symbol.iterator]() }', 'Set.prototype[Symbol.iterator]'],
    ['globalThis.Promise = class extends Promise {}', 'Promise'],
  ]) {
    assert.equal(says(code), want, code)
  }
})

test('a name of one\'s own beside them is nobody\'s, and what is gone stands before nobody', () => {
  assert.equal(says('Array.prototype.extra = 1; Array.prototype.more = function () {}; Promise.mine = () => {}'), '')
  assert.equal(says('delete Array.prototype.at'), '')
})
