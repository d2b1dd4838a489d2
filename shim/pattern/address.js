'use strict'

const { append, codeAt, indexOf, lastIndexOf, slice } = require('./primordials.js')
const { startsWith, endsWith, contains, split, join, anyOf, allOf, patternText, subjectText, MAX_SUBJECT } = require('./text.js')
const { setOf, one, cat, star, optional, literal, anyRune, notSlash, compile, match } = require('./automaton.js')
const { canonicalHost, isNumber, lastLabel } = require('./host.js')
const { parsePath, matchPath } = require('./path.js')
const { parseText } = require('./words.js')
const { fold } = require('./fold.js')

// The twin of policygen/pattern/address.go and endpoint.go.

const MAX_PORT = 65535
const HEX = '0123456789ABCDEF'
const SMALL = 'abcdefghijklmnopqrstuvwxyz'

function defaultPort(scheme) {
  switch (scheme) {
    case 'http': case 'ws': return 80
    case 'https': case 'wss': return 443
    case 'ftp': return 21
  }
  return 0
}

const validScheme = s => typeof s === 'string' && s !== '' && allOf(s, SMALL + '0123456789+-.') && contains(SMALL, s[0])

const address = fields => ({
  __proto__: null, scheme: '', host: '', below: false, from: 0, to: 0, path: null, socket: null, pipe: null, ...fields,
})

// parseAddress compiles an address pattern for a platform; null when it is none.
function parseAddress(platform, text) {
  if (!patternText(text)) return null
  if (startsWith(text, 'unix:') && !startsWith(text, 'unix://')) {
    const socket = parsePath(platform, slice(text, 5))
    return socket === null ? null : address({ socket })
  }
  if (startsWith(text, 'pipe:') && !startsWith(text, 'pipe://')) {
    const name = slice(text, 5)
    const pipe = parseText(name)
    return pipe === null || (anyOf(name, '/\\') && !startsWith(name, 're:')) ? null : address({ pipe })
  }
  const a = address({})
  let rest = text
  const colon = indexOf(text, '://')
  if (colon >= 0) {
    a.scheme = slice(text, 0, colon)
    rest = slice(text, colon + 3)
    if (!validScheme(a.scheme)) return null
  }
  const slash = indexOf(rest, '/')
  const path = slash < 0 ? '' : slice(rest, slash)
  const host = slash < 0 ? rest : slice(rest, 0, slash)
  if ((path !== '' && a.scheme === '') || !parseHostPort(a, host) || !parseURLPath(a, path)) return null
  return a
}

function parseHostPort(a, text) {
  if (contains(text, '@')) return false
  const own = defaultPort(a.scheme)
  const colon = endsWith(text, ']') ? -1 : lastIndexOf(text, ':')
  if (colon < 0) {
    a.from = a.to = own
    return own !== 0 && parseHost(a, text)
  }
  if (!parsePorts(a, slice(text, colon + 1))) return false
  return !(own !== 0 && a.from === own && a.to === own) && parseHost(a, slice(text, 0, colon))
}

function parsePorts(a, port) {
  if (port === '*') {
    a.to = MAX_PORT
    return true
  }
  const dash = indexOf(port, '-')
  a.from = portNumber(dash < 0 ? port : slice(port, 0, dash))
  a.to = dash < 0 ? a.from : portNumber(slice(port, dash + 1))
  if (a.from < 0 || a.to < a.from) return false
  return dash < 0 || (a.from !== a.to && (a.from !== 0 || a.to !== MAX_PORT))
}

function portNumber(s) {
  if (s === '' || s.length > 5 || !allOf(s, '0123456789') || (s.length > 1 && s[0] === '0')) return -1
  let n = 0
  for (let i = 0; i < s.length; i++) n = 10 * n + codeAt(s, i) - 48
  return n > MAX_PORT ? -1 : n
}

function parseHost(a, host) {
  if (host === '*') return true
  a.below = startsWith(host, '*.')
  a.host = a.below ? slice(host, 2) : host
  if (contains(a.host, '*')) return false
  const canonical = canonicalHost(a.host)
  if (canonical === null) return false
  const six = contains(canonical, ':')
  if (a.below && (six || isNumber(lastLabel(canonical)))) return false
  if (a.host !== (six ? '[' + canonical + ']' : canonical)) return false
  a.host = canonical
  return true
}

