'use strict'

// How a function of fs is called (invariants 6 and 7): arguments are read and pinned, Node
// is called with what was read, and the answer is given in the form the function has, in
// the names that were asked for.

const { EventEmitter } = require('node:events')
const { Dirent, existsSync } = require('node:fs')
const { promisify } = require('node:util')
const {
  append, apply, bareList, defineProperty, getOwn, getPrototypeOf, isArray, Promise, reject, resolve, setAdd, setDelete, setHasWeak, then,
} = require('../../kernel/primordials.js')
const { keep } = require('../../policy/lasting.js')
const { readPath } = require('../../policy/paths.js')
const { wrongDescriptor, wrongType } = require('../../kernel/wrongarguments.js')
const { deliver, freshOptions, rename } = require('../../kernel/gate.js')
const { free, whenFree } = require('./fdpins.js')
const { reader } = require('./arguments.js')
const { writesBy } = require('./flags.js')
const { deny, formOf, plainMember, plainName, RENAMES } = require('./names.js')
const { streamOptions } = require('./streams.js')
const { runLater, runNow } = require('./recursion.js')

/** @typedef {import('./paths.js').Files} Files */

const { nextTick } = process
const { once } = EventEmitter.prototype
const { AbortController, AbortSignal } = globalThis
const { any: anyOf } = AbortSignal
const { abort } = AbortController.prototype
const { get: signalOf } = getOwn(AbortController.prototype, 'signal')

// Call is one function of fs as an extension gets it. Its fields are declared, as those
// of Files (paths.js).
class Call {
  /** @type {Files} */
  files
  member
  value
  read
  after
  form
  plain
  // Names change while it is under way, and somebody else may run meanwhile.
  changes

  /** @param {Files} files */
  constructor(files, member, value, entry) {
    this.files = files
    this.member = member
    this.value = value
    this.read = reader(files, member, entry)
    this.after = files.results[member]
    this.form = formOf(member, entry)
    this.plain = plainName(member)
    this.changes = RENAMES[this.plain] === true && this.form !== 'sync'
  }

  // outward returns what the extension gets for what Node gave for arguments that were read.
  outward(v, fresh) {
    const { views } = this.files
    const { after } = this
    return after === undefined ? views.outward(v, 0) : after(v, fresh)
  }

  given(v, pins, fresh) { return this.outward(pins === null ? v : spokenOf(v, pins), fresh) }

  // over says that a call is done.
  over(pins) {
    const { fence } = this.files
    if (pins !== null) pins.close()
    if (!this.changes) return
    fence.agents--
    fence.paths.dropCache()
  }

  // failed returns an error of Node's in the names that were asked for.
  failed(e, pins) {
    this.over(pins)
    return pins === null ? e : pins.told(e)
  }

  // go does the call with arguments that are nobody's but the loader's.
  go(fresh, args) {
    const { files, form, member, plain, value } = this
    const { fence, views } = files
    const job = files.directoryJobs(plain, fresh, member)
    if (job !== null) return job.error !== undefined ? deliver(form, args, job.error) : this.finish(fresh, job)
    const observed = fence.observe
    const pins = files.pinsFor(form === 'sync', plain)
    const { read } = this
    const error = read(fresh, pins)
    if (error !== null) {
      if (pins !== null) pins.close()
      return error.code === 'ENOENT' && this.isQuiet(fresh) ? undefined : deliver(form, args, error)
    }
    if (this.changes) fence.agents++
    const at = form === 'callback' ? lastFunction(fresh) : -1
    // What was read of its flags is a word or a number.
    const writes = plain === 'open' && writesBy(typeof fresh[1] === 'function' ? undefined : fresh[1], 'r')?.writes === true
    if (at >= 0) fresh[at] = this.answering(fresh[at], pins, writes, observed)
    for (let i = 0; i < fresh.length; i++) if (at < 0 || typeof fresh[i] !== 'function') fresh[i] = views.inward(fresh[i])
    if (plain === 'close') setDelete(files.owned, fresh[0])
    // What was seen of it just now is what Node would see.
    const before = member === 'statSync' && pins === null && args.length === 1 ? fence.paths.seen(fresh[0]) : undefined
    if (before !== undefined) return this.given(before, null, fresh)
    let result
    try {
      result = apply(value, undefined, fresh)
    } catch (e) {
      throw this.failed(e, pins)
    }
    if (form === 'promise') {
      return then(result, v => {
        this.over(pins)
        if (plain === 'open') files.note(v, writes, observed)
        return this.given(v, pins, fresh)
      }, e => { throw this.failed(e, pins) })
    }
    if (form === 'sync') this.over(pins)
    if (plain === 'open') files.note(result, writes, observed)
    return this.given(result, pins, fresh)
  }

