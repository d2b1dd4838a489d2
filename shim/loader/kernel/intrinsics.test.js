'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { isIntrinsic, isMaker } = require('./intrinsics.js')

test("the language's own functions are known, wherever they stand", () => {
  const lookup = {}.__lookupGetter__
  for (const f of [Object, Object.defineProperty, lookup, Function, Array.prototype.map, Reflect.get, JSON.parse, Promise.prototype.then,
    (function * () {}).constructor, [][Symbol.iterator]().next, parseInt]) assert.ok(isIntrinsic(f, undefined), String(f))
  for (const f of [() => 1, class {}, require('node:fs').readFileSync, Object.keys.bind(Object)]) assert.ok(!isIntrinsic(f, undefined))
})

test('a method that means what it is called on is one of an object', () => {
  assert.ok(isIntrinsic(Object.keys, {}) && isIntrinsic(Object, {}))
  assert.ok(!isIntrinsic(Array.prototype.map, []) && !isIntrinsic([][Symbol.iterator]().next, {}))
})

test('functions that make functions of texts are told from others', () => {
  for (const f of [() => {}, async () => {}, function * () {}, async function * () {}]) assert.ok(isMaker(f.constructor))
  assert.ok(!isMaker(Object))
})
