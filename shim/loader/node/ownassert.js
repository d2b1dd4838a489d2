'use strict'

// assert is a function that everybody shares: a fence has its own (invariant 13), which says the same.

const { apply, construct, defineProperty, getOwn, ownKeys } = require('../kernel/primordials.js')

// ownAssert returns a function like lib, with copies of what it has.
function ownAssert(lib, copied) {
  const { AssertionError } = lib
  const own = real => {
    const assert = function (...args) {
      // Node reads the line of whoever called it, which would be this one.
      if (args.length === 1 && !args[0]) {
        throw construct(AssertionError, [{ __proto__: null, message: 'The expression evaluated to a falsy value', actual: args[0],
          expected: true, operator: '==', stackStartFn: assert }])
      }
      return apply(real, undefined, args)
    }
    const put = (key, value) =>
      defineProperty(assert, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true })
    const names = ownKeys(real)
    for (let i = 0; i < names.length; i++) {
      const d = getOwn(real, names[i])
      if (typeof names[i] !== 'string' || names[i] === 'length' || names[i] === 'name' || names[i] === 'prototype') continue
      if (!('value' in d)) defineProperty(assert, names[i], d)
      else put(names[i], d.value !== null && typeof d.value === 'object' ? copied(d.value) : d.value)
    }
    return assert
  }
  /** @type {any} */
  const loose = own(lib)
  /** @type {any} */
  const strict = own(lib.strict)
  loose.strict = strict
  strict.strict = strict
  return loose
}

module.exports = { __proto__: null, ownAssert }
