'use strict'

// The classes whose objects an extension gets as they are: they are data, or have
// no way to what Node keeps. Everything else that is neither plain nor the
// extension's own is seen through a view (view.js), whatever it is.

const { Dirent, statSync } = require('node:fs')
const { getPrototypeOf, Map, mapSet } = require('./primordials.js')

const DATA = ('Date RegExp Map Set WeakMap WeakSet WeakRef ArrayBuffer SharedArrayBuffer DataView Boolean Number String URL URLSearchParams Blob File FormData Headers AbortSignal ' +
  'AbortController TextDecoder TextEncoder MessagePort MessageChannel CryptoKey').split(' ')

const asIs = new Map()
for (let i = 0; i < DATA.length; i++) {
  const C = globalThis[DATA[i]]
  if (typeof C === 'function') mapSet(asIs, C.prototype, true)
}
mapSet(asIs, getPrototypeOf(statSync('/')), true)
mapSet(asIs, getPrototypeOf(statSync('/', { __proto__: null, bigint: true })), true)
mapSet(asIs, Dirent.prototype, true)

module.exports = { __proto__: null, asIs }
