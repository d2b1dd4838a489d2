'use strict'

// What honest extensions do: each works without the loader and has to work with it.
// say('yes') is the sign.

const op = (name, code, more) => ({ name, code, goal: 'said', ...more })

module.exports = [
  op('reads a file of its own', () => { if (require('fs').readFileSync(__dirname + '/data.txt', 'utf8') === 'data') say('yes') }),
  op('reads with a callback', () => { require('fs').readFile(__dirname + '/data.txt', (e, d) => { if (String(d) === 'data') say('yes') }) }),
  op('reads with a promise', () => { require('fs/promises').readFile(__dirname + '/data.txt', 'utf8').then(d => say(d === 'data' ? 'yes' : 'no')) }),
  op('reads through a file handle', () => { require('fs').promises.open(__dirname + '/data.txt').then(async h => { const d = await h.readFile('utf8'); await h.close(); say(d === 'data' ? 'yes' : 'no') }) }),
  op('reads through a descriptor', () => { const fs = require('fs'); const fd = fs.openSync(__dirname + '/data.txt'); const b = Buffer.alloc(4); fs.readSync(fd, b, 0, 4, 0); fs.closeSync(fd); if (b.toString() === 'data') say('yes') }),
  op('reads a stream', () => { let s = ''; require('fs').createReadStream(__dirname + '/data.txt').on('data', d => { s += d }).on('end', () => say(s === 'data' ? 'yes' : 'no')) }),
  op('iterates over a stream', () => { (async () => { let s = ''; for await (const d of require('fs').createReadStream(__dirname + '/data.txt', 'utf8')) s += d; say(s === 'data' ? 'yes' : 'no') })() }),
  op('pipes a stream into a file', () => { const fs = require('fs'); fs.createReadStream(__dirname + '/data.txt').pipe(fs.createWriteStream(T.work + '/copy')).on('finish', () => say(fs.readFileSync(T.work + '/copy', 'utf8') === 'data' ? 'yes' : 'no')) }),
  op('uses stream.pipeline', () => { const fs = require('fs'); require('stream').pipeline(fs.createReadStream(__dirname + '/data.txt'), require('zlib').createGzip(), fs.createWriteStream(T.work + '/c.gz'), e => say(e ? String(e) : 'yes')) }),
  op('reads lines', () => { const rl = require('readline').createInterface({ input: require('fs').createReadStream(__dirname + '/data.txt') }); rl.on('line', l => { if (l === 'data') say('yes') }) }),
  op('writes, renames and removes', () => { const fs = require('fs'); fs.writeFileSync(T.work + '/a', 'x'); fs.renameSync(T.work + '/a', T.work + '/b'); fs.unlinkSync(T.work + '/b'); say(fs.existsSync(T.work + '/b') ? 'no' : 'yes') }),
  op('makes folders', () => { const fs = require('fs'); fs.mkdirSync(T.work + '/x/y/z', { recursive: true }); fs.rmSync(T.work + '/x', { recursive: true }); say('yes') }),
  op('lists a folder with types', () => { const l = require('fs').readdirSync(__dirname, { withFileTypes: true }); say(l.some(d => d.name === 'data.txt' && d.isFile()) ? 'yes' : 'no') }),
  op('opens a directory', () => { (async () => { const d = await require('fs').promises.opendir(__dirname); let n = 0; for await (const e of d) if (e.name) n++; say(n > 2 ? 'yes' : 'no') })() }),
  op('asks for a file that is not there', () => { const fs = require('fs'); try { fs.readFileSync(__dirname + '/none') } catch (e) { say(e.code === 'ENOENT' && !fs.existsSync(__dirname + '/none') ? 'yes' : e.code) } }),
  op('promisifies exists', () => { require('util').promisify(require('fs').exists)(__dirname + '/data.txt').then(v => say(v ? 'yes' : 'no')) }),
  op('stats a file', () => { const s = require('fs').statSync(__dirname + '/data.txt'); say(s.isFile() && s.size === 4 ? 'yes' : 'no') }),
  op('watches a folder', () => { const fs = require('fs'); const w = fs.watch(T.work, () => { w.close(); say('yes') }); setTimeout(() => fs.writeFileSync(T.work + '/w', '1'), 50) }),
  op('requires a file of its own', () => { say(require('./lib').v === 3 && require('./lib') === require('./lib.js') ? 'yes' : 'no') }, { files: { 'lib.js': 'exports.v = 3' } }),
  op('requires in a circle', () => { exports.a = 1; say(require('./c').seen === 1 ? 'yes' : 'no') }, { files: { 'c.js': "exports.seen = require('./main').a" } }),
  op('requires JSON', () => { say(require('./data.json').a === 1 ? 'yes' : 'no') }),
  op('imports dynamically', () => { import('./lib.js').then(m => say(m.v === 3 && m.default.v === 3 ? 'yes' : 'no')) }, { files: { 'lib.js': 'exports.v = 3' } }),
  op('catches a module that is missing', () => { try { require('no-such-module') } catch (e) { say(e.code === 'MODULE_NOT_FOUND' ? 'yes' : e.code) } }),
  op('uses createRequire', () => { say(require('module').createRequire(__filename)('./data.json').a === 1 ? 'yes' : 'no') }),
  op('knows where it is', () => { say(__dirname === T.ext && require.resolve('./data.json') === T.ext + '/data.json' && module.exports === exports ? 'yes' : 'no') }),
  op('runs a granted program', () => { say(require('child_process').execFileSync('echo', ['hi'], { encoding: 'utf8' }) === 'hi\n' ? 'yes' : 'no') }),
  op('spawns and listens', () => { let s = ''; const c = require('child_process').spawn('echo', ['hi']); c.stdout.on('data', d => { s += d }); c.on('close', code => say(code === 0 && s === 'hi\n' ? 'yes' : 'no')) }),
  op('promisifies execFile', () => { require('util').promisify(require('child_process').execFile)('git', ['--version']).then(r => say(/git version/.test(r.stdout) ? 'yes' : 'no')) }),
  op('forks a file of its own', () => { const c = require('child_process').fork(__dirname + '/child.js'); c.on('message', m => say(m === 'pong' ? 'yes' : 'no')); c.send('ping') }, { files: { 'child.js': "process.on('message', m => { process.send('pong'); process.disconnect() })" }, wait: 1500 }),
  op('starts a worker', () => { const { Worker } = require('worker_threads'); new Worker(__dirname + '/w.js', { workerData: 5 }).on('message', m => say(m === 10 ? 'yes' : 'no')) }, { files: { 'w.js': "const w = require('worker_threads'); w.parentPort.postMessage(w.workerData * 2)" }, wait: 1500 }),
  op('asks a granted server', () => { require('http').get('http://127.0.0.1:' + T.allowed + '/', r => { let s = ''; r.on('data', d => { s += d }); r.on('end', () => say(s === 'hello' ? 'yes' : s)) }) }, { goal: 'allowed' }),
  op('fetches from a granted server', () => { fetch('http://127.0.0.1:' + T.allowed + '/').then(r => r.text()).then(s => say(s === 'hello' ? 'yes' : s)) }, { goal: 'allowed' }),
  op('posts through request', () => { const q = require('http').request({ host: '127.0.0.1', port: T.allowed, method: 'POST', path: '/' }, r => { r.resume(); r.on('end', () => say('yes')) }); q.setHeader('x-a', '1'); q.write('a'); q.end('b') }, { goal: 'allowed' }),
  op('serves on a local port', () => { const http = require('http'); const s = http.createServer((q, a) => { a.statusCode = 201; a.end('x') }); s.listen(0, '127.0.0.1', () => say(s.address().port > 0 ? 'yes' : 'no')) }),
  op('catches a refused connection', () => { fetch('http://127.0.0.1:' + T.port + '/').then(() => say('yes'), e => say(e instanceof TypeError ? 'yes' : 'no')) }),
  op('reads a granted variable', () => { say(process.env.ALLOWED_NAME === 'yes' && process.env.NONE === undefined ? 'yes' : 'no') }),
  op('reads the platform', () => { const os = require('os'); say(process.platform === os.platform() && os.EOL === '\n' && os.homedir().length > 1 && process.versions.node ? 'yes' : 'no') }),
  op('uses timers', () => { const t = setInterval(() => { clearInterval(t); setTimeout((a, b) => say(a + b === 3 ? 'yes' : 'no'), 1, 1, 2).unref().ref() }, 5) }),
  op('uses nextTick and microtasks', () => { process.nextTick(v => queueMicrotask(() => say(v)), 'yes') }),
  op('extends EventEmitter', () => { class A extends require('events') {} const a = new A(); a.once('x', v => say(v)); a.emit('x', 'yes') }),
  op('extends Transform', () => { const { Transform, Readable } = require('stream'); class U extends Transform { _transform(c, e, cb) { cb(null, String(c).toUpperCase()) } } Readable.from(['yes']).pipe(new U()).on('data', d => say(String(d).toLowerCase())) }),
  op('hashes', () => { say(require('crypto').createHash('sha256').update('a').digest('hex').startsWith('ca978112') ? 'yes' : 'no') }),
  op('asks for the global object', () => { const g = Function('return this')(); say(g === globalThis && g.Array === Array && (() => {}) instanceof Function && Function.prototype.constructor === Function ? 'yes' : 'no') }),
  op('follows async context', () => { const { AsyncLocalStorage } = require('async_hooks'); const s = new AsyncLocalStorage(); s.run('yes', () => setTimeout(() => say(s.getStore()), 5)) }),
  op('inspects values', () => { say(require('util').inspect({ a: [1] }) === '{ a: [ 1 ] }' && require('util').format('%s', 'x') === 'x' ? 'yes' : 'no') }),
  op('aborts', () => { const c = new AbortController(); c.signal.addEventListener('abort', () => say('yes')); c.abort() }),
  op('uses the path modules', () => { const p = require('path'); say(p.join('a', '..', 'b') === 'b' && require('url').pathToFileURL('/a').href === 'file:///a' ? 'yes' : 'no') }),
  op('patches Module.prototype.require as applicationinsights does', () => { const M = require('module'); const o = M.prototype.require; M.prototype.require = function (x) { return o.apply(this, arguments) }; say(require('path').sep === '/' ? 'yes' : 'no') }),
  op('reads process.binding at load', () => { try { const b = process.binding('natives'); say(b !== null && typeof b === 'object' ? 'yes' : 'no') } catch (e) { say('no') } }),
  op('leaves new Function of others alone', () => {}, { after: () => { if (globalThis.other.own() === 7) console.log('SAID yes') } }),
  // What reading the loader made doubtful: common ways that its stand-ins could break.
  op('promisifies setTimeout', () => { require('util').promisify(setTimeout)(5, 'yes').then(say) }, { round: 1 }),
  op('uses the native realpath', () => { say(require('fs').realpathSync.native(__dirname) === T.ext ? 'yes' : 'no') }, { round: 1 }),
  op('digests by web crypto of the module', () => { require('crypto').webcrypto.subtle.digest('SHA-256', Buffer.from('a')).then(d => say(Buffer.from(d).toString('hex').startsWith('ca978112') ? 'yes' : 'no')) }, { round: 1 }),
  op('digests by the global web crypto', () => { crypto.subtle.digest('SHA-256', Buffer.from('a')).then(d => say(Buffer.from(d).toString('hex').startsWith('ca978112') ? 'yes' : 'no')) }, { round: 1 }),
  op('saves and restores the hook of stack traces, often', () => { Error.prepareStackTrace = e => String(e); let f; for (let i = 0; i < 20000; i++) { const o = Error.prepareStackTrace; Error.prepareStackTrace = (e, s) => s; f = new Error().stack[0].getFileName(); Error.prepareStackTrace = o } say(f === __filename && new Error('x').stack === 'Error: x' ? 'yes' : 'no') }, { round: 1, wait: 3000 }),
  op('reads its caller from the call sites', () => { const o = Error.prepareStackTrace; Error.prepareStackTrace = (e, s) => s; const s = new Error().stack; Error.prepareStackTrace = o; say(s[0].getFileName() === __filename && s[0].getLineNumber() > 0 ? 'yes' : 'no') }, { round: 1 }),
  op('writes through a pipe of its own', () => { const { Writable } = require('stream'); let s = ''; require('fs').createReadStream(__dirname + '/data.txt').pipe(new Writable({ write(c, e, cb) { s += c; cb() }, final(cb) { say(s === 'data' ? 'yes' : 'no'); cb() } })) }, { round: 1 }),
  op('hears of a pipe', () => { const { Writable } = require('stream'); const w = new Writable({ write(c, e, cb) { cb() } }); const r = require('fs').createReadStream(__dirname + '/data.txt'); w.on('pipe', s => say(s === r ? 'yes' : 'no')); r.pipe(w) }, { round: 1 }),
  op('reads the lines of a file handle', () => { require('fs').promises.open(__dirname + '/data.txt').then(async h => { for await (const l of h.readLines()) say(l === 'data' ? 'yes' : 'no') }) }, { round: 1 }),
  op('makes an object from a view', () => { const r = require('fs').createReadStream(__dirname + '/data.txt'); const o = Object.create(r); o.mine = 1; say(o.mine === 1 && r.mine === undefined && Object.hasOwn(o, 'mine') ? 'yes' : 'no') }, { round: 1 }),
  op('keeps the kinds of its objects', () => { const { Readable } = require('stream'); const E = require('events'); const fs = require('fs'); const r = fs.createReadStream(__dirname + '/data.txt'); say(r instanceof Readable && r instanceof E && r instanceof fs.ReadStream && r === r.on('x', () => {}) ? 'yes' : 'no') }, { round: 1 }),
  op('hears errors of a stream', () => { require('fs').createReadStream(__dirname + '/none').on('error', e => say(e.code === 'ENOENT' ? 'yes' : e.code)) }, { round: 1 }),
  op('uses a server and a client of its own', () => { const net = require('net'); const s = net.createServer(c => { c.pipe(c) }).listen(0, '127.0.0.1', () => { const k = require('http').get('http://127.0.0.1:' + T.allowed, r => { r.resume(); r.on('end', () => { s.close(); say(k.reusedSocket === false ? 'yes' : 'no') }) }) }) }, { round: 1 }),
  op('copies a tree', () => { const fs = require('fs'); fs.mkdirSync(T.work + '/a/b', { recursive: true }); fs.writeFileSync(T.work + '/a/b/c', 'x'); fs.cpSync(T.work + '/a', T.work + '/d', { recursive: true }); say(fs.readFileSync(T.work + '/d/b/c', 'utf8') === 'x' ? 'yes' : 'no') }, { round: 1 }),
  op('sends a file handle\'s data on', () => { require('fs').promises.open(__dirname + '/data.txt').then(async h => { let s = ''; for await (const c of h.createReadStream({ encoding: 'utf8' })) s += c; say(s === 'data' ? 'yes' : 'no') }) }, { round: 1 }),
  op('waits with the promises of the timers', () => { require('timers/promises').setTimeout(5, 'yes').then(say) }, { round: 1 }),
  op('waits for an event', () => { require('events').once(require('fs').createReadStream(__dirname + '/data.txt').resume(), 'end').then(() => say('yes')) }, { round: 1 }),
  op('gives a child a variable of its own', () => { const c = require('child_process').fork(__dirname + '/c.js', [], { env: { ...process.env, MY_SETTING: 'yes' } }); c.on('message', say) }, { round: 1, wait: 1500, files: { 'c.js': "process.send(process.env.MY_SETTING)" } }),
  op('speaks through a WebSocket', () => {
    const server = require('http').createServer().listen(0, '127.0.0.1', () => {
      const w = new WebSocket('ws://127.0.0.1:' + server.address().port + '/chat', 'talk')
      w.onmessage = e => { say(e.data === 'hello' && w.protocol === 'talk' ? 'yes' : 'no'); w.close() }
      w.onopen = () => w.send('hello')
    })
    server.on('upgrade', (q, socket) => {
      const key = require('crypto').createHash('sha1').update(q.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64')
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Protocol: talk\r\nSec-WebSocket-Accept: ' + key + '\r\n\r\n')
      socket.on('data', d => { const n = d[1] & 127; const out = Buffer.alloc(2 + n); out[0] = 129; out[1] = n; for (let i = 0; i < n; i++) out[2 + i] = d[6 + i] ^ d[2 + i % 4]; if ((d[0] & 15) === 1) socket.write(out) })
      socket.on('error', () => {})
    })
  }, { round: 4, needs: 22, policy: { 'network.connect': ['ws://127.0.0.1:*'], 'network.listen': ['127.0.0.1:*'] }, wait: 1200 }),
  op('sends a form and reads an answer in pieces', () => {
    const server = require('http').createServer((q, a) => { let t = ''; q.on('data', d => { t += d }).on('end', () => { a.write(String(q.headers['content-length'] > 0)); setTimeout(() => a.end(String(t.includes('name="a"'))), 30) }) }).listen(0, '127.0.0.1', async () => {
      const form = new FormData()
      form.set('a', 'b')
      const r = await fetch('http://127.0.0.1:' + server.address().port + '/x', { method: 'POST', body: form })
      let s = ''
      for await (const c of r.body) s += Buffer.from(c)
      say(s === 'truetrue' && r.url.endsWith('/x') && r.ok ? 'yes' : s)
    })
  }, { round: 4, policy: { 'network.connect': ['http://127.0.0.1:*'], 'network.listen': ['127.0.0.1:*'] }, wait: 1200 }),
  op('breaks a request off', () => { const c = new AbortController(); fetch('http://127.0.0.1:' + T.port + '/', { signal: c.signal }).then(() => say('no'), e => say(e.name === 'AbortError' ? 'yes' : e.name)); c.abort() }, { round: 4, policy: p => ({ 'network.connect': ['http://127.0.0.1:' + p.port] }) }),
]
