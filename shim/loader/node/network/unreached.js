'use strict'

// A connection that the policy refuses fails as one does that the system refuses (invariant 9): the socket or the
// request is made, and says so later in its event `error`. A program that waits for that event never expects a throw.

const { apply } = require('../../kernel/primordials.js')

// A name that no system knows (RFC 6761), with a look-up of ours in the place of Node's: nobody is asked for it, and
// nothing is connected to.
const NOWHERE = 'refused.invalid'

// unreached turns the options of a connection into those of one that fails with an error.
function unreached(kept, error) {
  delete kept.path
  delete kept.socketPath
  kept.host = NOWHERE
  kept.port = 9
  // Otherwise Node asks for all of the addresses.
  kept.autoSelectFamily = false
  kept.lookup = (_, options, answer) => apply(answer, undefined, [error])
}

module.exports = { __proto__: null, NOWHERE, unreached }
