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

const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'rf-streams-')))
for (const dir of ['ext', 'ext/a', 'ext/a/b', 'other']) fs.mkdirSync(path.join(root, dir))
const at = (...parts) => path.join(root, ...parts)
fs.writeFileSync(at('ext', 'own.txt'), 'own')
fs.writeFileSync(at('other', 'secret.txt'), 'secret')
test.after(() => fs.rmSync(root, { recursive: true }))

const f = buildFS(createFence({ extension: 'acme.tested', mode: 'enforce', level: 'shared',
  policy: { schemaVersion: 1, extension: 'acme.tested', modules: { fs: ['*'] }, 'files.read': ['${extension}/**'],
    'files.write': ['${extension}/**'] } },
at('ext'), []), createViews(), table.modules.fs)

test('a stream reads a number that the extension opened, and closes it', async () => {
  const fd = f.openSync(at('ext', 'own.txt'))
  let text = ''
  for await (const piece of f.createReadStream('', { fd })) text += piece
  assert.strictEqual(text, 'own')
  assert.throws(() => f.readSync(fd, Buffer.alloc(1)), { code: 'EBADF' })
  const kept = f.openSync(at('ext', 'own.txt'))
  for await (const piece of f.createReadStream('', { fd: kept, autoClose: false })) text += piece
  assert.strictEqual(text, 'ownown')
  f.closeSync(kept)
})

test('a number that was closed is the next one\'s, and no stream of the extension\'s reads it', async () => {
  const fd = f.openSync(at('ext', 'own.txt'))
  const stream = f.createReadStream('', { fd, autoClose: false })
  await new Promise(ok => { stream.on('close', ok).destroy() })
  const next = fs.openSync(at('other', 'secret.txt'))
  assert.strictEqual(next, fd)
  assert.throws(() => f.readFileSync(fd), { code: 'EBADF' })
  fs.closeSync(next)
  const second = f.openSync(at('ext', 'own.txt'))
  const later = f.createReadStream('', { fd: second, autoClose: false })
  f.closeSync(second)
  const others = fs.openSync(at('other', 'secret.txt'))
  assert.strictEqual(others, second)
  const error = await new Promise(ok => { later.on('error', ok).on('data', d => ok('read ' + d)) })
  assert.strictEqual(error.code, 'EBADF')
  assert.strictEqual(String(fs.readFileSync(others)), 'secret')
  fs.closeSync(others)
})

test('what was opened while everything was observed is asked for again afterwards', async () => {
  const fence = createFence({ extension: 'acme.tested', mode: 'observe', level: 'shared', policy: { schemaVersion: 1,
    extension: 'acme.tested', modules: { fs: ['*'] }, 'files.read': ['${extension}/**'] } }, at('ext'), [])
  const g = buildFS(fence, createViews(), table.modules.fs)
  const secret = at('other', 'secret.txt')
  const [own, other, handle] = [g.openSync(at('ext', 'own.txt')), g.openSync(secret, 'r+'), await g.promises.open(secret)]
  assert.strictEqual(g.readFileSync(other, 'utf8'), 'secret')
  fence.observe = false
  assert.strictEqual(g.readFileSync(own, 'utf8'), 'own')
  assert.throws(() => g.readFileSync(other), { code: 'EBADF' })
  assert.throws(() => g.writeSync(other, 'mine'), { code: 'EBADF' })
  assert.throws(() => g.createReadStream('', { fd: other }))
  await assert.rejects(handle.readFile(), { code: 'EBADF' })
  assert.throws(() => handle.createReadStream(), { code: 'EBADF' })
  g.closeSync(other)
  await handle.close()
})

test('what the host writes to stays open', async () => {
  await new Promise(ok => { f.createWriteStream('', { fd: 2 }).end(ok) })
  assert.throws(() => f.closeSync(2))
  fs.fstatSync(2)
})

test('a link leads on from where it lies', () => {
  fs.symlinkSync(at('ext'), at('ext', 'a', 'b', 'up'))
  // Said to be below a/b/up, it lies in ext: two folders up is beside the extension's.
  assert.throws(() => f.symlinkSync('../../other/secret.txt', at('ext', 'a', 'b', 'up', 'new')), { code: 'EACCES' })
  assert.throws(() => f.symlinkSync('a/b/up/../../other/secret.txt', at('ext', 'new')))
  assert.ok(!fs.existsSync(at('ext', 'new')))
  f.symlinkSync('../own.txt', at('ext', 'a', 'link'))
  assert.strictEqual(f.readFileSync(at('ext', 'a', 'link'), 'utf8'), 'own')
})

test('a folder is watched from when it was asked for', async () => {
  fs.mkdirSync(at('ext', 'watched'))
  const changes = f.promises.watch(at('ext', 'watched'))
  fs.renameSync(at('ext', 'watched'), at('ext', 'moved'))
  fs.symlinkSync(at('other'), at('ext', 'watched'))
  fs.writeFileSync(at('other', 'heard.txt'), '')
  fs.writeFileSync(at('ext', 'moved', 'mine.txt'), '')
  const names = []
  for await (const { filename } of changes) {
    names.push(filename)
    if (filename === 'mine.txt') break
  }
  assert.ok(!names.includes('heard.txt'), names.join())
})
