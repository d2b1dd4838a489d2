'use strict'

// What was allowed is allowed again, and was written down, as long as policy, scope, trust and mode
// are the same.

const { mapClear, mapSet, mapSize, Map } = require('../kernel/primordials.js')

/** @typedef {import('./fence.js').Fence} Fence */

const MAX_MEMO = 4000
function createMemo() {
  return { __proto__: null, observe: false, trusted: false, modules: new Map(), reads: new Map(), writes: new Map() }
}
function forget(memo) {
  mapClear(memo.modules)
  mapClear(memo.reads)
  mapClear(memo.writes)
}
/** @param {Fence} fence */
function memoOf(fence) {
  const { memo } = fence
  if (memo.observe !== fence.observe || memo.trusted !== fence.trusted) {
    forget(memo)
    memo.observe = fence.observe
    memo.trusted = fence.trusted
  }
  return memo
}
function remember(known, key) {
  if (mapSize(known) >= MAX_MEMO) mapClear(known)
  mapSet(known, key, true)
}

module.exports = { __proto__: null, createMemo, forget, memoOf, remember }
