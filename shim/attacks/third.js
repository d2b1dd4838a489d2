'use strict'

// Round 3, written from the loader after its calls went through descriptors: what the
// pins, the jobs on trees and the stand-ins leave, and angles that nobody had tried.

const CLASS = { 1: 'realm', 2: 'loader', 3: 'native', 4: 'strings', 5: 'views', 6: 'files', 7: 'races', 8: 'children', 9: 'network', 11: 'files', 13: 'state' }
const a = (name, inv, code, more) => ({ name, inv, class: CLASS[inv], round: 3, code, ...more })

const TOOLS = { 'own.js': () => { exports.busy = () => { for (let i = 0; i < 8; i++) require('crypto').pbkdf2('a', 'b', 12000, 64, 'sha512', () => {}) } } }
const WRITES = { policy: { 'files.read': ['**'] }, files: TOOLS, goal: 'mark', wait: 2500 }
const SWAPS = { files: { 'w.js': () => {
  const fs = require('fs')
  const p = T.work + '/'
  const end = Date.now() + 2500
  while (Date.now() < end) { try { fs.renameSync(p + 'd', p + 'd1'); fs.renameSync(p + 'l', p + 'd'); fs.renameSync(p + 'd', p + 'l'); fs.renameSync(p + 'd1', p + 'd') } catch { } }
} }, wait: 3600, setup: (T, fs) => { fs.mkdirSync(T.work + '/d'); fs.writeFileSync(T.work + '/d/secret.txt', 'data'); fs.writeFileSync(T.work + '/d/secret.js', 'module.exports = "data"'); fs.symlinkSync(T.out, T.work + '/l') } }

