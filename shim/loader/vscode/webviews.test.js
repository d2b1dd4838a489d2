'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { Border } = require('./border.js')
const { settle } = require('../policy/lasting.js')
const { pages } = require('./webviews.js')

// The types of these come from the place that they are seen at.
function editor(grants) {
  const fence = { observe: true, through: f => f, lasting: new Set(), scope: { roots: {} }, log: { note() {} },
    paths: { onDisk: p => ({ real: p, canonical: p }) }, policy: null, trusted: true }
  const border = new Border(fence)
  const e = { fence, border, api: { workspace: {} },
    addresses: { made: v => v, fsPath: v => v.path, textOf: v => v.path },
    permissions: { granted: (_, r) => fence.observe || grants.includes(r.text), whole: () => false, schemes: new Set() } }
  const note = pages(e)
  return { e, note }
}
const panel = viewType => {
  const p = { viewType, gone: null, onDidDispose: f => { p.gone = f },
    webview: { html: 'mine', options: { enableScripts: true, localResourceRoots: [{ scheme: 'file', path: '/' }] }, postMessage: () => 1 } }
  return p
}

for (const kind of ['WebviewPanel', 'WebviewView']) {
  test('a page of a ' + kind + ' that was made while everything was observed shows of the disk what every page may', () => {
    const { e, note } = editor(['granted'])
    const [real, refused, closed] = [panel('granted'), panel('refused'), panel('closed')]
    const seen = e.border.outward(real, kind)
    const { webview } = seen
    const other = e.border.outward(refused, kind)
    note(closed)
    note(refused)
    closed.gone()
    assert.strictEqual(webview.options.localResourceRoots.length, 1)
    e.fence.observe = false
    assert.strictEqual(webview.options.localResourceRoots.length, 0)
    settle(e.fence)
    assert.strictEqual(refused.webview.options.localResourceRoots.length, 0)
    assert.strictEqual(real.webview.options.localResourceRoots.length, 0)
    assert.deepStrictEqual([real.webview.html, refused.webview.html, closed.webview.html], ['mine', '', 'mine'])
    assert.strictEqual(closed.webview.options.localResourceRoots.length, 1)
    webview.html = 'more'
    assert.strictEqual(real.webview.html, 'more')
    for (const f of [w => { w.html = 'more' }, w => { w.options = {} }, w => w.postMessage(1)]) {
      assert.throws(() => f(other.webview), /not granted/)
    }
  })

  test('the page of a ' + kind + ' that is read only afterwards is one of them', () => {
    const { e } = editor([])
    const real = panel('refused')
    const seen = e.border.outward(real, kind)
    e.fence.observe = false
    assert.throws(() => { seen.webview.html = 'more' }, /not granted/)
    const later = e.border.outward(panel('refused'), kind)
    later.webview.html = 'more'
    assert.strictEqual(later.webview.html, 'more')
  })
}
