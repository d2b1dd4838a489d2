'use strict'

// The network (invariant 9): every address is parsed once into an endpoint of
// primitives, asked for, and connected to as it was parsed. What an extension
// could use to decide the connection itself (agents, lookups, sockets) is not
// passed on.

const net = require('node:net')
const tls = require('node:tls')
const http = require('node:http')
const https = require('node:https')
const http2 = require('node:http2')
const dgram = require('node:dgram')
const { append, decodeURIComponent, isArray, ownKeys, slice, typedTag, URL, urlHref, urlParts } = require('../kernel/primordials.js')
const { ask, checkMember } = require('../policy/fence.js')
const { readPath } = require('../policy/paths.js')
const { misused, refused } = require('../kernel/errors.js')
const { askConnect, bareHost, endpoint } = require('../policy/endpoint.js')
const { gate, freshOptions } = require('../kernel/gate.js')
const { ownMessages, ownSockets } = require('../kernel/internallists.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */
/** @typedef {import('../kernel/membrane.js').Views} Views */

const HTTP_KEPT = ['method', 'timeout', 'family', 'maxHeaderSize', 'insecureHTTPParser', 'setHost', 'joinDuplicateHeaders', 'auth',
  'signal', 'rejectUnauthorized',
  'ca', 'cert', 'key', 'passphrase', 'pfx', 'servername', 'ciphers', 'minVersion', 'maxVersion', 'secureProtocol', 'ALPNProtocols']

// What servers and sockets are told in plain words. A function or a class among the
// options would be called with the real object; an engine is a library to be loaded.
const PLAIN = ['allowHalfOpen', 'pauseOnConnect', 'noDelay', 'keepAlive', 'keepAliveInitialDelay', 'highWaterMark', 'readable', 'writable',
  'signal', 'insecureHTTPParser', 'maxHeaderSize',
  'requireHostHeader', 'joinDuplicateHeaders', 'uniqueHeaders', 'headersTimeout', 'requestTimeout', 'keepAliveTimeout',
  'connectionsCheckingInterval', 'rejectNonStandardBodyWrites',
  'ca', 'cert', 'key', 'passphrase', 'pfx', 'crl', 'dhparam', 'ecdhCurve', 'sigalgs', 'ciphers', 'honorCipherOrder', 'minVersion',
  'maxVersion', 'secureProtocol', 'secureOptions',
  'sessionIdContext', 'sessionTimeout', 'ticketKeys', 'handshakeTimeout', 'requestCert', 'rejectUnauthorized', 'ALPNProtocols',
    'allowPartialTrustChain', 'secureContext']
function plainOptions(given) {
  const o = freshOptions(given)
  if (o === null || typeof o !== 'object') return undefined
  const out = { __proto__: null }
  for (let i = 0; i < PLAIN.length; i++) {
    const v = o[PLAIN[i]]
    if (v !== undefined && typeof v !== 'function') out[PLAIN[i]] = v
  }
  return out
}

const portOf = v => (typeof v === 'number' ? v : typeof v === 'string' && v !== '' ? +v : -1)

function headers(given) {
  if (given === undefined || given === null) return undefined
  const out = { __proto__: null }
  if (isArray(given)) {
    const list = []
    for (let i = 0; i < given.length; i++) append(list, isArray(given[i]) ? ['' + given[i][0], '' + given[i][1]] : '' + given[i])
    return list
  }
  const keys = ownKeys(given)
  for (let i = 0; i < keys.length; i++) {
    if (typeof keys[i] !== 'string') continue
    const v = given[keys[i]]
    if (v === undefined) continue
    if (isArray(v)) {
      const list = []
      for (let j = 0; j < v.length; j++) append(list, '' + v[j])
      out[keys[i]] = list
    } else out[keys[i]] = typeof v === 'number' ? v : '' + v
  }
  return out
}

function keepAgent(given) {
  const o = freshOptions(given)
  const kept = { __proto__: null }
  if (o === undefined || o === null || typeof o !== 'object') return kept
  const names = ['keepAlive', 'keepAliveMsecs', 'maxSockets', 'maxTotalSockets', 'maxFreeSockets', 'scheduling', 'timeout',
    'rejectUnauthorized', 'ca', 'cert', 'key']
  for (let i = 0; i < names.length; i++) if (o[names[i]] !== undefined) kept[names[i]] = o[names[i]]
  return kept
}

// createEnds asks for the two ends of connections.
/** @param {Fence} fence */
function createEnds(fence) {
  const connect = (e, syscall) => askConnect(fence, e, syscall)
  const listen = e => (ask(fence, { section: 'network.listen', endpoint: e }) ? null : refused('RF_DENIED_CALL', 'listen', ''))

  function socketPath(value, what, section) {
    const text = readPath(value)
    const at = text === null ? null : fence.paths.onDisk(text, true)
    if (at === null) return refused('RF_DENIED_CALL', what, '')
    const e = endpoint('unix', '', 0, '', at.canonical)
    const no = section === 'listen' ? listen(e) : connect(e, what)
    return no === null ? at.real : no
  }
  return { __proto__: null, connect, listen, socketPath }
}

// createSocketReaders gives what reads the arguments of connecting and of listening.
function createSocketReaders(fence, views, { connect, socketPath }) {
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
      'signal', 'autoSelectFamily',
      'rejectUnauthorized', 'ca', 'cert', 'key', 'passphrase', 'pfx', 'servername', 'ALPNProtocols', 'minVersion', 'maxVersion', 'ciphers']
    for (let i = 0; i < keep.length; i++) if (o[keep[i]] !== undefined) kept[keep[i]] = o[keep[i]]
    if (o.path !== undefined && o.path !== null) {
      const p = socketPath(o.path, 'connect', 'connect')
      if (typeof p !== 'string') return p
      kept.path = p
    } else if (o.socket !== undefined && secure) {
      kept.socket = views.real(o.socket)
      if (kept.socket === o.socket) return misused('"socket"')
    } else {
      const host = bareHost(o.host === undefined || o.host === null ? 'localhost' : '' + o.host)
      const port = portOf(o.port)
      const no = connect(endpoint('tcp', host, port, '', ''), 'connect')
      if (no !== null) return no
      kept.host = host
      kept.port = port
    }
    while (fresh.length > 0) fresh.length--
    fresh[0] = kept
    if (cb !== undefined) fresh[1] = cb
    return null
  }

  function readListen(fresh) {
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
      kept.path = p
    } else {
      kept.host = o.host === undefined || o.host === null ? '127.0.0.1' : bareHost('' + o.host)
      kept.port = o.port === undefined ? 0 : portOf(o.port)
      if (ask(fence, { section: 'network.listen', endpoint: endpoint('tcp', kept.host, kept.port, '', '') }) === false) {
        return refused('RF_DENIED_CALL', 'listen', '')
      }
      if (typeof o.backlog === 'number') kept.backlog = o.backlog
    }
    fresh.length = 0
    fresh[0] = kept
    if (cb !== undefined) fresh[1] = cb
    return null
  }
  return { __proto__: null, readConnect, readListen }
}

