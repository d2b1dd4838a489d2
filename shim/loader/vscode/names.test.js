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
