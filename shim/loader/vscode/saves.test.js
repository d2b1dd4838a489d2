'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { Border } = require('./border.js')

// document is seen through a border that grants files.write for nothing, and says which are as they were saved.
function saved(clean) {
  const border = new Border({ through: f => f })
  border.powers['TextDocument.save'] = { surface: 'files.write', promise: true, changes: true }
  border.refuse = () => new Error('not granted')
  border.isSaved = real => clean && real.isDirty === false
  const asked = []
  const save = isDirty => border.allowed({ kinds: ['TextDocument'], real: { isDirty } }, 'save', () => asked.push(isDirty))
  return { asked, save }
}

test('of a document with nothing to save that is the answer, and VS Code is not asked', async () => {
  const { asked, save } = saved(true)
  assert.strictEqual(await save(false), true)
  await assert.rejects(save(true), /not granted/)
  assert.deepStrictEqual(asked, [])
})

test('where the policy grants the file it is asked as ever', async () => {
  const { save } = saved(false)
  await assert.rejects(save(false), /not granted/)
})
