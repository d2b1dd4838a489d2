'use strict'

// What honest extensions do: each works without the loader and has to work with it.
// say('yes') is the sign.

const op = (name, code, more) => ({ name, code, goal: 'said', ...more })

module.exports = [
  op('reads a file of its own', () => {
    if (require('fs').readFileSync(__dirname + '/data.txt', 'utf8') === 'data') say('yes')
  }, { inChild: true }),
  op('reads with a callback', () => {
    require('fs').readFile(__dirname + '/data.txt', (e, d) => { if (String(d) === 'data') say('yes') })
  }),
  op('reads with a promise', () => {
    require('fs/promises').readFile(__dirname + '/data.txt', 'utf8').then(d => say(d === 'data' ? 'yes' : 'no'))
  }),
  op('reads through a file handle', () => {
    require('fs').promises.open(__dirname + '/data.txt').then(async h => {
      const d = await h.readFile('utf8')
      await h.close()
      say(d === 'data' ? 'yes' : 'no')
    })
  }),
  op('hears of a port that is none what Node says', () => {
    const net = require('net')
    const said = p => { try { net.connect(p).destroy(); return 'connects' } catch (e) { return e.code } }
    const codes = [{ port: NaN }, { port: 65536 }, { port: -1, host: '127.0.0.1' }].map(said)
    say(codes.every(c => c === 'ERR_SOCKET_BAD_PORT') && said({}) === 'ERR_MISSING_ARGS' ? 'yes' : codes.join())
  }),
  op('reads through a descriptor', () => {
    const fs = require('fs')
    const fd = fs.openSync(__dirname + '/data.txt')
    const b = Buffer.alloc(4)
    fs.readSync(fd, b, 0, 4, 0)
    fs.closeSync(fd)
    if (b.toString() === 'data') say('yes')
  }),
  op('looks below a file', () => {
    const fs = require('fs')
    const { promises } = fs
    const code = f => { try { f() } catch (e) { return e.code } return '' }
    const path = __dirname + '/data.txt/package.json'
    const sync = [code(() => fs.statSync(path)), code(() => fs.readFileSync(path)), code(() => fs.readdirSync(path))]
    promises.stat(path).catch(e => say(sync.concat(e.code).join() === 'ENOTDIR,ENOTDIR,ENOTDIR,ENOTDIR' && !fs.existsSync(path)
      ? 'yes'
      : 'no'))
  }),
  op('is known by its words', () => {
    const tag = v => Object.prototype.toString.call(v)
    const words = [process + '', tag(process), tag(console), tag(globalThis), tag(WebAssembly), setTimeout.name, eval.name, fetch.name,
      module.constructor.name, Object.prototype.hasOwnProperty.call(process, 'constructor') ? '' : typeof process.on]
    // Of a navigator Node has one or none, and says so the same way.
    const none = Number(process.versions.node.split('.')[0]) < 21
    say((typeof navigator === 'undefined') === none && words.slice(0, 9).join() === '[object process],[object process],[object console],' +
      '[object global],[object WebAssembly],setTimeout,eval,fetch,Module' ? 'yes' : words.join())
  }),
  op('runs the text of a template', () => {
    const text = "var __p='';with(obj||{}){__p+=name}return __p"
    say(new Function('obj', text)({ name: 'a' }) === 'a' ? 'yes' : 'no')
  }, { policy: { code: ['eval'] } }),
  op('reads a stream', () => {
    let s = ''
    require('fs').createReadStream(__dirname + '/data.txt').on('data', d => { s += d }).on('end', () => say(s === 'data' ? 'yes' : 'no'))
  }),
  op('iterates over a stream', () => {
    (async () => {
      let s = ''
      for await (const d of require('fs').createReadStream(__dirname + '/data.txt', 'utf8')) s += d
      say(s === 'data' ? 'yes' : 'no')
    })()
  }, { inChild: true }),
  op('pipes a stream into a file', () => {
    const fs = require('fs')
    fs.createReadStream(__dirname + '/data.txt').pipe(
      fs.createWriteStream(T.work + '/copy')
    ).on('finish', () => say(fs.readFileSync(T.work + '/copy', 'utf8') === 'data'
      ? 'yes'
      : 'no'))
  }),
  op('uses stream.pipeline', () => {
    const fs = require('fs')
    require('stream').pipeline(fs.createReadStream(
      __dirname + '/data.txt'
    ), require('zlib').createGzip(), fs.createWriteStream(T.work + '/c.gz'), e => say(e
      ? String(e)
      : 'yes'))
  }),
  op('reads lines', () => {
    const rl = require('readline').createInterface({ input: require('fs').createReadStream(__dirname + '/data.txt') })
    rl.on('line', l => { if (l === 'data') say('yes') })
  }),
  op('writes, renames and removes', () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/a', 'x')
    fs.renameSync(T.work + '/a', T.work + '/b')
    fs.unlinkSync(T.work + '/b')
    say(fs.existsSync(T.work + '/b') ? 'no' : 'yes')
  }),
  op('makes folders', () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/x/y/z', { recursive: true })
    fs.rmSync(T.work + '/x', { recursive: true })
    say('yes')
  }),
  op('lists a folder with types', () => {
    const l = require('fs').readdirSync(__dirname, { withFileTypes: true })
    say(l.some(d => d.name === 'data.txt' && d.isFile()) ? 'yes' : 'no')
  }, { inChild: true }),
  op('opens a directory', () => {
    (async () => {
      const d = await require('fs').promises.opendir(__dirname)
      let n = 0
      for await (const e of d) if (e.name) n++
      say(n > 2 ? 'yes' : 'no')
    })()
  }),
  op('asks for a file that is not there', () => {
    const fs = require('fs')
    try { fs.readFileSync(__dirname + '/none') } catch (e) {
      say(e.code === 'ENOENT' && !fs.existsSync(__dirname + '/none') ? 'yes' : e.code)
    }
  }),
  op('promisifies exists', () => {
    require('util').promisify(require('fs').exists)(__dirname + '/data.txt').then(v => say(v ? 'yes' : 'no'))
  }),
  op('stats a file', () => { const s = require('fs').statSync(__dirname + '/data.txt'); say(s.isFile() && s.size === 4 ? 'yes' : 'no') }),
  op('watches a folder', () => {
    const fs = require('fs')
    const w = fs.watch(T.work, () => { w.close(); say('yes') })
    setTimeout(() => fs.writeFileSync(T.work + '/w', '1'), 50)
  }),
  op('requires a file of its own', () => {
    say(require('./lib').v === 3 && require('./lib') === require('./lib.js') ? 'yes' : 'no')
  }, { inChild: true, files: { 'lib.js': 'exports.v = 3' } }),
  op('requires in a circle', () => {
    exports.a = 1
    say(require('./c').seen === 1 ? 'yes' : 'no')
  }, { files: { 'c.js': "exports.seen = require('./main').a" } }),
  op('requires JSON', () => { say(require('./data.json').a === 1 ? 'yes' : 'no') }),
  op('imports dynamically', () => {
    import('./lib.js').then(m => say(m.v === 3 && m.default.v === 3 ? 'yes' : 'no'))
  }, { files: { 'lib.js': 'exports.v = 3' } }),
  op('catches a module that is missing', () => {
    try { require('no-such-module') } catch (e) { say(e.code === 'MODULE_NOT_FOUND' ? 'yes' : e.code) }
  }),
  op('uses createRequire', () => { say(require('module').createRequire(__filename)('./data.json').a === 1 ? 'yes' : 'no') }),
  op('knows where it is', () => {
    say(__dirname === T.ext && require.resolve('./data.json') === T.ext + '/data.json' && module.exports === exports ? 'yes' : 'no')
  }, { inChild: true }),
  op('runs a granted program', () => {
    say(require('child_process').execFileSync('echo', ['hi'], { encoding: 'utf8' }) === 'hi\n' ? 'yes' : 'no')
  }),
  op('spawns and listens', () => {
    let s = ''
    const c = require('child_process').spawn('echo', ['hi'])
    c.stdout.on('data', d => { s += d })
    c.on('close', code => say(code === 0 && s === 'hi\n' ? 'yes' : 'no'))
  }),
  op('promisifies execFile', () => {
    require('util').promisify(require('child_process').execFile)('git', [
      '--version',
    ]).then(r => say(/git version/.test(r.stdout) ? 'yes' : 'no'))
  }),
  op('forks a file of its own', () => {
    const c = require('child_process').fork(__dirname + '/child.js')
    c.on('message', m => say(m === 'pong' ? 'yes' : 'no'))
    c.send('ping')
  }, { files: { 'child.js': "process.on('message', m => { process.send('pong'); process.disconnect() })" }, wait: 1500 }),
  op('starts a worker', () => {
    const { Worker } = require('worker_threads')
    new Worker(__dirname + '/w.js', { workerData: 5 }).on('message', m => say(m === 10 ? 'yes' : 'no'))
  }, { files: { 'w.js': "const w = require('worker_threads'); w.parentPort.postMessage(w.workerData * 2)" }, wait: 1500 }),
  op('asks a granted server', () => {
    require('http').get('http://127.0.0.1:' + T.allowed + '/', r => {
      let s = ''
      r.on('data', d => { s += d })
      r.on('end', () => say(s === 'hello' ? 'yes' : s))
    })
  }, { inChild: true, goal: 'allowed' }),
  op('fetches from a granted server', () => {
    fetch('http://127.0.0.1:' + T.allowed + '/').then(r => r.text()).then(s => say(s === 'hello' ? 'yes' : s))
  }, { goal: 'allowed' }),
  op('posts through request', () => {
    const q = require('http').request({
      host: '127.0.0.1', port: T.allowed, method: 'POST', path: '/',
    }, r => { r.resume(); r.on('end', () => say('yes')) })
    q.setHeader('x-a', '1')
    q.write('a')
    q.end('b')
  }, { goal: 'allowed' }),
  op('serves on a local port', () => {
    const http = require('http')
    const s = http.createServer((q, a) => { a.statusCode = 201; a.end('x') })
    // Without a host the port is known at once: debug adapters read it there.
    const at = http.createServer().listen(0).address()
    s.listen(0, '127.0.0.1', () => say(at.port > 0 && s.address().port > 0 ? 'yes' : 'no'))
  }),
  op('catches a refused connection', () => {
    fetch('http://127.0.0.1:' + T.port + '/').then(() => say('yes'), e => say(e instanceof TypeError ? 'yes' : 'no'))
  }),
  op('reads a granted variable', () => { say(process.env.ALLOWED_NAME === 'yes' && process.env.NONE === undefined ? 'yes' : 'no') }),
  op('reads the platform', () => {
    const os = require('os')
    say(process.platform === os.platform() && os.EOL === '\n' && os.homedir().length > 1 && process.versions.node ? 'yes' : 'no')
  }, { inChild: true }),
  op('uses timers', () => {
    const t = setInterval(() => { clearInterval(t); setTimeout((a, b) => say(a + b === 3 ? 'yes' : 'no'), 1, 1, 2).unref().ref() }, 5)
  }),
  op('uses nextTick and microtasks', () => { process.nextTick(v => queueMicrotask(() => say(v)), 'yes') }),
  op('extends EventEmitter', () => {
    class A extends require('events') {}
    const a = new A()
    a.once('x', v => say(v))
    a.emit('x', 'yes')
  }),
  op('extends Transform', () => {
    const { Transform, Readable } = require('stream')
    class U extends Transform { _transform(c, e, cb) { cb(null, String(c).toUpperCase()) } }
    Readable.from(['yes']).pipe(new U()).on('data', d => say(String(d).toLowerCase()))
  }),
  op('hashes', () => { say(require('crypto').createHash('sha256').update('a').digest('hex').startsWith('ca978112') ? 'yes' : 'no') }),
  op('asks for the global object', () => {
    const g = Function('return this')()
    say(g === globalThis && g.Array === Array && (() => {}) instanceof Function && Function.prototype.constructor === Function
      ? 'yes'
      : 'no')
  }, { inChild: true }),
  op('follows async context', () => {
    const { AsyncLocalStorage } = require('async_hooks')
    const s = new AsyncLocalStorage()
    s.run('yes', () => setTimeout(() => say(s.getStore()), 5))
  }),
  op('inspects values', () => {
    say(require('util').inspect({ a: [1] }) === '{ a: [ 1 ] }' && require('util').format('%s', 'x') === 'x' ? 'yes' : 'no')
  }),
  op('aborts', () => { const c = new AbortController(); c.signal.addEventListener('abort', () => say('yes')); c.abort() }),
  op('uses the path modules', () => {
    const p = require('path')
    say(p.join('a', '..', 'b') === 'b' && require('url').pathToFileURL('/a').href === 'file:///a' ? 'yes' : 'no')
  }),
  op('patches Module.prototype.require as applicationinsights does', () => {
    const M = require('module')
    const o = M.prototype.require
    M.prototype.require = function (x) { return o.apply(this, arguments) }
    say(require('path').sep === '/' ? 'yes' : 'no')
  }),
  op('makes an heir of Promise as compilers to ES5 do', () => {
    'use strict'
    function Mine() { const p = new Promise(() => {}); Object.setPrototypeOf(p, Mine.prototype); return p }
    function Between() { this.constructor = Mine }
    Between.prototype = Promise.prototype
    Mine.prototype = new Between()
    say(new Mine().constructor === Mine && Promise.resolve(1).constructor === Promise ? 'yes' : 'no')
  }, { inChild: true }),
  op('reads the names of the core modules from repl', () => {
    say(require('repl')._builtinLibs.includes('fs') && require('repl').builtinModules.includes('path') ? 'yes' : 'no')
  }),
  op('compares its server by the key that Node gives it', () => {
    const s = require('net').createServer().listen(0, '127.0.0.1', () => {
      say(s._connectionKey === '4:127.0.0.1:0' ? 'yes' : 'no')
      s.close()
    })
  }),
  op('reads process.binding at load', () => {
    try { const b = process.binding('natives'); say(b !== null && typeof b === 'object' ? 'yes' : 'no') } catch (e) { say('no') }
  }, { inChild: true }),
  op('leaves new Function of others alone', () => {}, { after: () => { if (globalThis.other.own() === 7) console.log('SAID yes') } }),
]
