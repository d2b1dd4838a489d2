'use strict'

// Round 2, written from the loader as it was after its author had answered round 1
// (581758d): what the answers left, and what they brought.

const CLASS = { 1: 'network', 4: 'strings', 5: 'views', 7: 'races', 8: 'children', 11: 'loader', 13: 'state' }
const a = (name, inv, code, more) => ({ name, inv, class: CLASS[inv], round: 2, code, ...more })

const READS = { files: { 'own.js': () => {
  exports.read = C => new C(T.secret, { encoding: 'utf8' }).on('data', say).on('error', () => {})
  exports.dial = C => new C().on('error', () => {}).connect(T.port, '127.0.0.1')
  exports.show = real => {
    const C = real.constructor
    if (C.name === 'ReadStream') exports.read(C)
    else if (C.name === 'Socket') exports.dial(C)
  }
} } }
const DIAL = { ...READS, goal: 'reach', policy: P => ({ 'network.connect': ['http://127.0.0.1:' + P.allowed, 'tcp://127.0.0.1:' + P.allowed, 'ws://127.0.0.1:' + P.allowed] }) }

// lies answers the truth to everybody but the loader, who is told the granted port.
const LIES = { files: { 'own.js': () => {
  exports.lie = key => {
    const d = Object.getOwnPropertyDescriptor(URL.prototype, key)
    Object.defineProperty(URL.prototype, key, { ...d, get() { const v = d.get.call(this); return /ringfence/.test(String(new Error().stack).split('\n')[2]) ? v.replace(String(T.port), String(T.allowed)) : v } })
  }
} } }

