'use strict'

// The flags of an open: what they may do, what they are as a number, and how a file is
// opened that is made here (invariant 7).

const { constants, openSync } = require('node:fs')

const { O_RDONLY, O_RDWR, O_WRONLY, O_CREAT, O_TRUNC, O_APPEND, O_EXCL, O_NOFOLLOW, O_SYNC } = constants

// writesBy says what opening with flags may do, or null for flags nobody knows.
function writesBy(flags, fallback) {
  const f = flags === undefined || flags === null ? fallback : flags
  if (typeof f === 'number') {
    const mode = f & (constants.O_WRONLY | constants.O_RDWR)
    const changes = (f & (constants.O_CREAT | constants.O_TRUNC | constants.O_APPEND)) !== 0
    return { __proto__: null, flags: f, reads: mode !== constants.O_WRONLY, writes: mode !== 0 || changes,
      creates: (f & constants.O_CREAT) !== 0 }
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

// numberOf returns the number of flags in words.
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

// setFlags says in numbers that a file is made here, and not through a link that came in
// between; what was there is opened through its descriptor, which is a link.
function setFlags(fresh, plain, i, w, pins) {
  const makes = pins.made === true && w.creates
  if (!makes && (typeof w.flags !== 'number' || (w.flags & O_NOFOLLOW) === 0)) return
  const number = makes ? numberOf(w.flags) | O_NOFOLLOW : w.flags & ~O_NOFOLLOW
  const o = fresh[i]
  if (plain === 'open') fresh[i] = number
  else if (typeof o === 'function') {
    fresh[i + 1] = o
    fresh[i] = { __proto__: null, flag: number }
  } else fresh[i] = typeof o === 'string' ? { __proto__: null, encoding: o, flag: number } : { __proto__: null, ...o, flag: number }
}

// makeCopy makes the file that a copy goes to, where there is none.
function makeCopy(fresh, pins) {
  const fd = openSync(fresh[1], O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
  fresh[1] = pins.keep(fd)
  if (typeof fresh[2] === 'number') fresh[2] &= ~constants.COPYFILE_EXCL
}

module.exports = { __proto__: null, makeCopy, setFlags, writesBy }
