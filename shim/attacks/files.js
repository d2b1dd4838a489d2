'use strict'

// Files (invariants 6, 7, 11).

const a = (name, inv, code, more) => ({ name, inv, code, ...more })

module.exports = [
  a('reads an absolute path', 7, () => { say(require('fs').readFileSync(T.secret, 'utf8')) }),
  a('climbs out of the extension', 7, () => { say(require('fs').readFileSync(__dirname + '/../outside/secret.txt', 'utf8')) }),
  a('a path in bytes', 6, () => { say(require('fs').readFileSync(Buffer.from(T.secret), 'utf8')) }),
  a('a path as an address', 6, () => { say(require('fs').readFileSync(new URL('file://' + T.secret), 'utf8')) }),
  a('an address with encoded dots', 6, () => { say(require('fs').readFileSync(new URL('file://' + T.ext + '/%2e%2e/outside/secret.txt'), 'utf8')) }),
  a('an address that changes', 6, () => { const u = new URL('file://' + T.ext + '/data.txt'); let n = 0; Object.defineProperty(u, 'href', { get() { return n++ ? 'file://' + T.secret : 'file://' + T.ext + '/data.txt' } }); Object.defineProperty(u, 'pathname', { get() { return T.secret } }); say(require('fs').readFileSync(u, 'utf8')) }),
  a('bytes that change while they are read', 6, () => { const b = Buffer.from(T.secret); b.toString = () => T.ext + '/data.txt'; say(require('fs').readFileSync(b, 'utf8')) }),
  a('through a symbolic link', 7, () => { const fs = require('fs'); fs.symlinkSync(T.secret, T.work + '/l'); say(fs.readFileSync(T.work + '/l', 'utf8')) }),
  a('through a link to a folder', 7, () => { const fs = require('fs'); fs.symlinkSync(T.out, T.work + '/d'); say(fs.readFileSync(T.work + '/d/secret.txt', 'utf8')) }),
  a('a hard link', 7, () => { const fs = require('fs'); fs.linkSync(T.secret, T.work + '/h'); say(fs.readFileSync(T.work + '/h', 'utf8')) }),
  a('a file moved in', 7, () => { const fs = require('fs'); fs.renameSync(T.secret, T.work + '/m'); say(fs.readFileSync(T.work + '/m', 'utf8')) }),
  a('a file copied in', 7, () => { const fs = require('fs'); fs.copyFileSync(T.secret, T.work + '/c'); say(fs.readFileSync(T.work + '/c', 'utf8')) }),
  a('a tree copied in', 7, () => { const fs = require('fs'); fs.cpSync(T.out, T.work + '/t', { recursive: true }); say(fs.readFileSync(T.work + '/t/secret.txt', 'utf8')) }),
  a('a link in a tree that is copied', 7, () => { const fs = require('fs'); fs.mkdirSync(T.work + '/s'); fs.symlinkSync(T.out, T.work + '/s/l'); fs.cpSync(T.work + '/s', T.work + '/t', { recursive: true, dereference: true }); say(fs.readFileSync(T.work + '/t/l/secret.txt', 'utf8')) }),
  a('/proc/self/root', 7, () => { say(require('fs').readFileSync('/proc/self/root' + T.secret, 'utf8')) }),
  a('/proc/self/environ', 7, () => { const s = require('fs').readFileSync('/proc/self/environ', 'utf8'); say(s.match(/SECRET_TOKEN=([^\0]+)/)[1]) }),
  a('/proc/self/cwd', 7, () => { say(require('fs').readFileSync('/proc/self/cwd/outside/secret.txt', 'utf8')) }),
  a('a read stream', 7, () => { require('fs').createReadStream(T.secret, 'utf8').on('data', say) }),
  a('the class of a read stream', 5, () => { const fs = require('fs'); const s = fs.createReadStream(__dirname + '/data.txt'); new s.constructor(T.secret).on('data', say) }),
  a('the prototype of a read stream', 5, () => { const fs = require('fs'); const s = fs.createReadStream(__dirname + '/data.txt'); new (Object.getPrototypeOf(s).constructor)(T.secret).on('data', say) }),
  a('fs.promises', 7, () => { require('fs').promises.readFile(T.secret, 'utf8').then(say) }),
  a('fs/promises open', 7, () => { require('fs/promises').open(T.secret).then(h => h.readFile('utf8')).then(say) }),
  a('open and read', 7, () => { const fs = require('fs'); const fd = fs.openSync(T.secret); const b = Buffer.alloc(14); fs.readSync(fd, b, 0, 14, 0); say(b.toString()) }),
  a('openAsBlob', 7, () => { require('fs').openAsBlob(T.secret).then(b => b.text()).then(say) }),
  a('lists a folder', 7, () => { if (require('fs').readdirSync(T.out).includes('secret.txt')) say('yes') }, { goal: 'said' }),
  a('opens a directory', 7, () => { if (require('fs').opendirSync(T.out).readSync()) say('yes') }, { goal: 'said' }),
  a('asks whether a file exists', 7, () => { if (require('fs').existsSync(T.secret)) say('yes') }, { goal: 'said' }),
  a('asks by the error', 7, () => { const fs = require('fs'); const code = p => { try { fs.statSync(p); return 'ok' } catch (e) { return e.code } }; if (code(T.secret) !== code(T.out + '/none')) say('yes') }, { goal: 'said' }),
  a('stats a file', 7, () => { if (require('fs').statSync(T.secret).size === 13) say('yes') }, { goal: 'said' }),
  a('watches a folder', 7, () => { require('fs').watch(T.out, () => say('yes')) }, { goal: 'said', after: () => { setTimeout(() => require('fs').writeFileSync(process.cwd() + '/outside/n', ''), 100) } }),
  a('resolves a path', 7, () => { if (require('fs').realpathSync(T.out)) say('yes') }, { goal: 'said' }),
  a('glob', 7, () => { const g = require('fs').globSync(T.out + '/*'); if (g.length) say('yes') }, { goal: 'said', needs: 22 }),
  a('writes a file', 7, () => { require('fs').writeFileSync(T.mark, 'x') }, { goal: 'mark' }),
  a('writes on a read grant', 6, () => { require('fs').writeFileSync(T.mark, 'x') }, { goal: 'mark', policy: { 'files.read': ['**'] } }),
  a('a flag that writes on a read grant', 6, () => { require('fs').readFileSync(T.mark, { flag: 'w+' }) }, { goal: 'mark', policy: { 'files.read': ['**'] } }),
  a('open with w on a read grant', 6, () => { require('fs').openSync(T.mark, 'w') }, { goal: 'mark', policy: { 'files.read': ['**'] } }),
  a('a numeric flag on a read grant', 6, () => { require('fs').openSync(T.mark, require('fs').constants.O_CREAT) }, { goal: 'mark', policy: { 'files.read': ['**'] } }),
  a('a stream with flags on a read grant', 6, () => { require('fs').createReadStream(T.mark, { flags: 'w+' }).on('error', () => {}) }, { goal: 'mark', policy: { 'files.read': ['**'] } }),
  a('a link that leads nowhere yet', 7, () => { const fs = require('fs'); fs.symlinkSync(T.mark, T.work + '/n'); fs.writeFileSync(T.work + '/n', 'x') }, { goal: 'mark' }),
  a('a write stream', 7, () => { require('fs').createWriteStream(T.mark).end('x') }, { goal: 'mark' }),
  a('appends', 7, () => { require('fs').appendFileSync(T.mark, 'x') }, { goal: 'mark' }),
  a('makes a folder', 7, () => { require('fs').mkdirSync(T.mark) }, { goal: 'mark' }),
  a('mkdtemp', 7, () => { require('fs').mkdtempSync(T.out + '/x'); if (require('fs').readdirSync(T.out).length > 3) say('yes') }, { goal: 'said' }),
  a('copies out', 7, () => { require('fs').copyFileSync(__dirname + '/data.txt', T.mark) }, { goal: 'mark' }),
  a('renames out', 7, () => { const fs = require('fs'); fs.writeFileSync(T.work + '/x', ''); fs.renameSync(T.work + '/x', T.mark) }, { goal: 'mark' }),
  a('links out', 7, () => { const fs = require('fs'); fs.writeFileSync(T.work + '/x', ''); fs.linkSync(T.work + '/x', T.mark) }, { goal: 'mark' }),
  a('process.report', 7, () => { process.report.writeReport(T.mark) }, { goal: 'mark' }),
  a('a heap snapshot', 7, () => { require('v8').writeHeapSnapshot(T.mark) }, { goal: 'mark', wait: 3000 }),
  a('loadEnvFile', 7, () => { require('fs').writeFileSync(T.work + '/e', 'A=1'); process.loadEnvFile(T.work + '/e'); if (process.env.A === '1') say('yes') }, { goal: 'said', needs: 21 }),
  a('shell start-up inside a broad grant', 11, () => { require('fs').writeFileSync(require('os').homedir() + '/.bashrc', 'x'); say('yes') }, { goal: 'said', policy: { 'files.write': ['${home}/**'] } }),
  a('git hooks inside a broad grant', 11, () => { const fs = require('fs'); fs.mkdirSync(T.out + '/.git/hooks', { recursive: true }); fs.writeFileSync(T.out + '/.git/hooks/pre-commit', 'x'); say('yes') }, { goal: 'said', policy: { 'files.write': ['**'] } }),
  a('tasks of the workspace inside a broad grant', 11, () => { const fs = require('fs'); fs.mkdirSync(T.out + '/.vscode', { recursive: true }); fs.writeFileSync(T.out + '/.vscode/tasks.json', '{}'); say('yes') }, { goal: 'said', policy: { 'files.write': ['**'] } }),
  a('a string that is not a string', 6, () => { const s = new String(T.ext + '/data.txt'); s.toString = () => T.secret; say(require('fs').readFileSync(String(s), 'utf8')) }),
  a('realpath poisoned', 1, () => { const p = require('path'); const o = String.prototype.startsWith; String.prototype.startsWith = () => true; String.prototype.slice = () => ''; try { say(require('fs').readFileSync(T.secret, 'utf8')) } finally { String.prototype.startsWith = o } }),
  a('Map and WeakMap poisoned', 1, () => { const get = Map.prototype.get; Map.prototype.get = function (k) { return get.call(this, k) }; Array.prototype.push = function (v) { if (v && v.grants) v.grants = []; return 1 }; RegExp.prototype.test = () => true; say(require('fs').readFileSync(T.secret, 'utf8')) }),
  a('Object.prototype has what an access lacks', 1, () => { Object.defineProperty(Object.prototype, 'trustedOnly', { get: () => false }); Object.defineProperty(Object.prototype, 'any', { get: () => true }); Object.defineProperty(Object.prototype, 'all', { get: () => true }); say(require('fs').readFileSync(T.secret, 'utf8')) }),
  // Round 1, written from a reading of the loader.
  a('a tree copied over the loader', 11, () => { const fs = require('fs'); fs.mkdirSync(T.work + '/n'); fs.writeFileSync(T.work + '/n/ringfence.main.cjs', 'x'); fs.cpSync(T.work + '/n', T.ext, { recursive: true, force: true }); if (fs.readFileSync(T.ext + '/ringfence.main.cjs', 'utf8') === 'x') say('yes') }, { goal: 'said', round: 1, policy: { 'files.write': ['${extension}/**'] } }),
  a('the folder of the loader moved away and another put in its place', 11, () => { const fs = require('fs'); fs.mkdirSync(T.ext + '/new'); fs.writeFileSync(T.ext + '/new/ringfence.main.cjs', 'x'); fs.renameSync(T.ext + '/dist', T.ext + '/old'); fs.renameSync(T.ext + '/new', T.ext + '/dist'); say('yes') }, { goal: 'said', round: 1, entry: 'dist/main.js', policy: { 'files.write': ['${extension}/**'] } }),
  a('the folder of the loader removed', 11, () => { const fs = require('fs'); fs.rmSync(T.ext + '/dist', { recursive: true }); if (!fs.existsSync(T.ext + '/dist')) say('yes') }, { goal: 'said', round: 1, entry: 'dist/main.js', policy: { 'files.write': ['${extension}/**'] } }),
  a('the log led elsewhere', 11, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/x', { recursive: true })
    fs.mkdirSync(T.work + '/log', { recursive: true })
    fs.symlinkSync(T.mark, T.work + '/x/ringfence.jsonl')
    fs.renameSync(T.work + '/log', T.work + '/old')
    fs.renameSync(T.work + '/x', T.work + '/log')
    try { fs.writeFileSync(T.work + '/log/ringfence.jsonl', '') } catch { }
    try { fs.readFileSync('/etc/hostname/$(touch x)') } catch { }
  }, { goal: 'mark', round: 1, logDir: 'ext/work/log', wait: 2200, policy: { 'files.read': ['${extension}/**', '${extension}/../outside/**', '/tmp/**'] } }),
  a('a tree copied over start-up files', 11, () => { const fs = require('fs'); fs.mkdirSync(T.work + '/h'); fs.writeFileSync(T.work + '/h/.bashrc', 'x'); fs.cpSync(T.work + '/h', require('os').homedir(), { recursive: true }); if (fs.existsSync(require('os').homedir() + '/.bashrc')) say('yes') }, { goal: 'said', round: 1, policy: { 'files.read': ['**'], 'files.write': ['${extension}/work/**', '${home}/**'] } }),
  a('a folder that holds start-up files moved in', 11, () => { const fs = require('fs'); const home = require('os').homedir(); fs.mkdirSync(home + '/x/autostart', { recursive: true }); fs.writeFileSync(home + '/x/autostart/a.desktop', 'x'); fs.renameSync(home + '/x', home + '/.config'); say('yes') }, { goal: 'said', round: 1, policy: { 'files.read': ['**'], 'files.write': ['${home}/**'] } }),
  a('hooks of git moved in with their folder', 11, () => { const fs = require('fs'); fs.mkdirSync(T.out + '/g/hooks', { recursive: true }); fs.writeFileSync(T.out + '/g/hooks/pre-commit', 'x'); fs.renameSync(T.out + '/g', T.out + '/.git'); say('yes') }, { goal: 'said', round: 1, policy: { 'files.read': ['**'], 'files.write': ['**'] } }),
  a('tasks of the workspace moved in with their folder', 11, () => { const fs = require('fs'); fs.mkdirSync(T.out + '/v'); fs.writeFileSync(T.out + '/v/tasks.json', '{}'); fs.renameSync(T.out + '/v', T.out + '/.vscode'); say('yes') }, { goal: 'said', round: 1, policy: { 'files.read': ['**'], 'files.write': ['**'] } }),
  a('keys copied with the folder they lie in', 11, () => { const fs = require('fs'); fs.cpSync(require('os').homedir(), T.work + '/h', { recursive: true }); say(fs.readFileSync(T.work + '/h/.ssh/id_rsa', 'utf8')) }, { round: 1, setup: (T, fs) => { const home = T.out.replace(/outside$/, 'home'); fs.mkdirSync(home + '/.ssh'); fs.copyFileSync(T.secret, home + '/.ssh/id_rsa') }, policy: { 'files.read': ['${home}/**', '${extension}/**'] } }),
  a('keys moved with the folder they lie in', 11, () => { const fs = require('fs'); const home = require('os').homedir(); fs.renameSync(home + '/.config', home + '/c'); say(fs.readFileSync(home + '/c/gh/hosts.yml', 'utf8')) }, { round: 1, setup: (T, fs) => { const home = T.out.replace(/outside$/, 'home'); fs.mkdirSync(home + '/.config/gh', { recursive: true }); fs.copyFileSync(T.secret, home + '/.config/gh/hosts.yml') }, policy: { 'files.read': ['${home}/**'], 'files.write': ['${home}/**'] } }),
  a('the names of keys by a list of what lies below', 11, () => { if (require('fs').readdirSync(require('os').homedir(), { recursive: true }).some(f => String(f).endsWith('id_rsa'))) say('yes') }, { goal: 'said', round: 1, setup: (T, fs) => { const home = T.out.replace(/outside$/, 'home'); fs.mkdirSync(home + '/.ssh'); fs.copyFileSync(T.secret, home + '/.ssh/id_rsa') }, policy: { 'files.read': ['${home}/**'] } }),
  a('keys through a link in front of their folder', 11, () => { const fs = require('fs'); fs.symlinkSync(require('os').homedir(), T.work + '/l'); say(fs.readFileSync(T.work + '/l/.ssh/id_rsa', 'utf8')) }, { round: 1, setup: (T, fs) => { const home = T.out.replace(/outside$/, 'home'); fs.mkdirSync(home + '/.ssh'); fs.copyFileSync(T.secret, home + '/.ssh/id_rsa') }, policy: { 'files.read': ['**'] } }),
  a('whether a file exists, by resolving it', 7, () => { const r = p => { try { return require.resolve(p) } catch (e) { return e.message.replaceAll(p, '') } }; if (r(T.secretJS) !== r(T.out + '/none.js')) say('yes') }, { goal: 'said', round: 1 }),
  a('the package.json of another, by resolving it', 7, () => { const r = require('module').createRequire(T.out + '/x.js'); if (r.resolve('./pkg').endsWith('/pkg/secret-name.js')) say('yes') }, { goal: 'said', round: 1, setup: (T, fs) => { fs.mkdirSync(T.out + '/pkg'); fs.writeFileSync(T.out + '/pkg/package.json', '{"main":"secret-name.js"}'); fs.writeFileSync(T.out + '/pkg/secret-name.js', '') } }),
  a('what others watch, unwatched', 13, () => { setTimeout(() => require('fs').unwatchFile(__dirname + '/data.txt'), 100) }, { kind: 'interference', goal: 'said', round: 1, wait: 1500, after: () => { const fs = require('fs'); let seen = false; fs.watchFile(__dirname + '/ext/data.txt', { interval: 50 }, () => { seen = true }); setTimeout(() => fs.writeFileSync(__dirname + '/ext/data.txt', 'changed now'), 300); setTimeout(() => { if (!seen) console.log('SAID yes') }, 1100) } }),
]
