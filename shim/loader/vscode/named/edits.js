'use strict'

// Edits of many files at once (invariants 6, 10): every file that an edit makes, takes
// away, renames or changes is asked for, and VS Code gets an edit of the loader's
// making that says what was asked.

const { append, apply, getOwn, isArray, Map, mapHas, mapSet, ownKeys } = require('../../kernel/primordials.js')

const MAX = 20000

// createEdits gives checked(args): null where the first argument became an edit that is
// granted, or the question that was refused. ask takes a path's address: null when it is
// granted, else the question, and along the same of what a file takes with it;
// fresh makes an address anew, and textOf says which it is: not by
// the method of its class, with which an extension could make two addresses one.
function createEdits(api, border, ask, fresh, textOf, along = (from, to) => null) {
  // VS Code reads an edit by this method; its list is inside.
  const { WorkspaceEdit } = api
  const d = WorkspaceEdit === undefined ? undefined : getOwn(WorkspaceEdit.prototype, '_allEntries')
  const entries = d === undefined ? undefined : d.value
  const listOf = edit => {
    const list = typeof entries === 'function' ? apply(entries, edit, []) : undefined
    return isArray(list) ? list : null
  }

  // checked answers odd for what cannot be read, which nothing grants.
  return args => {
    const odd = { __proto__: null, text: '', path: '', odd: true }
    const real = border.real(args[0])
    if (real === args[0]) return odd // it is none of VS Code's
    const given = listOf(real)
    const made = given === null ? null : construct(WorkspaceEdit)
    const out = made === null ? null : listOf(made)
    if (out === null || given.length > MAX) return odd
    const { length } = given
    const asked = new Map()
    for (let i = 0; i < length; i++) {
      const entry = { __proto__: null, ...given[i] }
      const places = ['uri', 'from', 'to']
      let any = false
      for (let j = 0; j < places.length; j++) {
        const at = entry[places[j]]
        if (at === undefined || at === null) continue
        if (typeof at !== 'object' || typeof at.scheme !== 'string') return odd
        const uri = fresh(at)
        entry[places[j]] = border.real(uri)
        any = true
        const key = textOf(uri)
        if (mapHas(asked, key)) continue
        mapSet(asked, key, true)
        const no = ask(uri)
        if (no !== null) return no
      }
      if (!any) return odd
      const { from, to } = entry
      const no = from === undefined || from === null ? null : along(from, to === null ? undefined : to)
      if (no !== null) return no
      append(out, entry)
    }
    args[0] = border.outward(made, 'WorkspaceEdit')
    return null
  }
}
const construct = C => new C()

// Where the files of an edit stand among what its methods take; text says that only the text of
// the file changes.
const METHODS = {
  __proto__: null,
  replace: { at: [0], text: true }, insert: { at: [0], text: true }, delete: { at: [0], text: true }, set: { at: [0], text: true },
  createFile: { at: [0], text: false }, deleteFile: { at: [0], text: false }, renameFile: { at: [0, 1], text: false },
}

// askedWhereSaid asks for each file when an edit says it: providers hand edits to VS Code (a rename, a
// quick fix, what belongs to a file that is made), and nobody asks them again.
function askedWhereSaid({ border, permissions }) {
  const names = ownKeys(METHODS)
  for (let i = 0; i < names.length; i++) {
    const { at, text } = METHODS[names[i]]
    border.ways['WorkspaceEdit.' + names[i]] = { __proto__: null, call: (state, args, f, ref) => {
      for (let j = 0; j < at.length; j++) {
        args[at[j]] = permissions.fresh(args[at[j]])
        const e = permissions.says('WorkspaceEdit.' + names[i], args[at[j]], text)
        if (e !== null) throw e
      }
      if (!text && names[i] !== 'createFile') {
        const no = permissions.along(args[0], at.length > 1 ? args[1] : undefined)
        if (no !== null) throw permissions.no('WorkspaceEdit.' + names[i], args[0])
      }
      return border.call(f, state.real, args, ref)
    } }
  }
}

module.exports = { __proto__: null, askedWhereSaid, createEdits }
