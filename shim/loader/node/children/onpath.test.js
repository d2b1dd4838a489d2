'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const raw = require('node:child_process')
const { join } = require('node:path')
const test = require('node:test')

const linux = { skip: process.platform === 'win32' }
test('a program that the code looked up on the PATH is asked for by its name', linux, () => {
  const here = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), 'rf-onpath-')))
  for (const dir of ['bin', 'late', 'mine', 'work', 'apart']) fs.mkdirSync(join(here, dir))
  const tool = (dir, name) => {
    fs.writeFileSync(join(here, dir, name), '#!/bin/sh\necho ' + dir + '/' + name + ' "$@"\n', { mode: 0o755 })
  }
  const link = (dir, name, to) => { fs.symlinkSync(join(here, to), join(here, dir, name)) }
  for (const [dir, name] of [['bin', 'first'], ['late', 'first'], ['mine', 'written'], ['work', 'cloned'], ['apart', 'first'],
    ['apart', 'odd']]) tool(dir, name)
  link('bin', 'linked', 'bin/first') // systems keep their alternatives so
  link('mine', 'turned', 'bin/first')
  link('bin', 'led', 'mine/turned') // where it leads is the extension's to say
  link('bin', 'checked', 'work/cloned')
  link('bin', 'node', 'bin/first')
  const PATH = ['bin', 'late', 'mine', 'work'].map(dir => join(here, dir)).join(':')
  // The host's PATH is read when the loader starts.
  const code = `
    const { createViews } = require(${JSON.stringify(require.resolve('../../kernel/membrane.js'))})
    const { createFence } = require(${JSON.stringify(require.resolve('../../policy/fence.js'))})
    const { buildChild } = require(${JSON.stringify(require.resolve('./child.js'))})
    const [here, policy, changed, tries] = JSON.parse(process.argv[1])
    if (changed !== '') process.env.PATH = changed
    const fence = createFence({ extension: 'acme.toy', mode: 'enforce', policy, roots: { workspace: [here + '/work'] } }, here + '/ext', [])
    const denied = []
    fence.log.note = r => { if (r.e === 'denied') denied.push(r.program) }
    const child = buildChild(fence, createViews(), here + '/loader.cjs')
    const run = t => child.spawnSync(here + '/' + t, ['x'], { encoding: 'utf8' })
    console.log(JSON.stringify([tries.map(run).map(r => (r.error ? r.error.code : r.stdout)), denied]))`
  const names = ['first', 'linked', 'written', 'cloned', 'led', 'checked', 'turned', 'odd', 'node']
  const policy = { schemaVersion: 1, extension: 'acme.toy', modules: { child_process: ['*'] },
    processes: names.map(command => ({ command, args: ['x'] })), 'files.write': [join(here, 'mine') + '/**'] }
  const under = (tries, more = {}, changed = '') => {
    const args = JSON.stringify([here, { ...policy, ...more }, changed, tries])
    const r = raw.spawnSync(process.execPath, ['-e', code, args], { encoding: 'utf8', env: { ...process.env, PATH } })
    assert.strictEqual(r.stderr, '')
    return JSON.parse(r.stdout)
  }
  assert.deepStrictEqual(under(['bin/first', 'bin/linked', 'bin/./first']),
    [['bin/first x\n', 'bin/first x\n', 'bin/first x\n'], []])
  // Not the first of its name; in no folder of PATH; in one that the extension writes, or the workspace; by a link of theirs.
  const twins = ['late/first', 'apart/first', 'apart/odd', 'mine/written', 'work/cloned', 'bin/led', 'bin/checked', 'mine/turned',
    'bin/node']
  assert.deepStrictEqual(under(twins)[0], twins.map(() => 'EACCES'))
  // The host's PATH is what it was when the loader started, and another name is another program.
  assert.deepStrictEqual(under(['apart/odd', 'bin/first'], {}, join(here, 'apart'))[0], ['EACCES', 'bin/first x\n'])
  const capital = { processes: [{ command: 'First', args: ['x'] }] }
  assert.deepStrictEqual(under(['bin/first'], capital), [['EACCES'], ['first']])
  // Who may write where it lies, or some folder above, may say what it is.
  assert.deepStrictEqual(under(['bin/first'], { 'files.write': [here + '/**'] })[0], ['EACCES'])
  // By its path it is granted as before, and nothing is said of its name.
  assert.deepStrictEqual(under(['bin/first', 'late/first'], { processes: [{ command: join(here, '*', 'first'), args: ['x'] }] }),
    [['bin/first x\n', 'late/first x\n'], []])
  assert.deepStrictEqual(under(['bin/first'], { processes: [{ command: 'first', args: ['y'] }] })[0], ['EACCES'])
  fs.rmSync(here, { recursive: true })
})
