'use strict'

// What a child is given, and has to be given (invariant 8).

const op = (name, code, more) => ({ name, inv: 8, goal: 'said', code, ...more })

// A program of the extension that prints its environment.
const TOOL = (T, fs) => fs.writeFileSync(T.ext + '/tool', '#!/bin/sh\nexec env\n', { mode: 0o755 })

// A repository as people have them, in a folder that the extension may write.
const REPOSITORY = (T, fs) => {
  const { execFileSync } = require('node:child_process')
  const git = (...args) => execFileSync('git', args, { cwd: T.work, stdio: 'ignore' })
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'a')
  git('config', 'user.email', 'a@example.com')
  git('config', 'remote.origin.url', 'https://example.com/a/b.c.git')
  git('config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*')
  git('config', 'branch.main.remote', 'origin')
  fs.writeFileSync(T.work + '/f', 'before\n')
  git('add', 'f')
  git('commit', '-q', '-m', 'x')
  fs.mkdirSync(T.work + '/deep')
}

module.exports = [
  op('how a program talks', () => {
    const given = {
      NO_COLOR: '1', FORCE_COLOR: '0', LC_ALL: 'C.UTF-8', LANG: 'C', TZ: 'Europe/Berlin', COLUMNS: '80', CI: 'true', TERM: 'dumb',
      ELECTRON_NO_ASAR: '1',
    }
    const { stdout } = require('child_process').spawnSync('env', [], { encoding: 'utf8', env: { ...process.env, ...given } })
    say(Object.keys(given).every(n => stdout.includes(n + '=' + given[n] + '\n')) ? 'yes' : stdout)
  }, { policy: { processes: [{ command: 'env', args: [] }] } }),
  op('a variable of the host that may be read', () => {
    const { stdout } = require('child_process').spawnSync('env', [], { encoding: 'utf8', env: { ...process.env } })
    say(stdout.includes('ALLOWED_NAME=yes') && stdout.includes('HOME=') && stdout.includes('PATH=') ? 'yes' : stdout)
  }, { policy: { processes: [{ command: 'env', args: [] }] } }),
  op('variables of its own for a program of its own', () => {
    const { stdout } = require('child_process').spawnSync(T.ext + '/tool', [], {
      encoding: 'utf8', env: { ...process.env, ACME_LOG: 'debug', ACME_HOME: T.work },
    })
    say(stdout.includes('ACME_LOG=debug') && stdout.includes('ACME_HOME=' + T.work) ? 'yes' : stdout)
  }, { setup: TOOL, policy: { processes: [{ command: '${extension}/tool', args: [] }] } }),
  op('variables of its own for a script of its own', () => {
    require('child_process').fork(T.ext + '/c.js', [], { env: { ...process.env, ACME_LOG: 'debug', NODE_ENV: 'production' } })
  }, { wait: 1800, files: { 'c.js': () => {
    say(process.env.ACME_LOG === 'debug' && process.env.NODE_ENV === 'production' ? 'yes' : 'no')
  } } }),
  op('variables of its own for a script of a script', () => {
    require('child_process').fork(T.ext + '/c.js', [], { env: { ...process.env, ACME_LOG: 'debug' } })
  }, { wait: 2800, files: {
    'c.js': () => { require('child_process').fork(T.ext + '/d.js', [], { env: process.env }) }, 'd.js': () => {
      say(process.env.ACME_LOG === 'debug' ? 'yes' : 'no')
    },
  } }),
  op('variables of its own for a worker', () => {
    const { Worker } = require('worker_threads')
    new Worker(T.ext + '/w.js', { env: { ...process.env, ACME_LOG: 'debug' } }).on('message', say)
  }, { wait: 1500, files: { 'w.js': () => {
    require('worker_threads').parentPort.postMessage(process.env.ACME_LOG === 'debug' ? 'yes' : 'no')
  } } }),
  op('who commits, and that git asks nobody', () => {
    const env = { ...process.env, GIT_AUTHOR_NAME: 'A B', GIT_AUTHOR_EMAIL: 'a@example.com', GIT_OPTIONAL_LOCKS: '0' }
    const { stdout } = require('child_process').spawnSync('git', ['var', 'GIT_AUTHOR_IDENT'], { encoding: 'utf8', env })
    say(stdout.startsWith('A B <a@example.com>') ? 'yes' : stdout)
  }, { policy: { processes: [{ command: 'git', args: ['var', 'GIT_AUTHOR_IDENT'] }] } }),
  op('asks git what changed', () => {
    require('fs').writeFileSync(T.work + '/f', 'after!\n')
    const { stdout } = require('child_process').spawnSync('git', ['status', '--porcelain'], { cwd: T.work + '/deep', encoding: 'utf8' })
    say(stdout === ' M f\n' ? 'yes' : stdout)
  }, { setup: REPOSITORY, policy: { processes: [{ command: 'git', args: ['status', '--porcelain'] }] } }),
  op('commits and reads the log', () => {
    const { execFileSync } = require('child_process')
    require('fs').writeFileSync(T.work + '/f', 'after!\n')
    execFileSync('git', ['-C', T.work, 'commit', '-q', '-a', '-m', 'y'])
    say(execFileSync('git', ['log', '--format=%s'], { cwd: T.work, encoding: 'utf8' }) === 'y\nx\n' ? 'yes' : 'no')
  }, { setup: REPOSITORY, policy: { processes: [
    { command: 'git', args: ['-C', '*', 'commit', '-q', '-a', '-m', 'y'] }, { command: 'git', args: ['log', '--format=%s'] },
  ] } }),
  op('begins a repository', () => {
    const { execFileSync } = require('child_process')
    execFileSync('git', ['init', '-q'], { cwd: T.work })
    say(execFileSync('git', ['rev-parse', '--show-toplevel'], { cwd: T.work, encoding: 'utf8' }).trim() === T.work ? 'yes' : 'no')
  }, { policy: { processes: [{ command: 'git', args: ['init', '-q'] }, { command: 'git', args: ['rev-parse', '--show-toplevel'] }] } }),
  op('a program of the repository\'s own configuration, which the extension cannot write', () => {
    require('fs').writeFileSync(T.work + '/f', 'after!\n')
    const { stdout } = require('child_process').spawnSync('git', ['diff', '--stat'], { cwd: T.work, encoding: 'utf8' })
    say(stdout.includes('1 file changed') ? 'yes' : stdout)
  }, { policy: { processes: [{ command: 'git', args: ['diff', '--stat'] }] }, setup: (T, fs) => {
    REPOSITORY(T, fs)
    require('node:child_process').execFileSync('git', ['config', 'filter.x.clean', 'cat'], { cwd: T.work })
  } }),
]
