'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const raw = require('node:child_process')
const { promisify } = require('node:util')
const { join } = require('node:path')
const test = require('node:test')
const { createViews } = require('../../kernel/membrane.js')
const { createFence } = require('../../policy/fence.js')
const { settle } = require('../../policy/lasting.js')
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
  assert.throws(() => child.spawnSync('true', [], { cwd: 7 }), /"options\.cwd"/)
  assert.throws(() => child.spawnSync('true', [], { stdio: {} }), /"options\.stdio"/)
  fs.rmSync(here, { recursive: true })
})

const named = { skip: process.platform !== 'linux' }
test('a program stands in the folder that was asked about, whatever its name leads to when it starts', named, () => {
  const here = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), 'rf-child-')))
  for (const name of ['in', 'out', 'in/sub']) fs.mkdirSync(join(here, name))
  fs.writeFileSync(join(here, 'in', 'f'), 'asked for')
  fs.writeFileSync(join(here, 'out', 'f'), 'secret')
  for (const name of ['in', 'out']) fs.writeFileSync(join(here, name, 's.sh'), 'cat f')
  const policy = { schemaVersion: 1, extension: 'acme.toy', modules: { child_process: ['*'] },
    processes: [{ command: 'cat', args: ['f'] }, { command: 'bash', args: ['*'] }, { command: 'pwd', args: [] }],
    'files.read': ['${tmp}/' + here.split('/').pop() + '/in/**'] }
  const fence = createFence({ extension: 'acme.toy', mode: 'enforce', policy, roots: {} }, join(here, 'ext'), [])
  const child = buildChild(fence, createViews(), join(here, 'loader.cjs'))
  const swap = () => {
    fs.renameSync(join(here, 'in'), join(here, 'moved'))
    fs.symlinkSync(join(here, 'out'), join(here, 'in'))
  }
  const back = () => {
    fs.unlinkSync(join(here, 'in'))
    fs.renameSync(join(here, 'moved'), join(here, 'in'))
  }
  // What reads a value of the environment runs between the question and the start.
  const env = () => ({ get A() { swap(); return '1' } })
  for (const args of [['cat', ['f']], ['bash', ['s.sh']]]) {
    const cwd = join(here, 'in')
    assert.strictEqual(child.spawnSync(...args, { cwd, env: env() }).stdout.toString(), 'asked for')
    back()
    assert.strictEqual(child.spawnSync(...args, { cwd, env: env(), stdio: Array(60).fill('pipe') }).stdout.toString(), 'asked for')
    back()
    assert.strictEqual(child.execFileSync(...args, { cwd }).toString(), 'asked for')
  }
  assert.strictEqual(child.spawnSync('pwd', { cwd: join(here, 'in', 'sub', '..') }).stdout.toString(), join(here, 'in') + '\n')
  assert.strictEqual(child.spawnSync('pwd').stdout.toString(), process.cwd() + '\n')
  const open = fs.readdirSync('/proc/self/fd').length
  for (let i = 0; i < 20; i++) {
    assert.deepStrictEqual([child.spawnSync('pwd', { cwd: join(here, 'in', 'none') }).error.code,
      child.spawnSync('pwd', { cwd: join(here, 'in', 'f') }).error.code], ['ENOENT', 'ENOTDIR'])
  }
  assert.strictEqual(fs.readdirSync('/proc/self/fd').length, open)
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

test('what cannot be started fails as in Node: by the name that was given, with the line of a shell, or at once', async () => {
  const here = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), 'rf-child-')))
  fs.mkdirSync(join(here, 'ext'))
  const policy = { schemaVersion: 1, extension: 'acme.toy', modules: { child_process: ['*'] },
    processes: [{ command: '**', args: ['...'] }, { shell: '**' }], code: [{ code: 'fork', path: '**' }] }
  const fence = createFence({ extension: 'acme.toy', mode: 'enforce', policy, roots: {} }, join(here, 'ext'), [])
  const child = buildChild(fence, createViews(), join(here, 'loader.cjs'))
  const said = e => [e.name, e.code, e.errno, e.syscall, e.path, e.spawnargs, e.cmd, e.message]
  const name = 'no-such-program-here'
  assert.deepStrictEqual(said(child.spawnSync(name, ['a']).error), said(raw.spawnSync(name, ['a']).error))
  const gone = m => new Promise(ok => m.spawn(name, ['a']).on('error', e => ok(said(e))))
  assert.deepStrictEqual(await gone(child), await gone(raw))
  const failed = m => new Promise(ok => m.exec('exit 3 # "x"', e => ok(said(e))))
  assert.deepStrictEqual(await failed(child), await failed(raw))
  const thrown = f => {
    try {
      f()
    } catch (e) {
      return [e.name, e.code, e.message]
    }
    return 'nothing'
  }
  const wrong = [m => m.spawn(), m => m.spawn(''), m => m.spawn('a\0'), m => m.spawn('true', 7), m => m.spawn('true', ['\0']),
    m => m.spawn('true', [], 7), m => m.exec(), m => m.execSync(7), m => m.execFileSync({}), m => m.fork(), m => m.fork(true),
    m => m.fork(join(here, 'a.js'), [], { stdio: [0, 1, 2] }), m => m.spawnSync('true', [], { cwd: 7 })]
  for (const f of wrong) assert.deepStrictEqual(thrown(() => f(child)), thrown(() => f(raw)), String(f))
  const answer = promisify(child.exec)('echo a')
  assert.ok(answer.child instanceof child.ChildProcess)
  assert.deepStrictEqual(await answer, { stdout: 'a\n', stderr: '' })
  assert.strictEqual(child.execFileSync('echo', [1, { toString: () => 'b' }], { encoding: 'utf8' }), '1 b\n')
  fs.rmSync(here, { recursive: true })
})

