'use strict'

// The vscode API an extension gets (invariant 10): new namespaces over VS Code's,
// in which what has power asks first. Classes and values stay VS Code's own, so
// that it recognises what it gave and what it is given. members.js says how a member is
// handed out, specialmembers.js which have a way of their own, questions.js what a call
// is about, passing.js what passes to VS Code and back.

const { ownKeys, slice } = require('../kernel/primordials.js')
const { createAddresses } = require('./addresses.js')
const { createDocuments } = require('./documents.js')
const { namespace } = require('./members.js')
const { Passing } = require('./passing.js')
const { Questions } = require('./questions.js')
const { createSettings } = require('./settings.js')
const { special } = require('./specialmembers.js')
const table = require('../policy/table.json')

/** @typedef {import('../policy/fence.js').Fence} Fence */

// Editor is the API of one fence. Its fields are declared: an assignment in a constructor
// would ask the prototype of every object for a setter.
class Editor {
  /** @type {Fence} */
  fence
  api
  // What the catalogue knows of vscode, by name, and those names.
  members = table.modules.vscode
  names = ownKeys(this.members)
  prefixes = prefixesOf(this.names)
  special = special
  passing
  docs
  settings
  questions

  /** @param {Fence} fence */
  constructor(fence, api) {
    this.fence = fence
    this.api = api
    const addresses = createAddresses(api)
    const passing = new Passing(fence, api)
    this.passing = passing
    this.docs = createDocuments(fence, addresses, args => passing.throughAll(args))
    passing.docs = this.docs
    this.settings = createSettings(fence, api)
    this.questions = new Questions(fence, api, addresses)
  }

  // isNamespace reports a member that has members of its own in the catalogue.
  isNamespace(member) { return this.prefixes[member + '.'] === true }
}

// prefixesOf lists what names begin with, up to each of their dots.
function prefixesOf(names) {
  const out = { __proto__: null }
  for (let i = 0; i < names.length; i++) {
    for (let j = 0; j < names[i].length; j++) if (names[i][j] === '.') out[slice(names[i], 0, j + 1)] = true
  }
  return out
}

/** @param {Fence} fence */
function buildEditor(fence, api) { return namespace(new Editor(fence, api), api, '') }

module.exports = { __proto__: null, buildEditor }
