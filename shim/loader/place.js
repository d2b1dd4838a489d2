'use strict'

// Where in the extension something was asked for: the innermost frame of the stack
// that lies in one of its files. For people only; no decision follows from it.

const util = require('node:util')
const { apply, Error, getPrototypeOf, isArray, slice, startsWith } = require('./primordials.js')
const { withHook } = require('./functions.js')

const { getCallSites } = util
const FRAMES = 60

let methods = null

// placeOf gives "out/main.js:12" for a fence's root, or ''.
function placeOf(root, ownFile, separator) {
  try {
    const prefix = root + separator
    let found = ''
    const look = (file, line) => {
      if (found !== '' || typeof file !== 'string' || file === ownFile || !startsWith(file, prefix)) return
      found = slice(file, prefix.length) + (typeof line === 'number' && line > 0 ? ':' + line : '')
    }
    if (getCallSites !== undefined) {
      const sites = getCallSites(FRAMES)
      for (let i = 0; i < sites.length; i++) look(sites[i].scriptName, sites[i].lineNumber)
      return found
    }
    withHook((_, sites) => {
      if (methods === null && sites.length > 0) {
        const proto = getPrototypeOf(sites[0])
        methods = { __proto__: null, file: proto.getFileName, line: proto.getLineNumber }
      }
      if (isArray(sites)) for (let i = 0; i < sites.length; i++) look(apply(methods.file, sites[i], []), apply(methods.line, sites[i], []))
      return sites
    }, () => new Error('').stack)
    return found
  } catch {
    return ''
  }
}

module.exports = { __proto__: null, placeOf }
