'use strict'

// A folder that is moved takes along what lies in it, and gives it another name
// (invariant 11): whoever may write everything but ~/.config/autostart could fill a
// folder of that shape elsewhere and move it there, or move ~/.config away and read
// what was in it. So what is moved, and where it comes to lie, is asked for at every
// sensitive place below.

const { lstatSync, readdirSync } = require('node:fs')
const { append, codeAt, endsWith, indexOf, lastIndexOf, slice, startsWith } = require('../kernel/primordials.js')
const { fold } = require('../../pattern/fold.js')

/** @typedef {import('./fence.js').Fence} Fence */

// parts splits a place's text into its root and its names: `${home}/.ssh/**` is
// ['.ssh'] below home, `**/.git/hooks/**` ['.git', 'hooks'] anywhere, root null.
function parts(platform, text) {
  let root = ''
  let rest = text
  if (startsWith(text, '**/')) {
    root = null
    rest = slice(text, 3)
  } else if (startsWith(text, '${')) {
    const end = indexOf(text, '}/')
    if (end < 0) return null
    root = slice(text, 2, end)
    rest = slice(text, end + 2)
  } else if (text[0] === '/') rest = slice(text, 1)
  else return null
  if (rest === '**') return null
  if (endsWith(rest, '/**')) rest = slice(rest, 0, rest.length - 3)
  const names = []
  for (let at = 0; at <= rest.length;) {
    const end = indexOf(rest, '/', at)
    append(names, fold(platform, end < 0 ? slice(rest, at) : slice(rest, at, end)))
    at = end < 0 ? rest.length + 1 : end + 1
  }
  return { __proto__: null, root, names }
}

// like reports that a name is one of a pattern with stars in it.
function like(name, word) {
  const star = indexOf(word, '*')
  if (star < 0) return name === word
  const tail = slice(word, lastIndexOf(word, '*') + 1)
  return name.length >= star + tail.length && startsWith(name, slice(word, 0, star)) && endsWith(name, tail)
}

// below finds what of names[from…] there is in a folder: the rest of a path, or ''.
function below(platform, folder, names, from) {
  let rest = ''
  for (let i = from; i < names.length; i++) {
    let found = ''
    if (indexOf(names[i], '*') < 0 && platform === 'posix') {
      if (exists(folder + rest + '/' + names[i])) found = names[i]
    } else {
      let list = []
      try {
        list = readdirSync(folder + rest)
      } catch {
        return ''
      }
      for (let j = 0; j < list.length && found === ''; j++) if (like(fold(platform, list[j]), names[i])) found = list[j]
    }
    if (found === '') return ''
    rest += '/' + found
  }
  return rest
}

const exists = path => {
  try {
    return lstatSync(path, { __proto__: null, throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

// heads gives, for a path that is a folder above a place, how many of the place's names
// it has already: none at the root, and -1 - i above the i-th root.
function heads(scope, place, path) {
  const out = []
  if (place.root === null) {
    for (let k = 1; k < place.names.length; k++) if (endsLike(path, place.names, k)) append(out, k)
    return out
  }
  const roots = place.root === '' ? [''] : scope.roots[place.root]
  if (roots === undefined) return out
  for (let i = 0; i < roots.length; i++) {
    const root = endsWith(roots[i], '/') ? slice(roots[i], 0, roots[i].length - 1) : roots[i]
    // The path is the root, or above it, or goes on into the place's names.
    if (path === root || path + '/' === root) append(out, 0)
    else if (startsWith(root, path === '/' ? '/' : path + '/')) append(out, -1 - i)
    else if (startsWith(path, root + '/')) {
      const k = leads(slice(path, root.length + 1), place.names)
      if (k > 0) append(out, k)
    }
  }
  return out
}

// leads returns how many names there are in rest, when they are the first of names and
// not all of them.
function leads(rest, names) {
  let k = 0
  for (let at = 0; at <= rest.length; k++) {
    const end = indexOf(rest, '/', at)
    const name = end < 0 ? slice(rest, at) : slice(rest, at, end)
    if (k >= names.length - 1 || !like(name, names[k])) return 0
    at = end < 0 ? rest.length + 1 : end + 1
  }
  return k
}

// endsLike reports that the last k names of a path are the first k of names.
function endsLike(path, names, k) {
  let end = path.length
  for (let i = k - 1; i >= 0; i--) {
    const cut = lastIndexOf(path, '/', end - 1)
    if (cut < 0 || !like(slice(path, cut + 1, end), names[i])) return false
    end = cut
  }
  return true
}

// placesBelow visits what a folder has of sensitive places: visit(rest, place) for
// each, where the folder is called path. With anyName the folder need not hold them: a
// link may be filled later.
/** @param {Fence} fence */
function placesBelow(fence, folder, path, anyName, visit) {
  const { policy, scope } = fence
  if (policy === null) return null
  for (let i = 0; i < policy.places.length; i++) {
    const given = policy.places[i]
    if (given.parts === undefined) given.parts = parts(given.platform, given.text)
    const place = given.parts
    if (place === null) continue
    const at = heads(scope, place, path)
    for (let j = 0; j < at.length; j++) {
      const k = at[j]
      let rest
      if (k >= 0) rest = anyName && k > 0 ? joined(place.names, k) : below(given.platform, folder, place.names, k)
      else {
        const root = place.root === '' ? '' : scope.roots[place.root][-1 - k]
        const down = slice(root, path === '/' ? 0 : path.length)
        const more = below(given.platform, folder + down, place.names, 0)
        rest = more === '' ? '' : down + more
      }
      if (rest === '') continue
      const e = visit(rest, given)
      if (e !== null) return e
    }
  }
  return null
}

function joined(names, from) {
  let out = ''
  for (let i = from; i < names.length; i++) {
    let name = ''
    for (let j = 0; j < names[i].length; j++) name += codeAt(names[i], j) === 42 ? 'x' : names[i][j]
    out += '/' + name
  }
  return out
}

module.exports = { __proto__: null, placesBelow, parts, like }
