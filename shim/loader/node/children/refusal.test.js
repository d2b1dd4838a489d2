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
const { buildChild } = require('./child.js')

// fenced is child_process under a policy that grants the module and no program.
function fenced(here, more) {
  const policy = { schemaVersion: 1, extension: 'acme.toy', modules: { child_process: ['*'] }, processes: [], ...more }
  const fence = createFence({ extension: 'acme.toy', mode: 'enforce', policy, roots: {} }, join(here, 'ext'), [])
  return buildChild(fence, createViews(), join(here, 'loader.cjs'))
}

// story is what happens to a child: what it has at once, and each event until it is closed.
function story(m, start) {
  const seen = []
  return new Promise(ends => {
    const c = start(m, seen)
    seen.push([c.pid, c.connected, c.killed, c instanceof m.ChildProcess, c.spawnargs.length, c.stdio.map(s => s === null),
      [c.stdin, c.stdout, c.stderr].map(s => s === null)])
    for (const name of ['spawn', 'error', 'exit', 'disconnect']) c.on(name, e => seen.push([name, e?.code]))
    c.on('close', (code, signal) => {
      seen.push(['close', code, signal, c.exitCode, c.signalCode, c.kill()])
      setTimeout(() => ends(seen), 20)
    })
    if (c.stdin !== null) {
      c.stdin.on('error', e => seen.push(['stdin', e.code]))
      c.stdin.write('x')
      c.stdin.end('y')
    }
    for (const s of [c.stdout, c.stderr]) s?.on('data', () => seen.push(['data']))
  })
}

const posix = { skip: process.platform === 'win32' }
test('a refused program fails as one that the system refuses: streams at once, an error later, then closed', posix, async () => {
  const here = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), 'rf-child-')))
  const file = join(here, 'plain.txt')
  fs.writeFileSync(file, 'no program', { mode: 0o644 })
  const child = fenced(here, {})
  const starts = [m => m.spawn(file, ['a']), m => m.spawn(file, [], { stdio: 'ignore' }), m => m.spawn(file, { stdio: 'pipe' }),
    m => m.spawn(file, [], { stdio: ['ignore', 'pipe', 'inherit'] }), m => m.spawn(file, [], { stdio: ['pipe', null, 2, 'pipe'] }),
    m => m.execFile(file, ['a', 'b']), m => m.execFile(file, { stdio: 'ignore' })]
  for (const start of starts) assert.deepStrictEqual(await story(child, start), await story(raw, start), String(start))
  const calls = (m, seen) => m.execFile(file, (...a) => seen.push(a.map(v => v.code ?? v)))
  assert.deepStrictEqual(await story(child, calls), await story(raw, calls))
  fs.rmSync(here, { recursive: true })
})

test('what is refused is said once, to who listens, and by its code', async () => {
  const here = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), 'rf-child-')))
  const child = fenced(here, {})
  const said = []
  const heard = start => new Promise(ends => start().on('error', e => said.push([e.code, e.ringfence, e.path])).on('close', ends))
  await heard(() => child.spawn('true', []))
  await heard(() => child.fork(join(here, 'a.js')))
  await heard(() => child.exec('true; false'))
  await heard(() => fenced(here, { modules: { child_process: ['exec'] } }).spawn('true'))
  const call = ['EACCES', 'RF_DENIED_CALL']
  assert.deepStrictEqual(said, [[...call, 'true'], [...call, join(here, 'a.js')], [...call, 'true; false'], [...call, undefined]])
  // Nobody listens: nothing ends the host.
  await new Promise(ends => child.spawn('true').on('close', ends))
  await assert.rejects(promisify(child.execFile)('true'), { code: 'EACCES', stdout: '', stderr: '' })
  assert.throws(() => child.execSync('true; false'), /RF_DENIED_CALL/)
  assert.throws(() => child.execFileSync('true'), /RF_DENIED_CALL/)
  assert.strictEqual(child.spawnSync('true').error.ringfence, 'RF_DENIED_CALL')
  fs.rmSync(here, { recursive: true })
})

test('a refused fork has a channel that nobody holds the other end of', async () => {
  const here = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), 'rf-child-')))
  const child = fenced(here, {})
  const forked = child.fork(join(here, 'a.js'))
  assert.deepStrictEqual([forked.stdout, forked.connected, forked.disconnect()], [null, false, undefined])
  const { code } = await new Promise(ends => { assert.strictEqual(forked.send('a', ends), false) })
  assert.strictEqual(code, 'EACCES')
  const silent = child.fork(join(here, 'a.js'), [], { silent: true })
  let text = ''
  for await (const part of silent.stdout) text += part
  assert.strictEqual(text, '')
  fs.rmSync(here, { recursive: true })
})
