'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { compile, compileText, evaluateText, importsRenamed, edited } = require('./compile.js')
const { createLiveBindings } = require('./livebindings.js')

const globals = { own: {}, news: createLiveBindings({}), scope: {}, language: [], shadows: { process: 'a view', globalThis: undefined },
  evaluate: () => 'no',
  evalName: '/e/eval.js' }
const fence = { log: { note() {} } }
const run = (text, known) => {
  const module = { exports: {} }
  compile(fence, globals, text, '/e/a.js', known, { dynamicImport: s => 'import of ' + s })(module.exports,
    [module.exports, null, module, '/e/a.js', '/e'])
  return module.exports
}

test('powerful names are what the fence says', () => {
  assert.deepStrictEqual(run('exports.a = [process, globalThis, typeof Array]').a, ['a view', undefined, 'function'])
})

test('this of a plain call is not the global', () => {
  assert.strictEqual(run('exports.a = (function () { return this })()').a, undefined)
})

test('eval is the fence\'s, by every spelling', () => {
  assert.strictEqual(run('exports.a = eval("process")').a, 'no')
  assert.strictEqual(run('exports.a = (0, eval)("process")').a, 'no')
  assert.strictEqual(run('exports.a = (0, \\u0065val)("process")').a, 'no')
})

test('a direct eval sees the names around it, and nothing that leads to eval', () => {
  const HERE = 'eval(__ringfence_here)'
  const asked = []
  const direct = (text, more) => {
    const source = text.replace(/eval/g, HERE)
    const edits = []
    for (let i = text.indexOf('eval('); i >= 0; i = text.indexOf('eval(', i + 1)) edits.push([i, 4, HERE])
    const g = { ...globals, mayEvaluate: () => { asked.push(1) }, ...more }
    const module = { exports: {} }
    compile(fence, g, text, '/e/a.js', { free: [], eval: true, direct: true, edits }, { dynamicImport: s => 'import of ' + s })(
      module.exports, [module.exports, null, module, '/e/a.js', '/e'])
    assert.ok(source.includes(HERE))
    return module.exports.a
  }
  const within = (body, ...args) => direct('exports.a = (function (x, t) { const y = 2; ' + body + ' }).call({ z: 3 }, 1' +
    args.map(v => ', ' + JSON.stringify(v)).join('') + ')')
  assert.deepStrictEqual(within('return eval(t)', '[x, y, this.z, arguments.length, typeof require]'), [1, 2, 3, 2, 'object'])
  assert.strictEqual(within('return eval(t)', '`${x}-${y}`'), '1-2')
  assert.strictEqual(within('return eval(7)'), 7)
  assert.strictEqual(asked.length, 2)
  // Sloppy text makes a global of what nobody declared: it is the text's own. What is declared keeps its value.
  assert.strictEqual(within('return eval(t)', 'nobody = { n: 1 }; x = nobody.n + y; x'), 3)
  assert.strictEqual(within('eval(t); return x + typeof nobody', 'nobody = x = 4 // and so on'), '4undefined')
  assert.strictEqual(within('return eval(t)', 'let own = 5, other = 6; free = own; free + other'), 11)
  assert.strictEqual(within('return eval(t)', '[].a = 1, "q = 2"'), 'q = 2')
  // The fence's globals, in every spelling.
  const globalsSeen = within('return eval(t)', '[process, globalThis, (function () { return this })()]')
  assert.deepStrictEqual(globalsSeen, ['a view', undefined, undefined])
  for (const text of ['typeof x', 'eval; typeof x', '"ev\\u0061l"; typeof x', '__ringfence_text = t => t; typeof x']) {
    let got
    try { got = within('return eval(t)', text) } catch (e) { got = e.name }
    assert.strictEqual(got === 'number', text === 'typeof x', text)
  }
  assert.throws(() => direct('exports.a = eval("1")', { mayEvaluate() { throw new Error('denied') } }), /denied/)
})

test('a text that closes its function does not compile', () => {
  assert.throws(() => run('}); globalThis.x = 1; (function(){'), SyntaxError)
  assert.throws(() => run('}; eval; function x(){'), SyntaxError)
  assert.throws(() => compileText(globals, '', ['}, process.exit(), function(){']), SyntaxError)
  assert.throws(() => compileText(globals, '', ['a = process.exit()', 'return a']), /plain names/)
  assert.throws(() => compileText(globals, '* ', ['}, process.exit(), function*(){']), /not compiled/)
})

test('import() is answered', () => {
  assert.strictEqual(run('exports.a = import("x")').a, 'import of x')
  assert.strictEqual(importsRenamed('a.import(1); "import("; importKey(2); import (3)'),
    'a.import(1); "import("; importKey(2); __ringfence_import (3)')
})

test('edits of the table are applied, or refused where they do not fit', () => {
  assert.strictEqual(edited('abcdef', [[1, 2, 'X'], [4, 0, 'Y']]), 'aXdYef')
  assert.strictEqual(edited('abc', [[2, 5, '']]), null)
  assert.strictEqual(edited('abc', [[2, 0, ''], [1, 0, '']]), null)
  assert.strictEqual(run('exports.a = 1', { edits: [[12, 1, '2']] }).a, 2)
})

test('text that is run has a value and the fence\'s globals', () => {
  assert.strictEqual(evaluateText(globals, '1 + 1'), 2)
  assert.strictEqual(evaluateText(globals, 'process'), 'a view')
  assert.strictEqual(evaluateText(globals, 'eval("process")'), 'no')
  assert.strictEqual(compileText(globals, '', ['a', 'b', 'return a + b'])(1, 2), 3)
})

