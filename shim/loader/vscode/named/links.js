'use strict'

// What an address of the net is asked by (invariants 9 and 10). A browser reads an address in its own way: what stands before
// another mark than the one that the policy was read by would lead elsewhere.

const { codeAt, indexOf, slice, startsWith, toLowerCase, URL, urlParts } = require('../../kernel/primordials.js')

// isServer reports letters, digits and the marks that names and numbers of servers have. What is above ASCII is part of a name.
function isServer(text) {
  for (let i = 0; i < text.length; i++) {
    const c = codeAt(text, i)
    const plain = (c >= 48 && c <= 58) || (c >= 65 && c <= 91) || c === 93 || (c >= 97 && c <= 122) || c === 45 || c === 46 || c === 95
    if (!plain && c < 128) return false
  }
  return text !== ''
}

// isPlain reports a rest that a browser leaves as it is: nothing that it drops, turns, or goes up by.
function isPlain(text) {
  for (let i = 0; i < text.length; i++) if (text[i] === '\\' || codeAt(text, i) < 32) return false
  const small = toLowerCase(text)
  return indexOf(small, '/.') < 0 && indexOf(small, '/%2e') < 0
}

// linkText gives the text that an address is asked by, or null for one that leads where its text does not say.
function linkText(text) {
  const small = toLowerCase(text)
  if (!startsWith(small, 'http:') && !startsWith(small, 'https:')) return text
  const at = indexOf(text, '://')
  if (at !== 4 && at !== 5) return null
  let end = at + 3
  while (end < text.length && text[end] !== '/' && text[end] !== '?' && text[end] !== '#') end++
  if (!isServer(slice(text, at + 3, end))) return null
  try {
    const { href } = urlParts(new URL(text))
    return isPlain(slice(text, end)) ? text : href
  } catch {
    return null
  }
}

module.exports = { __proto__: null, linkText }
