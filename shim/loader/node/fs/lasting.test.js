'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const test = require('node:test')
const { createFence, rescope, setRoot } = require('../../policy/fence.js')
const { settle } = require('../../policy/lasting.js')
const { buildFS } = require('./fs.js')
const { createViews } = require('../../kernel/membrane.js')
const table = require('../../policy/table.json')

const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'rf-lasting-')))
for (const dir of ['ext', 'ext/work', 'other']) fs.mkdirSync(path.join(root, dir))
const own = path.join(root, 'ext', 'work')
const other = path.join(root, 'other')
fs.writeFileSync(path.join(other, 'secret.txt'), 'x')
fs.writeFileSync(path.join(own, 'mine.txt'), 'x')
test.after(() => fs.rmSync(root, { recursive: true }))

// observed is the fs of an extension that is observed.
function observed() {
  const fence = createFence({ extension: 'acme.tested', mode: 'observe', level: 'shared', policy: { schemaVersion: 1,
    extension: 'acme.tested', modules: { fs: ['*'] }, 'files.read': ['${extension}/work/**'], 'files.write': ['${extension}/work/**'] } },
  path.join(root, 'ext'), [])
  return { fence, f: buildFS(fence, createViews(), table.modules.fs) }
}

test('a file elsewhere gets no second name while everything is observed', async () => {
  for (const agents of [0, 1]) {
    const { f, fence } = observed()
    fence.agents = agents
    const name = path.join(own, 'link' + agents)
    assert.strictEqual(f.readFileSync(path.join(other, 'secret.txt'), 'utf8'), 'x')
    for (const link of [f.linkSync, f.promises.link, (a, b) => new Promise((ok, no) => { f.link(a, b, e => (e ? no(e) : ok())) }),
      (a, b) => f.symlinkSync(a, b)]) {
      await assert.rejects(async () => link(path.join(other, 'secret.txt'), name), e => e.ringfence === 'RF_DENIED_CALL')
    }
    assert.strictEqual(fs.existsSync(name), false)
    f.linkSync(path.join(own, 'mine.txt'), name)
    f.symlinkSync(path.join(own, 'mine.txt'), name + '.soft')
    assert.strictEqual(f.readFileSync(name, 'utf8') + f.readFileSync(name + '.soft', 'utf8'), 'xx')
  }
})

test('a folder that may not be read any more tells nothing, and another goes on', async () => {
  const { f, fence } = observed()
  const heard = []
  const watchers = [f.watch(other, (_, name) => heard.push(name)), f.watch(own, { recursive: true }, (_, name) => heard.push(name))]
  // Both listeners hear what Node hears, some time later.
  const write = async (folder, name) => {
    fs.writeFileSync(path.join(folder, name), 'x')
    for (let i = 0; i < 100 && !heard.includes(name); i++) await new Promise(ok => { setTimeout(ok, 10) })
  }
  await write(other, 'before')
  assert.ok(heard.includes('before'))
  const changes = f.promises.watch(other)
  fence.observe = false
  await write(other, 'after')
  assert.strictEqual((await changes.next()).done, true)
  await write(own, 'granted')
  for (const w of watchers) w.close()
  assert.deepStrictEqual([heard.includes('after'), heard.includes('granted')], [false, true])
})

test('a file that was being opened when the time was over is asked for again', async () => {
  const { f, fence } = observed()
  const secret = path.join(other, 'secret.txt')
  const opening = f.promises.open(secret)
  const called = new Promise(ok => { f.open(secret, (_, fd) => ok(fd)) })
  fence.observe = false
  const [handle, fd] = [await opening, await called]
  await assert.rejects(handle.readFile(), { code: 'EBADF' })
  assert.throws(() => f.readFileSync(fd), { code: 'EBADF' })
  await handle.close()
  f.closeSync(fd)
})

// told gives what a stream says: what it read, or its error's code.
const told = s => new Promise(ok => {
  s.on('data', d => ok('' + d)).on('error', e => ok(e.code)).on('end', () => ok('')).on('close', () => ok('closed'))
})
const opened = s => new Promise(ok => s.on('open', ok))

test('a stream that was made while everything was observed reads and writes what the policy grants', async () => {
  const { f, fence } = observed()
  const streams = [f.createReadStream(path.join(other, 'secret.txt')), new f.ReadStream(path.join(other, 'secret.txt')),
    f.createReadStream(path.join(own, 'mine.txt'))]
  await Promise.all(streams.map(opened))
  const written = f.createWriteStream(path.join(other, 'written.txt'))
  await opened(written)
  const late = told(f.createReadStream(path.join(other, 'secret.txt')))
  fence.observe = false
  settle(fence)
  const [read, made, granted] = await Promise.all(streams.map(told))
  assert.deepStrictEqual([read, made, granted], ['EBADF', 'EBADF', 'x'])
  const failed = new Promise(ok => written.on('error', e => ok(e.code)))
  written.end('yes')
  assert.strictEqual(await failed, 'EBADF')
  assert.notStrictEqual(await late, 'x')
})

