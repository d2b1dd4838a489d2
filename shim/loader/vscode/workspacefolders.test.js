'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { adding } = require('./workspacefolders.js')

// add adds a folder as an extension does, and gives what was asked and what the editor was told.
async function add(path, answer, observe = false) {
  const asked = []
  const told = []
  const real = { updateWorkspaceFolders: (...args) => { told.push(args); return true } }
  const editor = {
    addresses: { made: uri => uri, fsPath: uri => uri.path, textOf: uri => uri.path },
    api: { window: { showWarningMessage: async question => { asked.push(question); return answer } } },
    border: { real: uri => uri }, fence: { id: 'acme.toy', observe }, members: { m: { c: 'vscode.documents' } },
    permissions: { check: () => null, inWorkspace: p => p.startsWith('/folder'), schemes: new Set() },
  }
  adding(editor, real, 'updateWorkspaceFolders', 'm')()(0, 0, { uri: { scheme: 'file', path } })
  await new Promise(ok => { setImmediate(ok) })
  return [asked.length, told.length]
}

test('a folder from elsewhere is added when a person says so, while everything is observed too', async () => {
  for (const observe of [false, true]) {
    assert.deepStrictEqual(await add('/home/me', 'Add', observe), [1, 1])
    assert.deepStrictEqual(await add('/home/me', undefined, observe), [1, 0])
  }
})

test('a folder of the workspace is added without a question', async () => {
  assert.deepStrictEqual(await add('/folder/sub', undefined), [0, 1])
})
