'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const { join } = require('node:path')
const test = require('node:test')
const { createViews } = require('../kernel/membrane.js')
const { createFence } = require('../policy/fence.js')
const { buildChild } = require('./child.js')

test('a folder that a child may not stand in is named, and so is an option that cannot be read', () => {
  const here = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), 'rf-child-')))
  const policy = { schemaVersion: 1, extension: 'acme.toy', modules: { child_process: ['*'] },
    processes: [{ command: 'true', args: [] }], 'files.read': ['${tmp}/' + here.split('/').pop() + '/in/**'] }
  for (const name of ['in', 'out']) fs.mkdirSync(join(here, name))
  const fence = createFence({ extension: 'acme.toy', mode: 'enforce', policy, roots: {} }, join(here, 'ext'), [])
  const child = buildChild(fence, createViews(), join(here, 'loader.cjs'))
  assert.strictEqual(child.spawnSync('true', [], { cwd: join(here, 'in') }).status, 0)
  const { error } = child.spawnSync('true', [], { cwd: join(here, 'out') })
  assert.deepStrictEqual([error.code, error.path, error.message],
    ['EACCES', join(here, 'out'), "EACCES: permission denied, chdir '" + join(here, 'out') + "' [RF_DENIED_CALL]"])
  assert.match(child.spawnSync('true', [], { cwd: 7 }).error.message, /"options\.cwd"/)
  assert.match(child.spawnSync('true', [], { stdio: {} }).error.message, /"options\.stdio"/)
  fs.rmSync(here, { recursive: true })
})

test('a program keeps its own name behind a link that the extension made, and no signal opens a debugger', () => {
  const here = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), 'rf-child-')))
  const tool = join(here, 'tool.sh')
  fs.writeFileSync(tool, '#!/bin/sh\necho "$0"\n', { mode: 0o755 })
  fs.mkdirSync(join(here, 'ext'))
  fs.mkdirSync(join(here, 'bin'))
  for (const dir of ['ext', 'bin']) fs.symlinkSync(tool, join(here, dir, 'other'))
  const policy = { schemaVersion: 1, extension: 'acme.toy', modules: { child_process: ['*'] },
    processes: [{ command: tool, args: [] }, { command: 'sleep', args: ['9'] }], 'files.write': [join(here, 'ext') + '/**'] }
  const fence = createFence({ extension: 'acme.toy', mode: 'enforce', policy, roots: {} }, join(here, 'x'), [])
  const child = buildChild(fence, createViews(), join(here, 'loader.cjs'))
  assert.strictEqual(child.spawnSync(join(here, 'ext', 'other')).stdout.toString(), tool + '\n')
  for (const killSignal of ['SIGUSR1', 'sigusr1', os.constants.signals.SIGUSR1]) {
    assert.match(child.spawnSync('sleep', ['9'], { killSignal, timeout: 50 }).error.message, /SIGUSR1/)
  }
  const sleeper = child.spawn('sleep', ['9'])
  assert.throws(() => sleeper.kill('SIGUSR1'), /SIGUSR1/)
  assert.ok(sleeper.kill())
  fs.rmSync(here, { recursive: true })
})
