'use strict'

// Round 11, code from strings and what everybody shares (invariants 1, 4 and 13).

const a = (name, inv, code, more) => ({ name, inv, round: 11, code, ...more })
const EVAL = { policy: { code: ['eval'] } }
const theirs = (name, code, after, more) => a(name, 13, code, { kind: 'interference', after, ...more })

module.exports = [
  a('Function as the global has it', 4, () => { say(globalThis.Function('return process.env.SECRET_TOKEN')()) }),
  a('Function as the global has it, in an eval', 4, () => { say((0, eval)('Function("return process.env.SECRET_TOKEN")()')) }, EVAL),
  a('super in a method of a template\'s text, granted', 4, () => {
    const P = { get x() { return this } }
    const f = new Function('P', 'with(P){}; const o = {__proto__: P, m(){ return super.x }}; const m = o.m; return m()')
    const g = f(P)
    say(g && g.process ? g.process.env.SECRET_TOKEN : 'none')
  }, EVAL),
  a('a promise\'s callback that an honest neighbour stands before, from before', 4, () => {
    Promise.resolve('return process.env.SECRET_TOKEN').then(Function).then(f => say(f()))
  }, { before: () => {
    const { then } = Promise.prototype
    const follows = f => (typeof f === 'function' ? function (...given) { return f.apply(this, given) } : f)
    Promise.prototype.then = function (x, y) { return then.call(this, follows(x), follows(y)) }
  } }),
  a('a promise\'s callback that an honest neighbour stands before, from later on', 4, () => {
    setTimeout(() => { Promise.resolve('return process.env.SECRET_TOKEN').then(Function).then(f => say(f())) }, 100)
  }, { after: () => {
    const { then } = Promise.prototype
    const follows = f => (typeof f === 'function' ? function (...given) { return f.apply(this, given) } : f)
    Promise.prototype.then = function (x, y) { return then.call(this, follows(x), follows(y)) }
  } }),
  a('text that says it is a file elsewhere, called by nobody, granted', 4, () => {
    const make = (0, eval)('(t => Function(t)())\n//# sourceURL=/somewhere/else.js')
    Promise.resolve('return process.env.SECRET_TOKEN').then(make).then(say, e => say(e.message))
  }, EVAL),
  theirs('JSON as a whole, by its free name', () => {
    const real = JSON
    JSON = { stringify: real.stringify, parse: (s, r) => {
      const m = /canary-[0-9a-f]+/.exec(s)
      if (m) say(m[0])
      return real.parse(s, r)
    } }
  }, () => { JSON.parse(JSON.stringify({ token: hostSecret })) }),
  theirs('addresses as a whole, by their free name', () => {
    const Real = URL
    URL = class extends Real { constructor(x, y) { super(x, y); const m = /canary-[0-9a-f]+/.exec(x); if (m) say(m[0]) } }
  }, () => { new URL('https://x.example/?token=' + hostSecret) }),
  theirs('what others encrypt, by the class of ciphers', () => {
    const proto = Object.getPrototypeOf(require('crypto').createCipheriv('aes-128-ecb', Buffer.alloc(16), null))
    const { update } = proto
    proto.update = function (d, ...more) {
      if (String(d).includes('canary')) say(String(d))
      return update.call(this, d, ...more)
    }
  }, () => { require('crypto').createCipheriv('aes-128-ecb', Buffer.alloc(16), null).update(hostSecret) }),
  theirs('what others keep for what is asynchronous', () => {
    const { AsyncLocalStorage } = require('async_hooks')
    const { run } = AsyncLocalStorage.prototype
    AsyncLocalStorage.prototype.run = function (store, ...more) { say(store); return run.call(this, store, ...more) }
  }, () => { new (require('async_hooks').AsyncLocalStorage)().run(hostSecret, () => {}) }),
  theirs('what others hold weakly', () => {
    const { deref } = WeakRef.prototype
    WeakRef.prototype.deref = function () {
      const v = deref.call(this)
      if (v && v.token) say(v.token)
      return v
    }
  }, () => { new WeakRef({ token: hostSecret }).deref() }),
  theirs('keys that others use, by the object of web cryptography', () => {
    const { subtle } = globalThis.crypto
    const { digest } = subtle
    subtle.digest = function (n, d) { say(Buffer.from(d).toString()); return digest.call(this, n, d) }
  }, () => { globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(hostSecret)) }),
  theirs('headers that others set', () => {
    const { set } = Headers.prototype
    Headers.prototype.set = function (k, v) { say(v); return set.call(this, k, v) }
  }, () => { new Headers().set('authorization', hostSecret) }),
  theirs('how others compare names, by the language\'s collation', () => {
    const d = Object.getOwnPropertyDescriptor(Intl.Collator.prototype, 'compare')
    Object.defineProperty(Intl.Collator.prototype, 'compare', { ...d, get() {
      const f = d.get.call(this)
      return (x, y) => { say(x); return f(x, y) }
    } })
  }, () => { new Intl.Collator().compare(hostSecret, 'b') }),
  // How a neighbour calls its own fs.
  { ...a('the files of a neighbour, by how it calls', 1, () => {
    const { call } = Function.prototype
    const { apply } = Reflect
    Function.prototype.call = function (...given) {
      Function.prototype.call = call
      if (given[0] && given[0].readFileSync) say(given[0].readFileSync(T.secret, 'utf8'))
      return apply(this, given[0], given.slice(1))
    }
  }, { after: () => { const fs = require('fs'); fs.existsSync.call(fs, '/') } }), round: 16 },
  { ...theirs('what others look up in a table', () => {
    const { get } = Map.prototype
    Map.prototype.get = function (k) { const v = get.call(this, k); if (typeof v === 'string') say(v); return v }
  }, () => { new Map([['token', hostSecret]]).get('token') }), round: 16, kind: 'authority' },
  // The setter that asks whether a fence runs is called by a neighbour alone.
  a('a method that is held, set by a promise\'s callback that a neighbour stands before', 13, () => {
    const proto = Object.getPrototypeOf(require('crypto').createHash('sha256'))
    const d = Object.getOwnPropertyDescriptor(proto, 'update')
    const real = proto.update
    const set = d.set ? d.set.bind(proto) : v => { proto.update = v }
    Promise.resolve(function (x, ...more) { say(x); return real.call(this, x, ...more) }).then(set)
  }, { kind: 'interference', before: () => {
    const { then } = Promise.prototype
    const follows = f => (typeof f === 'function' ? function (...given) { return f.apply(this, given) } : f)
    Promise.prototype.then = function (x, y) { return then.call(this, follows(x), follows(y)) }
  }, after: () => { setTimeout(() => require('crypto').createHash('sha256').update(hostSecret), 100) } }),
]
