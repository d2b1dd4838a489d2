'use strict'

// The functions of fs that Node itself makes of many steps, each of which would find
// its path anew (invariant 7): done here, every step asked for and pinned by itself.

const fs = require('node:fs')
const nodePath = require('node:path')
const { append, apply, Blob, bufferFrom, indexOf, resolve, slice, startsWith, then } = require('../kernel/primordials.js')
const { checkMember } = require('../policy/fence.js')
const { misused } = require('../kernel/errors.js')
const { freshOptions } = require('../kernel/gate.js')
const { readPath } = require('../policy/paths.js')
const { FDS, folder, grab, last, possible } = require('./fdpins.js')
const { deny } = require('./fsnames.js')
const { copying, failure, listing, removal } = require('./recursion.js')
const { underneath } = require('./subtreechecks.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */
/** @typedef {import('./fspaths.js').Files} Files */

const {
  copyFileSync, existsSync, fstatSync, lstatSync, mkdirSync, mkdtempSync, opendirSync, openSync, closeSync, readFileSync, readdirSync,
  realpathSync, rmSync, statSync, utimesSync, constants,
} = fs
const { join, resolve: absolute, sep } = nodePath
const { closeSync: closeDir } = fs.Dir.prototype
const O_MAKE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
const KIND = 0o170000
const IS_FOLDER = 0o040000

const done = value => ({ __proto__: null, value, step: () => true })

const pathOf = v => {
  const given = readPath(v)
  if (given === null) throw misused('"path"')
  return given
}
const optionsOf = (fresh, i) => {
  const o = freshOptions(fresh[i])
  return o !== null && typeof o === 'object' ? o : { __proto__: null }
}

const facts = s => ({ __proto__: null, isDirectory: (s.mode & KIND) === IS_FOLDER, mode: s.mode, ino: s.ino, dev: s.dev,
  atimeMs: s.atimeMs, mtimeMs: s.mtimeMs })

// createHeld gives held.
/** @param {Files} files */
function createHeld(files) {
  // held calls f with the name of a path that was asked for and pinned.
  function held(given, member, follow, reads, writes, creates, f) {
    const pins = files.pinsFor(true)
    try {
      const t = files.take(given, member, follow, reads, writes, pins, creates)
      if (t.error !== null) throw t.error
      return f(t, pins)
    } catch (e) {
      throw pins === null ? e : pins.told(e)
    } finally {
      if (pins !== null) pins.close()
    }
  }
  return held
}

// createRemover gives what removes a tree.
/**
 * @param {Fence} fence
 * @param {Files} files
 */
function createRemover(fence, files) {
  // rm opens the folder above, and what it removes below that.
  function rm(fresh, member, options) {
    const given = pathOf(fresh[0])
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

// createMaker gives what makes folders.
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

// createCopier gives what copies a tree.
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
    const src = pathOf(fresh[0])
    const dest = pathOf(fresh[1])
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

// createSingles gives the functions that are about one folder or file.
/** @param {Fence} fence */
function createSingles(fence, held) {
  function opendir(fresh, member) {
    const given = pathOf(fresh[0])
    const o = optionsOf(fresh, 1)
    if (o.recursive === true) throw deny('RF_DENIED_CALL', member, given)
    return held(given, member, true, true, false, false, (t, pins) => {
      const dir = opendirSync(t.at.real, o)
      if (pins === null) return dir
      const now = statSync(t.at.real, { __proto__: null, throwIfNoEntry: false })
      const asked = statSync(t.path)
      if (now !== undefined && now.ino === asked.ino && now.dev === asked.dev) return dir
      apply(closeDir, dir, [])
      throw deny('RF_DENIED_CALL', member, given)
    })
  }

  function realpath(fresh, member) {
    const given = pathOf(fresh[0])
    const o = freshOptions(fresh[1])
    const encoding = typeof o === 'string' ? o : o !== null && typeof o === 'object' ? o.encoding : undefined
    const path = held(given, member, true, true, false, false, (t, pins) => {
      if (pins === null) return realpathSync(t.path)
      statSync(t.path)
      return t.at.real
    })
    return encoding === 'buffer' ? bufferFrom(path) : path
  }

  function blob(fresh, member) {
    const o = optionsOf(fresh, 1)
    return held(pathOf(fresh[0]), member, true, true, false, false,
      t => new Blob([readFileSync(t.path)], { __proto__: null, type: typeof o.type === 'string' ? o.type : '' }))
  }

  function mkdtemp(fresh, member) {
    const prefix = pathOf(fresh[0])
    const o = freshOptions(fresh[1])
    const encoding = typeof o === 'string' ? o : o !== null && typeof o === 'object' ? o.encoding : undefined
    fence.paths.dropCache()
    const path = held(prefix + 'XXXXXX', member, false, false, true, false, (t, pins) => {
      const made = mkdtempSync(slice(t.path, 0, t.path.length - 6))
      return pins === null ? made : pins.spoken(made)
    })
    return encoding === 'buffer' ? bufferFrom(path) : path
  }
  return { __proto__: null, opendir, realpath, blob, mkdtemp }
}

// buildFolders gives folders(plain, fresh, member): a job, { error }, or null for a call
// that is one step.
/** @param {Files} files */
function buildFolders(files) {
  const { fence } = files
  const held = createHeld(files)
  const rm = createRemover(fence, files)
  const makeFolders = createMaker(fence, files)
  // list gives the entries of a folder, by its own names.
  const list = (path, member) => held(path, member, true, true, false, false, (t, pins) => {
    const entries = readdirSync(t.path, { __proto__: null, withFileTypes: true })
    for (let i = 0; i < entries.length; i++) {
      if (pins !== null && entries[i].path !== undefined) entries[i].path = pins.spoken(entries[i].path)
      if (pins !== null && entries[i].parentPath !== undefined) entries[i].parentPath = pins.spoken(entries[i].parentPath)
    }
    return entries
  })

  const cp = createCopier(fence, held, list, makeFolders)
  const { opendir, realpath, blob, mkdtemp } = createSingles(fence, held)
  const later = member => indexOf(member, 'Sync') < 0
  function job(plain, fresh, member) {
    const o = plain === 'mkdir' || plain === 'readdir' || plain === 'rm' || plain === 'rmdir' ? optionsOf(fresh, 1) : null
    switch (plain) {
      case 'rm': case 'rmdir': return o.recursive === true && (possible() || plain === 'rm')
        ? rm(fresh, member, plain === 'rm' ? o : { __proto__: null, force: false }) : null
      case 'mkdir': return o.recursive === true ? done(makeFolders(pathOf(fresh[0]), member, o.mode)) : null
      case 'readdir': {
        if (o.recursive !== true) return null
        const top = pathOf(fresh[0])
        return listing(top, o.withFileTypes === true, o.encoding === 'buffer', path => list(path, member), join)
      }
      case 'cp': return cp(fresh, member, later(member))
      case 'opendir': return done(opendir(fresh, member))
      case 'realpath': return done(realpath(fresh, member))
      case 'mkdtemp': return done(mkdtemp(fresh, member))
      case 'openAsBlob': return done(blob(fresh, member))
    }
    return null
  }

  const STEPS = { __proto__: null, rm: 1, rmdir: 1, mkdir: 1, readdir: 1, cp: 1, opendir: 1, realpath: 1, mkdtemp: 1, openAsBlob: 1 }
  return (plain, fresh, member) => {
    if (fence.observe || STEPS[plain] !== 1) return null
    try {
      const error = checkMember(fence, 'fs', member)
      return error === null ? job(plain, fresh, member) : { __proto__: null, error }
    } catch (error) {
      return { __proto__: null, error }
    }
  }
}

module.exports = { __proto__: null, buildFolders }
