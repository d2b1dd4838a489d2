'use strict'

// The language's own functions (invariants 2 and 5): everybody has them, and no border stands before
// them. Called for one side on what the other has, they would see through every view.

const { append, getOwn, getPrototypeOf, isIn, ownKeys, RealFunction, Set, setAdd, setHas, Symbol } = require('./primordials.js')

const NAMES = ('Object Function Array String Number Boolean Symbol BigInt Date RegExp Map Set WeakMap WeakSet WeakRef Promise Proxy ' +
  'Reflect JSON Math Atomics Intl Iterator FinalizationRegistry Error TypeError RangeError SyntaxError ReferenceError EvalError ' +
  'URIError AggregateError ArrayBuffer SharedArrayBuffer DataView Uint8Array WebAssembly eval isFinite isNaN parseFloat parseInt ' +
  'encodeURI encodeURIComponent decodeURI decodeURIComponent escape unescape').split(' ')
const { iterator } = Symbol

// makers are the functions that make functions of texts. A loader that comes later finds those that an
// earlier one put in their place.
const makers = [RealFunction]
{
  const samples = [function () {}, function * () {}, async function () {}, async function * () {}]
  for (let i = 0; i < samples.length; i++) append(makers, getPrototypeOf(samples[i]).constructor)
}

// What to look through: what each name means, and what no name leads to.
const named = []
const more = [getPrototypeOf(Uint8Array), getPrototypeOf(function * () {}), getPrototypeOf(async function () {}),
  getPrototypeOf(async function * () {}), [][iterator](), new Map()[iterator](), new Set()[iterator](), ''[iterator]()]
for (let i = 0; i < NAMES.length; i++) {
  const d = getOwn(globalThis, NAMES[i])
  if (d !== undefined && 'value' in d) append(named, d.value)
}

let known
let free

// described is a property, or undefined where a fence keeps it from being looked at.
function described(o, key) {
  try {
    return getOwn(o, key)
  } catch {
    return undefined
  }
}

// collected looks once through what the language has by name.
function collected() {
  known = new Set()
  free = new Set()
  const open = []
  const add = v => {
    if ((typeof v !== 'object' && typeof v !== 'function') || v === null || setHas(known, v)) return
    setAdd(known, v)
    append(open, v)
  }
  for (let i = 0; i < named.length; i++) {
    add(named[i])
    setAdd(free, named[i])
    const keys = ownKeys(named[i])
    for (let j = 0; j < keys.length; j++) {
      const own = described(named[i], keys[j])
      if (own !== undefined) setAdd(free, own.value)
    }
  }
  for (let i = 0; i < more.length; i++) add(more[i])
  for (let i = 0; i < open.length; i++) {
    add(getPrototypeOf(open[i]))
    const keys = ownKeys(open[i])
    for (let j = 0; j < keys.length; j++) {
      const d = described(open[i], keys[j])
      if (d === undefined) continue
      add(d.value)
      add(d.get)
      add(d.set)
    }
  }
  for (let i = 0; i < makers.length; i++) {
    setAdd(known, makers[i])
    setAdd(free, makers[i])
  }
}

// isIntrinsic reports a function of the language's. on is the object of VS Code's that it was found on, or
// undefined: a method of the language's means the object that it is called on, a class or what stands on a
// class does not.
function isIntrinsic(f, on) {
  if (known === undefined) collected()
  return setHas(known, f) && (on === undefined || setHas(free, f))
}

// isMaker reports one that makes functions of texts: what a fence has in its place is its own.
const isMaker = f => isIn(makers, f)

module.exports = { __proto__: null, isIntrinsic, isMaker }
