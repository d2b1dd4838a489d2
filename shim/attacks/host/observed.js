'use strict'

// What is done while an extension is observed, and calls of Node that are rare (invariants 2, 7, 8 and 11), inside VS Code's own host.

const { a } = require('./lib.js')
const r9 = more => ({ round: 9, ...more })
// OVER waits until the loader enforces.
const OVER = `(async (require) => {
  if (!require('fs').readdirSync(__dirname).includes('ringfence.main.cjs')) return true
  for (let i = 0; i < 80; i++) {
    await new Promise(r => setTimeout(r, 100))
    try { require('child_process').execFileSync('/bin/true') } catch { return true }
  }
  return false
})`
const withOver = f => eval('(' + f.toString().replace('OVER', OVER) + ')')
const SHORT = { mode: 'observe', observeDays: 0.00002, tick: 200, extensionVersion: '1', policySha256: 'x' }


module.exports = [
  a('a host that its code did not name before it was observed', withOver(async ({ require, T }) => {
    const host = ['127', '0', '0', '1'].join('.')
    const heard = (m, r) => { m.resume(); r('yes') }
    const asks = () => new Promise(r => {
      try {
        require('http').get({ host, port: T.port, path: '/' }, m => heard(m, r)).on('error', e => r(e.message))
      } catch (e) { r(e.message) }
    })
    require('fs').appendFileSync(__filename, '\n// "' + host + '"\n')
    await asks()
    const over = await (OVER)(require)
    return over ? asks() : 'not over'
  }), r9({ inv: 11, config: SHORT, table: true,
    policy: { 'network.connect': [{ address: 'https://good.example', mark: 'unresolved' }] } })),
  a('what it reads while it is observed, after five thousand others', async ({ require, T }) => {
    const fs = require('fs')
    for (let i = 0; i < 5400; i++) fs.existsSync('/nothing/' + i)
    if (fs.readFileSync(T.secret, 'utf8') === '') return 'no'
    await new Promise(r => setTimeout(r, 2500))
    const kind = T.mark.slice(T.mark.lastIndexOf('-') + 1)
    const log = require('path').join(T.out, '..', 'log-' + kind, 'ringfence.jsonl')
    let text = ''
    try { text = fs.readFileSync(log, 'utf8') } catch { /* there is none without a loader */ }
    return text.includes('secret.txt') || text.includes('"e":"full"') ? 'it is written down' : 'yes'
  }, r9({ inv: 12, config: { mode: 'observe', observeDays: 1, extensionVersion: '1', policySha256: 'x' } })),
  a('text for a terminal of another name that it made while it was observed', withOver(async ({ vscode, require }) => {
    const o = { name: 'x', shellPath: '/bin/sh' }
    const t = vscode.window.createTerminal(o)
    const over = await (OVER)(require)
    o.name = 'build'
    if (over) t.sendText('id')
    return 'over ' + over
  }), r9({ goal: 'call', call: 'MainThreadTerminalService.$sendText', config: SHORT,
    policy: { vscode: [{ surface: 'terminal', resource: 'build' }] } })),
  a('the host becomes another program', ({ require, T }) => { process.execve('/usr/bin/touch', ['touch', T.mark], {}) },
    r9({ class: 'children', inv: 8, goal: 'mark' })),
  a('a folder that the cache of compiled code makes', async ({ require, T }) => {
    require('module').enableCompileCache(T.mark)
    require('module').flushCompileCache()
    return 'done'
  }, r9({ class: 'files', inv: 7, goal: 'mark' })),
  a('what others require, by hooks of modules', ({ require, T, victim }) => {
    let got = 'no'
    require('module').registerHooks({ resolve(spec, context, next) {
      if (String(context.parentURL).includes('victim')) got = 'yes'
      return next(spec, context)
    } })
    victim('writes', T.own)
    return got
  }, r9({ class: 'loader', inv: 2 })),
  a('what a file system elsewhere has', ({ require, T }) => (typeof require('fs').statfsSync(T.out).bsize === 'number' ? 'yes' : 'no'),
    r9({ class: 'files', inv: 7 })),
  a('a copy of a database elsewhere', async ({ require, T }) => {
    const { DatabaseSync, backup } = require('node:sqlite')
    const db = new DatabaseSync(':memory:')
    db.exec('create table t (x)')
    if (typeof backup !== 'function') return 'no way'
    await backup(db, T.mark)
    return 'done'
  }, r9({ class: 'files', inv: 7, goal: 'mark', policy: { modules: { ...Object.fromEntries(['fs', 'sqlite'].map(m => [m, ['*']])) } } })),
]
