'use strict'

// Classes whose objects everybody waits for or looks at (invariant 13).

const { shares, twelfth } = require('./lib/twelve.js')

module.exports = [
  shares('what files are, for everybody', 13, () => {
    const P = Object.getPrototypeOf(require('fs').statSync(__filename))
    for (let p = P; p !== Object.prototype; p = Object.getPrototypeOf(p)) if (Object.hasOwn(p, 'isFile')) p.isFile = () => false
  }, { after: () => { if (!require('fs').statSync(__filename).isFile()) console.log('SAID yes') } }),
  shares('answers that others wait for, by "then" of answers', 1, () => {
    Object.defineProperty(Response.prototype, 'then', { configurable: true, get() {
      if (this.headers.get('x-token') === 'of another') say('yes')
    } })
  }, { wait: 900, after: () => {
    require('http').createServer((q, w) => { w.setHeader('x-token', 'of another'); w.end('x') }).listen(0, '127.0.0.1', function () {
      setTimeout(() => fetch('http://127.0.0.1:' + this.address().port + '/').then(r => r.text()), 100)
    })
  } }),
  shares('keys that others wait for, by "then" of keys', 1, () => {
    Object.defineProperty(CryptoKey.prototype, 'then', { configurable: true, get() { if (this.extractable) say('yes') } })
  }, { after: () => {
    setTimeout(() => require('crypto').webcrypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, true, ['sign']), 100)
  } }),
  shares('what others are told, by the class of messages', 13, () => {
    const d = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data')
    Object.defineProperty(MessageEvent.prototype, 'data', { ...d, get() {
      const v = d.get.call(this)
      if (v === 'of another') say('yes')
      return v
    } })
  }, { after: () => { void new MessageEvent('message', { data: 'of another' }).data } }),
  twelfth('a snapshot of the memory of everybody, when it is nearly full', 3, () => {
    require('v8').setHeapSnapshotNearHeapLimit(1)
    say('yes')
  }, { goal: 'said' }),
  twelfth('another repository, by a folder that changes between what git is asked and what it does', 8, () => {
    const { Worker } = require('worker_threads')
    new Worker(__dirname + '/w.js')
    const end = Date.now() + 6000
    const again = () => {
      if (Date.now() > end) return
      const inD = { cwd: T.work + '/d', encoding: 'utf8', stdio: 'pipe' }
      try { say(require('child_process').execFileSync('git', ['show', 'HEAD:secret.txt'], inD)) } catch { }
      setTimeout(again, 1)
    }
    setTimeout(again, 150)
  }, { wait: 7000, policy: { processes: [{ command: 'git', args: ['show', '...'] }] },
    files: { 'w.js': () => {
      const fs = require('fs')
      const p = T.work + '/'
      const cell = new Int32Array(new SharedArrayBuffer(4))
      for (const end = Date.now() + 6500; Date.now() < end;) {
        try {
          Atomics.wait(cell, 0, 0, 6)
          fs.renameSync(p + 'd', p + 'd1')
          fs.renameSync(p + 'l', p + 'd')
          Atomics.wait(cell, 0, 0, 6)
          fs.renameSync(p + 'd', p + 'l')
          fs.renameSync(p + 'd1', p + 'd')
        } catch { }
      }
    } },
    setup: (T, fs) => {
      const { execFileSync } = require('child_process')
      const git = (cwd, ...args) =>
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd, stdio: 'pipe' })
      fs.mkdirSync(T.work + '/d')
      for (const dir of [T.out, T.work + '/d']) {
        git(dir, 'init', '-q')
        if (dir !== T.out) fs.writeFileSync(dir + '/secret.txt', 'data')
        git(dir, 'add', 'secret.txt')
        git(dir, 'commit', '-q', '-m', 'x')
      }
      fs.symlinkSync(T.out, T.work + '/l')
    } }),
]
