'use strict'

const test = require('node:test')
const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { createPins, possible } = require('./fdpins.js')

const here = () => fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'rf-pins-')))
const at = real => ({ real, canonical: real })
// What a pin asks anew is where it was; what a descriptor says elsewhere is denied.
const pinsOf = real => createPins(() => ({ at: at(real), error: null }), () => new Error('denied'))

test('a pinned file stays the file when its name becomes another', { skip: !possible() }, () => {
  const dir = here()
  const file = path.join(dir, 'f')
  fs.writeFileSync(file, 'asked for')
  fs.writeFileSync(path.join(dir, 'other'), 'other')
  const pins = pinsOf(file)
  const { path: name, exists } = pins.object(0, at(file))
  fs.unlinkSync(file)
  fs.symlinkSync(path.join(dir, 'other'), file)
  assert.strictEqual(exists, true)
  assert.strictEqual(fs.readFileSync(name, 'utf8'), 'asked for')
  assert.strictEqual(fs.readFileSync(file, 'utf8'), 'other')
  pins.close()
  fs.rmSync(dir, { recursive: true })
})

test('below a file the system itself says that it is no folder', { skip: !possible() }, () => {
  const dir = here()
  const file = path.join(dir, 'f', 'g', 'h')
  fs.writeFileSync(path.join(dir, 'f'), '')
  const pins = pinsOf(file)
  for (const name of [pins.object(0, at(file)).path, pins.name(0, at(file))]) {
    let error
    try { fs.statSync(name) } catch (e) { error = pins.told(e) }
    assert.deepStrictEqual([error.code, error.path], ['ENOTDIR', file])
    // What stands there later was not asked for.
    fs.rmSync(path.join(dir, 'f'), { recursive: true })
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, 'came later')
    assert.throws(() => fs.readFileSync(name), { code: 'ENOTDIR' })
    fs.rmSync(path.join(dir, 'f'), { recursive: true })
    fs.writeFileSync(path.join(dir, 'f'), '')
  }
  // The mirror: below a folder it is a file that is not there.
  assert.throws(() => fs.statSync(pins.object(0, at(path.join(dir, 'none', 'h'))).path), { code: 'ENOENT' })
  pins.close()
  fs.rmSync(dir, { recursive: true })
})

test('what is not there stays away when something comes', { skip: !possible() }, () => {
  const dir = here()
  const file = path.join(dir, 'none')
  const pins = pinsOf(file)
  const { path: name, exists } = pins.object(0, at(file))
  fs.writeFileSync(file, 'came later')
  assert.strictEqual(exists, false)
  let error
  try { fs.readFileSync(name) } catch (e) { error = pins.told(e) }
  assert.strictEqual(error.code, 'ENOENT')
  assert.strictEqual(error.path, file)
  assert.ok(!error.message.includes('/proc/') && !error.stack.includes('/proc/'))
  pins.close()
  fs.rmSync(dir, { recursive: true })
})

test('a folder that became a link is asked for where it leads, and denied', { skip: !possible() }, () => {
  const dir = here()
  fs.mkdirSync(path.join(dir, 'out'))
  fs.symlinkSync(path.join(dir, 'out'), path.join(dir, 'd'))
  const file = path.join(dir, 'd', 'f')
  fs.writeFileSync(file, '')
  assert.throws(() => pinsOf(file).object(0, at(file)), /denied/)
  // For a name in it there is nothing to put it into.
  assert.throws(() => fs.writeFileSync(pinsOf(file).name(0, at(file)), 'x'), { code: 'ENOENT' })
  // The mirror: the same by its own path.
  const real = path.join(dir, 'out', 'f')
  const pins = pinsOf(real)
  assert.strictEqual(fs.realpathSync(pins.object(0, at(real)).path), real)
  pins.close()
  fs.rmSync(dir, { recursive: true })
})
