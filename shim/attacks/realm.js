'use strict'

// Poisoned intrinsics, shared state, the debugger, native code, the environment.

const { third, fifth, REACH } = require('./lib/shared.js')

const a = (name, inv, code, more) => ({ name, inv, code, ...more })

module.exports = [
  a('process.env', 3, () => { say(process.env.SECRET_TOKEN) }, { inChild: true }),
  a('process.env by its keys', 3, () => { say(Object.entries(process.env).find(e => e[0] === 'SECRET_TOKEN')[1]) }),
  a('process.env by a descriptor', 3, () => { say(Object.getOwnPropertyDescriptor(process.env, 'SECRET_TOKEN').value) }),
  a('process.env spread', 3, () => { say({ ...process.env }.SECRET_TOKEN) }),
  a('require of process', 3, () => { say(require('process').env.SECRET_TOKEN) }),
  a('global.process', 3, () => { say(global.process.env.SECRET_TOKEN) }),
  a('process by its constructor', 3, () => {
    say(Object.getPrototypeOf(process).constructor && require('events').constructor('return process')().env.SECRET_TOKEN)
  }, { inChild: true }),
  a('process.env changed for others', 3, () => { process.env.FOR_OTHERS = 'POISONED' }, {
    kind: 'interference', goal: 'poisoned', after: () => { console.log(process.env.FOR_OTHERS) },
  }),
  a('listener of uncaughtException', 3, () => {
    process.on('uncaughtException', e => { console.log('POISONED ' + e.message) })
  }, { kind: 'interference', goal: 'poisoned', after: () => { setTimeout(() => { throw new Error('of another') }, 50) } }),
  a('listeners of others removed', 3, () => {
    process.removeAllListeners('uncaughtException')
    process.removeAllListeners('unhandledRejection')
  }, { kind: 'interference', goal: 'poisoned', after: () => {
    if (process.listenerCount('uncaughtException') === 0) console.log('POISONED')
  } }),
  a('the emitter of the process', 3, () => {
    process.emit('uncaughtException', new Error('POISONED'))
  }, { kind: 'interference', goal: 'poisoned' }),
  a('active handles', 3, () => { if (process._getActiveHandles().length >= 0) say('yes') }, { goal: 'said' }),
  a('process.dlopen', 3, () => {
    try { process.dlopen({ exports: {} }, T.out + '/none.node') } catch (e) {
      if (/cannot open shared object|no such file/i.test(e.message)) say('yes')
    }
  }, { goal: 'said' }),
  a('require of a native addon', 3, () => {
    require('fs').writeFileSync(T.work + '/x.node', 'no')
    try { require(T.work + '/x.node') } catch (e) { if (/file too short|invalid ELF|too short/i.test(e.message)) say('yes') }
  }, { goal: 'said' }),
  a('crypto.setEngine', 3, () => {
    try { require('crypto').setEngine(T.out + '/none.so'); say('yes') } catch (e) {
      if (/engine|ENGINE|DSO|dso|shared/.test(e.message + e.code)) say(e.code === 'EACCES' ? 'no' : 'yes')
    }
  }, { goal: 'said' }),
  a('WASI opens folders', 3, () => {
    const { WASI } = require('wasi')
    if (new WASI({ version: 'preview1', preopens: { '/': '/' } })) say('yes')
  }, { inChild: true, goal: 'said' }),
  a('WebAssembly', 4, () => { new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])); say('yes') }, { goal: 'said' }),
  a('sqlite opens files', 7, () => {
    const { DatabaseSync } = require('node:sqlite')
    new DatabaseSync(T.mark).exec('create table a(b)')
  }, { goal: 'mark', needs: 23 }),
  a('the inspector', 3, () => {
    const { Session } = require('inspector')
    const s = new Session()
    s.connect()
    s.post('Runtime.evaluate', { expression: 'process.env.SECRET_TOKEN' }, (e, r) => say(r.result.value))
  }),
  a('the debugger opened', 3, () => {
    require('inspector').open(0, '127.0.0.1')
    if (require('inspector').url()) say('yes')
  }, { goal: 'said' }),
  a('flags of V8', 4, () => {
    require('v8').setFlagsFromString('--allow-natives-syntax')
    say('yes')
  }, { goal: 'said', policy: { modules: { v8: [''] } } }),
  a('a heap snapshot as a stream', 3, () => {
    const s = require('v8').getHeapSnapshot()
    let t = ''
    s.on('data', d => { t += d }).on('end', () => { if (t.includes('canary-7f3a91')) say('canary-7f3a91') })
  }, { inChild: true, wait: 4000, policy: { modules: { v8: [''] } } }),
  a('repl evaluates', 4, () => {
    const { PassThrough } = require('stream')
    const i = new PassThrough()
    require('repl').start({ input: i, output: new PassThrough(), useGlobal: true })
    i.write('console.log("SAID " + process.env.SECRET_TOKEN)\n')
  }),
  a('async hooks see the resources of others', 3, () => {
    require('async_hooks').createHook({ init(id, type) { if (type === 'Timeout') require('fs').writeSync(1, 'SAID yes\n') } }).enable()
  }, { goal: 'said', policy: { modules: { async_hooks: [''], fs: ['*'] } }, after: () => { setTimeout(() => {}, 1) } }),
  a('diagnostics channels of others', 3, () => {
    require('diagnostics_channel').subscribe('private', m => say(m))
  }, { goal: 'said', after: () => { require('diagnostics_channel').channel('private').publish('yes') } }),
  a('the pool of buffers, later', 3, () => {
    setTimeout(() => { const b = Buffer.from('x'); if (Buffer.from(b.buffer).includes('from-the-host-pool')) say('yes') }, 200)
  }, { kind: 'interference', goal: 'said', after: () => { globalThis.kept = Buffer.from('from-the-host-' + 'pool') } }),
  a('the list of timers, later', 3, () => {
    setTimeout(() => {
      let t = setTimeout(() => {}, 5000)
      for (let i = 0; i < 20 && t; i++) {
        t = t._idlePrev
        if (t && t._onTimeout && String(t._onTimeout).includes('of another')) { say('yes'); break }
      }
    }, 100)
  }, { kind: 'interference', goal: 'said', after: () => { setTimeout(() => 'of another', 5000).unref() } }),
  a('the methods of the console', 3, () => {
    const s = console._stdout
    const S = s.constructor
    say(S && console._stdout.fd === 1 ? 'yes' : 'no')
  }, { goal: 'said' }),
  a('the console replaced for others', 13, () => {
    const l = console.log
    console.log = (...x) => l('POISONED', ...x)
  }, { kind: 'interference', goal: 'poisoned', after: () => { console.log('mine') } }),
  a('stdout of the host', 5, () => {
    const S = process.stdout.constructor
    const s = new S({ fd: 1 })
    if (s) say(s._handle ? 'yes' : 'no')
  }, { goal: 'said' }),
  a('Array.prototype.push poisoned', 1, () => {
    const push = Array.prototype.push
    Array.prototype.push = function (...x) { for (const v of x) if (v === 'of another') say('yes'); return push.apply(this, x) }
  }, { kind: 'interference', goal: 'said', after: () => { [].push('of another') } }),
  a('Map.prototype.get poisoned', 1, () => {
    const get = Map.prototype.get
    Map.prototype.get = function (k) { if (k === 'of another') say('yes'); return get.call(this, k) }
  }, { kind: 'interference', goal: 'said', after: () => { new Map().get('of another') } }),
  a('Function.prototype.call poisoned', 1, () => {
    const call = Function.prototype.call
    Function.prototype.call = function (...x) { if (x[1] === 'of another') say('yes'); return Reflect.apply(this, x[0], x.slice(1)) }
  }, { kind: 'interference', goal: 'said', after: () => { (function () {}).call(null, 'of another') } }),
  a('Promise.prototype.then poisoned', 1, () => {
    const then = Promise.prototype.then
    Promise.prototype.then = function (a, b) { if (a && a.mine) say('yes'); return then.call(this, a, b) }
  }, { kind: 'interference', goal: 'said', after: () => { const f = () => {}; f.mine = true; Promise.resolve().then(f) } }),
  a('JSON.parse poisoned', 1, () => { JSON.parse = () => 'POISONED' }, {
    kind: 'interference', goal: 'poisoned', after: () => { console.log(JSON.parse('1')) },
  }),
  a('EventEmitter.prototype.emit poisoned', 1, () => {
    const E = require('events')
    const emit = E.prototype.emit
    E.prototype.emit = function (n, ...x) { if (n === 'of another') say('yes'); return emit.call(this, n, ...x) }
  }, { kind: 'interference', goal: 'said', after: () => { new (require('events'))().emit('of another') } }),
  a('a setter on Object.prototype', 1, () => {
    Object.defineProperty(Object.prototype, 'token', { set(v) { say(v) }, configurable: true })
  }, { kind: 'interference', goal: 'said', after: () => { const o = {}; o.token = 'yes' } }),
  a('util.inspect.custom of Object.prototype sees the handler', 14, () => {
    const util = require('util')
    const s = require('fs').createReadStream(__dirname + '/data.txt')
    let found
    Object.prototype[util.inspect.custom] = function () {
      if (typeof this.open === 'function' && this.constructor && this.constructor.toString().includes('ReadStream')) found = this
      return 'x'
    }
    util.inspect(s, { showProxy: true })
    delete Object.prototype[util.inspect.custom]
    new found.constructor(T.secret, 'utf8').on('data', say)
  }),
  a('prototype of the stream poisoned to see the real one', 5, () => {
    const { Readable } = require('stream')
    const read = Readable.prototype.read
    let real
    Readable.prototype.read = function (n) { real = real || this; return read.call(this, n) }
    require('fs').createReadStream(__dirname + '/data.txt').on('data', () => {
      new real.constructor(T.secret, { encoding: 'utf8' }).on('data', d => say(d))
    })
  }),
  a('prototype of the emitter poisoned to see the real child', 5, () => {
    const E = require('events')
    const emit = E.prototype.emit
    E.prototype.emit = function (...x) {
      if (this.spawnfile) { const C = this.constructor; E.prototype.emit = emit; new C().spawn({ file: 'touch', args: ['touch', T.mark] }) }
      return emit.apply(this, x)
    }
    require('child_process').spawn('echo')
  }, { inChild: true, goal: 'mark' }),
  a('Reflect.apply poisoned', 1, () => {
    const apply = Reflect.apply
    Reflect.apply = function (f, t, x) { if (typeof f === 'function' && f.name === 'readFileSync') say('yes'); return apply(f, t, x) }
    try { require('fs').readFileSync(T.secret) } catch {}
    say(apply(require('fs').readFileSync, null, [T.secret, 'utf8']))
  }),
  a('stack exhausted in a check', 12, () => {
    const fs = require('fs')
    let out
    const f = n => { try { f(n + 1) } catch (e) { if (out) return; try { out = fs.readFileSync(T.secret, 'utf8') } catch { throw e } } }
    try { f(0) } catch {}
    say(out)
  }),
  a('Error.prepareStackTrace sees others', 4, () => {
    Error.prepareStackTrace = (e, s) => { for (const x of s) { const t = x.getThis(); if (t && t.hostSecret) say(t.hostSecret) } return '' }
  }, { after: () => { (function f() { return new Error('x').stack })() } }),
  a('queueMicrotask and Function with no frame', 4, () => {
    const F = (() => {}).constructor
    queueMicrotask(() => {})
    Promise.resolve('console.log("SAID " + process.env.SECRET_TOKEN)').then(F).then(f => f())
  }),
  a('a thenable gets the real object', 5, () => {
    const { promises } = require('fs')
    Object.defineProperty(Object.prototype, 'then', {
      configurable: true,
      get() {
        if (this.readFile && this.constructor && this.constructor.name === 'FileHandle' && !(this.constructor.toString().startsWith(
          'function (...args)'
        ))) {
          const C = this.constructor
          delete Object.prototype.then
          say('yes')
        }
      },
    })
    promises.open(__dirname + '/data.txt')
  }, { goal: 'said' }),
  a('a getter on Object.prototype sees the real stream', 5, () => {
    let C
    Object.defineProperty(Object.prototype, '_writableState', { configurable: true, set(v) {
      Object.defineProperty(this, '_writableState', { value: v, writable: true, configurable: true, enumerable: true })
    }, get() { if (!C && typeof this.open === 'function' && this.constructor) C = this.constructor; return undefined } })
    require('fs').createReadStream(__dirname + '/data.txt').on('data', () => {}).on('close', () => {
      new C(T.secret, { encoding: 'utf8' }).on('data', say)
    })
  }),
  a('the loader overwritten', 11, () => {
    require('fs').writeFileSync(T.ext + '/ringfence.main.cjs', 'x')
    say('yes')
  }, { inChild: true, goal: 'said' }),
  a('the loader overwritten under a grant of the folder', 11, () => {
    require('fs').writeFileSync(T.ext + '/ringfence.main.cjs', 'x')
    say('yes')
  }, { goal: 'said', policy: { 'files.write': ['${extension}/**'] } }),
  a('a file planted in the extension and required', 3, () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/p.js', 'module.exports = process.env.SECRET_TOKEN')
    say(require(T.work + '/p.js'))
  }),

  // A loader of another version.
  third('what another version of the loader takes of the language', 1, () => {
    const { set } = Map.prototype
    const { isProxy } = require('util').types
    const done = new Set()
    Map.prototype.set = function (k, v) {
      const C = k && typeof k === 'object' && Object.hasOwn(k, 'constructor') ? k.constructor : undefined
      if (typeof C === 'function' && C.name === 'ReadStream' && !isProxy(k) && !done.has(C)) {
        done.add(C)
        try { new C(T.secret, { encoding: 'utf8' }).on('data', say).on('error', () => {}) } catch { }
      }
      return set.call(this, k, v)
    }
    if (!process.argv.includes('never')) setTimeout(() => { const m = new Map(); m.set(require('fs').ReadStream.prototype, 1) }, 100)
  }, { neighbour: { other: true, code: () => { require('fs').readFileSync(__filename) } }, wait: 900 }),

  // Folders, and the language as a later loader finds it.
  fifth('the methods of lists that a later loader of another version takes', 1, () => {
    const { push } = Array.prototype
    const { isProxy } = require('util').types
    let C
    Array.prototype.push = function (...x) {
      for (let i = 0; i < x.length; i++) {
        const v = x[i]
        if (v && typeof v === 'object' && !isProxy(v) && typeof v.connect === 'function') C = v.constructor
      }
      return Reflect.apply(push, this, x)
    }
    setTimeout(() => { Array.prototype.push = push; new C().on('error', () => {}).connect(T.port, '127.0.0.1') }, 350)
  }, { ...REACH, alone: true, neighbour: { other: true, code: () => {
    require('http').get({ host: '127.0.0.1', port: T.allowed }, r => r.resume()).on('error', () => {})
  } } }),
]
