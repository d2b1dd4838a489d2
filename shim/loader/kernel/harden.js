'use strict'

// Level host: an extension alone in its host, and every child and worker of a
// fence. The realm's intrinsics are frozen, so that no method the loader's
// neighbours call can be replaced. In the shared host this would be noticed.
// In a child some of them take new names, as they do in the shared host.

const { apply, freeze, isIn, preventExtensions, getOwn, getPrototypeOf, defineProperty, ownKeys } = require('./primordials.js')
const { asking, hold, holdAll, holdClasses, settle, spare, spoken } = require('./hold.js')
const fs = require('node:fs')
const { createReadStream, statSync } = fs
// The class of what fs gives of a file in large numbers, which Node does not export.
const big = statSync(process.execPath, { bigint: true, throwIfNoEntry: false })
const BigStats = big === undefined ? undefined : getPrototypeOf(big).constructor
const events = require('node:events')
const stream = require('node:stream')
const { AsyncLocalStorage, AsyncResource } = require('node:async_hooks')
/** @type {any} */
const crypto = require('node:crypto')
const { Interface } = require('node:readline')
const { promisify } = require('node:util')
const { StringDecoder } = require('node:string_decoder')

const { Atomics, Buffer, EventTarget, Intl, MessagePort, URL, URLSearchParams } = globalThis
const FunctionPrototype = Function.prototype
const TABLES = [Map.prototype, Set.prototype, WeakMap.prototype, WeakSet.prototype]

const hasInstance = Function.prototype[Symbol.hasInstance]
const NAMES = ['Object', 'Function', 'Array', 'String', 'Number', 'Boolean', 'Symbol', 'BigInt', 'Date', 'RegExp', 'Map', 'Set',
  'WeakMap', 'WeakSet', 'Promise',
  'Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError', 'ArrayBuffer', 'SharedArrayBuffer',
  'DataView', 'Uint8Array', 'Int8Array',
  'Uint16Array', 'Int16Array', 'Uint32Array', 'Int32Array', 'Float32Array', 'Float64Array', 'Buffer', 'URL', 'URLSearchParams',
  'AbortSignal', 'Event', 'EventTarget', 'WeakRef', 'FinalizationRegistry', 'AggregateError', 'SuppressedError', 'BigInt64Array',
  'BigUint64Array', 'Uint8ClampedArray', 'Float16Array', 'TextDecoder', 'TextEncoder', 'DisposableStack', 'AsyncDisposableStack',
  'Iterator', 'AbortController', 'Blob']

// Whose prototypes take names that they had not, in a child: programs add toJSON to errors, and methods to functions
// and dates. Lists, texts and maps are frozen as a whole (WATCHED), which leaves no room for that.
const TAKES = ['Function', 'Number', 'Boolean', 'Date', 'Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError',
  'URIError', 'AggregateError']

const TEXTS = ['toString', 'toLocaleString', 'toJSON', 'slice', 'subarray', 'write', 'copy', 'equals', 'utf8Slice', 'latin1Slice',
  'asciiSlice', 'hexSlice', 'base64Slice', 'base64urlSlice', 'ucs2Slice', 'utf8Write', 'latin1Write', 'asciiWrite', 'hexWrite',
  'base64Write', 'base64urlWrite', 'ucs2Write']
const MAKES = ['from', 'concat', 'alloc', 'isBuffer', 'byteLength', 'compare', 'isEncoding']
// What others await, and of these what they write as JSON.
const AWAITED = ['Function', 'Map', 'Set', 'Date', 'RegExp', 'Error', 'ArrayBuffer', 'DataView']
const LISTS = ['Array', 'Buffer', 'Uint8Array', 'Int8Array', 'Uint16Array', 'Int16Array', 'Uint32Array', 'Int32Array', 'Float32Array',
  'Float64Array', 'Uint8ClampedArray', 'BigInt64Array', 'BigUint64Array']
// A start holds several hundred properties: one description serves them all, and what it
// does not say stays as it is.
const held = { __proto__: null, enumerable: false, configurable: false, get: undefined, set: undefined }

