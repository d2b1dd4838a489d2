'use strict'

// Under which names the extension may register commands (invariant 10). A name of the editor's, or of
// another extension's, means what it meant to everybody: the editor lets whoever comes last take it.

const { append, isArray, isIn, Map, mapDelete, mapEach, mapGet, mapSet, Set, setAdd, setHas, slice, startsWith, then, toLowerCase,
} = require('../../kernel/primordials.js')
// What the editor's own commands begin with. Its list is asked for as well, and comes later.
const { commands: editors } = require('../../policy/table.json')

/** @typedef {import('../../policy/fence.js').Fence} Fence */

// activated lists what a manifest names in its activation events, behind a word.
function activated(manifest, word) {
  const out = []
  const list = manifest === undefined || manifest === null ? undefined : manifest.activationEvents
  for (let i = 0; isArray(list) && i < list.length; i++) {
    if (typeof list[i] === 'string' && startsWith(list[i], word)) append(out, slice(list[i], word.length))
  }
  return out
}

// contributed lists the commands of a manifest.
function contributed(manifest) {
  const out = []
  const contributes = manifest === undefined || manifest === null ? undefined : manifest.contributes
  const given = contributes === undefined || contributes === null ? undefined : contributes.commands
  const list = isArray(given) ? given : given === undefined || given === null ? [] : [given]
  for (let i = 0; i < list.length; i++) if (list[i] !== null && typeof list[i] === 'object' && typeof list[i].command === 'string') {
    append(out, list[i].command)
  }
  return out
}

const addAll = (set, list) => { for (let i = 0; i < list.length; i++) setAdd(set, list[i]) }

// endOf is where the beginning of a name ends: at a dot, or at the slash that language servers write (vscode-webhint/fix).
function endOf(name) {
  for (let i = 0; i < name.length; i++) if (name[i] === '.' || name[i] === '/') return i
  return -1
}

// beginning is what a name has before that, or the whole.
const beginning = name => { const at = endOf(name); return at < 0 ? name : slice(name, 0, at) }

// isHyphened reports a name of words with a hyphen between them (import-artifact), as language servers name theirs: the
// editor's own of one word have none (type, undo, cursorMove, _executeHoverProvider).
function isHyphened(name) {
  for (let i = 1; i < name.length - 1; i++) if (name[i] === '-') return true
  return false
}

// TYPED are the editor's commands of one word that are given what the person types, cuts and pastes: whoever takes one hears it.
const TYPED = ['type', 'paste', 'cut', 'copy', 'compositionType', 'compositionStart', 'compositionEnd', 'replacePreviousChar']

// isEditors reports a name that the editor has, as far as names say so.
function isEditors(name) { return isIn(editors, beginning(name)) || startsWith(name, 'default:') || startsWith(name, '_workbench') ||
  isIn(TYPED, name) || isLoaders(name) }

// isLoaders reports a name of the loader's own commands and settings: those of a person, which no
// policy opens.
function isLoaders(name) { return name === 'ringfence' || startsWith(name, 'ringfence.') }

// createCommandNames gives free(name), which says whether a name may be registered, own(), and holds(name,
// end), which ends a registration that turns out to have taken one; isOthersScheme(name) is about file
// systems. isOpen(name) holds for a name that the editor's list alone decides, as long as it is not there;
// then settles(f) calls f once it is. isClaimed reports what begins with another's name.
// ask gives a promise of the names that stand now: called before the extension runs, it names none of the extension's.
/** @param {Fence} fence */
function createCommandNames(fence, api, ask, isClaimed = (name, contributed) => false) {
  let mine = []
  let others
  // What others name in activation events only: they may mean somebody else's.
  let waited
  let schemes
  // The names that stand now, once the editor has said them.
  let standing
  const held = new Map()
  const waiting = []
  const isMine = e => toLowerCase('' + e.id) === toLowerCase(fence.id)
  // What others contribute is read anew where extensions come and go.
  function theirs() {
    if (others !== undefined) return others
    others = new Set()
    mine = []
    waited = new Set()
    schemes = new Set()
    const { all } = api.extensions
    for (let i = 0; i < all.length; i++) {
      const { packageJSON: manifest } = all[i]
      const list = contributed(manifest)
      if (isMine(all[i])) for (let j = 0; j < list.length; j++) append(mine, list[j])
      else {
        addAll(others, list)
        addAll(waited, activated(manifest, 'onCommand:'))
        addAll(schemes, activated(manifest, 'onFileSystem:'))
      }
    }
    return others
  }
  api.extensions.onDidChange(() => { others = undefined })

  then(ask(), list => {
    standing = new Set()
    for (let i = 0; i < list.length; i++) setAdd(standing, list[i])
    mapEach(held, (end, name) => { if (setHas(standing, name)) end() })
    for (let i = 0; i < waiting.length; i++) {
      const { [i]: decided } = waiting
      decided()
    }
  }, () => {})

  function free(name) {
    const taken = theirs()
    if (setHas(taken, name) || (standing !== undefined && setHas(standing, name))) return false
    // What its manifest names is the extension's, unless the list says otherwise or another's name stands in it. Names that begin
    // as the editor's do are the editor's, and names of one word as long as it has not said that it has none such.
    const may = endOf(name) >= 0 || isHyphened(name) || (standing !== undefined && name !== '')
    if (isIn(mine, name)) return !isIn(TYPED, name) && !isClaimed(name, true)
    return !setHas(waited, name) && may && !isEditors(name) && !isClaimed(name)
  }
  function isOpen(name) {
    if (standing !== undefined || name === '' || endOf(name) >= 0 || free(name)) return false
    return !setHas(theirs(), name) && !setHas(waited, name) && !isEditors(name) && !isClaimed(name, isIn(mine, name))
  }
  const settles = f => { append(waiting, f) }

  // own lists the commands of the extension's manifest that nobody else has. Until the editor's list is there a name of one
  // word may be the editor's.
  const own = () => {
    const out = []
    const taken = theirs()
    for (let i = 0; i < mine.length; i++) {
      const name = mine[i]
      const stands = standing === undefined ? endOf(name) < 0 : setHas(standing, name)
      if (!stands && !setHas(taken, name) && !isEditors(name) && !isClaimed(name, true)) append(out, name)
    }
    return out
  }
  const isOthersScheme = name => { theirs(); return setHas(schemes, name) }
  const holds = (name, end) => { mapSet(held, name, end) }
  const ends = (name, end) => { if (mapGet(held, name) === end) mapDelete(held, name) }
  return { __proto__: null, free, holds, ends, isOpen, isOthersScheme, own, settles }
}

module.exports = { __proto__: null, activated, beginning, contributed, createCommandNames, isEditors, isLoaders }
