'use strict'

// Places that the extension puts where a person goes by them (invariants 6 and 10): problems, tests and their messages, comments.
// What is opened by that is noted, as what providers answer is (leading.js), unless it is open already: whoever reports problems of a
// file was asked about it.

const { append, isArray } = require('../../kernel/primordials.js')
const { PLACED, lead } = require('./leading.js')

// Where the places stand among what a member takes.
/** @type {[string, number[]][]} */
const MEMBERS = [['DiagnosticCollection.set', [0, 1]], ['TestController.createTestItem', [2]],
  ['CommentController.createCommentThread', [0]],
  ['TestRun.failed', [1]], ['TestRun.errored', [1]], ['TestRun.appendOutput', [1]], ['TestRun.addCoverage', [0]]]

// placing has these members note what they are told.
function placing({ border, permissions }) {
  // An address of the extension's making is made anew, so that what is noted is what is opened.
  const fixed = v => {
    if (v === null || typeof v !== 'object') return v
    if (!isArray(v) || border.real(v) !== v) return isAddress(v) ? permissions.fresh(v) : v
    const out = []
    for (let i = 0; i < v.length; i++) append(out, fixed(v[i]))
    return out
  }
  const isAddress = v => border.real(v) === v && 'scheme' in v
  for (let i = 0; i < MEMBERS.length; i++) {
    const { 0: member, 1: at } = MEMBERS[i]
    border.ways[member] = { __proto__: null, call: ({ real }, args, f, ref) => {
      for (let j = 0; j < at.length; j++) {
        if (at[j] >= args.length) continue
        args[at[j]] = fixed(args[at[j]])
        lead(border, border.inward(args[at[j]], ref[at[j] + 2]), PLACED)
      }
      return border.call(f, real, args, ref)
    } }
  }
}

module.exports = { __proto__: null, placing }
