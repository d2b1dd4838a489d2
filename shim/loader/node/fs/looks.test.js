'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const test = require('node:test')
const { createFence } = require('../../policy/fence.js')
const { buildFS } = require('./fs.js')
const { createViews } = require('../../kernel/membrane.js')
const table = require('../../policy/table.json')

const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'rf-looks-')))
for (const dir of ['ext', 'other', 'link']) fs.mkdirSync(path.join(root, dir))
const there = path.join(root, 'other', 'there.txt')
const gone = path.join(root, 'other', 'gone.txt')
const below = path.join(there, 'x')
fs.writeFileSync(there, 'x')
fs.symlinkSync(there, path.join(root, 'other', 'link'))
test.after(() => fs.rmSync(root, { recursive: true }))

function fenced(agents) {
  const fence = createFence({ extension: 'acme.tested', mode: 'enforce', level: 'shared',
    policy: { schemaVersion: 1, extension: 'acme.tested', modules: { fs: ['*'] }, 'files.read': ['${extension}/**'] } },
  path.join(root, 'ext'), [])
  fence.agents = agents
  const records = []
  fence.log.state.listener = r => { if (r.e === 'denied') records.push(r) }
  return { f: buildFS(fence, createViews(), table.modules.fs), records }
}

// what gives what an error says but for the name of the file.
const what = (e, file) => [e.code, e.errno, e.syscall, e.path, e.message.replace(file, '…').replace(' [RF_DENIED_CALL]', '')]
const real = f => { try { f() } catch (e) { return e } }

test('a look at what may not be read is answered like one at what is not there', async () => {
  for (const agents of [0, 1]) {
    const { f } = fenced(agents)
    for (const name of ['stat', 'lstat', 'access', 'readdir', 'realpath', 'readlink', 'opendir', 'statfs']) {
      const raw = what(real(() => fs[name + 'Sync'](gone)), gone)
      for (const file of [there, gone, below, path.join(root, 'other', 'link')]) {
        const answers = [real(() => f[name + 'Sync'](file)), await f.promises[name]?.(file).catch(e => e),
          await new Promise(r => { f[name](file, r) })]
        for (const e of answers) {
          if (e === undefined) continue
          raw[3] = file
          // Node itself says another call for the one, and no path in the other's message.
          if (name !== 'realpath' && name !== 'opendir') assert.deepStrictEqual(what(e, file), raw, name + ' ' + agents)
          assert.strictEqual(e.code, 'ENOENT')
          assert.strictEqual(e.ringfence, 'RF_DENIED_CALL')
        }
      }
    }
    for (const file of [there, gone]) {
      assert.strictEqual(f.existsSync(file), false)
      assert.strictEqual(f.statSync(file, { throwIfNoEntry: false }), undefined)
      assert.strictEqual(f.lstatSync(file, { throwIfNoEntry: false, bigint: true }), undefined)
      assert.throws(() => f.statSync(file, { throwIfNoEntry: true }), { code: 'ENOENT' })
    }
  }
})

test('what is read, opened or written is refused, and the log tells a look from that', () => {
  const { f, records } = fenced(0)
  for (const file of [there, gone]) {
    assert.throws(() => f.readFileSync(file), { code: 'EACCES' })
    assert.throws(() => f.openSync(file), { code: 'EACCES' })
    assert.throws(() => f.writeFileSync(file, ''), { code: 'EACCES' })
    assert.throws(() => f.unlinkSync(file), { code: 'EACCES' })
  }
  assert.throws(() => f.statSync(path.join(root, 'other')), { code: 'ENOENT' })
  assert.deepStrictEqual(records.map(r => [r.path === there, r.section, r.look]), [[true, 'files.read', undefined],
    [true, 'files.write', undefined], [false, 'files.read', true], [false, 'files.write', undefined], [false, 'files.read', true]])
})

test('where the process was started is there, with the folders above, and what lies in it is not said', () => {
  const { f } = fenced(0)
  const at = process.cwd()
  assert.strictEqual(f.statSync(at).isDirectory(), true)
  assert.strictEqual(f.existsSync(path.dirname(at)), true)
  const here = fs.readdirSync(at)[0]
  assert.strictEqual(f.existsSync(path.join(at, here)), false)
  assert.throws(() => f.readdirSync(at), { code: 'ENOENT' })
  assert.strictEqual(f.existsSync(at + '-beside'), false)
})

// What an extension sees of a file that it tries to read in a folder above its own: a formatter reads the
// .editorconfig of each.
test('a file that is tried in a folder above is absent, whether or not it is there, and the log tells the one that is', async () => {
  const { f, records } = fenced(0)
  const kept = path.join(root, '.editorconfig')
  const none = path.join(root, '.prettierrc')
  const secret = path.join(root, '.netrc')
  for (const file of [kept, secret]) fs.writeFileSync(file, 'x')
  for (const file of [kept, none]) {
    const answers = [real(() => f.readFileSync(file)), real(() => f.openSync(file)), await f.promises.readFile(file).catch(e => e),
      await new Promise(r => { f.readFile(file, r) }), real(() => f.createReadStream(file))]
    for (const e of answers) assert.deepStrictEqual(what(e, file), what(real(() => fs.readFileSync(none)), none).with(3, file))
    assert.throws(() => f.writeFileSync(file, ''), { code: 'EACCES' })
  }
  assert.deepStrictEqual(records.filter(r => r.section === 'files.read').map(r => [path.basename(r.path), r.look]),
    [['.editorconfig', undefined], ['.prettierrc', true]])
  assert.throws(() => f.readFileSync(path.join(root, 'other', '.editorconfig')), { code: 'EACCES' })
  const policy = { schemaVersion: 1, extension: 'acme.tested', modules: { fs: ['*'] } }
  const places = [{ of: 'logins', pattern: '**/.netrc/**', read: true }]
  const fence = createFence({ extension: 'acme.tested', mode: 'enforce', level: 'shared', policy }, path.join(root, 'ext'), places)
  assert.throws(() => buildFS(fence, createViews(), table.modules.fs).readFileSync(secret), { code: 'EACCES' })
})
