'use strict'

// A neighbour without a fence: what it does, and what becomes of it, in names and texts that are the same in
// every run. It is asked beside fences and without any (TestNeighboursTable).

const { AsyncLocalStorage } = require('node:async_hooks')
const { execFile, execFileSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const { EventEmitter, once } = require('node:events')
const fs = require('node:fs')
const http = require('node:http')
const { createRequire } = require('node:module')
const net = require('node:net')
const { Readable, Transform } = require('node:stream')
const { pipeline } = require('node:stream/promises')
const { promisify } = require('node:util')
const vm = require('node:vm')
const { MessageChannel, Worker } = require('node:worker_threads')
const { gunzipSync, gzipSync } = require('node:zlib')

// (module (func (export "two") (result i32) i32.const 2))
const wasm = Buffer.from('0061736d010000000105016000017f030201000707010374776f00000a06010400410' + '20b', 'hex')

async function served(ask) {
  const server = http.createServer((_, answer) => answer.end('hello'))
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready))
  try {
    return await ask(server.address().port)
  } finally {
    server.close()
  }
}

const things = {
  fetch: () => served(async (port) => (await fetch(`http://127.0.0.1:${port}/`)).text()),
  request: () => served((port) => new Promise((ok, no) => {
    http.get({ port, host: '127.0.0.1' }, (answer) => answer.setEncoding('utf8').once('data', ok)).once('error', no)
  })),
  socket: () => served(async (port) => {
    const s = net.connect(port, '127.0.0.1')
    s.end('GET / HTTP/1.0\r\n\r\n')
    let text = ''
    for await (const part of s) text += part
    return text.slice(0, 15)
  }),
  'wasm, at once': () => new WebAssembly.Instance(new WebAssembly.Module(wasm)).exports.two(),
  'wasm, later': async () => (await WebAssembly.instantiate(wasm)).instance.exports.two(),
  worker: async () => {
    const w = new Worker("const { parentPort, workerData } = require('worker_threads'); parentPort.postMessage(workerData + 1)",
      { eval: true, workerData: 1 })
    const [answer] = await once(w, 'message')
    await w.terminate()
    return answer
  },
  program: () => String(execFileSync('echo', ['hello'])),
  'program, later': async () => (await promisify(execFile)('echo', ['hello'])).stdout,
  variables: () => String(execFileSync('sh', ['-c', 'echo $OWN'], { env: { ...process.env, OWN: 'mine' } })),
  eval: () => (0, eval)('1 + 1'),
  Function: () => [Function('return 2')(), Function === (() => {}).constructor, (() => {}).constructor('return 3')()],
  template: () => Function('o', "return 'Hello ' + o.name")({ name: 'you' }),
  vm: () => [vm.runInThisContext('2'), vm.runInNewContext('a + 1', { a: 1 })],
  'a stack': () => {
    const before = Error.prepareStackTrace
    Error.prepareStackTrace = (_, sites) => sites.length > 0 && sites[0].getFileName() === __filename
    const got = new Error('x').stack
    Error.prepareStackTrace = before
    return got
  },
  'promises of its own': async () => {
    const then = Promise.prototype.then
    let n = 0
    Promise.prototype.then = function (...given) { n++; return then.apply(this, given) }
    try {
      Promise.resolve(1).then(() => 2)
      return n > 0
    } finally {
      Promise.prototype.then = then
    }
  },
  'an older helper': () => {
    function Derived() { this.constructor = Derived }
    Derived.prototype = Promise.prototype
    return new Derived().constructor === Derived
  },
  emitter: () => {
    class Mine extends EventEmitter {}
    const got = []
    const e = new Mine().on('a', (x) => got.push(x))
    e.emit('a', 1)
    return [got, Object.keys(e).length > 0]
  },
  streams: async () => {
    let text = ''
    await pipeline(Readable.from(['a', 'b']), new Transform({ transform: (c, _, done) => done(null, String(c).toUpperCase()) }),
      async (source) => { for await (const part of source) text += part })
    return text
  },
  zlib: () => String(gunzipSync(gzipSync('hello'))),
  hash: () => createHash('sha256').update('hello').digest('hex').slice(0, 8),
  storage: () => new AsyncLocalStorage().run(1, async () => 1),
  channel: async () => {
    const { port1, port2 } = new MessageChannel()
    port1.postMessage({ a: 1 })
    const [answer] = await once(port2, 'message')
    port1.close()
    return answer
  },
  clone: () => structuredClone(new Map([['a', [1]]])).get('a'),
  'its file': async () => [fs.readFileSync(__filename, 'utf8').length === (await fs.promises.readFile(__filename, 'utf8')).length,
    fs.existsSync('/etc/passwd'), fs.statSync('/').isDirectory()],
  modules: () => [typeof createRequire(__filename)('node:fs').readFile, require('node:module').builtinModules.includes('fs'),
    typeof process.binding('fs').open, typeof require.cache],
  timers: async () => {
    const order = []
    setImmediate(() => order.push('immediate'))
    process.nextTick(() => order.push('tick'))
    await new Promise((ok) => setTimeout(ok, 20))
    return order
  },
  expressions: () => ['a1b22'.replace(/\d+/g, (d) => `<${d}>`), 'a,b'.split(/,/), /(?<x>b)/.exec('abc').groups.x],
}

async function probe() {
  const out = {}
  for (const [name, f] of Object.entries(things)) {
    try {
      out[name] = await f()
    } catch (e) {
      out[name] = `${e.code || e.name}: ${e.message}`
    }
  }
  return out
}

exports.activate = (context) => {
  context.subscriptions.push(require('vscode').commands.registerCommand('probe.run', probe))
}
