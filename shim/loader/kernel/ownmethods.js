'use strict'

// Level host promises that nobody else stands before what the language calls: a neighbour's frame that calls a function of the
// extension's lends it the neighbour's rights (invariant 4). Whoever replaced a method before the loader came stands there for
// good, so that the level is not reached and is not claimed.

const { runInNewContext } = require('node:vm')
const { append, apply, getOwn, ownKeys } = require('./primordials.js')

const CLASSES = ['Array', 'ArrayBuffer', 'BigInt', 'Boolean', 'DataView', 'Date', 'FinalizationRegistry', 'Function', 'Map', 'Number',
  'Object', 'Promise', 'RegExp', 'Set', 'String', 'Symbol', 'Uint8Array', 'WeakMap', 'WeakRef', 'WeakSet']
const OBJECTS = ['JSON', 'Math', 'Reflect']

// As the realm has them now: the extension's own come later.
const LANGUAGE = []
for (let i = 0; i < CLASSES.length; i++) append(LANGUAGE, { name: CLASSES[i], value: globalThis[CLASSES[i]] })
for (let i = 0; i < OBJECTS.length; i++) append(LANGUAGE, { name: OBJECTS[i], value: globalThis[OBJECTS[i]] })

// replaced names the first method that is not the language's own, 'Promise.prototype.then', or gives ''. Another realm says
// what the language has, so that a name which somebody added is none of it; and the text of a function is asked of that
// realm's method, since whoever replaces methods replaces that with one that hides it.
function replaced() {
  const fresh = runInNewContext('globalThis')
  const textOf = fresh.Function.prototype.toString
  const inside = (name, object, untouched) => {
    const keys = ownKeys(untouched)
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]
      const d = getOwn(object, key)
      if (key === 'constructor' || key === 'prototype' || d === undefined || typeof d.value !== 'function') continue
      if (isNative(textOf, d.value)) continue
      return name + (typeof key === 'symbol' ? '[' + key.description + ']' : '.' + key)
    }
    return ''
  }
  for (let i = 0; i < LANGUAGE.length; i++) {
    const { name, value } = LANGUAGE[i]
    if (typeof value === 'function' && !isNative(textOf, value)) return name
    const own = fresh[name]
    const found = inside(name, value, own) ||
      (typeof value === 'function' ? inside(name + '.prototype', value.prototype, own.prototype) : '')
    if (found !== '') return found
  }
  return ''
}

// isNative reports a function of the engine's: one that is bound, or a proxy, has no name in its text.
function isNative(textOf, f) {
  const text = apply(textOf, f, [])
  const open = 'function '
  if (text.length < open.length + 2 || text[open.length] === '(') return false
  const end = ') { [native code] }'
  for (let i = 0; i < end.length; i++) if (text[text.length - end.length + i] !== end[i]) return false
  return true
}

module.exports = { __proto__: null, replaced }
