'use strict'

// A workspace that nobody trusts: what git is started on, and what it is not. git itself is asked.

const test = require('node:test')
const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const { join } = require('node:path')
const { execFileSync, spawnSync } = require('node:child_process')
const { createFence, setRoot, rescope } = require('../../policy/fence.js')
const { refusal, settle } = require('./git.js')

const file = '/usr/bin/git'
const skip = !fs.existsSync(file)
const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com']

const made = []
test.after(() => { for (const dir of made) fs.rmSync(dir, { recursive: true, force: true }) })

// workspace makes a folder with a repository of one file, and a fence that does not trust it.
function workspace() {
  const dir = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), 'rf-git-')))
  made.push(dir)
  const at = join(dir, 'w')
  fs.mkdirSync(at)
  const git = (...args) => execFileSync(file, [...identity, ...args], { cwd: at, stdio: 'pipe' })
  git('init', '-q')
  fs.writeFileSync(join(at, 'f'), 'before\n')
  git('add', 'f')
  git('commit', '-q', '-m', 'x')
  const policy = { schemaVersion: 1, extension: 'acme.toy', processes: [{ command: 'git', args: ['...'] }] }
  const fence = createFence({ extension: 'acme.toy', mode: 'enforce', policy }, join(dir, 'ext'), [])
  setRoot(fence, 'workspace', [at])
  rescope(fence)
  fence.trusted = false
  const env = { PATH: process.env.PATH, HOME: dir }
  settle(fence, env)
  const mark = join(dir, 'mark')
  return { dir, at, git, fence, env, mark, ask: (args, cwd) => refusal(fence, file, args, { env, cwd: cwd ?? at }),
    run: (args, cwd) => spawnSync(file, args, { env, cwd: cwd ?? at, encoding: 'utf8' }) }
}

test('an ordinary repository', { skip }, () => {
  const w = workspace()
  w.git('remote', 'add', 'origin', 'https://example.com/a/b.c.git')
  w.git('config', 'branch.main.merge', 'refs/heads/main')
  fs.mkdirSync(join(w.at, 'deep'))
  assert.equal(w.ask(['status']), '')
  assert.equal(w.ask(['status'], join(w.at, 'deep')), '')
  assert.equal(w.ask(['-C', w.at, 'status'], w.dir), '')
  assert.equal(w.ask(['--version'], w.dir), '')
  assert.equal(w.ask(['init'], w.dir), '')
  assert.equal(w.run(['status', '--porcelain']).stdout, '')
})

test('lines that run programs, in either mode of trust', { skip }, () => {
  for (const key of [
    'filter.x.clean', 'diff.external', 'diff.x.textconv', 'merge.x.driver', 'credential.helper', 'core.sshCommand', 'core.pager',
    'core.editor', 'core.askPass', 'core.worktree', 'core.attributesFile', 'gpg.program', 'alias.st', 'include.path',
    'remote.o.uploadpack', 'remote.o.promisor', 'protocol.ext.allow', 'credential.https://a.b.helper', 'url.ext::x.insteadOf',
    'log.showSignature', 'sequence.editor', 'pager.status', 'difftool.x.cmd', 'uploadpack.packObjectsHook', 'tool.ofTomorrow'
]) {
    const w = workspace()
    w.git('config', key, key === 'core.worktree' ? w.at : 'false')
    assert.match(w.ask(['status']), new RegExp('^git: ' + key.toLowerCase().split('.')[0]), key)
    assert.match(w.ask(['-C', w.at, 'status'], w.dir), /^git: /, key)
    w.fence.trusted = true
    assert.equal(w.ask(['status']), '', key + ' of a workspace that is trusted')
  }
})

