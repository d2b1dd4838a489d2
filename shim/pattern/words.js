'use strict'

const { append, slice } = require('./primordials.js')
const { startsWith, contains, split, patternText, subjectText } = require('./text.js')
const { setOf, cat, star, literal, anyRune, compile, match } = require('./automaton.js')
const { parseRegexp } = require('./regexp.js')
const { fold } = require('./fold.js')

// The twin of policygen/pattern/text.go: patterns of plain text.

// parseText compiles a text whose * is the tree any; everything is the word for
// any text at all, '' for none. Null when it is no pattern.
function parseText(text, any = star(setOf(anyRune())), everything = '') {
  if (!patternText(text)) return null
  const expression = startsWith(text, 're:')
  if (!expression && text !== everything && contains(text, '**')) return null
  const build = folded => {
    const tree = expression ? parseRegexp(slice(text, 3), folded) : textTree(text, any, everything, folded)
    return tree === null ? null : compile(tree)
  }
  const exact = build(false)
  const folded = build(true)
  return exact === null || folded === null ? null : { exact, folded }
}

function textTree(text, any, everything, folded) {
  if (text === everything) return star(setOf(anyRune()))
  const subs = []
  const pieces = split(folded ? fold('win32', text) : text, '*')
  for (let i = 0; i < pieces.length; i++) {
    if (i > 0) append(subs, any)
    append(subs, literal(pieces[i]))
  }
  return cat(subs)
}

const parseEnv = text => (typeof text === 'string' && contains(text, '=') ? null : parseText(text))

const matchText = (t, subject) => subjectText(subject) && match(t.exact, subject)

function matchEnv(platform, t, name) {
  if (!subjectText(name) || name === '' || contains(name, '=')) return false
  return platform === 'win32' ? match(t.folded, fold('win32', name)) : match(t.exact, name)
}

module.exports = { __proto__: null, parseText, parseEnv, matchText, matchEnv }
