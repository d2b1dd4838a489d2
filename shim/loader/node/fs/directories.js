'use strict'

// The functions of fs that Node itself makes of many steps, each of which would find
// its path anew (invariant 7): done here, every step asked for and pinned by itself.

const fs = require('node:fs')
const nodePath = require('node:path')
const { apply, Blob, bufferFrom, indexOf, slice, weakSet } = require('../../kernel/primordials.js')
const { checkMember } = require('../../policy/checks.js')
const { ask } = require('../../policy/fence.js')
const { keep, stays } = require('../../policy/lasting.js')
const { freshOptions } = require('../../kernel/gate.js')
const { FDS, possible } = require('./fdpins.js')
const { deny } = require('./names.js')
const { listing } = require('./recursion.js')
const { done, pathOf, optionsOf, createRemover, createMaker, createCopier } = require('./treejobs.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */
/** @typedef {import('./paths.js').Files} Files */

const { closeSync, mkdtempSync, openAsBlob, openSync, opendirSync, readFileSync, readdirSync, realpathSync, statSync } = fs
const { join } = nodePath
const { closeSync: closeDir } = fs.Dir.prototype

// So many files are held open for blobs; of more their bytes are read at once.
const MAX_BLOBS = 100

// createHeld returns held.
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

// createSingles returns the functions that are about one folder or file.
/**
 * @param {Fence} fence
 * @param {Files} files
 */
function createSingles(fence, files, held) {
  const blobs = { __proto__: null, open: 0 }
  function opendir(fresh, member) {
    const given = pathOf(fresh[0], 'opendir', 0)
    const o = optionsOf(fresh, 1)
    if (o.recursive === true && !fence.observe) throw deny('RF_DENIED_CALL', member, given)
    return held(given, member, true, true, false, false, (t, pins) => {
      const dir = opendirSync(t.at.real, o)
      if (fence.observe) outlasting(dir, t.at.canonical)
      if (pins === null) return dir
      const now = statSync(t.at.real, { __proto__: null, throwIfNoEntry: false })
      const asked = statSync(t.path)
      if (now !== undefined && now.ino === asked.ino && now.dev === asked.dev) return dir
      apply(closeDir, dir, [])
      throw deny('RF_DENIED_CALL', member, given)
    })
  }

  // What is listed of a folder is asked for again when nothing is observed any more.
  function outlasting(dir, path) {
    weakSet(files.folders, dir, path)
    keep(fence, () => { if (!ask(fence, { section: 'files.read', path })) apply(closeDir, dir, []) })
  }

  function realpath(fresh, member) {
    const given = pathOf(fresh[0], 'realpath', 0)
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
    const options = { __proto__: null, type: typeof o.type === 'string' ? o.type : '' }
    const observed = fence.observe
    return held(pathOf(fresh[0], 'openAsBlob', 0), member, true, true, false, false,
      t => (observed && possible() && blobs.open < MAX_BLOBS ? observedBlob(t, options) : new Blob([readFileSync(t.path)], options)))
  }

  // Node's own blob reads its file each time that it is read. While everything is observed it names a descriptor, which is closed
  // when the policy holds and does not grant the file: nothing is read through the blob then, nor through what was made of it.
  function observedBlob(t, options) {
    const { canonical } = t.at
    if (stays(fence, false, canonical)) return openAsBlob(t.path, options)
    const fd = openSync(t.path, 'r')
    blobs.open++
    keep(fence, () => {
      if (ask(fence, { section: 'files.read', path: canonical })) return
      blobs.open--
      closeSync(fd)
    })
    return openAsBlob(FDS + fd, options)
  }

  function mkdtemp(fresh, member) {
    const prefix = fresh[0] === '' ? '' : pathOf(fresh[0], 'mkdtemp', 0)
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

// createDirectoryJobs returns directoryJobs(plain, fresh, member): a job, { error }, or null for a call
// that is one step.
/** @param {Files} files */
function createDirectoryJobs(files) {
  const { fence } = files
  const held = createHeld(files)
  const rm = createRemover(fence, files)
  const makeFolders = createMaker(fence, files)
  // list returns the entries of a folder, by its own names.
  const list = (path, member) => held(path, member, true, true, false, false, (t, pins) => {
    const entries = readdirSync(t.path, { __proto__: null, withFileTypes: true })
    for (let i = 0; i < entries.length; i++) {
      if (pins !== null && entries[i].path !== undefined) entries[i].path = pins.spoken(entries[i].path)
      if (pins !== null && entries[i].parentPath !== undefined) entries[i].parentPath = pins.spoken(entries[i].parentPath)
    }
    return entries
  })

  const cp = createCopier(fence, held, list, makeFolders)
  const { opendir, realpath, blob, mkdtemp } = createSingles(fence, files, held)
  const later = member => indexOf(member, 'Sync') < 0
  function job(plain, fresh, member) {
    const o = plain === 'mkdir' || plain === 'readdir' || plain === 'rm' || plain === 'rmdir' ? optionsOf(fresh, 1) : null
    switch (plain) {
      case 'rm': case 'rmdir': return o.recursive === true && (possible() || plain === 'rm')
        ? rm(fresh, member, plain === 'rm' ? o : { __proto__: null, force: false }) : null
      case 'mkdir': return o.recursive === true ? done(makeFolders(pathOf(fresh[0], 'mkdir', 0), member, o.mode)) : null
      case 'readdir': {
        if (o.recursive !== true) return null
        const top = pathOf(fresh[0], plain, 0)
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
    // A folder that is opened is kept, and a blob, also while everything is observed.
    if ((fence.observe && plain !== 'opendir' && plain !== 'openAsBlob') || STEPS[plain] !== 1) return null
    try {
      const error = checkMember(fence, 'fs', member)
      return error === null ? job(plain, fresh, member) : { __proto__: null, error }
    } catch (error) {
      return { __proto__: null, error }
    }
  }
}

module.exports = { __proto__: null, createDirectoryJobs }