test('a common folder outside the workspace', { skip }, () => {
  const w = workspace()
  fs.cpSync(join(w.at, '.git'), join(w.dir, 'common'), { recursive: true })
  fs.writeFileSync(join(w.at, '.git', 'commondir'), '../../common\n')
  assert.match(w.ask(['status']), /another folder/)
  fs.renameSync(join(w.dir, 'common'), join(w.at, 'common'))
  fs.writeFileSync(join(w.at, '.git', 'commondir'), '../common\n')
  assert.equal(w.ask(['status']), '')
  fs.appendFileSync(join(w.at, 'common', 'config'), '[filter "x"]\n\tclean = cat\n')
  assert.match(w.ask(['status']), /filter\.x\.clean/)
})

test('a configuration that nobody can read', { skip }, () => {
  const w = workspace()
  fs.appendFileSync(join(w.at, '.git', 'config'), '[')
  assert.match(w.ask(['status']), /cannot be read/)
})

test('hooks, monitors and bare repositories run nothing, trusted or not', { skip }, () => {
  for (const trusted of [true, false]) {
    const w = workspace()
    w.fence.trusted = trusted
    settle(w.fence, w.env)
    const hook = '#!/bin/sh\n/usr/bin/touch ' + w.mark + '\n'
    fs.writeFileSync(join(w.at, '.git', 'hooks', 'pre-commit'), hook, { mode: 0o755 })
    w.git('config', 'core.fsmonitor', 'touch ' + w.mark + ';')
    fs.writeFileSync(join(w.at, 'f'), 'after!\n')
    assert.equal(w.run(['status']).status, 0)
    assert.equal(w.run([...identity, 'commit', '-q', '-a', '-m', 'y']).status, 0)
    assert.equal(fs.existsSync(w.mark), false)
    fs.cpSync(join(w.at, '.git'), join(w.at, 'bare'), { recursive: true })
    assert.match(w.run(['status'], join(w.at, 'bare')).stderr, /safe\.bareRepository|bare repository/)
    // The mirror: without the settings both run.
    const env = { PATH: process.env.PATH, HOME: w.dir }
    spawnSync(file, ['status'], { cwd: w.at, env })
    assert.equal(fs.existsSync(w.mark), true)
  }
})

test('another repository, by files that the extension could have written; a worktree is none', { skip }, () => {
  const w = workspace()
  const policy = { schemaVersion: 1, extension: 'acme.toy', 'files.write': [w.at + '/**'], processes: [{ command: 'git', args: ['...'] }] }
  const fence = createFence({ extension: 'acme.toy', mode: 'enforce', policy }, join(w.dir, 'ext'), [])
  setRoot(fence, 'workspace', [w.at])
  rescope(fence)
  fence.trusted = true
  const ask = cwd => refusal(fence, file, ['status'], { env: w.env, cwd })
  const elsewhere = join(w.dir, 'elsewhere')
  fs.mkdirSync(elsewhere)
  execFileSync(file, ['init', '-q'], { cwd: elsewhere })
  execFileSync(file, [...identity, 'commit', '-q', '--allow-empty', '-m', 'x'], { cwd: elsewhere })
  execFileSync(file, ['worktree', 'add', '-q', join(w.at, 'tree')], { cwd: elsewhere })
  assert.strictEqual(ask(w.at), '')
  assert.strictEqual(ask(join(w.at, 'tree')), '')
  fs.mkdirSync(join(w.at, 'link'))
  fs.writeFileSync(join(w.at, 'link', '.git'), 'gitdir: ' + join(elsewhere, '.git') + '\n')
  assert.match(ask(join(w.at, 'link')), /lies in another folder/)
  fs.mkdirSync(join(w.at, 'common'))
  execFileSync(file, ['init', '-q'], { cwd: join(w.at, 'common') })
  fs.writeFileSync(join(w.at, 'common', '.git', 'commondir'), join(elsewhere, '.git') + '\n')
  assert.match(ask(join(w.at, 'common')), /lies in another folder/)
  fs.writeFileSync(join(w.at, '.git', 'objects', 'info', 'alternates'), join(elsewhere, '.git', 'objects') + '\n')
  assert.match(ask(w.at), /reads objects of others/)
})
