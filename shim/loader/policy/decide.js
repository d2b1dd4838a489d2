'use strict'

// What observation alone may grant: the twin of Decide in the Go package
// policygen/observation. A log is not believed. A use is granted by itself only
// when it answers a question that the policy marks as unresolved, lies in no
// sensitive place, is no line for a shell and no shell, and names no program, host,
// variable or command that the code does not name in quotation marks. The rest
// waits until a person consents.

const pattern = require('../../pattern/index.js')
const { inPlace: isInPlace } = require('./policy.js')
const table = require('./table.json')
const {
  append, bare, bareList, indexOf, isArray, isIn, jsonStringify, lastIndexOf, mapGet, mapSet, Map, ownKeys, slice, startsWith, endsWith,
  toLowerCase,
} = require('../kernel/primordials.js')

const { own: ownRoots, roots: rootNames, sections, shells } = table
const MAX_DECIDED = 500
const MAX_ARGS = 20
const PORTS = bare(table.ports)
const REASONS = {
  __proto__: null, sure: 'the analysis of the code left no such question open', sensitive: 'it lies in a sensitive place',
  shell: 'it is a line for a shell',
  unnamed: 'the code does not name it', cut: 'it had more arguments than were written down', many: 'there were too many',
}

// decide gives { granted, waiting, odd }: lists of { section, entry } as a policy
// writes them, waiting ones with a reason. records are those of the log in order;
// named(word) asks the code; places are the policy's sensitive ones.
function decide(records, document, platform, places, named) {
  const asked = questions(document)
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
    if (grant === null) {
      odd++
      continue
    }
    const key = grant.section + ' ' + grant.name + ' ' + jsonStringify(grant.entry)
    if (mapGet(seen, key) !== undefined) continue
    mapSet(seen, key, true)
    const question = mapGet(asked, grant.section + ' ' + grant.name +
      (grant.section === 'processes' && grant.entry.shell !== undefined ? ' shell' : ''))
    let reason = ''
    if (grant.shell) reason = REASONS.shell
    else if (inPlace(grant, use, roots, platform, places)) reason = REASONS.sensitive
    else if (question === undefined) reason = REASONS.sure
    else if (use.cut) reason = REASONS.cut
    else if (!isNamed(use, named)) reason = REASONS.unnamed
    else if (granted.length >= MAX_DECIDED) reason = REASONS.many
    const entry = question !== undefined && question.trustedOnly ? trustedOnly(grant) : grant.entry
    if (reason === '') append(granted, { section: grant.section, name: grant.name, entry })
    else if (waiting.length < MAX_DECIDED) {
      append(waiting, { section: grant.section, name: grant.name, entry, reason, sensitive: reason === REASONS.sensitive })
    }
  }
  return { __proto__: null, granted, waiting, odd }
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
      add('modules', names[i], false, modules[names[i]][j])
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

// rootsOf lists the roots of a run, the longest first.
function rootsOf(named) {
  const out = []
  if (named === null || typeof named !== 'object') return out
  for (let i = 0; i < rootNames.length; i++) {
    const list = named[rootNames[i]]
    if (!isArray(list)) continue
    for (let j = 0; j < list.length; j++) {
      let path = typeof list[j] === 'string' ? forward(list[j]) : ''
      while (endsWith(path, '/')) path = slice(path, 0, path.length - 1)
      if (path.length <= 3) continue
      let at = out.length
      append(out, null)
      for (; at > 0 && out[at - 1].path.length < path.length; at--) out[at] = out[at - 1]
      out[at] = { __proto__: null, name: rootNames[i], path }
    }
  }
  return out
}

function forward(text) {
  let out = ''
  for (let i = 0; i < text.length; i++) out += text[i] === '\\' ? '/' : text[i]
  return out
}

function relative(path, roots) {
  for (let i = 0; i < roots.length; i++) {
    const r = roots[i]
    if (path === r.path || startsWith(path, r.path + '/')) return '${' + r.name + '}' + slice(path, r.path.length)
  }
  return path
}

function relativeUse(r, roots) {
  const text = v => (typeof v === 'string' ? v : '')
  const args = []
  if (isArray(r.args)) {
    for (let i = 0; i < r.args.length; i++) {
      const a = text(r.args[i])
      const at = indexOf(a, '=')
      const flag = startsWith(a, '-') && at > 0 && a[at + 1] === '/'
      append(args, flag ? slice(a, 0, at + 1) + relative(slice(a, at + 1), roots) : relative(a, roots))
    }
  }
  return {
    __proto__: null, section: text(r.section), name: text(r.name), text: text(r.text), path: relative(text(r.path), roots),
    at: text(r.path), program: relative(text(r.program), roots), args, address: text(r.address), sha256: text(r.sha256),
    cut: r.cut === true || args.length >= MAX_ARGS,
  }
}

// cutText reports a record of which something was left out.
function cutText(r) {
  const keys = ['name', 'text', 'path', 'program', 'address']
  for (let i = 0; i < keys.length; i++) if (typeof r[keys[i]] === 'string' && indexOf(r[keys[i]], '…') >= 0) return true
  if (isArray(r.args)) for (let i = 0; i < r.args.length; i++) if (indexOf('' + r.args[i], '…') >= 0) return true
  return false
}

