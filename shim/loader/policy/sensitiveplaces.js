'use strict'

// Which sensitive places a path lies in. A place is found by its root and the first name below that;
// its pattern is compiled when a path comes near it.

const pattern = require('../../pattern/index.js')
const { append, indexOf, Map, mapGet, mapSet, slice, startsWith } = require('../kernel/primordials.js')
const { fold } = require('../../pattern/fold.js')

/**
 * A sensitive place, which a grant has to name.
 * @typedef {object} Place
 * @property {string} text
 * @property {string} of the place that this is another name of, or itself
 * @property {boolean} read reading counts
 * @property {string} platform
 * @property {string} root
 * @property {string} first the first name below the root, where it is one
 * @property {any} path the pattern, when a path came near it
 * @property {any} [parts] how its names are visited (sensitivepaths.js)
 */

// indexOfPlaces finds the places that a path can lie in by its first name below a root.
function indexOfPlaces(places) {
  const out = { __proto__: null, anywhere: [], roots: [] }
  const byRoot = new Map()
  for (let i = 0; i < places.length; i++) {
    const { root, first } = places[i]
    if (first === '') {
      append(out.anywhere, places[i])
      continue
    }
    let r = mapGet(byRoot, root)
    if (r === undefined) {
      r = { __proto__: null, root, names: new Map() }
      mapSet(byRoot, root, r)
      append(out.roots, r)
    }
    const list = mapGet(r.names, first)
    if (list === undefined) mapSet(r.names, first, [places[i]])
    else append(list, places[i])
  }
  return out
}

// near lists the places that a path may lie in.
function near(scope, index, path) {
  const out = []
  const take = list => { for (let i = 0; i < list.length; i++) append(out, list[i]) }
  take(index.anywhere)
  for (let i = 0; i < index.roots.length; i++) {
    const { root, names } = index.roots[i]
    const at = root === '' ? ON_DISK : scope.roots[root]
    for (let j = 0; at !== undefined && j < at.length; j++) {
      const list = mapGet(names, nameBelow(path, at[j]))
      if (list !== undefined) take(list)
    }
  }
  return out
}

// nameBelow is the first name of a path below a root, or ''.
function nameBelow(path, root) {
  const at = root[root.length - 1] === '/' ? root.length - 1 : root.length
  if (path[at] !== '/' || !startsWith(path, root)) return ''
  const end = indexOf(path, '/', at + 1)
  return slice(path, at + 1, end < 0 ? path.length : end)
}

// compilePlaces reads of each place where it begins: its root, and the first name
// below that, when it is one. The pattern itself is compiled when a path comes near
// it, which most never do.
function compilePlaces(platform, places) {
  const out = []
  for (let i = 0; i < places.length; i++) {
    const text = places[i].pattern
    let root = ''
    let rest = ''
    if (startsWith(text, '${')) {
      const end = indexOf(text, '}/')
      root = slice(text, 2, end)
      rest = end < 0 ? '' : slice(text, end + 2)
    } else if (text[0] === '/' && text[1] !== '/') rest = slice(text, 1)
    const end = indexOf(rest, '/')
    const name = end < 0 ? rest : slice(rest, 0, end)
    const literal = name !== '' && indexOf(name, '*') < 0 && !startsWith(name, 're:')
    append(out, { __proto__: null, text, of: places[i].of === undefined ? text : places[i].of, read: places[i].read, platform, root,
      first: literal ? fold(platform, name) : '', path: undefined })
  }
  return out
}

// inPlace reports that a canonical path lies in a place.
function inPlace(scope, place, path) {
  if (place.first !== '') {
    const roots = place.root === '' ? ON_DISK : scope.roots[place.root]
    if (roots === undefined) return false
    let begins = false
    for (let i = 0; i < roots.length && !begins; i++) begins = nameBelow(path, roots[i]) === place.first
    if (!begins) return false
  }
  if (place.path === undefined) place.path = pattern.parsePath(place.platform, place.text)
  return place.path !== null && pattern.matchPath(scope, place.path, path)
}
const ON_DISK = ['']

module.exports = { __proto__: null, indexOfPlaces, near, compilePlaces, inPlace }
