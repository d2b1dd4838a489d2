'use strict'

// A request that the policy grants by its address carries that request and nothing else (invariant 9).
// Whoever holds its connection can ask the same server for everything: so there is no socket to it but a
// stand-in, the server is told of no other host, and no body ends before or after what its header says.
// A policy that grants the connection itself (tcp) grants all of that.

const events = require('node:events')
const http = require('node:http')
const {
  append, apply, Buffer, bufferFrom, defineProperty, isArray, setAddWeak, setHasWeak, toLowerCase, typedLength, typedSet, typedTag,
  Uint8Array, weakGet, WeakMap, weakSet, WeakSet,
} = require('../../kernel/primordials.js')
const { allows } = require('../../policy/policy.js')
const { access } = require('../../policy/access.js')
const { endpoint } = require('../../policy/endpoint.js')
const { refused } = require('../../kernel/errors.js')
const { freshOptions } = require('../../kernel/gate.js')
const { NOWHERE, unreached } = require('./unreached.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */
/** @typedef {import('../../kernel/membrane.js').Views} Views */

const EventEmitter = events
const { emit, listenerCount, on, prependListener: prepend } = events.prototype
const { byteLength } = Buffer
const { getHeader, hasHeader } = http.OutgoingMessage.prototype
// What programs ask of the socket of a request, without a way to read or write it.
const CALLS = ['setKeepAlive', 'setNoDelay', 'setTimeout', 'ref', 'unref', 'destroy', 'address', 'getPeerCertificate', 'getCipher',
  'getProtocol', 'isSessionReused']
const FIELDS = ['alpnProtocol', 'authorizationError', 'authorized', 'bytesRead', 'bytesWritten', 'connecting', 'destroyed', 'encrypted',
  'localAddress', 'localFamily', 'localPort', 'pending', 'readable', 'readyState', 'remoteAddress', 'remoteFamily', 'remotePort',
  'servername', 'timeout', 'writable']
const TOLD = ['close', 'connect', 'error', 'lookup', 'ready', 'secureConnect', 'timeout']

const no = what => refused('RF_DENIED_CALL', 'request', what)

/**
 * @param {Fence} fence
 * @param {Views} views
 */
function createRequests(fence, views) {
  const limited = new WeakSet()
  // What a request with these options may be told: its host, with and without the port. Node is handed the same
  // options, so that a request which the extension makes meanwhile has its own.
  const hostsOf = new WeakMap()

  // isWhole reports that the policy grants the connection itself.
  const isWhole = (host, port) => fence.observe || (fence.policy !== null &&
    allows(fence.policy, fence.scope, fence.trusted, access({ section: 'network.connect', endpoint: endpoint('tcp', host, port, '', '') })))

  // header gives the error of a header that would ask for something else, or null.
  function header(name, value, hosts) {
    const key = toLowerCase('' + name)
    const text = toLowerCase(isArray(value) ? (value.length === 1 ? '' + value[0] : '') : '' + value)
    if (key === 'host' && hosts !== null && text !== hosts.bare && text !== hosts.full) return no('the header host: ' + text)
    if (key === 'content-length' && !isLength(text)) return no('the header content-length: ' + text)
    if (key === 'transfer-encoding' && text !== 'chunked') return no('the header transfer-encoding: ' + text)
    return key === 'upgrade' && text !== 'websocket' ? no('the header upgrade: ' + text) : null
  }

  // check asks for what a request is made with: an error, or null.
  function check(kept, host, port) {
    if (isWhole(host, port)) return null
    const name = toLowerCase(host)
    const bare = name[0] !== '[' && hasColon(name) ? '[' + name + ']' : name
    const hosts = { __proto__: null, bare, full: bare + ':' + port }
    weakSet(hostsOf, kept, hosts)
    kept.setHost = undefined
    kept.setDefaultHeaders = undefined
    if (kept.method !== undefined && toLowerCase('' + kept.method) === 'connect') return no('the method CONNECT')
    const path = kept.path === undefined || kept.path === '' ? '/' : kept.path
    if (path !== '*' && path[0] !== '/' && path[0] !== '?') return no(path)
    const list = pairs(kept.headers)
    let length = 0
    let coded = 0
    for (let i = 0; i < list.length; i++) {
      const e = header(list[i][0], list[i][1], hosts)
      if (e !== null) return e
      const key = toLowerCase('' + list[i][0])
      if (key === 'content-length') length++
      if (key === 'transfer-encoding') coded++
    }
    return length + coded > 1 ? no('more than one header of content-length and transfer-encoding') : null
  }

  // refuse makes of a request one that connects to nobody and fails with an error. It has an agent of its own: another's
  // could hold a connection under the same name.
  function refuse(kept, agent, error) {
    unreached(kept, error)
    kept.hostname = kept.host
    kept.agent = agent
    weakSet(hostsOf, kept, { __proto__: null, bare: NOWHERE, full: NOWHERE })
    return null
  }

  // made holds a request to what was asked, and gives what the extension sees of it.
  function made(request, fresh) {
    if (weakGet(hostsOf, fresh[0]) === undefined) return views.outward(request, 0)
    setAddWeak(limited, request)
    request.strictContentLength = true
    framed(request)
    apply(on, request, ['socket', socket => { if (views.standIn(socket) === undefined) views.stand(socket, standIn(views, socket)) }])
    apply(on, request, ['upgrade', (_, socket) => {
      // Nobody else waits for it: as Node does where nobody does at all.
      if (apply(listenerCount, request, ['upgrade']) === 1) apply(socket.destroy, socket, [])
      else views.stand(socket, undefined)
    }])
    return views.outward(request, 0)
  }

  const isLimited = real => setHasWeak(limited, real)
  const sets = adds => (fresh, real) => {
    if (!isLimited(real)) return null
    fresh[0] = '' + fresh[0]
    fresh[1] = isArray(fresh[1]) ? texts(fresh[1]) : '' + fresh[1]
    const key = toLowerCase(fresh[0])
    if (key === 'host' || key === 'upgrade') {
      return toLowerCase('' + apply(getHeader, real, [key])) === toLowerCase('' + fresh[1]) ? null : no('the header ' + key)
    }
    if (adds && key === 'content-length' && apply(hasHeader, real, [key])) return no('a second header content-length')
    const other = key === 'transfer-encoding' ? 'content-length' : key === 'content-length' ? 'transfer-encoding' : ''
    if (other !== '' && apply(hasHeader, real, [other])) return no('the headers content-length and transfer-encoding')
    return header(key, fresh[1], null)
  }
  const removes = (fresh, real) => {
    if (!isLimited(real)) return null
    fresh[0] = '' + fresh[0]
    const key = toLowerCase(fresh[0])
    return key === 'host' || key === 'content-length' || key === 'transfer-encoding' ? no('without the header ' + key) : null
  }
  // Whatever way a request is written to, its own members count it. What Node is called with afterwards is nothing.
  const body = key => (fresh, real) => {
    const chunk = fresh[0]
    if (!isLimited(real) || fresh.length === 0 || chunk === undefined || chunk === null || typeof chunk === 'function') return null
    const args = []
    for (let i = 0; i < fresh.length; i++) append(args, fresh[i])
    apply(real[key], real, args)
    fresh.length = 0
    if (key === 'write') fresh[0] = ''
    return null
  }
  // What comes behind the last part of a body is texts that were read once.
  const trailers = (fresh, real) => {
    if (!isLimited(real)) return null
    const list = pairs(fresh[0])
    const out = []
    for (let i = 0; i < list.length; i++) append(out, ['' + list[i][0], '' + list[i][1]])
    fresh[0] = out
    return null
  }
  const checks = { addTrailers: trailers, write: body('write'), end: body('end'), setHeader: sets(false), appendHeader: sets(true),
    removeHeader: removes,
    setHeaders: (_, real) => (isLimited(real) ? no('several headers at once') : null) }

  return { __proto__: null, check, checks, made, refuse, ...createSessions(views, hostsOf, header) }
}

// createSessions holds the requests of a session of HTTP/2 to the server that the session was asked for.
/** @param {Views} views */
function createSessions(views, hostsOf, header) {
  // A session of HTTP/2 carries many requests: each names the server that it is for.
  const sessions = new WeakMap()
  const session = (real, kept) => {
    const hosts = weakGet(hostsOf, kept)
    if (hosts === undefined) return
    weakSet(sessions, real, hosts)
    // It tells who listens of its socket, with that in hand, before anybody else is told.
    apply(prepend, real, ['connect', (_, socket) => {
      if (views.standIn(socket) === undefined) views.stand(socket, standIn(views, socket))
    }])
  }
  const named = (fresh, real) => {
    const hosts = weakGet(sessions, real)
    if (hosts === undefined) return null
    if (isArray(fresh[0])) return no('headers in a list')
    fresh[0] = freshOptions(fresh[0])
    const list = pairs(fresh[0])
    for (let i = 0; i < list.length; i++) {
      const key = toLowerCase('' + list[i][0])
      if (key === ':method' && toLowerCase('' + list[i][1]) === 'connect') return no('the method CONNECT')
      if (key !== ':authority' && key !== 'host') continue
      const e = header('host', list[i][1], hosts)
      if (e !== null) return e
      // What was read is what is sent.
      fresh[0][list[i][0]] = toLowerCase('' + list[i][1])
    }
    return null
  }
  return { __proto__: null, named, session }
}

// writes keeps a body from going on behind what its header says: Node sends it, and complains when it is
// too short alone. Of a method that mostly has no body it sends one without its length.
const sent = new WeakMap()
function writes(args, request) {
  const chunk = args[0]
  if (args.length === 0 || chunk === undefined || chunk === null || typeof chunk === 'function') return
  request.useChunkedEncodingByDefault = true
  const length = typeof request._contentLength === 'number' ? request._contentLength
    : apply(hasHeader, request, ['content-length']) ? +apply(getHeader, request, ['content-length']) : -1
  if (typeof chunk !== 'string' && typedTag(chunk) === 'Uint8Array') {
    // Its bytes are sent later, and may be more by then.
    const copy = new Uint8Array(typedLength(chunk))
    typedSet(copy, chunk)
    args[0] = bufferFrom(copy.buffer)
  }
  if (length < 0) {
    if (typeof request._header === 'string' && request.chunkedEncoding !== true) throw no('a body without a length')
    return
  }
  const before = weakGet(sent, request)
  const encoding = /** @type {any} */ (typeof args[1] === 'string' ? args[1] : 'utf8')
  const size = typeof chunk === 'string' ? byteLength(chunk, encoding) : typedTag(args[0]) === 'Uint8Array' ? typedLength(args[0]) : 0
  const all = size + (before === undefined ? 0 : before)
  if (!(all <= length)) throw no('a body longer than its header content-length')
  weakSet(sent, request, all)
}

// framed puts that in front of a request's own members, which streams call that are piped into it.
function framed(request) {
  // Ending calls members of its own.
  let inside = 0
  const put = key => {
    const real = request[key]
    defineProperty(request, key, {
      __proto__: null, configurable: true, writable: true,
      value: (...args) => {
        if (inside === 0) writes(args, request)
        inside++
        try {
          return apply(real, request, args)
        } finally {
          inside--
        }
      },
    })
  }
  put('write')
  put('end')
}

// standIn is what the extension sees of a socket that is not its own.
/** @param {Views} views */
function standIn(views, socket) {
  const out = new EventEmitter()
  for (let i = 0; i < CALLS.length; i++) {
    const key = CALLS[i]
    if (typeof socket[key] !== 'function') continue
    defineProperty(out, key, { __proto__: null, configurable: true, writable: true, value: (...args) => {
      const given = []
      for (let j = 0; j < args.length; j++) append(given, views.inward(args[j]))
      const answer = apply(socket[key], socket, given)
      return answer === socket ? out : views.outward(answer, 0)
    } })
  }
  for (let i = 0; i < FIELDS.length; i++) {
    defineProperty(out, FIELDS[i], { __proto__: null, configurable: true, get: () => views.outward(socket[FIELDS[i]], 0) })
  }
  for (let i = 0; i < TOLD.length; i++) {
    const name = TOLD[i]
    apply(on, socket, [name, (...args) => {
      if (apply(listenerCount, out, [name]) === 0) return
      const given = [name]
      for (let j = 0; j < args.length; j++) append(given, views.outward(args[j], 0))
      apply(emit, out, given)
    }])
  }
  return out
}

// pairs lists headers: an object, a list of pairs, or a list of names and values in turns.
function pairs(given) {
  const out = []
  if (given === undefined || given === null) return out
  if (!isArray(given)) {
    for (const key in given) append(out, [key, given[key]])
    return out
  }
  // Node goes by the first item: of pairs it takes the first two of each, whatever each is.
  const nested = given.length > 0 && isArray(given[0])
  for (let i = 0; i < given.length; i++) {
    if (!nested) append(out, [given[i], given[++i]])
    else if (given[i] !== undefined && given[i] !== null) append(out, [given[i][0], given[i][1]])
  }
  return out
}

function texts(list) {
  const out = []
  for (let i = 0; i < list.length; i++) append(out, '' + list[i])
  return out
}

function isLength(text) {
  for (let i = 0; i < text.length; i++) if (text[i] < '0' || text[i] > '9') return false
  return text.length > 0 && text.length < 16
}

function hasColon(text) {
  for (let i = 0; i < text.length; i++) if (text[i] === ':') return true
  return false
}

module.exports = { __proto__: null, createRequests }
