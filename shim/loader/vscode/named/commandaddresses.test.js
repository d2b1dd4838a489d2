'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { refusedAddress, refusedFile } = require('./commandaddresses.js')
const { ask, createFence } = require('../../policy/fence.js')

// asks says what an extension with lines of a policy is refused of the addresses that it hands to a command, or null.
function asks(vscode, ...args) {
  const fence = createFence({ extension: 'a.b', mode: 'enforce', level: 'shared', policy: { schemaVersion: 1, extension: 'a.b', vscode } },
    '/x', [])
  const no = refusedAddress({
    border: { real: v => v }, schemes: new Set(['mine']), pages: ['page'],
    api: { workspace: { fs: { isWritableFileSystem: s => (s === 'git' ? false : undefined) } } },
    addresses: { textOf: v => v.scheme + '://' + v.path },
    once: v => (v !== null && typeof v === 'object' && !Array.isArray(v) ? { ...v } : v),
    granted: (surface, q) => ask(fence, { section: 'vscode', name: surface, text: q.text, path: q.path }),
  }, args[0], args)
  return no === null ? null : no.text
}
const docs = { surface: 'open', resource: 'https://docs.example/*' }
const uri = (scheme, path) => ({ scheme, path })

test('a command that opens an address is asked for it by the surface open', () => {
  for (const command of ['vscode.open', 'simpleBrowser.show', 'workbench.action.browser.open', '_workbench.open', 'git.clone']) {
    for (const v of ['https://evil.example/x', uri('https', 'evil.example/x'), '\thttps://evil.example/x', ['https://evil.example/x'],
      { url: 'https://evil.example/x' }, uri('mailto', 'a@b.c'), uri('vscode', 'other.ext/x'), uri('HTTPS', 'evil.example/x')]) {
      assert.notStrictEqual(asks([docs], command, v), null, command + ' ' + JSON.stringify(v))
      assert.strictEqual(asks(['open'], command, v), null, command + ' ' + JSON.stringify(v))
    }
    for (const v of ['https://docs.example/x', uri('https', 'docs.example/x'), { url: 'https://docs.example/' }, undefined, 'name']) {
      assert.strictEqual(asks([docs], command, v), null, command + ' ' + JSON.stringify(v))
    }
    assert.strictEqual(asks([docs], command, 'https://docs.example/../x'), null)
    assert.notStrictEqual(asks([docs], command, 'https://evil.example#.docs.example/x'), null)
  }
})

test('what the editor shows by itself needs no more than the command', () => {
  for (const scheme of ['file', 'untitled', 'git', 'mine', 'page', 'output', 'vscode-remote']) {
    assert.strictEqual(asks([], 'vscode.open', uri(scheme, '/x'), { viewColumn: 1 }, 'https://a.example is its title'), null, scheme)
  }
  assert.strictEqual(asks([], 'workbench.extensions.installExtension', 'acme.tool'), null)
})

test('any other command is asked for addresses of the net that it is handed by themselves', () => {
  for (const v of ['https://evil.example/x', uri('http', 'evil.example'), [uri('https', 'evil.example')], ' http://evil.example']) {
    assert.notStrictEqual(asks([docs], 'acme.preview', v), null, JSON.stringify(v))
    assert.notStrictEqual(asks([docs], 'acme.preview', 1, v), null, JSON.stringify(v))
  }
  for (const v of ['https://docs.example/x', 'see https://evil.example', uri('file', '/x'), { text: 'https://evil.example' },
    uri('other', '/x')]) {
    assert.strictEqual(asks([docs], 'acme.preview', v), null, JSON.stringify(v))
  }
  assert.strictEqual(asks([], 'setContext', 'acme.home', 'https://evil.example'), null)
  assert.strictEqual(asks([], 'vscode.diff', uri('git', '/x'), uri('file', '/x'), 'https://evil.example'), null)
})

test('a command that tells of a file tells of one that may be read', () => {
  const says = (notebooks, ...args) => refusedFile({
    border: { real: v => v, shows: u => (u.path === '/own' ? null : new Error('no')) }, serializes: () => notebooks,
  }, args[0], args)
  const own = uri('file', '/own')
  const other = uri('file', '/other')
  for (const command of ['vscode.executeFormatDocumentProvider', 'vscode.prepareCallHierarchy', 'vscode.of.a.later.version']) {
    assert.strictEqual(says(false, command, own, {}), null, command)
    for (const v of [other, [other], { uri: other }, { item: { uri: other } }]) assert.strictEqual(says(false, command, v), other, command)
  }
  for (const command of ['vscode.open', 'vscode.diff', 'acme.do']) assert.strictEqual(says(false, command, other), null, command)
  // Its bytes are what a serializer gets.
  assert.strictEqual(says(true, 'vscode.openWith', other, 'acme-nb'), other)
  assert.strictEqual(says(true, 'vscode.openWith', own, 'acme-nb'), null)
})
