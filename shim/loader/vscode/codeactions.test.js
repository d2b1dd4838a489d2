'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { acting, isChosen } = require('./codeactions.js')

class CodeActionKind { constructor(value) { this.value = value } }
const api = { CodeActionKind }

test('a person chooses fixes and refactorings; every other kind may run by itself', () => {
  for (const value of ['', 'quickfix', 'quickfix.x', 'refactor', 'refactor.move.x']) {
    assert.ok(isChosen(api, new CodeActionKind(value)), value)
  }
  assert.ok(isChosen(api, undefined))
  for (const value of ['source', 'source.fixAll', 'notebook', 'notebook.source.fixAll', 'own', 'quickfixes', 'refactoring.x']) {
    assert.ok(!isChosen(api, new CodeActionKind(value)), value)
  }
  assert.ok(!isChosen(api, { value: 'quickfix' }))
})

test('what an action becomes is said of the action', async () => {
  let got
  const register = (selector, provider) => { got = provider }
  acting({ border: { functionSeen: f => f } }, { r: register }, 'r', 'm')()('*', {
    provideCodeActions() { return [this.one] },
    one: { title: 'x', kind: 'source.fixAll' },
    resolveCodeAction: () => ({ title: 'y', command: { command: 'other' }, edit: 7 }),
  })
  const [one] = got.provideCodeActions()
  assert.strictEqual(await got.resolveCodeAction(one), one)
  assert.deepStrictEqual(one, { title: 'x', kind: 'source.fixAll', edit: 7, command: { command: 'other' } })
  acting({ border: { functionSeen: f => f } }, { r: register }, 'r', 'm')()('*', { provideCodeActions: () => [] })
  assert.ok(!('resolveCodeAction' in got))
})
