'use strict'

// The vscode object (invariant 10), inside VS Code's own extension host: what an extension exports, and what its neighbours
// hand to that. The neighbour (layout.js, "uses") is an honest one: it gives sloppy functions as everybody does, and evaluates nothing.

const { a } = require('./lib.js')

// environment is what a sloppy function that returns what it is called on leads to.
const environment = 'f => { const g = f(); return g && g.process ? g.process.env.SECRET_TOKEN : "no" }'
const withEnvironment = f => eval('(' + f.toString().replace('ENVIRONMENT', environment) + ')')
const exported = (name, exports, code) =>
  a('the environment, by ' + name, withEnvironment(code), { exports: exports.toString(), inv: 4, round: 6 })

module.exports = [
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
]
