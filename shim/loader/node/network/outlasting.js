'use strict'

// Connections that were made, and servers that listen, since everything was observed (invariant 9). When the policy holds, each is
// asked for again by what it was asked by; what is not granted is closed.

const { EventEmitter } = require('node:events')
const { apply } = require('../../kernel/primordials.js')
const { ask } = require('../../policy/fence.js')
const { keep } = require('../../policy/lasting.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */

const { once } = EventEmitter.prototype

// createOutlasting remembers the end that a call asked for until the call has made what goes there.
/** @param {Fence} fence */
function createOutlasting(fence) {
  let asked = null
  const begin = () => { asked = null }
  const asks = (section, end) => { if (fence.observe) asked = { __proto__: null, section, endpoint: end } }
  // lasts keeps what was made, an emitter of Node's, by the name of what ends it.
  function lasts(real, end) {
    const question = asked
    asked = null
    if (question === null) return
    const forget = keep(fence, () => {
      if (ask(fence, question)) return
      const { [end]: f, closeAllConnections } = real
      apply(f, real, [])
      if (end === 'close' && typeof closeAllConnections === 'function') apply(closeAllConnections, real, [])
    })
    apply(once, real, ['close', forget])
  }
  return { __proto__: null, asks, begin, lasts }
}

module.exports = { __proto__: null, createOutlasting }