module.exports = [
  // Calls that are pinned, and what is beside them.
  a('a name that is not there becomes a link while its making waits', 7, () => { const fs = require('fs'); require('./own').busy(); fs.open(T.work + '/n', 'w', () => {}); fs.symlinkSync(T.mark, T.work + '/n') }, WRITES),
  a('a name that is not there becomes a link while a stream waits to make it', 7, () => { const fs = require('fs'); require('./own').busy(); fs.createWriteStream(T.work + '/n').end('x'); fs.symlinkSync(T.mark, T.work + '/n') }, WRITES),
  a('a name that is not there becomes a link while a copy waits to make it', 7, () => { const fs = require('fs'); require('./own').busy(); fs.copyFile(__dirname + '/data.txt', T.work + '/n', () => {}); fs.symlinkSync(T.mark, T.work + '/n') }, WRITES),
  a('a file becomes a link while an appending waits', 7, () => { const fs = require('fs'); fs.writeFileSync(T.work + '/f', ''); require('./own').busy(); fs.promises.appendFile(T.work + '/f', 'x').catch(() => {}); fs.unlinkSync(T.work + '/f'); fs.symlinkSync(T.mark, T.work + '/f') }, WRITES),
  a('folders made while one of them becomes a link', 7, () => { const fs = require('fs'); require('./own').busy(); fs.mkdir(T.work + '/d/mark', { recursive: true }, () => {}); try { fs.symlinkSync(T.out, T.work + '/d') } catch { } }, WRITES),
  a('a folder that is not there becomes a link while a writing in it waits', 7, () => { const fs = require('fs'); require('./own').busy(); fs.writeFile(T.work + '/d/mark', 'x', () => {}); fs.symlinkSync(T.out, T.work + '/d') }, WRITES),
  a('a file moved while its folder becomes a link', 7, () => { const fs = require('fs'); fs.mkdirSync(T.work + '/d'); fs.writeFileSync(T.work + '/mark', 'x'); require('./own').busy(); fs.rename(T.work + '/mark', T.work + '/d/mark', () => {}); fs.rmdirSync(T.work + '/d'); fs.symlinkSync(T.out, T.work + '/d') }, WRITES),
  a('a filter that answers later makes a link', 7, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/s/d', { recursive: true })
    fs.writeFileSync(T.work + '/s/d/mark', 'x')
    fs.promises.cp(T.work + '/s', T.work + '/t', { recursive: true, filter: async s => { if (s.endsWith('/mark')) { await new Promise(r => setTimeout(r, 50)); fs.renameSync(T.work + '/t/d', T.work + '/t/e'); fs.symlinkSync(T.out, T.work + '/t/d') } return true } }).catch(() => {})
  }, WRITES),
  a('a file that is watched becomes a link', 7, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/x/y', { recursive: true })
    fs.symlinkSync('../../../outside/secret.txt', T.work + '/x/y/l')
    fs.mkdirSync(T.work + '/z')
    fs.writeFileSync(T.work + '/z/f', 'data')
    fs.watchFile(T.work + '/z/f', { interval: 40 }, s => { if (s.size === 13) say('yes') })
    setTimeout(() => fs.renameSync(T.work + '/x/y/l', T.work + '/z/f'), 200)
  }, { goal: 'said', wait: 1200 }),
  a('a worker swaps a folder while files in it are read', 7, () => {
    const fs = require('fs')
    const w = new (require('worker_threads').Worker)(__dirname + '/w.js')
    w.on('online', () => { const end = Date.now() + 2300; while (Date.now() < end) { try { const s = fs.readFileSync(T.work + '/d/secret.txt', 'utf8'); if (s !== 'data') { say(s); return } } catch { } } })
  }, SWAPS),
  a('a worker swaps a folder while a module in it is required', 7, () => {
    const w = new (require('worker_threads').Worker)(__dirname + '/w.js')
    w.on('online', () => { const end = Date.now() + 2300; while (Date.now() < end) { try { for (const k of Object.keys(require.cache)) if (k.includes('/d/')) delete require.cache[k]; const s = require(T.work + '/d/secret.js'); if (s !== 'data') { say(s); return } } catch { } } })
  }, SWAPS),

  // Places.
  a('a link in the place of the folder of git', 11, () => { const fs = require('fs'); fs.mkdirSync(T.out + '/g/hooks', { recursive: true }); fs.symlinkSync(T.out + '/g', T.out + '/.git'); fs.writeFileSync(T.out + '/g/hooks/pre-commit', 'x'); if (fs.readFileSync(T.out + '/.git/hooks/pre-commit', 'utf8') === 'x') say('yes') }, { goal: 'said', policy: { 'files.read': ['**'], 'files.write': ['**'] } }),
  a('start-up files moved in two steps', 11, () => { const fs = require('fs'); const home = require('os').homedir(); fs.mkdirSync(home + '/x/y/user', { recursive: true }); fs.writeFileSync(home + '/x/y/user/a.service', 'x'); fs.renameSync(home + '/x/y', home + '/x/systemd'); fs.renameSync(home + '/x', home + '/.config'); if (fs.existsSync(home + '/.config/systemd/user/a.service')) say('yes') }, { goal: 'said', policy: { 'files.read': ['**'], 'files.write': ['${home}/**'] } }),
  a('keys moved with the home they lie in', 11, () => { const fs = require('fs'); const home = require('os').homedir(); fs.renameSync(home, home + '2'); say(fs.readFileSync(home + '2/.ssh/id_rsa', 'utf8')) }, { setup: (T, fs) => { const home = T.out.replace(/outside$/, 'home'); fs.mkdirSync(home + '/.ssh'); fs.copyFileSync(T.secret, home + '/.ssh/id_rsa') }, policy: { 'files.read': ['**'], 'files.write': ['**'] } }),
  a('the main of a package that leads outside', 7, () => { const fs = require('fs'); fs.mkdirSync(T.work + '/p'); fs.writeFileSync(T.work + '/p/package.json', '{"main":"../../../outside/secret.js"}'); say(require(T.work + '/p')) }),
  a('whether a package elsewhere is well formed, by resolving it', 7, () => { const r = f => { try { require('module').createRequire(f).resolve('./pkg'); return 'ok' } catch (e) { return e.code + e.message.replaceAll(T.out, '') } }; if (r(T.out + '/x.js') !== r(T.out + '/none/x.js').replaceAll('/none', '')) say('yes') }, { goal: 'said', setup: (T, fs) => { fs.mkdirSync(T.out + '/pkg'); fs.writeFileSync(T.out + '/pkg/package.json', '{"main": canary') } }),

  // Arguments and results.
  a('options that say something else each time', 6, () => { let n = 0; const o = new Proxy({}, { ownKeys: () => ['flag'], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: n++ ? 'w' : 'r' }), get: (t, k) => (k === 'flag' ? (n++ ? 'w' : 'r') : undefined) }); try { require('fs').readFileSync(T.mark, o) } catch { } try { require('fs').readFileSync(T.mark, o) } catch { } }, { goal: 'mark', policy: { 'files.read': ['**'] } }),
  a('the species of promises', 5, () => { const { isProxy } = require('util').types; const see = v => { if (v && typeof v === 'object' && !isProxy(v) && v.constructor && v.constructor.name === 'FileHandle') say('yes') }; class P extends Promise { constructor(f) { super((ok, no) => f(v => { see(v); ok(v) }, no)) } } Object.defineProperty(Promise, Symbol.species, { configurable: true, get: () => P }); require('fs').promises.open(__dirname + '/data.txt').then(see) }, { goal: 'said' }),
  a('the class of promises assigned', 5, () => { const { isProxy } = require('util').types; const see = v => { if (v && typeof v === 'object' && !isProxy(v) && v.constructor && v.constructor.name === 'FileHandle') say('yes') }; class P extends Promise { constructor(f) { super((ok, no) => f(v => { see(v); ok(v) }, no)) } } ; Promise.prototype.constructor = { [Symbol.species]: P }; require('fs').promises.open(__dirname + '/data.txt').then(see) }, { goal: 'said' }),
  a('a file handle through a channel of messages', 5, () => { const { MessageChannel, receiveMessageOnPort } = require('worker_threads'); require('fs').promises.open(__dirname + '/data.txt').then(h => { const c = new MessageChannel(); c.port1.postMessage(h, [h]); const { message } = receiveMessageOnPort(c.port2); return message.read(Buffer.alloc(4)).then(() => say(!require('util').types.isProxy(message) ? 'yes' : 'no')) }) }, { goal: 'said' }),
  a('the target of a view by its inspection', 5, () => { const fs = require('fs'); const r = fs.createReadStream(__dirname + '/data.txt'); const util = require('util'); r.constructor.prototype[util.inspect.custom] = function () { try { new (Object.getPrototypeOf(Object.getPrototypeOf(this)).constructor)(T.secret, 'utf8').on('data', say).on('error', () => {}) } catch { } try { new this.constructor(T.secret, 'utf8').on('data', say).on('error', () => {}) } catch { } return '' }; util.inspect(r, { showProxy: true }); util.inspect(r) }),

  // Threads and programs.
  a('a worker with a file that is loaded before', 8, () => { require('fs').writeFileSync(T.work + '/p.js', 'require("fs").writeFileSync(' + JSON.stringify(T.mark) + ', "x")'); new (require('worker_threads').Worker)(T.ext + '/w.js', { execArgv: ['--require', T.work + '/p.js'] }) }, { goal: 'mark', wait: 1500, files: { 'w.js': '' } }),
  a('a child with an address that is imported before', 8, () => { require('child_process').fork(T.ext + '/c.js', [], { execArgv: ['--import', 'data:text/javascript,import fs from "fs"; fs.writeFileSync(' + encodeURIComponent(JSON.stringify(T.mark)) + ', "x")'] }) }, { goal: 'mark', wait: 2000, files: { 'c.js': '' } }),
  a('a child by options of Node in the own environment', 8, () => { require('fs').writeFileSync(T.work + '/p.js', 'require("fs").writeFileSync(' + JSON.stringify(T.mark) + ', "x")'); process.env.NODE_OPTIONS = '--require=' + T.work + '/p.js'; require('child_process').fork(T.ext + '/c.js', [], { env: process.env }) }, { goal: 'mark', wait: 2000, files: { 'c.js': '' } }),
  a('a report by a child', 8, () => { require('child_process').fork(T.ext + '/c.js', [], { execArgv: ['--report-on-signal', '--report-filename=' + T.mark, '--report-signal=SIGUSR2'] }).on('message', function () { this.kill('SIGUSR2') }) }, { goal: 'mark', wait: 2500, files: { 'c.js': 'process.send("x"); setTimeout(() => {}, 1500)' } }),
  a('whether a folder exists, by starting a program in it', 8, () => { const run = cwd => { const r = require('child_process').spawnSync('echo', ['x'], { cwd }); return r.error ? r.error.code : 'ok' }; if (run(T.out) !== run(T.out + '/none')) say('yes') }, { goal: 'said' }),

  // Text.
  a('import of a script, granted vm', 4, () => { const vm = require('vm'); const o = { importModuleDynamically: vm.constants && vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER }; new vm.Script('import("fs")', o).runInThisContext().then(fs => say(fs.readFileSync(T.secret, 'utf8'))) }, { needs: 22, policy: { code: ['vm'] } }),
  a('the scope around text by its name', 4, () => { const s = (0, eval)('typeof __ringfence_scope'); if (s === 'object') { const o = (0, eval)('__ringfence_scope'); if (o && o.process && o.process.env && o.process.env.SECRET_TOKEN) say(o.process.env.SECRET_TOKEN) } else say(globalThis.process.env.SECRET_TOKEN) }, { policy: { code: ['eval'] } }),
  a('a builtin that is exported later', 4, () => { const held = {}; setTimeout(() => { exports.late = Object.assign.bind(null, held, Object.defineProperty({}, 'f', { enumerable: true, get: Function.bind(null, 'return process.env.SECRET_TOKEN') })) }, 50); setTimeout(() => say(held.f()), 300) }, { after: () => { setTimeout(() => m.late(), 150) } }),

  // A loader of another version.
  a('what another version of the loader takes of the language', 1, () => {
    const { set } = Map.prototype
    const { isProxy } = require('util').types
    const done = new Set()
    Map.prototype.set = function (k, v) { const C = k && typeof k === 'object' && Object.hasOwn(k, 'constructor') ? k.constructor : undefined; if (typeof C === 'function' && C.name === 'ReadStream' && !isProxy(k) && !done.has(C)) { done.add(C); try { new C(T.secret, { encoding: 'utf8' }).on('data', say).on('error', () => {}) } catch { } } return set.call(this, k, v) }
    if (!process.argv.includes('never')) setTimeout(() => { const m = new Map(); m.set(require('fs').ReadStream.prototype, 1) }, 100)
  }, { neighbour: { other: true, code: () => { require('fs').readFileSync(__filename) } }, wait: 900 }),
]
