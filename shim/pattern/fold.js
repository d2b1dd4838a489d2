'use strict'

const { codeAt, fromCodePoint, normalize, toLowerCase } = require('./primordials.js')
const { pairs, orbits } = require('./folding.js')

// The twin of policygen/pattern/fold.go. The tables are written by its test.

// find maps a character by a table of first, last, step, distance.
function find(table, c) {
  let lo = 0
  let hi = table.length / 4
  while (lo < hi) {
    const mid = (lo + hi) >> 1
    if (table[4 * mid + 1] < c) lo = mid + 1
    else hi = mid
  }
  const at = 4 * lo
  return at < table.length && c >= table[at] && (c - table[at]) % table[at + 2] === 0 ? c + table[at + 3] : c
}

// ascii reports text that folds as ASCII does.
function ascii(s) {
  for (let i = 0; i < s.length; i++) if (codeAt(s, i) >= 0x80) return false
  return true
}

function map(s, table) {
  let out = ''
  for (let i = 0; i < s.length; i++) {
    let c = codeAt(s, i)
    if (c >= 0xd800 && c <= 0xdbff) c = (c - 0xd800) * 0x400 + codeAt(s, ++i) - 0xdc00 + 0x10000
    out += fromCodePoint(c < 0x80 ? (c >= 65 && c <= 90 ? c + 32 : c) : find(table, c))
  }
  return out
}

// fold returns the spelling under which a platform compares names.
function fold(platform, s) {
  if (platform === 'posix') return s
  if (ascii(s)) return toLowerCase(s)
  if (platform === 'win32') return map(s, pairs)
  return normalize(map(normalize(s, 'NFD'), orbits), 'NFC')
}

module.exports = { __proto__: null, fold }
