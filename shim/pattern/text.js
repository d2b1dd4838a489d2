'use strict'

const { bareList, codeAt, fromCodePoint, indexOf, slice } = require('./primordials.js')

// Small operations on primitive strings.

const startsWith = (s, prefix) => slice(s, 0, prefix.length) === prefix
const endsWith = (s, suffix) => s.length >= suffix.length && slice(s, s.length - suffix.length) === suffix
const contains = (s, part) => indexOf(s, part) >= 0

function split(s, separator) {
  const out = bareList()
  let from = 0
  for (;;) {
    const at = indexOf(s, separator, from)
    if (at < 0) {
      out[out.length] = slice(s, from)
      return out
    }
    out[out.length] = slice(s, from, at)
    from = at + separator.length
  }
}

function join(list, separator) {
  let out = ''
  for (let i = 0; i < list.length; i++) out += (i > 0 ? separator : '') + list[i]
  return out
}

// anyOf reports that s holds one of the characters.
function anyOf(s, characters) {
  for (let i = 0; i < s.length; i++) if (indexOf(characters, s[i]) >= 0) return true
  return false
}

// allOf reports that s holds only the characters.
function allOf(s, characters) {
  for (let i = 0; i < s.length; i++) if (indexOf(characters, s[i]) < 0) return false
  return true
}

// shift moves the letters from first to last (codes) by delta.
function shift(s, first, last, delta) {
  let out = ''
  for (let i = 0; i < s.length; i++) {
    const c = codeAt(s, i)
    out += c >= first && c <= last ? fromCodePoint(c + delta) : s[i]
  }
  return out
}

const lower = s => shift(s, 65, 90, 32)
const upper = s => shift(s, 97, 122, -32)

function trimEnd(s, character) {
  let end = s.length
  while (end > 0 && s[end - 1] === character) end--
  return slice(s, 0, end)
}

function trimStart(s, character) {
  let from = 0
  while (from < s.length && s[from] === character) from++
  return slice(s, from)
}

// points is the number of characters, or -1 for text that is not Unicode: half
// of a surrogate pair.
function points(s) {
  let n = 0
  for (let i = 0; i < s.length; i++, n++) {
    const c = codeAt(s, i)
    if (c < 0xd800 || c > 0xdfff) continue
    if (c > 0xdbff || i + 1 === s.length) return -1
    const d = codeAt(s, ++i)
    if (d < 0xdc00 || d > 0xdfff) return -1
  }
  return n
}

// bytes is the length in UTF-8 of text that points has counted.
function bytes(s) {
  let n = 0
  for (let i = 0; i < s.length; i++) {
    const c = codeAt(s, i)
    n += c < 0x80 ? 1 : c < 0x800 ? 2 : c >= 0xd800 && c <= 0xdfff ? 2 : 3
  }
  return n
}

const MAX_TEXT = 1000
const MAX_SUBJECT = 32768

// patternText reports that a pattern's text may be read at all.
function patternText(s) {
  if (typeof s !== 'string' || s === '' || s.length > MAX_TEXT || points(s) < 0 || bytes(s) > MAX_TEXT) return false
  for (let i = 0; i < s.length; i++) {
    const c = codeAt(s, i)
    if (c < 0x20 || c === 0x7f || c === 0xfffd) return false
  }
  return true
}

// subjectText reports that a resource is text that may be matched.
function subjectText(s) {
  if (typeof s !== 'string' || s.length > 2 * MAX_SUBJECT) return false
  const n = points(s)
  return n >= 0 && n <= MAX_SUBJECT && indexOf(s, '\0') < 0
}

module.exports = {
  __proto__: null,
  startsWith, endsWith, contains, split, join, anyOf, allOf, lower, upper, trimEnd, trimStart, patternText, subjectText,
  MAX_SUBJECT,
}
