'use strict'

// Datagrams (invariant 9): whoever may send names each peer.

const dgram = require('node:dgram')
const { isArray, typedTag } = require('../kernel/primordials.js')
const { misused } = require('../kernel/errors.js')
const { endpoint } = require('../policy/endpoint.js')
const { freshOptions } = require('../kernel/gate.js')
const { portOf } = require('./netoptions.js')

// buildUDP makes dgram: whoever may send names each peer.
function buildUDP(views, gated, { connect, listen }) {
  const peer = (fresh, port, host) => {
    const h = fresh[host] === undefined || typeof fresh[host] === 'function' ? '127.0.0.1' : '' + fresh[host]
    fresh[port] = portOf(fresh[port])
    if (typeof fresh[host] !== 'function') fresh[host] = h
    return connect(endpoint('udp', h, fresh[port], '', ''), 'send')
  }
  const UDP = {
    closed: { sendto: true, connectSync: true, bindSync: true, addMembership: true, addSourceSpecificMembership: true },
    checks: {
      send: f => {
        if (isArray(f[0]) || typeof f[0] === 'string' || typedTag(f[0]) !== undefined) {
          const long = typeof f[3] === 'number' || typeof f[3] === 'string'
          if (long && typeof f[4] !== 'function') return peer(f, 3, 4)
          return typeof f[1] === 'number' || typeof f[1] === 'string' ? peer(f, 1, 2) : null
        }
        return misused('"msg"')
      },
      connect: f => peer(f, 0, 1),
      bind: f => {
        const o = freshOptions(f[0])
        const object = o !== null && typeof o === 'object'
        if (object && o.fd !== undefined) return misused('"fd"')
        const port = object ? o.port : f[0]
        const host = object ? o.address : f[1]
        const kept = { __proto__: null, port: port === undefined || typeof port === 'function' ? 0 : portOf(port),
          address: typeof host === 'string' ? host : '127.0.0.1', exclusive: true }
        const no = listen(endpoint('udp', kept.address, kept.port, '', ''))
        if (no !== null) return no
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
      f[0] = o !== null && typeof o === 'object' ? { __proto__: null, type: '' + o.type, reuseAddr: o.reuseAddr === true, signal: o.signal }
        : '' + o
      return null
    }),
  }
}

module.exports = { __proto__: null, buildUDP }
