'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { Border } = require('./border.js')
const { opened } = require('./opened.js')
const { createFence, rescope, setRoot } = require('../policy/fence.js')
const { allows } = require('../policy/policy.js')
const { access } = require('../policy/access.js')

const file = path => ({ scheme: 'file', path, fsPath: path, authority: '' })

// editor is what the person has open; vscode is what the policy grants.
function editor(vscode, visibleTextEditors = []) {
  const fence = createFence({ extension: 'acme.toy', mode: 'enforce', policy: { schemaVersion: 1, extension: 'acme.toy', vscode } }, '/x',
    [{ pattern: '${workspace}/.env', read: true, of: 'variables' }])
  setRoot(fence, 'workspace', ['/ws'])
  rescope(fence)
  const border = new Border(fence)
  border.addressOf = uri => uri.scheme + ':' + uri.path
  const inWorkspace = path => path.startsWith('/ws/')
  const permissions = { schemes: new Set(['mine']), pages: [], inWorkspace, onDisk: path => ({ real: path, canonical: path }),
    whole: (name, text = '') => allows(fence.policy, fence.scope, true, access({ section: 'vscode', name, text })) }
  opened({ addresses: { fsPath: u => u.fsPath }, api: { workspace: {}, window: { visibleTextEditors } }, border, fence, permissions })
  return { border, fence }
}
const tab = (label, input) => ({ label, input, isActive: true })
const group = () => {
  const tabs = [tab('a.ts', { uri: file('/ws/a.ts') }), tab('.env', { uri: file('/ws/.env') }),
    tab('secret.txt', { uri: file('/o/secret.txt') }),
    tab('diff', { original: file('/ws/a.ts'), modified: file('/o/secret.txt') }), tab('new', { uri: { scheme: 'untitled', path: 'x' } }),
    tab('mine', { uri: { scheme: 'mine', path: '/x' } }), tab('theirs', { uri: { scheme: 'theirs', path: '/x' } }),
    tab('page', { viewType: 'mainThreadWebview-acme.w' }), tab('others', { viewType: 'mainThreadWebview-other.w' }),
    tab('Settings', undefined),
    tab('shell', {}), tab('shown', { uri: file('/o/shown.txt') })]
  return { isActive: true, viewColumn: 1, activeTab: tabs[2], tabs }
}

test('tabs are seen of what the extension may know of, or all where documents are granted', () => {
  const seen = (vscode, observe = false) => {
    const { border, fence } = editor(vscode)
    fence.observe = observe
    border.note(file('/o/shown.txt'))
    const g = border.outward(group(), 'TabGroup')
    const e = border.outward({ opened: group().tabs, closed: group().tabs, changed: [] }, 'TabChangeEvent')
    assert.strictEqual(e.closed.length, g.tabs.length)
    return [g.tabs.map(t => t.label), g.activeTab?.label]
  }
  const every = group().tabs.map(t => t.label)
  assert.deepStrictEqual(seen([{ surface: 'webview', resource: 'acme.w' }]), [['a.ts', 'new', 'mine', 'page', 'shown'], undefined])
  assert.deepStrictEqual(seen([{ surface: 'files.read', resource: '/o/secret.txt' }]),
    [['a.ts', 'secret.txt', 'diff', 'new', 'mine', 'shown'], 'secret.txt'])
  assert.deepStrictEqual(seen(['documents']), [every, 'secret.txt'])
  assert.deepStrictEqual(seen([], true), [every, 'secret.txt'])
})

test('how an editor shows a document is changed of what the extension may know of', () => {
  for (const [path, vscode, may] of [['/ws/a.ts', [], true], ['/o/secret.txt', [], false], ['/o/secret.txt', ['documents'], true]]) {
    const real = { document: { uri: file(path) }, options: { tabSize: 4, insertSpaces: true } }
    const { border } = editor(vscode, [real])
    const e = border.outward(real, 'TextEditor')
    e.options.tabSize = 7
    assert.strictEqual(real.options.tabSize, may ? 7 : 4, path)
    assert.strictEqual(e.options.insertSpaces, true)
    e.options = { tabSize: 2 }
    assert.strictEqual(real.options.tabSize, may ? 2 : 4, path)
  }
})
