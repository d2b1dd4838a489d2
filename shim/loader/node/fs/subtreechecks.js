'use strict'

// Which sensitive places a call on a folder is about (invariant 11): what is moved,
// listed or removed below it, and what it comes to be.

const { readlinkSync } = require('node:fs')
const { checkPath } = require('../../policy/checks.js')
const { notPath } = require('./paths.js')
const { placesBelow } = require('../../policy/sensitivepaths.js')
const { readPath } = require('../../policy/paths.js')
const { deny, plainName } = require('./names.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */

const isLink = path => {
  try {
    return readlinkSync(path) !== ''
  } catch {
    return false
  }
}

// within asks for what lies below a path under its rest.
const within = (fence, at, rest, given, member, writes) =>
  checkPath(fence, writes, { __proto__: null, real: at.real + rest, canonical: at.canonical + rest }, plainName(member), given)

// moving asks for the sensitive places that a folder takes along and gets.
/** @param {Fence} fence */
function moving(fence, fresh, member) {
  const source = readPath(fresh[0])
  const dest = readPath(fresh[1])
  if (source === null) return notPath(fresh[0], 'rename', 0)
  if (dest === null) return notPath(fresh[1], 'rename', 1)
  const from = fence.paths.onDisk(source, false)
  const to = fence.paths.onDisk(dest, false)
  if (from === null || to === null) return deny('RF_DENIED_CALL', member, source)
  fresh[0] = source
  fresh[1] = dest
  // A link that moves stands for what it leads to under its new name as well.
  if (isLink(from.real)) {
    const no = standing(fence, dest, member)
    if (no !== null) return no
  }
  const taken = (rest, place) => (place.read ? within(fence, from, rest, source, member, false) : null) ||
    within(fence, from, rest, source, member, true)
  return placesBelow(fence, from.real, from.canonical, false, taken) ||
    placesBelow(fence, from.real, to.canonical, false, rest => within(fence, to, rest, source, member, true))
}

// underneath asks for those that lie below a folder.
/** @param {Fence} fence */
function underneath(fence, given, member, writes) {
  const text = readPath(given)
  const at = text === null ? null : fence.paths.onDisk(text, true)
  if (at === null || fence.observe) return null
  return placesBelow(fence, at.real, at.canonical, false,
    (rest, place) => ((writes || place.read) && place.parts.root !== null ? within(fence, at, rest, text, member, writes) : null))
}

// standing asks for what a link at a path could come to stand for.
/** @param {Fence} fence */
function standing(fence, link, member) {
  const to = fence.paths.onDisk(link, false)
  if (to === null) return deny('RF_DENIED_CALL', member, link)
  return placesBelow(fence, to.real, to.canonical, true, rest => within(fence, to, rest, link, member, true))
}

module.exports = { __proto__: null, moving, standing, underneath }
