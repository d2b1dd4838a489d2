'use strict'

// The file system (invariants 6, 7, 11): every path of every function is read,
// made canonical, asked for, and handed on as it was asked. Which argument is a
// path is the catalogue's knowledge.

const real = require('node:fs')
const { promisify } = require('node:util')
const { defineProperty, endsWith, ownKeys, resolve, Set, setAdd, setDelete, setHas, slice, startsWith } = require('./primordials.js')
const { checkMember, checkPath } = require('./fence.js')
const { readPath } = require('./paths.js')
const { misused, refused } = require('./errors.js')
const { gate, freshOptions, rename } = require('./gate.js')
const { dirname, resolve: absolute } = require('node:path')

const names = list => {
  const out = { __proto__: null }
  for (let i = 0; i < list.length; i++) out[list[i]] = true
  return out
}
// These act on a link itself.
const ON_LINK = names('lstat lchown lchmod lutimes unlink rename rm rmdir readlink symlink link'.split(' '))
// What is moved or linked is read and written under its new name.
const MOVES = names('rename link'.split(' '))
// Names change: what was known of directories is forgotten.
const RENAMES = names('rename link symlink unlink rm rmdir mkdir mkdtemp cp copyFile'.split(' '))
const ON_FD = names('close read readv write writev fstat fsync fdatasync ftruncate futimes fchmod fchown'.split(' '))
const CLOSED = names('glob globSync Utf8Stream FileReadStream FileWriteStream _toUnixTimestamp F_OK R_OK W_OK X_OK mkdtempDisposableSync mkdtempDisposable'.split(' '))
const { constants, existsSync } = real
const { nextTick } = process

// plainName drops what only says how the answer comes.
function plainName(member) {
  let n = member
  if (startsWith(n, 'promises.')) n = slice(n, 9)
  return endsWith(n, 'Sync') ? slice(n, 0, n.length - 4) : n
}

// writesBy says what opening with flags may do, or null for flags nobody knows.
function writesBy(flags, fallback) {
  const f = flags === undefined || flags === null ? fallback : flags
  if (typeof f === 'number') {
    const mode = f & (constants.O_WRONLY | constants.O_RDWR)
    const changes = (f & (constants.O_CREAT | constants.O_TRUNC | constants.O_APPEND)) !== 0
    return { __proto__: null, flags: f, reads: mode !== constants.O_WRONLY, writes: mode !== 0 || changes }
  }
  switch (f) {
    case 'r': case 'rs': case 'sr': return { __proto__: null, flags: f, reads: true, writes: false }
    case 'r+': case 'rs+': case 'sr+': case 'w+': case 'wx+': case 'xw+': case 'a+': case 'ax+': case 'xa+': case 'as+': case 'sa+':
      return { __proto__: null, flags: f, reads: true, writes: true }
    case 'w': case 'wx': case 'xw': case 'a': case 'ax': case 'xa': case 'as': case 'sa':
      return { __proto__: null, flags: f, reads: false, writes: true }
  }
  return null
}

// streamOptions keeps what a stream of a file is told in plain words: a function among
// them would be called with the real stream.
const STREAM = 'flags encoding fd mode autoClose emitClose start end highWaterMark flush signal'.split(' ')
function streamOptions(given) {
  const out = { __proto__: null }
  if (given === null || typeof given !== 'object') return out
  for (let i = 0; i < STREAM.length; i++) {
    const v = given[STREAM[i]]
    if (v !== undefined && typeof v !== 'function') out[STREAM[i]] = v
  }
  return out
}

