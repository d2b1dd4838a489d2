'use strict'

// Lists that Node fills with what the loader hides (invariant 5). Node calls their
// methods by name and copies some of them with the class that they name, which a fence
// can replace for everybody at level shared: these lists have methods of their own.

const {
  apply, Array, defineProperty, freeze, getOwn, getPrototypeOf, isArray, listMethods, ownKeys, Proxy, Set, setAdd, setAddWeak,
  setDelete, setHas, setHasWeak, setPrototypeOf, Symbol, WeakSet,
} = require('./primordials.js')
const { coded } = require('./errors.js')

const { nextTick } = process
const ArrayPrototype = Array.prototype
const plain = { __proto__: null }
{
  const keys = ownKeys(listMethods)
  for (let i = 0; i < keys.length; i++) defineProperty(plain, keys[i], listMethods[keys[i]])
}
freeze(plain)

// ownList gives a list methods of its own, for good.
function ownList(list) {
  if (isArray(list)) setPrototypeOf(list, plain)
  return list
}

// settled puts back how lists are walked, before Node walks one that decides something in
// the same step; false when somebody has fixed it otherwise.
const right = { __proto__: null, value: plain[Symbol.iterator], get: undefined }
function settled() {
  const d = getOwn(ArrayPrototype, Symbol.iterator)
  if (d !== undefined && d.value === right.value && d.get === right.get) return true
  return right.get === undefined && defineProperty(ArrayPrototype, Symbol.iterator, listMethods[Symbol.iterator])
}
// hardened says that how it is described now is right, for good.
function hardened() {
  const d = getOwn(ArrayPrototype, Symbol.iterator)
  right.value = d.value
  right.get = d.get
}

const fixed = () => coded('RF_DENIED_CALL', 'Somebody fixed another way to walk lists')

// ownConnection lets an agent of Node 22 and later make its connections when lists are
// walked as ever: it spreads the options that say where to.
function ownConnection(agent) {
  if (typeof agent.createConnection !== 'function' || getOwn(agent, 'createConnection') !== undefined) return
  defineProperty(agent, 'createConnection', { __proto__: null, writable: true, enumerable: false, configurable: true, value(...args) {
    const done = args[args.length - 1]
    if (!settled()) return void nextTick(() => { if (typeof done === 'function') done(fixed()) })
    return apply(getPrototypeOf(agent).createConnection, agent, args)
  } })
}

// ownTable gives a table in which every list has.
const ownTable = from => {
  const table = { __proto__: null }
  const keys = ownKeys(from)
  for (let i = 0; i < keys.length; i++) table[keys[i]] = ownList(from[keys[i]])
  return new Proxy(table, freeze({
    __proto__: null,
    set: (t, key, value) =>
      defineProperty(t, key, { __proto__: null, value: ownList(value), writable: true, enumerable: true, configurable: true }),
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
  ownConnection(agent)
}

// firstPush makes the list into which message is put next one of these. Node has made it
// where nobody else has it in hand, and puts what was asked into it in the same step. Many
// may come in one step, and wait for the same function.
let waiting = new Set()
let count = 0
let before
const put = function (...args) {
  if (!setHas(waiting, args[0])) return apply(before === undefined ? plain.push : before.value, this, args)
  setDelete(waiting, args[0])
  if (--count === 0) restore()
  ownList(this)
  return apply(plain.push, this, args)
}
function restore() {
  waiting = new Set()
  count = 0
  const d = getOwn(ArrayPrototype, 'push')
  if (d === undefined || d.value !== put) return
  if (before === undefined) delete ArrayPrototype.push
  else defineProperty(ArrayPrototype, 'push', before)
}
function firstPush(message) {
  const was = getOwn(ArrayPrototype, 'push')
  if (was !== undefined && was.value === plain.push && !was.configurable) return
  if (was === undefined || was.value !== put) {
    if (!defineProperty(ArrayPrototype, 'push', { __proto__: null, value: put, writable: true, enumerable: false, configurable: true })) {
      hide(message)
      return
    }
    before = was
    nextTick(restore)
  }
  setAdd(waiting, message)
  count++
}

// hide takes the connection from a message: whoever sees it does not see that.
function hide(message) {
  const { socket } = message
  const names = ['socket', 'client', 'req']
  for (let i = 0; i < names.length; i++) if (getOwn(message, names[i]) !== undefined) message[names[i]] = null
  if (socket !== null && socket !== undefined) socket.destroy()
}

// ownMessages returns the classes of what a server of http is asked and answers.
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

module.exports = { __proto__: null, fixed, hardened, ownList, ownMessages, ownSockets, settled }
