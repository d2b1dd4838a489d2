'use strict'

// What a policy means: the twin of Allows in the Go package policygen/policy.
// A policy is compiled once; the scope (where the workspace is, what a setting
// holds) and the trust of the workspace may change while the extension runs.

const pattern = require('../../pattern/index.js')
const {
  append, endsWith, indexOf, isArray, jsonStringify, Map, mapGet, mapSet, ownKeys, slice, startsWith,
} = require('../kernel/primordials.js')

const { fold } = require('../../pattern/fold.js')
const { own, sections } = require('./table.json')

const NONE = { __proto__: null }

/**
 * Where a connection goes, or comes from.
 * @typedef {object} Endpoint
 * @property {string} scheme
 * @property {string} host
 * @property {number} port
 * @property {string} path
 * @property {string} socket the path of a socket in the file system, or empty
 * @property {string} [pipe]
 */

/**
 * What somebody wants to do: one question. What says nothing is empty.
 * @typedef {object} Access
 * @property {null} [__proto__]
 * @property {string} section a section of the policy, or modules
 * @property {string} name a module, a surface of the editor, or a kind of code
 * @property {string} text a function, a variable, what of a surface, or a line for a shell
 * @property {string} path a canonical path
 * @property {Endpoint | null} endpoint
 * @property {string} program
 * @property {string[]} args
 * @property {string} sha256
 */

/**
 * A line of a policy, compiled. What compares depends on the section; the rest is null.
 * @typedef {object} Grant
 * @property {null} [__proto__]
 * @property {string} section
 * @property {string} name
 * @property {string} text
 * @property {any} path
 * @property {any} address
 * @property {any} command
 * @property {any} shell
 * @property {any} words
 * @property {string} sha256
 * @property {boolean} trustedOnly it holds in a trusted workspace only
 * @property {{ [place: string]: true } | null} opens the sensitive places that it names
 */

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

/**
 * @typedef {object} Policy
 * @property {null} [__proto__]
 * @property {Grant[]} grants
 * @property {Grant[]} denied
 * @property {Place[]} places
 * @property {any} index
 */

// compilePolicy gives { grants, denied }, or null when a line is not understood:
// a policy that is half read allows nothing.
/** @returns {Policy | null} */
function compilePolicy(platform, document, places) {
  if (document === null || typeof document !== 'object' || document.schemaVersion !== 1) return null
  const grants = compileSections(platform, document)
  const denied = document.denied === undefined ? [] : compileSections(platform, document.denied)
  if (grants === null || denied === null) return null
  // Read when the first path is asked for.
  let compiled = null
  let index = null
  return {
    __proto__: null, grants, denied,
    get places() { return compiled === null ? (compiled = compilePlaces(platform, places)) : compiled },
    get index() { return index === null ? (index = indexOfPlaces(this.places)) : index },
  }
}

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

function compileSections(platform, document) {
  const out = []
  const modules = document.modules
  if (modules !== undefined) {
    const names = ownKeys(modules)
    for (let i = 0; i < names.length; i++) {
      const list = modules[names[i]]
      if (!isArray(list)) return null
      for (let j = 0; j < list.length; j++) {
        const text = typeof list[j] === 'string' ? list[j] : list[j].function
        if (typeof text !== 'string') return null
        append(out, { ...blank('modules'), __proto__: null, name: names[i], text, trustedOnly: list[j].trustedOnly === true })
      }
    }
  }
  for (let i = 0; i < sections.length; i++) {
    const { name } = sections[i]
    const list = document[name]
    if (list === undefined) continue
    if (!isArray(list)) return null
    for (let j = 0; j < list.length; j++) {
      const g = compileEntry(platform, name, list[j])
      if (g === null) return null
      if (g.path === null && g.address === null) g.opens = NONE
      append(out, g)
    }
  }
  return out
}

