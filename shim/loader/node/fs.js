'use strict'

// The file system (invariants 6, 7, 11): every path of every function is read,
// made canonical, asked for, and handed on as it was asked. Which argument is a
// path is the catalogue's knowledge.

const real = require('node:fs')
const { promisify } = require('node:util')
const pattern = require('../../pattern/index.js')
const { append, apply, bareList, defineProperty, endsWith, getOwn, getPrototypeOf, isArray, ownKeys, Promise, resolve, Set, setAdd, setDelete, setHas, slice, startsWith, then } = require('../kernel/primordials.js')
const { checkMember, checkPath } = require('../policy/fence.js')
const { readPath, platform } = require('../policy/paths.js')
const { misused, refused } = require('../kernel/errors.js')
const { deliver, freshOptions, rename } = require('../kernel/gate.js')
const { createPins, free, possible, whenFree } = require('./fdpins.js')
const { buildPlaces } = require('./subtreechecks.js')
const { buildFolders } = require('./directories.js')
const { runLater, runNow } = require('./recursion.js')
const { buildWatch } = require('./watch.js')
const { numberOf, writesBy } = require('./flags.js')
const { quick } = require('./fastpath.js')
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
const { constants, Dirent, existsSync, open, openSync } = real
const { nextTick } = process

// plainName drops what only says how the answer comes.
function plainName(member) {
  let n = member
  if (startsWith(n, 'promises.')) n = slice(n, 9)
  return endsWith(n, 'Sync') ? slice(n, 0, n.length - 4) : n
}

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants

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

  const { moving, standing, underneath } = buildPlaces(fence, plainName, deny)

  // ask reads a path and asks for it: { at, error }.
  function ask(given, follow, reads, writes, member) {
    const plain = plainName(member)
    const at = fence.paths.onDisk(given, follow)
    let error = at === null ? deny('RF_DENIED_CALL', member, given) : null
    if (error === null && reads) error = checkPath(fence, false, at, plain, given)
    if (error === null && writes) error = checkPath(fence, true, at, plain, given)
    return { __proto__: null, at, error }
  }

  // pinsFor gives what pins the paths of a call, or null where the check alone is
  // enough: nobody else runs between it and a call that is done at once.
  function pinsFor(sync) {
    if (fence.observe || (sync && fence.agents === 0) || !possible()) return null
    const asked = []
    const pins = createPins(i => {
      fence.paths.dropCache()
      const q = asked[i]
      return ask(q.given, q.follow, q.reads, q.writes, q.member)
    }, (i, where) => {
      const q = asked[i]
      const canonical = where === '' ? null : pattern.canonical(platform, where, true)
      if (canonical === null) return deny('RF_DENIED_CALL', q.member, q.given)
      const at = { __proto__: null, real: where, canonical }
      return (q.reads ? checkPath(fence, false, at, plainName(q.member), q.given) : null) || (q.writes ? checkPath(fence, true, at, plainName(q.member), q.given) : null)
    })
    pins.asked = asked
    return pins
  }

  // take asks for a path and pins it: { error, path, at, made }, made for one that is not
  // there and may be.
  function take(given, member, follow, reads, writes, pins, creates) {
    const out = { __proto__: null, error: null, path: '', at: null, made: false }
    const q = ask(given, follow, reads, writes, member)
    out.at = q.at
    out.error = q.error
    if (q.error !== null) return out
    out.path = q.at.real
    if (pins === null) return out
    try {
      const n = pins.asked.length
      append(pins.asked, { __proto__: null, given, follow, reads, writes, member })
      if (!follow) out.path = pins.name(n, q.at)
      else {
        const o = pins.object(n, q.at)
        out.at = o.at
        out.made = !o.exists && creates
        out.path = out.made ? pins.name(n, o.at) : o.path
      }
    } catch (e) {
      out.error = pins.told(e)
    }
    return out
  }

  // pathAt replaces argument i by what was asked for and pinned.
  function pathAt(fresh, i, member, reads, writes, pins, creates) {
    const plain = plainName(member)
    const given = readPath(fresh[i])
    if (given === null) return misused('"path"')
    const t = take(given, member, ON_LINK[plain] !== true && plain !== 'mkdir', reads, writes, pins === undefined ? null : pins, creates === true)
    if (t.error === null) fresh[i] = t.path
    if (t.made) pins.made = true
    return t.error
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
    return (fresh, pins) => {
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
        const no = pathAt(fresh, 0, member, w.reads, w.writes, pins, w.creates)
        if (no === null && plain === 'open' && pins !== null) setFlags(fresh, plain, 1, w, pins)
        return no
      }
      if (RENAMES[plain] === true) fence.paths.dropCache()
      const options = fresh[1] !== null && typeof fresh[1] === 'object' ? fresh[1] : null
      let alsoWrites = false
      let flags = null
      if (plain === 'readFile' || plain === 'writeFile' || plain === 'appendFile') {
        const o = plain === 'readFile' ? options : fresh[2] !== null && typeof fresh[2] === 'object' ? fresh[2] : null
        flags = writesBy(o === null ? undefined : o.flag, plain === 'readFile' ? 'r' : plain === 'writeFile' ? 'w' : 'a')
        if (flags === null) return misused('"flag"')
        alsoWrites = plain === 'readFile' && flags.writes
      }
      if ((plain === 'readFile' || plain === 'writeFile' || plain === 'appendFile') && (typeof fresh[0] === 'number' || views.real(fresh[0]) !== fresh[0])) {
        return handleOrFd(fresh, 0, member)
      }
      if (plain === 'symlink') return readSymlink(fresh, member, pins)
      if (plain === 'watch' && options !== null && options.recursive === true) {
        const no = underneath(fresh[0], member, false)
        if (no !== null) return no
      }
      if (plain === 'mkdtemp') {
        const given = readPath(fresh[0])
        if (given === null) return misused('"prefix"')
        fresh[0] = given + 'XXXXXX'
        const no = pathAt(fresh, 0, member, false, true, pins)
        if (no === null) fresh[0] = slice(fresh[0], 0, fresh[0].length - 6)
        return no
      }
      if (plain === 'opendir' || plain === 'readdir' || plain === 'rm' || plain === 'cp') fence.paths.dropCache()
      let any = false
      if (plain === 'rename' && !fence.observe) {
        const no = moving(fresh, member)
        if (no !== null) return no
      }
      for (let i = 0; i < entry.a.length; i++) {
        const a = entry.a[i]
        if (a[1] !== '' || (a[2] !== 'path' && a[2] !== 'path.source' && a[2] !== 'path.dest')) continue
        any = true
        const source = a[2] === 'path.source'
        const moves = MOVES[plain] === true
        const err = pathAt(fresh, a[0], member, moves || source || !writes || alsoWrites, (writes && !source) || moves || alsoWrites, plain === 'watch' || plain === 'watchFile' ? null : pins, plain === 'copyFile' ? a[2] === 'path.dest' : flags !== null && flags.creates)
        if (err !== null) return err
      }
      if (flags !== null && pins !== null) setFlags(fresh, plain, plain === 'readFile' ? 1 : 2, flags, pins)
      if (plain === 'copyFile' && pins !== null && pins.made === true) makeCopy(fresh, pins)
      return any ? null : deny('RF_DENIED_MEMBER', member, '')
    }
  }

  // setFlags says in numbers that a file is made here, and not through a link that came in
  // between; what was there is opened through its descriptor, which is a link.
  function setFlags(fresh, plain, i, w, pins) {
    const makes = pins.made === true && w.creates
    if (!makes && (typeof w.flags !== 'number' || (w.flags & O_NOFOLLOW) === 0)) return
    const number = makes ? numberOf(w.flags) | O_NOFOLLOW : w.flags & ~O_NOFOLLOW
    const o = fresh[i]
    if (plain === 'open') fresh[i] = number
    else if (typeof o === 'function') {
      fresh[i + 1] = o
      fresh[i] = { __proto__: null, flag: number }
    } else fresh[i] = typeof o === 'string' ? { __proto__: null, encoding: o, flag: number } : { __proto__: null, ...o, flag: number }
  }

  // makeCopy makes the file that a copy goes to, where there is none.
  function makeCopy(fresh, pins) {
    const fd = openSync(fresh[1], O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    fresh[1] = pins.keep(fd)
    if (typeof fresh[2] === 'number') fresh[2] &= ~constants.COPYFILE_EXCL
  }

  // A link may lead only to what may be read: it could be followed while it changes.
  function readSymlink(fresh, member, pins) {
    const target = readPath(fresh[0])
    const link = readPath(fresh[1])
    if (target === null || link === null) return misused('"target"')
    const at = fence.paths.onDisk(absolute(dirname(absolute(link)), target), true)
    const e = checkPath(fence, false, at, 'symlink', target)
    if (e !== null) return e
    fresh[0] = target
    const no = pathAt(fresh, 1, member, false, true, pins)
    if (no !== null || fence.observe) return no
    // What a link stands in for can be filled at any time.
    return standing(link, member)
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
    const first = readPath(fresh[0])
    const no = pathAt(fresh, 0, member, w.reads, w.writes || writes)
    // A stream opens its file later than it is made.
    if (no === null && !fence.observe && possible()) o.fs = opening(first, member, w.reads, w.writes || writes)
    return no
  }

  // opening is the file system of one stream: Node's, where opening asks and pins.
  const opening = (given, member, reads, writes) => ({
    __proto__: null, read: real.read, close: real.close, write: real.write, writev: real.writev, fsync: real.fsync,
    open: (_, flags, mode, cb) => {
      const pins = pinsFor(false)
      const w = writesBy(flags, 'r')
      const t = take(given, member, true, reads, writes, pins, w.creates)
      if (t.error !== null) {
        pins.close()
        nextTick(() => cb(t.error))
        return
      }
      const fresh = [t.path, w.flags]
      if (t.made) pins.made = true
      setFlags(fresh, 'open', 1, w, pins)
      open(fresh[0], fresh[1], mode, (e, fd) => {
        pins.close()
        cb(e === null ? e : pins.told(e), fd)
      })
    },
  })

  // The number of a handle is not the extension's: it would outlive the handle.
  const adoptHandle = h => {
    return views.adopt(h, 'FileHandle', HANDLE)
  }
  const plainOptions = f => {
    f[0] = streamOptions(freshOptions(f[0]))
    return null
  }
  const HANDLE = { checks: { createReadStream: plainOptions, createWriteStream: plainOptions } }
  const result = { __proto__: null, openSync: fd => (setAdd(owned, fd), fd), 'promises.open': adoptHandle }
  result.watch = w => views.adopt(w, 'FSWatcher', { closed: { start: true } })
  result.watchFile = w => views.adopt(w, 'StatWatcher', { closed: { start: true } })
  result['promises.readFile'] = v => v

  function one(member, value, entry) {
    // Watching fails at once; its listener is for changes.
    const form = startsWith(member, 'promises.') ? 'promise' : entry.f === 'callback' && !startsWith(member, 'watch') ? 'callback' : 'sync'
    const read = reader(member, entry)
    const plain = plainName(member)
    if (member === 'existsSync' || member === 'exists') return exists(member, value, read)
    if (member === 'watchFile') return watch.watching(value, read)
    if (member === 'promises.watch') return rename(function (...args) {
      const fresh = [args[0], freshOptions(args[1])]
      const e = read(fresh, null)
      if (e !== null) throw e
      return value(fresh[0], fresh[1])
    }, value, 'watch')
    const after = result[member]
    const given = (v, pins) => {
      const said = pins === null ? v : spokenOf(v, pins)
      return after === undefined ? views.outward(said, 0) : after(said)
    }
    const changes = RENAMES[plain] === true && form !== 'sync'
    const over = pins => {
      if (pins !== null) pins.close()
      if (!changes) return
      fence.agents--
      fence.paths.dropCache()
    }
    const go = (fresh, args) => {
      const job = folders(plain, fresh, member)
      if (job !== null) return job.error !== undefined ? deliver(form, args, job.error) : finish(form, fresh, job, v => (after === undefined ? views.outward(v, 0) : after(v)))
      const pins = pinsFor(form === 'sync')
      const error = read(fresh, pins)
      if (error !== null) {
        if (pins !== null) pins.close()
        return deliver(form, args, error)
      }
      if (changes) fence.agents++
      let cb = null
      if (form === 'callback') {
        const i = lastFunction(fresh)
        if (i >= 0) {
          cb = fresh[i]
          const call = views.inward(cb)
          fresh[i] = (e, ...rest) => {
            over(pins)
            if (member === 'open' && typeof rest[0] === 'number') setAdd(owned, rest[0])
            const all = [e === null || e === undefined || pins === null ? e : pins.told(e)]
            for (let j = 0; j < rest.length; j++) append(all, pins === null ? rest[j] : spokenOf(rest[j], pins))
            apply(call, undefined, all)
          }
        }
      }
      for (let i = 0; i < fresh.length; i++) if (cb === null || typeof fresh[i] !== 'function') fresh[i] = views.inward(fresh[i])
      if (plain === 'close') setDelete(owned, fresh[0])
      // What was seen of it just now is what Node would see.
      const before = member === 'statSync' && pins === null && args.length === 1 ? fence.paths.seen(fresh[0]) : undefined
      if (before !== undefined) return given(before, null)
      let value2
      try {
        value2 = apply(value, undefined, fresh)
      } catch (e) {
        over(pins)
        throw pins === null ? e : pins.told(e)
      }
      if (form === 'promise') {
        return then(value2, v => {
          over(pins)
          return given(v, pins)
        }, e => {
          over(pins)
          throw pins === null ? e : pins.told(e)
        })
      }
      if (form === 'sync') over(pins)
      return given(value2, pins)
    }
    return rename(function (...args) {
      const fresh = bareList()
      for (let i = 0; i < args.length; i++) fresh[i] = args[i]
      if (form === 'sync' || free()) return go(fresh, args)
      if (form === 'promise') return new Promise(ok => { whenFree(() => ok(go(fresh, args))) })
      whenFree(() => {
        try {
          go(fresh, args)
        } catch (e) {
          deliver(form, args, e)
        }
      })
      return undefined
    }, value, plainMember(member))
  }

  const lastFunction = fresh => {
    for (let i = fresh.length - 1; i >= 0; i--) if (typeof fresh[i] === 'function') return i
    return -1
  }

  // finish does a job in the form a function has.
  function finish(form, fresh, job, outward) {
    if (form === 'sync') return outward(runNow(job))
    if (form === 'promise') return new Promise((ok, fail) => { runLater(job, (e, v) => { if (e === null) ok(outward(v)); else fail(e) }) })
    const i = lastFunction(fresh)
    if (i < 0) return deliver(form, fresh, misused('"callback"'))
    const call = views.inward(fresh[i])
    runLater(job, (e, v) => { if (e === null && v === undefined) call(null); else call(e, v) })
    return undefined
  }

  // spokenOf puts the names that were asked for into what Node gives.
  function spokenOf(v, pins) {
    if (typeof v === 'string') return v
    if (!isArray(v)) return v
    for (let i = 0; i < v.length; i++) {
      const e = v[i]
      if (e === null || typeof e !== 'object' || getPrototypeOf(e) !== Dirent.prototype) continue
      for (let j = 0; j < 2; j++) {
        const key = j === 0 ? 'path' : 'parentPath'
        const d = getOwn(e, key)
        if (d !== undefined && typeof d.value === 'string') e[key] = pins.spoken(d.value)
      }
    }
    return v
  }

  function exists(member, value, read) {
    const look = path => {
      const fresh = [path]
      const pins = pinsFor(true)
      const found = readPath(path) !== null && read(fresh, pins) === null && (fence.paths.seen(fresh[0]) !== undefined || existsSync(fresh[0]))
      if (pins !== null) pins.close()
      return found
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
      else if (key === 'unwatchFile') out[key] = watch.unwatching(value)
      else if (entry === 0 && ON_FD[plainName(member)] !== true) out[key] = value
      else out[key] = quick(fence, views, member, value, one(member, value, entry === 0 ? { __proto__: null, c: '', a: [], f: endsWith(key, 'Sync') ? 'sync' : 'callback' } : entry))
    }
  }

  const watch = buildWatch(fence, ask)
  const folders = buildFolders(fence, { __proto__: null, ask, take, pinsFor, deny, underneath, plainName })
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
