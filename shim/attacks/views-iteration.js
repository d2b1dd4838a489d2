'use strict'

// How Node walks lists with something real in them, and what emitters tell their classes
// (invariant 5).

const { fifth, ANY_PORT, HTTPS, REACH } = require('./lib/shared.js')

module.exports = [
  fifth('the walk of lists replaced while a request is under way', 5, () => {
    const { isProxy } = require('util').types
    let C
    const A = Array.prototype
    const it = A[Symbol.iterator]
    require('https').get('https://127.0.0.1:' + T.allowed).on('error', () => {})
    queueMicrotask(() => {
      A[Symbol.iterator] = function () {
        for (let i = 0; i < this.length; i++) {
          const v = this[i]
          if (v && typeof v === 'object' && !isProxy(v) && typeof v.connect === 'function')
            C = Object.getPrototypeOf(v.constructor.prototype).constructor
        }
        return Reflect.apply(it, this, [])
      }
    })
    setTimeout(() => { new C().on('error', () => {}).connect(T.port, '127.0.0.1') }, 300)
  }, { inChild: true, ...REACH, ...HTTPS }),
  fifth('the walk of lists replaced by a getter that nobody can take back', 5, () => {
    const { isProxy } = require('util').types
    let C
    const A = Array.prototype
    const it = A[Symbol.iterator]
    Object.defineProperty(A, Symbol.iterator, { configurable: false, get() {
      for (let i = 0; i < this.length; i++) {
        const v = this[i]
        if (v && typeof v === 'object' && !isProxy(v) && typeof v.connect === 'function')
          C = Object.getPrototypeOf(v.constructor.prototype).constructor
      }
      return it
    } })
    require('https').get('https://127.0.0.1:' + T.allowed).on('error', () => {})
    setTimeout(() => { new C().on('error', () => {}).connect(T.port, '127.0.0.1') }, 300)
  }, { ...REACH, ...HTTPS }),
  fifth('the streams of http2 by what is called later', 5, () => {
    const { isProxy } = require('util').types
    const A = Array.prototype
    const it = A[Symbol.iterator]
    let C
    A[Symbol.iterator] = function () {
      for (let i = 0; i < this.length; i++) {
        const v = this[i]
        if (v && typeof v === 'object' && !isProxy(v) && v.session && v.session.socket) {
          try { C = C || v.session.socket.constructor } catch { }
        }
      }
      return Reflect.apply(it, this, [])
    }
    setTimeout(() => {
      const c = require('http2').connect('http://127.0.0.1:' + require('fs').readFileSync(T.work + '/port', 'utf8'))
      c.on('error', () => {})
      const r = c.request({ ':path': '/' })
      r.on('error', () => {})
      r.resume()
      r.end()
    }, 200)
    setTimeout(() => { new C().on('error', () => {}).connect(T.port, '127.0.0.1') }, 700)
  }, {
    ...REACH, wait: 1200, ...ANY_PORT,
    before: () => {
      const s = require('http2').createServer(
        (q, w) => w.end('x')
      ).listen(0, '127.0.0.1', () => require('fs').writeFileSync(require('path').join(
        __dirname, 'ext', 'work', 'port'
      ), '' +
        s.address().port))
    },
  }),
  fifth('what an agent calls with its connection, called with another', 5, () => {
    const A = Array.prototype
    const it = A[Symbol.iterator]
    const { EventEmitter } = require('events')
    const fake = Object.assign(new EventEmitter(), {
      setTimeout() {}, setNoDelay() {}, setKeepAlive() {}, ref() {}, unref() {}, cork() {}, uncork() {}, write() { return true }, end() {},
      destroy() {}, pause() {}, resume() {}, _handle: { getAsyncId: () => 1, isStreamBase: false }, writable: true, readable: true,
    })
    let once = false
    A[Symbol.iterator] = function () {
      if (!once && typeof this[1] === 'function' && this[0] && this[0].port === T.allowed) {
        once = true
        try { this[1](null, fake) } catch { }
      }
      return Reflect.apply(it, this, [])
    }
    require('http').get({ host: '127.0.0.1', port: T.allowed }).on('error', () => {})
    setTimeout(() => {
      const m = fake._httpMessage
      m.agent.createConnection({ host: '127.0.0.1', port: T.port }).on('error', () => {})
    }, 300)
  }, { ...REACH, needs: 22 }),
  fifth('the next of tables and sets that Node walks', 5, () => {
    const { isProxy } = require('util').types
    let C
    for (const I of [new Map().entries(), new Set().values()]) {
      const P = Object.getPrototypeOf(I)
      const { next } = P
      const see = v => {
        if (v && typeof v === 'object' && !isProxy(v)) {
          if (typeof v.connect === 'function') C = v.constructor; else if (Array.isArray(v)) for (let i = 0; i < v.length; i++) see(v[i])
        }
      }
      try { P.next = function () { const r = Reflect.apply(next, this, []); see(r.value); return r } } catch { }
    }
    const s = new Set()
    s.add({ connect() {}, constructor: require('net').Socket })
    for (const v of s) void v
    new C().on('error', () => {}).connect(T.port, '127.0.0.1')
  }, { ...REACH }),

  // What emitters tell their classes when a listener's promise is rejected.
  fifth('what a server of HTTP was asked, when its listener fails later', 5, () => {
    const events = require('events')
    const { isProxy } = require('util').types
    events.captureRejections = true
    let C
    const A = Array.prototype
    const it = A[Symbol.iterator]
    A[Symbol.iterator] = function () {
      for (let i = 0; i < this.length; i++) {
        const v = this[i]
        if (v && typeof v === 'object' && !isProxy(v) && v.httpVersion && v.socket) C = v.socket.constructor
      }
      return Reflect.apply(it, this, [])
    }
    const http = require('http')
    const s = http.createServer(async () => {
      throw new Error('x')
    }).listen(0, '127.0.0.1', () => http.get({ host: '127.0.0.1', port: s.address().port }, r => r.resume()).on('error', () => {}))
    setTimeout(() => { new C().on('error', () => {}).connect(T.port, '127.0.0.1') }, 350)
  }, { ...REACH, ...ANY_PORT }),
  fifth('what a server was connected with, when its listener fails later', 5, () => {
    const events = require('events')
    const { isProxy } = require('util').types
    events.captureRejections = true
    let C
    const A = Array.prototype
    const it = A[Symbol.iterator]
    A[Symbol.iterator] = function () {
      for (let i = 0; i < this.length; i++) {
        const v = this[i]
        if (v && typeof v === 'object' && !isProxy(v) && typeof v.connect === 'function') C = v.constructor
      }
      return Reflect.apply(it, this, [])
    }
    const net = require('net')
    const s = net.createServer(async c => {
      c.on('error', () => {})
      c.end()
      throw new Error('x')
    }).listen(0, '127.0.0.1', () => net.connect(s.address().port, '127.0.0.1').on('error', () => {}))
    setTimeout(() => { new C().on('error', () => {}).connect(T.port, '127.0.0.1') }, 350)
  }, { ...REACH, policy: { 'network.listen': ['127.0.0.1:*'], 'network.connect': ['tcp://127.0.0.1:*'] } }),
  fifth('what a request was answered, when its listener fails later', 5, () => {
    const events = require('events')
    const { isProxy } = require('util').types
    events.captureRejections = true
    let C
    const A = Array.prototype
    const it = A[Symbol.iterator]
    A[Symbol.iterator] = function () {
      for (let i = 0; i < this.length; i++) {
        const v = this[i]
        if (v && typeof v === 'object' && !isProxy(v) && v.httpVersion && v.socket) C = v.socket.constructor
      }
      return Reflect.apply(it, this, [])
    }
    require('http').get({ host: '127.0.0.1', port: T.allowed }).on('error', () => {}).on('response', async () => { throw new Error('x') })
    setTimeout(() => { new C().on('error', () => {}).connect(T.port, '127.0.0.1') }, 350)
  }, { ...REACH }),
  fifth('what a listener answers is asked for "then" by an emitter', 5, () => {
    const events = require('events')
    events.captureRejections = true
    const { isProxy } = require('util').types
    require('http').get({ host: '127.0.0.1', port: T.allowed }, () => ({
      then(ok, no) { const e = new Error('x'); no(e) },
    })).on('error', () => {})
    const A = Array.prototype
    const it = A[Symbol.iterator]
    A[Symbol.iterator] = function () {
      for (let i = 0; i < this.length; i++) {
        const v = this[i]
        if (v && typeof v === 'object' && !isProxy(v) && v.httpVersion && v.socket) {
          new v.socket.constructor().on('error', () => {}).connect(T.port, '127.0.0.1')
        }
      }
      return Reflect.apply(it, this, [])
    }
  }, { ...REACH }),
  fifth('the stream of the body of a request of fetch', 5, () => {
    const { getReader } = ReadableStream.prototype
    ReadableStream.prototype.getReader = function (...x) {
      return { read: async () => ({ done: false, value: { get length() {
        say((new Error().stack.includes('ClientRequest')) ? 'no' : 'no')
        return 0
      } } }) }
    }
    const { write } = require('http').OutgoingMessage.prototype
    void getReader
    void write
    require('http').OutgoingMessage.prototype.write = function () {
      const C = this.socket && this.socket.constructor
      if (C) new C().connect(T.port, '127.0.0.1')
      return true
    }
    fetch('http://127.0.0.1:' + T.allowed, {
      method: 'POST', duplex: 'half', body: new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(3)); c.close() } }),
    }).catch(() => {})
    require('http').request({
      host: '127.0.0.1', port: T.allowed, method: 'POST',
    }).on('error', () => {}).on('socket', function () { setTimeout(() => this.write('x'), 50) })
  }, { ...REACH }),
  fifth('the client of what another extension fetches', 5, () => {
    const { push } = Array.prototype
    const { set } = Map.prototype
    let C
    const see = v => {
      const d = v instanceof WeakRef ? v.deref() : v && v.dispatcher ? v.dispatcher : v
      if (d && typeof d === 'object' && typeof d.dispatch === 'function') C = d.constructor
    }
    Array.prototype.push = function (...x) { for (const v of x) see(v); return Reflect.apply(push, this, x) }
    Map.prototype.set = function (k, v) { see(v); return set.call(this, k, v) }
    setTimeout(() => {
      Array.prototype.push = push
      Map.prototype.set = set
      new C('http://127.0.0.1:' + T.port).dispatch({ origin: 'http://127.0.0.1:' + T.port, path: '/', method: 'GET' }, {
        onConnect() {}, onHeaders() {}, onData() {}, onComplete() {}, onError() {}, onRequestStart() {}, onResponseStart() {},
        onResponseData() {}, onResponseEnd() {}, onResponseError() {},
      })
    }, 500)
  }, {
    ...REACH, wait: 1300,
    after: () => {
      const s = require('http').createServer((q, w) => w.end('x')).listen(
        0, '127.0.0.1', () => fetch('http://127.0.0.1:' + s.address().port).catch(() => {})
      )
    },
  }),
]
