'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { createNames } = require('./names.js')

const mine = {
  name: 'git-tool', contributes: { commands: [{ command: 'gt.go' }, { command: 'gtool.go' }], views: { explorer: [{ id: 'gt.view' }] },
    menus: { 'editor/title': [{ when: 'resourceScheme == plainpage && x' }] } },
}
const other = {
  name: 'victim', activationEvents: ['onWebviewPanel:victim.panel', 'onView:victim.late'],
  contributes: { views: { explorer: [{ id: 'victim.view', name: 'x' }], box: [{ id: 'victim.second' }] },
    customEditors: [{ viewType: 'victim.edit', selector: [{ filenamePattern: '*' }] }], authentication: [{ id: 'victim', label: 'x' }],
    menus: { 'editor/title': [{ when: 'resourceScheme == vpages' }] } },
}
const names = (...more) => createNames({ id: 'acme.git-tool' },
  () => [{ id: 'Acme.git-tool', packageJSON: mine }, { id: 'o.v', packageJSON: other }, ...more])

test("what another's manifest names is the other's", () => {
  const n = names()
  for (const [member, name] of [['window.registerTreeDataProvider', 'victim.view'], ['window.createTreeView', 'victim.second'],
    ['window.registerWebviewViewProvider', 'victim.late'], ['window.registerCustomEditorProvider', 'victim.edit'],
    ['window.registerWebviewPanelSerializer', 'victim.panel'], ['authentication.registerAuthenticationProvider', 'victim']]) {
    assert.ok(n.isOthers(member, name), member)
  }
  assert.ok(!n.isOthers('window.createTreeView', 'gt.view'))
  assert.ok(!n.isOthers('window.createTreeView', 'victim.edit'))
})

test('a scheme is free that shows whose it is', () => {
  const n = names()
  for (const scheme of ['git-tool', 'gitTool-diff', 'x.gittool', 'gtool', 'plainpage']) assert.ok(n.isOwnScheme(scheme), scheme)
  for (const scheme of ['gt', 'victim', 'victimdoc', 'git', 'vpages', 'page', 'explorer', 'file']) assert.ok(!n.isOwnScheme(scheme), scheme)
})

test('a scheme of the editor or of the net is nobody\'s, whatever a manifest says of it', () => {
  for (const scheme of ['output', 'vscode-userdata', 'https', 'plainpage']) {
    const menus = { 'editor/title': [{ when: 'resourceScheme == ' + scheme }] }
    const n = createNames({ id: 'acme.x' }, () => [{ id: 'acme.x', packageJSON: { name: 'xx', contributes: { menus } } }])
    assert.strictEqual(n.isOwnScheme(scheme), scheme === 'plainpage', scheme)
  }
})

test('what is as much of another is free for none', () => {
  assert.ok(!names({ id: 'b.c', packageJSON: { name: 'git-tool' } }).isOwnScheme('git-tool'))
})

test('a name that begins with another\'s is claimed, unless it is more the extension\'s or of the same publisher', () => {
  const of = (publisher, name, ...commands) => ({ id: publisher + '.' + name,
    packageJSON: { publisher, name, contributes: { commands: commands.map(command => ({ command })) } } })
  const n = createNames({ id: 'acme.tool' },
    () => [of('acme', 'tool', 'vic.more', 'tl.go'), of('o', 'victim', 'vic.go'), of('acme', 'suite', 'suite.go'),
      of('q', 'w', 'tool.x', 'tl2.x')])
  for (const name of ['victim.hidden', '_victim.hidden', 'Victim:x', 'o.victim.y', 'vic.hidden', 'tl2.hidden']) {
    assert.ok(n.isClaimed(name), name)
  }
  for (const name of ['tool.hidden', 'tl.hidden', 'suite.hidden', 'nobody.x', 'acme.tool.x', 'victims.x', 'a.victim']) {
    assert.ok(!n.isClaimed(name), name)
  }
})

