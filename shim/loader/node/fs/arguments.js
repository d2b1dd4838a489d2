'use strict'

// How the arguments of each function of fs are read (invariants 6, 7 and 11): options
// once, every path made canonical, asked for and put in the place of what was given.

const { types: { isDate } } = require('node:util')
const { append, construct, Date, dateTime, slice } = require('../../kernel/primordials.js')
const { checkMember, checkPath } = require('../../policy/checks.js')
const { stays } = require('../../policy/lasting.js')
const { readPath } = require('../../policy/paths.js')
const { misused } = require('../../kernel/errors.js')
const { wrongPath, wrongValue } = require('../../kernel/wrongarguments.js')
const { freshOptions } = require('../../kernel/gate.js')
const { makeCopy, setFlags, writesBy } = require('./flags.js')
const { deny, LOOKS_ANEW, MOVES, ON_FD, plainName, RENAMES, STREAMS, WHOLE } = require('./names.js')
const { readStream } = require('./streams.js')
const { moving, standing, underneath } = require('./subtreechecks.js')
const { dirname, resolve: absolute, sep } = require('node:path')

/** @typedef {import('./paths.js').Files} Files */

// What stands second and is no option: what is written or read into, another path, a date.
const DATA = { __proto__: null, appendFile: true, read: true, readv: true, write: true, writeFile: true, writev: true }
const PATHS = { __proto__: null, copyFile: true, cp: true, link: true, rename: true, symlink: true }
const DATES = { __proto__: null, futimes: true, lutimes: true, utimes: true }
const text = v => {
  const path = readPath(v)
  return path === null ? v : path
}
const date = v => (isDate(v) ? construct(Date, [dateTime(v)]) : freshOptions(v))

// reader returns what reads the arguments of a function: read(fresh, pins) puts what was
// read in their place, and gives an error to deliver or null.
/** @param {Files} files */
function reader(files, member, entry) {
  const { fence } = files
  const how = howToRead(files, member, entry)
  const plain = plainName(member)
  const second = DATA[plain] === true ? v => v : PATHS[plain] === true ? text : DATES[plain] === true ? date : freshOptions
  const others = DATES[plain] === true ? date : freshOptions
  // What has no power but its descriptor (close) has no line in a policy, and needs none.
  const isGranted = entry.c === ''
  return (fresh, pins) => {
    const e = isGranted ? null : checkMember(fence, 'fs', member)
    if (e !== null) return e
    if (fresh.length > 1) fresh[1] = second(fresh[1])
    for (let i = 2; i < fresh.length; i++) fresh[i] = others(fresh[i])
    return how(fresh, pins)
  }
}

// howToRead chooses by what a function does.
/** @param {Files} files */
function howToRead(files, member, entry) {
  const plain = plainName(member)
  if (ON_FD[plain] === true) return fresh => readDescriptor(files, fresh, member, plain)
  if (STREAMS[plain] === true) return fresh => readStream(files, fresh, member, plain)
  if (plain === 'open') return (fresh, pins) => readOpen(files, fresh, member, pins)
  if (plain === 'openAsBlob') return (fresh, pins) => files.pathAt(fresh, 0, member, true, false, pins, false)
  if (WHOLE[plain] !== undefined) return (fresh, pins) => readWhole(files, fresh, member, plain, pins)
  if (plain === 'symlink') return (fresh, pins) => readSymlink(files, fresh, member, pins)
  if (plain === 'mkdtemp') return (fresh, pins) => readPrefix(files, fresh, member, pins)
  const paths = pathsOf(plain, entry)
  return (fresh, pins) => readPaths(files, fresh, member, plain, paths, pins)
}

// pathsOf lists the arguments of a function that are paths, and what is done to each.
function pathsOf(plain, entry) {
  const out = []
  const writes = entry.c === 'file.write'
  const relocates = MOVES[plain] === true
  for (let i = 0; i < entry.a.length; i++) {
    const { 0: index, 1: property, 2: role } = entry.a[i]
    if (property !== '' || (role !== 'path' && role !== 'path.source' && role !== 'path.dest')) continue
    const source = role === 'path.source'
    append(out, {
      __proto__: null, index, reads: relocates || source || !writes, writes: relocates || (writes && !source),
      creates: plain === 'copyFile' && role === 'path.dest',
    })
  }
  return out
}