// createRequestReader gives what reads the arguments of a request of http and https.
function createRequestReader(views, { connect, socketPath }) {
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
    if (o.agent === false) kept.agent = new lib.Agent()
    else if (o.agent !== undefined && o.agent !== null && agent !== o.agent) kept.agent = agent
    ownSockets(kept.agent === undefined ? lib.globalAgent : kept.agent)
    if (o.socketPath !== undefined && o.socketPath !== null) {
      const p = socketPath(o.socketPath, 'connect', 'connect')
      if (typeof p !== 'string') return p
      kept.socketPath = p
    } else {
      const host = bareHost('' + (o.hostname || o.host || 'localhost'))
      const port = o.port === undefined || o.port === null || o.port === ''
        ? (o.defaultPort === undefined ? (secure ? 443 : 80) : portOf(o.defaultPort)) : portOf(o.port)
      let path = kept.path
      for (let j = 0; j < path.length; j++) if (path[j] === '?' || path[j] === '#') { path = slice(path, 0, j); break }
      const no = connect(endpoint(secure ? 'https' : 'http', host, port, path === '' ? '/' : path, ''), 'connect')
      if (no !== null) return no
      kept.hostname = host
      kept.port = port
    }
    fresh.length = 0
    fresh[0] = kept
    if (cb !== undefined) fresh[1] = cb
    return null
  }
  return readRequest
}