// tame fixes the properties of an object and keeps assignment on what inherits from it working: a
// frozen data property would forbid the heir to have one of the same name. With takes it has new names still.
function tame(object, takes) {
  const frozen = isIn(WATCHED, object)
  const keys = ownKeys(object)
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]
    const d = getOwn(object, key)
    if (!d.configurable || !('value' in d) || key === 'prototype' ||
      (frozen && (typeof key === 'symbol' || key === 'constructor' || key === 'next'))) continue
    if (key === 'constructor') {
      // Whoever inspects a value reads it as a plain property.
      defineProperty(object, key, { __proto__: null, ...d, configurable: false })
      continue
    }
    const { value } = d
    const get = () => value
    const { set } = {
      set(v) {
        if (typeof this !== 'object' && typeof this !== 'function') {
          throw new TypeError("Cannot assign to read only property '" + String(key) + "'")
        }
        // Libraries that bring a method along put it there as they load. What stands there stays.
        if (this === object) return
        defineProperty(this, key, { __proto__: null, value: v, writable: true, enumerable: true, configurable: true })
      },
    }
    held.enumerable = d.enumerable
    held.get = get
    held.set = set
    defineProperty(object, key, held)
  }
  if (frozen) freeze(object)
  else if (!takes) preventExtensions(object)
}

// The engine makes, copies and walks lists, maps and texts several times faster as long
// as nobody defined anew what decides how: the constructor, the iterators, their next.
// Freezing is no definition, so that these are frozen as they are. An heir of one of
// these few cannot get a constructor or an iterator by assignment, only by a class or a
// definition; what generators made by compilers inherit from is not among them.
const iteratorOf = x => getPrototypeOf(x[Symbol.iterator]())
const WATCHED = [Array.prototype, Array, Map.prototype, Map, Set.prototype, Set, String.prototype, RegExp,
  iteratorOf([]), iteratorOf(new Map()), iteratorOf(new Set()), iteratorOf('')]

// harden holds what the language has. inChild is true for a process or a thread that a fence started, at level shared.
function harden(inChild) {
  const open = []
  for (let i = 0; inChild && i < TAKES.length; i++) open[i] = globalThis[TAKES[i]].prototype
  const done = []
  for (let i = 0; i < NAMES.length; i++) {
    const C = globalThis[NAMES[i]]
    if (C === undefined) continue
    done[done.length] = C.prototype
    if (NAMES[i] !== 'Error' && NAMES[i] !== 'Buffer') done[done.length] = C
  }
  const more = [getPrototypeOf(Uint8Array.prototype), iteratorOf([]), getPrototypeOf(iteratorOf([])),
    iteratorOf(new Map()), iteratorOf(new Set()), iteratorOf(''),
    getPrototypeOf(function * () {}), getPrototypeOf(async function () {}), getPrototypeOf(async function * () {}),
    Reflect, JSON, Math, events.prototype, stream.Readable.prototype, stream.Writable.prototype, stream.Duplex.prototype,
      stream.Transform.prototype]
  for (let i = 0; i < more.length; i++) done[done.length] = more[i]
  for (let i = 0; i < done.length; i++) tame(done[i], isIn(open, done[i]))
  // prepareStackTrace stays an extension's to set; what it is given is not.
}