test('a key of conditions is the extension\'s that shows it, or that its manifest waits for', () => {
  const n = names()
  for (const key of ['git-tool.active', 'gitToolActive', 'gtool:x', 'isGitTool', 'gt.x']) assert.ok(n.isOwnContext(key), key)
  for (const key of ['victim.x', 'editorFocus', 'ringfence.on', 'x.y', '']) assert.ok(!n.isOwnContext(key), key)
  const menus = { 'editor/title': [{ when: 'editorFocus && some.key && victim.x' }] }
  const m = createNames({ id: 'acme.x' }, () => [{ id: 'acme.x', packageJSON: { name: 'xx', contributes: { menus } } },
    { id: 'o.victim', packageJSON: { name: 'victim', publisher: 'o' } }])
  assert.ok(m.isOwnContext('some.key') && !m.isOwnContext('victim.x') && !m.isOwnContext('some'))
  // A manifest reads the editor's keys, and those of others.
  assert.ok(!m.isOwnContext('editorFocus'))
  const reads = createNames({ id: 'acme.x' }, () => [{ id: 'acme.x', packageJSON: { name: 'xx', contributes: { menus } } },
    { id: 'o.v', packageJSON: { name: 'v', publisher: 'o', contributes: { keybindings: [{ when: '!some.key' }] } } }])
  assert.ok(!reads.isOwnContext('some.key'))
})

test('a key that begins as the editor\'s do is not the extension\'s by what its commands begin with', () => {
  const of = (name, ...commands) => createNames({ id: 'a.' + name }, () => [{ id: 'a.' + name,
    packageJSON: { name, publisher: 'a', contributes: { commands: commands.map(command => ({ command })) } } }])
  const n = of('mytool', 'editorTextFocus.x', 'inDebugMode.x', 'own.x')
  for (const key of ['editorTextFocus', 'editorTextFocus.y', 'inDebugMode', 'debugMytool']) assert.ok(!n.isOwnContext(key), key)
  for (const key of ['isMytool', 'hasMytoolFiles', 'mytool.x', 'own.y']) assert.ok(n.isOwnContext(key), key)
  assert.ok(of('code-runner').isOwnContext('code-runner.busy') && !of('view').isOwnContext('view.x'))
  assert.ok(!of('debug-mode').isOwnContext('inDebugMode') && !of('text-focus').isOwnContext('editorTextFocus'))
})

test('who contributes a name of another\'s does not own it', () => {
  const contributes = { commands: [{ command: 'victim.hidden' }, { command: 'xx.run' }, { command: 'shared.run' }] }
  const suite = (publisher, name) => createNames({ id: 'acme.x' }, () => [
    { id: 'acme.x', packageJSON: { name: 'xx', publisher: 'acme', contributes } },
    { id: publisher + '.' + name, packageJSON: { name, publisher, contributes: { commands: [{ command: 'shared.other' }] } } }])
  assert.ok(suite('o', 'victim').isClaimed('victim.hidden', true))
  assert.ok(!suite('acme', 'victim').isClaimed('victim.hidden', true))
  for (const name of ['xx.run', 'shared.run']) assert.ok(!suite('o', 'victim').isClaimed(name, true), name)
  // Without a place in the manifest it is no less the other's.
  assert.ok(suite('o', 'victim').isClaimed('shared.run'))
})

test('tools, participants, models and servers of another\'s manifest are the other\'s', () => {
  const theirs = { name: 'v', contributes: { languageModelTools: [{ name: 'v_tool' }], chatParticipants: [{ id: 'v.chat' }],
    languageModelChatProviders: [{ vendor: 'v' }], mcpServerDefinitionProviders: [{ id: 'v.mcp' }] } }
  const n = names({ id: 'o.v2', packageJSON: theirs })
  for (const [member, name] of [['lm.registerTool', 'v_tool'], ['chat.createChatParticipant', 'v.chat'],
    ['lm.registerLanguageModelChatProvider', 'v'], ['lm.registerMcpServerDefinitionProvider', 'v.mcp']]) {
    assert.ok(n.isOthers(member, name), member)
    assert.ok(!n.isOthers(member, 'own'), member)
  }
})
