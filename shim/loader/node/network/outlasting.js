'use strict'

// Connections that were made, and servers that listen, since everything was observed (invariant 9). When the policy holds, each is
// asked for again by what it was asked by; what is not granted is closed, with the connections that a server took.

const { EventEmitter } = require('node:events')
const { apply, Set, setAdd, setDelete, setEach } = require('../../kernel/primordials.js')
const { ask } = require('../../policy/fence.js')
const { keep } = require('../../policy/lasting.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */

const { on, once } = EventEmitter.prototype

// connectionsOf is the set of the connections that a server has taken from now on and that are open.
function connectionsOf(server) {
  const open = new Set()
  apply(on, server, ['connection', socket => {
    setAdd(open, socket)
    apply(once, socket, ['close', () => { setDelete(open, socket) }])
  }])
  return open
}

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
    const taken = end === 'close' ? connectionsOf(real) : null
    const forget = keep(fence, () => {
      if (ask(fence, question)) return
      const { [end]: f } = real
      apply(f, real, [])
      if (taken !== null) setEach(taken, socket => {
        const { destroy } = socket
        apply(destroy, socket, [])
      })
    })
    apply(once, real, ['close', forget])
  }
  return { __proto__: null, asks, begin, lasts }
}

module.exports = { __proto__: null, createOutlasting }