function parseURLPath(a, path) {
  if (path === '') return true
  const parts = split(slice(path, 1), '/')
  for (let i = 0; i < parts.length; i++) {
    if (parts[i] === '.' || parts[i] === '..' || (parts[i] !== '**' && contains(parts[i], '**'))) return false
  }
  const all = endsWith(path, '/**')
  const stem = all ? slice(path, 0, path.length - 3) : path
  if (contains(stem, '**') || anyOf(path, '?#')) return false
  const plain = '/' + join(split(slice(stem, 1), '*'), 'x')
  if (canonicalURLPath(plain) !== plain) return false
  const subs = []
  const pieces = split(stem, '*')
  for (let i = 0; i < pieces.length; i++) {
    if (i > 0) append(subs, star(setOf(notSlash())))
    append(subs, literal(pieces[i]))
  }
  const deeper = cat([one(47), star(setOf(anyRune()))])
  if (all) append(subs, stem === '' ? deeper : optional(deeper))
  a.path = compile(cat(subs))
  return a.path !== null
}

// simple reports a path in which nothing is encoded and no part begins with a dot.
function simple(path) {
  for (let i = 0; i < path.length; i++) {
    const c = codeAt(path, i)
    const letter = (c >= 97 && c <= 122) || (c >= 64 && c <= 90) || (c >= 45 && c <= 57) || c === 95 || c === 126
    if (!letter || (c === 46 && path[i - 1] === '/')) return false
  }
  return true
}

const hexDigit = c => indexOf(HEX, c >= 'a' && c <= 'f' ? HEX[codeAt(c, 0) - 87] : c)

// canonicalURLPath returns the path as servers compare it, or null.
function canonicalURLPath(path) {
  if (typeof path !== 'string' || path[0] !== '/' || path.length > MAX_SUBJECT) return null
  if (simple(path)) return path
  let out = ''
  for (let i = 0; i < path.length; i++) {
    const c = path[i]
    const code = codeAt(path, i)
    if (code <= 0x20 || code >= 0x7f || c === '\\' || c === '?' || c === '#') return null
    if (c !== '%') {
      out += c
      continue
    }
    if (i + 2 >= path.length) return null
    const high = hexDigit(path[i + 1])
    const low = hexDigit(path[i + 2])
    if (high < 0 || low < 0) return null
    i += 2
    const d = 16 * high + low
    if (d === 47 || d === 92 || d === 0) return null
    out += unreserved(d) ? ASCII[d - 0x20] : '%' + HEX[high] + HEX[low]
  }
  const parts = split(out, '/')
  for (let i = 0; i < parts.length; i++) if (parts[i] === '.' || parts[i] === '..') return null
  return out
}

const ASCII = ' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~'

const unreserved = d =>
  d === 45 || d === 46 || d === 95 || d === 126 || (d >= 48 && d <= 57) || (d >= 65 && d <= 90) || (d >= 97 && d <= 122)

// matchAddress reports that an endpoint { scheme, host, port, path, socket,
// pipe } is one of the pattern's. It is the loader's own object of primitives.
function matchAddress(scope, a, e) {
  if (e.socket !== '') return a.socket !== null && matchPath(scope, a.socket, e.socket)
  if (e.pipe !== '') {
    return a.pipe !== null && scope.platform === 'win32' && subjectText(e.pipe) && !anyOf(e.pipe, '/\\') &&
      match(a.pipe.folded, fold('win32', e.pipe))
  }
  if (a.socket !== null || a.pipe !== null) return false
  const host = canonicalHost(e.host)
  if (host === null || !(e.port >= a.from && e.port <= a.to) || !validScheme(e.scheme)) return false
  if (a.scheme !== e.scheme && (a.scheme !== '' || e.scheme === 'udp')) return false
  if (a.host !== '' && !hasHost(a, host)) return false
  if (a.path === null) return true
  const path = canonicalURLPath(e.path)
  return path !== null && match(a.path, path)
}

function hasHost(a, host) {
  return a.below ? host.length > a.host.length + 1 && endsWith(host, '.' + a.host) : host === a.host
}

module.exports = { __proto__: null, parseAddress, matchAddress }
