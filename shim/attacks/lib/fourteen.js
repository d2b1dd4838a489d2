'use strict'

// What attacks of round 14 share.

const fourteenth = (name, inv, code, more) => ({ name, inv, round: 14, code, ...more })
const shares = (name, inv, code, more) => fourteenth(name, inv, code, { kind: 'interference', goal: 'said', ...more })

module.exports = { fourteenth, shares }
