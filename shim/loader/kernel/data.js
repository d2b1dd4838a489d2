'use strict'

// The classes whose objects an extension gets as they are: they are data, or have
// no way to what Node keeps. Everything else that is neither plain nor the
// extension's own is seen through a view (membrane.js), whatever it is.

const { Dirent, statSync } = require('node:fs')
const {
  append, bufferFrom, bufferSize, construct, Date, dateTime, getOwn, getPrototypeOf, isIn, Map, mapGet, mapSet, ownKeys, RegExp,
  regExpFlags, regExpSource, typedBuffer, typedLength, typedOffset, typedSet, typedTag, Uint8Array,
} = require('./primordials.js')

const DATA = ('Date RegExp Map Set WeakMap WeakSet WeakRef ArrayBuffer SharedArrayBuffer DataView Boolean Number String URL ' +
  'URLSearchParams Blob File FormData Headers AbortSignal AbortController TextDecoder TextEncoder MessagePort ' +
  'MessageChannel CryptoKey').split(' ')

const BufferPrototype = Buffer.prototype
const SharedPrototype = getOwn(globalThis, 'SharedArrayBuffer').value.prototype
const RegExpPrototype = RegExp.prototype
const DatePrototype = Date.prototype
const prototypesOf = names => {
  const out = []
  for (let i = 0; i < names.length; i++) append(out, getOwn(globalThis, names[i]).value.prototype)
  return out
}
const LANGUAGE = prototypesOf('Date RegExp ArrayBuffer SharedArrayBuffer DataView Boolean Number String'.split(' '))
// The lists of bytes and numbers, by the name that each tells.
const lists = new Map()
{
  const names = ('Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float16Array Float32Array ' +
    'Float64Array BigInt64Array BigUint64Array').split(' ')
  for (let i = 0; i < names.length; i++) {
    const d = getOwn(globalThis, names[i])
    if (d !== undefined && typeof d.value === 'function') mapSet(lists, names[i], d.value)
  }
}
const asIs = new Map()
// What nobody has loaded has no objects yet, and is not loaded for this.
const lazyNames = []
for (let i = 0; i < DATA.length; i++) {
  const d = getOwn(globalThis, DATA[i])
  if (d !== undefined && 'value' in d) mapSet(asIs, d.value.prototype, true)
  else append(lazyNames, DATA[i])
}
mapSet(asIs, getPrototypeOf(statSync('/')), true)
mapSet(asIs, getPrototypeOf(statSync('/', { __proto__: null, bigint: true })), true)
mapSet(asIs, Dirent.prototype, true)

// isData reports the prototype of such a class.
function isData(proto) {
  if (mapGet(asIs, proto) === true) return true
  for (let i = 0; i < lazyNames.length; i++) {
    const d = getOwn(globalThis, lazyNames[i])
    if (d === undefined || typeof d.value !== 'function' || d.value.prototype !== proto) continue
    mapSet(asIs, proto, true)
    return true
  }
  return false
}

// What holds something without a copy of it, and hands it out as it is.
const HOLDERS = prototypesOf('WeakMap WeakSet WeakRef'.split(' '))
// What keeps the functions of whoever listens to it, by name: they may not be loaded yet.
const LISTENED = 'AbortSignal AbortController MessagePort MessageChannel'.split(' ')

function isListened(proto) {
  for (let i = 0; i < LISTENED.length; i++) {
    const d = getOwn(globalThis, LISTENED[i])
    if (d !== undefined && typeof d.value === 'function' && d.value.prototype === proto) return true
  }
  return false
}

// crosses reports data that goes from one side of a border to the other as it is. Data on which
// somebody put functions or objects does not: they would cross with it.
function crosses(v, proto) {
  if (proto === null || isIn(HOLDERS, proto) || !isData(proto) || isListened(proto)) return false
  const language = isIn(LANGUAGE, proto)
  const keys = ownKeys(v)
  for (let i = 0; i < keys.length; i++) {
    const d = getOwn(v, keys[i])
    if (d === undefined) continue
    if (!('value' in d) || typeof d.value === 'function') return false
    // Node's own classes keep what they know under symbols.
    if (typeof d.value === 'object' && d.value !== null && (language || typeof keys[i] === 'string')) return false
  }
  return true
}

// settled gives data that crosses as it is now: an expression or a date that learns a method later
// does not teach it to the other side.
function settled(v, proto) {
  if (proto === RegExpPrototype) {
    const out = construct(RegExp, [regExpSource(v), regExpFlags(v)])
    const { value } = getOwn(v, 'lastIndex')
    out.lastIndex = typeof value === 'number' ? value : 0
    return out
  }
  return proto === DatePrototype ? construct(Date, [dateTime(v)]) : v
}

// bytes gives the same memory without what somebody put on the list, or undefined for what is no
// list of bytes or numbers. apart gives a copy of what is a piece of something larger: the rest may
// be somebody else's.
function bytes(v, apart = false) {
  const tag = typedTag(v)
  if (tag === undefined) return undefined
  if (apart && tag === 'Uint8Array' && !isShared(typedBuffer(v)) && typedLength(v) !== bufferSize(typedBuffer(v))) return alone(v)
  const at = [typedBuffer(v), typedOffset(v), typedLength(v)]
  if (getPrototypeOf(v) === BufferPrototype) return bufferFrom(at[0], at[1], at[2])
  const Class = mapGet(lists, tag)
  return Class === undefined ? {} : construct(Class, at)
}

const isShared = buffer => getPrototypeOf(buffer) === SharedPrototype

function alone(v) {
  const buffer = getPrototypeOf(v) === BufferPrototype
  const copy = construct(Uint8Array, [typedLength(v)])
  typedSet(copy, buffer ? bufferFrom(typedBuffer(v), typedOffset(v), typedLength(v)) : v)
  return buffer ? bufferFrom(typedBuffer(copy), 0, typedLength(copy)) : copy
}

module.exports = { __proto__: null, bytes, crosses, isData, settled }
