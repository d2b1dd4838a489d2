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

const linux = { skip: process.platform === 'win32' }
const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'rf-fastpath-')))
const inside = path.join(root, 'ext')
const secret = path.join(root, 'secret.txt')
fs.mkdirSync(inside)
fs.writeFileSync(secret, 'secret')
test.after(() => fs.rmSync(root, { recursive: true }))

function fenced() {
  const fence = createFence({ extension: 'acme.tested', mode: 'enforce', level: 'shared',
    policy: { schemaVersion: 1, extension: 'acme.tested', modules: { fs: ['*'] }, 'files.read': ['${extension}/**'] } }, inside, [])
  return { fence, fs: buildFS(fence, createViews(), table.modules.fs) }
}
const later = () => { const t = Date.now(); while (Date.now() < t + 2) continue }

test('what was allowed and is there is read, looked at and found again', () => {
  const file = path.join(inside, 'a.txt')
  fs.writeFileSync(file, 'one')
  const f = fenced().fs
  for (let i = 0; i < 3; i++) {
    assert.strictEqual(f.readFileSync(file, 'utf8'), 'one')
    assert.strictEqual(f.readFileSync(file).length, 3)
    assert.strictEqual(f.statSync(file).size, 3)
    assert.ok(f.existsSync(file))
  }
  fs.rmSync(file)
  assert.throws(() => f.readFileSync(file, 'utf8'), { code: 'ENOENT' })
  assert.throws(() => f.statSync(file), { code: 'ENOENT' })
  assert.ok(!f.existsSync(file))
})

test('a link that takes the place of what was allowed leads nowhere it may not', linux, () => {
  const file = path.join(inside, 'b.txt')
  fs.writeFileSync(file, 'mine')
  const f = fenced().fs
  for (let i = 0; i < 3; i++) assert.ok(f.readFileSync(file, 'utf8') === 'mine' && f.statSync(file).size === 4 && f.existsSync(file))
  fs.rmSync(file)
  fs.symlinkSync(secret, file)
  assert.throws(() => f.readFileSync(file, 'utf8'), { ringfence: 'RF_DENIED_CALL' })
  assert.throws(() => f.statSync(file), { ringfence: 'RF_DENIED_CALL' })
  assert.ok(!f.existsSync(file))
  // The mirror: one that leads to what may be read is followed.
  fs.rmSync(file)
  fs.writeFileSync(path.join(inside, 'c.txt'), 'other')
  fs.symlinkSync(path.join(inside, 'c.txt'), file)
  assert.strictEqual(f.readFileSync(file, 'utf8'), 'other')
  assert.strictEqual(f.statSync(file).size, 5)
})

test('a folder that becomes a link is seen a moment later', linux, () => {
  const dir = path.join(inside, 'dir')
  fs.mkdirSync(dir)
  fs.writeFileSync(path.join(dir, 'secret.txt'), 'mine')
  const f = fenced().fs
  const file = path.join(dir, 'secret.txt')
  assert.strictEqual(f.readFileSync(file, 'utf8'), 'mine')
  fs.rmSync(dir, { recursive: true })
  fs.symlinkSync(root, dir)
  later()
  assert.throws(() => f.readFileSync(file, 'utf8'), { ringfence: 'RF_DENIED_CALL' })
  assert.throws(() => f.statSync(file), { ringfence: 'RF_DENIED_CALL' })
})

test('what was read is asked for again under another trust, and what is no text is not taken for one', () => {
  const file = path.join(inside, 'd.txt')
  fs.writeFileSync(file, 'text')
  const { fence, fs: f } = fenced()
  assert.strictEqual(f.readFileSync(file, 'utf8'), 'text')
  fence.policy.grants.length = 0
  assert.strictEqual(f.readFileSync(file, 'utf8'), 'text')
  fence.trusted = false
  assert.throws(() => f.readFileSync(file, 'utf8'))
  assert.throws(() => f.statSync(file))
  assert.ok(!f.existsSync(file) && !f.existsSync(''))
  assert.throws(() => f.readFileSync({ toString: () => file }, 'utf8'))
})
