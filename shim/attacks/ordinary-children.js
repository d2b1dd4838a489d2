'use strict'

// What a child is given, and has to be given (invariant 8).

const op = (name, code, more) => ({ name, inv: 8, goal: 'said', code, ...more })

// A program of the extension that prints its environment.
const TOOL = (T, fs) => fs.writeFileSync(T.ext + '/tool', '#!/bin/sh\nexec env\n', { mode: 0o755 })

module.exports = [
  op('how a program talks', () => {
    const given = {
      NO_COLOR: '1', FORCE_COLOR: '0', LC_ALL: 'C.UTF-8', LANG: 'C', TZ: 'Europe/Berlin', COLUMNS: '80', CI: 'true', TERM: 'dumb',
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
]
