'use strict'

// Connections that Node makes of what everybody can replace: addresses as they are read, lists
// as they are walked (invariant 9; the goal is a connection that arrives).

const { second, fourth, fifth, LIES, REACH } = require('./lib/shared.js')

module.exports = [
  // Addresses that are read through what everybody can replace.
  second('fetch of an address whose port lies to the loader', 1, () => {
    require('./own').lie('port')
    fetch('http://127.0.0.1:' + T.port).catch(() => {})
  }, { ...LIES, goal: 'reach' }),
  second('a request to an address whose port lies to the loader', 1, () => {
    require('./own').lie('port')
    require('http').get('http://127.0.0.1:' + T.port).on('error', () => {})
  }, { ...LIES, goal: 'reach' }),
  second('http2 to an address whose port lies to the loader', 1, () => {
    require('./own').lie('port')
    require('http2').connect('http://127.0.0.1:' + T.port).on('error', () => {})
  }, { ...LIES, goal: 'reach' }),
  second('a WebSocket to an address whose port lies to the loader', 1, () => {
    require('./own').lie('port')
    new WebSocket('ws://127.0.0.1:' + T.port)
  }, { ...LIES, ...{ goal: 'reach', needs: 22, policy: P => ({ 'network.connect': ['ws://127.0.0.1:' + P.allowed] }) } }),
  second('the dispatcher of fetch out of a map', 1, () => {
    const { set } = Map.prototype
    let C
    Map.prototype.set = function (k, v) {
      const d = v instanceof WeakRef ? v.deref() : v && v.dispatcher ? v.dispatcher : v
      if (d && typeof d === 'object' && typeof d.dispatch === 'function') C = d.constructor
      return set.call(this, k, v)
    }
    fetch('http://127.0.0.1:' + T.allowed).then(() => {
      Map.prototype.set = set
      new C('http://127.0.0.1:' + T.port).dispatch({ origin: 'http://127.0.0.1:' + T.port, path: '/', method: 'GET' }, {
        onConnect() {}, onHeaders() {}, onData() {}, onComplete() {}, onError() {}, onRequestStart() {}, onResponseStart() {},
        onResponseData() {}, onResponseEnd() {}, onResponseError() {},
      })
    })
  }, { goal: 'reach', wait: 900 }),
  second('the clients of fetch out of a list', 1, () => {
    const { push } = Array.prototype
    let C
    Array.prototype.push = function (...x) {
      for (const v of x) if (v && typeof v === 'object' && typeof v.dispatch === 'function') C = v.constructor
      return Reflect.apply(push, this, x)
    }
    fetch('http://127.0.0.1:' + T.allowed).then(() => {
      Array.prototype.push = push
      new C('http://127.0.0.1:' + T.port).dispatch({ path: '/', method: 'GET' }, {
        onConnect() {}, onHeaders() {}, onData() {}, onComplete() {}, onError() {}, onRequestStart() {}, onResponseStart() {},
        onResponseData() {}, onResponseEnd() {}, onResponseError() {},
      })
    })
  }, { inChild: true, goal: 'reach', wait: 900 }),

  // What Node's own code looks up.
  fourth('the origin of an address for others to connect to', 9, () => {
    const o = Object.getOwnPropertyDescriptor(URL.prototype, 'origin')
    Object.defineProperty(URL.prototype, 'origin', { ...o, get() { return o.get.call(this).replace(String(T.allowed), String(T.port)) } })
    fetch('http://127.0.0.1:' + T.allowed).catch(() => {})
  }, { inChild: true, goal: 'reach', wait: 900 }),
  fourth('every part of an address for others to connect to', 9, () => {
    for (const k of ['href', 'origin', 'host', 'hostname', 'port', 'protocol', 'toString', 'toJSON']) {
      const d = Object.getOwnPropertyDescriptor(URL.prototype, k)
      const g = d.get || d.value
      const f = function () { return String(g.call(this)).replace(String(T.allowed), String(T.port)) }
      Object.defineProperty(URL.prototype, k, d.get ? { ...d, get: f } : { ...d, value: f })
    }
    require('http').get('http://127.0.0.1:' + T.allowed).on('error', () => {})
    fetch('http://127.0.0.1:' + T.allowed).catch(() => {})
  }, { goal: 'reach', wait: 900 }),
  fourth('the client of a WebSocket out of a list', 9, () => {
    const { push } = Array.prototype
    const { set } = Map.prototype
    let C
    const see = v => {
      const d = v instanceof WeakRef ? v.deref() : v && v.dispatcher ? v.dispatcher : v
      if (d && typeof d === 'object' && typeof d.dispatch === 'function') C = d.constructor
    }
    Array.prototype.push = function (...x) { for (const v of x) see(v); return Reflect.apply(push, this, x) }
    Map.prototype.set = function (k, v) { see(v); return set.call(this, k, v) }
    new WebSocket('ws://127.0.0.1:' + T.allowed)
    setTimeout(() => {
      Array.prototype.push = push
      Map.prototype.set = set
      new C('http://127.0.0.1:' + T.port).dispatch({ origin: 'http://127.0.0.1:' + T.port, path: '/', method: 'GET' }, {
        onConnect() {}, onHeaders() {}, onData() {}, onComplete() {}, onError() {}, onRequestStart() {}, onResponseStart() {},
        onResponseData() {}, onResponseEnd() {}, onResponseError() {},
      })
    }, 300)
  }, { goal: 'reach', wait: 1200, needs: 22, policy: p => ({ 'network.connect': ['ws://127.0.0.1:' + p.allowed] }) }),

  // Lists that Node copies, and addresses that it reads again.
  fourth('the parts of an address of http2', 9, () => {
    for (const k of ['port', 'host', 'hostname', 'origin', 'href']) {
      const d = Object.getOwnPropertyDescriptor(URL.prototype, k)
      Object.defineProperty(URL.prototype, k, { ...d, get() {
        return String(d.get.call(this)).replace(String(T.allowed), String(T.port))
      } })
    }
    require('http2').connect('http://127.0.0.1:' + T.allowed).on('error', () => {})
  }, { goal: 'reach', wait: 900 }),

  // How lists are walked.
  fifth('the options of an agent, as they are spread', 9, () => {
    const A = Array.prototype
    const it = A[Symbol.iterator]
    A[Symbol.iterator] = function () {
      const o = this[0]
      if (o && typeof o === 'object' && o.port === T.allowed) o.port = T.port
      return Reflect.apply(it, this, [])
    }
    require('http').get({ host: '127.0.0.1', port: T.allowed }).on('error', () => {})
  }, { ...REACH, needs: 22 }),
  fifth('the options of an agent by a walk replaced in the middle of the call', 9, () => {
    const A = Array.prototype
    const it = A[Symbol.iterator]
    const o = { host: '127.0.0.1', port: T.allowed, headers: { host: 'x' } }
    const { indexOf } = String.prototype
    String.prototype.indexOf = function (...x) {
      A[Symbol.iterator] = function () {
        const v = this[0]
        if (v && typeof v === 'object' && v.port === T.allowed) v.port = T.port
        return Reflect.apply(it, this, [])
      }
      return Reflect.apply(indexOf, this, x)
    }
    require('http').get(o).on('error', () => {})
  }, { ...REACH, needs: 24 }),

  // fetch and WebSocket, which the loader sends itself.
  fifth('a class of requests that say another address', 9, () => {
    class R extends Request { get url() { return 'http://127.0.0.1:' + T.allowed + '/' } }
    fetch(new R('http://127.0.0.1:' + T.port)).catch(() => {})
  }, { inChild: true, ...REACH }),
  fifth('the address of a request, replaced for everybody', 9, () => {
    const d = Object.getOwnPropertyDescriptor(Request.prototype, 'url')
    Object.defineProperty(Request.prototype, 'url', { ...d, get() { return d.get.call(this).replace(String(T.port), String(T.allowed)) } })
    fetch('http://127.0.0.1:' + T.port).catch(() => {})
  }, { ...REACH }),
  fifth('the headers of an answer, replaced for everybody', 9, () => {
    const { get } = Headers.prototype
    Headers.prototype.get = function (n) { return n === 'location' ? 'http://127.0.0.1:' + T.port + '/' : Reflect.apply(get, this, [n]) }
    Object.defineProperty(Response.prototype, 'status', { get: () => 302 })
    const f = (u, n) => fetch(u, { redirect: 'manual' }).then(r => {
      if (r.status === 302 && n > 0) return f(r.headers.get('location'), n - 1)
    })
    f('http://127.0.0.1:' + T.allowed, 1).catch(() => {})
  }, { ...REACH }),
  fifth('the dispatcher of a WebSocket, for another address', 9, () => {
    const { push } = Array.prototype
    const { set } = Map.prototype
    let D
    const see = v => {
      const d = v && v.dispatcher ? v.dispatcher : v
      if (d && typeof d === 'object' && typeof d.dispatch === 'function') D = d
    }
    Array.prototype.push = function (...x) { for (const v of x) see(v); return Reflect.apply(push, this, x) }
    Map.prototype.set = function (k, v) { see(v); see(k); return set.call(this, k, v) }
    const { get } = WeakRef.prototype
    void get
    new WebSocket('ws://127.0.0.1:' + T.allowed)
    fetch('http://127.0.0.1:' + T.allowed).catch(() => {})
    setTimeout(() => {
      Array.prototype.push = push
      Map.prototype.set = set
      const d = typeof D.constructor === 'function' ? new D.constructor('http://127.0.0.1:' + T.port) : D
      d.dispatch({ origin: 'http://127.0.0.1:' + T.port, path: '/', method: 'GET', headers: {} }, {
        onConnect() {}, onHeaders() {}, onData() {}, onComplete() {}, onError() {}, onUpgrade() {}, onRequestStart() {},
        onResponseStart() {}, onResponseData() {}, onResponseEnd() {}, onResponseError() {},
      })
    }, 300)
  }, {
    ...REACH, wait: 1200, needs: 22, policy: p => ({ 'network.connect': ['ws://127.0.0.1:' + p.allowed, 'http://127.0.0.1:' + p.allowed] }),
  }),
]
