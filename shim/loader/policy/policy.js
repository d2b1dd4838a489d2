'use strict'

// What a policy means: the twin of Allows in the Go package policygen/policy.
// A policy is compiled once; the scope (where the workspace is, what a setting
// holds) and the trust of the workspace may change while the extension runs.

const pattern = require('../../pattern/index.js')
const { append, endsWith, indexOf, isArray, ownKeys, slice, startsWith } = require('../kernel/primordials.js')
const { NOWHERE } = require('./access.js')
const { own, sections } = require('./table.json')
const { indexOfPlaces, near, compilePlaces, inPlace } = require('./sensitiveplaces.js')

/** @typedef {import('./access.js').Access} Access */
/** @typedef {import('./sensitiveplaces.js').Place} Place */

const NONE = { __proto__: null }

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
 * @property {string[]} args
 * @property {any} shell
 * @property {any} textPattern
 * @property {string} sha256
 * @property {boolean} trustedOnly it holds in a trusted workspace only
 * @property {{ [place: string]: true } | null} opens the sensitive places that it names
 * @property {any} web the server and the rest of an address that is opened
 */

/**
 * @typedef {object} Policy
 * @property {null} [__proto__]
 * @property {Grant[]} grants
 * @property {Grant[]} denied
 * @property {Place[]} places
 * @property {any} index
 */

// compilePolicy returns { grants, denied }, or null when a line is not understood:
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
  __proto__: null, section, name: '', text: '', path: null, address: null, command: null, args: [], shell: null, textPattern: null,
  sha256: '', trustedOnly: false, opens: null, web: null,
})

// partsOf gives the server of an address, up to the first mark that ends it, and what comes behind; null for a text that
// names none.
function partsOf(text) {
  const at = indexOf(text, '://')
  if (at < 0 || startsWith(text, 're:')) return null
  for (let i = at + 3; i < text.length; i++) {
    if (text[i] === '/' || text[i] === '?' || text[i] === '#' || text[i] === '\\') {
      return { __proto__: null, server: slice(text, 0, i), rest: slice(text, i) }
    }
  }
  return { __proto__: null, server: text, rest: '' }
}

// webPattern is a pattern of addresses that are opened, its server by itself: a star in that stands for no slash.
function webPattern(text) {
  const parts = partsOf(text)
  if (parts === null) return null
  const server = pattern.parseText(parts.server)
  // What ends in a star behind the server, or has nothing behind it, has its path in that.
  const path = parts.rest === '' && endsWith(parts.server, '*') ? '*' : parts.rest
  const rest = path === '' ? null : pattern.parseText(path)
  return server === null || (rest === null && path !== '') ? null : { __proto__: null, server, rest }
}

function takesWeb(web, text) {
  const parts = partsOf(text)
  return parts !== null && pattern.matchText(web.server, parts.server) &&
    (web.rest === null ? parts.rest === '' || parts.rest === '/' : pattern.matchText(web.rest, parts.rest))
}

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
      g.textPattern = pattern.parseEnv(g.text)
      return g.textPattern === null ? null : g
    case 'processes':
      if (!object) return null
      if (entry.shell !== undefined) {
        g.text = entry.shell
        g.shell = pattern.parseShell(entry.shell)
        return g.shell === null ? null : g
      }
      g.text = entry.command
      g.args = entry.args
      g.command = pattern.parseCommand(platform, entry.command, entry.args)
      return g.command === null ? null : g
    case 'vscode':
      g.name = plain('surface')
      if (!object || entry.resource === undefined) return typeof g.name === 'string' ? g : null
      g.text = entry.resource
      if (startsWith(g.name, 'files.')) g.path = pattern.parsePath(platform, g.text)
      else {
        g.textPattern = pattern.parseText(g.text)
        if (g.name === 'open') g.web = webPattern(g.text)
      }
      return g.path === null && g.textPattern === null ? null : g
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

// readable reports a line of a policy that is understood.
const readable = (platform, grant) => grant.section === 'modules' || compileEntry(platform, grant.section, grant.entry) !== null

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
  if (g.section !== a.section || g.name !== a.name || a.path === NOWHERE) return false
  if (g.section === 'modules') return g.text === a.text || g.text === '*'
  if (g.path !== null) return (g.sha256 === '' || g.sha256 === a.sha256) && a.path !== '' && pattern.matchPath(scope, g.path, a.path)
  if (g.address !== null) return pattern.matchAddress(scope, g.address, a.endpoint)
  if (g.shell !== null) return a.program === '' && pattern.matchShell(g.shell, a.text)
  if (g.command !== null) return a.program !== '' && pattern.matchCommand(scope, g.command, a.program, a.args)
  if (g.section === 'env.read') return pattern.matchEnv(scope.platform, g.textPattern, a.text)
  if (g.web !== null) return takesWeb(g.web, a.text)
  if (g.textPattern !== null) return pattern.matchText(g.textPattern, a.text)
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
  // A surface about files that names no place is one for everywhere: it opens no sensitive place either.
  const everywhere = g.section === 'vscode' && g.path === null && startsWith(g.name, 'files.')
  if ((g.path === null && !socket && !everywhere) || g.section === 'code') return true
  const subject = socket ? a.endpoint.socket : a.path
  if (subject === '') return true
  const reads = g.section === 'files.read' || g.name === 'files.read'
  const own = everywhere ? liesInOwn(scope, subject) : ownRoot(g.text)
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

// liesInOwn reports a path in a folder of the extension's own.
function liesInOwn(scope, path) {
  for (let i = 0; i < own.length; i++) {
    const { [own[i]]: list } = scope.roots
    for (let j = 0; list !== undefined && j < list.length; j++) if (path === list[j] || startsWith(path, list[j] + '/')) return true
  }
  return false
}

function ownRoot(text) {
  for (let i = 0; i < own.length; i++) if (startsWith(text, '${' + own[i] + '}')) return true
  return false
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

// names reports a grant that takes the access and writes out the beginning of its argument at that place, or of its line
// somewhere: not by a * or a place that stands for it.
/**
 * @param {Policy} policy
 * @param {boolean} trusted
 * @param {Access} a
 * @param {number} at
 * @param {string} text
 */
function names(policy, scope, trusted, a, at, text) {
  for (let i = 0; i < policy.grants.length; i++) {
    const g = policy.grants[i]
    if (g.section !== 'processes' || (g.trustedOnly && !trusted) || !takes(scope, g, a)) continue
    if (g.shell !== null ? indexOf(g.text, text) >= 0 : at < g.args.length && startsWith(literal(g.args[at]), text)) return true
  }
  return false
}

// literal is an argument of a grant up to where something stands for others.
function literal(word) {
  if (startsWith(word, 're:')) return ''
  let end = word.length
  for (let i = 0; i < word.length && end === word.length; i++) if (word[i] === '*' || (word[i] === '$' && word[i + 1] === '{')) end = i
  return slice(word, 0, end)
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

// isSensitive reports a file that no grant for everything opens. Without a policy every one is.
function isSensitive(policy, scope, path) {
  if (policy === null) return true
  const places = near(scope, policy.index, path)
  for (let i = 0; i < places.length; i++) if (inPlace(scope, places[i], path)) return true
  return false
}

// placesOf lists the sensitive places that a path lies in.
/** @returns {string[]} */
function placesOf(policy, scope, path) {
  const out = []
  const places = policy === null ? [] : near(scope, policy.index, path)
  for (let i = 0; i < places.length; i++) if (inPlace(scope, places[i], path)) append(out, places[i].of)
  return out
}

module.exports = { __proto__: null, isSensitive, placesOf, compilePolicy, readable, allows, names, mentions }