// readPaths reads the paths that the catalogue says.
/** @param {Files} files */
function readPaths(files, fresh, member, plain, paths, pins) {
  const { fence } = files
  if (RENAMES[plain] === true || LOOKS_ANEW[plain] === true) fence.paths.dropCache()
  if (plain === 'watch' && fresh[1] !== null && typeof fresh[1] === 'object' && fresh[1].recursive === true) {
    const no = underneath(fence, fresh[0], member, false)
    if (no !== null) return no
  }
  if (plain === 'rename' && !fence.observe) {
    const no = moving(fence, fresh, member)
    if (no !== null) return no
  }
  // What is watched is asked for anew each time.
  const held = plain === 'watch' || plain === 'watchFile' ? null : pins
  for (let i = 0; i < paths.length; i++) {
    const p = paths[i]
    const no = files.pathAt(fresh, p.index, member, p.reads, p.writes, held, p.creates)
    if (no !== null) return no
  }
  if (plain === 'copyFile' && pins !== null && pins.made === true) makeCopy(fresh, pins)
  return paths.length > 0 ? null : deny('RF_DENIED_MEMBER', member, '')
}

// readDescriptor reads what is about a file that is open.
/** @param {Files} files */
function readDescriptor(files, fresh, member, plain) {
  // The host's own output is not closed.
  if (plain === 'close' && (fresh[0] === 1 || fresh[0] === 2)) return deny('RF_DENIED_CALL', member, '')
  return files.opened(fresh, member)
}

/** @param {Files} files */
function readOpen(files, fresh, member, pins) {
  const given = typeof fresh[1] !== 'function'
  const w = writesBy(given ? fresh[1] : undefined, 'r')
  if (w === null) return wrongValue('flags', 'is invalid', fresh[1])
  if (given && fresh.length > 1) fresh[1] = w.flags
  const no = files.pathAt(fresh, 0, member, w.reads, w.writes, pins, w.creates)
  if (no === null && pins !== null) setFlags(fresh, 'open', 1, w, pins)
  return no
}

// readWhole reads what reads or writes a whole file.
/** @param {Files} files */
function readWhole(files, fresh, member, plain, pins) {
  const { views } = files
  const at = plain === 'readFile' ? 1 : 2
  const o = fresh[at] !== null && typeof fresh[at] === 'object' ? fresh[at] : null
  const flags = writesBy(o === null ? undefined : o.flag, WHOLE[plain])
  if (flags === null) return wrongValue('flags', 'is invalid', o.flag)
  if (typeof fresh[0] === 'number' || views.real(fresh[0]) !== fresh[0]) return files.opened(fresh, member)
  const reads = plain === 'readFile'
  const no = files.pathAt(fresh, 0, member, reads, !reads || flags.writes, pins, flags.creates)
  if (no === null && pins !== null) setFlags(fresh, plain, at, flags, pins)
  return no
}

// goesBack reports a ".." behind a name: what the system makes of it depends on what the name is by then.
function goesBack(target) {
  let named = false
  let from = 0
  for (let i = 0; i <= target.length; i++) {
    if (i < target.length && target[i] !== '/' && target[i] !== sep) continue
    const part = slice(target, from, i)
    from = i + 1
    if (part === '..' && named) return true
    if (part !== '' && part !== '.' && part !== '..') named = true
  }
  return false
}

// A link may lead only to what may be read: it could be followed while it changes.
/** @param {Files} files */
function readSymlink(files, fresh, member, pins) {
  const { fence } = files
  fence.paths.dropCache()
  const target = readPath(fresh[0])
  const link = readPath(fresh[1])
  if (target === null) return wrongPath('target', fresh[0], 'symlink') || misused('"target"')
  if (link === null) return wrongPath('path', fresh[1], 'symlink') || misused('"path"')
  // It leads on from where the link lies, which is not where it is said to be when a folder before it is one.
  const there = fence.paths.onDisk(link, false)
  if (there === null || goesBack(target)) return misused('"target"')
  const at = fence.paths.onDisk(absolute(dirname(there.real), target), true)
  const e = checkPath(fence, false, at, 'symlink', target)
  if (e !== null) return e
  // A program that the policy grants may follow it when nothing is observed any more.
  if (!stays(fence, false, at.canonical)) return deny('RF_DENIED_CALL', member, target)
  fresh[0] = target
  const no = files.pathAt(fresh, 1, member, false, true, pins, false)
  if (no !== null || fence.observe) return no
  // What a link stands in for can be filled at any time.
  return standing(fence, link, member)
}

// readPrefix reads the beginning of a name that Node makes.
/** @param {Files} files */
function readPrefix(files, fresh, member, pins) {
  const { fence } = files
  fence.paths.dropCache()
  const given = readPath(fresh[0])
  if (given === null && fresh[0] !== '') return wrongPath('prefix', fresh[0], 'mkdtemp') || misused('"prefix"')
  fresh[0] = (given === null ? '' : given) + 'XXXXXX'
  const no = files.pathAt(fresh, 0, member, false, true, pins, false)
  if (no === null) fresh[0] = slice(fresh[0], 0, fresh[0].length - 6)
  return no
}

module.exports = { __proto__: null, reader }