function buildFS(fence, views, table) {
  const owned = new Set()
  setAdd(owned, 1)
  setAdd(owned, 2)
  const deny = (code, member, given) => refused(code, plainName(member), given)

  // pathAt replaces argument i; needs is a list of "read" and "write".
  function pathAt(fresh, i, member, reads, writes) {
    const plain = plainName(member)
    const given = readPath(fresh[i])
    if (given === null) return misused('"path"')
    const at = fence.paths.onDisk(given, ON_LINK[plain] !== true)
    if (at === null) return deny('RF_DENIED_CALL', member, given)
    let e = reads ? checkPath(fence, false, at, plain, given) : null
    if (e === null && writes) e = checkPath(fence, true, at, plain, given)
    fresh[i] = at.real
    return e
  }

  function handleOrFd(fresh, i, member) {
    const v = fresh[i]
    if (typeof v === 'number') return setHas(owned, v) ? null : deny('RF_DENIED_CALL', member, '')
    return views.real(v) !== v ? null : misused('"path"')
  }

  function reader(member, entry) {
    const plain = plainName(member)
    const writes = entry.c === 'file.write'
    const stream = plain === 'createReadStream' || plain === 'createWriteStream' || plain === 'ReadStream' || plain === 'WriteStream'
    const opens = plain === 'open' || plain === 'openAsBlob'
    return fresh => {
      const e = checkMember(fence, 'fs', member)
      if (e !== null) return e
      for (let i = 1; i < fresh.length; i++) fresh[i] = freshOptions(fresh[i])
      // The host's own output is not closed.
      if (plain === 'close' && (fresh[0] === 1 || fresh[0] === 2)) return deny('RF_DENIED_CALL', member, '')
      if (ON_FD[plain] === true) return handleOrFd(fresh, 0, member)
      if (stream) return readStream(fresh, member, plain)
      if (opens) {
        const w = writesBy(plain === 'open' && typeof fresh[1] !== 'function' ? fresh[1] : undefined, 'r')
        if (w === null) return misused('"flags"')
        if (plain === 'open' && fresh.length > 1 && typeof fresh[1] !== 'function') fresh[1] = w.flags
        return pathAt(fresh, 0, member, w.reads, w.writes)
      }
      if (RENAMES[plain] === true) fence.paths.dropCache()
      const options = fresh[1] !== null && typeof fresh[1] === 'object' ? fresh[1] : null
      let alsoWrites = false
      if (options !== null && plain === 'readFile' && options.flag !== undefined) {
        const w = writesBy(options.flag, 'r')
        if (w === null) return misused('"flag"')
        alsoWrites = w.writes
      }
      if ((plain === 'readFile' || plain === 'writeFile' || plain === 'appendFile') && (typeof fresh[0] === 'number' || views.real(fresh[0]) !== fresh[0])) {
        return handleOrFd(fresh, 0, member)
      }
      if (plain === 'symlink') return readSymlink(fresh, member)
      if (plain === 'mkdtemp') {
        const given = readPath(fresh[0])
        if (given === null) return misused('"prefix"')
        fresh[0] = given + 'XXXXXX'
        const no = pathAt(fresh, 0, member, false, true)
        if (no === null) fresh[0] = slice(fresh[0], 0, fresh[0].length - 6)
        return no
      }
      if (plain === 'cp' && fresh[2] !== null && typeof fresh[2] === 'object') fresh[2].dereference = true
      if (plain === 'opendir' || plain === 'readdir' || plain === 'rm' || plain === 'cp') fence.paths.dropCache()
      let any = false
      for (let i = 0; i < entry.a.length; i++) {
        const a = entry.a[i]
        if (a[1] !== '' || (a[2] !== 'path' && a[2] !== 'path.source' && a[2] !== 'path.dest')) continue
        any = true
        const source = a[2] === 'path.source'
        const moves = MOVES[plain] === true
        const err = pathAt(fresh, a[0], member, moves || source || !writes || alsoWrites, (writes && !source) || moves || alsoWrites)
        if (err !== null) return err
      }
      return any ? null : deny('RF_DENIED_MEMBER', member, '')
    }
  }

  // A link may lead only to what may be read: it could be followed while it changes.
  function readSymlink(fresh, member) {
    const target = readPath(fresh[0])
    const link = readPath(fresh[1])
    if (target === null || link === null) return misused('"target"')
    const at = fence.paths.onDisk(absolute(dirname(absolute(link)), target), true)
    const e = checkPath(fence, false, at, 'symlink', target)
    if (e !== null) return e
    fresh[0] = target
    return pathAt(fresh, 1, member, false, true)
  }

  function readStream(fresh, member, plain) {
    const writes = plain === 'createWriteStream' || plain === 'WriteStream'
    let o = fresh[1]
    if (typeof o === 'string') o = { __proto__: null, encoding: o }
    o = streamOptions(o)
    if (o.fd !== undefined && o.fd !== null) {
      if (typeof o.fd !== 'number') o.fd = views.real(o.fd)
      else if (!setHas(owned, o.fd)) return deny('RF_DENIED_CALL', member, '')
      // The stream closes it, and the number is somebody else's then.
      else if (o.autoClose !== false) setDelete(owned, o.fd)
    }
    const w = writesBy(o.flags, writes ? 'w' : 'r')
    if (w === null) return misused('"flags"')
    o.flags = w.flags
    fresh[1] = o
    if (o.fd !== undefined && o.fd !== null) {
      fresh[0] = ''
      return null
    }
    return pathAt(fresh, 0, member, w.reads, w.writes || writes)
  }

  // The number of a handle is not the extension's: it would outlive the handle.
  const adoptHandle = h => {
    return views.adopt(h, 'FileHandle', HANDLE)
  }
  const plainOptions = f => {
    f[0] = streamOptions(freshOptions(f[0]))
    return null
  }
  const HANDLE = { checks: { createReadStream: plainOptions, createWriteStream: plainOptions, readLines: plainOptions} }
  const result = { __proto__: null, openSync: fd => (setAdd(owned, fd), fd), 'promises.open': adoptHandle }
  result.watch = w => views.adopt(w, 'FSWatcher', { closed: { start: true } })
  result.watchFile = w => views.adopt(w, 'StatWatcher', { closed: { start: true } })
  result['promises.readFile'] = v => v

  function one(member, value, entry) {
    // Watching fails at once; its listener is for changes.
    const form = startsWith(member, 'promises.') ? 'promise' : entry.f === 'callback' && !startsWith(member, 'watch') ? 'callback' : 'sync'
    const read = reader(member, entry)
    if (member === 'existsSync' || member === 'exists') return exists(member, value, read)
    if (member === 'promises.watch') return rename(function (...args) {
      const fresh = [args[0], freshOptions(args[1])]
      const e = read(fresh)
      if (e !== null) throw e
      return value(fresh[0], fresh[1])
    }, value, 'watch')
    const made = gate(views, plainMember(member), value, form, fresh => {
      const e = read(fresh)
      if (e !== null) return e
      if (member === 'open') {
        const i = fresh.length - 1
        const cb = fresh[i]
        if (typeof cb !== 'function') return misused('"callback"')
        fresh[i] = (err, fd) => {
          if (typeof fd === 'number') setAdd(owned, fd)
          cb(err, fd)
        }
      }
      if (plainName(member) === 'close') setDelete(owned, fresh[0])
      return null
    }, result[member])
    return made
  }

  function exists(member, value, read) {
    const look = path => {
      const fresh = [path]
      return readPath(path) !== null && read(fresh) === null && existsSync(fresh[0])
    }
    if (member === 'existsSync') return rename(path => look(path), value, 'existsSync')
    const f = rename((path, cb) => { const found = look(path); nextTick(() => cb(found)) }, value, 'exists')
    defineProperty(f, promisify.custom, { __proto__: null, value: path => resolve(look(path)) })
    return f
  }

  const plainMember = member => (startsWith(member, 'promises.') ? slice(member, 9) : member)

  function fill(out, from, prefix) {
    const keys = ownKeys(from)
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]
      if (typeof key !== 'string') continue
      const member = prefix + key
      const entry = table[member]
      if (entry === undefined || key === 'promises' || CLOSED[key] === true || CLOSED[member] === true) continue
      const value = from[key]
      if (key === 'ReadStream' || key === 'WriteStream' || key === 'Dir') continue
      if (typeof value !== 'function') out[key] = value
      else if (key === 'unwatchFile') out[key] = gate(views, key, value, 'sync', fresh => pathAt(fresh, 0, member, true, false))
      else if (entry === 0 && ON_FD[plainName(member)] !== true) out[key] = value
      else out[key] = one(member, value, entry === 0 ? { __proto__: null, c: '', a: [], f: endsWith(key, 'Sync') ? 'sync' : 'callback' } : entry)
    }
  }

  const make = member => fresh => {
    for (let i = 1; i < fresh.length; i++) fresh[i] = freshOptions(fresh[i])
    const e = checkMember(fence, 'fs', member) || readStream(fresh, member, member)
    if (e !== null) throw e
    return fresh
  }
  const out = {}
  out.ReadStream = views.facade('ReadStream', real.ReadStream, { make: make('ReadStream'), closed: { open: true, fd: false }, settable: {} })
  out.WriteStream = views.facade('WriteStream', real.WriteStream, { make: make('WriteStream'), closed: { open: true } })
  out.FileReadStream = out.ReadStream
  out.FileWriteStream = out.WriteStream
  out.Dir = views.facade('Dir', real.Dir, {})
  fill(out, real, '')
  out.promises = {}
  fill(out.promises, real.promises, 'promises.')
  out.realpath.native = out.realpath
  out.realpathSync.native = out.realpathSync
  out.F_OK = constants.F_OK
  out.R_OK = constants.R_OK
  out.W_OK = constants.W_OK
  out.X_OK = constants.X_OK
  return out
}

module.exports = { __proto__: null, buildFS }