// createHTTP2Reader gives what reads the arguments of a session of http2.
function createHTTP2Reader({ connect }) {
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
    let cb
    for (let i = 1; i < fresh.length; i++) if (typeof fresh[i] === 'function') cb = fresh[i]
    const given = freshOptions(fresh[1])
    const kept = { __proto__: null }
    const names = ['ca', 'cert', 'key', 'rejectUnauthorized', 'settings', 'maxSessionMemory', 'peerMaxConcurrentStreams']
    if (given !== null && typeof given === 'object') for (let i = 0; i < names.length; i++) if (given[names[i]] !== undefined) {
      kept[names[i]] = given[names[i]]
    }
    fresh.length = 0
    // Node reads the parts of an address by their names.
    fresh[0] = { __proto__: null, protocol: url.protocol, host: url.host, hostname: url.hostname, port: url.port }
    fresh[1] = kept
    if (cb !== undefined) fresh[2] = cb
    return null
  }
}

// A secure context is one the loader gave a view of.
/** @param {Views} views */
function withContext(views, o) {
  if (o === undefined) return { __proto__: null }
  if (o.secureContext === undefined) return o
  const real = views.real(o.secureContext)
  o.secureContext = real === o.secureContext ? undefined : real
  return o
}

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

// createClasses gives the classes that stand for Node's. messages are those of a server's
// requests and answers.
function createClasses(fence, views, messages, { readConnect, readListen }) {
  // Node's own code calls Server.listen and Socket.connect on real objects; only
  // what an extension calls comes through here.
  const SOCKET = { checks: { connect: f => readConnect(f, false) }, closed: { destroySoon: true, constructor: true }, make: f => {
    const o = freshOptions(f[0])
    if (o !== null && typeof o === 'object' && (o.fd !== undefined || o.handle !== undefined || o.onread !== undefined)) {
      throw misused('"options"')
    }
    const e = checkMember(fence, 'net', 'Socket')
    if (e !== null) throw e
    const kept = plainOptions(o)
    return kept === undefined ? [] : [kept]
  } }
  const SERVER = { checks: { listen: readListen }, make: f => {
    const i = typeof f[0] === 'function' ? 0 : 1
    const o = withContext(views, plainOptions(f[0]))
    return f[i] === undefined ? [o] : [o, f[i]]
  } }
  const Socket = views.facade('Socket', net.Socket, SOCKET)
  const Server = views.facade('Server', net.Server, SERVER)
  const TLSSocket = views.facade('TLSSocket', tls.TLSSocket, { closed: { ssl: true } })
  const TLSServer = views.facade('Server', tls.Server, { checks: SERVER.checks, make: SERVER.make })
  const WEB = { checks: SERVER.checks, make: f => {
    const i = typeof f[0] === 'function' ? 0 : 1
    const o = { __proto__: null, ...withContext(views, plainOptions(f[0])), ...messages }
    return f[i] === undefined ? [o] : [o, f[i]]
  } }
  const HTTPServer = views.facade('Server', http.Server, WEB)
  const HTTPSServer = views.facade('Server', https.Server, WEB)
  const AGENT = { closed: { createConnection: true, createSocket: true, addRequest: true, sockets: true, freeSockets: true,
    requests: true, options: true },
    make: f => [keepAgent(f[0])] }
  const Agent = views.facade('Agent', http.Agent, AGENT)
  const HTTPSAgent = views.facade('Agent', https.Agent, AGENT)
  const OutgoingMessage = views.facade('OutgoingMessage', http.OutgoingMessage,
    { closed: { agent: true }, settable: { sendDate: true, shouldKeepAlive: true } })
  const ClientRequest = views.facade('ClientRequest', http.ClientRequest, {})
  const ServerResponse = views.facade('ServerResponse', http.ServerResponse, { settable: { statusCode: true, statusMessage: true } })
  const IncomingMessage = views.facade('IncomingMessage', http.IncomingMessage, {})
  return { __proto__: null, Socket, Server, TLSSocket, TLSServer, HTTPServer, HTTPSServer, Agent, HTTPSAgent, OutgoingMessage,
    ClientRequest, ServerResponse, IncomingMessage }
}

/**
 * @param {Fence} fence
 * @param {Views} views
 */
