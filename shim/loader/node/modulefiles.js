'use strict'

// How a file of the extension is found and read (invariant 2): resolved as Node does, checked against
// the table that `wrap` made.

const fs = require('node:fs')
const nodePath = require('node:path')
const nodeModule = require('node:module')
const {
  Error, getOwn, indexOf, jsonParse, mapGet, mapSet, Map, startsWith, bytesToString,
} = require('../kernel/primordials.js')
const { sha256 } = require('../kernel/digest.js')
const { tell } = require('../policy/fence.js')
const { checkPath } = require('../policy/checks.js')
const { coded, missing } = require('../kernel/errors.js')
const { FDS, grab, possible } = require('./fs/fdpins.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */

const { closeSync, readFileSync, existsSync } = fs
const { createRequire } = nodeModule
const { dirname, extname, relative, sep } = nodePath

const isInside = (fence, file) => startsWith(file, fence.root + sep)

// isData reports JSON that is none of the extension's own: no code of it runs, so that it is a file that is read.
const isData = (fence, file) => extname(file) === '.json' && !isInside(fence, file)

// absent is how Node says that there is no such module.
function absent(file, spec) {
  const e = new Error("Cannot find module '" + spec + "'\nRequire stack:\n- " + file)
  e.code = 'MODULE_NOT_FOUND'
  e.requireStack = [file]
  return e
}

function slashes(name) {
  let out = ''
  for (let i = 0; i < name.length; i++) out += name[i] === sep ? '/' : name[i]
  return out
}

// createResolver returns what finds the file that a name means in a file.
/** @param {Fence} fence */
function createResolver(fence) {
  const resolvers = new Map()
  return (file, spec) => {
    let r = mapGet(resolvers, file)
    if (r === undefined) mapSet(resolvers, file, (r = createRequire(file).resolve))
    let found
    try {
      found = r(spec)
    } catch (e) {
      // What Node says of a package of the extension's own it may hear.
      if (fence.observe || (indexOf('' + e.message, fence.root + sep) >= 0 && indexOf('' + e.code, 'ERR_PACKAGE') === 0)) throw e
      throw absent(file, spec)
    }
    if (indexOf(found, '/') < 0 && indexOf(found, '\\') < 0) return found
    const at = fence.paths.onDisk(found, true)
    // What may not be read looks as if it were not there: the answer would say that it is.
    if (at === null || (!fence.observe && !isInside(fence, at.real) && checkPath(fence, false, at, 'resolve', found) !== null)) {
      throw absent(file, spec)
    }
    return at.real
  }
}

// createReader returns what reads a file of an extension, with what the sidecar says of it.
/** @param {Fence} fence */
function createReader(fence) {
  // entryOf returns the sidecar's line of a file: an object, undefined when there is
  // no table, or null for a file the table does not have.
  function entryOf(file) {
    const files = fence.config.files
    if (files === undefined || files === null) return undefined
    let name = relative(fence.root, file)
    if (sep !== '/') name = slashes(name)
    const d = getOwn(files, name)
    if (name === 'package.json') return undefined
    return d === undefined ? null : d.value
  }

  // bytesOf reads a file, by its descriptor when somebody else may change what its name
  // means: what was resolved is what is read.
  function bytesOf(file) {
    if (fence.observe || fence.agents === 0 || !possible()) return readFileSync(file)
    const g = grab(file, 0)
    if (g.fd < 0) throw g.error === null ? missing('RF_DENIED_FILE', file) : g.error
    try {
      if (g.where !== file) throw missing('RF_DENIED_FILE', file)
      return readFileSync(FDS + g.fd)
    } finally {
      closeSync(g.fd)
    }
  }

  function read(file) {
    const bytes = bytesOf(file)
    // Code that did not ship is in no table: that it may be loaded was asked for (modules.js).
    let known = isInside(fence, file) ? entryOf(file) : undefined
    if (known === null) {
      tell(fence, 'RF_DENIED_FILE', file)
      if (!fence.observe) throw missing('RF_DENIED_FILE', file)
      known = undefined
    }
    if (known !== undefined && known.kind === 'blind' && !fence.observe) {
      tell(fence, 'RF_DENIED_FILE', file)
      throw missing('RF_DENIED_FILE', file)
    }
    if (known !== undefined && known.sha256 !== undefined && sha256(bytes) !== known.sha256) {
      tell(fence, 'RF_CHANGED_FILE', file)
      throw coded('RF_CHANGED_FILE', file + ' is not the file that was wrapped')
    }
    return { __proto__: null, bytes, known }
  }
  return { __proto__: null, entryOf, read }
}

// createKinds returns what says whether a file is an ES module.
function createKinds() {
  const types = new Map()
  function isESM(file, ext) {
    if (ext === '.mjs') return true
    if (ext !== '.js') return false
    for (let dir = dirname(file); ; dir = dirname(dir)) {
      let type = mapGet(types, dir)
      if (type === undefined) {
        type = ''
        if (existsSync(dir + '/package.json')) {
          try {
            type = jsonParse(bytesToString(readFileSync(dir + '/package.json'), 'utf8')).type === 'module' ? 'module' : 'commonjs'
          } catch {
            type = 'commonjs'
          }
        }
        mapSet(types, dir, type)
      }
      if (type !== '') return type === 'module'
      if (dir === dirname(dir)) return false
    }
  }
  return isESM
}

module.exports = { __proto__: null, isData, isInside, slashes, createResolver, createReader, createKinds }
