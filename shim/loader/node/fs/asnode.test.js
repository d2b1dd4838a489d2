'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const test = require('node:test')
const { pathToFileURL } = require('node:url')
const { promisify } = require('node:util')
const { createFence } = require('../../policy/fence.js')
const { buildFS } = require('./fs.js')
const { createViews } = require('../../kernel/membrane.js')
const table = require('../../policy/table.json')

const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'rf-asnode-')))
fs.mkdirSync(path.join(root, 'ext'))
const file = path.join(root, 'ext', 'a.txt')
test.after(() => fs.rmSync(root, { recursive: true }))

const fence = createFence({ extension: 'acme.tested', mode: 'enforce', level: 'shared',
  policy: { schemaVersion: 1, extension: 'acme.tested', modules: { fs: ['*'] }, 'files.read': [root + '/**'],
    'files.write': [root + '/**'] } },
path.join(root, 'ext'), [])
const f = buildFS(fence, createViews(), table.modules.fs)

const said = e => [e.name, e.code, e.message.replace(/ \[ERR_.*$/, '')]
const thrown = g => {
  try {
    g()
  } catch (e) {
    return said(e)
  }
  return 'nothing'
}

test('wrong arguments fail as in Node: at once, by a callback too, or as a promise that is rejected', async () => {
  for (const name of ['stat', 'lstat', 'readFile', 'readdir', 'unlink', 'rmdir', 'mkdir', 'chmod', 'access', 'open', 'rm']) {
    for (const value of [undefined, 7.5, true, {}, 'a\0b']) {
      if (name === 'readFile' && value === 7.5) continue // a descriptor
      const more = name === 'chmod' ? [0o600] : []
      assert.deepStrictEqual(thrown(() => f[name + 'Sync'](value, ...more)), thrown(() => fs[name + 'Sync'](value, ...more)), name)
      assert.deepStrictEqual(thrown(() => f[name](value, ...more, () => {})), thrown(() => fs[name](value, ...more, () => {})), name)
      const rejected = await f.promises[name](value, ...more).then(() => 'nothing', said)
      assert.deepStrictEqual(rejected, await fs.promises[name](value, ...more).then(() => 'nothing', said), name)
    }
  }
  for (const value of [undefined, '', {}, -1]) {
    for (const name of ['close', 'fstat', 'fsync']) {
      assert.deepStrictEqual(thrown(() => f[name + 'Sync'](value)), thrown(() => fs[name + 'Sync'](value)), name)
      assert.deepStrictEqual(thrown(() => f[name](value, () => {})), thrown(() => fs[name](value, () => {})), name)
    }
  }
  assert.throws(() => f.exists(file), { code: 'ERR_INVALID_ARG_TYPE' })
  for (const name of ['statSync', 'readFileSync', 'readdirSync', 'unlinkSync', 'openSync']) {
    assert.deepStrictEqual(thrown(() => f[name]('')), thrown(() => fs[name]('')), name)
  }
  assert.throws(() => f.readFileSync(file, { flag: 'x' }), { code: 'ERR_INVALID_ARG_VALUE' })
})

test('a descriptor that is not the extension\'s is as one that is not open', () => {
  const other = fs.openSync(__filename, 'r')
  assert.throws(() => f.fstatSync(other), { code: 'EBADF', syscall: 'fstat' })
  assert.throws(() => f.readSync(other, Buffer.alloc(1)), { code: 'EBADF' })
  fs.closeSync(other)
  assert.throws(() => f.fstatSync(other), { code: 'EBADF', syscall: 'fstat' })
})

test('dates, views of bytes and what gives pieces of a file are what they are', async () => {
  f.writeFileSync(file, new DataView(new Uint8Array([97, 98]).buffer))
  assert.strictEqual(f.readFileSync(file, 'utf8'), 'ab')
  await f.promises.writeFile(file, (function* () { yield 'c'; yield 'd' })())
  assert.strictEqual(f.readFileSync(file, 'utf8'), 'cd')
  const when = new Date(2001, 1, 1)
  await f.promises.utimes(file, when, when)
  assert.strictEqual(f.statSync(file).mtimeMs, when.getTime())
  const fd = f.openSync(file, 'r')
  const { bytesRead, buffer } = await promisify(f.read)(fd, Buffer.alloc(2), 0, 2, 0)
  assert.deepStrictEqual([bytesRead, buffer.toString()], [2, 'cd'])
  const { buffers } = await promisify(f.readv)(fd, [Buffer.alloc(1)], 0)
  assert.strictEqual(buffers[0].toString(), 'c')
  f.closeSync(fd)
})

test('a path is text, bytes or an address, as second argument too', () => {
  for (const name of ['rename', 'link', 'copyFile', 'cp', 'symlink']) {
    for (const as of [to => to, to => Buffer.from(to), to => pathToFileURL(to)]) {
      const to = path.join(root, 'ext', 'to')
      fs.rmSync(to, { force: true })
      fs.writeFileSync(file, 'a')
      f[name + 'Sync'](file, as(to))
      assert.strictEqual(fs.readFileSync(to, 'utf8'), 'a', name)
    }
  }
})

test('options are read once, whatever carries them', () => {
  for (const o of [{}, [], new Uint8Array(1), new DataView(new ArrayBuffer(1)), new Date(0)]) {
    let n = 0
    Object.defineProperty(o, 'flag', { enumerable: true, get: () => (n++ < 1 ? 'r' : 'w+') })
    fs.writeFileSync(file, 'a')
    assert.strictEqual(String(f.readFileSync(file, o)), 'a')
    assert.strictEqual(n, 1)
  }
})

test('modes and times are changed by a descriptor that was opened to write', async () => {
  fs.writeFileSync(file, 'a')
  const { O_RDONLY, O_RDWR } = fs.constants
  for (const [flags, want] of [['r', 'EACCES'], ['r+', 'done'], ['a', 'done'], [O_RDONLY, 'EACCES'], [O_RDWR, 'done']]) {
    const fd = f.openSync(file, flags)
    const sync = thrown(() => f.fchmodSync(fd, 0o600))
    assert.strictEqual(sync === 'nothing' ? 'done' : sync[1], want, 'fchmodSync ' + flags)
    f.closeSync(fd)
    const later = await new Promise(ok => { f.open(file, flags, (_, fd) => ok(fd)) })
    const called = await new Promise(ok => { f.futimes(later, 1, 1, e => ok(e === null ? 'done' : e.code)) })
    f.closeSync(later)
    assert.strictEqual(called, want, 'futimes ' + flags)
    const handle = await f.promises.open(file, flags)
    assert.strictEqual(await handle.utimes(1, 1).then(() => 'done', e => e.code), want, 'utimes ' + flags)
    await handle.close()
  }
})

test('a file that was opened is closed without a line for that, what is not the extension\'s is not', async () => {
  const policy = { schemaVersion: 1, extension: 'acme.toy', modules: { fs: ['openSync', 'readSync'] }, 'files.read': ['${extension}/**'] }
  const own = buildFS(createFence({ extension: 'acme.toy', mode: 'enforce', policy }, __dirname, []), createViews(), table.modules.fs)
  const open = () => own.openSync(__filename)
  own.closeSync(open())
  assert.strictEqual(await new Promise(ok => { own.close(open(), ok) }), null)
  const other = fs.openSync(__filename)
  assert.throws(() => own.closeSync(other), { code: 'EBADF' })
  for (const fd of [1, 2]) assert.throws(() => own.closeSync(fd), { code: 'EACCES' })
  // The mirror: what has a line of its own is asked for.
  assert.throws(() => own.fsyncSync(open()), { code: 'EACCES' })
  fs.closeSync(other)
})
