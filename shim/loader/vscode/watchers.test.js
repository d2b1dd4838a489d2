'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { watching } = require('./watchers.js')

// watched is a watcher as the extension gets it, and what fires VS Code's events.
function watched(readable) {
  const listeners = {}
  const event = name => listener => { listeners[name] = listener; return { dispose() {} } }
  const real = {
    ignoreCreateEvents: false, ignoreChangeEvents: true, ignoreDeleteEvents: false, ended: 0,
    onDidCreate: event('create'), onDidChange: event('change'), onDidDelete: event('delete'), dispose() { this.ended++ },
  }
  const border = { call: f => f(), real: v => v, outward: v => v }
  const permissions = { reads: uri => readable.includes(uri.path) }
  const workspace = { createFileSystemWatcher: () => real }
  const make = watching({ border, permissions }, workspace, 'createFileSystemWatcher', 'workspace.createFileSystemWatcher')
  return { seen: make()('**'), listeners, real }
}

test('a watcher tells of what may be read, and of nothing else', () => {
  const { seen, listeners } = watched(['/w/a'])
  for (const [name, on] of [['create', seen.onDidCreate], ['change', seen.onDidChange], ['delete', seen.onDidDelete]]) {
    const heard = []
    on(uri => { heard.push(uri.path) })
    for (const path of ['/w/a', '/elsewhere/secret', '/w/b']) listeners[name]({ path })
    assert.deepStrictEqual(heard, ['/w/a'], name)
  }
})

test('a watcher says what it leaves out, and ends with its own', () => {
  const { seen, real } = watched([])
  assert.deepStrictEqual([seen.ignoreCreateEvents, seen.ignoreChangeEvents, seen.ignoreDeleteEvents], [false, true, false])
  seen.dispose()
  assert.strictEqual(real.ended, 1)
})
