'use strict'

// What the extension hears of documents, and what it may say when one is saved (invariants 10 and 11): neither tells it the
// text of what it had opened and may not read, nor changes what a grant of documents does not open.

const { append, apply, isArray, resolve, then, weakGet } = require('../kernel/primordials.js')
const { tell } = require('../policy/fence.js')
const { anyMember } = require('./types.js')

// Of these events these members say the text of the document, which stands in another.
const TELLS = [['TextDocumentChangeEvent', 'document', 'contentChanges'], ['NotebookDocumentChangeEvent', 'notebook', 'contentChanges'],
  ['NotebookDocumentChangeEvent', 'notebook', 'cellChanges']]
const SAVES = ['TextDocumentWillSaveEvent', 'NotebookDocumentWillSaveEvent']

// documentEvents says how these members are handed out.
function documentEvents({ border, fence }) {
  for (let i = 0; i < TELLS.length; i++) {
    const { 0: type, 1: of, 2: key } = TELLS[i]
    border.ways[type + '.' + key] = { __proto__: null, get: ({ real }) => {
      const { [of]: document, [key]: said } = real
      return border.hides({ __proto__: null, real: document }) === null ? border.outward(said, anyMember([type], key)) : []
    } }
  }
  for (let i = 0; i < SAVES.length; i++) border.ways[SAVES[i] + '.waitUntil'] = { __proto__: null, call: ({ real }, args, f, ref) => {
    const document = real.document === undefined ? real.notebook : real.document
    const no = border.keeps(document, 'edit')
    if (no === null) return border.call(f, real, args, ref)
    // The editor waits as long as it was asked to, and is told nothing to change.
    const waits = then(resolve(args[0]), edits => {
      if (isArray(edits) && edits.length > 0) tell(fence, 'RF_DENIED_VSCODE', no.message)
    })
    return border.thrown(() => apply(f, real, [waits]))
  } }
}

// reports says what is seen of reports that VS Code hands along with what it would have fixed: those that the extension itself made, and
// all where it may ask for them. Nobody is told: the editor hands them to whoever offers a fix.
function reports({ border, fence, permissions }) {
  const own = d => {
    const state = weakGet(border.states, border.outward(d, 'Diagnostic'))
    return border.isMine(d) || (state !== undefined && state.constructed === true)
  }
  border.ways['CodeActionContext.diagnostics'] = { __proto__: null, get: ({ real }) => {
    const out = []
    const { diagnostics: list } = real
    for (let i = 0; i < list.length; i++) if (fence.observe || own(list[i]) || permissions.whole('documents')) append(out, list[i])
    return border.outward(out, ['a', 'Diagnostic'])
  } }
}

module.exports = { __proto__: null, documentEvents, reports }
