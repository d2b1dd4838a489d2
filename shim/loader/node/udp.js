'use strict'

// Datagrams (invariant 9): whoever may send names each peer, and hears those that it sent to. Whoever may
// listen hears everybody.

const dgram = require('node:dgram')
const dns = require('node:dns')
const {
  append, apply, defineProperty, endsWith, isArray, isIn, setAddWeak, setHasWeak, startsWith, typedTag, weakGet, WeakMap, weakSet, WeakSet,
} = require('../kernel/primordials.js')
const { misused } = require('../kernel/errors.js')
const { endpoint } = require('../policy/endpoint.js')
const { freshOptions } = require('../kernel/gate.js')
const { portOf } = require('./netoptions.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */

const { lookup } = dns
const { emit } = dgram.Socket.prototype

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
function buildUDP(fence, views, gated, { connect, listen }) {
  const { hold, listens, options, sends } = answering(fence)
  const peer = (fresh, real, port, host) => {
    const h = fresh[host] === undefined || typeof fresh[host] === 'function' ? '127.0.0.1' : '' + fresh[host]
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
        if (isArray(f[0]) || typeof f[0] === 'string' || typedTag(f[0]) !== undefined) {
          const long = typeof f[3] === 'number' || typeof f[3] === 'string'
          if (long && typeof f[4] !== 'function') return peer(f, real, 3, 4)
          return typeof f[1] === 'number' || typeof f[1] === 'string' ? peer(f, real, 1, 2) : null
        }
        return misused('"msg"')
      },
      connect: (f, real) => peer(f, real, 0, 1),
      bind: (f, real) => {
        const o = freshOptions(f[0])
        const object = o !== null && typeof o === 'object'
        if (object && o.fd !== undefined) return misused('"fd"')
        const port = object ? o.port : f[0]
        const host = object ? o.address : f[1]
        const kept = { __proto__: null, port: port === undefined || typeof port === 'function' ? 0 : portOf(port),
          address: typeof host === 'string' ? host : '127.0.0.1', exclusive: true }
        const no = listen(endpoint('udp', kept.address, kept.port, '', ''))
        if (no !== null) return no
        listens(real)
        let cb
        for (let i = 0; i < f.length; i++) if (typeof f[i] === 'function') cb = f[i]
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
