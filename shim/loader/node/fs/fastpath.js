'use strict'

// What extensions do thousands of times: read, look at or look for a file, at once and by
// a text. Asked for a name that was allowed before and is no link now, the answer is the
// one from before, and most of the way to it is left out; whatever else is asked goes the
// whole way (fs.js).

const { constants } = require('node:fs')
const { apply, freeze } = require('../../kernel/primordials.js')
const { wasRead } = require('../../policy/checks.js')
const { rename } = require('../../kernel/gate.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */
/** @typedef {import('../../kernel/membrane.js').Views} Views */

const { O_NOFOLLOW, O_RDONLY } = constants

// Opening says that the name is a link, which is asked for under another name.
function ReadOptions(encoding) {
  this.encoding = encoding
  this.flag = O_RDONLY | O_NOFOLLOW
}
ReadOptions.prototype = freeze({ __proto__: null })

// quick puts the short way in front of a function of fs, where there is one.
/**
 * @param {Fence} fence
 * @param {Views} views
 */
function quick(fence, views, member, real, whole) {
  const { outward } = views
  // known returns the place of a name that was allowed, or null. With threads or children a
  // name may mean something else between two steps, and goes through a descriptor.
  const known = path => {
    if (typeof path !== 'string' || path === '' || (fence.agents !== 0 && !fence.observe)) return null
    const at = fence.paths.unfollowed(path)
    return at === null || at.top || !wasRead(fence, member, at.canonical) ? null : at.real
  }
  if (member === 'readFileSync' && typeof O_NOFOLLOW === 'number') {
    return rename(function (path, options) {
      const at = options === undefined || typeof options === 'string' ? known(path) : null
      if (at === null) return apply(whole, undefined, arguments)
      let found
      try {
        found = real(at, new ReadOptions(options))
      } catch (e) {
        if (e.code !== 'ELOOP') throw e
        return apply(whole, undefined, arguments)
      }
      return outward(found, 0)
    }, real, member)
  }
  if (member === 'statSync') {
    return rename(function (path) {
      const at = arguments.length === 1 ? known(path) : null
      const found = at === null ? undefined : fence.paths.plain(at)
      return found === undefined ? apply(whole, undefined, arguments) : outward(found, 0)
    }, real, member)
  }
  if (member === 'existsSync') {
    return rename(path => {
      const at = known(path)
      return (at !== null && fence.paths.plain(at) !== undefined) || whole(path)
    }, real, member)
  }
  return whole
}

module.exports = { __proto__: null, quick }
