'use strict'

const { Int32Array, bareList, codeAt, fromCodePoint, indexOf, lastIndexOf, slice, toLowerCase } = require('./primordials.js')
const { startsWith, endsWith, contains, split, join, allOf, upper, trimEnd, subjectText, MAX_SUBJECT } = require('./text.js')
const { fold } = require('./fold.js')

// The twin of policygen/pattern/canonical.go, which says what is refused and
// why. Every function here gives null for a refusal.

// canonical returns the one spelling of an absolute path. onDisk says that the
// nearest existing ancestor was resolved by the disk.
function canonical(platform, path, onDisk) {
  if (typeof path !== 'string' || path === '') return null
  if (platform !== 'win32' && simple(path)) return platform === 'posix' ? path : toLowerCase(path)
  if (platform === 'win32') {
    const spelled = simpleWindows(path, onDisk)
    if (spelled !== null) return spelled
  }
  if (!subjectText(path)) return null
  if (platform === 'win32') return canonicalWindows(path, onDisk)
  if (path[0] !== '/') return null
  let segments = splitSegments(slice(path, 1))
  if (segments === null) return null
  if (platform === 'darwin') segments = firmlinks(split(fold(platform, join(segments, '/')), '/'))
  return magic(segments) ? null : '/' + join(segments, '/')
}

// simple reports an absolute path in ASCII in which there is nothing to do but
// fold its case: most of what is asked. A name may begin with a dot only where
// another character follows; below /proc, /dev, /.vol, /private and /system the
// long way is gone.
function simple(path) {
  const n = path.length
  if (n < 2 || n > MAX_SUBJECT || path[0] !== '/') return false
  switch (path[1]) {
    case 'p': case 'P': case 'd': case 'D': case 's': case 'S': case '.': return false
  }
  let slash = true
  for (let i = 1; i < n; i++) {
    const c = codeAt(path, i)
    if (c === 0 || c >= 0x80 || (slash && (c === 0x2f || (c === 0x2e && !named(path, i))))) return false
    slash = c === 0x2f
  }
  return !slash
}

// named reports that a dot at i begins a name and is not one of "." and "..".
function named(path, i) {
  const c = i + 1 < path.length ? codeAt(path, i + 1) : 0x2f
  return c !== 0x2f && c !== 0x2e
}

// simpleWindows returns the spelling of a path on a drive or a share in ASCII with
// plain names, in one walk: most of what is asked on Windows. Null is no refusal;
// the long way decides.
function simpleWindows(path, onDisk) {
  const n = path.length
  if (n < 4 || n > MAX_SUBJECT) return null
  const drive = driveLetter(path) && slash(path[2])
  if (!drive && !(slash(path[0]) && slash(path[1]) && path[2] !== '?' && path[2] !== '.')) return null
  let out = drive ? slice(path, 0, 2) : '/'
  let from = drive ? 3 : 2
  let names = 0
  let tilde = false
  for (let i = from; i <= n; i++) {
    const c = i < n ? codeAt(path, i) : 0x5c
    if (c !== 0x5c && c !== 0x2f) {
      if (c < 0x80 && plain[c] === 1) continue
      if (c !== 0x7e) return null
      tilde = true
      continue
    }
    const last = i > from ? codeAt(path, i - 1) : 0x2e
    if (last === 0x2e || last === 0x20 || (tilde && !onDisk)) return null
    const name = slice(path, from, i)
    if (mayBeReserved(codeAt(name, 0)) && reservedName(name)) return null
    if (++names === 2 && !drive && specialShare(name)) return null
    out += '/' + name
    from = i + 1
  }
  return drive || names > 2 ? toLowerCase(out) : null
}

const slash = c => c === '\\' || c === '/'

// mayBeReserved reports the first letters of the names of devices.
function mayBeReserved(c) {
  switch (c | 0x20) {
    case 97: case 99: case 108: case 110: case 112: return true
  }
  return false
}

// plain holds 1 for the characters of ASCII that names have without a second
// meaning.
const plain = new Int32Array(128)
for (let i = 0x20; i < 127; i++) plain[i] = indexOf('/:<>"|?*\\~', fromCodePoint(i)) < 0 ? 1 : 0
// DEL is a name's character like any other.
plain[127] = 1

function splitSegments(rest) {
  const out = bareList()
  const parts = split(rest, '/')
  for (let i = 0; i < parts.length; i++) {
    if (parts[i] === '..') return null
    if (parts[i] !== '' && parts[i] !== '.') out[out.length] = parts[i]
  }
  return out
}

function drop(list, n) {
  const out = bareList()
  for (let i = n; i < list.length; i++) out[out.length] = list[i]
  return out
}

