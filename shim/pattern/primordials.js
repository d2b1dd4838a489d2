'use strict'

// What this folder uses of the realm, taken before an extension runs. Methods
// are uncurried: called with the value first, they never look the value's own
// properties or a prototype up again. Everything else here is syntax on
// primitives, own properties of our own arrays and objects, and elements of
// typed arrays; their length is a getter of a prototype, so it is kept beside.

const uncurryThis = Function.prototype.bind.bind(Function.prototype.call)
const { defineProperty } = Reflect
const { setPrototypeOf } = Object

// append is push without Array.prototype, where a setter could lie in wait.
function append(list, value) {
  defineProperty(list, list.length, { __proto__: null, value, writable: true, enumerable: true, configurable: true })
}

// bareList is an array without a prototype: writing behind its end is safe.
const bareList = () => setPrototypeOf([], null)

module.exports = {
  __proto__: null,
  Int32Array,
  append,
  bareList,
  freeze: Object.freeze,
  isArray: Array.isArray,
  fromCodePoint: String.fromCodePoint,
  codeAt: uncurryThis(String.prototype.charCodeAt),
  slice: uncurryThis(String.prototype.slice),
  indexOf: uncurryThis(String.prototype.indexOf),
  lastIndexOf: uncurryThis(String.prototype.lastIndexOf),
  // Only ever on ASCII, where it does what its name says.
  toLowerCase: uncurryThis(String.prototype.toLowerCase),
  normalize: uncurryThis(String.prototype.normalize),
  // As in loader/kernel/primordials.js.
  ...(globalThis.__ringfence__ === undefined ? undefined : globalThis.__ringfence__.patterns),
}
