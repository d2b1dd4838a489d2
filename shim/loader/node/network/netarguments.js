'use strict'

// How the arguments of connecting, listening and requests are read (invariant 9): once, into one
// options object that names what was asked for.

const { EventEmitter } = require('node:events')
const net = require('node:net')
const http = require('node:http')
const https = require('node:https')
const {
  apply, decodeURIComponent, defineProperty, isArray, isIn, setAdd, setDelete, slice, TypeError, URL, urlHref, urlParts,
} = require('../../kernel/primordials.js')
const { ask } = require('../../policy/fence.js')
const { readPath } = require('../../policy/paths.js')
const { misused, refused } = require('../../kernel/errors.js')
const { wrongPort } = require('../../kernel/wrongarguments.js')
const { askConnect, bareHost, endpoint } = require('../../policy/endpoint.js')
const { freshOptions } = require('../../kernel/gate.js')
const { aim, hold } = require('./unixsockets.js')
const { ownSockets } = require('../../kernel/internallists.js')
const { createOutlasting } = require('./outlasting.js')
const { agentOf } = require('./ownagents.js')
const { unreached } = require('./unreached.js')
const { portOf, headers } = require('./netoptions.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */

const HTTP_KEPT = ['method', 'timeout', 'family', 'maxHeaderSize', 'insecureHTTPParser', 'setHost', 'setDefaultHeaders',
  'joinDuplicateHeaders', 'auth', 'localAddress', 'localPort', 'hints', 'noDelay', 'autoSelectFamily', 'autoSelectFamilyAttemptTimeout',
  'session', 'ecdhCurve', 'sigalgs', 'signal', 'rejectUnauthorized',
  'ca', 'cert', 'key', 'passphrase', 'pfx', 'servername', 'ciphers', 'minVersion', 'maxVersion', 'secureProtocol', 'ALPNProtocols']

function missingPort() {
  const e = new TypeError('The "options" or "port" or "path" argument must be specified')
  defineProperty(e, 'code', { __proto__: null, value: 'ERR_MISSING_ARGS', writable: true, enumerable: true, configurable: true })
  return e
}

// createEnds asks for the two ends of connections.
/** @param {Fence} fence */
function createEnds(fence) {
  const { asks, begin, lasts } = createOutlasting(fence)
  const connect = (e, syscall) => {
    const no = askConnect(fence, e, syscall)
    if (no === null) asks('network.connect', e)
    return no
  }
  const listen = e => {
    if (!ask(fence, { section: 'network.listen', endpoint: e })) return refused('RF_DENIED_CALL', 'listen', '')
    asks('network.listen', e)
    return null
  }

  function socketPath(value, what, section) {
    const text = readPath(value)
    const at = text === null ? null : fence.paths.onDisk(text, true)
    if (at === null) return refused('RF_DENIED_CALL', what, '')
    const e = endpoint('unix', '', 0, '', at.canonical)
    const no = section === 'listen' ? listen(e) : connect(e, what)
    if (no !== null) return no
    return section === 'listen' ? at.real : aim(at.real, where => connect(endpoint('unix', '', 0, '', where), what))
  }
  return { __proto__: null, begin, connect, lasts, listen, socketPath }
}

/** @type {any} */
const ServerPrototype = net.Server.prototype
const { _listen2: bind, address } = ServerPrototype
const { once } = EventEmitter.prototype

const OWN = ['127.0.0.1', '0.0.0.0', '::']

// atOnce has a server that is given no host listen on this machine before the call returns:
// programs read the port of it there. With a host Node looks it up first, so the host is said where
// Node binds (it keeps that method on the object, for who wraps it). The port is noted there too.
/** @param {Fence} fence */
function atOnce(fence, server, kept, hostless) {
  if (typeof bind !== 'function') return
  const { host } = kept
  if (hostless) delete kept.host
  defineProperty(server, '_listen2', { __proto__: null, configurable: true, value(to, port, type, backlog, fd, flags) {
    delete server._listen2
    const answer = apply(bind, server, [hostless ? host : to, port, type, backlog, fd, flags])
    const at = apply(address, server, [])
    // Who is given the number of a port connects to this machine's own address: at another somebody else may listen.
    if (at !== null && typeof at === 'object' && isIn(OWN, at.address)) {
      setAdd(fence.ports, at.port)
      apply(once, server, ['close', () => { setDelete(fence.ports, at.port) }])
    }
    return answer
  } })
}

// createSocketReaders returns what reads the arguments of connecting and of listening.
function createSocketReaders(fence, views, { begin, connect, lasts, listen, socketPath }) {
  const { defaults, chosen } = createDefaults()
  // readConnect replaces the arguments of net.connect, tls.connect and
  // Socket.connect by one options object and a listener.
  function readConnect(fresh, secure) {
    let o
    if (isArray(fresh[0])) {
      // What Node's own normaliser made; nothing else may use it.
      return misused('"options"')
    }
    const first = fresh[0]
    if (first !== null && typeof first === 'object') o = freshOptions(first)
    else if (typeof first === 'string' && !(portOf(first) >= 0)) o = { __proto__: null, path: first }
    else o = { __proto__: null, port: first, host: typeof fresh[1] === 'string' ? fresh[1] : 'localhost' }
    for (let i = 1; secure && i < fresh.length; i++) {
      if (fresh[i] !== null && typeof fresh[i] === 'object') o = { ...freshOptions(fresh[i]), ...o }
    }
    const cb = typeof fresh[fresh.length - 1] === 'function' ? fresh[fresh.length - 1] : undefined
    const kept = { __proto__: null }
    const keep = ['family', 'localAddress', 'localPort', 'noDelay', 'keepAlive', 'keepAliveInitialDelay', 'timeout', 'allowHalfOpen',
      'signal', 'autoSelectFamily', 'autoSelectFamilyAttemptTimeout',
      'rejectUnauthorized', 'ca', 'cert', 'key', 'passphrase', 'pfx', 'servername', 'ALPNProtocols', 'minVersion', 'maxVersion', 'ciphers']
    for (let i = 0; i < keep.length; i++) if (o[keep[i]] !== undefined) kept[keep[i]] = o[keep[i]]
    if (o.path !== undefined && o.path !== null) {
      const p = socketPath(o.path, 'connect', 'connect')
      if (typeof p === 'string') kept.path = p
      else unreached(kept, p)
    } else if (o.socket !== undefined && secure) {
      kept.socket = views.real(o.socket)
      if (kept.socket === o.socket) return misused('"socket"')
    } else {
      const host = bareHost(o.host === undefined || o.host === null ? 'localhost' : '' + o.host)
      const wrong = o.port === undefined ? missingPort() : wrongPort('Port', o.port)
      if (wrong !== null) return wrong
      const port = portOf(o.port)
      const no = connect(endpoint('tcp', host, port, '', ''), 'connect')
      kept.host = host
      kept.port = port
      chosen(kept)
      if (no !== null) unreached(kept, no)
    }
    while (fresh.length > 0) fresh.length--
    fresh[0] = kept
    if (cb !== undefined) fresh[1] = cb
    return null
  }

  function readListen(fresh, server) {
    begin()
    let cb
    for (let i = 0; i < fresh.length; i++) if (typeof fresh[i] === 'function') cb = fresh[i]
    const first = freshOptions(fresh[0])
    let o = first
    if (first === null || typeof first !== 'object') {
      o = { __proto__: null }
      if (typeof first === 'string' && !(portOf(first) >= 0)) o.path = first
      else o.port = typeof first === 'function' || first === undefined ? 0 : first
      if (typeof fresh[1] === 'string') o.host = fresh[1]
      for (let i = 1; i < 3; i++) if (typeof fresh[i] === 'number') o.backlog = fresh[i]
    }
    const kept = { __proto__: null, exclusive: true }
    if (o.fd !== undefined || o.handle !== undefined || o._handle !== undefined) return misused('"handle"')
    if (o.path !== undefined && o.path !== null) {
      const p = socketPath(o.path, 'listen', 'listen')
      if (typeof p !== 'string') return p
      if (!hold(server, p)) return refused('RF_DENIED_CALL', 'listen', p)
      kept.path = p
    } else {
      kept.host = o.host === undefined || o.host === null ? '127.0.0.1' : bareHost('' + o.host)
      const wrong = o.port === undefined || o.port === null ? null : wrongPort('options.port', o.port)
      if (wrong !== null) return wrong
      kept.port = o.port === undefined || o.port === null ? 0 : portOf(o.port)
      const no = listen(endpoint('tcp', kept.host, kept.port, '', ''))
      if (no !== null) return no
      if (typeof o.backlog === 'number') kept.backlog = o.backlog
      atOnce(fence, server, kept, o.host === undefined || o.host === null)
    }
    fresh.length = 0
    fresh[0] = kept
    if (cb !== undefined) fresh[1] = cb
    lasts(server, 'close')
    return null
  }
  // connecting reads the arguments of a socket that is there.
  function connecting(fresh, socket) {
    begin()
    const no = readConnect(fresh, false)
    if (no === null) lasts(socket, 'destroy')
    return no
  }
  return { __proto__: null, connecting, defaults, readConnect, readListen }
}

// createDefaults gives what Node keeps for everybody, for one fence: whether addresses of both families are tried, and
// for how long each; and what puts that into the options of a connection.
function createDefaults() {
  const own = { __proto__: null, family: undefined, timeout: undefined }
  const { getDefaultAutoSelectFamily: family, getDefaultAutoSelectFamilyAttemptTimeout: timeout } = net
  const { setDefaultAutoSelectFamily: setFamily, setDefaultAutoSelectFamilyAttemptTimeout: setTimeout } = net
  const defaults = {
    getDefaultAutoSelectFamily: () => (own.family === undefined ? family() : own.family),
    setDefaultAutoSelectFamily: value => {
      // Node says what is wrong with any other, and keeps nothing.
      if (typeof value !== 'boolean') setFamily(value)
      else own.family = value
    },
    getDefaultAutoSelectFamilyAttemptTimeout: () => (own.timeout === undefined ? timeout() : own.timeout),
    setDefaultAutoSelectFamilyAttemptTimeout: value => {
      if (typeof value !== 'number' || (value | 0) !== value || value < 1) setTimeout(value)
      else own.timeout = value < 10 ? 10 : value
    },
  }
  const chosen = kept => {
    if (kept.autoSelectFamily === undefined && own.family !== undefined) kept.autoSelectFamily = own.family
    if (kept.autoSelectFamilyAttemptTimeout === undefined && own.timeout !== undefined) kept.autoSelectFamilyAttemptTimeout = own.timeout
  }
  return { __proto__: null, defaults, chosen }
}

// createRequestReader returns what reads the arguments of a request of http and https.
function createRequestReader(fence, views, { connect, socketPath }, requests) {
  // readRequest turns (url, options, callback) into options that name what was asked.
  function readRequest(fresh, secure) {
    let i = 0
    let o = { __proto__: null }
    let cb
    const first = fresh[i]
    let url = null
    try {
      if (typeof first === 'string') url = urlParts(new URL(first))
      else if (first !== null && typeof first === 'object') {
        try {
          url = urlParts(new URL(urlHref(first)))
        } catch {
          url = null
        }
      }
    } catch (e) {
      return e
    }
    if (url !== null) {
      i++
      o.protocol = url.protocol
      o.hostname = bareHost(url.hostname)
      o.port = url.port
      o.path = url.pathname + url.search
      if (url.username !== '') o.auth = decodeURIComponent(url.username) + ':' + decodeURIComponent(url.password)
    }
    if (typeof fresh[i] !== 'function') {
      const given = freshOptions(fresh[i++])
      if (given !== null && typeof given === 'object') o = { __proto__: null, ...o, ...given }
    }
    if (typeof fresh[i] === 'function') cb = fresh[i]
    const protocol = o.protocol === undefined || o.protocol === null ? (secure ? 'https:' : 'http:') : '' + o.protocol
    if (protocol !== (secure ? 'https:' : 'http:')) return misused('"protocol"')
    const kept = { __proto__: null, protocol }
    for (let j = 0; j < HTTP_KEPT.length; j++) if (o[HTTP_KEPT[j]] !== undefined) kept[HTTP_KEPT[j]] = o[HTTP_KEPT[j]]
    kept.path = o.path === undefined || o.path === null ? '/' : '' + o.path
    kept.headers = headers(o.headers)
    const agent = views.real(o.agent)
    const lib = secure ? https : http
    const bySocket = o.socketPath !== undefined && o.socketPath !== null
    // A request by a socket's name that waits for its turn would connect to whatever the name leads to by then.
    if (bySocket || o.agent === false) kept.agent = new lib.Agent()
    else if (o.agent !== undefined && o.agent !== null && agent !== o.agent) kept.agent = agent
    else kept.agent = agentOf(fence, lib, secure)
    ownSockets(kept.agent)
    if (bySocket) {
      const p = socketPath(o.socketPath, 'connect', 'connect')
      if (typeof p === 'string') kept.socketPath = p
      else requests.refuse(kept, new lib.Agent(), p)
    } else {
      const host = bareHost('' + (o.hostname || o.host || 'localhost'))
      const port = o.port === undefined || o.port === null || o.port === ''
        ? (o.defaultPort === undefined ? (secure ? 443 : 80) : portOf(o.defaultPort)) : portOf(o.port)
      let path = kept.path
      for (let j = 0; j < path.length; j++) if (path[j] === '?' || path[j] === '#') { path = slice(path, 0, j); break }
      const no = connect(endpoint(secure ? 'https' : 'http', host, port, path === '' ? '/' : path, ''), 'connect')
      kept.hostname = host
      kept.port = port
      const other = no === null ? requests.check(kept, host, port) : requests.refuse(kept, new lib.Agent(), no)
      if (other !== null) return other
    }
    fresh.length = 0
    fresh[0] = kept
    if (cb !== undefined) fresh[1] = cb
    return null
  }
  return readRequest
}

// createHTTP2Reader returns what reads the arguments of a session of http2.
function createHTTP2Reader({ connect }, requests) {
  return fresh => {
    let url
    try {
      url = urlParts(new URL(typeof fresh[0] === 'string' ? fresh[0] : urlHref(fresh[0])))
    } catch (e) {
      return e
    }
    const secure = url.protocol === 'https:'
    const port = url.port === '' ? (secure ? 443 : 80) : +url.port
    const no = connect(endpoint(secure ? 'https' : 'http', bareHost(url.hostname), port, '/', ''), 'connect')
    if (no !== null) return no
    // A session asks for any path: who is granted some of them has requests of http.
    const any = connect(endpoint(secure ? 'https' : 'http', bareHost(url.hostname), port, '/ringfence-unknown/any', ''), 'connect')
    if (any !== null) return any
    let cb
    for (let i = 1; i < fresh.length; i++) if (typeof fresh[i] === 'function') cb = fresh[i]
    const given = freshOptions(fresh[1])
    const kept = { __proto__: null }
    const names = ['ca', 'cert', 'key', 'rejectUnauthorized', 'settings', 'maxSessionMemory', 'peerMaxConcurrentStreams']
    if (given !== null && typeof given === 'object') for (let i = 0; i < names.length; i++) if (given[names[i]] !== undefined) {
      kept[names[i]] = given[names[i]]
    }
    const other = requests.check(kept, bareHost(url.hostname), port)
    if (other !== null) return other
    fresh.length = 0
    // Node reads the parts of an address by their names.
    fresh[0] = { __proto__: null, protocol: url.protocol, host: url.host, hostname: url.hostname, port: url.port }
    fresh[1] = kept
    if (cb !== undefined) fresh[2] = cb
    return null
  }
}

module.exports = { __proto__: null, createEnds, createSocketReaders, createRequestReader, createHTTP2Reader }
