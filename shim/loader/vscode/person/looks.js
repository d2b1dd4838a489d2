'use strict'

// Looks at what may not be seen. Programs look for files all day long, and hear that there is none: nobody is told
// of that. One that goes through sensitive places is another thing, and the person hears of it once.

const { append, isIn } = require('../../kernel/primordials.js')
const { placesOf } = require('../../policy/policy.js')
const { shown } = require('./permissiontext.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */

const MANY = 3

// createLooks gives what is told of each look that was denied, by its record in the log; warn tells the person.
/**
 * @param {Fence} fence
 * @param {(text: string) => void} warn
 */
function createLooks(fence, warn) {
  const seen = []
  return r => {
    if (r.path === undefined) return
    const before = seen.length
    const places = placesOf(fence.policy, fence.scope, r.path)
    for (let i = 0; i < places.length; i++) if (!isIn(seen, places[i])) append(seen, places[i])
    if (before >= MANY || seen.length < MANY) return
    let list = ''
    for (let i = 0; i < seen.length; i++) list += (i === 0 ? '' : ', ') + shown(seen[i], 60)
    warn(' looked for files in ' + seen.length + ' sensitive places (' + list + '). It was told that there is nothing.')
  }
}

module.exports = { __proto__: null, createLooks }
