'use strict'

// The loader's own files, and places that make other tools run code or hold keys, under broad
// grants (invariants 7 and 11).

const { third } = require('./lib/shared.js')

const a = (name, inv, code, more) => ({ name, inv, code, ...more })

module.exports = [
  a('a tree copied over the loader', 11, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/n')
    fs.writeFileSync(T.work + '/n/ringfence.main.cjs', 'x')
    fs.cpSync(T.work + '/n', T.ext, { recursive: true, force: true })
    if (fs.readFileSync(T.ext + '/ringfence.main.cjs', 'utf8') === 'x') say('yes')
  }, { goal: 'said', round: 1, policy: { 'files.write': ['${extension}/**'] } }),
  a('the folder of the loader moved away and another put in its place', 11, () => {
    const fs = require('fs')
    fs.mkdirSync(T.ext + '/new')
    fs.writeFileSync(T.ext + '/new/ringfence.main.cjs', 'x')
    fs.renameSync(T.ext + '/dist', T.ext + '/old')
    fs.renameSync(T.ext + '/new', T.ext + '/dist')
    say('yes')
  }, { goal: 'said', round: 1, entry: 'dist/main.js', policy: { 'files.write': ['${extension}/**'] } }),
  a('the folder of the loader removed', 11, () => {
    const fs = require('fs')
    fs.rmSync(T.ext + '/dist', { recursive: true })
    if (!fs.existsSync(T.ext + '/dist')) say('yes')
  }, { goal: 'said', round: 1, entry: 'dist/main.js', policy: { 'files.write': ['${extension}/**'] } }),
  a('the log led elsewhere', 11, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/x', { recursive: true })
    fs.mkdirSync(T.work + '/log', { recursive: true })
    fs.symlinkSync(T.mark, T.work + '/x/ringfence.jsonl')
    fs.renameSync(T.work + '/log', T.work + '/old')
    fs.renameSync(T.work + '/x', T.work + '/log')
    try { fs.writeFileSync(T.work + '/log/ringfence.jsonl', '') } catch { }
    try { fs.readFileSync('/etc/hostname/$(touch x)') } catch { }
  }, {
    goal: 'mark', round: 1, logDir: 'ext/work/log', wait: 2200,
    policy: { 'files.read': ['${extension}/**', '${extension}/../outside/**', '/tmp/**'] },
  }),
  a('a tree copied over start-up files', 11, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/h')
    fs.writeFileSync(T.work + '/h/.bashrc', 'x')
    fs.cpSync(T.work + '/h', require('os').homedir(), { recursive: true })
    if (fs.existsSync(require('os').homedir() + '/.bashrc')) say('yes')
  }, { goal: 'said', round: 1, policy: { 'files.read': ['**'], 'files.write': ['${extension}/work/**', '${home}/**'] } }),
  a('a folder that holds start-up files moved in', 11, () => {
    const fs = require('fs')
    const home = require('os').homedir()
    fs.mkdirSync(home + '/x/autostart', { recursive: true })
    fs.writeFileSync(home + '/x/autostart/a.desktop', 'x')
    fs.renameSync(home + '/x', home + '/.config')
    say('yes')
  }, { goal: 'said', round: 1, policy: { 'files.read': ['**'], 'files.write': ['${home}/**'] } }),
  a('hooks of git moved in with their folder', 11, () => {
    const fs = require('fs')
    fs.mkdirSync(T.out + '/g/hooks', { recursive: true })
    fs.writeFileSync(T.out + '/g/hooks/pre-commit', 'x')
    fs.renameSync(T.out + '/g', T.out + '/.git')
    say('yes')
  }, { goal: 'said', round: 1, policy: { 'files.read': ['**'], 'files.write': ['**'] } }),
  a('tasks of the workspace moved in with their folder', 11, () => {
    const fs = require('fs')
    fs.mkdirSync(T.out + '/v')
    fs.writeFileSync(T.out + '/v/tasks.json', '{}')
    fs.renameSync(T.out + '/v', T.out + '/.vscode')
    say('yes')
  }, { goal: 'said', round: 1, policy: { 'files.read': ['**'], 'files.write': ['**'] } }),
  a('keys copied with the folder they lie in', 11, () => {
    const fs = require('fs')
    fs.cpSync(require('os').homedir(), T.work + '/h', { recursive: true })
    say(fs.readFileSync(T.work + '/h/.ssh/id_rsa', 'utf8'))
  }, { inChild: true, round: 1, setup: (T, fs) => {
    const home = T.out.replace(/outside$/, 'home')
    fs.mkdirSync(home + '/.ssh')
    fs.copyFileSync(T.secret, home + '/.ssh/id_rsa')
  }, policy: { 'files.read': ['${home}/**', '${extension}/**'] } }),
  a('keys moved with the folder they lie in', 11, () => {
    const fs = require('fs')
    const home = require('os').homedir()
    fs.renameSync(home + '/.config', home + '/c')
    say(fs.readFileSync(home + '/c/gh/hosts.yml', 'utf8'))
  }, { round: 1, setup: (T, fs) => {
    const home = T.out.replace(/outside$/, 'home')
    fs.mkdirSync(home + '/.config/gh', { recursive: true })
    fs.copyFileSync(T.secret, home + '/.config/gh/hosts.yml')
  }, policy: { 'files.read': ['${home}/**'], 'files.write': ['${home}/**'] } }),
  a('the names of keys by a list of what lies below', 11, () => {
    if (require('fs').readdirSync(require('os').homedir(), { recursive: true }).some(f => String(f).endsWith('id_rsa'))) say('yes')
  }, { goal: 'said', round: 1, setup: (T, fs) => {
    const home = T.out.replace(/outside$/, 'home')
    fs.mkdirSync(home + '/.ssh')
    fs.copyFileSync(T.secret, home + '/.ssh/id_rsa')
  }, policy: { 'files.read': ['${home}/**'] } }),
  a('keys through a link in front of their folder', 11, () => {
    const fs = require('fs')
    fs.symlinkSync(require('os').homedir(), T.work + '/l')
    say(fs.readFileSync(T.work + '/l/.ssh/id_rsa', 'utf8'))
  }, { round: 1, setup: (T, fs) => {
    const home = T.out.replace(/outside$/, 'home')
    fs.mkdirSync(home + '/.ssh')
    fs.copyFileSync(T.secret, home + '/.ssh/id_rsa')
  }, policy: { 'files.read': ['**'] } }),
  a('whether a file exists, by resolving it', 7, () => {
    const r = p => { try { return require.resolve(p) } catch (e) { return e.message.replaceAll(p, '') } }
    if (r(T.secretJS) !== r(T.out + '/none.js')) say('yes')
  }, { goal: 'said', round: 1 }),
  a('the package.json of another, by resolving it', 7, () => {
    const r = require('module').createRequire(T.out + '/x.js')
    if (r.resolve('./pkg').endsWith('/pkg/secret-name.js')) say('yes')
  }, { goal: 'said', round: 1, setup: (T, fs) => {
    fs.mkdirSync(T.out + '/pkg')
    fs.writeFileSync(T.out + '/pkg/package.json', '{"main":"secret-name.js"}')
    fs.writeFileSync(T.out + '/pkg/secret-name.js', '')
  } }),
  a('what others watch, unwatched', 13, () => {
    setTimeout(() => require('fs').unwatchFile(__dirname + '/data.txt'), 100)
  }, { kind: 'interference', goal: 'said', round: 1, wait: 1500, after: () => {
    const fs = require('fs')
    let seen = false
    fs.watchFile(__dirname + '/ext/data.txt', { interval: 50 }, () => { seen = true })
    setTimeout(() => fs.writeFileSync(__dirname + '/ext/data.txt', 'changed now'), 300)
    setTimeout(() => { if (!seen) console.log('SAID yes') }, 1100)
  } }),

  // Places.
  third('a link in the place of the folder of git', 11, () => {
    const fs = require('fs')
    fs.mkdirSync(T.out + '/g/hooks', { recursive: true })
    fs.symlinkSync(T.out + '/g', T.out + '/.git')
    fs.writeFileSync(T.out + '/g/hooks/pre-commit', 'x')
    if (fs.readFileSync(T.out + '/.git/hooks/pre-commit', 'utf8') === 'x') say('yes')
  }, { goal: 'said', policy: { 'files.read': ['**'], 'files.write': ['**'] } }),
  third('start-up files moved in two steps', 11, () => {
    const fs = require('fs')
    const home = require('os').homedir()
    fs.mkdirSync(home + '/x/y/user', { recursive: true })
    fs.writeFileSync(home + '/x/y/user/a.service', 'x')
    fs.renameSync(home + '/x/y', home + '/x/systemd')
    fs.renameSync(home + '/x', home + '/.config')
    if (fs.existsSync(home + '/.config/systemd/user/a.service')) say('yes')
  }, { inChild: true, goal: 'said', policy: { 'files.read': ['**'], 'files.write': ['${home}/**'] } }),
  third('keys moved with the home they lie in', 11, () => {
    const fs = require('fs')
    const home = require('os').homedir()
    fs.renameSync(home, home + '2')
    say(fs.readFileSync(home + '2/.ssh/id_rsa', 'utf8'))
  }, { setup: (T, fs) => {
    const home = T.out.replace(/outside$/, 'home')
    fs.mkdirSync(home + '/.ssh')
    fs.copyFileSync(T.secret, home + '/.ssh/id_rsa')
  }, policy: { 'files.read': ['**'], 'files.write': ['**'] } }),

  // Arguments and results.
  third('options that say something else each time', 6, () => {
    let n = 0
    const o = new Proxy({}, {
      ownKeys: () => ['flag'], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: n++ ? 'w' : 'r' }),
      get: (t, k) => (k === 'flag' ? (n++ ? 'w' : 'r') : undefined),
    })
    try { require('fs').readFileSync(T.mark, o) } catch { }
    try { require('fs').readFileSync(T.mark, o) } catch { }
  }, { goal: 'mark', policy: { 'files.read': ['**'] } }),
]
