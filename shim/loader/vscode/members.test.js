'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { buildEditor } = require('./editor.js')
const { createFence } = require('../policy/fence.js')

class Uri {
  static from() { return new Uri() }
  static file() { return new Uri() }
  get fsPath() { return '' }
  toString() { return '' }
}

// under is the API of an extension under a policy, what was written down of it, and what VS Code was asked to do. VS Code
// has a part that no catalogue knows: what only holds members.
function under(modules, mode = 'enforce') {
  const acted = []
  const noted = []
  const speech = {
    registerProvider(id) { acted.push(id); return { dispose() {} } }, listen(id) { acted.push(id); return 'heard' }, voices: [{ name: 'a' }],
    count: 3,
  }
  const api = {
    speech, commands: { getCommands: () => Promise.resolve([]) }, window: { visibleTextEditors: [], terminals: [] },
    extensions: { all: [], onDidChange() {}, getExtension: () => undefined }, workspace: { textDocuments: [], fs: {} },
    debug: {}, env: {}, tasks: {}, Uri,
  }
  const fence = createFence({ extension: 'a.b', mode, level: 'shared', policy: { schemaVersion: 1, extension: 'a.b', modules } }, '/x', [])
  assert.notStrictEqual(fence.policy, null)
  fence.through = f => f
  fence.log.note = r => { if (r.e === 'denied' || r.e === 'use') noted.push(r.e + ' ' + r.name + ' ' + r.text) }
  return { ...buildEditor(fence, api), acted, noted, speech }
}

// What a compiler wrote for import * before it wrote getters.
function importStar(mod) {
  const result = {}
  for (const k in mod) if (Object.hasOwnProperty.call(mod, k)) result[k] = mod[k]
  return result
}

test('who copies all of the API asks for nothing that it does not use', () => {
  for (const mode of ['enforce', 'observe']) {
    const at = under({}, mode)
    const copy = importStar(at.api)
    assert.deepStrictEqual(Object.keys(copy.speech), ['registerProvider', 'listen', 'voices', 'count'])
    assert.deepStrictEqual(at.noted, [], mode)
    assert.notStrictEqual(copy.speech, at.speech)
    assert.strictEqual(copy.speech, at.api.speech)
  }
})

test('what it holds is granted by the name of the whole', () => {
  const no = under({})
  const { speech } = importStar(no.api)
  assert.strictEqual(speech.listen, undefined)
  assert.strictEqual(typeof speech.registerProvider('x').dispose, 'function')
  assert.deepStrictEqual([speech.voices, speech.count, no.acted], [[], 3, []])
  assert.ok(no.noted.length > 0 && no.noted.every(n => n === 'denied vscode speech'), no.noted.join())
  const yes = under({ vscode: ['speech'] })
  assert.strictEqual(yes.api.speech.listen('now'), 'heard')
  assert.strictEqual(yes.api.speech.voices[0].name, 'a')
  assert.deepStrictEqual(yes.acted, ['now'])
  assert.notStrictEqual(yes.api.speech.voices, yes.speech.voices)
})
