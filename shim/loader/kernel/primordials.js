'use strict'

// What the loader uses of the realm, taken before any file of an extension runs
// (invariant 1). Methods are uncurried: the value comes first, and no property of
// the value or of a prototype is looked up. Everything else in this folder is
// syntax on primitives and on objects of the loader's own making.

const uncurryThis = Function.prototype.bind.bind(Function.prototype.call)
const { append, bareList } = require('../../pattern/primordials.js')

const { getOwnPropertyDescriptor, ownKeys } = Reflect
const { Promise } = globalThis
const getterOf = (owner, key) => uncurryThis(getOwnPropertyDescriptor(owner, key).get)
// Whoever comes later finds no method of a timer that was not here before.
const timer = setTimeout(() => {}, 0)
clearTimeout(timer)
/** @type {any} */
const TypedArrayPrototype = Reflect.getPrototypeOf(Uint8Array.prototype)

// bare returns an object without a prototype that holds the own values of fields.
function bare(fields) {
  const out = { __proto__: null }
  if (fields === undefined) return out
  const keys = ownKeys(fields)
  for (let i = 0; i < keys.length; i++) out[keys[i]] = fields[keys[i]]
  return out
}

// urlParts reads an address by the getters of the class, which others can replace.
const PARTS = ['href', 'protocol', 'username', 'password', 'hostname', 'host', 'port', 'pathname', 'search', 'origin']
const partGetters = { __proto__: null }
for (let i = 0; i < PARTS.length; i++) partGetters[PARTS[i]] = getterOf(URL.prototype, PARTS[i])
function urlParts(url) {
  const out = { __proto__: null }
  for (let i = 0; i < PARTS.length; i++) out[PARTS[i]] = partGetters[PARTS[i]](url)
  return out
}

// isIn looks through a list without asking anything of its prototype.
const isIn = (list, x) => {
  for (let i = 0; i < list.length; i++) if (list[i] === x) return true
  return false
}

// listMethods describes what every list has.
const listMethods = { __proto__: null }
{
  const keys = Reflect.ownKeys(Array.prototype)
  for (let i = 0; i < keys.length; i++) if (keys[i] !== 'constructor' && keys[i] !== 'length') {
    listMethods[keys[i]] = bare(Reflect.getOwnPropertyDescriptor(Array.prototype, keys[i]))
  }
  Object.freeze(listMethods)
}

module.exports = {
  __proto__: null,
  listMethods, reflect: bare(Reflect), append, bareList, bare, isIn, uncurryThis,
  Array, Buffer, Date, Error, Map, Number, Object, Promise, Proxy, RangeError, Set, String, Symbol, TypeError, EvalError,
  SyntaxError, decodeURIComponent,
  Blob: globalThis.Blob, Uint8Array, URL, WeakMap, WeakSet, RealFunction: Function,
  apply: Reflect.apply, construct: Reflect.construct, defineProperty: Reflect.defineProperty,
  getOwn: Reflect.getOwnPropertyDescriptor, getPrototypeOf: /** @type {(o: any) => any} */ (Reflect.getPrototypeOf), has: Reflect.has,
  ownKeys: /** @type {(o: any) => any[]} */ (Reflect.ownKeys), reflectGet: Reflect.get, reflectSet: Reflect.set,
  setPrototypeOf: Reflect.setPrototypeOf, reflectDelete: Reflect.deleteProperty,
  freeze: Object.freeze, preventExtensions: Object.preventExtensions, create: Object.create,
  isArray: Array.isArray, jsonParse: JSON.parse, jsonStringify: JSON.stringify, now: Date.now,
  hasOwn: uncurryThis(Object.prototype.hasOwnProperty),
  slice: uncurryThis(String.prototype.slice), indexOf: uncurryThis(String.prototype.indexOf),
  lastIndexOf: uncurryThis(String.prototype.lastIndexOf), codeAt: uncurryThis(String.prototype.charCodeAt),
  toLowerCase: uncurryThis(String.prototype.toLowerCase), toUpperCase: uncurryThis(String.prototype.toUpperCase),
  startsWith: uncurryThis(String.prototype.startsWith), endsWith: uncurryThis(String.prototype.endsWith),
  sourceOf: uncurryThis(Function.prototype.toString), bind: uncurryThis(Function.prototype.bind),
  then: uncurryThis(Promise.prototype.then),
  resolve: v => new Promise(r => r(v)), reject: e => new Promise((_, r) => r(e)),
  weakGet: uncurryThis(WeakMap.prototype.get), weakSet: uncurryThis(WeakMap.prototype.set), weakHas: uncurryThis(WeakMap.prototype.has),
  mapGet: uncurryThis(Map.prototype.get), mapSet: uncurryThis(Map.prototype.set), mapHas: uncurryThis(Map.prototype.has),
  mapDelete: uncurryThis(Map.prototype.delete),
  mapEach: uncurryThis(Map.prototype.forEach), mapClear: uncurryThis(Map.prototype.clear), mapSize: getterOf(Map.prototype, 'size'),
  setAddWeak: uncurryThis(WeakSet.prototype.add), setHasWeak: uncurryThis(WeakSet.prototype.has),
  setEach: uncurryThis(Set.prototype.forEach),
  setHas: uncurryThis(Set.prototype.has), setAdd: uncurryThis(Set.prototype.add), setDelete: uncurryThis(Set.prototype.delete),
  bytesToString: uncurryThis(Buffer.prototype.toString), typedTag: getterOf(TypedArrayPrototype, Symbol.toStringTag),
  typedLength: getterOf(TypedArrayPrototype, 'length'), typedBuffer: getterOf(TypedArrayPrototype, 'buffer'),
  typedOffset: getterOf(TypedArrayPrototype, 'byteOffset'), typedSet: uncurryThis(TypedArrayPrototype.set),
  bufferSize: getterOf(globalThis.ArrayBuffer.prototype, 'byteLength'), RegExp, regExpSource: getterOf(RegExp.prototype, 'source'),
  regExpFlags: getterOf(RegExp.prototype, 'flags'), dateTime: uncurryThis(Date.prototype.getTime),
  urlHref: getterOf(URL.prototype, 'href'), symbolFor: Symbol.for, unref: uncurryThis(timer.unref),
  bufferFrom: Buffer.from, bufferAlloc: Buffer.alloc, bytesBetween: uncurryThis(Buffer.prototype.subarray),
  urlParts,
  // A loader that came before took the same when nobody had changed anything yet.
  ...(globalThis.__ringfence__ === undefined ? undefined : globalThis.__ringfence__.primordials),
}