test('a line of nothing but a program that the policy has, with its arguments, is that program', () => {
  const here = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), 'rf-child-')))
  fs.mkdirSync(join(here, 'in'))
  const policy = { schemaVersion: 1, extension: 'acme.toy', modules: { child_process: ['*'] },
    processes: [{ command: 'echo', args: ['a b', '*'] }, { command: 'pwd', args: [] }, { shell: 'echo x' }],
    'files.read': [join(here, 'in') + '/**'] }
  const fence = createFence({ extension: 'acme.toy', mode: 'enforce', policy, roots: {} }, join(here, 'ext'), [])
  const child = buildChild(fence, createViews(), join(here, 'loader.cjs'))
  const runs = (line, more) => child.execSync(line, { encoding: 'utf8', stdio: 'pipe', ...more })
  assert.strictEqual(runs('echo "a b" "$HOME"x'.replace('$HOME', '')), 'a b x\n')
  assert.strictEqual(runs("echo 'a b' '$HOME'"), 'a b $HOME\n', 'no shell reads it')
  assert.strictEqual(runs('echo x'), 'x\n')
  assert.strictEqual(runs('pwd', { cwd: join(here, 'in') }), join(here, 'in') + '\n')
  assert.strictEqual(child.spawnSync('echo', ['"a b"', 'c'], { shell: true, encoding: 'utf8' }).stdout, 'a b c\n')
  for (const line of ['echo "a b" c; id', 'echo "a b" $HOME', 'echo "a b" `id`', 'echo "a b"', 'A=1 pwd', 'pwd | cat', 'pwd -P',
    'echo "a b" c > x']) {
    assert.throws(() => runs(line), /RF_DENIED_CALL/, line)
  }
  assert.throws(() => runs('pwd', { shell: '/bin/bash' }), /RF_DENIED_CALL/, 'of a shell that it names the line is asked')
  fs.rmSync(here, { recursive: true })
})

test('a program that was started while everything was observed ends with that, unless the policy grants it', async () => {
  const here = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), 'rf-child-')))
  fs.mkdirSync(join(here, 'in'))
  const policy = { schemaVersion: 1, extension: 'acme.toy', modules: { child_process: ['*'] },
    processes: [{ command: 'sleep', args: ['8'] }, { shell: 'sleep 7' }], 'files.read': [join(here, 'in') + '/**'] }
  const fence = createFence({ extension: 'acme.toy', mode: 'enforce', policy, roots: {} }, join(here, 'ext'), [])
  const child = buildChild(fence, createViews(), join(here, 'loader.cjs'))
  const ended = c => new Promise(ends => { c.on('exit', (code, signal) => ends(signal)) })
  fence.observe = true
  const refused = [child.spawn('sleep', ['9']), child.execFile('sleep', ['9']), child.exec('sleep 9'),
    child.spawn('sleep', ['8'], { cwd: here }), child.spawn('sleep', ['9'], { detached: true })]
  const granted = [child.spawn('sleep', ['8']), child.exec('sleep 7'), child.spawn('sleep', ['8'], { cwd: join(here, 'in') })]
  const gone = child.spawn('sleep', ['0'])
  await ended(gone)
  const all = refused.map(ended)
  const on = granted.map(ended)
  fence.observe = false
  settle(fence)
  assert.deepStrictEqual(await Promise.all(all), Array(5).fill('SIGKILL'))
  assert.strictEqual(await Promise.race([...on, new Promise(r => setTimeout(r, 50, 'on'))]), 'on')
  for (const c of granted) c.kill('SIGKILL')
  await Promise.all(on)
  assert.strictEqual(fence.lasting.size, 0)
  fs.rmSync(here, { recursive: true })
})
