'use strict'

// What observation alone may grant: the twin of Decide in the Go package
// policygen/observation. A log is not believed. A use is granted by itself only
// when it answers a question that the policy marks as unresolved, lies in no
// sensitive place, is no line for a shell and no shell, and names no program, host,
// variable or command that the code does not name in quotation marks. The rest
// waits until a person consents.

const { inPlace: isInPlace } = require('./sensitiveplaces.js')
const table = require('./table.json')
const {
  append, indexOf, isArray, isIn, lastIndexOf, mapGet, mapSet, Map, ownKeys, slice, startsWith, endsWith,
} = require('../kernel/primordials.js')
const { jsonText } = require('../kernel/json.js')
const { rootsOf, relativeUse, cutText, grantOf, trustedOnly, hostOf } = require('./uses.js')
const { createChange, waits, scopeOf } = require('./harmless.js')
const { readable } = require('./policy.js')

const { own: ownRoots, sections } = table
const MAX_DECIDED = 500
const REASONS = {
  __proto__: null, sure: 'the analysis of the code left no such question open', sensitive: 'it lies in a sensitive place',
  shell: 'it is a line for a shell',
  unnamed: 'the code does not name it', cut: 'it had more arguments than were written down', many: 'there were too many',
  program: 'it is no program that observation grants by itself', writable: 'the extension or the workspace may be able to change it',
  steers: 'it decides what a tool runs', launcher: 'the editor runs programs through it',
  setting: 'a setting decides what the editor and other extensions do',
  command: 'it is no command of the editor\'s that observation grants by itself',
}

// decide returns { granted, waiting, odd }: lists of { section, entry } as a policy
// writes them, waiting ones with a reason. records are those of the log in order;
// named(word) asks the code; places are the policy's sensitive ones.
function decide(records, document, platform, places, named) {
  const asked = questions(document)
  const change = createChange(records, document, platform)
  const changed = changedPrograms(records, change)
  const granted = []
  const waiting = []
  const seen = new Map()
  let odd = 0
  let roots = []
  for (let i = 0; i < records.length; i++) {
    const r = records[i]
    if (r.e === 'roots') roots = rootsOf(r.roots)
    if (r.e !== 'use' || r.granted === true) continue
    const use = relativeUse(r, roots)
    const grant = cutText(r) ? null : grantOf(use)
    // A line that cannot be read would leave nothing of the policy.
    if (grant === null || !readable(platform, grant)) {
      odd++
      continue
    }
    const key = keyOf(grant)
    if (mapGet(seen, key) !== undefined) continue
    mapSet(seen, key, true)
    const question = questionOf(asked, grant)
    let reason = ''
    if (grant.shell) reason = REASONS.shell
    else if (inPlace(grant, use, roots, platform, places)) reason = REASONS.sensitive
    else if (question === undefined) reason = REASONS.sure
    else if (use.cut) reason = REASONS.cut
    else if (!isNamed(use, named)) reason = REASONS.unnamed
    else if (mapGet(changed, keyOf(grant)) === true) reason = REASONS.writable
    else if (waits(use, roots, change) !== '') reason = REASONS[waits(use, roots, change)]
    else if (granted.length >= MAX_DECIDED) reason = REASONS.many
    const entry = question !== undefined && question.trustedOnly ? trustedOnly(grant) : grant.entry
    if (reason === '') append(granted, { section: grant.section, name: grant.name, entry })
    else if (waiting.length < MAX_DECIDED) {
      append(waiting, { section: grant.section, name: grant.name, entry, reason, sensitive: reason === REASONS.sensitive })
    }
  }
  return { __proto__: null, granted, waiting, odd }
}

// questionOf is what a grant answers. A question about a function is about that function: each of the editor's has its own power.
function questionOf(asked, { section, name, entry }) {
  if (section === 'modules') {
    const own = mapGet(asked, 'modules ' + name + ' ' + entry)
    return own !== undefined || name === 'vscode' ? own : mapGet(asked, 'modules ' + name + ' *')
  }
  return mapGet(asked, section + ' ' + name + (section === 'processes' && entry.shell !== undefined ? ' shell' : ''))
}

const keyOf = grant => grant.section + ' ' + grant.name + ' ' + jsonText(grant.entry)

// changedPrograms lists the programs of which one run found a file that somebody may
// have put there: no other run makes up for that.
function changedPrograms(records, change) {
  const out = new Map()
  let roots = []
  for (let i = 0; i < records.length; i++) {
    const r = records[i]
    if (r.e === 'roots') roots = rootsOf(r.roots)
    if (r.e !== 'use' || r.section !== 'processes') continue
    const use = relativeUse(r, roots)
    const grant = cutText(r) ? null : grantOf(use)
    if (grant !== null && use.program !== '' && (use.path === '' || change(use, roots, ''))) mapSet(out, keyOf(grant), true)
  }
  return out
}

