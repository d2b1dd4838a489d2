'use strict'

// Where in the extension something was asked for: the innermost frame of the stack
// that lies in one of its files. For people only; no decision follows from it.

const { slice, startsWith } = require('./primordials.js')
const { walk } = require('./stacks.js')

// placeOf returns "out/main.js:12" for a fence's root, or ''.
function placeOf(root, ownFile, separator) {
  try {
    const prefix = root + separator
    let found = ''
    const look = (file, line) => {
      if (found !== '' || typeof file !== 'string' || file === ownFile || !startsWith(file, prefix)) return
      found = slice(file, prefix.length) + (typeof line === 'number' && line > 0 ? ':' + line : '')
    }
    walk(look)
    return found
  } catch {
    return ''
  }
}

module.exports = { __proto__: null, placeOf }
