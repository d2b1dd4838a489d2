'use strict'

// Templates that libraries compile to code (invariant 4): underscore, lodash and ejs write a function with
// a with statement in it, which strict code cannot have. Such a text runs sloppy where nothing in it can
// mean the global or a sloppy function: it has no function but the libraries' own, and names none of what
// leads to one.

const { append, apply, indexOf, slice, startsWith } = require('../kernel/primordials.js')

// What the libraries write around a template, and the same with each function strict.
const HELPERS = [
  ["print=function(){__p+=__j.call(arguments,'');}", "print=function(){'use strict';__p+=__j.call(arguments,'');}"],
  ['print=function(){__p.push.apply(__p,arguments);}', "print=function(){'use strict';__p.push.apply(__p,arguments);}"],
  ["function print() { __p += __j.call(arguments, '') }", "function print() { 'use strict'; __p += __j.call(arguments, '') }"],
  ['function __append(s) { if (s !== undefined && s !== null) __output += s }',
    "function __append(s) { 'use strict'; if (s !== undefined && s !== null) __output += s }"],
]
// lodash hands out a function of its own, which the loader stands before.
const OUTER = 'return function(obj) {'
// Words, and marks of a regular expression, a comment or a template, in which a quotation mark would be none.
// A method is a sloppy function without the word: super hands its receiver, the global, to a getter.
const CLOSED = ['function', 'class', 'this', 'super', 'arguments', 'eval', 'caller', 'callee', 'import', 'anonymous',
  '__ringfence', '/', '\\', '\x60', '<!--', '-->']
const SOURCE = '//# sourceURL='

const isQuote = c => c === "'" || c === '"'

// codeOf is a text without its strings, or null where one does not end on its line.
function codeOf(text) {
  let out = ''
  for (let i = 0; i < text.length; i++) {
    if (!isQuote(text[i])) {
      out += text[i]
      continue
    }
    let j = i + 1
    while (j < text.length && text[j] !== text[i]) {
      if (text[j] === '\n' || text[j] === '\r') return null
      j += text[j] === '\\' ? 2 : 1
    }
    if (j >= text.length) return null
    out += "''"
    i = j
  }
  return out
}

// templateOf gives the text of a template's function as it may run, or undefined for any other.
function templateOf(text) {
  if (indexOf(text, 'with') < 0) return undefined
  let body = text
  if (startsWith(body, SOURCE)) {
    const end = indexOf(body, '\n')
    if (end < 0) return undefined
    body = slice(body, end + 1)
  }
  let rest = body
  const cut = (from, to) => {
    const at = indexOf(rest, from)
    if (at < 0) return
    rest = slice(rest, 0, at) + slice(rest, at + from.length)
    const there = indexOf(body, from)
    body = slice(body, 0, there) + to + slice(body, there + from.length)
  }
  for (let i = 0; i < HELPERS.length; i++) cut(HELPERS[i][0], HELPERS[i][1])
  if (startsWith(rest, OUTER)) rest = slice(rest, OUTER.length)
  const code = codeOf(rest)
  if (code === null) return undefined
  for (let i = 0; i < CLOSED.length; i++) if (indexOf(code, CLOSED[i]) >= 0) return undefined
  return body
}

// strictly stands before a function of a template's, and before one that it gives.
function strictly(f) {
  return (...args) => {
    const list = []
    for (let i = 0; i < args.length; i++) append(list, args[i])
    const answer = apply(f, undefined, list)
    return typeof answer === 'function' ? strictly(answer) : answer
  }
}

module.exports = { __proto__: null, strictly, templateOf }
