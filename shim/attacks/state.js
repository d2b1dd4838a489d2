'use strict'

// What all extensions of a host share (invariants 1, 3 and 13): what one of them
// leaves there, another reads; what one replaces, another calls.

const { second, fifth, SHOWS, CONNECTS } = require('./lib/shared.js')

const a = (name, inv, code, more) => ({ name, inv, round: 1, kind: 'interference', goal: 'said', code, ...more })
const WATCHED = { goal: 'said', kind: 'interference', wait: 900, after: () => {
  const http = require('http')
  const s = http.createServer((q, w) => w.end('x')).listen(0, '127.0.0.1', () => http.get({
    host: '127.0.0.1', port: s.address().port, headers: { authorization: 'yes' },
  }, r => r.resume()))
} }

module.exports = [
  a('requests of others by the performance observer', 3, () => {
    new PerformanceObserver(l => {
      for (const e of l.getEntries())
        if (e.detail && e.detail.req && e.detail.req.headers && e.detail.req.headers.authorization) say(e.detail.req.headers.authorization)
    }).observe({ entryTypes: ['http'] })
  }, {
    after: () => {
      setTimeout(() => require('http').get('http://127.0.0.1:' + require('fs').readFileSync(__dirname + '/allowed'), {
        headers: { authorization: 'yes' },
      }, r => r.resume()), 50)
    },
    setup: (T, fs) => fs.writeFileSync(T.out.replace(/outside$/, 'allowed'), String(T.allowed)),
  }),
  a('requests of others by the observer of perf_hooks', 3, () => {
    const { PerformanceObserver } = require('perf_hooks')
    new PerformanceObserver(l => {
      for (const e of l.getEntries())
        if (e.detail && e.detail.req && e.detail.req.headers && e.detail.req.headers.authorization) say(e.detail.req.headers.authorization)
    }).observe({ entryTypes: ['http'] })
  }, {
    after: () => {
      setTimeout(() => require('http').get('http://127.0.0.1:' + require('fs').readFileSync(__dirname + '/allowed'), {
        headers: { authorization: 'yes' },
      }, r => r.resume()), 50)
    },
    setup: (T, fs) => fs.writeFileSync(T.out.replace(/outside$/, 'allowed'), String(T.allowed)),
  }),
  a('marks of others', 3, () => {
    setTimeout(() => { if (performance.getEntries().some(e => e.name === 'of another')) say('yes') }, 150)
  }, { after: () => { performance.mark('of another') } }),
  a('marks of others cleared', 13, () => { setTimeout(() => performance.clearMarks(), 100) }, { after: () => {
    performance.mark('mine')
    setTimeout(() => { if (performance.getEntriesByName('mine').length === 0) console.log('SAID yes') }, 250)
  } }),
  a('a heap snapshot that is read', 3, () => {
    let s = ''
    const { v8 } = { v8: require('v8') }
    const r = v8.getHeapSnapshot()
    const key = 'cana' + 'ry-7f' + '3a91'
    r.on('data', d => { s = (s + d).slice(-(1 << 17)); if (s.includes(key)) { say('yes'); process.exit() } })
  }, { kind: 'authority', wait: 6000 }),
  a('memory that was freed', 3, () => {
    let n = 0
    const look = () => {
      for (let i = 0; i < 500; i++) if (Buffer.allocUnsafeSlow(8192).includes('freed-by-another')) { say('yes'); return }
      if (n++ < 40) setTimeout(look, 10)
    }
    setTimeout(look, 60)
  }, { wait: 1800, after: () => {
    const f = () => { for (let i = 0; i < 2000; i++) Buffer.alloc(8192, 'freed-by-another') }
    f()
    setTimeout(f, 100)
    setTimeout(f, 300)
  } }),
  a('the limit of listeners of everybody', 13, () => { require('events').defaultMaxListeners = 1 }, { after: () => {
    if (new (require('events'))().getMaxListeners() === 1) console.log('SAID yes')
  } }),
  a('rejections captured for everybody', 13, () => { require('events').captureRejections = true }, { after: () => {
    if (require('events').captureRejections) console.log('SAID yes')
  } }),
  a('stream.pipeline replaced for others', 13, () => { require('stream').pipeline = () => { say('yes') } }, { after: () => {
    const s = require('stream')
    s.pipeline(s.Readable.from(['x']), new s.PassThrough(), () => {})
  } }),
  a('path.join replaced for others', 13, () => { require('path').posix.join = () => 'POISONED' }, {
    goal: 'poisoned', after: () => { console.log(require('path').join('a', 'b')) },
  }),
  a('assert replaced for others', 13, () => { require('assert').ok = () => say('yes') }, { after: () => { require('assert').ok(true) } }),
  a('texts of status codes replaced for others', 13, () => { require('http').STATUS_CODES[200] = 'POISONED' }, {
    goal: 'poisoned', after: () => { console.log(require('http').STATUS_CODES[200]) },
  }),
  a('methods of HTTP replaced for others', 13, () => { require('http').METHODS.push('POISONED') }, {
    goal: 'poisoned', after: () => { console.log(require('http').METHODS.at(-1)) },
  }),
  a('how values are inspected, changed for others', 13, () => {
    require('util').inspect.defaultOptions.maxStringLength = 1
    require('util').inspect.defaultOptions = { maxArrayLength: 0 }
  }, { after: () => { if (require('util').inspect([1, 2]).includes('more item')) console.log('SAID yes') } }),
  a('util.types replaced for others', 13, () => {
    require('util').types.isDate = () => { say('yes'); return false }
  }, { after: () => { require('util').types.isDate(new Date()) } }),
  a('promises of the timers replaced for others', 13, () => { require('timers').promises.setTimeout = () => say('yes') }, {
    after: () => { require('timers').promises.setTimeout(1) },
  }),
  a('constants of zlib changed for others', 13, () => {
    try { require('zlib').constants.Z_BEST_SPEED = 99 } catch { }
    require('zlib').gzipSync = () => say('yes')
    require('zlib').codes.Z_OK = 7
  }, { after: () => { if (require('zlib').codes.Z_OK === 7) console.log('SAID yes'); require('zlib').gzipSync('x') } }),
  a('text decoded for others', 1, () => {
    const { StringDecoder } = require('string_decoder')
    const w = StringDecoder.prototype.write
    StringDecoder.prototype.write = function (b) { const s = w.call(this, b); if (s.includes('of another')) say('yes'); return s }
  }, { after: () => {
    const { PassThrough } = require('stream')
    const p = new PassThrough()
    p.setEncoding('utf8')
    p.on('data', () => {})
    p.end('of another')
  } }),
  a('answers that others parse', 1, () => {
    const j = Response.prototype.json
    Response.prototype.json = async function () { const v = await j.call(this); if (v.token) say(v.token); return v }
  }, { after: () => { new Response('{"token":"yes"}').json() } }),
  a('messages between ports of others', 1, () => {
    const p = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (v, t) { if (v === 'of another') say('yes'); return p.call(this, v, t) }
  }, { after: () => { const c = new MessageChannel(); c.port1.postMessage('of another'); c.port1.close() } }),
  a('addresses that others parse', 1, () => {
    const d = Object.getOwnPropertyDescriptor(URL.prototype, 'href')
    Object.defineProperty(URL.prototype, 'href', { ...d, get() {
      const h = d.get.call(this)
      if (h.includes('of-another')) say('yes')
      return h
    } })
  }, { after: () => { void new URL('https://of-another/').href } }),
  a('hashes that others make', 1, () => {
    const { Hash } = require('crypto')
    const u = Hash.prototype.update
    Hash.prototype.update = function (d, e) { if (d === 'of another') say('yes'); return u.call(this, d, e) }
  }, { after: () => { require('crypto').createHash('sha256').update('of another') } }),
  a('lines that others read', 1, () => {
    const { Interface } = require('readline')
    const q = Interface.prototype.question
    Interface.prototype.question = function (...x) { say('yes'); return q.apply(this, x) }
  }, { after: () => {
    const { PassThrough } = require('stream')
    const i = require('readline').createInterface({ input: new PassThrough() })
    i.question('?', () => {})
    i.close()
  } }),
  a('events that others wait for', 1, () => {
    const d = EventTarget.prototype.dispatchEvent
    EventTarget.prototype.dispatchEvent = function (e) { if (e.type === 'of-another') say('yes'); return d.call(this, e) }
  }, { after: () => { new EventTarget().dispatchEvent(new Event('of-another')) } }),
  a('Buffer.from replaced for others', 13, () => {
    const f = Buffer.from
    Buffer.from = (...x) => { if (x[0] === 'of another') say('yes'); return f(...x) }
  }, { after: () => { Buffer.from('of another') } }),
  a('the file system of others through the synthetic default', 13, () => {
    require('module').syncBuiltinESMExports()
    require('fs').promises.readFile = () => say('yes')
  }, { after: () => { require('fs').promises.readFile(__filename) } }),
  a('flags of V8 for everybody', 13, () => {
    require('v8').setFlagsFromString('--stack-trace-limit=0')
    require('v8').setFlagsFromString('--expose-gc')
  }, { after: () => { if (require('vm').runInNewContext('typeof gc') === 'function') console.log('SAID yes') } }),
  a('promises of others by hooks', 3, () => {
    require('v8').promiseHooks.onInit(p => { p.then(v => { if (v === 'of another') say('yes') }, () => {}) })
  }, { after: () => { setTimeout(() => Promise.resolve().then(() => 'of another'), 50) } }),
  a('objects of others by their class', 3, () => {
    const n = require('v8').queryObjects(Map, { format: 'summary' })
    setTimeout(() => {
      for (const s of require('v8').queryObjects(Map, { format: 'summary' })) if (s.includes('of another')) say('yes')
    }, 150)
    void n
  }, { needs: 22, after: () => { globalThis.kept = new Map([['of another', 1]]) } }),
  a('a channel of broadcasts by its name', 3, () => { new BroadcastChannel('private').onmessage = e => say(e.data) }, { after: () => {
    setTimeout(() => { const c = new BroadcastChannel('private'); c.postMessage('yes'); setTimeout(() => c.close(), 100) }, 80)
  } }),
  a('certificates for everybody', 13, () => {
    require('tls').setDefaultCACertificates([])
    say('x')
  }, { needs: 24, goal: 'said', after: () => {
    if (require('tls').getCACertificates('default').length === 0) console.log('SAID yes')
  } }),

  // Names on the stack.
  second('a builtin of a fence set by another extension', 13, () => {
    const E = require('events')
    const { emit } = E.prototype
    let once = true
    exports.deactivate = Reflect.set.bind(null, E.prototype, 'emit', function (...x) {
      if (once && this.constructor.name === 'ReadStream' && !require('util').types.isProxy(this)) {
        once = false
        require('./own').read(this.constructor)
      }
      return Reflect.apply(emit, this, x)
    })
    setTimeout(() => { E.prototype.emit === emit || require('fs').createReadStream(__dirname + '/data.txt').resume() }, 100)
  }, { ...SHOWS, wait: 900, after: () => { m.deactivate() } }),
  second('a method that the first fence holds, replaced by the second', 13, () => {
    const E = require('events')
    const { emit } = E.prototype
    E.prototype.emit = function (...x) {
      if (this.constructor.name === 'ReadStream' && !require('util').types.isProxy(this)) {
        E.prototype.emit = emit
        require('./own').read(this.constructor)
      }
      return Reflect.apply(emit, this, x)
    }
    require('fs').createReadStream(__dirname + '/data.txt').resume()
  }, { ...SHOWS, neighbour: { first: true } }),
  second('a class that the first fence holds, replaced by the second', 13, () => {
    const s = require('stream')
    const D = s.Duplex
    s.Duplex = function (o) {
      const real = this
      if (!require('util').types.isProxy(real) && real.constructor.name === 'Socket') setTimeout(() => {
        s.Duplex = D
        require('./own').dial(real.constructor)
      }, 30)
      return Reflect.apply(D, this, [o])
    }
    Object.setPrototypeOf(s.Duplex, D)
    s.Duplex.prototype = D.prototype
    require('http').get('http://127.0.0.1:' + T.allowed).on('error', () => {})
  }, { inChild: true, ...CONNECTS, neighbour: { first: true } }),

  // Words and data that are taken as they are.
  second('the promises of streams replaced for others', 13, () => { require('stream').promises.pipeline = () => say('yes') }, {
    kind: 'interference', goal: 'said', after: () => { require('stream/promises').pipeline() },
  }),

  // Observers.
  fifth('requests of others by an observer of a kind that is no text', 6, () => {
    for (const type of ['http', { toString: () => 'http' }, ['http']]) try { new PerformanceObserver(tell).observe({ type }) } catch { }
    function tell(l) {
      for (const e of l.getEntries())
        if (e.detail && e.detail.req && e.detail.req.headers && e.detail.req.headers.authorization) say(e.detail.req.headers.authorization)
    }
  }, WATCHED),
  fifth('requests of others by an observer whose kinds change as they are read', 6, () => {
    let n = 0
    const { PerformanceObserver } = require('perf_hooks')
    for (const kind of ['http', { toString: () => (n++ % 2 === 0 ? 'mark' : 'http') }]) try {
      new PerformanceObserver(tell).observe({ entryTypes: [kind] })
    } catch { }
    function tell(l) {
      for (const e of l.getEntries())
        if (e.detail && e.detail.req && e.detail.req.headers && e.detail.req.headers.authorization) say(e.detail.req.headers.authorization)
    }
  }, WATCHED),
  fifth('addresses that others fetched, in the timeline', 3, () => {
    setTimeout(() => { if (performance.getEntriesByType('resource').some(e => e.name.includes('of-another'))) say('yes') }, 900)
  }, {
    goal: 'said', kind: 'interference', wait: 1400,
    after: () => {
      const s = require('http').createServer((q, w) => w.end('x')).listen(
        0, '127.0.0.1', () => fetch('http://127.0.0.1:' + s.address().port + '/of-another').then(r => r.text())
      )
    },
  }),
]
