'use strict'

// Watchers of files (invariant 10). VS Code tells a watcher of every file below a folder, which may
// be any of the disk's. The extension hears of those that the policy lets it read.

const { apply } = require('../kernel/primordials.js')
const { refOf } = require('./members.js')

// heard is an event that tells of what may be read, and of nothing else.
const heard = (permissions, event) => listener =>
  apply(event, undefined, [uri => { if (permissions.reads(uri)) listener(uri) }])

// watching gives the function that watches.
function watching(editor, real, key, member) {
  const { border, permissions } = editor
  return () => (...args) => {
    const w = border.real(border.call(real[key], real, args, refOf(member)))
    return border.outward({
      ignoreCreateEvents: w.ignoreCreateEvents, ignoreChangeEvents: w.ignoreChangeEvents, ignoreDeleteEvents: w.ignoreDeleteEvents,
      onDidCreate: heard(permissions, w.onDidCreate), onDidChange: heard(permissions, w.onDidChange),
      onDidDelete: heard(permissions, w.onDidDelete), dispose: () => apply(w.dispose, w, []),
    }, 'FileSystemWatcher')
  }
}

module.exports = { __proto__: null, watching }
