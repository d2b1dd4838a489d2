'use strict'

// What a forked process or a worker is told of the fence that starts it: whether it
// observes, whether the workspace is trusted, where the roots are, where the log lies, and
// what was decided beside the policy. A child that is told nothing enforces the policy it
// was wrapped with, in an untrusted workspace. No child is told what the loader remembers,
// nor under what name.

const { jsonParse, mapGet, now, ownKeys, isArray } = require('../kernel/primordials.js')
const { jsonText } = require('../kernel/json.js')
const { plainList, rootNames } = require('./fence.js')
const { observedUntil } = require('./lasting.js')

/** @typedef {import('./fence.js').Fence} Fence */

const VARIABLE = 'RINGFENCE_FENCE'
// How much of what was decided is handed on, in characters: a variable has 32,767 on Windows.
const MAX_DECIDED = 16384

// inheritance is what a fence hands on, as text.
/** @param {Fence} fence */
function inheritance(fence, variables) {
  // Every root, home and the temporary folder too: a child finds those in its
  // environment, and that is the extension's to choose.
  const roots = { __proto__: null }
  const names = rootNames(fence)
  for (let i = 0; i < names.length; i++) roots[names[i]] = plainList(mapGet(fence.roots, names[i]))
  const settings = { __proto__: null }
  const given = fence.config.settings
  const keys = given === undefined ? [] : ownKeys(given)
  for (let i = 0; i < keys.length; i++) if (isArray(given[keys[i]])) settings[keys[i]] = plainList(given[keys[i]])
  const { decided } = fence
  return jsonText({
    __proto__: null, observe: fence.observe, off: fence.off, trusted: fence.trusted, roots, settings, variables, dir: fence.storage,
    decided: jsonText(decided).length > MAX_DECIDED ? [] : decided, until: fence.until === null ? -1 : fence.until(),
    from: fence.doubts === null ? -1 : fence.doubts.from,
  })
}

// inherit makes a child's fence what it was told. change.setRoot, rescope and
// repolicy are the fence's own.
/** @param {Fence} fence */
function inherit(fence, text, change) {
  const { extended } = require('./decide.js')
  fence.observe = false
  fence.trusted = false
  let told
  try {
    told = jsonParse(text)
  } catch {
    return
  }
  if (told === null || typeof told !== 'object') return
  fence.trusted = told.trusted === true
  if (isArray(told.variables)) fence.variables = told.variables
  const names = ownKeys(told.roots)
  for (let i = 0; i < names.length; i++) change.setRoot(fence, names[i], told.roots[names[i]], true)
  if (told.settings !== undefined) fence.config.settings = told.settings
  if (typeof told.dir === 'string' && told.dir !== '') {
    change.store(fence, told.dir)
    fence.log.attach(told.dir + '/ringfence.jsonl')
  }
  // What a setting holds the parent has read; names of files the child looks at itself.
  if (told.from >= 0) {
    fence.doubts = { __proto__: null, before: null, doubted: undefined, from: told.from, until: told.from, found: () => {} }
  }
  if (isArray(told.decided)) {
    fence.decided = told.decided
    change.repolicy(fence, extended(fence.config.policy, told.decided))
  }
  if (told.off === true) {
    fence.observe = true
    fence.off = true
  } else if (told.observe === true && fence.config.mode === 'observe') {
    fence.observe = true
    // What the host decides when the time is over, a child learns when it is started anew.
    // By the clock and not by a timer, which a child that never waits would not hear of.
    if (told.until >= 0) {
      const { until } = told
      observedUntil(fence, () => now() >= until)
    }
  }
  change.rescope(fence)
}

module.exports = { __proto__: null, inheritance, inherit, VARIABLE }