// questions maps what the policy marks as unresolved; trustedOnly when all such
// lines are about trusted workspaces.
function questions(document) {
  const out = new Map()
  const add = (section, name, shell, entry) => {
    if (entry === null || typeof entry !== 'object' || entry.mark !== 'unresolved') return
    const key = section + ' ' + name + (shell ? ' shell' : '')
    const before = mapGet(out, key)
    mapSet(out, key, { __proto__: null, trustedOnly: entry.trustedOnly === true && (before === undefined || before.trustedOnly) })
  }
  const { modules } = document
  if (modules !== undefined && modules !== null) {
    const names = ownKeys(modules)
    for (let i = 0; i < names.length; i++) for (let j = 0; j < modules[names[i]].length; j++) {
      const e = modules[names[i]][j]
      if (e !== null && typeof e === 'object') add('modules', names[i] + ' ' + e.function, false, e)
    }
  }
  for (let i = 0; i < sections.length; i++) {
    const section = sections[i].name
    const list = document[section]
    if (!isArray(list)) continue
    for (let j = 0; j < list.length; j++) {
      const e = list[j]
      if (e === null || typeof e !== 'object') continue
      add(section, section === 'vscode' ? e.surface : section === 'code' ? e.code : '', e.shell !== undefined, e)
    }
  }
  return out
}

// Surfaces of which each use names one thing. A use that names none is about all of them.
const ONE = ['command', 'open', 'settings.read', 'settings.write', 'secrets', 'extensions', 'auth']

function isNamed(u, named) {
  switch (u.section) {
    case 'processes': {
      const end = endsWith(u.program, '.exe') ? u.program.length - 4 : u.program.length
      return named(slice(u.program, lastIndexOf(u.program, '/') + 1, end))
    }
    case 'network.connect': case 'network.listen': return named(hostOf(u.address))
    case 'env.read': return named(u.text)
    case 'vscode': return u.path !== '' || (u.text === '' ? !isIn(ONE, u.name) : named(u.text))
    case 'code': case 'modules': return u.path === '' || named(slice(u.path, lastIndexOf(u.path, '/') + 1))
  }
  return true
}

// inPlace reports that what was used lies in a sensitive place. The extension's own
// folders lie below places of the editor's and are its own.
function inPlace(grant, u, roots, platform, places) {
  const socket = startsWith(u.address, 'unix:') ? slice(u.address, 5) : ''
  const subject = socket !== '' ? socket : u.at
  if (subject === '' || u.section === 'code' || u.section === 'processes') return false
  const scope = scopeOf(platform, roots)
  const reads = u.section === 'files.read' || u.name === 'files.read'
  let own = false
  for (let i = 0; i < ownRoots.length; i++) if (startsWith(u.path, '${' + ownRoots[i] + '}')) own = true
  for (let i = 0; i < places.length; i++) {
    const p = places[i]
    if ((reads && !p.read) || (own && !startsWith(p.text, '**/'))) continue
    if (isInPlace(scope, p, subject)) return true
  }
  return false
}

// namedIn asks the text of an extension's files whether it names a word: by itself
// within quotation marks, at the beginning of what they enclose, or as the host of
// an address.
function namedIn(texts) {
  const before = '"\'`/'
  const after = '"\'` /:?#'
  return word => {
    if (word.length < 2) return false
    for (let i = 0; i < texts.length; i++) {
      const text = texts[i]
      for (let at = indexOf(text, word); at >= 0; at = indexOf(text, word, at + 1)) {
        const end = at + word.length
        if (at > 0 && end < text.length && indexOf(before, text[at - 1]) >= 0 && indexOf(after, text[end]) >= 0) return true
      }
    }
    return false
  }
}

// extended adds decided lines to a policy's document.
function extended(document, entries) {
  const out = { ...document, modules: { ...document.modules } }
  for (let i = 0; i < entries.length; i++) {
    const { section, name, entry } = entries[i]
    const owner = section === 'modules' ? out.modules : out
    const key = section === 'modules' ? name : section
    const list = []
    const old = owner[key]
    if (isArray(old)) for (let j = 0; j < old.length; j++) append(list, old[j])
    append(list, entry)
    owner[key] = list
  }
  return out
}

module.exports = { __proto__: null, decide, namedIn, extended }