test('a handle that was opened while everything was observed is closed, with what was made of it', async () => {
  const { f, fence } = observed()
  fs.writeFileSync(path.join(other, 'mode.txt'), 'x', { mode: 0o600 })
  const handle = await f.promises.open(path.join(other, 'mode.txt'), 'r+')
  const mine = await f.promises.open(path.join(own, 'mine.txt'), 'r+')
  const s = told(handle.createReadStream())
  fence.observe = false
  await assert.rejects(handle.chmod(0o741))
  settle(fence)
  await new Promise(ok => { setTimeout(ok, 50) })
  assert.notStrictEqual(await s, 'x')
  assert.strictEqual(fs.statSync(path.join(other, 'mode.txt')).mode & 0o777, 0o600)
  await mine.chmod(0o640)
  assert.strictEqual((await mine.readFile('utf8')), 'x')
  await mine.close()
})

test('a folder that was opened while everything was observed is closed', async () => {
  const { f, fence } = observed()
  for (let i = 0; i < 9; i++) fs.writeFileSync(path.join(other, 'n' + i), '')
  const folders = [f.opendirSync(other, { bufferSize: 1 }), f.opendirSync(own, { bufferSize: 1 })]
  for (const d of folders) assert.notStrictEqual(d.readSync(), null)
  const each = folders[0][Symbol.asyncIterator]()
  fence.observe = false
  settle(fence)
  assert.throws(() => folders[0].readSync(), e => e.ringfence === 'RF_DENIED_CALL')
  await assert.rejects(each.next(), { code: 'ERR_DIR_CLOSED' })
  while (folders[1].readSync() !== null) { /* granted */ }
  folders[1].closeSync()
})

test('a blob that was opened while everything was observed reads what the policy grants', async () => {
  const { f, fence } = observed()
  const [read, granted] = [await f.openAsBlob(path.join(other, 'secret.txt'), { type: 'text/plain' }),
    await f.openAsBlob(path.join(own, 'mine.txt'))]
  const part = read.slice(0, 1)
  assert.deepStrictEqual([await read.text(), await part.text(), read.type, read.size, await granted.text()],
    ['x', 'x', 'text/plain', 1, 'x'])
  await assert.rejects(async () => f.openAsBlob(path.join(other, 'none.txt')))
  fence.observe = false
  settle(fence)
  await assert.rejects(read.text(), { name: 'NotReadableError' })
  await assert.rejects(part.text(), { name: 'NotReadableError' })
  assert.strictEqual(await granted.text(), 'x')
})

test('a second name that a program gave while everything was observed is looked at and taken away, and no more', async () => {
  const { f, fence } = observed()
  fs.mkdirSync(path.join(own, 'ws'), { recursive: true })
  setRoot(fence, 'workspace', [path.join(own, 'ws')])
  rescope(fence)
  fence.doubts = { before: null, doubted: undefined, from: Date.now() - 5000, until: undefined, found() {} }
  const [name, there, moved] = [path.join(own, 'name'), path.join(own, 'ws', 'name'), path.join(own, 'moved')]
  for (const n of [name, there]) fs.linkSync(path.join(other, 'secret.txt'), n)
  fs.writeFileSync(path.join(own, 'alone.txt'), 'x')
  assert.strictEqual(f.readFileSync(name, 'utf8'), 'x')
  fence.observe = false
  settle(fence)
  const denied = { code: 'EACCES', ringfence: 'RF_DENIED_CALL' }
  const no = g => assert.throws(g, e => e.code === denied.code && e.ringfence === denied.ringfence)
  for (let i = 0; i < 2; i++) {
    no(() => f.readFileSync(name))
    no(() => f.openSync(name, 'r+'))
    no(() => f.writeFileSync(there, 'y'))
    no(() => f.renameSync(name, moved))
    no(() => f.copyFileSync(name, moved))
    await assert.rejects(f.promises.readFile(name), denied)
  }
  // Package managers give names in the workspace.
  assert.strictEqual(f.readFileSync(there, 'utf8'), 'x')
  assert.strictEqual(f.statSync(name).size, 1)
  f.unlinkSync(name)
  f.unlinkSync(there)
  assert.strictEqual(f.readFileSync(path.join(own, 'alone.txt'), 'utf8'), 'x')
  // What had its names before is nobody's doing.
  fs.linkSync(path.join(own, 'alone.txt'), name)
  fence.doubts.from = Date.now() + 5000
  assert.strictEqual(f.readFileSync(name, 'utf8'), 'x')
  fs.rmSync(name)
})
