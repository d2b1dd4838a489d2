'use strict'

// Asking for the paths of a call of fs (invariant 7): what a path means is worked out,
// asked for, and pinned where somebody else could change what the name means before
// Node has used it.

const { EventEmitter } = require('node:events')
const { readlinkSync } = require('node:fs')
const pattern = require('../../../pattern/index.js')
const { append, apply, Set, setAdd, setAddWeak, setDelete, setHas, then, WeakMap, WeakSet } = require('../../kernel/primordials.js')
const { checkPath, unseen } = require('../../policy/checks.js')
const { tell } = require('../../policy/fence.js')
const { keep, stays } = require('../../policy/lasting.js')
const { readPath, platform } = require('../../policy/paths.js')
const { misused } = require('../../kernel/errors.js')
const { wrongDescriptor, wrongPath } = require('../../kernel/wrongarguments.js')
const { createPins, FDS, possible } = require('./fdpins.js')
const { deny, LAST_OF_HOST, ON_LINK, plainName } = require('./names.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */
/** @typedef {import('../../kernel/membrane.js').Views} Views */

const { once } = EventEmitter.prototype

// Files is the file system of one fence. Its fields are declared: an assignment in a
// constructor would ask the prototype of every object for a setter.
class Files {
  /** @type {Fence} */
  fence
  /** @type {Views} */
  views
  // The descriptors that the extension opened, and the host's two outputs.
  owned = new Set()
  // Those of them, and the handles, that were opened to write: of what was opened to read nothing is changed, times and
  // modes neither, which the system would let it.
  changeable = new Set()
  handles = new WeakSet()
  // What was opened while the fence observed, which is asked for again when it does not.
  observed = new Set()
  observedHandles = new WeakSet()
  // Where the folders lie that were opened then.
  folders = new WeakMap()
  // What becomes of answers (calls.js), calls of many steps (directories.js), and
  // watching (watch.js).
  /** @type {any} */
  results = null
  /** @type {(plain: string, fresh: any[], member: string) => any} */
  directoryJobs = null
  /** @type {any} */
  watch = null

  /**
   * @param {Fence} fence
   * @param {Views} views
   */
  constructor(fence, views) {
    this.fence = fence
    this.views = views
    setAdd(this.owned, 1)
    setAdd(this.owned, 2)
  }

  // ask reads a path and asks for it: { at, error }.
  ask(given, follow, reads, writes, member) {
    const { fence } = this
    const plain = plainName(member)
    const at = fence.paths.onDisk(given, follow)
    let error = at === null ? unseen(writes, plain, given) : null
    if (error === null && reads) error = checkPath(fence, false, at, plain, given)
    if (error === null && writes) error = checkPath(fence, true, at, plain, given)
    if (error === null) error = lasting(fence, at, member, given)
    return { __proto__: null, at, error }
  }

  // pinsFor returns what pins the paths of a call, or null where the check alone is
  // enough: nobody else runs between it and a call that is done at once.
  pinsFor(sync, plain = '') {
    const { fence } = this
    if ((fence.observe && plain !== 'link') || (sync && fence.agents === 0) || !possible()) return null
    const asked = []
    const pins = createPins(i => {
      fence.paths.dropCache()
      const q = asked[i]
      return this.ask(q.given, q.follow, q.reads, q.writes, q.member)
    }, (i, where) => judge(fence, asked[i], where))
    pins.asked = asked
    return pins
  }

  // take asks for a path and pins it: { error, path, at, made }, made for one that is not
  // there and may be.
  take(given, member, follow, reads, writes, pins, creates) {
    const out = { __proto__: null, error: null, path: '', at: null, made: false }
    const q = this.ask(given, follow, reads, writes, member)
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
  pathAt(fresh, i, member, reads, writes, pins, creates) {
    const plain = plainName(member)
    const given = readPath(fresh[i])
    if (given === null) return notPath(fresh[i], plain, i)
    const t = this.take(given, member, ON_LINK[plain] !== true && plain !== 'mkdir', reads, writes, pins, creates)
    if (t.error === null) fresh[i] = t.path
    if (t.made) pins.made = true
    return t.error
  }

  // note keeps whether what was just opened was opened to write, and whether that was asked for while everything was
  // observed, however long it took.
  note(v, writes, observed) {
    if (observed || this.fence.observe) {
      if (typeof v === 'number') setAdd(this.observed, v)
      else if (v !== null && typeof v === 'object') this.observes(v, writes)
    } else if (typeof v === 'number') setDelete(this.observed, v)
    if (typeof v === 'number') {
      if (writes) setAdd(this.changeable, v)
      else setDelete(this.changeable, v)
    } else if (writes && v !== null && typeof v === 'object') setAddWeak(this.handles, v)
  }

  // observes keeps a handle that was opened while everything was observed. When that is over it is closed, with the streams and the
  // lines that were made of it, unless the policy grants it.
  observes(handle, writes) {
    setAddWeak(this.observedHandles, handle)
    const { close } = handle
    const forget = keep(this.fence, () => {
      if (!this.lasts(handle.fd, writes)) then(apply(close, handle, []), undefined, () => {})
    })
    apply(once, handle, ['close', forget])
  }

  // lasts reports that what was opened while everything was observed is what the policy grants too. Where descriptors
  // have no names nobody can tell.
  lasts(fd, writes) {
    const { fence } = this
    if (fence.observe) return true
    let where = null
    try {
      where = possible() ? readlinkSync(FDS + fd) : null
    } catch {
      return false
    }
    return where !== null && this.ask(where, true, !writes, writes, 'read').error === null
  }

  // opened asks for argument 0 where it is a descriptor or a handle: one of its own.
  opened(fresh, member) {
    const { views } = this
    const v = fresh[0]
    if (typeof v === 'number' && setHas(this.owned, v)) {
      // What the host writes to is the host's to close.
      if (v <= LAST_OF_HOST && plainName(member) === 'close') return deny('RF_DENIED_CALL', member, '')
      if (setHas(this.observed, v) && !this.fence.observe && plainName(member) !== 'close') {
        if (!this.lasts(v, setHas(this.changeable, v))) return wrongDescriptor(v, plainName(member))
        setDelete(this.observed, v)
      }
      const may = CHANGES[plainName(member)] !== true || this.fence.observe || setHas(this.changeable, v)
      return may ? null : deny('RF_DENIED_CALL', member, '')
    }
    return typeof v !== 'number' && views.real(v) !== v ? null : wrongDescriptor(v, plainName(member))
  }
}

const CHANGES = { __proto__: null, fchmod: true, fchown: true, futimes: true }

// How Node calls the paths of what takes two, and the call of the system that fails for a path that is empty.
const NAMES = { __proto__: null, rename: ['oldPath', 'newPath'], link: ['existingPath', 'newPath'], copyFile: ['src', 'dest'],
  cp: ['src', 'dest'] }
const SYSCALLS = { __proto__: null, readFile: 'open', writeFile: 'open', appendFile: 'open', truncate: 'open', openAsBlob: 'open',
  readdir: 'scandir', utimes: 'utime', lutimes: 'lutime', copyFile: 'copyfile', exists: 'access', rm: 'lstat' }

// notPath is the error of a path that is none.
function notPath(value, plain, i) {
  const names = NAMES[plain]
  const syscall = SYSCALLS[plain]
  return wrongPath(names === undefined ? 'path' : names[i], value, syscall === undefined ? plain : syscall) || misused('"path"')
}

// judge asks for where a descriptor turned out to be.
/** @param {Fence} fence */
function judge(fence, q, where) {
  const canonical = where === '' ? null : pattern.canonical(platform, where, true)
  if (canonical === null) return deny('RF_DENIED_CALL', q.member, q.given)
  const at = { __proto__: null, real: where, canonical }
  const plain = plainName(q.member)
  return (q.reads ? checkPath(fence, false, at, plain, q.given) : null) ||
    (q.writes ? checkPath(fence, true, at, plain, q.given) : null) || lasting(fence, at, q.member, q.given)
}

// lasting refuses a second name for a file, where the policy itself does not let the extension read and write both, while
// everything is observed too: the name would be its own afterwards, and what others write into the file is read by it.
/** @param {Fence} fence */
function lasting(fence, at, member, given) {
  if (plainName(member) !== 'link' || (stays(fence, false, at.canonical) && stays(fence, true, at.canonical))) return null
  tell(fence, 'RF_DENIED_CALL', given)
  return deny('RF_DENIED_CALL', member, given)
}

module.exports = { __proto__: null, Files, notPath }
