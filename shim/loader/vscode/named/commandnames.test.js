'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { createCommandNames } = require('./commandnames.js')

const manifest = (...commands) => ({ contributes: { commands: commands.map(command => ({ command })) } })

// named is an extension with commands beside another, and an editor that answers later.
function named(mine, theirs, standing) {
  let changed
  let answer
  const extensions = {
    all: [{ id: 'Acme.x', packageJSON: manifest(...mine) }, { id: 'other.y', packageJSON: manifest(...theirs) },
      { id: 'a.theme', packageJSON: {} }],
    onDidChange: f => { changed = f },
  }
  const list = new Promise(r => { answer = () => { r(standing) } })
  const names = createCommandNames({ id: 'acme.x' }, { extensions }, () => list)
  return { names, extensions, changed: () => changed(), answer: async () => { answer(); await new Promise(setImmediate) } }
}

test('a name is free that its manifest has, or nobody', () => {
  const { names } = named(['acme.go', 'sayHello', 'editor.emmet.acme'], ['other.go'], [])
  const free = ['acme.go', 'acme.inner', '_acme.inner', 'sayHello', 'editor.emmet.acme', 'another.name', 'acme-x/fix']
  for (const name of free) assert.ok(names.free(name), name)
  const taken = ['other.go', 'type', 'default:type', 'undo', 'workbench.action.files.save', 'editor.action.x', 'vscode.open',
    '_workbench.x', '', 'workbench/x', 'vscode/open', '_workbench/x']
  for (const name of taken) assert.ok(!names.free(name), name)
})

test('what another extension brings later belongs to that one', () => {
  const { names, extensions, changed } = named([], [], [])
  assert.ok(names.free('late.go'))
  extensions.all.push({ id: 'late.z', packageJSON: manifest('late.go') })
  changed()
  assert.ok(!names.free('late.go'))
})

test('what another waits for is not free, unless the manifest has it; its file systems are its own', () => {
  const { names, extensions, changed } = named(['acme.go'], [], [])
  extensions.all.push({ id: 'late.z', packageJSON: {
    activationEvents: ['onCommand:late.go', 'onCommand:acme.go', 'onFileSystem:late', 7] } })
  changed()
  assert.ok(!names.free('late.go') && names.free('acme.go'))
  assert.ok(names.isOthersScheme('late') && !names.isOthersScheme('acme'))
})

test('the list of the editor ends what was taken before it came, and nothing else', async () => {
  const { names, answer } = named(['sort', 'acme.go'], [], ['sort', 'git.stage'])
  const ended = []
  for (const name of ['sort', 'acme.go', 'git.stage']) {
    assert.ok(names.free(name))
    const end = () => { names.ends(name, end); ended.push(name) }
    names.holds(name, end)
  }
  await answer()
  assert.deepStrictEqual(ended, ['sort', 'git.stage'])
  assert.ok(!names.free('sort') && !names.free('git.stage') && names.free('acme.go'))
})

test('a name of one word is free once the editor has said that it has none such, with a hyphen before', async () => {
  const { names, answer } = named([], ['other', 'other-fix'], ['type', 'undo'])
  assert.ok(names.free('import-artifact') && !names.free('other-fix'))
  for (const name of ['importArtifact', 'type', '-', '-x', 'x-', 'workbench']) assert.ok(!names.free(name), name)
  await answer()
  assert.ok(names.free('importArtifact') && names.free('import-artifact'))
  for (const name of ['type', 'undo', 'other', 'other-fix', '', 'workbench', 'ringfence']) assert.ok(!names.free(name), name)
})

test('a name of one word waits for the list of the editor, which decides', async () => {
  const { names, answer } = named(['mine'], ['theirs'], ['undo'])
  for (const name of ['getFunctionList', 'undo']) assert.ok(names.isOpen(name) && !names.free(name), name)
  for (const name of ['type', 'theirs', 'mine', 'acme.go', 'acme-fix', '', 'ringfence']) assert.ok(!names.isOpen(name), name)
  const settled = []
  for (const name of ['getFunctionList', 'undo']) names.settles(() => settled.push([name, names.free(name)]))
  assert.deepStrictEqual(settled, [])
  await answer()
  assert.deepStrictEqual(settled, [['getFunctionList', true], ['undo', false]])
  assert.ok(!names.isOpen('getFunctionList'))
})

test('a name of one word that another extension has is claimed', async () => {
  const extensions = { all: [{ id: 'acme.x', packageJSON: manifest() }], onDidChange: () => {} }
  const names = createCommandNames({ id: 'acme.x' }, { extensions }, () => Promise.resolve([]), name => name.startsWith('other'))
  await new Promise(setImmediate)
  assert.ok(!names.free('other') && !names.free('other-fix') && names.free('acme'))
})

test('what begins with another\'s name is not free, and what the manifest has is', () => {
  const extensions = { all: [{ id: 'acme.x', packageJSON: manifest('other.mine') }], onDidChange: () => {} }
  const names = createCommandNames({ id: 'acme.x' }, { extensions }, () => new Promise(() => {}),
    (name, contributed) => !contributed && name.startsWith('other.'))
  assert.ok(!names.free('other.hidden') && names.free('other.mine') && names.free('acme.hidden'))
  const slashed = createCommandNames({ id: 'acme.x' }, { extensions }, () => new Promise(() => {}), name => name.startsWith('other/'))
  assert.ok(!slashed.free('other/hidden') && slashed.free('acme/hidden'))
})

test('what the person types is heard by nobody, whatever the manifest and the list say', async () => {
  const { names, answer } = named(['type', 'acme.go'], [], [])
  assert.ok(!names.free('type') && !names.free('paste') && names.free('acme.go'))
  await answer()
  assert.ok(!names.free('type') && !names.free('paste') && !names.free('compositionType') && names.free('types'))
})
