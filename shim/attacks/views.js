'use strict'

// What is handed out instead of Node's own objects (invariants 5 and 14): ways from
// a view to the object behind it, and with it to its class.

const { second, third, CONNECTS } = require('./lib/shared.js')

const a = (name, code, more) => ({ name, inv: 5, round: 1, code, ...more })

// What the attacks share: the class of a real stream opens any file, the class of a
// real socket connects anywhere.
const READS = { files: { 'own.js': () => {
  exports.read = C => new C(T.secret, { encoding: 'utf8' }).on('data', say).on('error', () => {})
  exports.write = C => new C(T.mark).on('error', () => {}).end('x')
  exports.dial = C => new C().on('error', () => {}).connect(T.port, '127.0.0.1')
} } }
const WRITES = { ...READS, goal: 'mark' }
const DIALS = {
  ...READS, goal: 'reach',
  policy: P => ({ 'network.connect': ['http://127.0.0.1:' + P.allowed, 'tcp://127.0.0.1:' + P.allowed, 'ws://127.0.0.1:' + P.allowed] }),
}

module.exports = [
  a('the pipes of a stream\'s state', () => {
    const fs = require('fs')
    const r = fs.createReadStream(__dirname + '/data.txt')
    r.pipe(fs.createWriteStream(T.work + '/copy'))
    require('./own').write([].concat(r._readableState.pipes)[0].constructor)
  }, { ...WRITES, inChild: true }),
  a('the stream that a pipe announces', () => {
    const w = new (require('stream').Writable)({ write(c, e, cb) { cb() } })
    w.on('pipe', s => require('./own').read(s.constructor))
    require('fs').createReadStream(__dirname + '/data.txt').pipe(w)
  }, READS),
  a('the stream that the end of a pipe announces', () => {
    const w = new (require('stream').Writable)({ write(c, e, cb) { cb() } })
    const r = require('fs').createReadStream(__dirname + '/data.txt')
    w.on('unpipe', s => require('./own').read(s.constructor))
    r.pipe(w)
    r.unpipe(w)
  }, READS),
  a('a destination that only looks like a stream', () => {
    const d = {
      on() { return this }, once() { return this }, prependListener() {}, write() {}, end() {}, listenerCount: () => 1,
      emit(n, s) { if (n === 'pipe') require('./own').read(s.constructor) },
    }
    require('fs').createReadStream(__dirname + '/data.txt').pipe(d)
  }, READS),
  a('the iterator of a stream knows the stream', () => {
    require('./own').read(require('fs').createReadStream(__dirname + '/data.txt')[Symbol.asyncIterator]().stream.constructor)
  }, READS),
  a('a listener put among the real ones', () => {
    const r = require('fs').createReadStream(__dirname + '/data.txt')
    r.on('close', () => {})
    r._events.close = function () { require('./own').read(this.constructor) }
    r.resume()
  }, READS),
  a('the emitter\'s own on, called on a view', () => {
    const r = require('fs').createReadStream(__dirname + '/data.txt')
    require('events').prototype.on.call(r, 'end', function () { require('./own').read(this.constructor) })
    r.resume()
  }, { ...READS, inChild: true }),
  a('a stream\'s read in its options', () => {
    require('fs').createReadStream(__dirname + '/data.txt', { read() { require('./own').read(this.constructor) } }).resume()
  }, READS),
  a('a stream\'s construct in its options', () => {
    require('fs').createReadStream(__dirname + '/data.txt', { construct(cb) { require('./own').read(this.constructor); cb() } }).resume()
  }, READS),
  a('a stream\'s destroy in its options', () => {
    require('fs').createReadStream(__dirname + '/data.txt', {
      destroy(e, cb) { require('./own').read(this.constructor); cb(e) },
    }).on('error', () => {}).destroy()
  }, READS),
  a('a write stream\'s final in its options', () => {
    require('fs').createWriteStream(T.work + '/f', { final(cb) { require('./own').write(this.constructor); cb() } }).end('x')
  }, WRITES),
  a('options of the class ReadStream', () => {
    const s = new (require('fs').ReadStream)(__dirname + '/data.txt', { read() { require('./own').read(this.constructor) } })
    s.resume()
  }, READS),
  a('a socket\'s construct in its options', () => {
    new (require('net').Socket)({ construct(cb) { require('./own').dial(this.constructor); cb() } })
  }, { ...DIALS, inChild: true }),
  a('a socket\'s destroy in its options', () => {
    new (require('net').Socket)({ destroy(e, cb) { require('./own').dial(this.constructor); cb(e) } }).destroy()
  }, DIALS),
  a('the stream of a file handle, by its options', () => {
    require('fs').promises.open(__dirname + '/data.txt').then(h => h.createReadStream({
      read() { require('./own').read(this.constructor) },
    }).resume())
  }, READS),
  a('the stream of a file handle, by functions of its own', () => {
    require('fs').promises.open(__dirname + '/data.txt').then(h => {
      const s = h.createReadStream()
      s.on('data', () => {})
      require('./own').read(s.constructor)
    })
  }, READS),
  a('the lines of a file handle', () => {
    require('fs').promises.open(__dirname + '/data.txt').then(h => require('./own').read(h.readLines().input.constructor))
  }, READS),
  a('the parser of a request', () => {
    const q = require('http').get('http://127.0.0.1:' + T.allowed, () => {
      const C = q.parser.socket.constructor
      require('./own').dial(C)
    })
  }, DIALS),
  a('the parser of a socket', () => {
    require('http').get('http://127.0.0.1:' + T.allowed, r => require('./own').dial(r.socket.parser.socket.constructor))
  }, { ...DIALS, inChild: true }),
  a('a request takes a socket of one\'s own', () => {
    const { Duplex } = require('stream')
    const s = new Duplex({ read() {}, write(c, e, cb) { cb() } })
    const q = require('http').request({ host: '127.0.0.1', port: T.allowed }).on('error', () => {})
    q.onSocket(s)
    setTimeout(() => { const C = s._httpMessage.constructor; new C({ host: '127.0.0.1', port: T.port }).on('error', () => {}).end() }, 50)
  }, DIALS),
  a('an agent keeps a socket of one\'s own', () => {
    const { Duplex } = require('stream')
    const { Agent, get } = require('http')
    const agent = new Agent({ keepAlive: true })
    const s = new Duplex({ read() {}, write(c, e, cb) { cb() } })
    s.setKeepAlive = s.unref = s.ref = s.setTimeout = () => {}
    s._httpMessage = { shouldKeepAlive: true }
    const o = { host: '127.0.0.1', port: T.allowed }
    agent.emit('free', s, o)
    get({ ...o, agent }).on('error', () => {})
    setTimeout(() => { const C = s._httpMessage.constructor; new C({ host: '127.0.0.1', port: T.port }).on('error', () => {}).end() }, 100)
  }, DIALS),
  a('an agent is told to go on with other options', () => {
    const { Agent, get } = require('http')
    const agent = new Agent({ maxSockets: 1 })
    const o = { host: '127.0.0.1', port: T.allowed, agent }
    get(o).on('error', () => {})
    get(o).on('error', () => {})
    let n = 0
    agent.removeSocket({ writable: true, removeListener() {} }, { host: '127.0.0.1', get port() { return n++ < 2 ? T.allowed : T.port } })
  }, DIALS),
  a('a server is given a connection of one\'s own', () => {
    const { Duplex } = require('stream')
    const s = new Duplex({ read() {}, write(c, e, cb) { cb() } })
    require('http').createServer().emit('connection', s)
    s.server.listen(T.out + '/sock', () => say('yes'))
  }, { goal: 'said' }),
  a('the message class of a server', () => {
    const http = require('http')
    class M extends http.IncomingMessage { constructor(s) { super(s); require('./own').dial(s.constructor) } }
    const s = http.createServer({ IncomingMessage: M }, (q, r) => r.end())
    s.listen(0, '127.0.0.1', () => require('fs').writeFileSync(T.work + '/port', String(s.address().port)))
  }, {
    ...DIALS,
    after: () => {
      setTimeout(
        () => require('http').get('http://127.0.0.1:' + require('fs').readFileSync(__dirname + '/ext/work/port')).on('error', () => {}),
        150
      )
    },
  }),
  a('a child is told that it was sent a socket', () => {
    const c = require('child_process').fork(__dirname + '/c.js')
    const handle = { close() {}, readStart() {}, readStop() {}, getAsyncId: () => 1 }
    c.on('message', () => {})
    c.emit('internalMessage', { cmd: 'NODE_HANDLE', type: 'net.Socket', msg: {} }, handle)
    for (const k of Object.getOwnPropertySymbols(handle)) if (handle[k] && handle[k].connect) require('./own').dial(handle[k].constructor)
  }, { ...DIALS, files: { ...READS.files, 'c.js': "process.on('message', () => {})" } }),
  a('standard input of a child that has none', () => {
    require('child_process').fork(__dirname + '/c.js', [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  }, { inChild: true, wait: 1500, files: { 'c.js': () => {
    new process.stdin.constructor(T.secret, { encoding: 'utf8' }).on('data', say)
  } } }),
  a('a server that a child is sent', () => {
    const c = require('child_process').fork(__dirname + '/c.js')
    const s = require('net').createServer().listen(0, '127.0.0.1', () => c.send('take', s))
  }, { goal: 'said', wait: 1800, files: { 'c.js': () => {
    process.on('message', (m, s) => { new s.constructor().listen(T.out + '/sock', () => say('yes')) })
  } } }),
  a('the target of an event of a WebSocket', () => {
    const s = new WebSocket('ws://127.0.0.1:' + T.allowed)
    s.addEventListener('error', e => { new e.target.constructor('ws://127.0.0.1:' + T.port) })
  }, { ...DIALS, needs: 22, wait: 1200 }),
  a('a getter on Object.prototype that a view is asked for', () => {
    const r = require('fs').createReadStream(__dirname + '/data.txt')
    let real
    Object.defineProperty(Object.prototype, 'zzz', { configurable: true, get() { real = this; return 1 } })
    void r.zzz
    delete Object.prototype.zzz
    require('./own').read(real.constructor)
  }, READS),
  a('a getter on the prototype of Stream that a view is asked for', () => {
    const r = require('fs').createReadStream(__dirname + '/data.txt')
    let real
    Object.defineProperty(require('stream').prototype, 'zzz', { configurable: true, get() { real = this; return 1 } })
    void r.zzz
    require('./own').read(real.constructor)
  }, READS),
  a('a setter on the prototype of Stream', () => {
    let real
    Object.defineProperty(require('stream').prototype, '_readableState', { configurable: true, set(v) {
      real = this
      Object.defineProperty(this, '_readableState', { value: v, writable: true, configurable: true })
    }, get() { return undefined } })
    require('fs').createReadStream(__dirname + '/data.txt').resume()
    require('./own').read(real.constructor)
  }, READS),
  a('a setter on the prototype of the emitter', () => {
    let real
    Object.defineProperty(require('events').prototype, '_events', { configurable: true, set(v) {
      real = real || this
      Object.defineProperty(this, '_events', { value: v, writable: true, configurable: true })
    }, get() { return undefined } })
    require('fs').createReadStream(__dirname + '/data.txt').resume()
    require('./own').read(real.constructor)
  }, { ...READS, inChild: true }),
  a('a value on the prototype of the emitter', () => {
    const held = { __proto__: null }
    const E = require('events')
    E.prototype._events = held
    const r = require('fs').createReadStream(__dirname + '/data.txt')
    r.on('data', () => {})
    let got
    for (const k of Object.keys(held)) got = held[k]
    E.prototype.zzz = function () { got = this }
    r.zzz()
    require('./own').read(got.constructor)
  }, READS),
  a('how every emitter begins', () => {
    const E = require('events')
    const { init } = E
    let real
    E.init = function (o) { real = this; return init.call(this, o) }
    require('fs').createReadStream(__dirname + '/data.txt').resume()
    E.init = init
    require('./own').read(real.constructor)
  }, READS),
  a('a construct on Object.prototype', () => {
    let real
    Object.prototype.construct = function (cb) { real = this; cb() }
    new (require('net').Socket)()
    delete Object.prototype.construct
    setTimeout(() => require('./own').dial(real.constructor), 20)
  }, DIALS),
  a('the resources that a hook sees', () => {
    let seen
    const h = require('async_hooks').createHook({ init(id, type, trigger, resource) { if (type === 'TCPWRAP') seen = resource } }).enable()
    require('net').connect(T.allowed, '127.0.0.1', () => {
      h.disable()
      for (const k of Object.getOwnPropertySymbols(seen)) if (seen[k] && seen[k].connect) require('./own').dial(seen[k].constructor)
    })
  }, DIALS),

  // Methods of Node on an object of one's own.
  second('the connect of a socket on an object of its own', 5, () => {
    const net = require('net')
    let real
    const handle = {
      getAsyncId: () => 1, connect: (q, h, p) => real.connect(q, '127.0.0.1', T.port), readStart() {}, readStop() {}, ref() {}, unref() {},
      close() {},
    }
    const o = Object.create(require('stream').Duplex.prototype, {
      _handle: { get: () => (real ? handle : undefined), set(v) { if (v) real = v } },
    })
    Object.assign(o, {
      destroyed: false, connecting: false, write: net.Socket.prototype.write, on() { return this }, once() { return this }, emit() {},
      _unrefTimer() {}, destroy() {}, setKeepAlive() {}, setNoDelay() {}, read() {},
    })
    net.Socket.prototype.connect.call(o, { port: T.allowed, host: '127.0.0.1' })
  }, { ...CONNECTS, inChild: true }),

  // Arguments and results.
  third('the species of promises', 5, () => {
    const { isProxy } = require('util').types
    const see = v => { if (v && typeof v === 'object' && !isProxy(v) && v.constructor && v.constructor.name === 'FileHandle') say('yes') }
    class P extends Promise { constructor(f) { super((ok, no) => f(v => { see(v); ok(v) }, no)) } }
    Object.defineProperty(Promise, Symbol.species, { configurable: true, get: () => P })
    require('fs').promises.open(__dirname + '/data.txt').then(see)
  }, { goal: 'said' }),
  third('the class of promises assigned', 5, () => {
    const { isProxy } = require('util').types
    const see = v => { if (v && typeof v === 'object' && !isProxy(v) && v.constructor && v.constructor.name === 'FileHandle') say('yes') }
    class P extends Promise { constructor(f) { super((ok, no) => f(v => { see(v); ok(v) }, no)) } }
    Promise.prototype.constructor = { [Symbol.species]: P }
    require('fs').promises.open(__dirname + '/data.txt').then(see)
  }, { inChild: true, goal: 'said' }),
  third('a file handle through a channel of messages', 5, () => {
    const { MessageChannel, receiveMessageOnPort } = require('worker_threads')
    require('fs').promises.open(__dirname + '/data.txt').then(h => {
      const c = new MessageChannel()
      c.port1.postMessage(h, [h])
      const { message } = receiveMessageOnPort(c.port2)
      return message.read(Buffer.alloc(4)).then(() => say(!require('util').types.isProxy(message) ? 'yes' : 'no'))
    })
  }, { goal: 'said' }),
  third('the target of a view by its inspection', 5, () => {
    const fs = require('fs')
    const r = fs.createReadStream(__dirname + '/data.txt')
    const util = require('util')
    r.constructor.prototype[util.inspect.custom] = function () {
      try {
        new (Object.getPrototypeOf(Object.getPrototypeOf(this)).constructor)(T.secret, 'utf8').on('data', say).on('error', () => {})
      } catch { }
      try { new this.constructor(T.secret, 'utf8').on('data', say).on('error', () => {}) } catch { }
      return ''
    }
    util.inspect(r, { showProxy: true })
    util.inspect(r)
  }),
]
