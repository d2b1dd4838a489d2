'use strict'

// Lists that Node fills with what the loader hides (invariant 5). Node calls their
// methods by name and copies some of them with the class that they name, which a fence
// can replace for everybody at level shared: these lists have methods of their own.

const { Array, defineProperty, freeze, getOwn, isArray, ownKeys, Proxy, setPrototypeOf, WeakSet, setAddWeak, setHasWeak } = require('./primordials.js')

const ArrayPrototype = Array.prototype
const plain = { __proto__: null }
{
  const keys = ownKeys(ArrayPrototype)
  for (let i = 0; i < keys.length; i++) if (keys[i] !== 'constructor' && keys[i] !== 'length') defineProperty(plain, keys[i], { ...getOwn(ArrayPrototype, keys[i]), __proto__: null })
}
freeze(plain)

// ownList gives a list methods of its own, for good.
function ownList(list) {
  if (isArray(list)) setPrototypeOf(list, plain)
  return list
}

// ownTable gives a table in which every list has.
const ownTable = from => {
  const table = { __proto__: null }
  const keys = ownKeys(from)
  for (let i = 0; i < keys.length; i++) table[keys[i]] = ownList(from[keys[i]])
  return new Proxy(table, freeze({
    __proto__: null,
    set: (t, key, value) => defineProperty(t, key, { __proto__: null, value: ownList(value), writable: true, enumerable: true, configurable: true }),
  }))
}

// ownSockets does it for the sockets of an agent of http, once.
const seen = new WeakSet()
function ownSockets(agent) {
  if (agent === null || typeof agent !== 'object' || setHasWeak(seen, agent)) return
  setAddWeak(seen, agent)
  const tables = ['sockets', 'freeSockets', 'requests']
  for (let i = 0; i < tables.length; i++) {
    const table = agent[tables[i]]
    if (table !== null && typeof table === 'object') agent[tables[i]] = ownTable(table)
  }
}

module.exports = { __proto__: null, ownList, ownSockets }