function buildNet(fence, views) {
  const ends = createEnds(fence)
  const readers = createSocketReaders(fence, views, ends)
  const { readConnect } = readers
  const readRequest = createRequestReader(views, ends)
  // At level host nobody replaces what a list is filled with.
  const messages = fence.reached === 'host' ? { __proto__: null } : ownMessages(http)
  const {
    Socket, Server, TLSSocket, TLSServer, HTTPServer, HTTPSServer, Agent, HTTPSAgent, OutgoingMessage, ClientRequest, ServerResponse,
    IncomingMessage,
  } = createClasses(fence, views, messages, readers)
  // member asks for the function too, as the policy writes it.
  const asked = (module, member, read) => fresh => {
    const e = checkMember(fence, module, member)
    return e !== null ? e : read(fresh)
  }
  const g = (module, name, owner, read) => gate(views, name, owner[name], 'sync', asked(module, name, read))
  const serverOptions = fresh => {
    if (typeof fresh[0] !== 'function') fresh[0] = withContext(views, plainOptions(fresh[0]))
    return null
  }

  const webOptions = fresh => {
    const i = typeof fresh[0] === 'function' ? 0 : 1
    const f = fresh[i]
    fresh[0] = { __proto__: null, ...withContext(views, plainOptions(fresh[0])), ...messages }
    fresh.length = 1
    if (f !== undefined) fresh[1] = f
    return null
  }

  const connectNet = g('net', 'connect', net, f => readConnect(f, false))
  const modules = { __proto__: null }
  modules.net = {
    Socket, Stream: Socket, Server, connect: connectNet, createConnection: g('net', 'createConnection', net, f => readConnect(f, false)),
    createServer: g('net', 'createServer', net, serverOptions), isIP: net.isIP, isIPv4: net.isIPv4, isIPv6: net.isIPv6,
    BlockList: net.BlockList, SocketAddress: net.SocketAddress,
    getDefaultAutoSelectFamily: net.getDefaultAutoSelectFamily,
    getDefaultAutoSelectFamilyAttemptTimeout: net.getDefaultAutoSelectFamilyAttemptTimeout,
    setDefaultAutoSelectFamily: () => undefined,
  }
  modules.tls = {
    TLSSocket, Server: TLSServer, connect: g('tls', 'connect', tls, f => readConnect(f, true)),
    createServer: g('tls', 'createServer', tls, serverOptions),
    createSecureContext: gate(views, 'createSecureContext', tls.createSecureContext, 'sync',
      f => { f[0] = plainOptions(f[0]); return null }), checkServerIdentity: tls.checkServerIdentity,
      get rootCertificates() { return tls.rootCertificates }, getCiphers: tls.getCiphers,
    getCACertificates: tls.getCACertificates, DEFAULT_ECDH_CURVE: tls.DEFAULT_ECDH_CURVE, DEFAULT_MIN_VERSION: tls.DEFAULT_MIN_VERSION,
    DEFAULT_MAX_VERSION: tls.DEFAULT_MAX_VERSION, DEFAULT_CIPHERS: tls.DEFAULT_CIPHERS,
  }
  const web = (module, name, lib, secure, S, A) => ({
    request: g(name, 'request', lib, f => readRequest(f, secure)), get: g(name, 'get', lib, f => readRequest(f, secure)),
    createServer: g(name, 'createServer', lib, webOptions), Agent: A, globalAgent: new A(), Server: S,
    METHODS: [...http.METHODS], STATUS_CODES: { ...http.STATUS_CODES }, maxHeaderSize: http.maxHeaderSize,
    validateHeaderName: http.validateHeaderName, validateHeaderValue: http.validateHeaderValue,
  })
  modules.http = { ...web(http, 'http', http, false, HTTPServer, Agent), ClientRequest, ServerResponse, IncomingMessage, OutgoingMessage }
  modules.https = web(https, 'https', https, true, HTTPSServer, HTTPSAgent)
  modules.http2 = {
    constants: { ...http2.constants }, getDefaultSettings: http2.getDefaultSettings, getPackedSettings: http2.getPackedSettings,
    getUnpackedSettings: http2.getUnpackedSettings,
    sensitiveHeaders: http2.sensitiveHeaders,
    connect: gate(views, 'connect', http2.connect, 'sync', asked('http2', 'connect', createHTTP2Reader(ends)),
      s => views.adopt(s, 'ClientHttp2Session', { closed: { socket: true }, adopts: { request: 'ClientHttp2Stream' } })),
  }
  modules.dgram = buildUDP(views, g, ends)
  return { __proto__: null, modules }
}

module.exports = { __proto__: null, buildNet }
