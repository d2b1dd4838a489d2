'use strict'

// The argument of activate (invariant 10), with its secrets and the environment of
// terminals asked for.

const { apply, defineProperty, ownKeys, reject } = require('../kernel/primordials.js')
const { ask } = require('../policy/fence.js')
const { coded } = require('../kernel/errors.js')
const { rawIn, rawOut } = require('./passing.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */

const SURFACES = { __proto__: null, secrets: 'secrets', environmentVariableCollection: 'terminal' }
// VS Code's stores hold the service behind them, and whose they are, in plain fields.
const STORES = {
  __proto__: null, secrets: ['get', 'store', 'delete', 'keys', 'onDidChange'], globalState: ['get', 'update', 'keys', 'setKeysForSync'],
  workspaceState: ['get', 'update', 'keys'],
}

/** @param {Fence} fence */
function buildContext(fence, real) {
  const out = {}
  const made = { __proto__: null }
  const kept = key => {
    const store = real[key]
    if (STORES[key] === undefined || store === undefined || store === null) return rawOut(store)
    if (made[key] === undefined) made[key] = facadeOf(store, STORES[key])
    return made[key]
  }
  const keys = ownKeys(real)
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]
    const surface = SURFACES[key]
    defineProperty(out, key, {
      __proto__: null, enumerable: true, configurable: true,
      get: () => (surface === undefined || ask(fence, { section: 'vscode', name: surface }) ? kept(key) : refusing(surface)),
    })
  }
  return out
}

// facadeOf is a store with its methods only.
function facadeOf(store, names) {
  const facade = {}
  for (let i = 0; i < names.length; i++) {
    const f = store[names[i]]
    if (typeof f !== 'function') continue
    const value = (...args) => rawOut(apply(f, store, rawIn(args)))
    defineProperty(facade, names[i], { __proto__: null, value, enumerable: true, writable: true, configurable: true })
  }
  return facade
}

// refusing stands for an object whose every method is refused.
function refusing(surface) {
  const no = () => reject(coded('RF_DENIED_VSCODE', 'vscode ' + surface + ' is not granted by the policy'))
  const quiet = () => undefined
  if (surface === 'secrets') return { get: no, store: no, delete: no, keys: no, onDidChange: () => ({ dispose() {} }) }
  return {
    persistent: true, description: undefined, replace: quiet, append: quiet, prepend: quiet, get: quiet, forEach: quiet,
    delete: quiet, clear: quiet,
    getScoped() { return this },
  }
}

module.exports = { __proto__: null, buildContext }
