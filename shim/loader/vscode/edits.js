'use strict'

// Edits of many files at once (invariants 6, 10): every file that an edit makes, takes
// away, renames or changes is asked for, and VS Code gets an edit of the loader's
// making that says what was asked.

const { append, apply, getOwn, isArray, Map, mapHas, mapSet } = require('../kernel/primordials.js')

const MAX = 20000

// createEdits gives checked(args): null where the first argument became an edit that is
// granted, or the question that was refused. ask takes a path's address: null when it is
// granted, else the question; fresh makes an address anew, and textOf says which it is: not by
// the method of its class, with which an extension could make two addresses one.
function createEdits(api, border, ask, fresh, textOf) {
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
      append(out, entry)
    }
    args[0] = border.outward(made, 'WorkspaceEdit')
    return null
  }
}
const construct = C => new C()

module.exports = { __proto__: null, createEdits }
