'use strict'

// The vscode object (invariant 10), inside VS Code's own extension host: what an extension exports, and what its neighbours
// hand to that. The neighbour (layout.js, "uses") is an honest one: it gives sloppy functions as everybody does, and evaluates nothing.

const { a } = require('./lib.js')
const r = more => ({ round: 11, ...more })

// environment is what a sloppy function that returns what it is called on leads to.
const environment = 'f => { const g = f(); return g && g.process ? g.process.env.SECRET_TOKEN : "no" }'
const withEnvironment = f => eval('(' + f.toString().replace('ENVIRONMENT', environment) + ')')
const exported = (name, exports, code) =>
  a('the environment, by ' + name, withEnvironment(code), { exports: exports.toString(), inv: 4, round: 6 })

// heard looks for a function in what an object keeps for itself of those who listen to it.
const heard = () => {
  const seen = new Set()
  const find = (v, depth) => {
    if ((typeof v !== 'object' && typeof v !== 'function') || v === null || seen.has(v) || depth > 6) return undefined
    seen.add(v)
    if (typeof v === 'function') {
      try { return v.call(undefined).process.env.SECRET_TOKEN } catch { return undefined }
    }
    const inside = Reflect.ownKeys(v).map(k => Object.getOwnPropertyDescriptor(v, k).value)
    try { inside.push(...Map.prototype.values.call(v)) } catch { /* it is no map */ }
    if (v instanceof WeakRef) inside.push(v.deref())
    for (const x of inside) {
      const found = find(x, depth + 1)
      if (found) return found
    }
    return undefined
  }
  return find(globalThis.api, 0) ?? 'no'
}
const listened = (name, exports) =>
  a('the environment, by a listener that a neighbour puts on ' + name, eval('(({ other }) => { other("uses"); return (' + heard.toString() +
    ')() })'), { exports: exports.toString(), inv: 4, round: 8 })

module.exports = [
  listened('a signal', () => ({ signal: globalThis.api = new AbortController().signal })),
  listened('a port', () => ({ port: globalThis.api = new MessageChannel().port1 })),
  exported('a function that a neighbour hands to an export', () => ({ hook(f) { globalThis.got = f } }),
    ({ other }) => { other('uses'); return (ENVIRONMENT)(globalThis.got) }),
  exported('a function of an object that a neighbour hands to an export', () => ({ hook() {}, listener(l) { globalThis.got = l.on } }),
    ({ other }) => { other('uses'); return (ENVIRONMENT)(globalThis.got) }),
  exported('a promise that a neighbour hands to an export', () => ({ later(p) { globalThis.got = p } }),
    async ({ other }) => { other('uses'); return (ENVIRONMENT)(await globalThis.got) }),
  exported('a function that a neighbour puts on an export', () => (globalThis.api = { slot: undefined }),
    ({ other }) => { other('uses'); return (ENVIRONMENT)(globalThis.api.slot) }),
  exported('a function that a neighbour puts on an exported function', () => (globalThis.api = { fn() {} }),
    ({ other }) => { other('uses'); return (ENVIRONMENT)(globalThis.api.fn.slot) }),
  exported('a function in a list that a neighbour puts something in', () => (globalThis.api = { list: [] }),
    ({ other }) => { other('uses'); return (ENVIRONMENT)(globalThis.api.list[0]) }),
  exported('a method of a class that a neighbour makes of an exported one',
    () => ({ Base: class { keep() { globalThis.got = this.sloppy } } }),
    ({ other }) => { other('uses'); return (ENVIRONMENT)(globalThis.got) }),
  exported('the class itself that a neighbour makes of an exported one',
    () => ({ Base: class { constructor() { globalThis.got = new.target.sloppy } } }),
    ({ other }) => { other('uses'); return (ENVIRONMENT)(globalThis.got) }),
  exported('an answer of a neighbour\'s function', () => ({ hook() {}, maker(f) { globalThis.got = f() } }),
    ({ other }) => { other('uses'); return (ENVIRONMENT)(globalThis.got) }),
  exported('an error of a neighbour\'s function', () => ({ fails(f) { try { f() } catch (e) { globalThis.got = e.by } } }),
    ({ other }) => { other('uses'); return (ENVIRONMENT)(globalThis.got) }),
  a('code of a neighbour\'s, which calls what it is given', async ({ other }) => {
    other('uses')
    const f = await Promise.resolve(['return process.env.SECRET_TOKEN']).then(list => globalThis.got.bind(null, list, Function))
    const [made] = await Promise.resolve().then(f)
    return made()
  }, { exports: '() => ({ mapper(f) { globalThis.got = f } })', inv: 4, round: 6 }),
  a('the environment, by what listens to an emitter of Node\'s that it exports', ({ other }) => {
    other('uses')
    const f = globalThis.__e.listeners('x')[0]
    return f().process.env.SECRET_TOKEN
  }, r({ inv: 4, exports: '() => ({ emitter: globalThis.__e = new (require("events"))() })' })),
  a('the environment, by what a neighbour puts in a table that it exports', ({ other }) => {
    other('uses')
    const f = globalThis.__m.get('x')
    return f().process.env.SECRET_TOKEN
  }, r({ inv: 4, exports: '() => ({ table: globalThis.__m = new (class Table extends Map {})() })' })),
  a('the environment, by what a neighbour calls for each of a list that it exports', ({ other }) => {
    other('uses')
    return globalThis.__f().process.env.SECRET_TOKEN
  }, r({ inv: 4, exports: `() => {
    const each = { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: f => { globalThis.__f = f } }) }) }
    return { each }
  }` })),
]
