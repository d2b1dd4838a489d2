'use strict'

// The flags of an open: what they may do, and what they are as a number.

const { constants } = require('node:fs')

const { O_RDONLY, O_RDWR, O_WRONLY, O_CREAT, O_TRUNC, O_APPEND, O_EXCL, O_SYNC } = constants

// writesBy says what opening with flags may do, or null for flags nobody knows.
function writesBy(flags, fallback) {
  const f = flags === undefined || flags === null ? fallback : flags
  if (typeof f === 'number') {
    const mode = f & (constants.O_WRONLY | constants.O_RDWR)
    const changes = (f & (constants.O_CREAT | constants.O_TRUNC | constants.O_APPEND)) !== 0
    return { __proto__: null, flags: f, reads: mode !== constants.O_WRONLY, writes: mode !== 0 || changes, creates: (f & constants.O_CREAT) !== 0 }
  }
  switch (f) {
    case 'r': case 'rs': case 'sr': return { __proto__: null, flags: f, reads: true, writes: false, creates: false }
    case 'r+': case 'rs+': case 'sr+': case 'w+': case 'wx+': case 'xw+': case 'a+': case 'ax+': case 'xa+': case 'as+': case 'sa+':
      return { __proto__: null, flags: f, reads: true, writes: true, creates: f[0] !== 'r' && f[1] !== 'r' }
    case 'w': case 'wx': case 'xw': case 'a': case 'ax': case 'xa': case 'as': case 'sa':
      return { __proto__: null, flags: f, reads: false, writes: true, creates: true }
  }
  return null
}

// numberOf gives the number of flags in words.
function numberOf(flags) {
  if (typeof flags === 'number') return flags
  let out = flags[0] === 'r' || flags[1] === 'r' ? O_RDONLY : flags[0] === 'w' || flags[1] === 'w' ? O_CREAT | O_TRUNC : O_CREAT | O_APPEND
  let both = false
  for (let i = 0; i < flags.length; i++) {
    if (flags[i] === 'x') out |= O_EXCL
    if (flags[i] === 's') out |= O_SYNC
    if (flags[i] === '+') both = true
  }
  if (both) out |= O_RDWR
  else if (flags[0] !== 'r' && flags[1] !== 'r') out |= O_WRONLY
  return out
}

module.exports = { __proto__: null, numberOf, writesBy }
