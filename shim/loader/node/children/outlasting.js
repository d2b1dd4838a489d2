'use strict'

// Programs that were started while everything was observed (invariant 8). When the policy holds, each is asked for again as it
// was started; what is not granted is ended, and what it started with it where it stands in a group of its own.

const EventEmitter = require('node:events')
const { ChildProcess } = require('node:child_process')
const { apply } = require('../../kernel/primordials.js')
const { keep } = require('../../policy/lasting.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */

const { once } = EventEmitter.prototype
const { kill } = ChildProcess.prototype
const { kill: killGroup, platform } = process
const host = process

// outlasting keeps a child until it is over, or the policy holds and may() says that it does not grant it.
/** @param {Fence} fence */
function outlasting(fence, child, detached, may) {
  const forget = keep(fence, () => {
    if (may()) return
    if (detached && platform !== 'win32' && typeof child.pid === 'number' && child.exitCode === null && child.signalCode === null) {
      apply(killGroup, host, [-child.pid, 'SIGKILL'])
    }
    else apply(kill, child, ['SIGKILL'])
  })
  apply(once, child, ['exit', forget])
}

module.exports = { __proto__: null, outlasting }
