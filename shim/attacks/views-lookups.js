'use strict'

// What Node's own code looks up, on prototypes that everybody can replace, while it holds
// something real (invariant 5).

const { fourth } = require('./lib/shared.js')

module.exports = [
  fourth('the methods of the lines of a file handle', 5, () => {
    const R = require('readline')
    let p = R.Interface.prototype
    let real
    const { isProxy } = require('util').types
    for (; p && p !== Object.prototype; p = Object.getPrototypeOf(p)) {
      for (const k of Reflect.ownKeys(p)) {
        const d = Object.getOwnPropertyDescriptor(p, k)
        if (typeof d.value !== 'function' || k === 'constructor' || !d.configurable) continue
        const f = d.value
        try {
          Object.defineProperty(p, k, { ...d, value: function (...x) {
            if (!real && this.input && !isProxy(this.input) && this.input.constructor.name === 'ReadStream') {
              real = this.input
              new real.constructor(T.secret, { encoding: 'utf8' }).on('data', say).on('error', () => {})
            }
            return f.apply(this, x)
          } })
        } catch { }
      }
      if (p.constructor && p.constructor.name === 'EventEmitter') break
    }
    require('fs').promises.open(__dirname + '/data.txt').then(async h => { for await (const l of h.readLines()) void l })
  }, { wait: 900 }),
  fourth('the class of promises that a handle is awaited with', 5, () => {
    const { isProxy } = require('util').types
    const { then } = Promise.prototype
    const see = v => { if (v && typeof v === 'object' && !isProxy(v) && v.constructor && v.constructor.name === 'FileHandle') say('yes') }
    for (const k of ['then', 'finally', 'catch']) {
      const f = Promise.prototype[k]
      Promise.prototype[k] = function (...x) { then.call(this, see, () => {}); return Reflect.apply(f, this, x) }
    }
    require('fs').promises.open(__dirname + '/data.txt').then(see)
    require('fs').promises.readFile(__dirname + '/data.txt')
    require('fs').promises.writeFile(T.work + '/x', 'x')
  }, { goal: 'said' }),
  fourth('the sockets of an agent, as they are put into its list', 5, () => {
    const { push } = Array.prototype
    let C
    Array.prototype.push = function (...x) {
      for (const v of x) if (v && typeof v === 'object' && !isProxy(v) && typeof v.connect === 'function') C = v.constructor
      return Reflect.apply(push, this, x)
    }
    const { isProxy } = require('util').types
    require('http').get('http://127.0.0.1:' + T.allowed, r => r.resume()).on('error', () => {})
    setTimeout(() => { Array.prototype.push = push; new C().on('error', () => {}).connect(T.port, '127.0.0.1') }, 250)
  }, { goal: 'reach', wait: 900 }),
  fourth('the sockets of an agent, as they are taken from its list', 5, () => {
    const { indexOf, splice } = Array.prototype
    const { isProxy } = require('util').types
    let C
    const see = v => { if (v && typeof v === 'object' && !isProxy(v) && typeof v.connect === 'function') C = v.constructor }
    Array.prototype.indexOf = function (...x) { see(x[0]); return Reflect.apply(indexOf, this, x) }
    Array.prototype.splice = function (...x) { see(this[0]); return Reflect.apply(splice, this, x) }
    require('http').get({ host: '127.0.0.1', port: T.allowed, agent: false }, r => r.resume()).on('error', () => {})
    setTimeout(() => { new C().on('error', () => {}).connect(T.port, '127.0.0.1') }, 350)
  }, { inChild: true, goal: 'reach', wait: 900 }),
  fourth('the sockets of an agent by the class of its list', 5, () => {
    const { isProxy } = require('util').types
    let C
    Array.prototype.constructor = { [Symbol.species]: function () {
      return new Proxy([], { defineProperty: (t, k, d) => {
        const v = d.value
        if (v && typeof v === 'object' && !isProxy(v) && typeof v.connect === 'function') C = v.constructor
        return Reflect.defineProperty(t, k, d)
      } })
    } }
    require('http').get({ host: '127.0.0.1', port: T.allowed, agent: new (require('http').Agent)() }, r => r.resume()).on('error', () => {})
    setTimeout(() => { new C().on('error', () => {}).connect(T.port, '127.0.0.1') }, 350)
  }, { goal: 'reach', wait: 900 }),
  fourth('where a stream of a file is piped to', 5, () => {
    const fs = require('fs')
    const { push } = Array.prototype
    const { isProxy } = require('util').types
    let C
    Array.prototype.push = function (...x) {
      for (const v of x) if (v && typeof v === 'object' && !isProxy(v) && typeof v.bytesWritten === 'number') C = v.constructor
      return Reflect.apply(push, this, x)
    }
    fs.createReadStream(__dirname + '/data.txt').pipe(fs.createWriteStream(T.work + '/o'))
    setTimeout(() => { Array.prototype.push = push; new C(T.mark).on('error', () => {}).end('x') }, 200)
  }, { goal: 'mark', wait: 900 }),
  fourth('where a stream of a file was piped to, by the class of a list', 5, () => {
    const fs = require('fs')
    const { isProxy } = require('util').types
    let C
    Array.prototype.constructor = { [Symbol.species]: function () {
      return new Proxy([], { defineProperty: (t, k, d) => {
        const v = d.value
        if (v && typeof v === 'object' && !isProxy(v) && typeof v.bytesWritten === 'number') C = v.constructor
        return Reflect.defineProperty(t, k, d)
      } })
    } }
    const r = fs.createReadStream(__dirname + '/data.txt')
    const w = fs.createWriteStream(T.work + '/o')
    r.pipe(w)
    r.unpipe(w)
    setTimeout(() => { new C(T.mark).on('error', () => {}).end('x') }, 200)
  }, { goal: 'mark', wait: 900 }),
  fourth('the arguments of what Node calls later', 5, () => {
    const { isProxy } = require('util').types
    let C
    const see = v => {
      if (v && typeof v === 'object' && !isProxy(v) && typeof v.connect === 'function')
        C = Object.getPrototypeOf(v.constructor.prototype).constructor
    }
    const A = Array.prototype
    const it = A[Symbol.iterator]
    A[Symbol.iterator] = function () { for (let i = 0; i < this.length; i++) see(this[i]); return Reflect.apply(it, this, []) }
    require('https').get('https://127.0.0.1:' + T.allowed).on('error', () => {})
    setTimeout(() => { new C().on('error', () => {}).connect(T.port, '127.0.0.1') }, 300)
  }, { goal: 'reach', wait: 900, policy: p => ({ 'network.connect': ['https://127.0.0.1:' + p.allowed] }) }),
  fourth('the next of the arguments of what Node calls later', 5, () => {
    const { isProxy } = require('util').types
    let C
    const see = v => {
      if (v && typeof v === 'object' && !isProxy(v) && typeof v.connect === 'function')
        C = Object.getPrototypeOf(v.constructor.prototype).constructor
    }
    const I = Object.getPrototypeOf([][Symbol.iterator]())
    const { next } = I
    I.next = function () { const r = Reflect.apply(next, this, []); see(r.value); return r }
    require('https').get('https://127.0.0.1:' + T.allowed).on('error', () => {})
    setTimeout(() => { new C().on('error', () => {}).connect(T.port, '127.0.0.1') }, 300)
  }, { goal: 'reach', wait: 900, policy: p => ({ 'network.connect': ['https://127.0.0.1:' + p.allowed] }) }),
  fourth('the resource in which the end of a stream is told', 5, () => {
    const { AsyncResource, AsyncLocalStorage } = require('async_hooks')
    const { isProxy } = require('util').types
    let C
    const r = AsyncResource.prototype.runInAsyncScope
    AsyncResource.prototype.runInAsyncScope = function (...x) {
      for (const v of x)
        if (v && typeof v === 'object' && !isProxy(v) && v.constructor && v.constructor.name === 'ReadStream') C = v.constructor
      return Reflect.apply(r, this, x)
    }
    new AsyncLocalStorage().run(1, () => {
      const s = require('fs').createReadStream(__dirname + '/data.txt')
      require('stream').finished(s, () => {})
      s.resume()
    })
    setTimeout(() => { new C(T.secret, { encoding: 'utf8' }).on('data', say).on('error', () => {}) }, 300)
  }, { inChild: true, wait: 900, needs: 24 }),
  fourth('what a server of HTTP was asked, as it is put into a list', 5, () => {
    const http = require('http')
    const { push } = Array.prototype
    const { isProxy } = require('util').types
    let C
    Array.prototype.push = function (...x) {
      for (const v of x) if (v && typeof v === 'object' && !isProxy(v) && v.httpVersion && v.socket) C = v.socket.constructor
      return Reflect.apply(push, this, x)
    }
    const s = http.createServer((q, a) => a.end()).listen(0, '127.0.0.1', () => http.get({
      host: '127.0.0.1', port: s.address().port,
    }, r => r.resume()).on('error', () => {}))
    setTimeout(() => { Array.prototype.push = push; new C().on('error', () => {}).connect(T.port, '127.0.0.1') }, 350)
  }, { goal: 'reach', wait: 900, policy: { 'network.listen': ['127.0.0.1:*'], 'network.connect': ['http://127.0.0.1:*'] } }),
]
