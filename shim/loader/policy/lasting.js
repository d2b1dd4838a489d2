'use strict'

// What lasts longer than the time in which everything is observed (invariants 7 and 10). That time is over by the
// clock, at the next question that is asked, whether or not anybody counted it: an extension that never waits
// is asked then too. What was made until then, and would go on with power, asks again when the policy holds.

const { defineProperty, Set, setAdd, setDelete, setEach } = require('../kernel/primordials.js')
const { allows } = require('./policy.js')
const { access } = require('./access.js')

/** @typedef {import('./fence.js').Fence} Fence */

// observedUntil makes a fence observe until over() says that it is over, and no longer, whatever the clock says later.
// Who sets fence.observe has the last word. ended() is called at the question by which it turns out to be over: nothing goes on
// until somebody has counted.
/** @param {Fence} fence */
function observedUntil(fence, over, ended = () => {}) {
  let on = true
  const put = value => defineProperty(fence, 'observe', { __proto__: null, value, writable: true, enumerable: true, configurable: true })
  defineProperty(fence, 'observe', {
    __proto__: null, enumerable: true, configurable: true,
    get() {
      if (on && over()) {
        on = false
        ended()
      }
      return on
    },
    set: put,
  })
}

// keep has f called when the policy holds: it ends what the policy does not grant. It gives the function that forgets it.
/**
 * @param {Fence} fence
 * @param {() => void} f
 */
function keep(fence, f) {
  setAdd(fence.lasting, f)
  return () => { setDelete(fence.lasting, f) }
}

// settle asks for all that was kept, once. One that fails keeps no other from being asked.
/** @param {Fence} fence */
function settle(fence) {
  const all = fence.lasting
  fence.lasting = new Set()
  setEach(all, f => {
    try {
      f()
    } catch {
      // What is gone has nothing to end.
    }
  })
}

// stays reports a path that the policy by itself lets the extension read, or write, whatever is observed: what is made
// of it for good (a link) is there when it is not observed. A person who switches the fence off means all of it.
/** @param {Fence} fence */
function stays(fence, writes, canonical) {
  if (fence.off) return true
  if (fence.policy === null) return false
  const a = access({ section: writes ? 'files.write' : 'files.read', path: canonical })
  return allows(fence.policy, fence.scope, fence.trusted, a)
}

module.exports = { __proto__: null, keep, observedUntil, settle, stays }
