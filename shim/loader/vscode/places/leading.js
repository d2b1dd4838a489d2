'use strict'

// Addresses that the extension hands on for others to open (invariants 6 and 10): in what it hands to commands, and in what
// its providers answer. What is opened by that is nothing that the person chose, so its text is not the extension's to read.
// An object of the extension's may answer later otherwise: what VS Code reads of it is noted as it reads it.

const { getOwn, getPrototypeOf, isArray, Object, ownKeys, Promise, then, weakGet, weakSet } = require('../../kernel/primordials.js')

/** @typedef {import('../border.js').Border} Border */

const ObjectPrototype = Object.prototype
const PromisePrototype = Promise.prototype
const MAX_DEPTH = 5
// NAMED is what a command is handed: the extension said where it leads. ANSWERED is what a provider answers: the person
// asked it where to go.
const NAMED = 1
const ANSWERED = 2
// PLACED is what the extension put where people go (places.js).
const PLACED = 3

const isObject = v => typeof v === 'object' && v !== null

// lead notes every address in a value that VS Code has, and gives the value.
/** @param {Border} border */
function lead(border, v, how, depth = 0) {
  if (!isObject(v) || depth > MAX_DEPTH) return v
  const had = weakGet(border.leads, v)
  if (had === NAMED || had === how) return v
  // What is the extension's is read later, member by member (shown), and is not asked now.
  if (border.isMine(v)) {
    weakSet(border.leads, v, how)
    return v
  }
  if (typeof v.scheme === 'string' && typeof v.path === 'string') {
    border.handed(v, how)
    return v
  }
  if (getPrototypeOf(v) === PromisePrototype) return then(v, x => lead(border, x, how, depth))
  const list = isArray(v)
  if (!list && !isLooked(border, v)) return v
  weakSet(border.leads, v, how)
  const keys = ownKeys(v)
  for (let i = 0; i < keys.length; i++) {
    const d = typeof keys[i] === 'string' ? getOwn(v, keys[i]) : undefined
    if (d !== undefined && 'value' in d) lead(border, d.value, how, depth + 1)
  }
  // A document and an editor say theirs by getters.
  if (!list && isObject(v.uri)) lead(border, v.uri, how, depth + 1)
  if (!list && isObject(v.document)) lead(border, v.document.uri, how, depth + 1)
  return v
}

// isLooked reports what is looked into: plain data, and objects of the API.
function isLooked(border, v) {
  const p = getPrototypeOf(v)
  return p === null || p === ObjectPrototype || getPrototypeOf(p) === null || border.classOf(v) !== undefined
}

// shown is what VS Code gets of a member of the extension's that leads somewhere: an address of its making is one that the
// loader made, so that what is noted is what is opened.
/** @param {Border} border */
function shown(border, how, v, turned) {
  if (how === undefined) return turned(v)
  return lead(border, turned(isAddress(border, v) ? border.fresh(v) : v), how)
}

// isAddress reports an object that says parts of an address.
const isAddress = (border, v) => isObject(v) && !isArray(v) && border.real(v) === v && !border.isMine(v) &&
  'scheme' in v && ('path' in v || 'fsPath' in v)

// isHidden reports what an object that leads somewhere does not say: it is an address only where the loader made one of it.
const isHidden = (how, key) => how !== undefined && key === 'scheme'

module.exports = { __proto__: null, ANSWERED, NAMED, PLACED, isHidden, lead, shown }