// grantOf writes a use as a line of a policy for it alone, or null when that has
// another meaning in patterns.
function grantOf(u) {
  const g = (entry, ok, name, shell) =>
    (ok ? { __proto__: null, section: u.section, name: name === undefined ? '' : name, entry, shell: shell === true } : null)
  switch (u.section) {
    case 'modules': return g(u.text, u.text !== '*' && u.name !== '', u.name)
    case 'files.read': case 'files.write': return g(u.path, plain(u.path))
    case 'network.connect': case 'network.listen': {
      const address = originOf(u.address)
      return g(address, plain(address))
    }
    case 'processes': {
      if (u.program === '') return g({ shell: u.text }, u.text !== '', '', true)
      for (let i = 0; i < u.args.length; i++) if (!plain(u.args[i]) || u.args[i] === '...') return null
      if (u.cut) append(u.args, '...')
      return g({ command: u.program, args: u.args }, plain(u.program), '', isIn(shells, baseOf(u.program)))
    }
    case 'env.read': return g(u.text, plain(u.text))
    case 'vscode': {
      const resource = u.path !== '' ? u.path : u.text
      return resource === '' ? g(u.name, u.name !== '', u.name) : g({ surface: u.name, resource }, plain(resource), u.name)
    }
    case 'code': {
      if (u.path === '') return g(u.name, u.name !== '', u.name)
      return g(u.sha256 === '' ? { code: u.name, path: u.path } : { code: u.name, path: u.path, sha256: u.sha256 }, plain(u.path), u.name)
    }
  }
  return null
}

// keyOf is what the entries of a section call what they are about.
function keyOf(section) {
  if (startsWith(section, 'files.')) return 'path'
  if (startsWith(section, 'network.')) return 'address'
  return section === 'modules' ? 'function' : section === 'env.read' ? 'name' : section === 'vscode' ? 'surface' : 'code'
}

function trustedOnly(grant) {
  const e = grant.entry
  if (typeof e !== 'string') return { ...e, trustedOnly: true }
  return { [keyOf(grant.section)]: e, trustedOnly: true }
}

// plain reports text that stands for itself in a pattern, behind a root or a flag.
function plain(given) {
  let text = given
  if (startsWith(text, '--') && text.length > 2) {
    const at = indexOf(text, '=')
    text = at < 0 || at === text.length - 1 ? slice(text, 2) : slice(text, at + 1)
  }
  if (startsWith(text, '${')) {
    const end = indexOf(text, '}')
    if (end < 0 || !isIn(rootNames, slice(text, 2, end))) return false
    text = '/' + slice(text, end + 1)
  }
  return text !== '' && indexOf(text, '*') < 0 && indexOf(text, '\\') < 0 && indexOf(text, '${') < 0 && indexOf(text, 're:') < 0
}

const baseOf = path => {
  let name = slice(path, lastIndexOf(path, '/') + 1)
  if (endsWith(toLowerCase(name), '.exe')) name = slice(name, 0, name.length - 4)
  return toLowerCase(name)
}

// originOf is an address without its path and its usual port.
function originOf(address) {
  const at = indexOf(address, '://')
  if (at < 0) return address
  const scheme = slice(address, 0, at)
  let host = slice(address, at + 3)
  const end = indexOf(host, '/')
  if (end >= 0) host = slice(host, 0, end)
  const port = PORTS[scheme]
  if (port !== undefined && endsWith(host, port)) host = slice(host, 0, host.length - port.length)
  return scheme === 'tcp' || scheme === 'tls' ? host : scheme + '://' + host
}

function hostOf(address) {
  const at = indexOf(address, '://')
  let rest = at < 0 ? address : slice(address, at + 3)
  const end = indexOf(rest, '/')
  if (end >= 0) rest = slice(rest, 0, end)
  const colon = lastIndexOf(rest, ':')
  if (colon >= 0 && !endsWith(rest, ']')) rest = slice(rest, 0, colon)
  return startsWith(rest, '[') && endsWith(rest, ']') ? slice(rest, 1, rest.length - 1) : rest
}

function isNamed(u, named) {
  switch (u.section) {
    case 'processes': {
      const end = endsWith(u.program, '.exe') ? u.program.length - 4 : u.program.length
      return named(slice(u.program, lastIndexOf(u.program, '/') + 1, end))
    }
    case 'network.connect': case 'network.listen': return named(hostOf(u.address))
    case 'env.read': return named(u.text)
    case 'vscode': return u.text === '' || u.path !== '' || named(u.text)
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
  const names = bareList()
  const values = bareList()
  for (let i = 0; i < rootNames.length; i++) {
    const list = []
    for (let j = 0; j < roots.length; j++) if (roots[j].name === rootNames[i]) append(list, roots[j].path)
    if (list.length === 0) continue
    names[names.length] = rootNames[i]
    values[values.length] = list
  }
  const scope = pattern.createScope(platform, names, values)
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