test('a file may give a shadowed name to something of its own', () => {
  const { compile } = require('./compile.js')
  const globals = { __proto__: null, news: createLiveBindings({}), scope: {}, language: [], own: {},
    shadows: { fetch: 'shadow', process: 'shadow' },
    evaluate: () => {}, evalName: '/x' }
  const extra = { __proto__: null, dynamicImport() {}, meta: {} }
  const run = (text, known) => {
    const module = { exports: {} }
    compile({ log: { note() {} } }, globals, text, '/a.js', known, extra)(undefined,
      [module.exports, () => 'required', module, '/a.js', '/'])
    return module.exports
  }
  assert.deepStrictEqual(run("const fetch = require('x'); let crypto = 1; module.exports = [fetch, process]"), ['required', 'shadow'])
  assert.deepStrictEqual(run('module.exports = [fetch, process]'), ['shadow', 'shadow'])
  assert.deepStrictEqual(run('const __filename = 1; module.exports = [__filename, f()]; function f() { return 2 }'), [1, 2])
  // What closes the function around it is no file.
  assert.throws(() => run('const fetch = 1 }); (function () { globalThis.out = 1'), SyntaxError)
  // Sloppy code assigns to what nobody declared; the realm's global stays as it is.
  assert.strictEqual(run('sloppy = 5; module.exports = sloppy + 1', { free: ['sloppy', 'module'], edits: [] }), 6)
  assert.strictEqual(globalThis.sloppy, undefined)
})

test('a with statement throws where it stands, and the rest of its file runs', () => {
  const text = 'exports.a = 1; exports.f = function () { with (this) return a }'
  assert.throws(() => run(text, { free: ['exports'], edits: [] }), SyntaxError)
  const out = run(text, { free: ['exports'], edits: [[text.indexOf('with'), 4, 'for(__ringfence_with();;)while']], with: true })
  assert.strictEqual(out.a, 1)
  assert.throws(out.f, { name: 'SyntaxError', message: /with statement/ })
})

test('with a table eval is what a parser says, and without one what could be', () => {
  assert.strictEqual(run('exports.a = (0, eval)("process")', { free: ['eval', 'exports'] }).a, 'no')
  assert.strictEqual(run('exports.a = "eval"', { free: ['exports'] }).a, 'eval')
})

test('what is put on the global is what free names mean, before and after', () => {
  const own = { fetch: 'a view', Array, Object, Error }
  const news = createLiveBindings(own)
  const globals = { __proto__: null, own, news, scope: {}, language: [], shadows: { fetch: 'a view', globalThis: news.global },
    evaluate: () => {}, evalName: '/x' }
  const run = (text, known) => {
    const module = { exports: {} }
    compile({ log: { note() {} } }, globals, text, '/a.js', known, { __proto__: null, dynamicImport() {}, meta: {} })(undefined,
      [module.exports, null, module, '/a.js', '/'])
    return module.exports
  }
  const free = ['jsx', 'fetch', 'Array', 'exports', 'module']
  const before = run('module.exports = () => [typeof jsx, fetch, typeof Array]', { free, edits: [] })
  assert.deepStrictEqual(before(), ['undefined', 'a view', 'function'])
  run('globalThis.jsx = () => 1; Object.defineProperty(globalThis, "fetch", { get: () => 2, configurable: true })',
    { free: ['globalThis', 'Object'], edits: [] })
  assert.deepStrictEqual(before(), ['function', 2, 'function'])
  assert.deepStrictEqual(run('module.exports = [jsx(), fetch]', { free, edits: [] }), [1, 2])
  run('globalThis.Array = 3; delete globalThis.jsx', { free: ['globalThis'], edits: [] })
  assert.deepStrictEqual(run('module.exports = [typeof jsx, fetch, Array]', { free, edits: [] }), ['undefined', 2, 3])
  assert.strictEqual(typeof Array, 'function')
  assert.strictEqual(globalThis.jsx, undefined)
  // Lines and columns are the file's own.
  const where = run('module.exports = () => new Error("x").stack', { free, edits: [] })()
  assert.match(where, /\/a\.js:1:24/)
})

test('a file declares for itself what another put on the global', () => {
  const own = {}
  const news = createLiveBindings(own)
  const globals = { __proto__: null, own, news, scope: {}, language: [], shadows: { fetch: 'shadow', globalThis: news.global },
    evaluate: () => {}, evalName: '/x' }
  news.global.fetch = 'put'
  const module = { exports: {} }
  compile({ log: { note() {} } }, globals, 'const fetch = 1; module.exports = [fetch, jsx]', '/a.js',
    { free: ['module', 'jsx'], edits: [] }, { __proto__: null })(undefined, [module.exports, null, module, '/a.js', '/'])
  news.global.jsx = 5
  assert.deepStrictEqual(module.exports, [1, undefined])
})

test('a text that is evaluated gives itself no other name, whatever white space stands before it', () => {
  const at = () => new Error('x').stack
  for (const c of [' ', '\t', '\f', '\v', '\u00a0', '\u3000', '\ufeff']) {
    for (const mark of ['#', '@']) {
      const f = evaluateText({ ...globals, own: {} }, '(f => f())\n//' + mark + c + 'sourceURL=/somewhere/else.js')
      assert.doesNotMatch(f(at), /somewhere/, JSON.stringify(mark + c))
    }
  }
})
