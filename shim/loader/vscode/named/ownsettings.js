'use strict'

// Which settings are the extension's own (invariant 10): those that its manifest declares and nobody
// else does. A manifest may declare what it likes: one that names a setting of another extension, or
// one among the editor's own, makes nothing of it the extension's, and neither does one that names all of a group.

const { append, isArray, isIn, ownKeys, startsWith, toLowerCase } = require('../../kernel/primordials.js')
const { squashed } = require('./names.js')

// What the editor's own settings begin with (its registry of configuration). No default says whose it is.
const EDITORS = ['accessibility', 'application', 'audiocues', 'breadcrumbs', 'chat', 'comments', 'debug', 'diffeditor', 'editor',
  'explorer', 'extensions', 'files', 'http', 'inlinechat', 'interactivewindow', 'keyboard', 'launch', 'mcp', 'mergeeditor',
  'multidiffeditor',
  'notebook', 'outline', 'output', 'problems', 'remote', 'scm', 'screencastmode', 'search', 'searcheditor', 'security', 'settingssync',
  'signals', 'sync', 'task', 'tasks', 'telemetry', 'terminal', 'testing', 'timeline', 'update', 'window', 'workbench', 'zenmode']
// Groups among these that are extensions', and what of the editor's could be called like one.
const THEIRS = ['debug.javascript', 'remote.containers', 'remote.ssh', 'remote.wsl']
const NO_NAMES = ['integrated', 'external', 'editor', 'console', 'terminal', 'toolbar', 'quickopen', 'workspace', 'trust', 'tree', 'panel',
  'activitybar', 'statusbar', 'commandpalette', 'settings', 'experimental', 'agent', 'mcp', 'suggest', 'minimap', 'hover',
  'language', 'env']

// isEditors reports a name in a group of the editor's. A group below one of these that is called like the extension is not.
function isEditors(name, manifest) {
  const small = toLowerCase(name)
  for (let i = 0; i < THEIRS.length; i++) if (within(small, THEIRS[i])) return false
  const parts = ['', '']
  for (let i = 0, n = 0; i < small.length && n < 2; i++) {
    if (small[i] === '.') n++
    else parts[n] += small[i]
  }
  if (!isIn(EDITORS, parts[0])) return false
  const own = manifest === undefined || manifest === null ? '' : squashed('' + manifest.name)
  return own.length < 4 || squashed(parts[1]) !== own || isIn(NO_NAMES, own)
}

// declaredBy lists what a manifest declares, each with its default.
function declaredBy(manifest) {
  const out = []
  const contributes = manifest === undefined || manifest === null ? undefined : manifest.contributes
  const given = contributes === undefined || contributes === null ? undefined : contributes.configuration
  const list = isArray(given) ? given : given === undefined || given === null ? [] : [given]
  for (let i = 0; i < list.length; i++) {
    const properties = list[i] === null || list[i] === undefined ? undefined : list[i].properties
    if (properties === undefined || properties === null) continue
    const keys = ownKeys(properties)
    for (let j = 0; j < keys.length; j++) {
      const schema = properties[keys[j]]
      append(out, { __proto__: null, key: keys[j], value: schema === null || schema === undefined ? undefined : schema.default })
    }
  }
  return out
}

// within reports a name that is another or lies below it.
const within = (name, above) => name === above || startsWith(name, above + '.')

// covered reports a name that one of the settings is, lies above or lies below.
function covered(list, name) {
  for (let i = 0; i < list.length; i++) if (within(name, list[i].key) || within(list[i].key, name)) return true
  return false
}

// groupOf is the group that a setting stands in, or ''.
function groupOf(name) {
  let at = 0
  for (let i = 0; i < name.length; i++) if (name[i] === '.') at = i
  let out = ''
  for (let i = 0; i < at; i++) out += name[i]
  return out
}

// holdsForeign reports a group with a setting that no extension declares: it is the editor's.
function holdsForeign(group, name, all) {
  const keys = isObject(group) ? ownKeys(group) : []
  for (let i = 0; i < keys.length; i++) if (typeof keys[i] === 'string' && !covered(all, name + '.' + keys[i])) return true
  return false
}

const isObject = v => v !== null && typeof v === 'object' && !isArray(v)

// ownSettings lists the names. manifests are those of the other extensions, defaultOf gives
// what a setting or a group of them is where nobody set anything, isClaimed reports a name that is more another's (names.js).
function ownSettings(manifest, manifests, defaultOf, isClaimed = _ => false) {
  const mine = declaredBy(manifest)
  const others = []
  for (let i = 0; i < manifests.length; i++) {
    const theirs = declaredBy(manifests[i])
    for (let j = 0; j < theirs.length; j++) append(others, theirs[j])
  }
  const all = []
  for (let i = 0; i < mine.length; i++) append(all, mine[i])
  for (let i = 0; i < others.length; i++) append(all, others[i])
  const out = []
  for (let i = 0; i < mine.length; i++) {
    const { key, value } = mine[i]
    const group = groupOf(key)
    // A name without a group is that of a group.
    if (group === '' || isEditors(key, manifest) || isClaimed(key)) continue
    if (covered(others, key) || holdsForeign(defaultOf(group), group, all)) continue
    // What lies below it is in its own default, or declared.
    const below = []
    const entries = isObject(value) ? ownKeys(value) : []
    for (let j = 0; j < entries.length; j++) append(below, { __proto__: null, key: key + '.' + entries[j] })
    for (let j = 0; j < mine.length; j++) if (mine[j].key !== key) append(below, mine[j])
    if (!holdsForeign(defaultOf(key), key, below)) append(out, key)
  }
  return out
}

module.exports = { __proto__: null, ownSettings }
