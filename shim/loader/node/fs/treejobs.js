'use strict'

// The functions of fs that work on trees (invariant 7): removing, making and copying, every step asked
// for and pinned by itself.

const fs = require('node:fs')
const nodePath = require('node:path')
const { append, resolve, startsWith, then } = require('../../kernel/primordials.js')
const { misused } = require('../../kernel/errors.js')
const { freshOptions } = require('../../kernel/gate.js')
const { readPath } = require('../../policy/paths.js')
const { FDS, folder, grab, last } = require('./fdpins.js')
const { deny } = require('./names.js')
const { notPath } = require('./paths.js')
const { copying, failure, removal } = require('./recursion.js')
const { underneath } = require('./subtreechecks.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */
/** @typedef {import('./paths.js').Files} Files */

const { copyFileSync, existsSync, fstatSync, lstatSync, mkdirSync, openSync, closeSync, rmSync, statSync, utimesSync, constants } = fs
const { join, resolve: absolute, sep } = nodePath
const KIND = 0o170000
const IS_FOLDER = 0o040000

const O_MAKE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

const done = value => ({ __proto__: null, value, step: () => true })

const pathOf = (v, plain, i) => {
  const given = readPath(v)
  if (given === null) throw notPath(v, plain, i)
  return given
}
const optionsOf = (fresh, i) => {
  const o = freshOptions(fresh[i])
  return o !== null && typeof o === 'object' ? o : { __proto__: null }
}

const facts = s => ({ __proto__: null, isDirectory: (s.mode & KIND) === IS_FOLDER, mode: s.mode, ino: s.ino, dev: s.dev,
  atimeMs: s.atimeMs, mtimeMs: s.mtimeMs })

// createRemover returns what removes a tree.
/**
 * @param {Fence} fence
 * @param {Files} files
 */
function createRemover(fence, files) {
  // rm opens the folder above, and what it removes below that.
  function rm(fresh, member, options) {
    const given = pathOf(fresh[0], 'rm', 0)
    const no = underneath(fence, given, member, true)
    if (no !== null) throw no
    const pins = files.pinsFor(false)
    const t = files.take(given, member, false, false, true, pins, false)
    const end = e => {
      if (pins !== null) pins.close()
      fence.paths.dropCache()
      return pins === null ? e : pins.told(e)
    }
    if (t.error !== null) throw end(t.error)
    try {
      const s = lstatSync(t.path, { __proto__: null, throwIfNoEntry: false })
      if (s === undefined || (s.mode & KIND) !== IS_FOLDER || pins === null) {
        rmSync(t.path, { __proto__: null, force: options.force === true, recursive: pins === null })
        end(null)
        return done(undefined)
      }
    } catch (e) {
      throw end(e)
    }
    const inner = removal(t.path, given)
    const job = { __proto__: null, value: undefined, step() {
      try {
        if (!inner.step()) return false
      } catch (e) {
        throw end(e)
      }
      end(null)
      return true
    } }
    return job
  }
  return rm
}

// createMaker returns what makes folders.
/**
 * @param {Fence} fence
 * @param {Files} files
 */
function createMaker(fence, files) {
  // makeFolders makes a folder and those above it, each below the one before.
  function makeFolders(given, member, mode) {
    const { at, error } = files.ask(given, true, false, true, member)
    if (error !== null) throw error
    fence.paths.dropCache()
    const o = { __proto__: null, recursive: true, mode }
    if (mode === undefined) delete o.mode
    if (files.pinsFor(true) === null) return mkdirSync(at.real, o)
    const names = []
    let top = at.real
    let g = grab(top, 0)
    while (g.fd < 0) {
      if (!g.gone || top === '/') throw g.error === null ? deny('RF_DENIED_CALL', member, given) : g.error
      append(names, last(top))
      top = folder(top)
      g = grab(top, 0)
    }
    let fd = g.fd
    try {
      if (g.where !== top || (fstatSync(fd).mode & KIND) !== IS_FOLDER) throw g.where !== top ? deny('RF_DENIED_CALL', member, given)
        : failure('EEXIST', 'mkdir', top)
      let made
      for (let i = names.length - 1; i >= 0; i--) {
        const path = FDS + fd + '/' + names[i]
        mkdirSync(path, mode === undefined ? { __proto__: null } : { __proto__: null, mode })
        top = top === '/' ? '/' + names[i] : top + '/' + names[i]
        if (made === undefined) made = top
        const next = grab(path, constants.O_DIRECTORY)
        if (next.fd < 0) throw deny('RF_DENIED_CALL', member, given)
        closeSync(fd)
        fd = next.fd
      }
      return made
    } finally {
      closeSync(fd)
    }
  }
  return makeFolders
}

// createCopier returns what copies a tree.
/** @param {Fence} fence */
function createCopier(fence, held, list, makeFolders) {
  const use = member => ({
    __proto__: null,
    stat: path => held(path, member, true, true, false, false, t => facts(statSync(t.path))),
    statOrNone: path => held(path, member, true, false, true, false, t => {
      const s = statSync(t.path, { __proto__: null, throwIfNoEntry: false })
      return s === undefined ? null : facts(s)
    }),
    list: path => list(path, member),
    mkdir: (path, mode) => { makeFolders(path, member, mode | 0o700) },
    makeAbove: path => {
      const above = folder(absolute(path))
      if (!existsSync(above)) makeFolders(above, member, undefined)
    },
    copyFile: (src, dest, mode) =>
        held(src, member, true, true, false, false, s => held(dest, member, true, false, true, true, (d, pins) => {
      if (!d.made || pins === null) return copyFileSync(s.path, d.path, mode)
      const fd = openSync(d.path, O_MAKE)
      try {
        return copyFileSync(s.path, FDS + fd, mode & ~constants.COPYFILE_EXCL)
      } finally {
        closeSync(fd)
      }
    })),
    utimes: (path, a, m) => held(path, member, true, false, true, false, t => utimesSync(t.path, a, m)),
  })

  // cp asks the extension's filter between two steps.
  function cp(fresh, member, later) {
    const src = pathOf(fresh[0], 'cp', 0)
    const dest = pathOf(fresh[1], 'cp', 1)
    const options = optionsOf(fresh, 2)
    if (startsWith(absolute(dest), absolute(src) + sep)) throw failure('ERR_FS_CP_EINVAL', 'cp', dest)
    if (absolute(dest) === absolute(src)) throw failure('ERR_FS_CP_EINVAL', 'cp', dest)
    const { filter } = options
    if (filter !== undefined && typeof filter !== 'function') throw misused('"options.filter"')
    const inner = copying(src, dest, options, use(member), join)
    let waits = false
    let failed
    return { __proto__: null, value: undefined, step() {
      if (failed !== undefined) throw failed.error
      if (waits) return false
      fence.paths.dropCache()
      const over = inner.step()
      const one = inner.wants
      if (one === null) return over
      inner.wants = null
      const answer = filter(one.src, one.dest)
      if (!later) {
        if (answer) inner.again(one)
        return inner.empty()
      }
      waits = true
      then(resolve(answer), yes => {
        waits = false
        if (yes) inner.again(one)
      }, error => { failed = { __proto__: null, error } })
      return false
    } }
  }
  return cp
}

module.exports = { __proto__: null, done, pathOf, optionsOf, createRemover, createMaker, createCopier }
