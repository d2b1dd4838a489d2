'use strict'

const assert = require('node:assert')
const { execFileSync } = require('node:child_process')
const path = require('node:path')
const test = require('node:test')

// In a process of its own: load, poison what an extension can reach, match.
const script = `
'use strict'
const fs = require('node:fs')
const { answer } = require(${JSON.stringify(path.join(__dirname, 'testdata', 'answer.js'))})
const pattern = require(${JSON.stringify(path.join(__dirname, 'index.js'))})
const log = fs.writeSync.bind(fs, 1)
const { apply, defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect

// Every method and getter that an extension could replace notes its name while
// the trap is armed, and works on.
const touched = { __proto__: null }
let armed = false
function poison(name, owner) {
  for (const key of ownKeys(owner)) {
    const d = getOwnPropertyDescriptor(owner, key)
    if (!d.configurable || key === 'constructor') continue
    const label = name + '.' + String(key)
    if (typeof d.value === 'function') {
      const real = d.value
      defineProperty(owner, key, { ...d, value: function (...args) { if (armed) touched[label] = true; return apply(real, this, args) } })
    } else if (d.get) {
      const real = d.get
      defineProperty(owner, key, { ...d, get() { if (armed) touched[label] = true; return apply(real, this, []) } })
    }
  }
}

const scope = () => pattern.createScope('win32', ['workspace', 'config:a.b'], [['C:\\\\w'], ['git', 'C:\\\\x']])
const work = () => {
  const s = scope()
  let n = 0
  const note = ok => { if (ok) n++ }
  const p = pattern.parsePath('win32', '\${workspace}/re:[A-z]+/(x|e?y{2,3})')
  note(p !== null && pattern.matchPath(s, p, pattern.canonical('win32', 'C:\\\\W\\\\Abc\\\\eyy', false)))
  const g = pattern.parsePath('darwin', '/caf\\u00e9/**/*x')
  note(g !== null && pattern.matchPath(pattern.createScope('darwin', [], []), g, pattern.canonical('darwin', '/CAFE\\u0301/a/yx', false)))
  note(pattern.canonical('win32', 'C:\\\\w\\\\a:b', false) === null)
  const a = pattern.parseAddress('posix', 'https://*.a.com/v1/**')
  note(pattern.matchAddress(s, a, { scheme: 'https', host: 'B.a.com', port: 443, path: '/v1/%41', socket: '', pipe: '' }))
  note(pattern.canonicalHost('::ffff:127.1') === null && pattern.canonicalHost('0x7f.1') === '127.0.0.1' &&
    pattern.canonicalHost('1::8') === '1::8')
  const c = pattern.parseCommand('win32', 'git', ['a*', '--x=\${workspace}/**', '...'])
  note(pattern.matchCommand(s, c, 'GIT.exe', ['ab', '--x=c:/w/d', 'more']))
  const d = pattern.parseCommand('win32', '\${config:a.b}', [])
  note(pattern.matchCommand(s, d, 'git', []))
  const l = pattern.parseShell('npm run *')
  note(pattern.matchShell(l, 'npm run a') && !pattern.matchShell(l, 'npm run a;b'))
  const e = pattern.parseEnv('GIT_*')
  note(pattern.matchEnv('win32', e, 'git_dir'))
  return n
}
const before = work()
for (const [name, value] of Object.entries({
  String, Array, RegExp, Number, Object, Function, Map, Set, Symbol, Int32Array, Reflect, JSON, Math, Promise,
})) {
  if (value.prototype) poison(name + '.prototype', value.prototype)
  poison(name, value)
}
poison('TypedArray.prototype', Object.getPrototypeOf(Int32Array.prototype))
poison('ArrayIterator', Object.getPrototypeOf([][Symbol.iterator]()))
poison('StringIterator', Object.getPrototypeOf(''[Symbol.iterator]()))
for (const i of [0, 1, 2, 3]) {
  defineProperty(Array.prototype, i, {
    configurable: true, set() { if (armed) touched['Array.prototype[' + i + '] set'] = true },
    get() { if (armed) touched['Array.prototype[' + i + '] get'] = true },
  })
}
for (const k of ['socket', 'pipe', 'host', 'path', 'all', 'start', 'set', 'subs', 'rest', 'any']) {
  defineProperty(Object.prototype, k, {
    configurable: true, get() { if (armed) touched['Object.prototype.' + k] = true },
    set() { if (armed) touched['Object.prototype.' + k + ' set'] = true },
  })
}
armed = true
const after = work()
armed = false
log(before + ' ' + after + '\\n')
for (const t in touched) log(t + '\\n')
`

test('nothing of the realm is looked up after loading', () => {
  const out = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })
  const [counts, ...touched] = out.trim().split('\n')
  assert.deepStrictEqual(touched, [])
  assert.strictEqual(counts, '9 9')
})

// The mirror: the trap sees what it is meant to see.
test('a method of a prototype is noticed', () => {
  const clumsy = script.replace('return n\n}', "if ('a'.charCodeAt(0) && [1].length) n += 0; return n\n}")
  const out = execFileSync(process.execPath, ['-e', clumsy], { encoding: 'utf8' })
  assert.match(out, /String\.prototype\.charCodeAt/)
})
