'use strict'

// Which sensitive places a call on a folder is about (invariant 11): what is moved,
// listed or removed below it, and what it comes to be.

const { checkPath } = require('../policy/fence.js')
const { misused } = require('../kernel/errors.js')
const { placesBelow } = require('./sensitivepaths.js')
const { readPath } = require('../policy/paths.js')

function buildPlaces(fence, plainName, deny) {
  // movesPlaces asks for the sensitive places that a folder takes along and gets.
  function movesPlaces(from, to, given, member) {
    return placesBelow(fence, from.real, from.canonical, false, (rest, place) => (place.read ? within(from, rest, given, member, false) : null) || within(from, rest, given, member, true)) ||
      placesBelow(fence, from.real, to.canonical, false, rest => within(to, rest, given, member, true))
  }
  function moving(fresh, member) {
    const source = readPath(fresh[0])
    const dest = readPath(fresh[1])
    if (source === null || dest === null) return misused('"path"')
    const from = fence.paths.onDisk(source, false)
    const to = fence.paths.onDisk(dest, false)
    if (from === null || to === null) return deny('RF_DENIED_CALL', member, source)
    fresh[0] = source
    fresh[1] = dest
    return movesPlaces(from, to, source, member)
  }
  const within = (at, rest, given, member, writes) => checkPath(fence, writes, { __proto__: null, real: at.real + rest, canonical: at.canonical + rest }, plainName(member), given)
  // underneath asks for those that lie below a folder.
  function underneath(given, member, writes) {
    const text = readPath(given)
    const at = text === null ? null : fence.paths.onDisk(text, true)
    if (at === null || fence.observe) return null
    return placesBelow(fence, at.real, at.canonical, false, (rest, place) => (writes || place.read) && place.parts.root !== null ? within(at, rest, text, member, writes) : null)
  }

  // standing asks for what a link at a path could come to stand for.
  function standing(link, member) {
    const to = fence.paths.onDisk(link, false)
    return to === null ? deny('RF_DENIED_CALL', member, link) : placesBelow(fence, to.real, to.canonical, true, rest => within(to, rest, link, member, true))
  }
  return { __proto__: null, moving, standing, underneath }
}

module.exports = { __proto__: null, buildPlaces }
