'use strict'

// The classes of sockets, servers, agents and messages, as extensions get them (invariants 5 and 9).

const net = require('node:net')
const tls = require('node:tls')
const http = require('node:http')
const https = require('node:https')
const { checkMember } = require('../../policy/checks.js')
const { misused } = require('../../kernel/errors.js')
const { getPrototypeOf } = require('../../kernel/primordials.js')
const { freshOptions } = require('../../kernel/gate.js')
const { plainOptions, keepAgent, withContext } = require('./netoptions.js')

/** @typedef {import('../../kernel/membrane.js').Views} Views */

/** @type {any} */
const { SecureContext } = tls
const SecureContextPrototype = SecureContext.prototype
const isContext = v => v !== null && typeof v === 'object' && getPrototypeOf(v) === SecureContextPrototype

// createClasses returns the classes that stand for Node's. messages are those of a server's
// requests and answers.
function createClasses(fence, views, messages, { connecting, readListen }, requests) {
  // Node's own code calls Server.listen and Socket.connect on real objects; only
  // what an extension calls comes through here.
  const SOCKET = { checks: { connect: connecting }, closed: { destroySoon: true, constructor: true }, make: f => {
    const o = freshOptions(f[0])
    if (o !== null && typeof o === 'object' && (o.fd !== undefined || o.handle !== undefined || o.onread !== undefined)) {
      throw misused('"options"')
    }
    const e = checkMember(fence, 'net', 'Socket')
    if (e !== null) throw e
    const kept = plainOptions(o)
    return kept === undefined ? [] : [kept]
  } }
  const SERVER = { checks: { listen: readListen }, settable: { maxConnections: true, dropMaxConnection: true }, make: f => {
    const i = typeof f[0] === 'function' ? 0 : 1
    const o = withContext(views, plainOptions(f[0]))
    return f[i] === undefined ? [o] : [o, f[i]]
  } }
  const Socket = views.facade('Socket', net.Socket, SOCKET)
  const Server = views.facade('Server', net.Server, SERVER)
  const TLSSocket = views.facade('TLSSocket', tls.TLSSocket, { closed: { ssl: true } })
  // What a server is told of keys later is read as what it is made with.
  const CONTEXTS = { listen: readListen,
    addContext: f => {
      if (!isContext(f[1])) f[1] = withContext(views, plainOptions(f[1]))
      return null
    },
    setSecureContext: f => {
      f[0] = withContext(views, plainOptions(f[0]))
      return null
    } }
  const TLSServer = views.facade('Server', tls.Server, { checks: CONTEXTS, settable: SERVER.settable, make: SERVER.make })
  // It is handed back, and nothing is asked of it: behind it stands what loads a library.
  views.facade('SecureContext', SecureContext, { closed: { context: true } })
  // What a server waits for, and how much it takes.
  const WEB = { checks: SERVER.checks, settable: { ...SERVER.settable, timeout: true, keepAliveTimeout: true, keepAliveTimeoutBuffer: true,
    headersTimeout: true, requestTimeout: true, maxHeadersCount: true, maxRequestsPerSocket: true }, make: f => {
    const i = typeof f[0] === 'function' ? 0 : 1
    const o = { __proto__: null, ...withContext(views, plainOptions(f[0])), ...messages }
    return f[i] === undefined ? [o] : [o, f[i]]
  } }
  const HTTPServer = views.facade('Server', http.Server, WEB)
  const HTTPSServer = views.facade('Server', https.Server, { ...WEB, checks: CONTEXTS })
  const AGENT = { closed: { createConnection: true, createSocket: true, addRequest: true, sockets: true, freeSockets: true,
    requests: true, options: true },
    settable: { maxSockets: true, maxFreeSockets: true, maxTotalSockets: true, keepAlive: true, keepAliveMsecs: true, scheduling: true },
    make: f => [keepAgent(f[0])],
    // Classes below it read what they were made with (agentkeepalive). It is a copy: what is written there changes nothing.
    own: f => ({ __proto__: null, name: 'options', value: { noDelay: true, ...freshOptions(f[0]), path: null } }) }
  const Agent = views.facade('Agent', http.Agent, AGENT)
  const HTTPSAgent = views.facade('Agent', https.Agent, AGENT)
  const OutgoingMessage = views.facade('OutgoingMessage', http.OutgoingMessage,
    { closed: { agent: true, outputData: true, outputSize: true, outputCallbacks: true, parser: true, timeoutCb: true },
      checks: requests.checks, settable: { sendDate: true, shouldKeepAlive: true }, make: () => [] })
  const ClientRequest = views.facade('ClientRequest', http.ClientRequest, { settable: { maxHeadersCount: true } })
  // A message of nobody's: what programs make that answer a request without a connection. It writes to none.
  const ServerResponse = views.facade('ServerResponse', http.ServerResponse, {
    settable: { statusCode: true, statusMessage: true, strictContentLength: true }, make: f => [answered(views, f[0])],
  })
  const IncomingMessage = views.facade('IncomingMessage', http.IncomingMessage, { make: f => [ownSocket(views, f[0])] })
  return { __proto__: null, Socket, Server, TLSSocket, TLSServer, HTTPServer, HTTPSServer, Agent, HTTPSAgent, OutgoingMessage,
    ClientRequest, ServerResponse, IncomingMessage }
}

// answered is the request that an answer is for: one of Node's, or what a program says of one.
/** @param {Views} views */
function answered(views, given) {
  const real = views.real(given)
  if (real !== given) return real
  const o = freshOptions(given)
  if (o === null || typeof o !== 'object') throw misused('"req"')
  const te = o.headers !== null && typeof o.headers === 'object' ? o.headers.te : undefined
  return { __proto__: null, method: '' + o.method, httpVersionMajor: +o.httpVersionMajor, httpVersionMinor: +o.httpVersionMinor,
    headers: { __proto__: null, te: typeof te === 'string' ? te : undefined } }
}

// ownSocket is the socket of a message: one of Node's, or none.
/** @param {Views} views */
function ownSocket(views, given) {
  const real = views.real(given)
  if (given !== undefined && given !== null && real === given) throw misused('"socket"')
  return real
}

module.exports = { __proto__: null, createClasses }
