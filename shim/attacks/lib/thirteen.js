'use strict'

// What attacks of round 13 share.

const thirteenth = (name, inv, code, more) => ({ name, inv, round: 13, code, ...more })
const shares = (name, inv, code, more) => thirteenth(name, inv, code, { kind: 'interference', goal: 'said', ...more })

module.exports = { thirteenth, shares }
