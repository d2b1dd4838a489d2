'use strict'

// Code from strings (invariant 4).

const { second, third, fourth } = require('./lib/shared.js')

const a = (name, code, more) => ({ name, inv: 4, code, ...more })

module.exports = [
  a('Function', () => { say(Function('return process')().env.SECRET_TOKEN) }, { inChild: true }),
  a('new Function', () => { say(new Function('return process.env.SECRET_TOKEN')()) }),
  a('constructor of a function', () => { say((() => {}).constructor('return process')().env.SECRET_TOKEN) }),
  a('constructor of a method of the language', () => { say([].map.constructor('return process')().env.SECRET_TOKEN) }),
  a('constructor of an async function', () => { (async () => {}).constructor('return process.env.SECRET_TOKEN')().then(say) }),
  a('constructor of a generator', () => { say((function * () {}).constructor('return process.env.SECRET_TOKEN')().next().value) }),
  a('constructor of an async generator', () => {
    (async function * () {}).constructor('return process.env.SECRET_TOKEN')().next().then(r => say(r.value))
  }, { inChild: true }),
  a('Reflect.construct with another target', () => { say(Reflect.construct(Function, ['return process.env.SECRET_TOKEN'], Array)()) }),
  a('a class that extends Function', () => { class F extends Function {} ; say(new F('return process.env.SECRET_TOKEN')()) }),
  a('prototype of Function', () => { say(Object.getPrototypeOf(function () {}).constructor('return process.env.SECRET_TOKEN')()) }),
  a('bound Function in a promise', () => { Promise.resolve('return process.env.SECRET_TOKEN').then(Function).then(f => say(f())) }),
  a('Function through Reflect.apply', () => { say(Reflect.apply((() => {}).constructor, null, ['return process.env.SECRET_TOKEN'])()) }),
  a('Function called by map', () => { say(['return process.env.SECRET_TOKEN'].map(s => Function(s))[0]()) }, { inChild: true }),
  a('Function called by replace', () => {
    let f
    'return process.env.SECRET_TOKEN'.replace(/.+/, s => { f = Function(s); return '' })
    say(f())
  }),
  a('Function with the stack limit at zero', () => { Error.stackTraceLimit = 0; say(Function('return process.env.SECRET_TOKEN')()) }),
  a('Function with prepareStackTrace of its own', () => {
    Error.prepareStackTrace = () => []
    say(Function('return process.env.SECRET_TOKEN')())
  }),
  a('Function with Error frozen', () => { Object.freeze(Error); say(Function('return process.env.SECRET_TOKEN')()) }),
  a('Function with the real one from the proxy', () => {
    const F = Function.prototype.constructor
    say(F.bind()('return process.env.SECRET_TOKEN')())
  }),
  a('toString of a parameter', () => {
    say(Function({ toString() { return 'a' } }, { toString() { return 'return process.env.SECRET_TOKEN' } })())
  }, { inChild: true }),
  a('a parameter that closes the function', () => { Function('a = console.log("SAID " + process.env.SECRET_TOKEN)', 'return a')() }),
  a('direct eval', () => { say(eval('process.env.SECRET_TOKEN')) }),
  a('indirect eval', () => { say((0, eval)('process.env.SECRET_TOKEN')) }),
  a('eval with an escaped name', () => { say((0, \u0065val)('process.env.SECRET_TOKEN')) }),
  a('globalThis.eval', () => { say(globalThis.eval('process.env.SECRET_TOKEN')) }),
  a('Reflect.get of eval', () => { say(Reflect.get(globalThis, 'ev' + 'al')('process.env.SECRET_TOKEN')) }, { inChild: true }),
  a('setTimeout of a constructor', () => { setTimeout((() => {}).constructor('console.log("SAID " + process.env.SECRET_TOKEN)'), 1) }),
  a('vm.runInThisContext', () => { say(require('vm').runInThisContext('process.env.SECRET_TOKEN')) }),
  a('vm.Script', () => { say(new (require('vm').Script)('process.env.SECRET_TOKEN').runInThisContext()) }),
  a('vm.compileFunction', () => { say(require('vm').compileFunction('return process.env.SECRET_TOKEN')()) }),
  a('out of a new context', () => {
    say(require('vm').runInNewContext('this.constructor.constructor("return process.env.SECRET_TOKEN")()'))
  }),
  a('out of a new context, granted vm', () => {
    say(require('vm').runInNewContext('this.constructor.constructor("return process.env.SECRET_TOKEN")()'))
  }, { inChild: true, policy: { code: ['vm'] } }),
  a('out of a new context in a promise, granted vm', () => {
    require('vm').runInNewContext('Promise.resolve().then(() => say(F("return process.env.SECRET_TOKEN")()))', { F: Function, say }, {
      filename: '/other/extension.js',
    })
  }, { policy: { code: ['vm'] } }),
  a('sourceURL of another extension, granted vm', () => {
    require(
      'vm'
    ).runInNewContext('Promise.resolve().then(() => say(F("return process.env.SECRET_TOKEN")()))\n//# sourceURL=/other/extension.js', {
      F: Function, say,
    })
  }, { policy: { code: ['vm'] } }),
  a('vm.runInThisContext, granted vm', () => {
    say(require('vm').runInThisContext('process.env.SECRET_TOKEN'))
  }, { policy: { code: ['vm'] } }),
  a('eval, granted', () => { say((0, eval)('process.env.SECRET_TOKEN')) }, { policy: { code: ['eval'] } }),
  a('eval within eval, granted', () => { say((0, eval)('(0, eval)("process.env.SECRET_TOKEN")')) }, { policy: { code: ['eval'] } }),
  a('Function, granted', () => { say(Function('return process.env.SECRET_TOKEN')()) }, { inChild: true, policy: { code: ['eval'] } }),
  a('this of a plain call in Function, granted', () => {
    say(Function('return (function () { return this })().process.env.SECRET_TOKEN')())
  }, { policy: { code: ['eval'] } }),
  a('Function with eval inside, granted', () => {
    say(Function('return (0, eval)("process.env.SECRET_TOKEN")')())
  }, { policy: { code: ['eval'] } }),
  a('a worker from text', () => {
    const { Worker } = require('worker_threads')
    new Worker('require("worker_threads").parentPort.postMessage(process.env.SECRET_TOKEN)', { eval: true }).on('message', say)
  }, { wait: 1200 }),
  a('a worker from a data: address', () => {
    const { Worker } = require('worker_threads')
    new Worker(
      new URL('data:text/javascript,import fs from "fs"; fs.writeFileSync(' + encodeURIComponent(JSON.stringify(T.mark)) + ', "x")')
    )
  }, { goal: 'mark', wait: 1200 }),
  a('Error.prepareStackTrace gives the global', () => {
    Error.prepareStackTrace = (e, s) => s
    const f = new Error().stack
    for (const s of f) { const t = s.getThis(); if (t && t.process) say(t.process.env.SECRET_TOKEN) }
  }),
  a('call sites give functions of the host', () => {
    Error.prepareStackTrace = (e, s) => s
    for (const s of new Error().stack) {
      const f = s.getFunction()
      if (f && f.arguments && f.arguments[1]) say(f.arguments[1]('fs').readFileSync(T.secret, 'utf8'))
    }
  }, { inChild: true }),

  // From a reading of the loader.
  a('a bound Function that another extension calls', () => {
    exports.deactivate = Function.bind(null, 'return process.env.SECRET_TOKEN')
  }, { round: 1, after: () => {
    const f = m.deactivate()
    if (typeof f === 'function') console.log('SAID ' + f())
  } }),
  a('a getter that another extension reads', () => {
    const held = {}
    exports.deactivate = Object.assign.bind(null, held, Object.defineProperty({}, 'f', {
      enumerable: true, get: Function.bind(null, 'return process.env.SECRET_TOKEN'),
    }))
    setTimeout(() => say(held.f()), 200)
  }, { round: 1, after: () => { m.deactivate() } }),
  a('activate is a builtin that reads a getter', () => {
    const held = {}
    exports.activate = Object.assign.bind(null, held, Object.defineProperty({}, 'f', {
      enumerable: true, get: Function.bind(null, 'return process.env.SECRET_TOKEN'),
    }))
    setTimeout(() => say(held.f()), 200)
  }, { round: 1, after: () => { m.activate({}) } }),
  a('a hook of stack traces that another extension sets', () => {
    Error.stackTraceLimit = 50
    exports.deactivate = Reflect.set.bind(null, Error, 'prepareStackTrace', (e, s) => {
      for (const x of s) { const t = x.getThis(); if (t && t.hostSecret) say(t.hostSecret) }
      return ''
    })
  }, { round: 1, after: () => { m.deactivate(); (function f() { return new Error('x').stack })() } }),
  a('call sites of a new context, granted vm', () => {
    const F = require('vm').runInNewContext('Error.prepareStackTrace = (e, s) => s; Error.stackTraceLimit = 100; () => new Error().stack')
    exports.deactivate = () => { for (const s of F()) { const t = s.getThis && s.getThis(); if (t && t.hostSecret) say(t.hostSecret) } }
  }, { round: 1, policy: { code: ['vm'] }, after: () => { (function f() { m.deactivate() })() } }),
  a('functions of the host from call sites of a new context, granted vm', () => {
    const F = require('vm').runInNewContext('Error.prepareStackTrace = (e, s) => s; Error.stackTraceLimit = 100; () => new Error().stack')
    for (const s of F()) {
      const f = s.getFunction && s.getFunction()
      try {
        if (f && f.arguments && typeof f.arguments[1] === 'function') {
          const x = f.arguments[1]('fs')
          say(x.readFileSync(T.secret, 'utf8'))
        }
      } catch { }
    }
  }, { round: 1, policy: { code: ['vm'] } }),
  a('import in text that is evaluated, granted', () => {
    Promise.resolve((0, eval)('im' + 'port("fs")')).then(fs => say(fs.readFileSync(T.secret, 'utf8')))
  }, { round: 1, policy: { code: ['eval'] } }),
  a('import in the text of a Function, granted', () => {
    Function('return im' + 'port("fs")')().then(fs => say(fs.readFileSync(T.secret, 'utf8')))
  }, { round: 1, policy: { code: ['eval'] } }),
  a('import behind three dots', () => {
    const p = [...[import('fs')]]
    p[0].then(fs => say(fs.readFileSync(T.secret, 'utf8')))
  }, { round: 1 }),
  a('import right behind three dots', () => {
    const f = (...x) => x[0];
    (async () => { try { f(...import('fs')) } catch { } })()
    const o = { ...import('fs') }
    void o;
    (async () => { const [x] = [await import('fs')]; say(x.readFileSync(T.secret, 'utf8')) })()
  }, { round: 1 }),
  a('names that came later to the global', () => { setTimeout(() => say(lateSecret), 200) }, {
    round: 1, inv: 3, after: () => { globalThis.lateSecret = 'canary-7f3a91' },
  }),
  a('a name that is not plain in the global', () => { say(sécret) }, {
    round: 1, inv: 3, before: () => { globalThis['sécret'] = 'canary-7f3a91' },
  }),

  // Names on the stack.
  second('a file that says it is another extension\'s', 4, () => { require('./x') }, {
    files: {
      'x.js': "Promise.resolve().then(() => { console.log('SAID ' + (() => {}).constructor('return process.env.SECRET_TOKEN')()) })\n" +
        '//# sourceURL=/other/extension.js\n',
    },
  }),
  second('a file whose folder is called like another', 4, () => { require('./x') }, {
    files: {
      'x.js': "setTimeout(() => { console.log('SAID ' + " +
        "Reflect.construct((() => {}).constructor, ['return process.env.SECRET_TOKEN'])()) }, 5)\n" +
        '//# sourceURL=file:///other/extension.js\n',
    },
  }),

  // Two fences in one host.
  second('text without a frame is compiled by the neighbour', 4, () => {
    setTimeout(() => Promise.resolve('return process.env.SECRET_TOKEN').then((() => {}).constructor).then(f => say(f())), 100)
  }, { neighbour: { policy: { 'env.read': ['SECRET_*'], code: ['eval'] } }, policy: { code: ['eval'] } }),
  second('text without a frame is compiled by the neighbour that came first', 4, () => {
    setTimeout(() => Promise.resolve('return process.env.SECRET_TOKEN').then((() => {}).constructor).then(f => say(f())), 100)
  }, { neighbour: { first: true, policy: { 'env.read': ['SECRET_*'], code: ['eval'] } }, policy: { code: ['eval'] } }),
  second('call sites for the second fence', 4, () => {
    Error.prepareStackTrace = (e, s) => { for (const x of s) { const t = x.getThis(); if (t && t.hostSecret) say(t.hostSecret) } return '' }
  }, { neighbour: { first: true }, after: () => { (function f() { return new Error('x').stack })() } }),

  // Text.
  third('import of a script, granted vm', 4, () => {
    const vm = require('vm')
    const o = { importModuleDynamically: vm.constants && vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER }
    new vm.Script('import("fs")', o).runInThisContext().then(fs => say(fs.readFileSync(T.secret, 'utf8')))
  }, { needs: 22, policy: { code: ['vm'] } }),
  third('the scope around text by its name', 4, () => {
    const s = (0, eval)('typeof __ringfence_scope')
    if (s === 'object') {
      const o = (0, eval)('__ringfence_scope')
      if (o && o.process && o.process.env && o.process.env.SECRET_TOKEN) say(o.process.env.SECRET_TOKEN)
    } else say(globalThis.process.env.SECRET_TOKEN)
  }, { policy: { code: ['eval'] } }),
  third('a builtin that is exported later', 4, () => {
    const held = {}
    setTimeout(() => {
      exports.late = Object.assign.bind(null, held, Object.defineProperty({}, 'f', {
        enumerable: true, get: Function.bind(null, 'return process.env.SECRET_TOKEN'),
      }))
    }, 50)
    setTimeout(() => say(held.f()), 300)
  }, { after: () => { setTimeout(() => m.late(), 150) } }),

  // Text.
  fourth('the class above the classes of functions', 4, () => {
    say(Object.getPrototypeOf((async () => {}).constructor)('return process.env.SECRET_TOKEN')())
  }, { inChild: true }),
  fourth('the class above the class of generators', 4, () => {
    say(Object.getPrototypeOf((function * () {}).constructor)('return process.env.SECRET_TOKEN')())
  }),
  fourth('a getter that is Function and text', 4, () => {
    setTimeout(() => Object.defineProperty(exports, 'late', {
      get: Function.bind(null, 'console.log("SAID " + process.env.SECRET_TOKEN)'),
    }), 50)
  }, { after: () => { setTimeout(() => m.late(), 150) } }),
  fourth('a proxy whose trap is Function', 4, () => {
    const r = ['console.log("SAID " + process.env.SECRET_TOKEN)']
    r.toString = Array.prototype.toString
    r.join = Array.prototype.join
    r[Symbol.toPrimitive] = undefined
    Object.setPrototypeOf(r, new Proxy(['a'], { get: Function }))
    setTimeout(() => { exports.late = r }, 50)
  }, { after: () => { setTimeout(() => m.late.run(), 150) } }),
  fourth('a class that extends Function, exported', 4, () => {
    setTimeout(() => {
      exports.late = Reflect.construct.bind(null, class extends Function {}, ['console.log("SAID " + process.env.SECRET_TOKEN)'])
    }, 50)
  }, { after: () => { setTimeout(() => m.late()(), 150) } }),
  fourth('what a function of util calls for others', 4, () => {
    const held = {}
    const util = require('util')
    setTimeout(() => {
      exports.late = util.deprecate(Object.assign.bind(null, held, Object.defineProperty({}, 'f', {
        enumerable: true, get: Function.bind(null, 'return process.env.SECRET_TOKEN'),
      })), 'x')
    }, 50)
    setTimeout(() => say(held.f()), 300)
  }, { after: () => { setTimeout(() => m.late(), 150) } }),
  fourth('what is read of the object put on the global', 4, () => {
    const held = {}
    exports.late = {
      set: Object.assign.bind(null, held, Object.defineProperty({}, 'f', {
        enumerable: true, get: Function.bind(null, 'return process.env.SECRET_TOKEN'),
      })),
    }
    setTimeout(() => say(held.f()), 300)
    setTimeout(() => { exports.deep = { a: { b: { c: { d: { e: exports.late.set } } } } } }, 20)
  }, { after: () => { setTimeout(() => m.deep.a.b.c.d.e(), 150) } }),
  fourth('a builtin five levels deep', 4, () => {
    const held = {}
    exports.a = {
      b: {
        c: {
          d: {
            e: {
              f: Object.assign.bind(null, held, Object.defineProperty({}, 'f', {
                enumerable: true, get: Function.bind(null, 'return process.env.SECRET_TOKEN'),
              })),
            },
          },
        },
      },
    }
    setTimeout(() => say(held.f()), 300)
  }, { after: () => { setTimeout(() => m.a.b.c.d.e.f(), 100) } }),
  fourth('a builtin on the prototype of what is exported', 4, () => {
    const held = {}
    class A {}
    A.prototype.f = Object.assign.bind(null, held, Object.defineProperty({}, 'f', {
      enumerable: true, get: Function.bind(null, 'return process.env.SECRET_TOKEN'),
    }))
    exports.a = new A()
    setTimeout(() => say(held.f()), 300)
  }, { after: () => { setTimeout(() => m.a.f(), 100) } }),
]
