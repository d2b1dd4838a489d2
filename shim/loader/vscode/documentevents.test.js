'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { documentEvents } = require('./documentevents.js')

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