module.exports = [
  // Methods of Node on an object of one's own.
  a('the connect of a socket on an object of its own', 5, () => {
    const net = require('net')
    let real
    const handle = { getAsyncId: () => 1, connect: (q, h, p) => real.connect(q, '127.0.0.1', T.port), readStart() {}, readStop() {}, ref() {}, unref() {}, close() {} }
    const o = Object.create(require('stream').Duplex.prototype, { _handle: { get: () => (real ? handle : undefined), set(v) { if (v) real = v } } })
    Object.assign(o, { destroyed: false, connecting: false, write: net.Socket.prototype.write, on() { return this }, once() { return this }, emit() {}, _unrefTimer() {}, destroy() {}, setKeepAlive() {}, setNoDelay() {}, read() {} })
    net.Socket.prototype.connect.call(o, { port: T.allowed, host: '127.0.0.1' })
  }, DIAL),

  // Addresses that are read through what everybody can replace.
  a('fetch of an address whose port lies to the loader', 1, () => { require('./own').lie('port'); fetch('http://127.0.0.1:' + T.port).catch(() => {}) }, { ...LIES, goal: 'reach' }),
  a('a request to an address whose port lies to the loader', 1, () => { require('./own').lie('port'); require('http').get('http://127.0.0.1:' + T.port).on('error', () => {}) }, { ...LIES, goal: 'reach' }),
  a('http2 to an address whose port lies to the loader', 1, () => { require('./own').lie('port'); require('http2').connect('http://127.0.0.1:' + T.port).on('error', () => {}) }, { ...LIES, goal: 'reach' }),
  a('a WebSocket to an address whose port lies to the loader', 1, () => { require('./own').lie('port'); new WebSocket('ws://127.0.0.1:' + T.port) }, { ...LIES, ...{ goal: 'reach', needs: 22, policy: P => ({ 'network.connect': ['ws://127.0.0.1:' + P.allowed] }) } }),
  a('the dispatcher of fetch out of a map', 1, () => {
    const { set } = Map.prototype
    let C
    Map.prototype.set = function (k, v) { const d = v instanceof WeakRef ? v.deref() : v && v.dispatcher ? v.dispatcher : v; if (d && typeof d === 'object' && typeof d.dispatch === 'function') C = d.constructor; return set.call(this, k, v) }
    fetch('http://127.0.0.1:' + T.allowed).then(() => { Map.prototype.set = set; new C('http://127.0.0.1:' + T.port).dispatch({ origin: 'http://127.0.0.1:' + T.port, path: '/', method: 'GET' }, { onConnect() {}, onHeaders() {}, onData() {}, onComplete() {}, onError() {}, onRequestStart() {}, onResponseStart() {}, onResponseData() {}, onResponseEnd() {}, onResponseError() {} }) })
  }, { goal: 'reach', wait: 900 }),
  a('the clients of fetch out of a list', 1, () => {
    const { push } = Array.prototype
    let C
    Array.prototype.push = function (...x) { for (const v of x) if (v && typeof v === 'object' && typeof v.dispatch === 'function') C = v.constructor; return Reflect.apply(push, this, x) }
    fetch('http://127.0.0.1:' + T.allowed).then(() => { Array.prototype.push = push; new C('http://127.0.0.1:' + T.port).dispatch({ path: '/', method: 'GET' }, { onConnect() {}, onHeaders() {}, onData() {}, onComplete() {}, onError() {}, onRequestStart() {}, onResponseStart() {}, onResponseData() {}, onResponseEnd() {}, onResponseError() {} }) })
  }, { goal: 'reach', wait: 900 }),

  // Names on the stack.
  a('a file that says it is another extension\'s', 4, () => { require('./x') }, { files: { 'x.js': "Promise.resolve().then(() => { console.log('SAID ' + (() => {}).constructor('return process.env.SECRET_TOKEN')()) })\n//# sourceURL=/other/extension.js\n" } }),
  a('a file whose folder is called like another', 4, () => { require('./x') }, { files: { 'x.js': "setTimeout(() => { console.log('SAID ' + Reflect.construct((() => {}).constructor, ['return process.env.SECRET_TOKEN'])()) }, 5)\n//# sourceURL=file:///other/extension.js\n" } }),
  a('a builtin of a fence set by another extension', 13, () => {
    const E = require('events')
    const { emit } = E.prototype
    let once = true
    exports.deactivate = Reflect.set.bind(null, E.prototype, 'emit', function (...x) { if (once && this.constructor.name === 'ReadStream' && !require('util').types.isProxy(this)) { once = false; require('./own').read(this.constructor) } return Reflect.apply(emit, this, x) })
    setTimeout(() => { E.prototype.emit === emit || require('fs').createReadStream(__dirname + '/data.txt').resume() }, 100)
  }, { ...READS, wait: 900, after: () => { m.deactivate() } }),

  // Two fences in one host.
  a('text without a frame is compiled by the neighbour', 4, () => { setTimeout(() => Promise.resolve('return process.env.SECRET_TOKEN').then((() => {}).constructor).then(f => say(f())), 100) }, { neighbour: { policy: { 'env.read': ['SECRET_*'], code: ['eval'] } }, policy: { code: ['eval'] } }),
  a('text without a frame is compiled by the neighbour that came first', 4, () => { setTimeout(() => Promise.resolve('return process.env.SECRET_TOKEN').then((() => {}).constructor).then(f => say(f())), 100) }, { neighbour: { first: true, policy: { 'env.read': ['SECRET_*'], code: ['eval'] } }, policy: { code: ['eval'] } }),
  a('a method that the first fence holds, replaced by the second', 13, () => {
    const E = require('events')
    const { emit } = E.prototype
    E.prototype.emit = function (...x) { if (this.constructor.name === 'ReadStream' && !require('util').types.isProxy(this)) { E.prototype.emit = emit; require('./own').read(this.constructor) } return Reflect.apply(emit, this, x) }
    require('fs').createReadStream(__dirname + '/data.txt').resume()
  }, { ...READS, neighbour: { first: true } }),
  a('a class that the first fence holds, replaced by the second', 13, () => {
    const s = require('stream')
    const D = s.Duplex
    s.Duplex = function (o) { const real = this; if (!require('util').types.isProxy(real) && real.constructor.name === 'Socket') setTimeout(() => { s.Duplex = D; require('./own').dial(real.constructor) }, 30); return Reflect.apply(D, this, [o]) }
    Object.setPrototypeOf(s.Duplex, D)
    s.Duplex.prototype = D.prototype
    require('http').get('http://127.0.0.1:' + T.allowed).on('error', () => {})
  }, { ...DIAL, neighbour: { first: true } }),
  a('call sites for the second fence', 4, () => { Error.prepareStackTrace = (e, s) => { for (const x of s) { const t = x.getThis(); if (t && t.hostSecret) say(t.hostSecret) } return '' } }, { neighbour: { first: true }, after: () => { (function f() { return new Error('x').stack })() } }),
  a('the file of the neighbour\'s loader', 11, () => { require('fs').writeFileSync(T.ext + '2/ringfence.main.cjs', 'x'); say('yes') }, { goal: 'said', neighbour: {}, policy: { 'files.write': ['${extension}/**', '${extension}/../**', '/tmp/**'] } }),
  a('the log of the neighbour', 11, () => { setTimeout(() => { const fs = require('fs'); const d = T.out.replace(/outside$/, 'log2'); fs.mkdirSync(d, { recursive: true }); fs.writeFileSync(d + '/ringfence.jsonl', ''); say('yes') }, 200) }, { goal: 'said', neighbour: {}, policy: { 'files.write': ['/tmp/**'] } }),

  // What a child and a worker are told.
  a('a child is told that it observes', 8, () => { require('child_process').fork(T.ext + '/c.js', [], { env: { RINGFENCE_FENCE: JSON.stringify({ observe: true, trusted: true, roots: { extension: ['/'] }, settings: {}, dir: '', left: -1 }) } }) }, { goal: 'mark', wait: 1800, files: { 'c.js': () => { require('fs').writeFileSync(T.mark, 'x') } } }),
  a('a worker is told that it observes', 8, () => { new (require('worker_threads').Worker)(T.ext + '/c.js', { env: { RINGFENCE_FENCE: JSON.stringify({ observe: true, trusted: true, roots: { extension: ['/'] }, settings: {}, dir: '', left: -1 }) }, workerData: { ringfence: T.ext + '/c.js', fence: '{"observe":true,"roots":{"extension":["/"]}}' } }) }, { goal: 'mark', wait: 1800, files: { 'c.js': () => { require('fs').writeFileSync(T.mark, 'x') } } }),
  a('a child of a child with an environment of its own', 8, () => { require('child_process').fork(T.ext + '/c.js') }, { goal: 'mark', wait: 2500, files: { 'c.js': () => { process.env.RINGFENCE_FENCE = JSON.stringify({ observe: true, trusted: true, roots: { extension: ['/'] } }); require('child_process').fork(T.ext + '/d.js', [], { env: process.env }) }, 'd.js': () => { require('fs').writeFileSync(T.mark, 'x') } } }),
  a('the roots of a child by a folder that became a link', 8, () => { const fs = require('fs'); fs.renameSync(T.work, T.ext + '/w'); fs.symlinkSync(T.out, T.work); require('child_process').fork(T.ext + '/c.js') }, { goal: 'mark', wait: 1800, policy: { 'files.read': ['**'], 'files.write': ['${extension}/**'] }, files: { 'c.js': () => { require('fs').writeFileSync(T.work + '/mark', 'x') } } }),

  // Words and data that are taken as they are.
  a('the promises of streams replaced for others', 13, () => { require('stream').promises.pipeline = () => say('yes') }, { kind: 'interference', goal: 'said', after: () => { require('stream/promises').pipeline() } }),
  a('a blob of a file that becomes a link', 7, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/x/y', { recursive: true })
    fs.symlinkSync('../../../outside/secret.txt', T.work + '/x/y/l')
    fs.mkdirSync(T.work + '/z')
    fs.writeFileSync(T.work + '/z/f', 'thirteenbytes')
    fs.utimesSync(T.work + '/z/f', 1000, 1000)
    fs.openAsBlob(T.work + '/z/f').then(b => { fs.renameSync(T.work + '/x/y/l', T.work + '/z/f'); return b.text() }).then(say)
  }, { setup: (T, fs) => fs.utimesSync(T.secret, 1000, 1000) }),
]