function firmlinks(s) {
  if (s.length >= 3 && s[0] === 'system' && s[1] === 'volumes' && s[2] === 'data') s = drop(s, 3)
  if (s.length >= 2 && s[0] === 'private' && (s[1] === 'var' || s[1] === 'tmp' || s[1] === 'etc')) s = drop(s, 1)
  return s
}

// magic reports links that are another file for each process, and files by number.
function magic(s) {
  const first = s.length > 0 ? s[0] : ''
  const second = s.length > 1 ? s[1] : ''
  if (first === '.vol') return true
  if (first === 'dev') return second === 'fd' || second === 'stdin' || second === 'stdout' || second === 'stderr'
  if (first !== 'proc' || second === '') return false
  for (let i = 2; i < s.length; i++) {
    if (s[i] === 'root' || s[i] === 'cwd' || s[i] === 'exe' || s[i] === 'fd' || s[i] === 'map_files') return true
  }
  return false
}

function driveLetter(t) {
  if (t.length < 2 || t[1] !== ':') return false
  const c = codeAt(t, 0) | 0x20
  return c >= 97 && c <= 122 && codeAt(t, 0) < 0x80
}

function canonicalWindows(path, onDisk) {
  let t = join(split(path, '\\'), '/')
  if (startsWith(t, '//?/')) {
    t = slice(t, 4)
    if (t.length >= 4 && upper(slice(t, 0, 4)) === 'UNC/') t = '//' + slice(t, 4)
    else if (!driveLetter(t)) return null
    // Windows takes such a path as it stands, where it would repair another.
    const ended = t + '/'
    if (contains(slice(path, 4), '/') || contains(slice(t, 2), '//') || contains(ended, '/./') || contains(ended, '/../')) return null
  } else if (startsWith(t, '//./') || startsWith(t, '/??/')) {
    return null
  }
  let prefix
  let rest = ''
  if (startsWith(t, '//')) {
    const end = indexOf(t, '/', 2)
    if (end < 0) return null
    let next = indexOf(t, '/', end + 1)
    if (next < 0) next = t.length
    const server = slice(t, 2, end)
    const share = slice(t, end + 1, next)
    if (server === '' || share === '' || server === '?' || server === '.' || server === '..' || share === '.' || share === '..') return null
    if (!windowsNames([server, share], onDisk) || specialShare(share)) return null
    prefix = '//' + server + '/' + share
    rest = slice(t, next + 1)
  } else if (driveLetter(t) && t.length >= 3 && t[2] === '/') {
    prefix = slice(t, 0, 2)
    rest = slice(t, 3)
  } else {
    return null
  }
  const segments = splitSegments(rest)
  if (segments === null || !windowsNames(segments, onDisk)) return null
  return fold('win32', prefix + '/' + join(segments, '/'))
}

function windowsNames(segments, onDisk) {
  for (let i = 0; i < segments.length; i++) {
    const s = segments[i]
    for (let j = 0; j < s.length; j++) {
      const c = codeAt(s, j)
      if (c < 0x80 && plain[c] === 0 && c !== 0x7e) return false
    }
    if (endsWith(s, '.') || endsWith(s, ' ') || reservedName(s)) return false
    if (!onDisk && shortName(s)) return false
  }
  return true
}

// specialShare reports the shares that are other names for disks and pipes.
function specialShare(s) {
  const name = upper(s)
  switch (name) {
    case 'ADMIN$': case 'IPC$': case 'PIPE': case 'MAILSLOT': return true
  }
  return name.length === 2 && name[1] === '$' && driveLetter(name[0] + ':')
}

// before returns s up to a character, or all of it.
function before(s, character) {
  const at = indexOf(s, character)
  return at < 0 ? s : slice(s, 0, at)
}

function reservedName(s) {
  let base = trimEnd(before(s, '.'), ' ')
  if (base.length < 3 || base.length > 7) return false
  base = upper(base)
  switch (base) {
    case 'CON': case 'PRN': case 'AUX': case 'NUL': case 'CONIN$': case 'CONOUT$': case 'CLOCK$': return true
  }
  return base.length === 4 && (startsWith(base, 'COM') || startsWith(base, 'LPT')) && contains('0123456789¹²³', base[3])
}

function shortName(s) {
  const base = before(s, '.')
  const extension = base.length < s.length ? slice(s, base.length + 1) : ''
  const tilde = lastIndexOf(base, '~')
  if (tilde < 0 || width(base) > 8 || width(extension) > 3 || tilde === base.length - 1) return false
  return allOf(slice(base, tilde + 1), '0123456789')
}

// width counts a name in UTF-16 units, as Windows does.
const width = s => s.length

module.exports = { __proto__: null, canonical, driveLetter, specialShare }
