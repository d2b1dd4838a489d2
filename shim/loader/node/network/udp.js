'use strict'

// Datagrams (invariant 9): whoever may send names each peer, and hears those that it sent to. Whoever may
// listen hears everybody.

const dgram = require('node:dgram')
const dns = require('node:dns')
const {
  append, apply, defineProperty, endsWith, isArray, isIn, setAddWeak, setHasWeak, startsWith, typedTag, weakGet, WeakMap, weakSet, WeakSet,
} = require('../../kernel/primordials.js')
const { misused } = require('../../kernel/errors.js')
const { endpoint } = require('../../policy/endpoint.js')
const { freshOptions } = require('../../kernel/gate.js')
const { portOf } = require('./netoptions.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */

const { lookup } = dns
const { emit, remoteAddress } = dgram.Socket.prototype

const callbackOf = args => {
  for (let i = 1; i < args.length; i++) if (typeof args[i] === 'function') return args[i]
  return undefined
}
const isConnected = socket => {
  try {
    apply(remoteAddress, socket, [])
    return true
  } catch {
    return false
  }
}

// One that sends to a group, or to all of a network, is answered by whoever is in it.
const isGroup = address => endsWith(address, '.255') || startsWith(address, 'ff') ||
  (address[3] === '.' && address >= '224' && address < '240')

// answering makes a socket hear only whom it sent to. Node asks lookup for each peer, by address too.
/** @param {Fence} fence */
function answering(fence) {
  const listening = new WeakSet()
  // The peers of a socket, and of the options that it is made with until then.
  const peersOf = new WeakMap()
  const options = o => {
    const peers = { __proto__: null, addresses: [], ports: [], groups: false }
    const found = (host, family, cb) => lookup(host, family, (e, address, ...more) => {
      if (e === null && typeof address === 'string') {
        if (isGroup(address)) peers.groups = true
        if (!isIn(peers.addresses, address)) append(peers.addresses, address)
      }
      cb(e, address, ...more)
    })
    const made = { __proto__: null, ...o, lookup: found }
    weakSet(peersOf, made, peers)
    return made
  }
  const hold = (socket, made) => {
    const peers = weakGet(peersOf, made)
    weakSet(peersOf, socket, peers)
    defineProperty(socket, 'emit', { __proto__: null, configurable: true, writable: true, value: (...args) => {
      const from = args[2]
      if (args[0] === 'message' && !fence.observe && !peers.groups && !setHasWeak(listening, socket) &&
        !(isIn(peers.addresses, from.address) && isIn(peers.ports, from.port))) return false
      return apply(emit, socket, args)
    } })
  }
  const sends = (socket, port) => {
    const peers = weakGet(peersOf, socket)
    if (peers !== undefined && !isIn(peers.ports, port)) append(peers.ports, port)
  }
  const listens = socket => { setAddWeak(listening, socket) }
  return { hold, listens, options, sends }
}

// buildUDP makes dgram.
/** @param {Fence} fence */
function buildUDP(fence, views, gated, { begin, connect, lasts, listen }) {
  const { hold, listens, options, sends } = answering(fence)
  const peer = (fresh, real, port, host) => {
    const none = fresh[host] === undefined || fresh[host] === null || typeof fresh[host] === 'function'
    const h = !none ? '' + fresh[host] : real.type === 'udp6' ? '::1' : '127.0.0.1'
    fresh[port] = portOf(fresh[port])
    if (typeof fresh[host] !== 'function') fresh[host] = h
    const no = connect(endpoint('udp', h, fresh[port], '', ''), 'send')
    if (no === null) sends(real, fresh[port])
    return no
  }
  const UDP = {
    closed: { sendto: true, connectSync: true, bindSync: true, addMembership: true, addSourceSpecificMembership: true },
    checks: {
      send: (f, real) => {
        if (!isArray(f[0]) && typeof f[0] !== 'string' && typedTag(f[0]) === undefined) return misused('"msg"')
        const msg = f[0]
        const cb = callbackOf(f)
        // Node takes the same two as offset and length, or as port and address, by what comes after them.
        const part = !!f[4] || (!!f[3] && typeof f[3] !== 'function')
        const at = part || typeof f[2] === 'number' ? [+f[1], +f[2]] : []
        const connected = isConnected(real)
        const [port, host] = part ? [f[3], f[4]] : [f[1], f[2]]
        f.length = 0
        append(f, msg)
        if (connected || part) for (let i = 0; i < at.length; i++) append(f, at[i])
        let no = null
        if (!connected) {
          if (typeof port !== 'number' && typeof port !== 'string') return misused('"port"')
          const i = f.length
          f[i] = port
          f[i + 1] = host
          no = peer(f, real, i, i + 1)
        }
        if (cb !== undefined) append(f, cb)
        return no
      },
      // What is sent on one that is connected names nobody, and nobody asks for it.
      connect: (f, real) => {
        begin()
        const no = peer(f, real, 0, 1)
        if (no === null) lasts(real, 'close')
        return no
      },
      bind: (f, real) => {
        const o = freshOptions(f[0])
        const object = o !== null && typeof o === 'object'
        if (object && o.fd !== undefined) return misused('"fd"')
        const port = object ? o.port : f[0]
        const host = object ? o.address : f[1]
        const kept = { __proto__: null, port: port === undefined || typeof port === 'function' ? 0 : portOf(port),
          address: typeof host === 'string' ? host : '127.0.0.1', exclusive: true }
        begin()
        const no = listen(endpoint('udp', kept.address, kept.port, '', ''))
        if (no !== null) return no
        listens(real)
        lasts(real, 'close')
        const cb = typeof f[0] === 'function' ? f[0] : callbackOf(f)
        f.length = 0
        f[0] = kept
        if (cb !== undefined) f[1] = cb
        return null
      },
    },
  }
  const UDPSocket = views.facade('Socket', dgram.Socket, UDP)
  return {
    Socket: UDPSocket,
    createSocket: gated('dgram', 'createSocket', dgram, f => {
      const o = freshOptions(f[0])
      const object = o !== null && typeof o === 'object'
      const given = object ? { type: '' + o.type, reuseAddr: o.reuseAddr === true, signal: o.signal } : { type: '' + o }
      f[0] = options(given)
      return null
    }, (socket, fresh) => {
      hold(socket, fresh[0])
      return views.outward(socket, 0)
    }),
  }
}

module.exports = { __proto__: null, buildUDP }
