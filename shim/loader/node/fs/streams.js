'use strict'

// The streams of files (invariants 6 and 7). A stream opens its file later than it is
// made, so that it asks and pins when it opens.

const real = require('node:fs')
const { setAdd, setDelete, setHas, weakGet } = require('../../kernel/primordials.js')
const { checkMember } = require('../../policy/checks.js')
const { ask } = require('../../policy/fence.js')
const { readPath } = require('../../policy/paths.js')
const { wrongDescriptor, wrongValue } = require('../../kernel/wrongarguments.js')
const { freshOptions } = require('../../kernel/gate.js')
const { possible } = require('./fdpins.js')
const { setFlags, writesBy } = require('./flags.js')
const { deny, LAST_OF_HOST } = require('./names.js')

/** @typedef {import('./paths.js').Files} Files */

const { close, fsync, open, read, write, writev } = real
const { nextTick } = process

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

// readStream reads the arguments of what makes a stream.
/** @param {Files} files */
function readStream(files, fresh, member, plain) {
  const writes = plain === 'createWriteStream' || plain === 'WriteStream'
  const { fence, owned, views } = files
  let o = fresh[1]
  if (typeof o === 'string') o = { __proto__: null, encoding: o }
  o = streamOptions(o)
  if (o.fd !== undefined && o.fd !== null) {
    if (typeof o.fd !== 'number') o.fd = views.real(o.fd)
    else if (!setHas(owned, o.fd) || (setHas(files.observed, o.fd) && !files.lasts(o.fd, writes))) return deny('RF_DENIED_CALL', member, '')
    else o.fs = owning(owned)
  }
  const w = writesBy(o.flags, writes ? 'w' : 'r')
  if (w === null) return wrongValue('flags', 'is invalid', o.flags)
  o.flags = w.flags
  fresh[1] = o
  if (o.fd !== undefined && o.fd !== null) {
    fresh[0] = ''
    return null
  }
  const first = readPath(fresh[0])
  const no = files.pathAt(fresh, 0, member, w.reads, w.writes || writes, null, false)
  if (no !== null) return no
  if (fence.observe) o.fs = lasting(files, first, member, w.reads, w.writes || writes)
  else if (possible()) o.fs = opening(files, first, member, w.reads, w.writes || writes)
  return null
}

// lasting is the file system of a stream that was made while everything was observed: what it opened then is asked for again
// each time that it reads or writes when that is over, and so is what it opens after that.
const lasting = (files, given, member, reads, writes) => {
  const may = f => (fd, ...args) => {
    if (!setHas(files.observed, fd) || files.lasts(fd, writes)) return f(fd, ...args)
    nextTick(args[args.length - 1], wrongDescriptor(fd, 'read'))
    return undefined
  }
  const { open: openLater } = opening(files, given, member, reads, writes)
  return {
    __proto__: null, fsync, read: may(read), write: may(write), writev: may(writev),
    open: (path, flags, mode, cb) => {
      if (!files.fence.observe) {
        if (possible()) openLater(path, flags, mode, cb)
        else nextTick(cb, deny('RF_DENIED_CALL', member, ''))
        return
      }
      open(path, flags, mode, (e, fd) => {
        if (e === null) setAdd(files.observed, fd)
        cb(e, fd)
      })
    },
    close: (fd, cb) => {
      setDelete(files.observed, fd)
      close(fd, cb)
    },
  }
}

// owning is the file system of a stream on a number that the extension opened: Node's, as long as the number is the
// extension's. Whoever closes it, the number is somebody else's then. What the host itself writes to stays open.
const owning = owned => {
  const whileOwned = f => (fd, ...args) => {
    if (setHas(owned, fd)) return f(fd, ...args)
    nextTick(args[args.length - 1], wrongDescriptor(fd, 'read'))
    return undefined
  }
  return {
    __proto__: null, open, fsync: whileOwned(fsync), read: whileOwned(read), write: whileOwned(write), writev: whileOwned(writev),
    close: whileOwned((fd, cb) => {
      if (fd <= LAST_OF_HOST) {
        nextTick(cb, null)
        return
      }
      setDelete(owned, fd)
      close(fd, cb)
    }),
  }
}

// opening is the file system of one stream: Node's, where opening asks and pins.
const opening = (files, given, member, reads, writes) => ({
  __proto__: null, read, close, write, writev, fsync,
  open: (_, flags, mode, cb) => {
    const pins = files.pinsFor(false)
    const w = writesBy(flags, 'r')
    const t = files.take(given, member, true, reads, writes, pins, w.creates)
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

// streamClasses are the classes of streams, and of folders, that an extension sees.
/** @param {Files} files */
function streamClasses(files) {
  const { fence, views } = files
  const make = member => fresh => {
    for (let i = 1; i < fresh.length; i++) fresh[i] = freshOptions(fresh[i])
    const e = checkMember(fence, 'fs', member) || readStream(files, fresh, member, member)
    if (e !== null) throw e
    return fresh
  }
  // What is listed of a folder that was opened while everything was observed is asked for again afterwards.
  const listing = (_, dir) => {
    const path = weakGet(files.folders, dir)
    return path === undefined || fence.observe || ask(fence, { section: 'files.read', path }) ? null : deny('RF_DENIED_CALL', 'read', '')
  }
  const ReadStream = views.facade('ReadStream', real.ReadStream,
    { make: make('ReadStream'), closed: { open: true, fd: false }, settable: {} })
  const WriteStream = views.facade('WriteStream', real.WriteStream, { make: make('WriteStream'), closed: { open: true } })
  return { ReadStream, WriteStream, FileReadStream: ReadStream, FileWriteStream: WriteStream,
    Dir: views.facade('Dir', real.Dir, { checks: { read: listing, readSync: listing } }) }
}

module.exports = { __proto__: null, readStream, streamClasses, streamOptions }
