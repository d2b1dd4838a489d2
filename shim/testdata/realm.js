'use strict'

// Says what another extension can notice of a loader at level shared:
//
//   node realm.js LOADED      LOADED: a fenced extension
//
// Every property of what the language, the web platform and the modules below give is
// described before and after, and what is described otherwise is used as programs do.

const START = [
  'events', 'stream', 'buffer', 'util', 'url', 'async_hooks', 'worker_threads', 'string_decoder', 'timers', 'net', 'http', 'fs',
  'child_process', 'readline',
].map(m => [m, require('node:' + m)])
const LEFT = new Set([globalThis.process, globalThis.console, module, require])

// objects gives [name, object] of all that can be reached without calling anything.
function objects() {
  const seen = new Set()
  const out = []
  const visit = (name, v, depth) => {
    if (v === null || (typeof v !== 'object' && typeof v !== 'function') || seen.has(v) || LEFT.has(v) || depth > 4) return
    seen.add(v)
    out.push([name, v])
    for (const key of Reflect.ownKeys(v)) {
      const d = Reflect.getOwnPropertyDescriptor(v, key)
      const at = name + (typeof key === 'symbol' ? `[${key.description}]` : '.' + key)
      if ('value' in d) visit(at, d.value, depth + 1)
    }
    visit(name + '.__proto__', Reflect.getPrototypeOf(v), depth + 1)
  }
  visit('globalThis', globalThis, 0)
  for (const [name, m] of START) visit(name, m, 0)
  for (const [name, v] of [
    ['ArrayIterator', [][Symbol.iterator]()], ['MapIterator', new Map()[Symbol.iterator]()], ['function', () => {}],
    ['async function', async () => {}], ['generator', function * () {}], ['async generator', async function * () {}],
  ]) visit(name, Reflect.getPrototypeOf(v), 1)
  return out
}

const told = new Map()
for (const [name, v] of objects()) told.set(v, {
  name, extensible: Reflect.isExtensible(v), keys: new Map(Reflect.ownKeys(v).map(k => [k, Reflect.getOwnPropertyDescriptor(v, k)])),
})

require(process.argv[2])

const strict = f => { try { return f() } catch { return false } }
const out = { closed: [], fixed: [], unassignable: [], unreplaceable: [], added: [], gone: [], otherwise: [] }
for (const [v, was] of told) {
  if (was.extensible && !Reflect.isExtensible(v)) out.closed.push(was.name)
  for (const key of Reflect.ownKeys(v)) if (!was.keys.has(key)) out.added.push(was.name + '.' + String(key))
  for (const [key, d] of was.keys) {
    const name = was.name + (typeof key === 'symbol' ? `[${key.description}]` : '.' + key)
    const now = Reflect.getOwnPropertyDescriptor(v, key)
    if (now === undefined) { out.gone.push(name); continue }
    const same = Object.keys({ ...d, ...now }).every(k => Object.is(d[k], now[k]))
    if (same) continue
    if (d.configurable && !now.configurable) out.fixed.push(name)
    const data = 'value' in d
    // What it is stays what it was: the same, or something that says of itself what it said.
    const is = 'value' in now ? now.value : now.get === undefined ? undefined : strict(() => Reflect.apply(now.get, v, []))
    const alike = typeof is === 'function' && typeof d.value === 'function' && is.name === d.value.name && is.length === d.value.length
    if (data && !Object.is(is, d.value) && !alike) out.otherwise.push(name)
    if (d.enumerable !== now.enumerable) out.otherwise.push(name)
    if (!data || !d.writable) continue
    const heir = Object.create(v)
    if (!strict(() => { heir[key] = 1; return Object.hasOwn(heir, key) && heir[key] === 1 })) out.unassignable.push(name)
    // Replacing and putting back, as programs that patch do.
    const f = typeof is === 'function' ? function (...args) { return Reflect.apply(is, this, args) } : 1
    if (!strict(() => { v[key] = f; const done = v[key] === f; v[key] = is; return done && v[key] === is })) out.unreplaceable.push(name)
  }
}
console.log(JSON.stringify(out))
