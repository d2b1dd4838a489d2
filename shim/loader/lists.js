'use strict'

// Lists that Node fills with what the loader hides (invariant 5). Node calls their
// methods by name and copies some of them with the class that they name, which a fence
// can replace for everybody at level shared: these lists have methods of their own.

const { apply, Array, defineProperty, freeze, getOwn, isArray, ownKeys, Proxy, setPrototypeOf, WeakSet, setAddWeak, setHasWeak } = require('./primordials.js')

const { nextTick } = process
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

// firstPush makes the list into which message is put next one of these. Node has made it
// where nobody else has it in hand, and puts what was asked into it in the same step.
function firstPush(message) {
  const was = getOwn(ArrayPrototype, 'push')
  const put = function (...args) {
    if (args[0] !== message) return apply(was === undefined ? plain.push : was.value, this, args)
    restore()
    ownList(this)
    return apply(plain.push, this, args)
  }
  function restore() {
    const d = getOwn(ArrayPrototype, 'push')
    if (d === undefined || d.value !== put) return
    if (was === undefined) delete ArrayPrototype.push
    else defineProperty(ArrayPrototype, 'push', was)
  }
  if (was !== undefined && was.value === plain.push && !was.configurable) return
  if (defineProperty(ArrayPrototype, 'push', { __proto__: null, value: put, writable: true, enumerable: false, configurable: true })) nextTick(restore)
  else hide(message)
}

// hide takes the connection from a message: whoever sees it does not see that.
function hide(message) {
  const { socket } = message
  const names = ['socket', 'client', 'req']
  for (let i = 0; i < names.length; i++) if (getOwn(message, names[i]) !== undefined) message[names[i]] = null
  if (socket !== null && socket !== undefined) socket.destroy()
}

// ownMessages gives the classes of what a server of http is asked and answers.
function ownMessages(http) {
  class IncomingMessage extends http.IncomingMessage {
    constructor(...args) {
      super(...args)
      firstPush(this)
    }
  }
  class ServerResponse extends http.ServerResponse {
    constructor(...args) {
      super(...args)
      firstPush(this)
    }
  }
  return { __proto__: null, IncomingMessage, ServerResponse }
}

module.exports = { __proto__: null, ownList, ownMessages, ownSockets }
