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
const { checkMember } = require('../../policy/checks.js')
const { gate } = require('../../kernel/gate.js')
const { holdClasses } = require('../../kernel/hold.js')
const { ownMessages } = require('../../kernel/internallists.js')
const { plainOptions, withContext } = require('./netoptions.js')
const { createEnds, createSocketReaders, createRequestReader, createHTTP2Reader } = require('./netarguments.js')
const { buildUDP } = require('./udp.js')
const { createClasses } = require('./netclasses.js')
const { createRequests } = require('./requests.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */
/** @typedef {import('../../kernel/membrane.js').Views} Views */

/**
 * @param {Fence} fence
 * @param {Views} views
 */
function buildNet(fence, views) {
  const ends = createEnds(fence)
  const { begin, lasts } = ends
  const readers = createSocketReaders(fence, views, ends)
  const { readConnect } = readers
  const requests = createRequests(fence, views)
  const readRequest = createRequestReader(fence, views, ends, requests)
  // At level host nobody replaces what a list is filled with.
  const messages = fence.reached === 'host' ? { __proto__: null } : ownMessages(http)
  const {
    Socket, Server, TLSSocket, TLSServer, HTTPServer, HTTPSServer, Agent, HTTPSAgent, OutgoingMessage, ClientRequest, ServerResponse,
    IncomingMessage,
  } = createClasses(fence, views, messages, readers, requests)
  // member asks for the function too, as the policy writes it.
  const asked = (module, member, read) => fresh => {
    begin()
    const e = checkMember(fence, module, member)
    return e !== null ? e : read(fresh)
  }
  const g = (module, name, owner, read, after) => gate(views, name, owner[name], 'sync', asked(module, name, read), (made, fresh) => {
    if (typeof made === 'object' && made !== null) lasts(made, 'destroy')
    return after === undefined ? views.outward(made, 0) : after(made, fresh)
  })
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

  // Whom others block, and what they call an address.
  holdClasses([net.BlockList, net.SocketAddress])
  const connectNet = g('net', 'connect', net, f => readConnect(f, false))
  const modules = { __proto__: null }
  modules.net = {
    Socket, Stream: Socket, Server, connect: connectNet, createConnection: g('net', 'createConnection', net, f => readConnect(f, false)),
    createServer: g('net', 'createServer', net, serverOptions), isIP: net.isIP, isIPv4: net.isIPv4, isIPv6: net.isIPv6,
    BlockList: net.BlockList, SocketAddress: net.SocketAddress,
    ...readers.defaults,
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
    request: g(name, 'request', lib, f => readRequest(f, secure), requests.made),
    get: g(name, 'get', lib, f => readRequest(f, secure), requests.made),
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
    connect: gate(views, 'connect', http2.connect, 'sync', asked('http2', 'connect', createHTTP2Reader(ends, requests)),
      (s, fresh) => {
        lasts(s, 'destroy')
        requests.session(s, fresh[1])
        return views.adopt(s, 'ClientHttp2Session',
          { checks: { request: requests.named }, closed: { socket: true }, adopts: { request: 'ClientHttp2Stream' } })
      }),
  }
  modules.dgram = buildUDP(fence, views, g, ends)
  return { __proto__: null, modules }
}

module.exports = { __proto__: null, buildNet }
