'use strict'

// A direct eval of a file's runs its text where the call stands, with the names around it (package sidecar writes the
// edits). The value of eval is the language's there, so that a text in which anything can mean eval runs elsewhere.

const { append, codeAt, indexOf, slice } = require('../kernel/primordials.js')

// The edit makes, where it stands, the function that a text goes to. What asks about a name asks there too.
const HERE = '__ringfence_here'
const TEXT = '__ringfence_text'
const MAKER = '(...__ringfence_given) => eval(' + TEXT + '(__ringfence_given => eval(__ringfence_given), ...__ringfence_given))'

// textHere gives what a direct eval runs for what it was given. A text in which nothing can mean eval runs where the call
// stands. Any other runs as by an indirect eval (elsewhere), and its value is asked for.
function textHere(mayEvaluate, unnamed, elsewhere) {
  let kept
  return (ask, ...given) => {
    if (given.length === 0) {
      const value = kept
      kept = undefined
      return value
    }
    const { 0: first } = given
    if (typeof first !== 'string') return first
    mayEvaluate()
    const text = unnamed(first)
    // Nor may it name what the loader put beside the file's own names.
    if (indexOf(text, 'eval') < 0 && indexOf(text, '\\u') < 0 && indexOf(text, '__ringfence') < 0) return declared(text, ask)
    kept = elsewhere(text)
    return TEXT + '(0)'
  }
}

const letter = c => (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || c === 36
const digit = c => c >= 48 && c <= 57
const space = c => c === 32 || c === 9 || c === 10 || c === 13
// How many names of one text are asked about at most; what comes after them is as in any strict code.
const MOST = 200

// declared is a text with a declaration of each name that it assigns to and nobody has declared: sloppy code makes a global of
// such a name, strict code throws. They are the text's own here. Only plain names are found, one that means something where the
// call stands is left alone, and what the text declares itself stands in a block of its own.
function declared(text, ask) {
  const found = { __proto__: null }
  const names = []
  for (let i = 0; i < text.length && names.length < MOST; i++) {
    const c = codeAt(text, i)
    if (!letter(c)) continue
    const start = i
    while (i < text.length && (letter(codeAt(text, i)) || digit(codeAt(text, i)))) i++
    const before = start > 0 ? codeAt(text, start - 1) : 32
    if (before === 46 || before > 127 || digit(before)) continue
    let j = i
    while (j < text.length && space(codeAt(text, j))) j++
    // An assignment: = and neither == nor =>.
    if (text[j] !== '=' || text[j + 1] === '=' || text[j + 1] === '>') continue
    const name = slice(text, start, i)
    if (found[name] === true) continue
    found[name] = true
    if (isFree(name, ask)) append(names, name)
  }
  let out = ''
  for (let i = 0; i < names.length; i++) out += (i === 0 ? 'var ' : ',') + names[i]
  return out === '' ? text : out + ';{' + text + '\n}'
}

// isFree reports that a name means nothing where the call stands: a name that is declared later throws at typeof already.
function isFree(name, ask) {
  try {
    return ask('typeof ' + name + '==="undefined"&&(()=>{try{' + name + '}catch{return true}return false})()') === true
  } catch {
    return false
  }
}

module.exports = { __proto__: null, HERE, MAKER, TEXT, textHere }