  // isQuiet reports a look that shall not fail over what is not there.
  isQuiet(fresh) {
    const { form, plain } = this
    if (form !== 'sync' || (plain !== 'stat' && plain !== 'lstat') || fresh[1] === null || typeof fresh[1] !== 'object') return false
    return getOwn(fresh[1], 'throwIfNoEntry')?.value === false
  }

  // answering returns what Node calls in the place of the extension's callback.
  answering(cb, pins, writes, observed) {
    const { files } = this
    const { views } = files
    const call = views.inward(cb)
    return (e, ...rest) => {
      this.over(pins)
      if (this.member === 'open' && typeof rest[0] === 'number') {
        setAdd(files.owned, rest[0])
        files.note(rest[0], writes, observed)
      }
      const all = [e === null || e === undefined || pins === null ? e : pins.told(e)]
      for (let j = 0; j < rest.length; j++) append(all, pins === null ? rest[j] : spokenOf(rest[j], pins))
      apply(call, undefined, all)
    }
  }

  // finish does a job of many steps in the form the function has.
  finish(fresh, job) {
    const { form } = this
    const { views } = this.files
    if (form === 'sync') return this.outward(runNow(job), fresh)
    if (form === 'promise') {
      return new Promise((ok, fail) => { runLater(job, (e, v) => { if (e === null) ok(this.outward(v, fresh)); else fail(e) }) })
    }
    const i = lastFunction(fresh)
    if (i < 0) return deliver(form, fresh, wrongType('cb', 'of type function', fresh[fresh.length - 1]))
    const call = views.inward(fresh[i])
    runLater(job, (e, v) => { if (e === null && v === undefined) call(null); else call(e, v) })
    return undefined
  }
}

const lastFunction = fresh => {
  for (let i = fresh.length - 1; i >= 0; i--) if (typeof fresh[i] === 'function') return i
  return -1
}