// restrain keeps the classes whose instances the loader hides from being changed by
// a fence, at level shared too: a replaced method would be called on the real
// object. Assigning stays possible for everybody else (zone.js does); defining anew
// does not, which nobody is known to do to these few.
function restrain(isFenced) {
  asking(isFenced)
  ownMarks(isFenced)
  const protos = [events.prototype, stream.prototype, stream.Readable.prototype, stream.Writable.prototype, stream.Duplex.prototype,
    stream.Transform.prototype]
  const inherited = ownKeys(events.prototype)
  for (let i = 0; i < protos.length; i++) {
    const proto = protos[i]
    const names = ownKeys(proto)
    for (let j = 0; j < inherited.length; j++) names[names.length] = inherited[j]
    for (let j = 0; j < names.length; j++) hold(proto, names[j])
    // _events and its like: defined anew they would be shown the real object.
    settle(proto)
  }
  // What Node calls by name on the ports of workers, on addresses before it connects to
  // them, and with streams in hand when one ends.
  const above = getPrototypeOf(MessagePort.prototype)
  // And what all extensions call by name, where it costs nothing to hold.
  const others = [StringDecoder.prototype, Interface.prototype, getPrototypeOf(Interface.prototype), stream.promises]
  const more = [MessagePort.prototype, above, EventTarget.prototype, AsyncResource.prototype, URL.prototype, URLSearchParams.prototype]
  for (let i = 0; i < others.length; i++) more[more.length] = others[i]
  // What others hash, encrypt and sign. They are streams, too: a method that is inherited is held as well.
  const secret = ['Hash', 'Hmac', 'Cipheriv', 'Decipheriv', 'Sign', 'Verify', 'KeyObject', 'DiffieHellman', 'DiffieHellmanGroup', 'ECDH']
  const secrets = []
  for (let i = 0; i < secret.length; i++) secrets[i] = crypto[secret[i]]
  holdClasses(secrets)
  more[more.length] = AsyncLocalStorage.prototype
  more[more.length] = globalThis.WeakRef.prototype
  for (let i = 0; i < more.length; i++) holdAll(more[i])
  // What these classes do themselves, what others decode, whom they trust, and what files are.
  holdClasses([AsyncResource, AsyncLocalStorage, crypto.KeyObject, crypto.X509Certificate, URL, globalThis.TextDecoder,
    globalThis.TextEncoder, fs.Stats, BigStats, fs.Dirent])
  // What others read as text, and make bytes of. The methods that read numbers are left: holding them costs each call.
  for (let i = 0; i < TEXTS.length; i++) hold(Buffer.prototype, TEXTS[i])
  for (let i = 0; i < MAKES.length; i++) hold(Buffer, MAKES[i])
  spoken([Buffer, Uint8Array, getPrototypeOf(Uint8Array), Buffer.prototype, Uint8Array.prototype, getPrototypeOf(Uint8Array.prototype)])
  spoken(protos)
  // What others tell in events of their own, and ask of an address one by one. No module hands out how an address is walked.
  holdClasses([globalThis.CustomEvent])
  holdAll(iteratorOf(new URLSearchParams()))
  // How the messages of the workbench are written, whose they are, and classes and functions that stand in a table of the language's.
  holdAll(JSON)
  const formats = ownKeys(Intl)
  for (let i = 0; i < formats.length; i++) {
    const { value } = getOwn(Intl, formats[i])
    if (typeof value === 'function' && value.prototype !== undefined) holdAll(value.prototype)
  }
  holdAll(Intl)
  holdAll(Atomics)
  // Node calls EventEmitter.init and stream.Duplex by these names.
  const classes = [events, stream, stream.Readable, stream.Writable, stream.Duplex, stream.Transform]
  for (let i = 0; i < classes.length; i++) {
    const names = ownKeys(classes[i])
    for (let j = 0; j < names.length; j++) if (names[j] !== 'prototype' && typeof getOwn(classes[i], names[j]).value === 'function') {
      hold(classes[i], names[j])
    }
  }
  // Both are modules, too: stream.promises is a getter that others ask.
  settle(events)
  settle(stream)
}

// holdLanguage keeps a fence at level shared from standing before how everybody calls a function and looks into a table: a
// neighbour's fs.readFile.call(fs, …) would hand it the real fs. A promise's then is left: with an accessor there, a promise
// that an async function returns takes longer for everybody. Methods of lists are left too.
function holdLanguage() {
  const calls = ['apply', 'bind', 'call']
  for (let i = 0; i < calls.length; i++) hold(FunctionPrototype, calls[i])
  for (let i = 0; i < TABLES.length; i++) {
    const names = ownKeys(TABLES[i])
    // How a table is walked the engine watches: that stays as it is.
    for (let j = 0; j < names.length; j++) if (typeof names[j] === 'string') hold(TABLES[i], names[j])
  }
}

// ownMarks keeps how much streams take at once, which is said for everybody's, from being said by a fence.
function ownMarks(isFenced) {
  const d = getOwn(stream, 'setDefaultHighWaterMark')
  if (d === undefined || typeof d.value !== 'function') return
  const { value: real } = d
  const { setDefaultHighWaterMark: value } = { setDefaultHighWaterMark(objectMode, value) {
    return isFenced() ? undefined : real(objectMode, value)
  } }
  defineProperty(stream, 'setDefaultHighWaterMark', { __proto__: null, ...d, value })
}

