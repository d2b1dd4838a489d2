'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { Border } = require('./border.js')
const { classSeen } = require('./classes.js')
const { documentEvents, reports } = require('./documentevents.js')

// ways are those of an extension that may not read /hidden and not change /kept.
function ways() {
  const said = []
  const border = { ways: {}, outward: v => v, thrown: f => f(), call: (f, on, args) => f.apply(on, args),
    hides: ({ real }) => (real.path === '/hidden' ? new Error('no') : null),
    keeps: real => (real.path === '/kept' ? new Error('no') : null) }
  documentEvents({ border, fence: { told: new Map(), log: { write: x => { said.push(x) } } } })
  return border.ways
}

test('what changes in a file that it may not read is not told', () => {
  const w = ways()
  const changes = [{ text: 'secret' }]
  const heard = path => w['TextDocumentChangeEvent.contentChanges'].get({ real: { document: { path }, contentChanges: changes } })
  assert.deepStrictEqual(heard('/hidden'), [])
  assert.strictEqual(heard('/open'), changes)
  const cells = { notebook: { path: '/hidden' }, cellChanges: changes }
  assert.deepStrictEqual(w['NotebookDocumentChangeEvent.cellChanges'].get({ real: cells }), [])
})

test('as a file is saved it changes what it may change, and the editor waits in any case', async () => {
  const w = ways()
  const waited = path => {
    let got
    w['TextDocumentWillSaveEvent.waitUntil'].call({ real: { document: { path } } }, [Promise.resolve([])], p => { got = p }, undefined)
    return got
  }
  assert.deepStrictEqual(await waited('/open'), [])
  assert.strictEqual(await waited('/kept'), undefined)
})

test('reports that come with what would be fixed are its own, or all where documents are granted', () => {
  class Diagnostic { constructor(range, message) { this.range = range; this.message = message } }
  const told = granted => {
    const border = new Border({ through: f => f })
    const D = classSeen(border, Diagnostic, 'Diagnostic', () => {})
    reports({ border, fence: { observe: false }, permissions: { whole: () => granted } })
    const own = border.inward(new D({}, 'own'), 'Diagnostic')
    const theirs = new Diagnostic({}, 'theirs')
    const context = border.outward({ diagnostics: [own, theirs], only: undefined, triggerKind: 1 }, 'CodeActionContext')
    return context.diagnostics.map(d => d.message)
  }
  assert.deepStrictEqual(told(false), ['own'])
  assert.deepStrictEqual(told(true), ['own', 'theirs'])
})
