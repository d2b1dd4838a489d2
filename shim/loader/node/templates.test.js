'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { compileText } = require('./compile.js')
const { createLiveBindings } = require('./livebindings.js')
const { templateOf } = require('./templates.js')

const scope = new Proxy({}, { has: (_, key) => typeof key === 'string' && !(key in globalThis), get: () => undefined })
const globals = { own: {}, news: createLiveBindings({}), scope, language: [], shadows: { process: 'a view', globalThis: undefined },
  evaluate: () => 'no', evalName: '/e/eval.js' }
const UNDERSCORE = "var __t,__p='',__j=Array.prototype.join,print=function(){__p+=__j.call(arguments,'');};\nwith(obj||{}){\n" +
  "__p+='<p class=\"this\">it\\'s '+\n((__t=( name ))==null?'':__t)+\n'</p>'; print(1, 2);\n}\nreturn __p;\n"
const LODASH = "//# sourceURL=lodash.templateSources[0]\nreturn function(obj) {\nobj || (obj = {});\n" +
  "var __t, __p = '', __j = Array.prototype.join;\n" +
  "function print() { __p += __j.call(arguments, '') }\nwith (obj) {\n__p += 'a ' +\n((__t = ( name )) == null ? '' : __t);\n" +
  " print('x') }\nreturn __p\n}"
const EJS = '  var __output = "";\n  function __append(s) { if (s !== undefined && s !== null) __output += s }\n  with (locals || {}) {\n' +
  '    ; __append("a "); __append(name)\n  }\n  return __output;\n'

test('templates of three libraries run', () => {
  assert.strictEqual(compileText(globals, '', ['obj', UNDERSCORE])({ name: 'x' }), '<p class="this">it\'s x</p>12')
  assert.strictEqual(compileText(globals, '', [LODASH])()({ name: 'x' }), 'a xx')
  assert.strictEqual(compileText(globals, '', ['locals', EJS])({ name: 'x' }), 'a x')
})

test('nothing of them leads to the global or to a sloppy function', () => {
  const seen = {}
  const text = UNDERSCORE.replace('print(1, 2)', 'keep(print); keep(process)')
  compileText(globals, '', ['obj', text])({ name: 'x', keep(v) { seen[typeof v] = v } })
  assert.strictEqual(seen.string, 'a view')
  for (const f of [seen.function, compileText(globals, '', ['obj', UNDERSCORE]), compileText(globals, '', [LODASH])()]) {
    assert.ok(!Object.hasOwn(f, 'caller') && !Object.hasOwn(f, 'arguments'))
  }
})

test('any other text is strict', () => {
  for (const code of ['this', '(function () { return 1 })()', 'arguments.callee', 'a["b"].caller', '/\'/; this; /\'/', '\x60${this}\x60',
    'th\\u0069s', '"\\\n"; this', '<!-- \'\nthis', 'class {}', 'eval("this")', 'import("x")', '__ringfence_scope']) {
    const text = 'with (obj) { keep(' + code + ') }'
    assert.strictEqual(templateOf(text), undefined, code)
    assert.throws(() => compileText(globals, '', ['obj', text]), SyntaxError, code)
  }
  // It would be the sloppy function itself.
  assert.strictEqual(templateOf('with (obj) { keep(anonymous) }'), undefined)
  assert.strictEqual(templateOf('return this'), undefined)
  assert.throws(() => compileText(globals, '', ['obj', '}, process, function () { with (obj) {}']), SyntaxError)
  // A helper counts once.
  const twice = UNDERSCORE.replace('return __p', "obj.f = function(){__p+=__j.call(arguments,'');}; return __p")
  assert.strictEqual(templateOf(twice), undefined)
})
