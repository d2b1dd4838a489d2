'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const { createRequire } = require('node:module')
const { join, sep } = require('node:path')
const test = require('node:test')
const { createFence, repolicy } = require('../policy/fence.js')
const { createViews } = require('../kernel/membrane.js')
const { buildGlobals } = require('./globals.js')
const { createModules } = require('./modules.js')

// wrapped is an extension of one file beside a folder that its policy lets it read and one that it does not.
function wrapped(t, mode = 'enforce') {
  const here = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), 'rf-json-')))
  t.after(() => fs.rmSync(here, { recursive: true }))
  for (const dir of ['ext', 'read', 'apart', 'read/folder.json']) fs.mkdirSync(join(here, dir))
  const main = join(here, 'ext', 'main.js')
  fs.writeFileSync(main, '')
  const policy = { schemaVersion: 1, extension: 'acme.toy', 'files.read': [join(here, 'read') + sep + '**'] }
  const fence = createFence({ extension: 'acme.toy', mode, policy, files: { 'main.js': {} } }, join(here, 'ext'), [])
  const noted = []
  fence.log.note = r => { if (r.e !== 'roots') noted.push([r.e, r.section ?? r.code, r.name ?? r.path ?? r.text].join(' ')) }
  const context = createModules(fence, { __proto__: null, core: { known: () => '' }, globals: { evalName: '' } })
  const write = (name, text) => {
    fs.writeFileSync(join(here, name), text)
    return join(here, name)
  }
  return { fence, here, noted, policy, write, require: context.requireFrom(main), node: createRequire(main) }
}
const said = f => {
  try {
    return f()
  } catch (e) {
    return [e.name, e.code, e.message]
  }
}

test('JSON of a folder that the policy reads is read, as in Node', t => {
  const e = wrapped(t)
  const file = e.write('read/tmp1.json', '\ufeff{"tests": 2, "main": "x", "__proto__": {"a": 1}}')
  const value = e.require(file)
  assert.deepStrictEqual(value, e.node(file))
  assert.strictEqual(Object.getPrototypeOf(value), Object.prototype)
  assert.strictEqual(e.require(file.slice(0, -5)), value)
  assert.deepStrictEqual([e.require.cache[file].exports === value, e.require.cache[file].loaded, e.require.cache[file].filename],
    [true, true, file])
  e.write('read/tmp1.json', '3')
  assert.strictEqual(e.require(file), value)
  delete e.require.cache[file]
  assert.strictEqual(e.require(file), 3)
  const broken = e.write('read/broken.json', '{"a":')
  assert.deepStrictEqual(said(() => e.require(broken)), said(() => e.node(broken)))
  assert.strictEqual(e.require.cache[broken], undefined)
  assert.deepStrictEqual(e.noted, [])
})

test('JSON that the policy does not read is not there, whatever leads to it', t => {
  const e = wrapped(t)
  const secret = e.write('apart/secret.json', '{"token": 1}')
  const gone = join(e.here, 'apart', 'gone.json')
  const shape = file => said(() => e.require(file)).slice(0, 2)
  assert.deepStrictEqual(shape(secret), ['Error', 'MODULE_NOT_FOUND'])
  assert.deepStrictEqual(shape(secret), shape(gone))
  fs.symlinkSync(secret, join(e.here, 'read', 'link.json'))
  assert.deepStrictEqual(shape(join(e.here, 'read', 'link.json')), ['Error', 'MODULE_NOT_FOUND'])
  assert.ok(e.noted.includes('denied files.read ' + secret))
})

