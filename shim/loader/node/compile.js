'use strict'

// A file of the extension becomes a function (invariant 3): in strict mode, with
// every powerful global shadowed by a parameter, and import() answered by the
// loader. In strict mode `this` of a plain call is undefined, never the global.

const vm = require('node:vm')
const { append, apply, bareList, codeAt, has, indexOf, isArray, isIn, ownKeys, slice, SyntaxError } = require('../kernel/primordials.js')
const { tell } = require('../policy/fence.js')
const { coded } = require('../kernel/errors.js')
const { HARMLESS } = require('./language.js')
const { heard, HEARD } = require('./livebindings.js')
const { strictly, templateOf } = require('./templates.js')
const { HERE, MAKER, TEXT, textHere } = require('./directeval.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */

const { compileFunction } = vm
const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname']
const IMPORT = '__ringfence_import'
const EVALUATE = '__ringfence_evaluate'
// What is called where a with statement stood.
const WITHOUT = '__ringfence_with'
// The value that a direct call needs; only texts that were looked at go to it.
const { eval: languages } = globalThis
// These stand free in a text and are given by the language or by the loader.
const NOT_OWN = ['exports', 'require', 'module', '__filename', '__dirname', 'arguments', 'eval', 'undefined', 'NaN', 'Infinity',
  'globalThis', 'global', IMPORT, IMPORT + '_meta', HERE, EVALUATE, WITHOUT]
// Around a text whose free names nobody has listed stands a scope that has all of them.
const SCOPE = '__ringfence_scope'
const WITH = 'with(' + SCOPE + '){'
// positionOf looks for a name among the first of a list.
const positionOf = (list, name, most) => {
  for (let i = 0; i < most; i++) if (list[i] === name) return i
  return -1
}

const word = c => // the backslash counts: it may begin an escape of a letter
  (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c >= 48 && c <= 57) || c === 95 || c === 36 || c > 127 || c === 92
const space = c => c === 32 || c === 9 || c === 10 || c === 13

// importsRenamed turns import( into a call of the loader, outside strings and
// comments as far as a scan can tell. What it misses rejects: the file is compiled
// without a way to import.
function importsRenamed(source) {
  let out = ''
  let done = 0
  for (let i = indexOf(source, 'import'); i >= 0; i = indexOf(source, 'import', i + 6)) {
    const before = i > 0 ? codeAt(source, i - 1) : 32
    if (word(before) || before === 46 || before === 39 || before === 34 || before === 96) continue
    let j = i + 6
    while (j < source.length && space(codeAt(source, j))) j++
    if (source[j] !== '(') continue
    out += slice(source, done, i) + IMPORT
    done = i + 6
  }
  return done === 0 ? source : out + slice(source, done)
}

// edited applies the edits of the sidecar, [offset, length, text], in order.
function edited(source, edits) {
  let out = ''
  let at = 0
  for (let i = 0; i < edits.length; i++) {
    const offset = edits[i][0]
    if (!(offset >= at) || !(offset + edits[i][1] <= source.length)) return null
    out += slice(source, at, offset) + edits[i][2]
    at = offset + edits[i][1]
  }
  return out + slice(source, at)
}

// shadowed begins the parameters that every text is compiled with: the names that the
// fence gives or hides, and the value of each.
function shadowed(globals) {
  const names = []
  const values = bareList()
  const keys = ownKeys(globals.shadows)
  for (let i = 0; i < keys.length; i++) give(names, values, keys[i], globals.shadows[keys[i]])
  return { __proto__: null, names, values }
}

// give adds one parameter.
function give(names, values, name, value) {
  append(names, name)
  values[values.length] = value
}

// surrounded adds the scope of a text whose free names nobody has listed. The names of the language are beside it and
// not in it: the engine would ask the scope for the value at each use.
function surrounded({ language, scope, news }, names, values) {
  for (let i = 0; i < language.length; i++) if (!isIn(names, language[i])) give(names, values, language[i], news.valueOf(language[i]))
  give(names, values, SCOPE, scope)
}

// compile returns the module function of a text. globals is the fence's own object
// of globals; known is the sidecar's entry or undefined.
/** @param {Fence} fence */
function compile(fence, globals, text, filename, known, extra) {
  let source = text
  source = known !== undefined && known.edits !== undefined ? edited(source, known.edits) : importsRenamed(source)
  if (source !== null && source[0] === '#' && source[1] === '!') source = '//' + source
  if (source === null) throw coded('RF_CHANGED_FILE', 'The edits of ' + filename + ' do not fit')
  const { names, values } = shadowed(globals)
  const shadows = names.length
  give(names, values, IMPORT, extra.dynamicImport)
  give(names, values, IMPORT + '_meta', extra.meta)
  if (known !== undefined && known.with === true) {
    give(names, values, WITHOUT, () => {
      tell(fence, 'RF_DENIED_CODE', filename + ' has a with statement')
      throw new SyntaxError('Strict mode code may not include a with statement')
    })
  }
  // A name that nobody declares is the file's own: sloppy code assigns to such names,
  // and would have made properties of the realm's global. What the extension put on
  // its global goes before what the realm has.
  const free = known === undefined || known.free === undefined || known.free === null ? [] : known.free
  const { news } = globals
  const follows = bareList()
  for (let i = 0; i < free.length; i++) {
    const name = free[i]
    if (isIn(NOT_OWN, name)) continue
    const at = positionOf(names, name, shadows)
    // One that the file assigns to would be the realm's for everybody, and the editor itself reads it.
    if (at < 0 && has(globals.own, name) && !news.isChanged(name) && !(isArray(known.assigned) && isIn(known.assigned, name))) continue
    append(follows, name)
    if (at >= 0) {
      if (news.isChanged(name)) values[at] = news.valueOf(name)
    } else if (!isIn(names, name)) {
      give(names, values, name, news.valueOf(name))
    }
  }
  // A text that a direct eval runs where it stands may assign to any.
  const every = known !== undefined && known.direct === true ? HARMLESS : []
  for (let i = 0; i < every.length; i++) {
    const name = every[i]
    if (has(globals.own, name) && !isIn(NOT_OWN, name) && !isIn(names, name)) give(names, values, name, news.valueOf(name))
  }
  give(names, values, HEARD, f => news.hear(follows, f))
  if (codeAt(source, 0) === 0xfeff) source = slice(source, 1)
  // A real parser has said which names are free; without its table every file that
  // could mean eval is one that does.
  const told = known !== undefined && isArray(known.free)
  const evaluates = told ? known.eval === true || isIn(known.free, 'eval') : indexOf(source, 'eval') >= 0 || indexOf(source, '\\u') >= 0
  const parameters = []
  for (let i = 0; i < PARAMETERS.length; i++) append(parameters, PARAMETERS[i])
  const strict = "'use strict';"
  const start = told ? heard(follows) : ''
  // One that awaits runs in an async function, which this one gives the promise of.
  if (known !== undefined && known.awaits === true) source = 'return(async()=>{' + source + '\n})()'
  const inner = strict + start + source
  try {
    if (!evaluates && told) {
      const flat = []
      for (let i = 0; i < parameters.length; i++) append(flat, parameters[i])
      for (let i = 0; i < names.length; i++) append(flat, names[i])
      try {
        const f = compileFunction(inner, flat, { __proto__: null, filename, columnOffset: -(strict.length + start.length) })
        return (self, args) => apply(f, self, joined(args, values))
      } catch (e) {
        // A file that declares a name of its own for one that is shadowed:
        // const fetch = require('node-fetch').
        if (!(e instanceof SyntaxError)) throw e
      }
    }
    // A declaration of the file's, and eval, which cannot be a parameter of strict code,
    // want a function around it, and a block: converted modules declare __filename
    // themselves. The text is parsed alone first, so that it cannot end either early.
    compileFunction(strict + source, [], { __proto__: null, filename })
    const head = (told ? '' : WITH) + 'return(function(exports,require,module,__filename,__dirname){' + strict + start + '{'
    const outer = head + source + (told ? '\n}})' : '\n}})}')
    if (!told) surrounded(globals, names, values)
    if (told && known.direct === true && known.edits !== undefined) {
      give(names, values, 'eval', languages)
      give(names, values, EVALUATE, globals.evaluate)
      give(names, values, HERE, MAKER)
      give(names, values, TEXT, textHere(globals.mayEvaluate, unnamed, text => evaluateText(globals, text)))
    } else if (evaluates) give(names, values, 'eval', globals.evaluate)
    const make = compileFunction(outer, names, { __proto__: null, filename, columnOffset: -head.length })
    const f = apply(make, undefined, values)
    return (self, args) => apply(f, self, args)
  } catch (e) {
    if (e instanceof SyntaxError) tell(fence, 'RF_DENIED_CODE', filename + ' does not compile in strict mode')
    throw e
  }
}

function joined(args, values) {
  const out = bareList()
  for (let i = 0; i < args.length; i++) out[i] = args[i]
  for (let i = 0; i < values.length; i++) out[out.length] = values[i]
  return out
}

// evaluate compiles text that the extension made, with the same shadows: the body
// of a Function, or a program whose value counts.
function compileText(globals, kind, texts) {
  const { names, values } = shadowed(globals)
  give(names, values, 'eval', globals.evaluate)
  const last = texts.length === 0 ? '' : texts[texts.length - 1]
  const body = unnamed(last)
  let parameters = ''
  for (let i = 0; i < texts.length - 1; i++) parameters += (i === 0 ? '' : ',') + texts[i]
  const head = kind === 'async ' ? 'async function' : kind === '* ' ? 'function*' : kind === 'async * ' ? 'async function*' : 'function'
  // Neither may reach out of its place: parameters are plain names, and the body
  // is parsed alone first.
  for (let i = 0; i < parameters.length; i++) {
    const c = codeAt(parameters, i)
    if ((!word(c) && !space(c) && c !== 44) || c === 92) throw coded('RF_DENIED_CODE', 'Parameters of code from text are plain names')
  }
  const template = kind === '' ? templateOf(last) : undefined
  if (template === undefined) checkBody(head, body)
  // Parsed alone first as well.
  else compileFunction(template, [])
  surrounded(globals, names, values)
  // A template's function is sloppy: its text has no name for it, or it could hand it out, and a sloppy function tells its callers.
  const make = compileFunction(WITH + 'return (' + head + (template === undefined ? ' anonymous(' : '(') + parameters + '\n){\n' +
    (template === undefined ? "'use strict';" + body : template) + '\n})}', names, { __proto__: null, filename: globals.evalName })
  const made = apply(make, undefined, values)
  return template === undefined ? made : strictly(made)
}

// unnamed is a text that gives itself no other file's name: Node 20 says that name of it on the stack. The engine takes any white
// space before it, and there is some among all that is no mark and no letter of ASCII.
function unnamed(text) {
  let out = text
  for (let at = indexOf(out, NAME); at >= 0; at = indexOf(out, NAME, at + NAME.length)) {
    let i = at - 1
    while (i >= 0 && !(codeAt(out, i) > 32 && codeAt(out, i) < 127)) i--
    if (out[i] === '#' || out[i] === '@') out = slice(out, 0, at) + 'sourceURL:' + slice(out, at + NAME.length)
  }
  return out
}
const NAME = 'sourceURL='

// evaluateText runs a program and gives its value, as an indirect eval would, with
// the globals of the fence.
function evaluateText(globals, given) {
  const text = unnamed(given)
  if (indexOf(text, 'eval') < 0 && indexOf(text, '\\u') < 0) {
    const { names, values } = shadowed(globals)
    give(names, values, '__ringfence_text', text)
    surrounded(globals, names, values)
    // A direct eval sees the parameters around it, and nothing names eval in the text.
    return apply(compileFunction(WITH + "return (function(){'use strict';return eval(__ringfence_text)})()}", names,
      { __proto__: null, filename: globals.evalName }), undefined, values)
  }
  let body = 'return (' + text + '\n)'
  try {
    compileFunction("'use strict';" + body, [])
  } catch {
    body = text
  }
  return apply(compileText(globals, '', [body]), undefined, [])
}

// checkBody refuses a body that closes the function it stands in.
function checkBody(head, body) {
  if (head === 'function') {
    compileFunction("'use strict';" + body, [])
    return
  }
  // No engine parses the body of an async function or a generator alone, so it
  // must not contain what could close it.
  if (indexOf(body, '}') >= 0) throw coded('RF_DENIED_CODE', 'The text of an async function or a generator with a brace is not compiled')
}

module.exports = { __proto__: null, compile, compileText, evaluateText, importsRenamed, edited }
