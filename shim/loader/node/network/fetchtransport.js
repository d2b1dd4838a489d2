'use strict'

// A request of fetch, sent by Node's own client of HTTP (invariants 5 and 9). What fetch
// is made of in Node hands its connections to methods that everybody can replace at
// level shared, and compiles a parser while nobody is on the stack. So the loader sends the
// request itself, to the parts of an address that were checked, and makes a Response of what comes back: of texts, numbers and bytes.
//
// Bodies are streams of the web platform, whose methods are called by their names: they
// are shown bytes that are the extension's anyway, and nothing of the connection.

const zlib = require('node:zlib')
const {
  append, apply, bufferFrom, construct, defineProperty, Promise, slice, then, toLowerCase, TypeError, Uint8Array,
} = require('../../kernel/primordials.js')
const { bareHost } = require('../../policy/endpoint.js')
const { agentOf } = require('./ownagents.js')

const { addEventListener, removeEventListener } = globalThis.EventTarget.prototype
const { createBrotliDecompress, createGunzip, createInflate, constants } = zlib
// What is about the connection is not the program's to say.
const OURS = { __proto__: null, host: 1, connection: 1, 'content-length': 1, 'transfer-encoding': 1, expect: 1, upgrade: 1, 'keep-alive': 1,
  'proxy-connection': 1, te: 1, trailer: 1 }
const BODYLESS = { __proto__: null, 101: 1, 204: 1, 205: 1, 304: 1 }
const DEFAULTS = { __proto__: null, accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node',
  'accept-encoding': 'gzip, deflate' }

const failed = cause => {
  const e = new TypeError('fetch failed')
  defineProperty(e, 'cause', { __proto__: null, value: cause, writable: true, enumerable: false, configurable: true })
  return e
}

function headersOf(web, request) {
  const out = { __proto__: null }
  web.each(web.headers(request), (value, name) => {
    const key = toLowerCase('' + name)
    if (OURS[key] !== 1) out[key] = '' + value
  })
  return out
}

