'use strict'

// Ways to the module loader and its internals (invariants 2 and 3).

const { second, fourth } = require('./lib/shared.js')

const a = (name, inv, code, more) => ({ name, inv, code, ...more })

module.exports = [
  a('process.mainModule.require', 2, () => { say(process.mainModule.require('fs').readFileSync(T.secret, 'utf8')) }, { inChild: true }),
  a('module.constructor._load', 2, () => { say(module.constructor._load('fs').readFileSync(T.secret, 'utf8')) }),
  a('module.parent.require', 2, () => { say(module.parent.require('fs').readFileSync(T.secret, 'utf8')) }),
  a('require.main.require', 2, () => { say(require.main.require('fs').readFileSync(T.secret, 'utf8')) }),
  a('Module._load of the module module', 2, () => { say(require('module')._load('fs').readFileSync(T.secret, 'utf8')) }),
  a('createRequire of elsewhere', 2, () => { say(require('module').createRequire('/')('fs').readFileSync(T.secret, 'utf8')) }),
  a('a module outside the extension', 2, () => { say(require(T.secretJS)) }, { inChild: true }),
  a('createRequire and a file outside', 2, () => { say(require('module').createRequire(T.out + '/x.js')('./secret.js')) }),
  a('a link that leads outside', 7, () => {
    const fs = require('fs')
    fs.symlinkSync(T.secretJS, T.work + '/l.js')
    say(require(T.work + '/l.js'))
  }),
  a('module._compile', 4, () => {
    const m = new module.constructor('x')
    m.filename = '/x.js'
    m.paths = []
    m._compile("module.exports = process.mainModule.require('fs').readFileSync(" + JSON.stringify(T.secret) + ", 'utf8')", '/x.js')
    say(m.exports)
  }),
  a('Module.prototype._compile under another name', 4, () => {
    const M = require('module')
    const m = new M('x')
    m._compile("module.exports = require('fs').readFileSync(" + JSON.stringify(T.secret) + ", 'utf8')", T.out + '/other.js')
    say(m.exports)
  }),
  a('process.getBuiltinModule', 3, () => { say(process.getBuiltinModule('fs').readFileSync(T.secret, 'utf8')) }, { needs: 22 }),
  a('process.binding', 3, () => {
    const b = process.binding('fs')
    say(Object.keys(b).length > 5 ? 'yes' : 'no')
  }, { inChild: true, goal: 'said' }),
  a('require.cache has the host', 2, () => {
    say(Object.keys(require.cache).some(k => k.endsWith('/host.js') || k.endsWith('/other.js')) ? 'yes' : 'no')
  }, { goal: 'said' }),
  a('require.cache poisoned for others', 2, () => {
    require.cache[T.out + '/secret.js'] = { exports: 'POISONED', loaded: true }
  }, { kind: 'interference', goal: 'poisoned', after: () => { console.log(require(process.cwd() + '/outside/secret.js')) } }),
  a('Module._extensions replaced for others', 2, () => {
    const M = require('module')
    M._extensions['.js'] = m => { m.exports = 'POISONED' }
  }, { kind: 'interference', goal: 'poisoned', after: () => { console.log(require(process.cwd() + '/outside/secret.js')) } }),
  a('Module.prototype.require replaced for others', 2, () => {
    require('module').prototype.require = () => 'POISONED'
  }, { kind: 'interference', goal: 'poisoned', after: () => {
    console.log(require(process.cwd() + '/outside/secret.js'))
  } }),
  a('import of fs', 3, () => { import('fs').then(fs => say(fs.readFileSync(T.secret, 'utf8'))) }),
  a('import of a data: address', 4, () => {
    import('data:text/javascript,import fs from "fs"; export default fs.readFileSync(' + encodeURIComponent(
      JSON.stringify(T.secret)
    ) + ', "utf8")').then(m => say(m.default))
  }),
  a('import of a file outside', 2, () => { import(T.secretJS).then(m => say(m.default)) }),
  a('import with a comment before the bracket', 3, () => { import/* x */('fs').then(fs => say(fs.readFileSync(T.secret, 'utf8'))) }),
  a('the real path asked of _http_client', 3, () => {
    const c = require('_http_client')
    const q = new c.ClientRequest({ host: '127.0.0.1', port: T.port })
    q.on('error', () => {})
    q.end()
  }, { inChild: true, goal: 'reach' }),
  a('Module.register', 3, () => {
    require('module').register(
      'data:text/javascript,import fs from "fs"; fs.writeFileSync(' + encodeURIComponent(JSON.stringify(T.mark)) + ', "x")'
    )
  }, { goal: 'mark', wait: 800 }),
  a('patching fs for others', 13, () => { require('fs').readFileSync = () => 'POISONED' }, {
    kind: 'interference', goal: 'poisoned',
    after: () => {
      console.log(require('fs').readFileSync('/etc/hostname', 'utf8'))
    },
  }),
  a('require through the prototype of a module', 2, () => {
    say(Object.getPrototypeOf(module).require.call({ filename: T.out + '/x.js', paths: [] }, T.secretJS))
  }),
  a('free names of the host', 3, () => { say(hostSecret) }),
  a('globalThis of the host', 3, () => { say(globalThis.hostSecret) }),
  a('this of a plain call', 3, () => { say((function () { return this })().process.env.SECRET_TOKEN) }),
  a('this at the top of a function from call', 3, () => { say((function () { return this }).call(null).hostSecret) }, { alone: true }),
  a('arguments.callee.caller', 3, () => {
    function f() { return f.caller }
    const c = f()
    say(c.arguments[1]('fs').readFileSync(T.secret, 'utf8'))
  }, { inChild: true }),

  // Two fences in one host.
  second('the file of the neighbour\'s loader', 11, () => {
    require('fs').writeFileSync(T.ext + '2/ringfence.main.cjs', 'x')
    say('yes')
  }, { goal: 'said', neighbour: {}, policy: { 'files.write': ['${extension}/**', '${extension}/../**', '/tmp/**'] } }),
  second('the log of the neighbour', 11, () => {
    setTimeout(() => {
      const fs = require('fs')
      const d = T.out.replace(/outside$/, 'log2')
      fs.mkdirSync(d, { recursive: true })
      fs.writeFileSync(d + '/ringfence.jsonl', '')
      say('yes')
    }, 200)
  }, { goal: 'said', neighbour: {}, policy: { 'files.write': ['/tmp/**'] } }),

  // Facades and tables.
  fourth('the file of another name in the table', 3, () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/package.json', '{"main":"x.js","type":"commonjs"}')
    fs.writeFileSync(T.work + '/x.js', 'module.exports = globalThis.process.env.SECRET_TOKEN || process.env.SECRET_TOKEN')
    say(require(T.work))
  }, { inChild: true }),
]