// spokenOf puts the names that were asked for into what Node gives.
function spokenOf(v, pins) {
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

// gated returns the function an extension gets for one of fs.
/** @param {Files} files */
function gated(files, member, value, entry) {
  const call = new Call(files, member, value, entry)
  const { watch } = files
  if (member === 'existsSync' || member === 'exists') return exists(files, member, value, call.read)
  if (member === 'watchFile') return watch.watching(value, call.read)
  if (member === 'promises.watch') return watches(files, value, call.read)
  const { form } = call
  return promised(rename(function (...args) {
    const fresh = bareList()
    for (let i = 0; i < args.length; i++) fresh[i] = args[i]
    if (form === 'sync' || free()) return call.go(fresh, args)
    if (form === 'promise') return new Promise(ok => { whenFree(() => ok(call.go(fresh, args))) })
    whenFree(() => {
      try {
        call.go(fresh, args)
      } catch (e) {
        deliver(form, args, e)
      }
    })
    return undefined
  }, value, plainMember(member)), member)
}

const { next: nextOf, return: returnOf } = getPrototypeOf(getPrototypeOf((async function * () {})()))

// watches returns a folder's changes as they come.
const watches = (files, value, read) => rename(function (...args) {
  const fresh = [args[0], freshOptions(args[1])]
  const e = read(fresh, null)
  if (e !== null) throw e
  const changes = value(fresh[0], fresh[1])
  // Node looks at the folder when the first change is asked for, which may be another by then.
  const first = apply(nextOf, changes, [])
  then(first, undefined, () => {})
  const { watch } = files
  return going(changes, first, watch.asking(fresh))
}, value, 'watch')
async function * going(changes, first, may) {
  try {
    for (let r = await first; r.done !== true && may(); r = await apply(nextOf, changes, [])) yield r.value
  } finally {
    apply(returnOf, changes, [undefined])
  }
}

// exists says of what may not be read that it is not there.
/** @param {Files} files */
function exists(files, member, value, read) {
  const { fence } = files
  const look = path => {
    const fresh = [path]
    const pins = files.pinsFor(true)
    const found = readPath(path) !== null && read(fresh, pins) === null &&
      (fence.paths.seen(fresh[0]) !== undefined || existsSync(fresh[0]))
    if (pins !== null) pins.close()
    return found
  }
  if (member === 'existsSync') return rename(path => look(path), value, 'existsSync')
  const f = rename((path, cb) => {
    if (typeof cb !== 'function') throw wrongType('cb', 'of type function', cb)
    const found = look(path)
    nextTick(() => cb(found))
  }, value, 'exists')
  defineProperty(f, promisify.custom, { __proto__: null, value: path => resolve(look(path)) })
  return f
}

// What util.promisify answers for a callback that is told two things.
const PAIRS = { __proto__: null, read: ['bytesRead', 'buffer'], readv: ['bytesRead', 'buffers'], write: ['bytesWritten', 'buffer'],
  writev: ['bytesWritten', 'buffers'] }

// promised gives a function the form that util.promisify asks for, where Node's has one of its own.
function promised(f, member) {
  const pair = PAIRS[member]
  if (pair === undefined) return f
  defineProperty(f, promisify.custom, { __proto__: null, configurable: true, value: (...args) => new Promise((ok, fail) => {
    const all = bareList()
    for (let i = 0; i < args.length; i++) all[i] = args[i]
    all[all.length] = (error, count, buffer) => {
      if (error !== null && error !== undefined) fail(error)
      else ok({ [pair[0]]: count, [pair[1]]: buffer })
    }
    apply(f, undefined, all)
  }) })
  return f
}

const OF_HANDLES = ['appendFile', 'datasync', 'read', 'readFile', 'readv', 'stat', 'sync', 'truncate', 'write', 'writeFile', 'writev']

// ending are the options of a stream of a handle that was opened while everything was observed: it ends with that, unless the policy
// grants the file. A handle is not closed while it has streams.
/** @param {Files} files */
function ending(files, given, handle) {
  const end = new AbortController()
  const signal = apply(signalOf, end, [])
  const forget = keep(files.fence, () => {
    if (!files.lasts(handle.fd, setHasWeak(files.handles, handle))) apply(abort, end, [])
  })
  apply(once, handle, ['close', forget])
  return { __proto__: null, ...given, signal: given.signal === undefined ? signal : apply(anyOf, AbortSignal, [[given.signal, signal]]) }
}

// results says what becomes of an answer that is more than data.
/** @param {Files} files */
function results(files) {
  const { owned, views } = files
  const plainOptions = f => {
    f[0] = streamOptions(freshOptions(f[0]))
    return null
  }
  // The number of a handle is not the extension's: it would outlive the handle.
  // What a handle that was opened while everything was observed reads and writes is asked for again afterwards.
  const lasting = real => files.fence.observe || !setHasWeak(files.observedHandles, real) ||
    files.lasts(real.fd, setHasWeak(files.handles, real))
  const changes = member => (_, real) => (files.fence.observe || (setHasWeak(files.handles, real) && lasting(real)) ? null
    : reject(deny('RF_DENIED_CALL', member, '')))
  const checks = { __proto__: null, chmod: changes('fchmod'), chown: changes('fchown'), utimes: changes('futimes') }
  for (let i = 0; i < OF_HANDLES.length; i++) {
    const name = OF_HANDLES[i]
    checks[name] = (_, real) => (lasting(real) ? null : reject(wrongDescriptor(real.fd, 'read')))
  }
  const streams = ['createReadStream', 'createWriteStream', 'readLines']
  for (let i = 0; i < streams.length; i++) {
    checks[streams[i]] = (f, real) => {
      if (!lasting(real)) return wrongDescriptor(real.fd, 'read')
      plainOptions(f)
      if (setHasWeak(files.observedHandles, real)) f[0] = ending(files, f[0], real)
      return null
    }
  }
  const handle = { checks }
  return {
    __proto__: null,
    openSync: fd => (setAdd(owned, fd), fd),
    'promises.open': h => views.adopt(h, 'FileHandle', handle),
    watch: (w, fresh) => {
      const { watch } = files
      return views.adopt(watch.hearing(w, fresh), 'FSWatcher', { closed: { start: true } })
    },
    watchFile: w => views.adopt(w, 'StatWatcher', { closed: { start: true } }),
    'promises.readFile': v => v,
  }
}

module.exports = { __proto__: null, gated, results }