// What Node finds nowhere on an object it looks for on Object.prototype, with the
// object in hand, and what it reads of options too. No level lets a fence put
// something there, nor on the prototypes that every stream and emitter has: they take
// no new names any more, from anybody. Names that are there stay as they were.
function close() {
  const protos = [Object.prototype, Promise.prototype, events.prototype, stream.prototype, stream.Readable.prototype,
    stream.Writable.prototype, stream.Duplex.prototype, stream.Transform.prototype]
  settleConstructor(Promise.prototype)
  // Node makes its promises with what this says. The other classes keep theirs: the engine
  // copies lists and matches texts several times slower once theirs was touched, and
  // whoever names another class in a prototype's constructor needs none of it.
  const s = getOwn(Promise, Symbol.species)
  if (s !== undefined && s.configurable) defineProperty(Promise, Symbol.species, { __proto__: null, ...s, configurable: false })
  const thenable = [fs.Dir, fileHandle()]
  for (let i = 0; i < thenable.length; i++) {
    // A promise asks what it is resolved with for "then".
    if (thenable[i] !== undefined) {
      defineProperty(thenable[i].prototype, 'then', { __proto__: null, value: undefined, writable: false, configurable: false })
    }
  }
  // zone.js, in whichever extension, keeps what it replaces under names of its own,
  // which nothing in Node reads: they are there already, empty.
  const emitter = ['addListener', 'prependListener', 'removeListener', 'removeAllListeners', 'listeners', 'on', 'off', 'eventListeners']
  for (let i = 0; i < emitter.length; i++) reserve(events.prototype, '__zone_symbol__' + emitter[i])
  reserve(Promise.prototype, '__zone_symbol__then')
  // Lists, bytes and tables of others are awaited and written as JSON; their functions are made promises of.
  for (let i = 0; i < AWAITED.length; i++) spare(globalThis[AWAITED[i]].prototype, 'then')
  for (let i = 0; i < LISTS.length; i++) {
    spare(globalThis[LISTS[i]].prototype, 'then')
    spare(globalThis[LISTS[i]].prototype, 'toJSON')
  }
  spare(FunctionPrototype, promisify.custom)
  spare(FunctionPrototype, 'listener')
  for (let i = 0; i < protos.length; i++) preventExtensions(protos[i])
}

// settleConstructor keeps the class of the promises inside Node from being said anew: who
// says it is shown them. What inherits from a promise's prototype is given a constructor
// by assignment all the same, as compilers to ES5 write it ("this.constructor = d"), which
// a read-only property would forbid. Node 20 prints a promise by its property, so that it
// says "Object [Promise]" there.
function settleConstructor(proto) {
  const d = getOwn(proto, 'constructor')
  if (!d.configurable) return
  const { value } = d
  const get = () => value
  const { set } = {
    set(v) {
      if (this === proto || (typeof this !== 'object' && typeof this !== 'function')) {
        throw new TypeError("Cannot assign to read only property 'constructor'")
      }
      defineProperty(this, 'constructor', { __proto__: null, value: v, writable: true, enumerable: true, configurable: true })
    },
  }
  defineProperty(proto, 'constructor', { __proto__: null, enumerable: false, configurable: false, get, set })
}

function reserve(proto, name) {
  if (getOwn(proto, name) === undefined) {
    defineProperty(proto, name, { __proto__: null, value: undefined, writable: true, enumerable: false, configurable: false })
  }
}

// fileHandle returns the class of file handles, which Node does not export: it asks
// whether something is an instance, and the class above is asked how.
function fileHandle() {
  let found
  const above = [events, getPrototypeOf(crypto.X509Certificate)]
  for (let i = 0; i < above.length && found === undefined; i++) {
    if (getOwn(above[i], Symbol.hasInstance) !== undefined) continue
    if (!defineProperty(above[i], Symbol.hasInstance, { __proto__: null, configurable: true, value(v) {
      if (this.name === 'FileHandle') found = this
      return apply(hasInstance, this, [v])
    } })) continue
    try {
      createReadStream('', /** @type {any} */ ({ __proto__: null, fd: {} }))
    } catch {
      // It is no file handle, which is all there was to learn.
    }
    delete above[i][Symbol.hasInstance]
  }
  return found
}

module.exports = { __proto__: null, harden, holdLanguage, restrain, close }
