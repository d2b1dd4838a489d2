'use strict'

// What a record of the log was: a use, written as a line of a policy for it alone.

const table = require('./table.json')
const { append, bare, indexOf, isArray, isIn, lastIndexOf, slice, startsWith, endsWith, toLowerCase } = require('../kernel/primordials.js')

const { roots: rootNames, shells } = table

const MAX_ARGS = 20
const PORTS = bare(table.ports)

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
      if (u.program === '') return g({ shell: u.text }, plainLine(u.text), '', true)
      const args = []
      for (let i = 0; i < u.args.length; i++) {
        const word = exactly(u.args[i])
        if (word === null) return null
        append(args, word)
      }
      if (u.cut) append(args, '...')
      return g({ command: u.program, args }, plain(u.program), '', isIn(shells, baseOf(u.program)))
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

// LONGEST is how long an argument may be that is written as an expression, in bytes.
const LONGEST = 400

// exactly writes an argument as a pattern of it alone, or gives null. One with a * or a backslash in it is an expression that takes just
// that; what an expression cannot say (other letters than plain ones, a root) is not written.
function exactly(word) {
  if (plain(word) && word !== '...') return word
  if (word === '' || word.length > LONGEST || indexOf(word, '${') >= 0) return null
  let out = 're:'
  for (let i = 0; i < word.length; i++) {
    const c = word[i]
    if (c < ' ' || c > '~') return null
    out += indexOf('^$\\.*+?()[]{}|/', c) >= 0 ? '\\' + c : c
  }
  return out
}

// plainLine reports a line for a shell that stands for itself: a backslash has no meaning in its patterns.
const plainLine = line => line !== '' && indexOf(line, '*') < 0 && indexOf(line, '${') < 0 && !startsWith(line, 're:')

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
  if (startsWith(address, 'unix:')) return slice(address, lastIndexOf(address, '/') + 1)
  const at = indexOf(address, '://')
  let rest = at < 0 ? address : slice(address, at + 3)
  const end = indexOf(rest, '/')
  if (end >= 0) rest = slice(rest, 0, end)
  const colon = lastIndexOf(rest, ':')
  if (colon >= 0 && !endsWith(rest, ']')) rest = slice(rest, 0, colon)
  return startsWith(rest, '[') && endsWith(rest, ']') ? slice(rest, 1, rest.length - 1) : rest
}

module.exports = { __proto__: null, rootsOf, relativeUse, cutText, grantOf, trustedOnly, hostOf }