/** @type {(section: string) => Grant} */
const blank = section => ({
  __proto__: null, section, name: '', text: '', path: null, address: null, command: null, shell: null, words: null, sha256: '',
  trustedOnly: false, opens: null,
})

function compileEntry(platform, section, entry) {
  const object = typeof entry === 'object' && entry !== null
  const g = blank(section)
  g.trustedOnly = object && entry.trustedOnly === true
  const plain = key => (object ? entry[key] : entry)
  switch (section) {
    case 'files.read': case 'files.write':
      g.text = plain('path')
      g.path = pattern.parsePath(platform, g.text)
      return g.path === null ? null : g
    case 'network.connect': case 'network.listen':
      g.text = plain('address')
      g.address = pattern.parseAddress(platform, g.text)
      return g.address === null ? null : g
    case 'env.read':
      g.text = plain('name')
      g.words = pattern.parseEnv(g.text)
      return g.words === null ? null : g
    case 'processes':
      if (!object) return null
      if (entry.shell !== undefined) {
        g.text = entry.shell
        g.shell = pattern.parseShell(entry.shell)
        return g.shell === null ? null : g
      }
      g.text = entry.command
      g.command = pattern.parseCommand(platform, entry.command, entry.args)
      return g.command === null ? null : g
    case 'vscode':
      g.name = plain('surface')
      if (!object || entry.resource === undefined) return typeof g.name === 'string' ? g : null
      g.text = entry.resource
      if (startsWith(g.name, 'files.')) g.path = pattern.parsePath(platform, g.text)
      else g.words = pattern.parseText(g.text)
      return g.path === null && g.words === null ? null : g
  }
  g.name = plain('code')
  if (object && entry.path !== undefined) {
    g.text = entry.path
    g.path = pattern.parsePath(platform, g.text)
    g.sha256 = entry.sha256 === undefined ? '' : entry.sha256
    if (g.path === null) return null
  }
  return typeof g.name === 'string' ? g : null
}

// opened, asked for when a path lies in a place at all, lists those that a grant opens by naming them: its text begins with the
// place's own. Inclusion of patterns is proved in Go; the prefix is what of it
// needs no automaton, and where the two differ the loader is the narrower one.
function opened(g, places) {
  const out = { __proto__: null }
  const text = g.address !== null && startsWith(g.text, 'unix:') ? slice(g.text, 5) : g.text
  for (let i = 0; i < places.length; i++) {
    const place = places[i].text
    const stem = slice(place, 0, place.length - 3)
    if (text === place || text === stem || startsWith(text, stem + '/') || namesAnywhere(text, stem)) out[places[i].of] = true
  }
  return out
}

// namesAnywhere reports that the text names a place that lies anywhere,
// "**/.git/hooks": somewhere in it stand just these names.
function namesAnywhere(text, stem) {
  if (!startsWith(stem, '**/') || indexOf(stem, '*', 3) >= 0 || indexOf(text, 're:') >= 0) return false
  const names = slice(stem, 2)
  return endsWith(text, names) || indexOf(text, names + '/') >= 0
}

/**
 * @param {Grant} g
 * @param {Access} a
 */
function takes(scope, g, a) {
  if (g.section !== a.section || g.name !== a.name) return false
  if (g.section === 'modules') return g.text === a.text || g.text === '*'
  if (g.path !== null) return (g.sha256 === '' || g.sha256 === a.sha256) && a.path !== '' && pattern.matchPath(scope, g.path, a.path)
  if (g.address !== null) return pattern.matchAddress(scope, g.address, a.endpoint)
  if (g.shell !== null) return a.program === '' && pattern.matchShell(g.shell, a.text)
  if (g.command !== null) return a.program !== '' && pattern.matchCommand(scope, g.command, a.program, a.args)
  if (g.section === 'env.read') return pattern.matchEnv(scope.platform, g.words, a.text)
  if (g.words !== null) return pattern.matchText(g.words, a.text)
  return true
}

