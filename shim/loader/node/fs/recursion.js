'use strict'

// What is done to a whole tree is done entry by entry (invariants 7 and 11): each is
// asked for and pinned by itself, links are what they are at that moment, and nothing
// is believed of what was listed before. A job is a function that does one step and
// says whether it was the last; it is run at once, or with the event loop in between.

const fs = require('node:fs')
const { append, bufferFrom, defineProperty, Error, getOwn, uncurryThis } = require('../../kernel/primordials.js')
const { FDS } = require('./fdpins.js')

const { openSync, closeSync, lstatSync, readdirSync, unlinkSync, rmdirSync, constants, Dirent } = fs
const isDirectory = uncurryThis(Dirent.prototype.isDirectory)
const { setImmediate } = globalThis
const MAX_DEPTH = 200
const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW

const failure = (code, syscall, path) => {
  const e = new Error(code + ': ' + syscall + " '" + path + "'")
  const put = (key, value) => defineProperty(e, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true })
  put('code', code)
  put('syscall', syscall)
  put('path', path)
  return e
}

// runNow does all of a job; runLater does it step by step and calls done(error, value).
function runNow(job) {
  while (!job.step());
  return job.value
}
function runLater(job, done) {
  const more = () => {
    let over
    try {
      over = job.step()
    } catch (e) {
      done(e, undefined)
      return
    }
    if (over) done(null, job.value)
    else setImmediate(more)
  }
  setImmediate(more)
}

// removal removes the folder that pinned names, from the inside, never by a path that
// could lead elsewhere: each folder is opened below the one before.
function removal(pinned, shown) {
  const stack = []
  const enter = (path, entry) => {
    if (stack.length >= MAX_DEPTH) throw failure('ELOOP', 'rm', shown)
    const fd = openSync(path, FOLDER)
    append(stack, { __proto__: null, fd, path, entry, list: undefined, next: 0 })
  }
  const leave = () => {
    const top = stack[stack.length - 1]
    closeSync(top.fd)
    stack.length--
    rmdirSync(top.path)
  }
  const job = { __proto__: null, value: undefined, step() {
    try {
      if (stack.length === 0) enter(pinned, '')
      const top = stack[stack.length - 1]
      if (top.list === undefined) top.list = readdirSync(FDS + top.fd)
      while (top.next < top.list.length) {
        const path = FDS + top.fd + '/' + top.list[top.next++]
        const s = lstatSync(path, { __proto__: null, throwIfNoEntry: false })
        if (s === undefined) continue
        if ((s.mode & 0o170000) === 0o040000) {
          enter(path, '')
          return false
        }
        unlinkSync(path)
      }
      leave()
      return stack.length === 0
    } catch (e) {
      for (let i = 0; i < stack.length; i++) closeSync(stack[i].fd)
      stack.length = 0
      throw e
    }
  } }
  return job
}

// listing lists what lies below a folder, as Node does: folder by folder, and not
// through links. list(path) gives the entries of a folder, asked for and pinned.
function listing(top, types, bytes, list, join) {
  const queue = [{ __proto__: null, path: top, below: '' }]
  let next = 0
  const value = []
  return { __proto__: null, value, step() {
    const at = queue[next++]
    const entries = list(at.path)
    for (let i = 0; i < entries.length; i++) {
      const e = entries[i]
      const name = getOwn(e, 'name').value
      const below = at.below === '' ? name : at.below + '/' + name
      append(value, types ? e : bytes ? bufferFrom(below) : below)
      if (isDirectory(e)) append(queue, { __proto__: null, path: join(at.path, name), below })
    }
    return next === queue.length
  } }
}

// copying copies a tree. use has what it needs of the file system, each function
// asking and pinning; filter(src, dest) gives true, or a promise in a job that is run
// later.
function copying(src, dest, options, use, join) {
  const stack = [{ __proto__: null, src, dest, depth: 0 }]
  const force = options.force !== false
  return { __proto__: null, value: undefined, wants: null, step() {
    if (stack.length === 0) return true
    const one = stack[stack.length - 1]
    stack.length--
    if (one.depth > MAX_DEPTH) throw failure('ELOOP', 'cp', one.src)
    if (one.passed !== true && options.filter !== undefined) {
      this.wants = one
      return false
    }
    this.copy(one)
    return stack.length === 0
  }, again(one) { append(stack, { ...one, __proto__: null, passed: true }) }, empty: () => stack.length === 0, copy(one) {
    const from = use.stat(one.src)
    const to = use.statOrNone(one.dest)
    if (from.isDirectory) {
      if (options.recursive !== true) throw failure('ERR_FS_EISDIR', 'cp', one.src)
      if (to !== null && !to.isDirectory) throw failure('ERR_FS_CP_DIR_TO_NON_DIR', 'cp', one.dest)
      if (to !== null && to.ino === from.ino && to.dev === from.dev) throw failure('ERR_FS_CP_EINVAL', 'cp', one.dest)
      // A copy into itself would go on for ever: what it lists comes first.
      const entries = use.list(one.src)
      if (to === null) use.mkdir(one.dest, from.mode & 0o777)
      for (let i = entries.length - 1; i >= 0; i--) {
        const name = getOwn(entries[i], 'name').value
        append(stack, { __proto__: null, src: join(one.src, name), dest: join(one.dest, name), depth: one.depth + 1 })
      }
      return
    }
    if (to !== null && to.isDirectory) throw failure('ERR_FS_CP_NON_DIR_TO_DIR', 'cp', one.dest)
    if (to !== null && !force) {
      if (options.errorOnExist === true) throw failure('ERR_FS_CP_EEXIST', 'cp', one.dest)
      return
    }
    use.makeAbove(one.dest)
    use.copyFile(one.src, one.dest, typeof options.mode === 'number' ? options.mode : 0)
    if (options.preserveTimestamps === true) use.utimes(one.dest, from.atimeMs / 1000, from.mtimeMs / 1000)
  } }
}

module.exports = { __proto__: null, runNow, runLater, removal, listing, copying, failure }
