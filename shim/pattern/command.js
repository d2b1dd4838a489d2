'use strict'

const { append, indexOf, slice } = require('./primordials.js')
const { startsWith, endsWith, contains, anyOf, lower, patternText, subjectText } = require('./text.js')
const { setOf, cat, star, notSlash, compile, match } = require('./automaton.js')
const { fold } = require('./fold.js')
const { canonical, driveLetter } = require('./canonical.js')
const { parsePath, matchPath } = require('./path.js')
const { parseText, matchText } = require('./words.js')

// The twin of policygen/pattern/command.go.

const MAX_ARGS = 100
const SAFE = [43, 58, 61, 61, 64, 90, 95, 95, 97, 122]

// parseCommand compiles a program's pattern and its arguments'; null when they
// are none.
function parseCommand(platform, program, args) {
  const c = { any: program === '**', name: null, path: null, args: [], rest: false }
  if (!c.any && !parseProgram(platform, c, program)) return null
  if (args.length > MAX_ARGS) return null
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '...') {
      if (i < args.length - 1) return null
      c.rest = true
      break
    }
    const a = parseArgument(platform, args[i])
    if (a === null) return null
    append(c.args, a)
  }
  return c
}

function parseProgram(platform, c, program) {
  if (!patternText(program)) return false
  if (anyOf(program, '/\\$') || driveLetter(program)) {
    c.path = parsePath(platform, program)
    return c.path !== null
  }
  if (startsWith(program, 're:') || endsWith(program, '.') || endsWith(program, ' ') || contains(program, ':')) return false
  c.name = parseText(bareSuffix(program), star(setOf(notSlash())))
  return c.name !== null
}

function bareSuffix(name) {
  const n = name.length - 4
  const ending = n > 0 ? lower(slice(name, n)) : ''
  return ending === '.exe' || ending === '.com' ? slice(name, 0, n) : name
}

function parseArgument(platform, word) {
  if (word === '') {
    const empty = compile(cat([]))
    return { text: { exact: empty, folded: empty }, prefix: '', path: null }
  }
  if (!patternText(word)) return null
  const root = startsWith(word, 're:') ? -1 : indexOf(word, '${')
  if (root < 0) {
    const text = parseText(word)
    return text === null ? null : { text, prefix: '', path: null }
  }
  const prefix = slice(word, 0, root)
  const path = contains(prefix, '*') ? null : parsePath(platform, slice(word, root))
  return path === null ? null : { text: null, prefix, path }
}

// parseShell compiles a pattern of lines for a shell.
function parseShell(line) {
  if (typeof line === 'string' && contains(line, '${') && !startsWith(line, 're:')) return null
  return parseText(line, star(setOf(SAFE)), '**')
}

// bareName returns the spelling of a program's bare name, or null.
function bareName(platform, name) {
  if (!subjectText(name) || name === '' || name === '.' || name === '..' || contains(name, '/')) return null
  if (platform === 'win32' && (anyOf(name, '\\:') || endsWith(name, '.') || endsWith(name, ' '))) return null
  return fold(platform, bareSuffix(name))
}

// matchCommand reports that a program with its arguments, a list of strings of
// the loader's own, is one of the pattern's.
function matchCommand(scope, c, program, args) {
  if (!matchProgram(scope, c, program)) return false
  if (args.length < c.args.length || (args.length > c.args.length && !c.rest)) return false
  for (let i = 0; i < args.length; i++) {
    if (!subjectText(args[i]) || (i < c.args.length && !matchArgument(scope, c.args[i], args[i]))) return false
  }
  return true
}

function matchProgram(scope, c, program) {
  const bare = bareName(scope.platform, program)
  if (bare === null) {
    const path = canonical(scope.platform, program, true)
    return path !== null && (c.any || (c.path !== null && matchPath(scope, c.path, path)))
  }
  if (c.any) return true
  if (c.name !== null) return match(scope.platform === 'posix' ? c.name.exact : c.name.folded, bare)
  const values = c.path.mayBeBare ? scope.bare[c.path.root] : undefined
  if (values === undefined) return false
  for (let i = 0; i < values.length; i++) if (values[i] === bare) return true
  return false
}

function matchArgument(scope, a, word) {
  if (a.path === null) return match(a.text.exact, word)
  if (!startsWith(word, a.prefix)) return false
  const path = canonical(scope.platform, slice(word, a.prefix.length), false)
  return path !== null && matchPath(scope, a.path, path)
}

module.exports = { __proto__: null, parseCommand, parseShell, matchCommand, matchShell: matchText, bareName }
