'use strict'

// Names that a text gives itself (invariant 4).

const { fourteenth } = require('./lib/fourteen.js')

module.exports = [
  fourteenth('text that says it is a file elsewhere, behind a mark of another kind, granted', 4, () => {
    const make = (0, eval)('(t => Function(t)())\n//#\fsourceURL=/somewhere/else.js')
    Promise.resolve('return process.env.SECRET_TOKEN').then(make).then(say, e => say(e.message))
  }, { policy: { code: ['eval'] } }),
]
