'use strict'

const { append, indexOf, slice } = require('./primordials.js')
const { startsWith, endsWith, contains, split, lower, trimStart, allOf, patternText } = require('./text.js')
const { setOf, cat, star, plus, one, literal, notSlash, size, compile, match, MAX_SIZE } = require('./automaton.js')
const { parseRegexp } = require('./regexp.js')
const { fold } = require('./fold.js')
const { canonical, driveLetter, specialShare } = require('./canonical.js')

// The twin of policygen/pattern/path.go and scope.go. A pattern is compiled for
// one platform: the one the loader runs on.

const SLASH = 47
const ANYWHERE = 0
const NAMED = 1
const DISK = 2
const DRIVE = 3
const SHARE = 4

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

// validSetting allows a star among the names of a setting, behind the first: each member of its value.
function validSetting(id) {
  let plain = ''
  for (let rest = id, first = true; rest !== null; first = false) {
    const at = indexOf(rest, '.')
    const name = at < 0 ? rest : slice(rest, 0, at)
    if (first || name !== '*') plain += name
    rest = at < 0 ? null : slice(rest, at + 1)
  }
  return plain !== '' && allOf(lower(plain), LETTERS + '-_')
}

function validRoot(name) {
  switch (name) {
    case 'app': case 'extension': case 'globalStorage': case 'home': case 'logs': case 'tmp': case 'workspace': case 'workspaceStorage':
      return true
  }
  if (startsWith(name, 'config:')) return validSetting(slice(name, 7))
  if (startsWith(name, 'env:')) return name.length > 4 && allOf(lower(slice(name, 4)), LETTERS + '_()')
  return false
}

// parseStart returns where a pattern starts and the rest behind a slash, or null.
function parseStart(text) {
  const at = (start, root, rest) => ({ start, root, rest })
  if (startsWith(text, '${')) {
    const end = indexOf(text, '}')
    if (end < 0) return null
    const root = slice(text, 2, end)
    const rest = slice(text, end + 1)
    if (!validRoot(root) || (rest !== '' && (rest[0] !== '/' || rest === '/'))) return null
    return at(NAMED, root, slice(rest, 1))
  }
  if (startsWith(text, '//')) {
    const end = indexOf(text, '/', 2)
    if (end < 0) return null
    let next = indexOf(text, '/', end + 1)
    if (next === text.length - 1) return null
    if (next < 0) next = text.length
    const server = slice(text, 2, end)
    const share = slice(text, end + 1, next)
    if (server === '' || share === '' || contains(server + share, '*')) return null
    if (server === '.' || server === '?' || server === '..' || share === '.' || share === '..' || specialShare(share)) return null
    return at(SHARE, slice(text, 0, next), slice(text, next + 1))
  }
  if (text[0] === '/') return at(DISK, '', slice(text, 1))
  if (driveLetter(text) && text.length >= 3 && text[2] === '/') {
    return text[0] >= 'a' ? null : at(DRIVE, slice(text, 0, 2), slice(text, 3))
  }
  if (text === '**' || startsWith(text, '**/')) return at(ANYWHERE, '', text)
  return null
}

// tree is the pattern below its start, on names that each end in a slash.
function tree(rest, platform) {
  if (startsWith(rest, 're:')) {
    const n = parseRegexp(slice(rest, 3), platform !== 'posix')
    return n === null ? null : cat([n, one(SLASH)])
  }
  const subs = []
  const globs = rest === '' ? [] : split(rest, '/')
  for (let i = 0; i < globs.length; i++) {
    const g = globs[i]
    if (g === '' || g === '.' || g === '..' || contains(g, '\\') || contains(g, '${') || startsWith(g, 're:')) return null
    if (g === '**') {
      if (i > 0 && globs[i - 1] === '**') return null
      append(subs, star(cat([plus(setOf(notSlash())), one(SLASH)])))
      continue
    }
    if (contains(g, '**')) return null
    append(subs, segment(g, platform))
    append(subs, one(SLASH))
  }
  return cat(subs)
}

function segment(glob, platform) {
  if (glob === '*') return plus(setOf(notSlash()))
  const subs = []
  const pieces = split(glob, '*')
  for (let i = 0; i < pieces.length; i++) {
    if (i > 0) append(subs, star(setOf(notSlash())))
    append(subs, literal(fold(platform, pieces[i])))
  }
  return cat(subs)
}

// parsePath compiles a path pattern for a platform; null when it is none.
function parsePath(platform, text) {
  if (!patternText(text)) return null
  const s = parseStart(text)
  if (s === null || (s.start === ANYWHERE && startsWith(s.rest, 're:'))) return null
  const n = tree(s.rest, platform)
  if (n === null || size(n) > MAX_SIZE) return null
  return {
    start: s.start,
    root: s.start === DRIVE || s.start === SHARE ? fold('win32', s.root) : s.root,
    all: s.rest === '**',
    // A setting or a variable alone may be the bare name of a program.
    mayBeBare: s.start === NAMED && contains(s.root, ':') && s.rest === '',
    // Compiled when a path first comes this far.
    below: n,
    automaton: null,
  }
}

// createScope takes the values of the roots, { name: [path, …] }, made canonical
// by the disk. See NewScope for what counts as absent.
function createScope(platform, names, values, bareName) {
  const roots = { __proto__: null }
  const bare = { __proto__: null }
  for (let i = 0; i < names.length; i++) {
    const name = names[i]
    roots[name] = []
    bare[name] = []
    for (let j = 0; j < values[i].length; j++) {
      const word = contains(name, ':') ? bareName(platform, values[i][j]) : null
      if (word !== null) append(bare[name], word)
      const path = canonical(platform, values[i][j], true)
      if (path !== null && (!endsWith(path, '/') || name === 'workspace')) append(roots[name], path)
    }
  }
  return { platform, roots, bare }
}

// below returns what lies below a root, without the slash, or null.
function below(root, path) {
  const stem = endsWith(root, '/') ? slice(root, 0, root.length - 1) : root
  if (!startsWith(path, stem)) return null
  if (path.length === stem.length) return ''
  return path[stem.length] === '/' ? slice(path, stem.length + 1) : null
}

function matchRest(p, rest) {
  if (p.all) return true
  if (p.automaton === null) p.automaton = compile(p.below)
  return match(p.automaton, rest === '' ? '' : rest + '/')
}

// matchPath reports that a canonical path is one of the pattern's.
function matchPath(scope, p, path) {
  if (p.start === NAMED) {
    const roots = scope.roots[p.root]
    if (roots === undefined) return false
    for (let i = 0; i < roots.length; i++) {
      const rest = below(roots[i], path)
      if (rest !== null && matchRest(p, rest)) return true
    }
    return false
  }
  if (p.start === DISK) return scope.platform !== 'win32' && path[0] === '/' && matchRest(p, slice(path, 1))
  if (p.start === DRIVE || p.start === SHARE) {
    if (scope.platform !== 'win32') return false
    const rest = below(p.root, path)
    return rest !== null && matchRest(p, rest)
  }
  return matchRest(p, trimStart(path, '/'))
}

module.exports = { __proto__: null, parsePath, createScope, matchPath }
