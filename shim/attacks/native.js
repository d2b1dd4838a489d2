'use strict'

// Machine code (invariants 3 and 8): the ways to the linker that are no require.

const a = (name, code, more) => ({ name, inv: 3, round: 1, kind: 'authority', goal: 'said', code, ...more })
// Whoever gets as far as the linker hears from it that the file is not there.
const TRIES = { files: { 'own.js': () => {
  exports.tries = f => {
    try { f() } catch (e) {
      if (/shared library|shared object|no such file|dso|not found|DSO/i.test(e.message + e.opensslErrorStack)) say('yes')
    }
  }
} } }

module.exports = [
  a('an engine for the certificate of a client', () => {
    require('./own').tries(() => require('tls').createSecureContext({ clientCertEngine: T.out + '/none.so' }))
  }, { ...TRIES, inChild: true }),
  a('an engine for a private key', () => {
    require('./own').tries(() => require('tls').createSecureContext({ privateKeyEngine: T.out + '/none.so', privateKeyIdentifier: 'x' }))
  }, TRIES),
  a('an engine for a server', () => {
    require('./own').tries(() => require('tls').createServer({ clientCertEngine: T.out + '/none.so' }))
  }, TRIES),
  a('an engine for an https server', () => {
    require('./own').tries(() => require('https').createServer({ clientCertEngine: T.out + '/none.so' }))
  }, TRIES),
  a('an engine for an https server by its class', () => {
    require('./own').tries(() => new (require('https').Server)({ clientCertEngine: T.out + '/none.so' }))
  }, TRIES),
  a('crypto.setEngine', () => { require('./own').tries(() => require('crypto').setEngine(T.out + '/none.so')) }, TRIES),
  a('an addon by another ending', () => {
    require('fs').writeFileSync(T.work + '/x.node', 'no')
    const M = module.constructor
    try { M._extensions['.node'](new M('x'), T.work + '/x.node') } catch (e) { if (/too short|invalid ELF/i.test(e.message)) say('yes') }
  }, { inChild: true }),
  a('an addon by createRequire', () => {
    require('fs').writeFileSync(T.work + '/x.node', 'no')
    try {
      require('module').createRequire(T.work + '/y.js')('./x.node')
    } catch (e) { if (/too short|invalid ELF/i.test(e.message)) say('yes') }
  }),
  a('an addon in a worker', () => {
    require('fs').writeFileSync(T.work + '/x.node', 'no')
    new (require('worker_threads').Worker)(__dirname + '/w.js').on('message', say)
  }, { wait: 1500, files: { 'w.js': () => {
    try { require(T.work + '/x.node') } catch (e) {
      if (/too short|invalid ELF/i.test(e.message)) require('worker_threads').parentPort.postMessage('yes')
    }
  } } }),
  a('an addon in a child', () => {
    require('fs').writeFileSync(T.work + '/x.node', 'no')
    require('child_process').fork(__dirname + '/c.js')
  }, { wait: 1500, files: { 'c.js': () => {
    try { process.dlopen({ exports: {} }, T.work + '/x.node') } catch (e) { if (/too short|invalid ELF/i.test(e.message)) say('yes') }
  } } }),
  a('process.dlopen by the linked binding', () => {
    if (process._linkedBinding) {
      try { process._linkedBinding('none') } catch (e) { if (/No such (binding|module)/i.test(e.message)) say('yes') }
    }
  }),
  a('WebAssembly by the prototype of its Module', () => {
    const M = WebAssembly.Module.prototype.constructor
    if (new M(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))) say('yes')
  }),
  a('WebAssembly by the prototype of its Instance', () => {
    const I = WebAssembly.Instance.prototype.constructor
    const M = WebAssembly.Module.prototype.constructor
    if (new I(new M(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])))) say('yes')
  }, { inChild: true }),
  a('WebAssembly compiled', () => { WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => say('yes')) }),
  a('WebAssembly from a response', () => {
    WebAssembly.compileStreaming(new Response(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]), {
      headers: { 'content-type': 'application/wasm' },
    })).then(() => say('yes'))
  }),
  a('WASI', () => { if (new (require('node:wasi').WASI)({ version: 'preview1', preopens: { '/': '/' } }).getImportObject()) say('yes') }),
  a('a binding of the process', () => { if (process.binding('spawn_sync').spawn) say('yes') }),
  a('a flag of V8 and natives in a file', () => {
    require('v8').setFlagsFromString('--allow-natives-syntax')
    require('fs').writeFileSync(T.work + '/n.js', 'module.exports = %GetOptimizationStatus(() => {}) >= 0')
    if (require(T.work + '/n.js')) say('yes')
  }, { valid: 'attempt' }),
  a('SQLite loads extensions', () => {
    const d = new (require('node:sqlite').DatabaseSync)(':memory:', { allowExtension: true })
    require('./own').tries(() => d.loadExtension(T.out + '/none'))
  }, { inChild: true, ...TRIES, needs: 24 }),
]