test('what is no JSON by its name is code, and refused as before', t => {
  const e = wrapped(t)
  const code = e.write('read/code.js', 'module.exports = 1')
  fs.symlinkSync(code, join(e.here, 'read', 'code.json'))
  const refused = [code, join(e.here, 'read', 'code.json'), e.write('read/A.JSON', '1'), e.write('read/data.jsonc', '1'),
    e.write('read/data', '1'), join(e.here, 'read', 'folder.json')]
  e.write('read/folder.json/index.js', 'module.exports = 1')
  for (const file of refused) assert.match('' + said(() => e.require(file)), /RF_DENIED_FILE|MODULE_NOT_FOUND/, file)
  // What the extension makes of the table of kinds changes nothing.
  e.require.extensions['.js'] = e.require.extensions['.json']
  e.require.extensions['.json'] = () => { throw new Error('called') }
  e.require.extensions = { '.js': e.require.extensions['.json'] }
  assert.match('' + said(() => e.require(code)), /RF_DENIED_FILE/)
  assert.strictEqual(e.require(e.write('read/b.json', '4')), 4)
})

test('what was read stays no longer than the policy', t => {
  const e = wrapped(t)
  const file = e.write('read/tmp1.json', '7')
  assert.strictEqual(e.require(file), 7)
  repolicy(e.fence, { ...e.policy, 'files.read': [] })
  assert.strictEqual(said(() => e.require(file))[1], 'MODULE_NOT_FOUND')
})

test('observed, JSON is a file that was read, and no code', t => {
  const e = wrapped(t, 'observe')
  const file = e.write('apart/other.json', '8')
  assert.strictEqual(e.require(file), 8)
  assert.deepStrictEqual(e.noted, ['use files.read ' + file])
  e.fence.observe = false
  assert.strictEqual(said(() => e.require(file))[1], 'MODULE_NOT_FOUND')
})

test('JSON of the extension itself is that of the table', t => {
  const e = wrapped(t)
  assert.match('' + said(() => e.require(e.write('ext/new.json', '1'))), /RF_DENIED_FILE/)
})

test('a module says what required it: in a host somebody always did, in a child nobody the first', t => {
  for (const child of [false, true]) {
    const e = wrapped(t)
    e.fence.child = child
    e.fence.config.files = null
    e.write('ext/main.js', 'exports.own = module; exports.one = require("./one.js")')
    e.write('ext/one.js', 'exports.parent = module.parent; exports.program = !module.parent')
    const globals = buildGlobals(e.fence, createViews(), () => ({}))
    const context = createModules(e.fence, { __proto__: null, core: { known: () => '' }, globals })
    const { own, one } = context.loadFile(join(e.here, 'ext', 'main.js'), 'main', undefined).exports
    assert.deepStrictEqual([one.parent === own, one.program, own.children.length], [true, false, 1])
    assert.deepStrictEqual([!own.parent, own.parent === null, Object.keys(own.parent ?? {}).includes('filename')], [child, child, !child])
  }
})

test('code of a library that did not ship runs, fenced, where the policy lets code be loaded', t => {
  for (const load of [true, false]) {
    const e = wrapped(t)
    if (load) repolicy(e.fence, { ...e.policy, code: ['load'] })
    e.write('ext/main.js', 'module.exports = require')
    e.fence.config.files['main.js'] = { kind: 'cjs', edits: [] }
    const globals = buildGlobals(e.fence, createViews(), () => ({}))
    const context = createModules(e.fence, { __proto__: null, core: { known: () => '' }, globals })
    const { exports: require } = context.loadFile(join(e.here, 'ext', 'main.js'), 'main', undefined)
    e.write('read/part.js', 'exports.seven = 7')
    const library = e.write('read/library.js', 'exports.seven = require("./part").seven; exports.real = globalThis.process === process &&' +
      ' process.binding !== undefined; this.loads = f => import(f)')
    const code = e.write('read/module.mjs', 'export default 1')
    if (!load) {
      assert.match('' + said(() => require(library)), /RF_DENIED_FILE/)
      continue
    }
    const { seven, real } = require(library)
    assert.deepStrictEqual([seven, real], [7, false])
    assert.match('' + said(() => require(code)), /did not ship/)
    assert.match('' + said(() => require(e.write('apart/library.js', ''))), /MODULE_NOT_FOUND/)
    assert.match('' + said(() => require(e.write('ext/library.js', ''))), /RF_DENIED_FILE/)
  }
})