// decoded returns the stream of a body without its encodings, the last first.
function decoded(answer) {
  const given = answer.headers['content-encoding']
  let text = given === undefined ? '' : '' + given
  let body = answer
  const names = []
  while (text !== '') {
    let at = 0
    while (at < text.length && text[at] !== ',') at++
    append(names, toLowerCase(trimmed(slice(text, 0, at))))
    text = slice(text, at + 1)
  }
  for (let i = names.length - 1; i >= 0; i--) {
    const options = { __proto__: null, flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
    let next
    if (names[i] === 'gzip' || names[i] === 'x-gzip') next = createGunzip(options)
    else if (names[i] === 'deflate') next = createInflate(options)
    else if (names[i] === 'br') next = createBrotliDecompress({ __proto__: null, flush: constants.BROTLI_OPERATION_FLUSH,
      finishFlush: constants.BROTLI_OPERATION_FLUSH })
    else return body
    carry(body, next)
    body = next
  }
  return body
}

// carry is pipe without telling the one what the other is: anybody can give the classes
// of zlib methods.
function carry(from, to) {
  from.on('data', chunk => { if (to.write(chunk) === false) from.pause() })
  from.on('end', () => to.end())
  from.on('error', e => to.destroy(e))
  to.on('drain', () => from.resume())
}

function trimmed(text) {
  let from = 0
  let to = text.length
  while (from < to && (text[from] === ' ' || text[from] === '\t')) from++
  while (to > from && (text[to - 1] === ' ' || text[to - 1] === '\t')) to--
  return slice(text, from, to)
}

// streamOf returns a stream of the web platform of one of Node's. ended is told.
function streamOf(body, gone, ended) {
  let over = false
  const { ReadableStream } = globalThis
  return new ReadableStream({
    start(controller) {
      body.on('data', chunk => {
        controller.enqueue(new Uint8Array(chunk))
        if (controller.desiredSize <= 0) body.pause()
      })
      const end = e => {
        if (over) return
        over = true
        ended()
        if (e === null) controller.close()
        else controller.error(e)
      }
      body.on('end', () => end(null))
      body.on('error', e => end(failedLater(e)))
      gone.on('aborted', () => end(failedLater(gone.errored)))
      gone.fails = end
      body.pause()
    },
    pull() { body.resume() },
    cancel() {
      over = true
      ended()
      gone.destroy()
    },
  })
}
const failedLater = cause => {
  const e = new TypeError('terminated')
  defineProperty(e, 'cause', { __proto__: null, value: cause, writable: true, enumerable: false, configurable: true })
  return e
}

// createTransport returns send(request, at, streams, hops): a promise of the answer to a
// request at an address whose parts were checked. streams says that its body comes in
// pieces; another is sent as a whole.
function createTransport(fence, web, http, https) {
  async function pieces(request, stream) {
    const reader = stream.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      if (request.write(new Uint8Array(value)) === false) await new Promise(r => { request.once('drain', r); request.once('close', r) })
    }
    request.end()
  }

  return async (asked, at, streams, hops) => {
    const secure = at.protocol === 'https:'
    const lib = secure ? https : http
    const method = web.method(asked)
    const signal = web.signal(asked)
    const headers = headersOf(web, asked)
    const names = ['accept', 'accept-language', 'sec-fetch-mode', 'user-agent', 'accept-encoding']
    for (let i = 0; i < names.length; i++) if (headers[names[i]] === undefined) headers[names[i]] = secure && names[i] === 'accept-encoding'
      ? 'br, gzip, deflate' : DEFAULTS[names[i]]
    const stream = web.body(asked)
    const some = stream !== null && stream !== undefined
    const bytes = some && !streams ? bufferFrom(await web.bytes(asked)) : null
    if (bytes !== null || (!some && (method === 'POST' || method === 'PUT' || method === 'PATCH'))) {
      headers['content-length'] = '' + (bytes === null ? 0 : bytes.length)
    }
    return new Promise((ok, no) => {
      if (signal !== undefined && signal.aborted) throw signal.reason
      const request = lib.request({ __proto__: null, agent: agentOf(fence, lib, secure),
        protocol: at.protocol, hostname: bareHost(at.hostname),
        port: at.port === '' ? (secure ? 443 : 80) : +at.port, path: at.pathname + at.search, method, headers })
      let answer = null
      const stop = () => {
        if (answer !== null && answer.fails !== undefined) answer.fails(signal.reason)
        no(signal.reason)
        request.destroy()
      }
      const over = () => { if (signal !== undefined) apply(removeEventListener, signal, ['abort', stop]) }
      if (signal !== undefined) apply(addEventListener, signal, ['abort', stop])
      request.on('error', e => {
        if (answer === null) over()
        no(failed(e))
      })
      request.on('response', given => {
        answer = given
        const status = given.statusCode
        const body = method === 'HEAD' || BODYLESS[status] === 1 ? null : streamOf(decoded(given), given, over)
        if (body === null) {
          given.resume()
          over()
        }
        ok(made(given, status, body))
      })
      if (bytes !== null) request.end(bytes)
      else if (some) then(pieces(request, stream), undefined, e => { request.destroy(); no(failed(e)) })
      else request.end()
    })

    function made(given, status, body) {
      const list = construct(web.Headers, [])
      const raw = given.rawHeaders
      for (let i = 0; i + 1 < raw.length; i += 2) apply(web.append, list, [raw[i], raw[i + 1]])
      const response = construct(web.Response, [body, { __proto__: null, status, statusText: given.statusMessage, headers: list }])
      const say = (key, value) =>
        defineProperty(response, key, { __proto__: null, value, writable: false, enumerable: false, configurable: true })
      say('url', at.href)
      say('type', 'basic')
      if (hops > 0) say('redirected', true)
      return response
    }
  }
}

module.exports = { __proto__: null, createTransport }
