'use strict'

// How one file of an extension comes to run: an addon is opened, JSON is read, a module is compiled from its
// converted copy, checked against the table that `wrap` made.

const fs = require('node:fs')
const nodePath = require('node:path')
const nodeModule = require('node:module')
const { apply, bytesToString, getOwn, indexOf, jsonParse, slice } = require('../kernel/primordials.js')
const { ask, tell } = require('../policy/fence.js')
const { coded, refused } = require('../kernel/errors.js')
const { sha256 } = require('../kernel/digest.js')
const { isInside, slashes, createKinds } = require('./modulefiles.js')
const { noWait } = require('./waiting.js')
const { asItWas } = require('../policy/manifest.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */

const { readFileSync } = fs
const { createRequire } = nodeModule
const { extname, relative, sep } = nodePath
const host = process
const { dlopen } = host

// native loads an addon the policy names by path and digest. What it does then
// nobody holds.
/** @param {Fence} fence */
function native(fence, made, file) {
  const at = fence.paths.onDisk(file, true)
  const sum = sha256(readFileSync(file))
  // Where there is a table, an addon of the extension is in it, as it was.
  const { addons } = fence.config
  if (fence.config.files !== undefined && fence.config.files !== null && isInside(fence, file)) {
    const known = addons === undefined ? undefined : getOwn(addons, slashes(relative(fence.root, file)))
    if (known === undefined || known.value !== sum) {
      tell(fence, 'RF_CHANGED_FILE', file)
      if (!fence.observe || known !== undefined) throw coded('RF_CHANGED_FILE', file + ' is not the file that was wrapped')
    }
  }
  if (!ask(fence, { section: 'code', name: 'native', path: at === null ? '' : at.canonical, sha256: sum })) {
    throw refused('RF_DENIED_CALL', 'dlopen', file)
  }
  const holder = { exports: {} }
  apply(dlopen, host, [holder, file])
  made.exports = holder.exports
}

// readJSON gives a module what a file of JSON holds.
/** @param {Fence} fence */
function readJSON(fence, made, file, text) {
  try {
    made.exports = jsonParse(text)
  } catch (e) {
    e.message = file + ': ' + e.message // as Node says it
    throw e
  }
  // What the extension reads of itself is what it was before it was wrapped.
  if (file === fence.root + sep + 'package.json') asItWas(fence, made.exports)
}

// createRuns gives what runs a file for a module that was made for it: read gives its bytes and its line of the
// table, execute runs a text.
/** @param {Fence} fence */
function createRuns(fence, read, execute) {
  const isESM = createKinds()
  const inside = file => isInside(fence, file)

  // run gives a promise for a module that awaits, where somebody waits for it.
  return function (made, file, waits) {
    const ext = extname(file)
    if (ext === '.node') {
      native(fence, made, file)
      return undefined
    }
    let { bytes, known } = read(file)
    if (known !== undefined && known.kind === 'esm') {
      const converted = known.cjs
      if (converted === undefined || converted === null) {
        throw coded('RF_DENIED_FILE', file + ' is an ES module that could not be converted')
      }
      bytes = readFileSync(fence.root + sep + converted.file)
      if (sha256(bytes) !== converted.sha256) throw coded('RF_CHANGED_FILE', converted.file + ' is not the file that was wrapped')
      if (converted.awaits === true && !waits) throw noWait(file)
      known = converted
    }
    let text = bytesToString(bytes, 'utf8')
    if (known === undefined && indexOf(text, '\ufeff') === 0) text = slice(text, 1)
    if (ext === '.json') {
      readJSON(fence, made, file, text)
      return undefined
    }
    if (known === undefined && fence.observe && !inside(file) && isESM(file, ext)) {
      // Another package's module, of which there is no copy: seen, and Node's to load.
      made.exports = createRequire(file)(file)
      return undefined
    }
    if (known === undefined && isESM(file, ext)) {
      throw coded('RF_DENIED_FILE', file + (inside(file) ? ' is an ES module, which has to be converted when the extension is wrapped'
        : ' is an ES module that did not ship with the extension; of such files only CommonJS runs behind the loader'))
    }
    const answer = execute(made, file, text, known)
    return known !== undefined && known.awaits === true ? answer : undefined
  }
}

module.exports = { __proto__: null, createRuns }