// opensAll reports that the grant names every sensitive place the access lies in.
/**
 * @param {Policy} policy
 * @param {Grant} g
 * @param {Access} a
 */
function opensAll(scope, policy, g, a) {
  const socket = g.address !== null
  if ((g.path === null && !socket) || g.section === 'code') return true
  const subject = socket ? a.endpoint.socket : a.path
  if (subject === '') return true
  const reads = g.section === 'files.read' || g.name === 'files.read'
  const own = ownRoot(g.text)
  const places = near(scope, policy.index, subject)
  for (let i = 0; i < places.length; i++) {
    const place = places[i]
    if ((reads && !place.read) || (own && !startsWith(place.text, '**/'))) continue
    if (!inPlace(scope, place, subject)) continue
    if (g.opens === null) g.opens = opened(g, policy.places)
    if (g.opens[place.of] !== true) return false
  }
  return true
}

function ownRoot(text) {
  for (let i = 0; i < own.length; i++) if (startsWith(text, '${' + own[i] + '}')) return true
  return false
}

// access fills in what the caller leaves away.
/**
 * @param {Partial<Access>} fields
 * @returns {Access}
 */
function access(fields) {
  return { __proto__: null, section: '', name: '', text: '', path: '', endpoint: null, program: '', args: [], sha256: '', ...fields }
}

/**
 * @param {Policy} policy
 * @param {boolean} trusted
 * @param {Access} a
 */
function allows(policy, scope, trusted, a) {
  for (let i = 0; i < policy.denied.length; i++) if (takes(scope, policy.denied[i], a)) return false
  for (let i = 0; i < policy.grants.length; i++) {
    const g = policy.grants[i]
    if ((trusted || !g.trustedOnly) && takes(scope, g, a) && opensAll(scope, policy, g, a)) return true
  }
  return false
}

// mentions reports that a module may be loaded at all.
/**
 * @param {Policy} policy
 * @param {boolean} trusted
 * @param {string} name
 */
function mentions(policy, trusted, name) {
  for (let i = 0; i < policy.denied.length; i++) {
    const d = policy.denied[i]
    if (d.section === 'modules' && d.name === name && d.text === '*') return false
  }
  for (let i = 0; i < policy.grants.length; i++) {
    const g = policy.grants[i]
    if (g.section === 'modules' && g.name === name && (trusted || !g.trustedOnly)) return true
  }
  return false
}

// wouldAllow is the line that would take an access, for a message.
/** @param {Access} a */
function wouldAllow(a) {
  switch (a.section) {
    case 'modules': return 'modules: "' + a.name + '": ["' + a.text + '"]'
    case 'files.read': case 'files.write': return a.section + ': "' + a.path + '"'
    case 'env.read': return 'env.read: "' + a.text + '"'
    case 'processes': {
      if (a.program === '') return 'processes: {"shell": ' + jsonStringify(a.text) + '}'
      let args = ''
      for (let i = 0; i < a.args.length; i++) args += (i === 0 ? '' : ', ') + jsonStringify(a.args[i])
      return 'processes: {"command": ' + jsonStringify(a.program) + ', "args": [' + args + ']}'
    }
    case 'network.connect': case 'network.listen': {
      const e = a.endpoint
      return a.section + ': "' + (e.socket !== '' ? 'unix:' + e.socket : e.host + ':' + e.port) + '"'
    }
    case 'vscode': {
      const resource = a.path !== '' ? a.path : a.text
      return 'vscode: ' + (resource === '' ? jsonStringify(a.name) : '{"surface": ' + jsonStringify(a.name) + ', "resource": ' +
        jsonStringify(resource) + '}')
    }
  }
  return a.section + ': "' + a.name + (a.text === '' ? '' : ' ' + a.text) + '"'
}

module.exports = { __proto__: null, compilePolicy, allows, inPlace, mentions, access, wouldAllow }
