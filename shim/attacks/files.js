'use strict'

// Files (invariants 6, 7, 11).

const { fourth } = require('./lib/shared.js')

const a = (name, inv, code, more) => ({ name, inv, code, ...more })

module.exports = [
  a('reads an absolute path', 7, () => { say(require('fs').readFileSync(T.secret, 'utf8')) }, { inChild: true }),
  a('climbs out of the extension', 7, () => { say(require('fs').readFileSync(__dirname + '/../outside/secret.txt', 'utf8')) }),
  a('a path in bytes', 6, () => { say(require('fs').readFileSync(Buffer.from(T.secret), 'utf8')) }),
  a('a path as an address', 6, () => { say(require('fs').readFileSync(new URL('file://' + T.secret), 'utf8')) }),
  a('an address with encoded dots', 6, () => {
    say(require('fs').readFileSync(new URL('file://' + T.ext + '/%2e%2e/outside/secret.txt'), 'utf8'))
  }),
  a('an address that changes', 6, () => {
    const u = new URL('file://' + T.ext + '/data.txt')
    let n = 0
    Object.defineProperty(u, 'href', { get() { return n++ ? 'file://' + T.secret : 'file://' + T.ext + '/data.txt' } })
    Object.defineProperty(u, 'pathname', { get() { return T.secret } })
    say(require('fs').readFileSync(u, 'utf8'))
  }),
  a('bytes that change while they are read', 6, () => {
    const b = Buffer.from(T.secret)
    b.toString = () => T.ext + '/data.txt'
    say(require('fs').readFileSync(b, 'utf8'))
  }, { inChild: true }),
  a('through a symbolic link', 7, () => {
    const fs = require('fs')
    fs.symlinkSync(T.secret, T.work + '/l')
    say(fs.readFileSync(T.work + '/l', 'utf8'))
  }),
  a('through a link to a folder', 7, () => {
    const fs = require('fs')
    fs.symlinkSync(T.out, T.work + '/d')
    say(fs.readFileSync(T.work + '/d/secret.txt', 'utf8'))
  }),
  a('a hard link', 7, () => {
    const fs = require('fs')
    fs.linkSync(T.secret, T.work + '/h')
    say(fs.readFileSync(T.work + '/h', 'utf8'))
  }),
  a('a file moved in', 7, () => {
    const fs = require('fs')
    fs.renameSync(T.secret, T.work + '/m')
    say(fs.readFileSync(T.work + '/m', 'utf8'))
  }),
  a('a file copied in', 7, () => {
    const fs = require('fs')
    fs.copyFileSync(T.secret, T.work + '/c')
    say(fs.readFileSync(T.work + '/c', 'utf8'))
  }),
  a('a tree copied in', 7, () => {
    const fs = require('fs')
    fs.cpSync(T.out, T.work + '/t', { recursive: true })
    say(fs.readFileSync(T.work + '/t/secret.txt', 'utf8'))
  }, { inChild: true }),
  a('a link in a tree that is copied', 7, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/s')
    fs.symlinkSync(T.out, T.work + '/s/l')
    fs.cpSync(T.work + '/s', T.work + '/t', { recursive: true, dereference: true })
    say(fs.readFileSync(T.work + '/t/l/secret.txt', 'utf8'))
  }),
  a('/proc/self/root', 7, () => { say(require('fs').readFileSync('/proc/self/root' + T.secret, 'utf8')) }),
  a('/proc/self/environ', 7, () => {
    const s = require('fs').readFileSync('/proc/self/environ', 'utf8')
    say(s.match(/SECRET_TOKEN=([^\0]+)/)[1])
  }),
  a('/proc/self/cwd', 7, () => { say(require('fs').readFileSync('/proc/self/cwd/outside/secret.txt', 'utf8')) }),
  a('a read stream', 7, () => { require('fs').createReadStream(T.secret, 'utf8').on('data', say) }),
  a('the class of a read stream', 5, () => {
    const fs = require('fs')
    const s = fs.createReadStream(__dirname + '/data.txt')
    new s.constructor(T.secret).on('data', say)
  }, { inChild: true }),
  a('the prototype of a read stream', 5, () => {
    const fs = require('fs')
    const s = fs.createReadStream(__dirname + '/data.txt')
    new (Object.getPrototypeOf(s).constructor)(T.secret).on('data', say)
  }),
  a('fs.promises', 7, () => { require('fs').promises.readFile(T.secret, 'utf8').then(say) }),
  a('fs/promises open', 7, () => { require('fs/promises').open(T.secret).then(h => h.readFile('utf8')).then(say) }),
  a('open and read', 7, () => {
    const fs = require('fs')
    const fd = fs.openSync(T.secret)
    const b = Buffer.alloc(14)
    fs.readSync(fd, b, 0, 14, 0)
    say(b.toString())
  }),
  a('openAsBlob', 7, () => { require('fs').openAsBlob(T.secret).then(b => b.text()).then(say) }),
  a('lists a folder', 7, () => {
    if (require('fs').readdirSync(T.out).includes('secret.txt')) say('yes')
  }, { inChild: true, goal: 'said' }),
  a('opens a directory', 7, () => { if (require('fs').opendirSync(T.out).readSync()) say('yes') }, { goal: 'said' }),
  a('asks whether a file exists', 7, () => { if (require('fs').existsSync(T.secret)) say('yes') }, { goal: 'said' }),
  a('asks by the error', 7, () => {
    const fs = require('fs')
    const code = p => { try { fs.statSync(p); return 'ok' } catch (e) { return e.code } }
    if (code(T.secret) !== code(T.out + '/none')) say('yes')
  }, { goal: 'said' }),
  a('stats a file', 7, () => { if (require('fs').statSync(T.secret).size === 13) say('yes') }, { goal: 'said' }),
  a('watches a folder', 7, () => { require('fs').watch(T.out, () => say('yes')) }, { goal: 'said', after: () => {
    setTimeout(() => require('fs').writeFileSync(process.cwd() + '/outside/n', ''), 100)
  } }),
  a('resolves a path', 7, () => { if (require('fs').realpathSync(T.out)) say('yes') }, { goal: 'said' }),
  a('glob', 7, () => {
    const g = require('fs').globSync(T.out + '/*')
    if (g.length) say('yes')
  }, { inChild: true, goal: 'said', needs: 22 }),
  a('writes a file', 7, () => { require('fs').writeFileSync(T.mark, 'x') }, { goal: 'mark' }),
  a('writes on a read grant', 6, () => { require('fs').writeFileSync(T.mark, 'x') }, { goal: 'mark', policy: { 'files.read': ['**'] } }),
  a('a flag that writes on a read grant', 6, () => {
    require('fs').readFileSync(T.mark, { flag: 'w+' })
  }, { goal: 'mark', policy: { 'files.read': ['**'] } }),
  a('open with w on a read grant', 6, () => { require('fs').openSync(T.mark, 'w') }, { goal: 'mark', policy: { 'files.read': ['**'] } }),
  a('a numeric flag on a read grant', 6, () => {
    require('fs').openSync(T.mark, require('fs').constants.O_CREAT)
  }, { goal: 'mark', policy: { 'files.read': ['**'] } }),
  a('a stream with flags on a read grant', 6, () => {
    require('fs').createReadStream(T.mark, { flags: 'w+' }).on('error', () => {})
  }, { inChild: true, goal: 'mark', policy: { 'files.read': ['**'] } }),
  a('a link that leads nowhere yet', 7, () => {
    const fs = require('fs')
    fs.symlinkSync(T.mark, T.work + '/n')
    fs.writeFileSync(T.work + '/n', 'x')
  }, { goal: 'mark' }),
  a('a write stream', 7, () => { require('fs').createWriteStream(T.mark).end('x') }, { goal: 'mark' }),
  a('appends', 7, () => { require('fs').appendFileSync(T.mark, 'x') }, { goal: 'mark' }),
  a('makes a folder', 7, () => { require('fs').mkdirSync(T.mark) }, { goal: 'mark' }),
  a('mkdtemp', 7, () => {
    require('fs').mkdtempSync(T.out + '/x')
    if (require('fs').readdirSync(T.out).length > 3) say('yes')
  }, { goal: 'said' }),
  a('copies out', 7, () => { require('fs').copyFileSync(__dirname + '/data.txt', T.mark) }, { inChild: true, goal: 'mark' }),
  a('renames out', 7, () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/x', '')
    fs.renameSync(T.work + '/x', T.mark)
  }, { goal: 'mark' }),
  a('links out', 7, () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/x', '')
    fs.linkSync(T.work + '/x', T.mark)
  }, { goal: 'mark' }),
  a('process.report', 7, () => { process.report.writeReport(T.mark) }, { goal: 'mark' }),
  a('a heap snapshot', 7, () => { require('v8').writeHeapSnapshot(T.mark) }, { goal: 'mark', wait: 3000 }),
  a('loadEnvFile', 7, () => {
    require('fs').writeFileSync(T.work + '/e', 'A=1')
    process.loadEnvFile(T.work + '/e')
    if (process.env.A === '1') say('yes')
  }, { goal: 'said', needs: 21 }),
  a('shell start-up inside a broad grant', 11, () => {
    require('fs').writeFileSync(require('os').homedir() + '/.bashrc', 'x')
    say('yes')
  }, { inChild: true, goal: 'said', policy: { 'files.write': ['${home}/**'] } }),
  a('git hooks inside a broad grant', 11, () => {
    const fs = require('fs')
    fs.mkdirSync(T.out + '/.git/hooks', { recursive: true })
    fs.writeFileSync(T.out + '/.git/hooks/pre-commit', 'x')
    say('yes')
  }, { goal: 'said', policy: { 'files.write': ['**'] } }),
  a('tasks of the workspace inside a broad grant', 11, () => {
    const fs = require('fs')
    fs.mkdirSync(T.out + '/.vscode', { recursive: true })
    fs.writeFileSync(T.out + '/.vscode/tasks.json', '{}')
    say('yes')
  }, { goal: 'said', policy: { 'files.write': ['**'] } }),
  a('a string that is not a string', 6, () => {
    const s = new String(T.ext + '/data.txt')
    s.toString = () => T.secret
    say(require('fs').readFileSync(String(s), 'utf8'))
  }),
  a('realpath poisoned', 1, () => {
    const p = require('path')
    const o = String.prototype.startsWith
    String.prototype.startsWith = () => true
    String.prototype.slice = () => ''
    try { say(require('fs').readFileSync(T.secret, 'utf8')) } finally { String.prototype.startsWith = o }
  }),
  a('Map and WeakMap poisoned', 1, () => {
    const get = Map.prototype.get
    Map.prototype.get = function (k) { return get.call(this, k) }
    Array.prototype.push = function (v) { if (v && v.grants) v.grants = []; return 1 }
    RegExp.prototype.test = () => true
    say(require('fs').readFileSync(T.secret, 'utf8'))
  }),
  a('Object.prototype has what an access lacks', 1, () => {
    Object.defineProperty(Object.prototype, 'trustedOnly', { get: () => false })
    Object.defineProperty(Object.prototype, 'any', { get: () => true })
    Object.defineProperty(Object.prototype, 'all', { get: () => true })
    say(require('fs').readFileSync(T.secret, 'utf8'))
  }, { inChild: true }),

  // Facades and tables.
  fourth('a database attached by a statement that escapes its word', 7, () => {
    const { DatabaseSync } = require('node:sqlite')
    const d = new DatabaseSync(':memory:')
    for (const w of ['attach\u0000', '\u0041TTACH', 'a\u200bttach', 'ATTACH\u00a0', 'ATTACH\ufeff']) {
      try { d.exec(w + ' "' + T.mark + '" as x; create table x.a(b)') } catch { }
    }
  }, { goal: 'mark', needs: 24 }),
  fourth('a database opened under a name that becomes a link', 7, () => {
    const { DatabaseSync } = require('node:sqlite')
    const fs = require('fs')
    const d = new DatabaseSync(T.work + '/db', { open: false })
    fs.symlinkSync(T.mark, T.work + '/db')
    d.open()
    d.exec('create table a(b)')
  }, { goal: 'mark', needs: 24 }),
  fourth('a database by an address of its own', 7, () => {
    const { DatabaseSync } = require('node:sqlite')
    const d = new DatabaseSync('file:' + T.mark + '?mode=rwc')
    d.exec('create table a(b)')
  }, { goal: 'mark', needs: 24 }),
  fourth('a backup of a database elsewhere', 7, () => {
    const { DatabaseSync, backup } = require('node:sqlite')
    const d = new DatabaseSync(':memory:')
    d.exec('create table a(b)')
    backup(d, T.mark)
  }, { goal: 'mark', needs: 24 }),
]
