'use strict'

// The classes of fetch are loaded when somebody first asks for one, which takes
// longer than all the rest of the loader. Until then nobody has changed them; at
// that moment, before whoever asks gets them, the loader takes what it needs.

const { apply, construct, defineProperty, getOwn, getPrototypeOf } = require('../../kernel/primordials.js')
const { holdAll, holdClasses, holdModule } = require('../../kernel/hold.js')

const host = globalThis
const NAMES = ['Headers', 'Request', 'Response', 'FormData', 'MessageEvent', 'CloseEvent', 'WebSocket', 'EventSource']

const web = { __proto__: null, loaded: false, WebSocket: undefined, Request: undefined }
const lazy = { __proto__: null }

// load takes the classes, once.
function load() {
  if (web.loaded) return web
  web.loaded = true
  const taken = name => {
    if (lazy[name] !== undefined) return apply(lazy[name], host, [])
    const d = getOwn(host, name)
    return d === undefined ? undefined : d.value
  }
  const getter = (Class, key) => {
    const d = Class === undefined ? undefined : getOwn(Class.prototype, key)
    return d === undefined || d.get === undefined ? () => undefined : v => apply(d.get, v, [])
  }
  web.Request = taken('Request')
  web.WebSocket = taken('WebSocket')
  const Response = taken('Response')
  const Headers = taken('Headers')
  web.url = getter(web.Request, 'url')
  web.method = getter(web.Request, 'method')
  web.signal = getter(web.Request, 'signal')
  web.headers = getter(web.Request, 'headers')
  web.redirect = getter(web.Request, 'redirect')
  web.body = getter(web.Request, 'body')
  web.status = getter(Response, 'status')
  web.answered = getter(Response, 'headers')
  web.Response = Response
  web.Headers = Headers
  web.append = Headers === undefined ? undefined : Headers.prototype.append
  const each = Headers === undefined ? undefined : Headers.prototype.forEach
  web.each = (headers, f) => apply(each, headers, [f])
  const bytes = web.Request === undefined ? undefined : web.Request.prototype.arrayBuffer
  web.bytes = request => apply(bytes, request, [])
  const get = Headers === undefined ? undefined : Headers.prototype.get
  web.header = (headers, name) => apply(get, headers, [name])
  // What others ask and are answered, with their tokens in it.
  const FormData = taken('FormData')
  holdClasses([Headers, web.Request, Response, FormData, taken('MessageEvent'), taken('CloseEvent')])
  // No name leads to how these are walked.
  const walked = [Headers, FormData]
  for (let i = 0; i < walked.length; i++) if (walked[i] !== undefined) {
    holdAll(getPrototypeOf(apply(walked[i].prototype.entries, construct(walked[i], []), [])))
  }
  holdStreams()
  return web
}

// holdStreams holds the streams of the web platform, which carry what others are answered.
let streams = false
function holdStreams() {
  if (streams) return
  streams = true
  holdModule(require('node:stream/web'))
}

for (let i = 0; i < NAMES.length; i++) {
  const name = NAMES[i]
  const d = getOwn(host, name)
  if (d === undefined) continue
  if (d.get === undefined || !d.configurable) {
    load()
    continue
  }
  lazy[name] = d.get
  defineProperty(host, name, {
    __proto__: null, enumerable: d.enumerable, configurable: true, set: d.set,
    get: () => {
      load()
      return apply(lazy[name], host, [])
    },
  })
}

module.exports = { __proto__: null, holdStreams, load }
