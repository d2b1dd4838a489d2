'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const test = require('node:test')
const { createPaths, readPath } = require('./paths.js')

const dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'rf-paths-')))
test.after(() => fs.rmSync(dir, { recursive: true }))
fs.mkdirSync(dir + '/a')
fs.writeFileSync(dir + '/a/f', '')
fs.symlinkSync(dir + '/a', dir + '/link')
fs.symlinkSync(dir + '/a/f', dir + '/file')
fs.symlinkSync(dir + '/nowhere', dir + '/broken')

test('links are resolved in folders and at the end', () => {
  const p = createPaths()
  assert.strictEqual(p.onDisk(dir + '/link/f', true).real, dir + '/a/f')
  assert.strictEqual(p.onDisk(dir + '/file', true).real, dir + '/a/f')
  assert.strictEqual(p.onDisk(dir + '/link/../a/f', true).real, dir + '/a/f')
})

test('a link itself stays what it is for what acts on links', () => {
  assert.strictEqual(createPaths().onDisk(dir + '/file', false).real, dir + '/file')
})

test('a link that leads nowhere is where it leads', () => {
  assert.strictEqual(createPaths().onDisk(dir + '/broken', true).real, dir + '/nowhere')
})

test('a file that is not there lies in the folder that is', () => {
  assert.strictEqual(createPaths().onDisk(dir + '/link/new/deep', true).real, dir + '/a/new/deep')
})

test('a folder that became a link is seen after the cache is dropped', () => {
  const p = createPaths()
  fs.mkdirSync(dir + '/swap')
  assert.strictEqual(p.onDisk(dir + '/swap/f', true).real, dir + '/swap/f')
  fs.rmdirSync(dir + '/swap')
  fs.symlinkSync(dir + '/a', dir + '/swap')
  p.dropCache()
  assert.strictEqual(p.onDisk(dir + '/swap/f', true).real, dir + '/a/f')
})

test('paths come as strings, addresses and bytes, and as nothing else', () => {
  assert.strictEqual(readPath('/a'), '/a')
  assert.strictEqual(readPath(new URL('file:///a%20b')), '/a b')
  assert.strictEqual(readPath(Buffer.from('/a')), '/a')
  for (const bad of ['', 'a\0b', 1, null, undefined, {}, { toString: () => '/a' }, new URL('http://a/'), Buffer.from([0xff]), [47]]) {
    assert.strictEqual(readPath(bad), null)
  }
})

test('a path with nothing to do in it is taken as it is, and any other is resolved', () => {
  const p = createPaths()
  for (const [given, want] of [['/a/f', '/a/f'], ['//a//f', '/a/f'], ['/a/./f', '/a/f'], ['/a/../a/f', '/a/f'], ['/a/f/', '/a/f'],
      ['/link/.x', '/a/.x'], ['/a/..', '']]) {
    assert.strictEqual(p.onDisk(dir + given, true).real, dir + want, given)
  }
  assert.strictEqual(p.onDisk('/', true).real, '/')
})

test('what was known is forgotten after a millisecond, and a link in the last place at once', () => {
  const dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'rf-stale-')))
  fs.mkdirSync(dir + '/a')
  fs.mkdirSync(dir + '/b')
  fs.writeFileSync(dir + '/a/f', 'a')
  fs.writeFileSync(dir + '/b/f', 'b')
  const paths = createPaths()
  assert.strictEqual(paths.onDisk(dir + '/a/f', true).real, dir + '/a/f')
  assert.strictEqual(paths.seen(dir + '/a/f').size, 1)
  assert.strictEqual(paths.seen(dir + '/a/f'), undefined)
  fs.rmSync(dir + '/a/f')
  fs.symlinkSync(dir + '/b/f', dir + '/a/f')
  assert.strictEqual(paths.onDisk(dir + '/a/f', true).real, dir + '/b/f')
  assert.strictEqual(paths.seen(dir + '/a/f'), undefined)
  fs.renameSync(dir + '/a', dir + '/old')
  fs.symlinkSync(dir + '/b', dir + '/a')
  for (const t = Date.now(); Date.now() < t + 2;);
  assert.strictEqual(paths.onDisk(dir + '/a/f', true).real, dir + '/b/f')
  assert.strictEqual(paths.onDisk(dir + '/a', false).real, dir + '/a')
  fs.rmSync(dir, { recursive: true })
})
